package peers

import (
	"fmt"
	"strings"
)

// Verdict is what became of a deed.
type Verdict string

// The verdicts.
const (
	Kept    Verdict = "kept"
	Lost    Verdict = "lost"    // the thing is nowhere
	Doubled Verdict = "doubled" // there are more of it than before
	Moved   Verdict = "moved"   // it is elsewhere, as a rule back where it was before
)

// Outcome is what became of one deed in one round.
type Outcome struct {
	Deed    string  `json:"deed"`
	Thing   string  `json:"thing"`
	Verdict Verdict `json:"verdict"`
	After   string  `json:"after"` // where the thing is, in words
}

// Report is what became of a run.
type Report struct {
	Server string      `json:"server"`
	Rounds [][]Outcome `json:"rounds"`
}

// Kept reports whether every deed was kept in every round.
func (r *Report) Kept() bool {
	for _, round := range r.Rounds {
		for _, o := range round {
			if o.Verdict != Kept {
				return false
			}
		}
	}
	return len(r.Rounds) > 0
}

// String says for each deed what became of it, and how often.
func (r *Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, killed with -9 %d times", r.Server, len(r.Rounds))
	if len(r.Rounds) == 0 {
		return b.String()
	}
	for i, first := range r.Rounds[0] {
		counts, order := map[string]int{}, []string{}
		for _, round := range r.Rounds {
			what := fmt.Sprintf("%s (%s)", round[i].Verdict, round[i].After)
			if counts[what]++; counts[what] == 1 {
				order = append(order, what)
			}
		}
		for j, what := range order {
			if len(order) > 1 {
				order[j] = fmt.Sprintf("%d times %s", counts[what], what)
			}
		}
		fmt.Fprintf(&b, "\n  %-32s %s", first.Deed+":", strings.Join(order, "; "))
	}
	return b.String()
}
