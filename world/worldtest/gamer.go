package worldtest

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world"
)

// Gamer draws random inputs for the small world: mostly such as make sense where somebody stands, some that are wild.
type Gamer struct {
	t    *rapid.T
	s    *world.State
	pack int // how often the pack was changed
	kept *world.Pack
	past []world.BringBack
}

// NewGamer returns a gamer that draws from t and looks at s.
func NewGamer(t *rapid.T, s *world.State) *Gamer { return &Gamer{t: t, s: s} }

// Keep makes the gamer apply this pack whenever it applies one, so that what content there is, is edited alone.
func (g *Gamer) Keep(p *world.Pack) { g.kept = p }

// Watch makes the gamer look at another state from now on.
func (g *Gamer) Watch(s *world.State) { g.s = s }

// Roll draws a number below n, each as likely as the next.
func (g *Gamer) Roll(n int) int { return g.index("roll", n) }

// oneIn is true once in so many draws.
func (g *Gamer) oneIn(n int) bool { return g.index("one in", n) == n-1 }

func (g *Gamer) index(what string, n int) int { return index(g.t, what, n) }

// index draws a number below n, each as likely as the next: rapid's own ranges favour the ends, and then nobody ever
// finds the way to the door at the end of the list.
func index(t *rapid.T, what string, n int) int {
	const spare = 3 // bits, so that the remainder is nearly fair
	return rapid.Custom(func(t *rapid.T) int {
		v := 0
		for range bits.Len(uint(n)) + spare {
			v <<= 1
			if rapid.Bool().Draw(t, "bit") {
				v++
			}
		}
		return v % n
	}).Draw(t, what)
}

// pick draws one of a list, or the zero value of an empty one.
func pick[V any](g *Gamer, what string, list []V) V {
	if len(list) == 0 {
		var zero V
		return zero
	}
	return list[g.index(what, len(list))]
}

func keys[K ~string, V any](m map[K]V) []K {
	out := make([]K, 0, len(m))
	for k := range world.Ordered(m) {
		out = append(out, k)
	}
	return out
}

// Wait draws how long nothing happens: mostly moments, sometimes minutes, seldom hours.
func (g *Gamer) Wait() world.Time {
	waits := []world.Time{
		0, 1, 90, 400, world.Second, 2 * world.Second, 3 * world.Second, 3100, 5 * world.Second, 20 * world.Second,
		world.Minute, 6 * world.Minute, 11 * world.Minute, world.GameDay / 8, world.GameDay, 61 * world.Minute,
	}
	n := len(waits)
	if !g.oneIn(3) {
		n -= 6
	}
	return pick(g, "wait", waits[:n])
}

// Input draws an input.
func (g *Gamer) Input() world.Input {
	g.remember()
	if g.oneIn(14) {
		return g.hosted()
	}
	if g.oneIn(12) {
		return g.housed()
	}
	who := g.somebody()
	in := world.Input{Actor: who, Via: g.via(who)}
	in.Action = g.action(who)
	return in
}

// Scatter draws how a game begins: a wizard conjures things for people and sends them about.
func (g *Gamer) Scatter(wizard world.ActorID, people []world.ActorID) []world.Input {
	var out []world.Input
	useful := []world.ProtoID{
		"brass-key", "iron-key", "pearl", "pouch", "stone", "coat", "knife", "lamp", "cap", "helmet", "box",
	}
	made := g.s.Made
	for _, who := range people {
		for range g.index("gifts", 6) {
			proto := pick(g, "gift", useful)
			made++
			thing := world.ItemID(string(proto) + "-" + strconv.FormatUint(made, 10))
			made++ // giving counts as well
			out = append(out, Typed(wizard, world.Conjure{Item: proto}),
				Typed(wizard, world.Give{Items: []world.ItemID{thing}, To: who}))
		}
	}
	for _, who := range append(people, wizard) {
		if to := pick(g, "sent to", []world.RoomID{Quay, Market, Market, Store, Arena, Cave, Strand}); to != Quay {
			out = append(out, Typed(wizard, world.Haul{Body: who, To: to}))
			if open := g.offered(to); len(open) > 0 {
				out = append(out, Typed(who, world.AcceptQuest{Quest: pick(g, "quest", open)}))
			}
		}
	}
	return out
}

