package verb_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/script"
)

// Scripts hear what is done around them and words that nobody knows, and never what is said to one or to few.
func TestScriptsHearWhatIsDone(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	p := stagePack()
	p.Hash = "hears"
	p.Scripts = []world.ScriptSpec{{ID: "ear", Source: "def on_command(e): return e.text"}}
	p.Rooms[0].Scripts = []world.ScriptID{"ear"}
	s.state.Scripter = script.NewEngine()
	s.host(world.ApplyPack{Pack: p})
	for line, want := range map[string]bool{
		"pull lever": true, "xyzzy": true, "north": true, "get lamp": true, "tell ann pearls": false,
		"whisper ann pearls": false, "say pearls": false, "gtell pearls": false, "mail ann pearls": false,
		"reply pearls": false, "board post Pearls = found": false, "title of the Pearls": false, "help": false, "quit": false,
		"group invite ann": false,
	} {
		call := s.table.Parse(s.ctx(s.bob), line)
		hears := false
		if call.Input != nil {
			_, hears = call.Input.Action.(world.Attempt)
		}
		if hears != want {
			t.Errorf("%q: a script hears it: %v, want %v", line, hears, want)
		}
	}
}

// What an agent may do that its owner's list names, it may do where scripts hear it too; a word that is no verb no list
// names.
func TestScriptsHearAgentsOfNarrowGrants(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	p := stagePack()
	p.Hash = "hears"
	p.Scripts = []world.ScriptSpec{{ID: "ear", Source: "def on_command(e): return \"You hear: \" + e.text"}}
	p.Rooms[0].Scripts = []world.ScriptID{"ear"}
	s.state.Scripter = script.NewEngine()
	s.host(world.ApplyPack{Pack: p})
	s.act(s.bob, world.MintGrant{Grant: "grant-bob", Label: "nar"})
	s.act(s.bob, world.TuneGrant{Grant: "grant-bob", What: world.TuneVerbs, Verbs: []string{"look"}})
	for line, want := range map[string]string{
		"look":  "",
		"north": "Your owner's list of what you may do does not name that.",
		"xyzzy": "That is no verb of the game, and your owner's list names what verbs you may use.",
	} {
		c := s.ctx(s.bob)
		c.Via = world.Via{Kind: world.ViaGrant, Grant: "grant-bob"}
		got := s.carry(s.bob, s.table.Parse(c, line))
		text := ""
		if got.refusal != nil {
			text = got.refusal.Text
		}
		if text != want {
			t.Errorf("%q: %q, want %q", line, text, want)
		}
	}
}
