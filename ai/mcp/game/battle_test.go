package game_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// declaring lets agents declare what they do.
func declaring(c *game.Config) { c.More = append(c.More, game.DeclareTool(c.Table)) }

// withRats puts two rats into the vault of the dungeon, and lets agents declare what they do.
func withRats(t *testing.T, pace int) *house {
	t.Helper()
	h := openAt(t, pace, declaring)
	p := dungeon()
	p.Hash = "rats"
	p.Mobs = append(p.Mobs, world.MobSpec{
		ID: "rat", Name: "grey rat", A: "a", Desc: "Wet.", Level: 1, HP: 5, Aggressive: true, Blow: "bite",
		Damage: world.Dice{N: 0, S: 1, P: 1},
	})
	p.Rooms = append(p.Rooms, world.RoomSpec{
		ID: "cellar", Zone: "d", Name: "Cellar", Desc: "Barrels.",
		Exits: []world.ExitSpec{{Dir: world.Up, To: "entrance"}},
	})
	p.Rooms[0].Exits = append(p.Rooms[0].Exits, world.ExitSpec{Dir: world.Down, To: "cellar"})
	p.Spawns = append(p.Spawns,
		world.SpawnSpec{ID: "s-rat-1", Mob: "rat", As: "npc-rat-1", Room: "cellar"},
		world.SpawnSpec{ID: "s-rat-2", Mob: "rat", As: "npc-rat-2", Room: "cellar"},
	)
	h.must(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: p}})
	return h
}

// fighter is an agent that fights as its results advise, and keeps all that it was told.
type fighter struct {
	*agent

	heard  strings.Builder // every result, resource and prompt, as it came over the wire
	kinds  []string        // of the events
	turns  int
	isOver bool
}

func (f *fighter) note(o outcome) outcome {
	f.heard.WriteString(o.Raw + strings.Join(o.Texts, "\n"))
	for _, e := range o.Events {
		f.kinds = append(f.kinds, e.Kind)
		f.isOver = f.isOver || e.Kind == "encounter_ended"
	}
	return o
}

// declares sends one of the actions that a result made ready, as it is.
func (f *fighter) declares(d proposal.Declared) outcome {
	f.h.t.Helper()
	raw, err := json.Marshal(d)
	if err != nil {
		f.h.t.Fatal(err)
	}
	var a args
	if err := json.Unmarshal(raw, &a); err != nil {
		f.h.t.Fatal(err)
	}
	return f.note(f.call("declare", a))
}

// fight goes on until the fight is over: it waits for its turn, and then does the first thing that it may.
func (f *fighter) fight() {
	const most = 500 // turns and waits; it takes some tens
	for n := 0; !f.isOver; n++ {
		if n == most || f.turns >= most {
			f.h.t.Errorf("the fight goes on and on: %d turns", f.turns)
			return
		}
		o := f.note(f.call("events", args{"wait_ms": 5000}))
		for o.Encounter != nil && o.Encounter.YourTurn && !f.isOver && f.turns < most {
			f.turns++
			o = f.declares(o.Encounter.May[0])
			if text, err := f.resource("game://encounter/current"); err == nil {
				f.heard.WriteString(text)
			}
		}
	}
}

// S2-07, S3-03, S3-47, S0-90: agents of both eras of the protocol fight one fight by turns to its end, each by what its
// results tell it; and nothing that either was told gives the dice away.
func TestAgentsFightToTheEnd(t *testing.T) {
	const pace = 4
	h := withRats(t, pace)
	ann, bob := &fighter{agent: h.dial("ann", legacy)}, &fighter{agent: h.dial("bob", modern)}
	for _, f := range []*fighter{ann, bob} {
		f.note(f.ok("look", nil))
		f.note(f.ok("move", args{"direction": "down"}))
	}
	if o := ann.note(ann.call("battle", nil)); o.Encounter == nil || o.Encounter.YourTurn ||
		o.Encounter.May[0].Type != world.ActInitiative {
		t.Fatalf("battle: %q %+v", o.Texts, o.Encounter)
	}
	if o := bob.note(bob.ok("look", nil)); o.Encounter == nil || o.Encounter.You != "" || len(o.Encounter.May) > 0 {
		t.Errorf("a bystander is told %+v", o.Encounter)
	}
	if o := bob.note(bob.ok("command", args{"line": "join ann"})); o.Encounter == nil || o.Encounter.You != "pc-bob" {
		t.Fatalf("join: %q %+v", o.Texts, o.Encounter)
	}
	if _, text, err := bob.prompt("battle_prompt", nil); err != nil || !strings.Contains(text, "npc-rat-1") {
		t.Errorf("battle_prompt: %v %q", err, text)
	}
	ann.declares(proposal.Declared{Type: world.ActInitiative})
	done := make(chan struct{})
	go func() { defer close(done); bob.fight() }()
	ann.fight()
	<-done
	for name, f := range map[string]*fighter{"ann": ann, "bob": bob} {
		for _, kind := range []string{"initiative_rolled", "move_applied", "attack_resolved", "turn_ended"} {
			if !slices.Contains(f.kinds, kind) {
				t.Errorf("%s was never told of %s", name, kind)
			}
		}
		if f.turns == 0 {
			t.Errorf("%s never had a turn", name)
		}
		if text, err := f.resource("game://log/recent"); err == nil {
			f.heard.WriteString(text)
		}
		seeds := readState(h, func(s *world.State) []string {
			out := []string{strconv.FormatUint(s.Seed, 10)}
			for _, e := range s.Encounters {
				out = append(out, strconv.FormatUint(e.Seed, 10), strconv.FormatUint(e.Seed, 16))
			}
			return out
		})
		if len(seeds) != 3 {
			t.Fatalf("%d seeds", len(seeds))
		}
		for _, seed := range seeds[1:] {
			if strings.Contains(f.heard.String(), seed) {
				t.Errorf("%s was told the seed %s", name, seed)
			}
		}
		if strings.Contains(f.heard.String(), "seed") {
			t.Errorf("%s was told of a seed", name)
		}
	}
	won := readState(h, func(s *world.State) world.Side {
		for _, e := range s.Encounters {
			return e.Won
		}
		return ""
	})
	if won != world.SideA {
		t.Errorf("side %q has won", won)
	}
}

