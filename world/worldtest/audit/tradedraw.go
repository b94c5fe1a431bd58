package audit

import (
	"math"

	"github.com/mudlark-mud/mudlark/world"
)

// DrawTrade draws the arguments of a kind of action over a counter, mostly such as make sense where somebody stands;
// nil for other kinds. roll draws a number below n.
func DrawTrade(s *world.State, who world.ActorID, kind world.Action, roll func(n int) int) world.Action {
	d := tradeDrawing{s: s, roll: roll, me: s.Actors[who]}
	if d.me == nil {
		d.me = &world.Actor{}
	}
	switch kind.(type) {
	case world.Buy:
		other, _ := d.creature()
		sells, _ := s.Stock(s.Actors[other])
		return world.Buy{From: other, Item: d.ware(sells)}
	case world.Sell:
		other, _ := d.creature()
		return world.Sell{To: other, Items: d.held()}
	case world.Haggle:
		other, _ := d.creature()
		sells, _ := s.Stock(s.Actors[other])
		if held := d.held(); roll(2) == 0 && len(held) > 0 {
			return world.Haggle{To: other, Item: held[0], Coins: d.coins()}
		}
		return world.Haggle{To: other, Ware: d.ware(sells), Coins: d.coins()}
	case world.Study:
		other, mind := d.creature()
		return world.Study{From: other, Lesson: d.lesson(mind)}
	case world.Quote:
		mind := d.mind(d.me)
		if roll(2) == 0 {
			return world.Quote{To: d.person(), Item: d.ware(mind.Sells), Coins: d.coins(), Sell: true}
		}
		return world.Quote{To: d.person(), Item: d.ware(mind.Buys), Coins: d.coins()}
	case world.Teach:
		return world.Teach{To: d.person(), Lesson: d.lesson(d.mind(d.me))}
	case world.Promise:
		mind := d.mind(d.me)
		if len(mind.Promises) == 0 || roll(8) == 0 {
			return world.Promise{To: d.person(), Promise: "the-moon"}
		}
		return world.Promise{To: d.person(), Promise: mind.Promises[roll(len(mind.Promises))].ID}
	default: // of another topic
		return nil
	}
}

type tradeDrawing struct {
	s    *world.State
	roll func(n int) int
	me   *world.Actor
}

func (d tradeDrawing) mind(a *world.Actor) *world.MindSpec {
	if m := d.s.Minded(a); m != nil {
		return m
	}
	return &world.MindSpec{}
}

// near draws somebody where the drawer stands, and whether it was to be somebody's own.
func (d tradeDrawing) near(fits func(*world.Actor) bool) world.ActorID {
	var out []world.ActorID
	for _, id := range d.s.Index.Present[d.me.Room] {
		if fits(d.s.Actors[id]) {
			out = append(out, id)
		}
	}
	if len(out) == 0 || d.roll(12) == 0 {
		return "npc-nobody"
	}
	return out[d.roll(len(out))]
}

func (d tradeDrawing) creature() (world.ActorID, *world.MindSpec) {
	id := d.near(func(a *world.Actor) bool {
		return d.s.Minded(a) != nil || d.s.Trades(a) || !a.Player() && d.roll(6) == 0
	})
	return id, d.mind(d.s.Actors[id])
}

func (d tradeDrawing) person() world.ActorID { return d.near((*world.Actor).Player) }

func (d tradeDrawing) ware(list []world.WareSpec) world.ProtoID {
	if len(list) == 0 || d.roll(8) == 0 {
		return "anvil"
	}
	return list[d.roll(len(list))].Item
}

func (d tradeDrawing) lesson(m *world.MindSpec) string {
	if len(m.Teaches) == 0 || d.roll(8) == 0 {
		return "alchemy"
	}
	return m.Teaches[d.roll(len(m.Teaches))].ID
}

func (d tradeDrawing) held() []world.ItemID {
	held := d.s.Index.Held[d.me.ID]
	if len(held) == 0 {
		return []world.ItemID{"no-thing"}
	}
	at := d.roll(len(held))
	return append([]world.ItemID(nil), held[at:min(at+2, len(held))]...)
}

func (d tradeDrawing) coins() int {
	if d.roll(10) == 0 {
		return []int{-1, 0, math.MaxInt32, math.MaxInt >> 1}[d.roll(4)]
	}
	return d.roll(24)
}
