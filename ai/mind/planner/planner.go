// Package planner plans: which steps, one after another, make true what somebody wants.
//
// Its one idea: a verb is what must hold before it and what holds after it. First all is left out that has nothing to
// do with what is wanted: backwards from there, steps that make so what is missing, what those need, and no others.
// Ways between rooms are measured once, from each room where something is to be done, and going there is then one
// step. What is left is small, however many people and things stand around, and a search (A*, as in goal-oriented
// action planning) finds the cheapest plan. Knowledge of verbs is in steps.go: a new verb is one more function that
// makes a [Step].
//
// Everything here is a pure function of its arguments; equal ways are told apart by the names of their steps, so the
// same question has the same answer everywhere.
package planner

import (
	"cmp"
	"container/heap"
	"slices"
	"strings"
)

// Limits of one search.
const (
	depthMost = 8    // steps in a plan; going somewhere is one, however many rooms it is
	RoomsMost = 64   // rooms on a way
	nodesMost = 2000 // situations looked at
)

// Fact is something that is so, as words: "at drowned-lantern", "have eel-pie".
type Fact string

// Step is something that can be done.
type Step struct {
	Do   string   // the action's name
	Args []string // name, value, name, value
	Pre  []Fact   // must all be so
	Del  []Fact   // is no longer so afterwards; a fact that ends in a blank stands for all that begin with it
	Add  []Fact   // is so afterwards
	Cost int      // at least 1; less counts as 1

	from, to string // of a walk: rooms
}

// name tells steps apart.
func (d *Step) name() string { return d.Do + " " + strings.Join(d.Args, " ") }

// node is a situation, and how it was come to.
type node struct {
	facts []Fact // sorted
	from  *node
	by    int // the step that led here
	depth int
	cost  int
	rest  int // what it will cost yet, at the least
	made  int // in which order
}

// Plan returns the cheapest steps that make all of want so, in their order; an empty plan when it is so already. It is
// not ok when there is no such plan within the limits.
func Plan(now []Fact, steps []Step, want []Fact) (plan []Step, ok bool) {
	s := search{best: map[string]int{}, want: want, most: 1}
	matters, ok := s.relevant(now, steps)
	if !ok {
		return nil, false
	}
	for i := range s.steps {
		s.most = max(s.most, len(s.steps[i].Add))
	}
	s.push(&node{facts: matters.of(now)})
	for looked := 0; s.open.Len() > 0 && looked < nodesMost; looked++ {
		n, _ := heap.Pop(&s.open).(*node)
		if s.missing(n.facts) == 0 {
			return s.way(n), true
		}
		if n.depth < depthMost && n.cost <= s.best[key(n.facts)] {
			s.expand(n, matters)
		}
	}
	return nil, false
}

type search struct {
	steps []Step
	want  []Fact
	ways  ways
	most  int            // facts that one step can make so
	best  map[string]int // the least cost at which a situation was come to
	open  queue
	made  int
}

// expand adds what can be come to from a situation by one step.
func (s *search) expand(n *node, matters facts) {
	for i := range s.steps {
		d := s.steps[i]
		if !holds(n.facts, d.Pre) {
			continue
		}
		if d.to != "" {
			far := s.ways.distance(roomOf(n.facts), d.to)
			if far < 1 || far > RoomsMost {
				continue
			}
			d.Cost *= far
		}
		next := &node{
			facts: matters.of(d.after(n.facts)), from: n, by: i, depth: n.depth + 1, cost: n.cost + max(d.Cost, 1),
		}
		if old, known := s.best[key(next.facts)]; !known || next.cost < old {
			s.push(next)
		}
	}
}

func (s *search) push(n *node) {
	// A step costs at least one, and makes at most so many facts so: never more than the truth, so the first plan that
	// is found is the cheapest.
	n.rest = (s.missing(n.facts) + s.most - 1) / s.most
	n.made = s.made
	s.made++
	s.best[key(n.facts)] = n.cost
	heap.Push(&s.open, n)
}

func (s *search) missing(facts []Fact) int {
	n := 0
	for _, f := range s.want {
		if _, found := slices.BinarySearch(facts, f); !found {
			n++
		}
	}
	return n
}

// way lists the steps that led to a situation.
func (s *search) way(n *node) []Step {
	out := []Step{}
	for ; n.from != nil; n = n.from {
		d := s.steps[n.by]
		if d.to == "" {
			out = append(out, d)
			continue
		}
		walk := s.ways.walk(roomOf(n.from.facts), d.to)
		slices.Reverse(walk)
		out = append(out, walk...)
	}
	slices.Reverse(out)
	return out
}

// after returns what is so after a step.
func (d *Step) after(facts []Fact) []Fact {
	out := make([]Fact, 0, len(facts)+len(d.Add))
	for _, f := range facts {
		if !slices.ContainsFunc(d.Del, func(gone Fact) bool { return gone.covers(f) }) {
			out = append(out, f)
		}
	}
	return tidy(append(out, d.Add...))
}

// covers reports whether a fact is another one, or the beginning that stands for it.
func (f Fact) covers(other Fact) bool {
	if strings.HasSuffix(string(f), " ") {
		return strings.HasPrefix(string(other), string(f))
	}
	return f == other
}

func holds(facts, all []Fact) bool {
	for _, f := range all {
		if _, found := slices.BinarySearch(facts, f); !found {
			return false
		}
	}
	return true
}

func tidy(facts []Fact) []Fact { return slices.Compact(slices.Sorted(slices.Values(facts))) }

func key(facts []Fact) string {
	var b strings.Builder
	for _, f := range facts {
		b.WriteString(string(f))
		b.WriteByte('\n')
	}
	return b.String()
}

// queue is a heap of situations, the most promising first.
type queue []*node

func (q queue) Len() int      { return len(q) }
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q queue) Less(i, j int) bool {
	a, b := q[i], q[j]
	return cmp.Or(cmp.Compare(a.cost+a.rest, b.cost+b.rest), cmp.Compare(a.rest, b.rest), cmp.Compare(a.made, b.made)) < 0
}

// Push is for container/heap.
func (q *queue) Push(x any) {
	if n, ok := x.(*node); ok {
		*q = append(*q, n)
	}
}

// Pop is for container/heap.
func (q *queue) Pop() any {
	last := len(*q) - 1
	n := (*q)[last]
	*q = (*q)[:last]
	return n
}