// R1, S3-10 to S3-13, S3-20: what is declared is held to the letter, for one's own body, on one's own turn.
func TestDeclare(t *testing.T) {
	h := withRats(t, 0)
	ann := h.dial("ann", modern)
	ann.ok("look", nil)
	refused := func(a args, code world.Code, text string) {
		t.Helper()
		o := ann.call("declare", a)
		if !o.IsError || o.Error == nil || o.Error.Code != string(code) || !strings.Contains(o.Error.Text, text) {
			t.Errorf("%v: %v %+v, want %s %q", a, o.IsError, o.Error, code, text)
		}
		if d := o.Declared; d == nil || d.OK || d.Type != "ACTION_REJECTED" || d.Code != string(code) {
			t.Errorf("%v: declared %+v", a, d)
		}
	}
	step := []args{{"x": 1, "y": 1}}
	refused(args{"type": "ROLL_INITIATIVE"}, world.CodeCombatNotActive, "no fight")
	refused(args{"type": "ATTACK", "attackerId": "pc-ann", "targetId": "npc-rat-1"}, world.CodeCombatNotActive, "")
	ann.ok("move", args{"direction": "down"})
	refused(args{"type": "ATTACK", "attackerId": "pc-ann", "targetId": "npc-rat-1"}, world.CodeCombatNotActive, "")
	ann.ok("battle", nil)
	refused(args{"type": "MOVE", "entityId": "npc-rat-1", "path": step}, world.CodeNotYours, "not yours")
	refused(args{"type": "MOVE", "entityId": "pc-ann", "path": step, "speed": 99}, world.CodeBadValue, "speed")
	refused(args{"type": "MOVE", "entityId": "pc-ann", "path": []args{{"x": 1, "y": 1, "z": 1}}}, world.CodeBadValue, "z")
	refused(args{"type": "MOVE", "entityId": "pc-ann"}, world.CodeBadValue, "path")
	refused(args{"type": "MOVE", "entityId": "pc-ann", "path": []args{}}, world.CodeBadValue, "path")
	refused(args{"type": "ROLL_INITIATIVE", "entityId": "pc-ann"}, world.CodeBadValue, "entityId")
	refused(args{"type": "SETTLE"}, world.CodeBadValue, "Disallowed action type")
	refused(args{"type": "JOIN", "fighter": args{"hp": 999}}, world.CodeBadValue, "Disallowed action type")
	refused(args{"type": "INVALID", "reason": "no"}, world.CodeBadValue, "declined")
	refused(args{"type": 5}, world.CodeBadValue, "type")
	refused(args{}, world.CodeBadValue, "type")
	refused(args{"type": "END_TURN"}, world.CodeCombatNotActive, "")
	where := ann.ok("look", nil).Encounter
	ann.ok("declare", args{"type": "ROLL_INITIATIVE"})
	if o := ann.ok("look", nil); o.Encounter.Summary.Combat.Mode != world.ModeCombat || where.Summary.Combat.Round != 0 {
		t.Errorf("after the roll: %+v", o.Encounter.Summary.Combat)
	}
	refused(args{"type": "ROLL_INITIATIVE"}, world.CodeCombatAlreadyActive, "")
}

// A deed under a key is done once, in a fight too: asked again, it is answered as before, and no second blow falls.
func TestDeclaredOnce(t *testing.T) {
	h := withRats(t, 0)
	ann := h.dial("ann", modern)
	ann.ok("look", nil)
	ann.ok("move", args{"direction": "down"})
	ann.ok("battle", nil)
	key := args{"mudlark/key": "roll-1"}
	first := ann.call("declare", args{"type": "ROLL_INITIATIVE"}, key)
	again := ann.call("declare", args{"type": "ROLL_INITIATIVE"}, key)
	if first.IsError || again.IsError || again.Declared == nil || !again.Declared.OK {
		t.Errorf("first %q, again %q", first.Texts, again.Texts)
	}
	h.restart(declaring)
	ann = h.dial("ann", modern)
	late := ann.call("declare", args{"type": "ROLL_INITIATIVE"}, key)
	if late.IsError || !late.Again || late.Declared == nil || !late.Declared.OK {
		t.Errorf("after a restart: %v %q, declared %+v", late.IsError, late.Texts, late.Declared)
	}
	if other := ann.call("declare", args{"type": "END_TURN"}, key); !other.IsError || other.Error.Code != "key_reused" {
		t.Errorf("another deed under the same key: %+v", other.Error)
	}
}
