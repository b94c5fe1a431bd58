package planner

import (
	"slices"
	"strings"
)

// facts are those that matter to a search, or that are so.
type facts map[Fact]bool

// of returns which of some facts matter, sorted, and where one is.
func (f facts) of(list []Fact) []Fact {
	out := make([]Fact, 0, len(list))
	for _, one := range list {
		if f[one] || strings.HasPrefix(string(one), placed) {
			out = append(out, one)
		}
	}
	return tidy(out)
}

// relevant chooses the steps that have to do with what is wanted, and returns what matters to them. It is not ok when
// something is wanted that nothing makes so.
func (s *search) relevant(now []Fact, steps []Step) (matters facts, ok bool) {
	adds := map[Fact][]int{} // which steps make something so
	var walks []Step
	for i := range steps {
		if steps[i].to != "" {
			walks = append(walks, steps[i])
			continue
		}
		for _, f := range steps[i].Add {
			adds[f] = append(adds[f], i)
		}
	}
	matters = facts{}
	chosen := make([]bool, len(steps))
	var rooms []string
	for open := slices.Clone(s.want); len(open) > 0; {
		f := open[len(open)-1]
		open = open[:len(open)-1]
		if matters[f] {
			continue
		}
		matters[f] = true
		if room, isPlace := strings.CutPrefix(string(f), placed); isPlace {
			rooms = append(rooms, room)
			open = append(open, standing)
		}
		for _, i := range adds[f] {
			if !chosen[i] {
				chosen[i] = true
				open = append(open, steps[i].Pre...)
			}
		}
	}
	for _, f := range s.want {
		if !slices.Contains(now, f) && len(adds[f]) == 0 && !strings.HasPrefix(string(f), placed) {
			return nil, false
		}
	}
	for i := range steps {
		if chosen[i] {
			s.steps = append(s.steps, steps[i])
		}
	}
	s.ways = measure(walks, rooms)
	for _, room := range rooms {
		s.steps = append(s.steps, goTo(room))
	}
	slices.SortFunc(s.steps, func(a, b Step) int { return strings.Compare(a.name(), b.name()) })
	return matters, true
}

// goTo is going to a room from wherever one is; its cost is that of one step.
func goTo(room string) Step {
	d := Walk("", "to "+room, room)
	d.Pre = []Fact{standing}
	return d
}

// roomOf returns where one is in a situation; "" when that is not known.
func roomOf(list []Fact) string {
	for _, f := range list {
		if room, ok := strings.CutPrefix(string(f), placed); ok {
			return room
		}
	}
	return ""
}

// ways are the walks out of each room, and how many steps it is from each to those where something is to be done.
type ways struct {
	out  map[string][]Step
	dist map[string]map[string]int // by where it leads, then by where from
}

// measure goes backwards from each of some rooms, the nearest first.
func measure(walks []Step, to []string) ways {
	w := ways{out: map[string][]Step{}, dist: map[string]map[string]int{}}
	slices.SortFunc(walks, func(a, b Step) int {
		if c := strings.Compare(a.name(), b.name()); c != 0 {
			return c
		}
		return strings.Compare(a.to, b.to)
	})
	into := map[string][]string{}
	for _, d := range walks {
		w.out[d.from] = append(w.out[d.from], d)
		into[d.to] = append(into[d.to], d.from)
	}
	for _, room := range to {
		dist := map[string]int{room: 0}
		for open := []string{room}; len(open) > 0; open = open[1:] {
			for _, from := range into[open[0]] {
				if _, known := dist[from]; !known && dist[open[0]] < RoomsMost {
					dist[from] = dist[open[0]] + 1
					open = append(open, from)
				}
			}
		}
		w.dist[room] = dist
	}
	return w
}

// distance returns how far it is; 0 when one is there, below it when no way leads there.
func (w ways) distance(from, to string) int {
	if n, ok := w.dist[to][from]; ok {
		return n
	}
	return -1
}

// walk lists the walks from one room to another, of ways that are as long the one by the least names.
func (w ways) walk(from, to string) []Step {
	var out []Step
	for n := w.distance(from, to); n > 0; n-- {
		i := slices.IndexFunc(w.out[from], func(d Step) bool { return w.distance(d.to, to) == n-1 })
		out = append(out, w.out[from][i])
		from = w.out[from][i].to
	}
	return out
}