// offered lists the quests that anybody may take on in a room.
func (g *Gamer) offered(room world.RoomID) (open []world.QuestID) {
	for id, q := range world.Ordered(g.s.Quests) {
		if q.Room == room && len(q.After) == 0 {
			open = append(open, id)
		}
	}
	return open
}

// hosted is what the daemon asks.
func (g *Gamer) hosted() world.Input {
	in := world.Input{Via: world.Via{Kind: world.ViaHost}}
	switch g.index("asked by the daemon", 11) {
	case 0:
		in.Action = world.Start{Build: g.text(), Wall: int64(g.index("wall", 1<<20)) << 20}
	case 1:
		in.Action = g.applied()
	case 2, 3:
		in.Action = world.Create{
			Account: pick(g, "account", []world.AccountID{"", "", "a-1", "a-2"}),
			Name: pick(g, "name", []string{
				"Ann", "ben", "CLEM", "Dora", "Edwin", "fay", "x", "keeper", "a\x00b", "Überlang",
			}),
			Role: world.Role(g.index("role", 7)),
		}
	case 10:
		in.Action = g.Fill("", world.Embody{})
	case 4, 5:
		in.Action = world.Sever{Body: g.somebody()}
	case 6:
		in.Action = world.Tick{}
		in.Via.Kind = world.ViaTimer
	default:
		in.Actor = pick(g, "as", []world.ActorID{"", g.somebody()})
		in.Action = g.action(in.Actor)
	}
	return in
}

// via draws a door, mostly one that fits.
func (g *Gamer) via(who world.ActorID) world.Via {
	a := g.s.Actors[who]
	switch {
	case g.oneIn(12):
		v := world.Via{By: g.somebody(), Kind: pick(g, "via", []world.ViaKind{
			world.ViaKeyboard, world.ViaGrant, world.ViaMind, world.ViaScript, world.ViaForce, world.ViaTable, "", "odd",
		}), Key: pick(g, "key", []world.KeySum{"", "k-1", "k-2"}), Sum: pick(g, "sum", []world.KeySum{"", "s-1", "s-2"})}
		v.Told = g.oneIn(2)
		v.Grant = pick(g, "grant", append(keys(g.s.Grants), "no-grant", "\xff"))
		return v
	case a != nil && len(g.s.GrantsOf(who)) > 0 && g.oneIn(4):
		return world.Via{Kind: world.ViaGrant, Grant: g.s.GrantsOf(who)[0].ID}
	case a != nil && !a.Player():
		return world.Via{Kind: pick(g, "mind", []world.ViaKind{world.ViaMind, world.ViaScript})}
	}
	return world.Via{Kind: world.ViaKeyboard}
}

// somebody draws a body: mostly a player's, sometimes a creature's, seldom one that is not there.
func (g *Gamer) somebody() world.ActorID {
	if g.oneIn(20) {
		return pick(g, "nobody", []world.ActorID{"", "pc-nobody", "npc-rat-999", "\xff\xfe"})
	}
	var players, creatures []world.ActorID
	for id, a := range world.Ordered(g.s.Actors) {
		if a.Player() {
			players = append(players, id)
		} else {
			creatures = append(creatures, id)
		}
	}
	if len(players) == 0 || g.oneIn(5) {
		return pick(g, "creature", creatures)
	}
	return pick(g, "player", players)
}

// near draws somebody in the same room, mostly.
func (g *Gamer) near(who world.ActorID) world.ActorID {
	if a := g.s.Actors[who]; a != nil && !g.oneIn(6) {
		return pick(g, "near", g.s.Index.Present[a.Room])
	}
	return g.somebody()
}

