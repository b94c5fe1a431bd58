package data_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/script"
)

// works is the starter world with scripts in it, and people at its wheels.
type works struct{ *yard }

// newWorks lets people into the Sluices at low water.
func newWorks(t *testing.T, names ...string) works {
	t.Helper()
	w := works{yard: newYard(t)}
	w.s.Scripter = script.NewEngine()
	for w.now.Tide() != world.TideLow {
		w.now += world.Minute
	}
	w.passes(world.Second)
	host := world.Via{Kind: world.ViaHost}
	for _, name := range names {
		account := world.AccountID("acct-" + strings.ToLower(name))
		w.input(world.Input{Via: host, Action: world.Create{Name: name, Account: account, Role: world.RolePlayer}})
		w.by(pc(name), world.Enter{})
	}
	return w
}

func pc(name string) world.ActorID { return world.ActorID("pc-" + strings.ToLower(name)) }

// by lets somebody do something, and what scripts put off for a moment happen.
func (w works) by(who world.ActorID, a world.Action) {
	w.t.Helper()
	w.input(world.Input{Actor: who, Via: world.Via{Kind: world.ViaKeyboard}, Action: a})
	w.passes(2 * world.Second)
}

// passes lets time pass.
func (w works) passes(d world.Time) {
	w.t.Helper()
	for end := w.now + d; w.now < end; w.now += world.Second {
		rec, r := w.s.Decide(w.now, world.Input{Via: world.Via{Kind: world.ViaTimer}, Action: world.Tick{}})
		if r != nil {
			w.t.Fatal(r.Text)
		}
		if rec == nil {
			continue
		}
		for _, n := range rec.Notices {
			w.log = append(w.log, n.Event)
		}
	}
}

// stands puts somebody into a room, without a step.
func (w works) stands(who world.ActorID, room world.RoomID) {
	w.t.Helper()
	w.by(ann, world.Haul{Body: who, To: room})
}

// turns has somebody turn the wheel where they stand.
func (w works) turns(who world.ActorID) { w.by(who, world.Attempt{Word: "turn", Rest: "wheel"}) }

// has reports how many things of a pattern somebody carries.
func (w works) has(who world.ActorID, proto world.ProtoID) (n int) {
	for _, id := range w.s.Index.Held[who] {
		if w.s.Items[id].Proto == proto {
			n++
		}
	}
	return n
}

// tally is a tally of the gate that lies in the court.
func (w works) tally() world.ItemID {
	w.t.Helper()
	floor := w.s.Index.Floor["sl-court"]
	i := slices.IndexFunc(floor, func(id world.ItemID) bool { return w.s.Items[id].Proto == "sl-tally-gate" })
	if i < 0 {
		w.t.Fatal("no tally lies in the court")
	}
	return floor[i]
}

// A wheel is held by whoever stands at it, and by nobody who was taken from it; a gate that two lift gives each of them
// a tally, and three to those who come with them, one apiece.
func TestAGateIsLiftedByTwo(t *testing.T) {
	w := newWorks(t, "Rill", "Orm", "Tansy")
	rill, orm, tansy := pc("Rill"), pc("Orm"), pc("Tansy")
	w.stands(rill, "sl-one")
	w.stands(orm, "sl-four")
	w.turns(rill)
	w.stands(rill, "sl-walk")
	w.stands(tansy, "sl-one")
	w.turns(orm)
	if gate := w.s.Doors["sl-gate"]; !gate.Shut || w.has(orm, "sl-tally-gate") != 0 {
		t.Fatal("one of those who lift it is not there, and the gate is open")
	}
	w.stands(tansy, "sl-court")
	w.stands(orm, "sl-far")
	w.by(rill, world.Move{Dir: "south"})
	w.by(rill, world.Move{Dir: "north"})
	w.input(world.Input{Actor: rill, Via: world.Via{Kind: world.ViaKeyboard}, Action: world.Move{Dir: "south"}})
	w.turns(rill) // before the scripts of that room have seen who came
	w.passes(5 * world.Second)
	w.stands(orm, "sl-four")
	w.turns(orm)
	if gate := w.s.Doors["sl-gate"]; gate.Shut {
		t.Fatal("both are there, and the gate is shut")
	}
	for _, who := range []world.ActorID{rill, orm} {
		if n := w.has(who, "sl-tally-gate"); n != 1 {
			t.Errorf("%s has %d tallies, and lifted", who, n)
		}
	}
	w.by(tansy, world.Take{Items: []world.ItemID{w.tally()}})
	if w.has(tansy, "sl-tally-gate") != 1 {
		t.Error("who came with them has none")
	}
	in := world.Input{
		Actor: tansy, Via: world.Via{Kind: world.ViaKeyboard}, Action: world.Take{Items: []world.ItemID{w.tally()}},
	}
	if _, r := w.s.Decide(w.now, in); r == nil {
		t.Error("somebody takes a second")
	}
}

// A hand on its round strikes at whoever carries no card, and at nobody else.
func TestAHandOnItsRoundReadsCards(t *testing.T) {
	for _, card := range []bool{false, true} {
		w := newWorks(t, "Rill")
		rill := pc("Rill")
		if card {
			w.does(world.Give{Items: []world.ItemID{w.conjures("sl-clock-card")}, To: rill})
		}
		i := slices.IndexFunc(w.log, func(e world.Event) bool {
			made, is := e.(world.MobMade)
			return is && made.Proto == "sl-rounds-hand"
		})
		hand := w.log[i].(world.MobMade).Actor
		w.stands(rill, w.s.Actors[hand].Room)
		w.passes(5 * world.Second)
		if got := w.s.Actors[hand].Fighting == rill; got == card {
			t.Errorf("with a card %v, and it strikes: %v", card, got)
		}
	}
}

// Who is one room behind when the ninth keeper is told has seen him to his bed as well.
func TestTheGroupSeesTheKeeperToHisBed(t *testing.T) {
	w := newWorks(t, "Rill", "Orm", "Tansy")
	rill, orm, tansy := pc("Rill"), pc("Orm"), pc("Tansy")
	for _, who := range []world.ActorID{orm, tansy} {
		w.by(rill, world.PartyInvite{Who: who})
		w.by(who, world.PartyJoin{})
	}
	for _, who := range []world.ActorID{rill, orm, tansy} {
		w.s.Actors[who].Quests = map[world.QuestID]world.QuestRun{
			"sl-night-shift": {Stage: world.QuestActive, Found: []bool{true, true, false}},
		}
	}
	w.stands(orm, "sl-ninth")
	w.stands(tansy, "sl-bells")
	gate := w.s.Doors["sl-ninth-gate"]
	gate.Shut, gate.Bolt = false, false
	w.stands(rill, "sl-ninth")
	w.by(rill, world.Say{Text: "All nine."})
	for _, who := range []world.ActorID{rill, orm, tansy} {
		if run := w.s.Actors[who].Quests["sl-night-shift"]; !run.Found[2] {
			t.Errorf("%s: %+v", who, run)
		}
	}
}
