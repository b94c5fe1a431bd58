package world_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/smallport"
)

// builtGame is a game in which a wizard edits the content all the time, scripts among it, while people play, and the
// server crashes now and then.
type builtGame struct {
	t      *rapid.T
	j      *worldtest.Judge
	g      *worldtest.Gamer
	pack   world.Pack
	before []string // the content of the pack
	edits  map[string]int
}

// must has an input decided that may not be refused.
func (b *builtGame) must(now world.Time, in world.Input) {
	b.t.Helper()
	if _, r, err := b.j.Do(now, in); r != nil || err != nil {
		b.t.Fatalf("%T: %v %v", in.Action, r, err)
	}
}

// crash takes the world up again as a start would.
func (b *builtGame) crash(now world.Time) {
	b.t.Helper()
	if err := b.j.Crash(); err != nil {
		b.t.Fatal(err)
	}
	b.g.Watch(b.j.State)
	now = max(now, b.j.State.Now)
	b.must(now, host(world.Start{Build: "again", Wall: 1_700_000_000_000 + int64(now)}))
	for _, who := range []world.ActorID{"pc-anna", "pc-merla"} {
		if a := b.j.State.Actors[who]; a != nil {
			if _, _, err := b.j.Do(now, worldtest.Typed(who, world.Enter{})); err != nil {
				b.t.Fatal(err)
			}
		}
	}
}

// step is one thing that happens: an edit, an undo, a crash, or a move of the game.
func (b *builtGame) step(now world.Time) world.Time {
	var err error
	switch b.g.Roll(8) {
	case 0, 1, 2:
		in := worldtest.Typed("pc-merla", b.g.Fill("pc-merla", world.EditContent{}))
		last := b.j.State.LastChange()
		_, _, err = b.j.Do(now, in)
		if ch := b.j.State.Changes[last+1]; ch != nil {
			for _, m := range ch.Now {
				kind, _, _ := strings.Cut(m.Entry, ":")
				b.edits[kind]++
			}
		}
	case 3:
		_, _, err = b.j.Do(now, worldtest.Typed("pc-merla", b.g.Fill("pc-merla", world.UndoChange{})))
	case 4:
		if b.g.Roll(3) == 0 {
			b.crash(now)
		}
	case 5: // what scripts listen to
		who := rapid.SampledFrom([]world.ActorID{"pc-anna", "pc-benno"}).Draw(b.t, "who")
		_, _, err = b.j.Do(now, worldtest.Typed(who, b.g.Fill(who, rapid.SampledFrom([]world.Action{
			world.Say{}, world.Move{}, world.Move{}, world.Take{}, world.Drop{}, world.Give{}, world.Attempt{},
		}).Draw(b.t, "deed"))))
	default:
		now, err = b.g.Play(b.j, now)
	}
	if err != nil {
		b.t.Fatal(err)
	}
	for id, a := range b.j.State.Actors {
		if b.j.State.Rooms[a.Room] == nil {
			b.t.Fatalf("%s stands in %q, which is no room", id, a.Room)
		}
	}
	return now
}

// undo takes back all that was changed, the newest first, as a builder would who clears away what
// is still about; what cannot be taken back before something else is tried again after that.
func (b *builtGame) undo(now world.Time, name string) {
	b.t.Helper()
	b.must(now, host(world.Create{Account: "a-" + world.AccountID(name), Name: name, Role: world.RoleWizard}))
	who := world.ActorID("pc-" + strings.ToLower(name))
	b.must(now, worldtest.Typed(who, world.Enter{}))
	for {
		var left []string
		isLess := false
		for n := b.j.State.LastChange(); n > 0; n-- {
			if ch := b.j.State.Changes[n]; ch.Undone != 0 || ch.Undoes != 0 {
				continue
			}
			b.clearAway(now, who)
			_, r, err := b.j.Do(now, worldtest.Typed(who, world.UndoChange{Change: n}))
			if err != nil {
				b.t.Fatal(err)
			}
			if r == nil {
				isLess = true
			} else {
				left = append(left, r.Text)
			}
		}
		switch {
		case len(left) == 0 && !isLess:
			return
		case !isLess:
			b.t.Fatalf("what was changed cannot be undone: %q", left)
		}
	}
}

