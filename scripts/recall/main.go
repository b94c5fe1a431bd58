// Command recall measures how well memories are found: on LoCoMo, a public set of long conversations with questions
// whose answers' places are known (snap-research/locomo, data/locomo10.zip; it has no licence, so it is fetched by
// whoever measures and is no part of this repository).
//
// Its one idea: the same questions are put to plain BM25, to BM25 over stems, and to package search as minds use it,
// and the same figures are printed of each. The plain ones are written here anew, in fractions, so that what is
// measured is not also the measure.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/ai/memory/search"
)

// evenings is how many are played.
const evenings = 5

func main() {
	if err := run(os.Args[1:], evenings, os.Stdout); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "recall:", err)
		os.Exit(1)
	}
}

func run(args []string, evenings uint64, out io.Writer) error {
	if len(args) > 1 {
		return errors.New("usage: recall [locomo10.zip]")
	}
	var played []talk
	for seed := range evenings {
		e, err := playEvening(seed + 1)
		if err != nil {
			return err
		}
		played = append(played, e.talk())
	}
	say(out, "Evenings in the tavern", played, eveningKinds())
	l, err := lantern()
	if err != nil {
		return err
	}
	say(out, "An evening of people, asked about in other words", []talk{l}, [6]string{})
	if len(args) == 0 {
		return nil
	}
	talks, err := readZip(args[0])
	if err != nil {
		return err
	}
	say(out, "LoCoMo", talks, kinds())
	return nil
}

// say measures all methods and prints what came of it.
func say(out io.Writer, set string, talks []talk, kinds [6]string) {
	questions, turns := 0, 0
	for _, t := range talks {
		questions += len(t.questions)
		turns += len(t.turns)
	}
	tell := func(format string, values ...any) { _, _ = fmt.Fprintf(out, format, values...) }
	tell("%s: %d conversations, %d turns, %d questions with known places\n\n", set, len(talks), turns, questions)
	tell("%-28s  R@5   R@10  R@20  MRR   per question\n", "")
	for _, m := range methods() {
		if m.isMind && talks[0].recall == nil {
			continue
		}
		began := time.Now()
		f := measure(talks, m)
		each := time.Since(began) / time.Duration(questions)
		tell("%-28s  %s  %s\n", m.name, f.of(0).figures(), each.Round(time.Microsecond))
		for kind, name := range kinds {
			if g := f.of(kind); m.isOurs && kind > 0 && g.n > 0 {
				tell("  %-26s  %s  (%d)\n", name, g.figures(), g.n)
			}
		}
	}
	tell("\n")
}

// method finds the best turns of a talk for each of its questions.
type method struct {
	name   string
	isOurs bool // its figures are told for each kind of question
	isMind bool // it is measured where somebody remembers
	open   func(t talk) func(question string, most int) []int
}

func methods() []method {
	return []method{
		{name: "BM25, words", open: func(t talk) func(string, int) []int { return plainIndex(t, words) }},
		{name: "BM25, stems", open: func(t talk) func(string, int) []int { return plainIndex(t, stems) }},
		{name: "ours, turn by turn", open: func(t talk) func(string, int) []int { return ourIndex(t, false) }},
		{name: "ours", isOurs: true, open: func(t talk) func(string, int) []int { return ourIndex(t, true) }},
		{name: "a mind's memory", isMind: true, isOurs: true, open: func(t talk) func(string, int) []int { return t.recall }},
	}
}

func ourIndex(t talk, isJoined bool) func(string, int) []int {
	x := &search.Index[int]{}
	for i, u := range t.turns {
		x.Add(i, u.text)
	}
	q := search.Query[int]{}
	if isJoined {
		q.Next = func(a, b int) bool { return t.turns[a].session == t.turns[b].session }
	}
	return func(question string, most int) (out []int) {
		q.Text, q.Most = question, most
		for _, h := range x.Find(q) {
			out = append(out, h.ID)
		}
		return out
	}
}

// score is how well a question's places were found.
type score struct {
	kind    int
	at      [3]float64 // share of its places among the first 5, 10, 20
	inverse float64    // of the rank of the first of them
}

type scores []score

func depths() [3]int { return [3]int{5, 10, 20} }

const rankMost = 100 // a first place beyond this counts as not found

func measure(talks []talk, m method) scores {
	var out scores
	for _, t := range talks {
		find := m.open(t)
		for _, q := range t.questions {
			s := score{kind: q.kind}
			for rank, i := range find(q.text, rankMost) {
				if !q.places[t.turns[i].id] {
					continue
				}
				if s.inverse == 0 {
					s.inverse = 1 / float64(rank+1)
				}
				for d, depth := range depths() {
					if rank < depth {
						s.at[d] += 1 / float64(len(q.places))
					}
				}
			}
			out = append(out, s)
		}
	}
	return out
}

// mean is what several questions come to.
type mean struct {
	score
	n int
}

func (s scores) of(kind int) mean {
	var out mean
	for _, q := range s {
		if kind != 0 && q.kind != kind {
			continue
		}
		out.n++
		out.inverse += q.inverse
		for d := range q.at {
			out.at[d] += q.at[d]
		}
	}
	return out
}

func (m mean) figures() string {
	n := float64(m.n)
	parts := []string{}
	for _, v := range []float64{m.at[0], m.at[1], m.at[2], m.inverse} {
		parts = append(parts, fmt.Sprintf("%.3f", v/n))
	}
	return strings.Join(parts, " ")
}