// things draws a few things: held, in the room, or any.
func (g *Gamer) things(from []world.ItemID) []world.ItemID {
	if g.oneIn(15) {
		return pick(g, "odd list", [][]world.ItemID{nil, {"no-thing"}, {"\xff"}, slices.Repeat([]world.ItemID{"x"}, 101)})
	}
	var out []world.ItemID
	for range 1 + g.index("how many", 3) {
		if g.oneIn(10) {
			out = append(out, pick(g, "any thing", keys(g.s.Items)))
			continue
		}
		out = append(out, pick(g, "thing", from))
	}
	return out
}

func (g *Gamer) held(who world.ActorID) []world.ItemID { return g.s.Index.Held[who] }

func (g *Gamer) floor(who world.ActorID) []world.ItemID {
	if a := g.s.Actors[who]; a != nil {
		return g.s.Index.Floor[a.Room]
	}
	return nil
}

// vessel draws a container in reach, mostly.
func (g *Gamer) vessel(who world.ActorID) world.ItemID {
	var out []world.ItemID
	for _, id := range append(slices.Clone(g.held(who)), g.floor(who)...) {
		if g.s.Spec(g.s.Items[id]).Holds != nil {
			out = append(out, id)
		}
	}
	if g.oneIn(8) {
		return pick(g, "any vessel", keys(g.s.Items))
	}
	return pick(g, "vessel", out)
}

// text draws words, good and bad.
func (g *Gamer) text() string {
	return pick(g, "text", []string{
		"hello", "The tide turns.", "smiles", "", " ", "\x1b[31mred\x07", "bad \xff\xfe bytes", "\u202eright to left",
		"naïve café 你好", strings.Repeat("long ", 500), "a\nb\tc", strings.Repeat("\x01", 9000),
	})
}

// applied draws how a changed pack is applied: whole, or one part of it, in whatever order.
func (g *Gamer) applied() world.ApplyPack {
	const partBytes = 1500
	if g.kept != nil {
		return world.ApplyPack{Pack: *g.kept}
	}
	p := g.changed()
	if parts := g.s.Parts(&p, partBytes); len(parts) > 0 && g.oneIn(3) {
		return pick(g, "part", parts)
	}
	return world.ApplyPack{Pack: p}
}

// changed draws a changed pack: rooms withdrawn, a door, a quest or a spawn rule changed.
func (g *Gamer) changed() world.Pack {
	p := SmallPack()
	g.pack++
	p.Hash = strings.Repeat("h", g.pack)
	if g.oneIn(3) {
		return p
	}
	switch g.index("pack change", 8) {
	case 7:
		p.Tables = pick(g, "tables", [][]world.TableSpec{nil, p.Tables[1:], p.Tables[:1]})
		if len(p.Tables) > 0 {
			p.Tables[0].Room = pick(g, "table room", []world.RoomID{Quay, Market, Arena, "nowhere"})
		}
	case 0:
		gone := pick(g, "withdrawn", []world.RoomID{Arena, Cave, Loft, Market, Strand})
		p.Rooms = slices.DeleteFunc(p.Rooms, func(r world.RoomSpec) bool { return r.ID == gone })
	case 1:
		p.Doors[0].Closed, p.Doors[0].Locked = false, false
		p.Doors = p.Doors[:1]
	case 2:
		p.Quests[0].Needs = append(p.Quests[0].Needs, world.NeedSpec{Slay: "rat"}, world.NeedSpec{Find: "pearl", Count: 2})
		p.Quests[2].Needs = append(p.Quests[2].Needs, world.NeedSpec{Slay: "crab"})
	case 3:
		p.Items, p.Mobs, p.Socials, p.Help = p.Items[4:], p.Mobs[:2], nil, nil
	case 4:
		p.Spawns = p.Spawns[:8]
		p.Quests = p.Quests[1:]
	case 5:
		p.Start = pick(g, "start", []world.RoomID{Market, "nowhere", ""})
	default:
		p.ID = "another"
	}
	return p
}