// decidesOnce decides as the world does, but that nobody undoes an undoing: then a change is in force as long as it
// says that nothing undid it.
func decidesOnce(s *world.State, now world.Time, in world.Input) (*world.Record, *world.Refusal) {
	if u, is := in.Action.(world.UndoChange); is && s.Changes[u.Change] != nil && s.Changes[u.Change].Undoes != 0 {
		return nil, nil
	}
	return s.Decide(now, in)
}

// told lists the changes in short.
func (b *builtGame) told() string {
	var out strings.Builder
	for n, ch := range world.Ordered(b.j.State.Changes) {
		fmt.Fprintf(&out, "%d undoes %d, undone by %d: %v\n", n, ch.Undoes, ch.Undone, ch.Now)
	}
	return out.String()
}

// clearAway purges what was made of patterns that no pack has.
func (b *builtGame) clearAway(now world.Time, who world.ActorID) {
	for id, it := range world.Ordered(b.j.State.Items) {
		if strings.HasPrefix(string(it.Proto), "built-") && b.j.State.Items[id] != nil {
			b.must(now, worldtest.Typed(who, world.Purge{Item: id}))
		}
	}
	for id, a := range world.Ordered(b.j.State.Actors) {
		if strings.HasPrefix(string(a.Proto), "built-") {
			b.must(now, worldtest.Typed(who, world.Purge{Actor: id}))
		}
	}
}

// TestSimBuilding plays games in which the content is edited all the time, by entries of every kind, edits are undone,
// scripts run, and the server crashes: the world keeps its promises, nobody stands nowhere, and when all is undone the
// content is that of the pack.
func TestSimBuilding(t *testing.T) {
	edits := map[string]int{}
	ran, parked := 0, 0 // that any is parked is chance; TestAFaultParksAScript holds when it is
	rapid.Check(t, func(t *rapid.T) {
		b := builtGame{t: t, j: worldtest.NewJudge(), pack: worldtest.SmallPack(), edits: edits}
		b.j.Decide = decidesOnce
		b.j.DigestEvery, b.j.CutEvery = 20, rapid.IntRange(0, 20).Draw(t, "cut every")
		var now world.Time
		b.g, now = begin(t, b.j)
		smallport.Scripts(&b.pack)
		b.must(now, host(world.ApplyPack{Pack: b.pack}))
		b.g.Keep(&b.pack)
		b.undo(now, "Ilse") // of what a game may begin with
		b.before = contentOf(b.j.State)
		for range gameSteps {
			now = b.step(now)
		}
		for _, r := range b.j.State.Running {
			ran += r.Runs
			if r.Parked != "" {
				parked++
			}
		}
		b.crash(now)
		b.undo(b.j.State.Now, "Jost") // whoever is left of the others
		if got := contentOf(b.j.State); !slices.Equal(got, b.before) {
			t.Fatalf("undone, the content is not as it was: %s\nthe changes are %s", cmp.Diff(b.before, got), b.told())
		}
		if err := b.j.Close(); err != nil {
			t.Fatal(err)
		}
	})
	t.Logf("edited %v; scripts ran %d times, %d were parked", edits, ran, parked)
	if ran == 0 {
		t.Error("no script ever ran")
	}
	if testing.Short() { // few games do not come to all
		return
	}
	for _, kind := range world.EntryKinds() {
		small := worldtest.Small()
		smallHas := len(small.EntryIDs(kind)) > 0
		if edits[kind] == 0 && (smallHas || kind == "script") {
			t.Errorf("no %s was ever edited", kind)
		}
	}
}
