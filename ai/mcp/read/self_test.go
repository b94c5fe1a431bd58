package read_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/audit"
)

// keeper is a creature's own mind, and afar an agent that plays the same creature.
var (
	keeper = mcp.Principal{ID: "npc-keeper", Actor: "npc-keeper", Kind: world.GrantNPC, Role: world.RoleGuest, Mind: true}
	afar   = mcp.Principal{
		ID: "g-afar", Actor: "npc-keeper", Grant: "g-afar", Kind: world.GrantNPC, Role: world.RoleGuest, Minded: true,
	}
)

// told is what a creature is told of itself.
type told struct {
	ID   string
	Name string
	Mind struct {
		world.MindSpec
		Relations []struct{ To, Is, Name string } `json:"relations"`
	}
	Round struct {
		Room  string
		Since int
		Way   string
	}
	Ways []struct{ From, Direction, To string }
	Lore []string
	Hour int

	Places []struct{ ID, Name string }
	Folk   []struct {
		ID, Name string
		About    []string
		Rounds   []struct {
			Hour int
			Room string
		}
	}
}

// mindedPort is a port with minds in it, one of which has a secret, and an agent that plays it.
func mindedPort(t *testing.T) *port {
	t.Helper()
	p := newPort(t)
	pack := audit.WardenPack()
	for i := range pack.Mobs {
		if m := &pack.Mobs[i]; m.ID == "keeper" {
			m.Mind.Secrets = []string{"The well is dry."}
			m.Mind.Relations = []world.RelationSpec{{To: "watchman", Is: "brother", Feels: 2}}
			m.Mind.Lines = append(m.Mind.Lines,
				world.LineSpec{On: "answer", About: []string{"whale"}, Mood: "lie", Text: "It had my hat on."},
				world.LineSpec{On: "answer", About: []string{"whale", "hats"}, Text: "I never saw one."},
			)
		}
	}
	p.do(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: pack}})
	p.typed("pc-merla", world.Enter{})
	p.typed("pc-merla", world.MintFor{Body: "npc-keeper", Grant: "g-afar", Label: "afar"})
	return p
}

// A creature with a mind is told what it is like, by its own mind and by an agent that plays it alike.
func TestSelf(t *testing.T) {
	p := mindedPort(t)
	for name, who := range map[string]mcp.Principal{"its own mind": keeper, "an agent that plays it": afar} {
		text, isError := p.call(who, "self", `{}`)
		if isError {
			t.Fatalf("%s: %s", name, text)
		}
		var got told
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		if got.ID != "npc-keeper" || got.Name != "keeper" || len(got.Mind.Gives) != 4 || len(got.Mind.Promises) != 1 ||
			len(got.Mind.Secrets) != 1 || got.Hour != 10 {
			t.Errorf("%s: got %+v", name, got)
		}
		if r := got.Mind.Relations; len(r) != 1 || r[0].Name != "watchman" || r[0].Is != "brother" {
			t.Errorf("%s: relations %+v", name, r)
		}
		if got.Round.Room != "quay" || got.Round.Since != 6 || got.Round.Way != "" {
			t.Errorf("%s: round %+v", name, got.Round)
		}
		all := strings.Join(got.Lore, "\n")
		if !strings.Contains(all, "Quay: Stone.") || strings.Contains(all, "tides: It comes and goes.") ||
			strings.Contains(all, "Arena") {
			t.Errorf("%s: lore %q", name, got.Lore)
		}
		for _, w := range got.Ways {
			if w.To == "arena" || w.To == "strand" {
				t.Errorf("%s: a way that it does not walk: %+v", name, w)
			}
		}
		for _, r := range got.Places {
			if r.ID == "arena" || r.Name == "" {
				t.Errorf("%s: a place that it does not walk: %+v", name, r)
			}
		}
		if len(got.Places) == 0 || len(got.Folk) == 0 || got.Folk[0].ID != "npc-keeper" || len(got.Folk[0].Rounds) == 0 {
			t.Errorf("%s: places %+v, folk %+v", name, got.Places, got.Folk)
		}
		if about := got.Folk[0].About; slices.Contains(about, "whale") || !slices.Contains(about, "hats") {
			t.Errorf("%s: one is sent to %s for %q, a lie among it", name, got.Folk[0].ID, about)
		}
		if len(got.Ways) < 6 {
			t.Errorf("%s: ways %+v", name, got.Ways)
		}
	}
}

// Nobody else is told anything of it, by any tool that reads.
func TestSelfIsNobodyElses(t *testing.T) {
	p := mindedPort(t)
	for name, who := range map[string]mcp.Principal{"an agent in a person": npc, "a narrator": narrator} {
		if text, isError := p.call(who, "self", `{}`); !isError {
			t.Errorf("%s is told %s", name, text)
		}
		for _, c := range []struct{ tool, args string }{
			{"get-canonical-fact", `{"entityId":"npc-keeper"}`}, {"search-lore", `{"query":"well dry keeper"}`},
			{"getRoom", `{"roomId":"quay"}`}, {"listRecentEvents", `{"scopeKey":"loc:quay"}`},
		} {
			if text, _ := p.call(who, c.tool, c.args); strings.Contains(text, "well is dry") {
				t.Errorf("%s is told a secret by %s: %s", name, c.tool, text)
			}
		}
	}
	if text, isError := p.call(mcp.Principal{ID: "x", Actor: "pc-anna", Mind: true}, "self", `{}`); !isError {
		t.Errorf("a mind in a person is told %s", text)
	}
	if text, isError := p.call(keeper, "getRoom", `{"roomId":"market"}`); isError {
		t.Errorf("it does not know where it lives: %s", text)
	}
	if text, isError := p.call(keeper, "getRoom", `{"roomId":"`+string(worldtest.Arena)+`"}`); !isError {
		t.Errorf("it knows where it never was: %s", text)
	}
}

// The tool is there for creatures with minds alone, whatever their ids.
func TestWhoseSelf(t *testing.T) {
	played := map[string]bool{}
	for name, tt := range map[string]struct {
		who  mcp.Principal
		want bool
	}{
		"its own mind": {keeper, true}, "an agent that plays a creature": {afar, true},
		"one whose creature's id is like a person's": {
			mcp.Principal{ID: "g", Actor: "pc-seren", Grant: "g", Kind: world.GrantNPC, Minded: true}, true,
		},
		"one that only plays":  {mcp.Principal{ID: "g", Actor: "pc-seren", Grant: "g", Minded: true}, false},
		"an agent in a person": {npc, false}, "a narrator": {narrator, false},
	} {
		if tt.who.Role == 0 {
			tt.who.Role = world.RolePlayer
		}
		if got := game.EntryAllowed(tt.who, mcp.Entry{Kind: mcp.KindTool, Name: "self"}, played); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
