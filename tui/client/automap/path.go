package automap

import (
	"cmp"
	"slices"
	"strings"
)

// foundMax is how many rooms Find returns.
const foundMax = 50

// Path returns the fewest steps from here to a room, through exits that are known to lead somewhere. An empty path is
// the way to where one is.
func (a *Atlas) Path(to string) ([]string, bool) {
	legs, ok := a.legs(to)
	dirs := make([]string, 0, len(legs))
	for _, l := range legs {
		dirs = append(dirs, l.dir)
	}
	return dirs, ok
}

// leg is one step of a path and where it leads.
type leg struct{ dir, to string }

func (a *Atlas) legs(to string) ([]leg, bool) {
	if a.here == nil || a.rooms[to] == nil {
		return nil, false
	}
	type arrival struct {
		leg
		from string
	}
	reached := map[string]arrival{a.here.ID: {}}
	queue := []*Room{a.here}
	for len(queue) > 0 && reached[to] == (arrival{}) && to != a.here.ID {
		r := queue[0]
		queue = queue[1:]
		for _, x := range r.Exits {
			next := a.rooms[x.To]
			if _, isOld := reached[x.To]; next == nil || isOld {
				continue
			}
			reached[x.To] = arrival{leg{x.Dir, x.To}, r.ID}
			queue = append(queue, next)
		}
	}
	if _, ok := reached[to]; !ok {
		return nil, false
	}
	var out []leg
	for id := to; id != a.here.ID; id = reached[id].from {
		out = append(out, reached[id].leg)
	}
	slices.Reverse(out)
	return out, true
}

// Found is a room that was looked for.
type Found struct {
	Room
	Steps int // how far it is; -1 when no way is known
}

// Find returns the rooms whose name and area have all the words in them, whatever their capitals: the one that is
// called so, then those whose words begin so, then the rest; of each the nearest first.
func (a *Atlas) Find(words string) []Found {
	wanted := strings.Fields(strings.ToLower(words))
	if len(wanted) == 0 {
		return nil
	}
	far := a.distances()
	var out []Found
	fits := map[string]int{}
	for id, r := range a.rooms {
		text := strings.ToLower(r.Name + " " + r.Area)
		if slices.ContainsFunc(wanted, func(w string) bool { return !strings.Contains(text, w) }) {
			continue
		}
		steps, ok := far[id]
		if !ok {
			steps = -1
		}
		out = append(out, Found{*r, steps})
		fits[id] = fit(strings.Fields(text), wanted, strings.EqualFold(r.Name, strings.Join(wanted, " ")))
	}
	slices.SortFunc(out, func(x, y Found) int {
		return cmp.Or(cmp.Compare(fits[x.ID], fits[y.ID]), cmp.Compare(uint(x.Steps), uint(y.Steps)), // no way is the longest
			cmp.Compare(x.Name, y.Name), cmp.Compare(x.ID, y.ID))
	})
	return out[:min(len(out), foundMax)]
}

// fit is how well a place answers to words that are in it somewhere: 0 is its name, 1 that each begins a word of it
// ("row" is Lantern Row rather than The Drowned Lantern), 2 the rest.
func fit(text, wanted []string, isNamed bool) int {
	if isNamed {
		return 0
	}
	for _, w := range wanted {
		if !slices.ContainsFunc(text, func(t string) bool { return strings.HasPrefix(t, w) }) {
			return 2
		}
	}
	return 1
}

// distances returns how many steps away each room is that a way is known to.
func (a *Atlas) distances() map[string]int {
	if a.here == nil {
		return nil
	}
	far := map[string]int{a.here.ID: 0}
	for queue := []*Room{a.here}; len(queue) > 0; queue = queue[1:] {
		for _, x := range queue[0].Exits {
			if next := a.rooms[x.To]; next != nil {
				if _, isOld := far[x.To]; !isOld {
					far[x.To] = far[queue[0].ID] + 1
					queue = append(queue, next)
				}
			}
		}
	}
	return far
}
