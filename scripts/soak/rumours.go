package soak

import (
	"slices"
	"sync"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
)

// rumours are where bots believe things and each other to be, so that they do not only grasp at air. Nothing is judged
// by them.
type rumours struct {
	mu sync.Mutex
	at map[string]string   // the place of a relic or of a bot
	in map[string][]string // the relics of a place: a room, a box or a bot
}

func newRumours(p Place) *rumours {
	r := &rumours{at: map[string]string{}, in: map[string][]string{}}
	for i := range p.Relics - unwanted {
		r.put(relicName(i), cellName(i%p.Cells))
	}
	return r
}

// heard takes in what a bot was told that it did itself, in a room.
func (r *rumours) heard(d Deed, room string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch d.Did {
	case Dropped:
		r.put(d.What, room)
	case Put, Gave:
		r.put(d.What, d.To)
	case Took, TookOut:
		r.put(d.What, d.Who)
	case Walked:
		r.at[d.Who] = d.What
	case Said, Told:
	}
}

// put moves a relic.
func (r *rumours) put(what, to string) {
	if what == pebble {
		return
	}
	from := r.at[what]
	if i := slices.Index(r.in[from], what); i >= 0 {
		r.in[from] = slices.Delete(r.in[from], i, i+1)
	}
	r.at[what] = to
	r.in[to] = append(r.in[to], what)
}

// near is one of the few relics that lie longest in a room or in its box; all bots want the same, so that they get in
// each other's way. It is "" if there are none.
func (r *rumours) near(room string, rng *bots.Chance) string {
	const wanted = 4
	r.mu.Lock()
	defer r.mu.Unlock()
	place := room
	if rng.Below(2) == 0 || len(r.in[room]) == 0 {
		place = boxIn(room)
	}
	if few := min(len(r.in[place]), wanted); few > 0 {
		return r.in[place][rng.Below(few)]
	}
	return ""
}

// is reports whether a bot is believed to be in a room.
func (r *rumours) is(name, room string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.at[name] == room
}
