package data_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// highWater is a time at which the sea is high, so that every battle can be fought.
const highWater = 50 * world.Minute

// yard is the starter world with a wizard in it, who can be put anywhere.
type yard struct {
	t   *testing.T
	s   *world.State
	now world.Time
	log []world.Event
}

const ann = world.ActorID("pc-ann")

func newYard(t *testing.T) *yard {
	t.Helper()
	const seed = 7
	return newYardOf(t, seed)
}

// newYardOf is a yard whose dice fall otherwise.
func newYardOf(t *testing.T, seed uint64) *yard {
	t.Helper()
	p, _ := lowtide(t)
	y := &yard{t: t, s: world.New(1), now: highWater}
	host := world.Via{Kind: world.ViaHost}
	y.input(world.Input{Via: host, Action: world.Start{Build: "test", Seed: seed}})
	y.input(world.Input{Via: host, Action: world.ApplyPack{Pack: *p}})
	y.input(world.Input{Via: host, Action: world.Create{Name: "Ann", Account: "acct-ann", Role: world.RoleWizard}})
	y.does(world.Enter{})
	y.does(world.SetField{Actor: ann, Field: "hpmax", Value: 4000})
	y.does(world.Restore{Actor: ann})
	return y
}

// input carries something out, which must be allowed and leave the world sound.
func (y *yard) input(in world.Input) {
	y.t.Helper()
	rec, r := y.s.Decide(y.now, in)
	if r != nil {
		y.t.Fatalf("%T %+v: %s", in.Action, in.Action, r.Text)
	}
	for _, n := range rec.Notices {
		y.log = append(y.log, n.Event)
	}
	if err := y.s.Check(); err != nil {
		y.t.Fatal(err)
	}
}

func (y *yard) does(a world.Action) {
	y.t.Helper()
	y.input(world.Input{Actor: ann, Via: world.Via{Kind: world.ViaKeyboard}, Action: a})
}

// conjures puts a thing into Ann's hands.
func (y *yard) conjures(proto world.ProtoID) world.ItemID {
	y.t.Helper()
	y.does(world.Conjure{Item: proto})
	for _, id := range y.s.Index.Held[ann] {
		if y.s.Items[id].Proto == proto {
			return id
		}
	}
	y.t.Fatalf("there is no %s", proto)
	return ""
}

// outwits ends the encounter in which Ann is as its pack says that it can be ended.
func (y *yard) outwits(w world.WitSpec, b *world.BattleSpec) {
	y.t.Helper()
	e := y.s.EncounterOf(ann)
	switch {
	case len(w.Says) > 0:
		y.does(world.Say{Text: "Well, " + strings.Join(w.Says, " and ") + "!"})
	case w.Gives != "":
		foe := e.Fighters[slices.IndexFunc(e.Fighters, func(f world.Fighter) bool { return f.Side == world.SideB })].ID
		y.does(world.Give{Items: []world.ItemID{y.conjures(w.Gives)}, To: foe})
	default:
		y.does(world.RollInitiative{})
		marks, back := drawn(w.Stands, b), drawn("A", b) // a foe who stands on the mark is led away from it
		const most = 3000
		for range most {
			if e = y.s.EncounterOf(ann); e == nil {
				return
			}
			f := e.Fighter(ann)
			if e.Active != ann {
				y.now += world.Second
				y.input(world.Input{Via: world.Via{Kind: world.ViaTimer}, Action: world.Tick{}})
				continue
			}
			for _, at := range append(marks, back...) {
				if way := e.Way(f.At, at); len(way) > 0 {
					y.does(world.March{Path: way[:min(len(way), f.Speed)]})
					break
				}
			}
			if y.s.EncounterOf(ann) != nil {
				y.does(world.EndTurn{})
			}
		}
	}
}

// drawn returns the cells on which a mark is drawn.
func drawn(mark string, b *world.BattleSpec) (out []world.Cell) {
	for y, row := range b.Rows {
		for x := range row {
			if row[x:x+1] == mark {
				out = append(out, world.Cell{X: x, Y: y})
			}
		}
	}
	return out
}

// outwitted is a yard in which Ann ended the battle of a room by a wit: how many stood against her, what she had
// learned before, and where in the log it ended. Whoever has to stand on a mark is not let there by all dice: with some
// the foes stand about her till all are tired, so that a few dice are tried.
func outwitted(t *testing.T, r world.RoomSpec, w world.WitSpec) (y *yard, foes, was, ended int) {
	t.Helper()
	const first, last = 7, 16
	for seed := uint64(first); seed <= last; seed++ {
		y, foes = newYardOf(t, seed), 0
		y.conjures("tarred-torch") // some of it is dark
		y.does(world.Haul{Body: ann, To: r.ID})
		y.does(world.OpenEncounter{})
		for _, f := range y.s.EncounterOf(ann).Fighters {
			if f.Side == world.SideB {
				foes++
			}
		}
		was = y.s.Actors[ann].XP
		y.outwits(w, r.Battle)
		ended = slices.IndexFunc(y.log, func(e world.Event) bool { _, is := e.(world.EncounterEnded); return is })
		if w.Stands == "" || ended >= 0 && y.log[ended].(world.EncounterEnded).How == world.OutcomeSettled {
			break
		}
	}
	return y, foes, was, ended
}

// Every battle can be won by each of its wits, without a blow; who stood against them goes, leaves what
// they had, and teaches as much as if they had been struck down (a brawl, where nobody dies, the first time).
func TestWits(t *testing.T) {
	p, _ := lowtide(t)
	for _, r := range p.Rooms {
		if r.Battle == nil {
			continue
		}
		if len(r.Battle.Wits) < 3 {
			t.Errorf("%s: %d ways to win by wits, want 3", r.ID, len(r.Battle.Wits))
		}
		for i, w := range r.Battle.Wits {
			t.Run(fmt.Sprint(r.ID, " ", i, " ", w.Says, w.Gives, w.Stands), func(t *testing.T) {
				y, foes, was, i := outwitted(t, r, w)
				if i < 0 {
					t.Fatalf("it does not end: %+v", y.s.EncounterOf(ann).Fighters)
				}
				end := y.log[i].(world.EncounterEnded)
				if end.How != world.OutcomeSettled || end.Won != world.SideA || end.Text != w.Text {
					t.Errorf("it ended %+v", end)
				}
				gone := 0
				for _, e := range y.log {
					if _, is := e.(world.MobGone); is {
						gone++
					}
				}
				if !r.Battle.Blunt && (gone != foes || y.s.Actors[ann].XP == was) {
					t.Errorf("%d of %d are gone, and Ann learned %d", gone, foes, y.s.Actors[ann].XP-was)
				}
				if r.Battle.Blunt && (gone != 0 || y.s.Actors[ann].XP == was) {
					t.Errorf("%d are gone after a brawl, and Ann learned %d", gone, y.s.Actors[ann].XP-was)
				}
			})
		}
	}
}
