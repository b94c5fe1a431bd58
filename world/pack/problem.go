package pack

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

const (
	problemsShownMax = 50     // of each severity: more is scrolling, not help
	problemsKeptMax  = 10_000 // beyond it they are counted only, so that a hostile pack cannot fill the memory
	quoteRunesMax    = 40     // of what somebody wrote, in a message
)

// Severity says whether a problem keeps a pack from being used. The zero value is the stricter one.
type Severity uint8

// The severities.
const (
	Wrong    Severity = iota // the pack cannot be used
	Doubtful                 // the pack can be used, but this is likely not what was meant
)

// Problem is one thing that is wrong or doubtful in a pack.
type Problem struct {
	Severity Severity
	File     string // slash-separated, as the file system names it
	Line     int    // from 1; 0 when the whole file or folder is meant
	What     string // what is wrong
	Meant    string // what was probably meant, or what to do; may be empty
}

// String returns "file:line: what; meant", with "warning: " before what is only doubtful.
func (p Problem) String() string {
	var b strings.Builder
	b.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d", p.Line)
	}
	b.WriteString(": ")
	if p.Severity == Doubtful {
		b.WriteString("warning: ")
	}
	b.WriteString(p.What)
	if p.Meant != "" {
		b.WriteString("; ")
		b.WriteString(p.Meant)
	}
	return b.String()
}

// Problems is what a check found, sorted by file and line. The zero value is a pack without fault.
type Problems struct {
	List   []Problem // at most 50 of each severity
	wrong  int
	doubts int
}

// Counts returns how many problems of each severity there are, also those that List leaves out.
func (p Problems) Counts() (wrong, doubtful int) { return p.wrong, p.doubts }

// Only returns the problems of one severity.
func (p Problems) Only(s Severity) Problems {
	out := Problems{}
	for _, x := range p.List {
		if x.Severity == s {
			out.List = append(out.List, x)
		}
	}
	if s == Wrong {
		out.wrong = p.wrong
	} else {
		out.doubts = p.doubts
	}
	return out
}

// String returns a line for each problem in List and, if List leaves some out, a last line that counts them.
func (p Problems) String() string {
	lines := make([]string, 0, len(p.List)+1)
	for _, x := range p.List {
		lines = append(lines, x.String())
	}
	if more := p.wrong + p.doubts - len(p.List); more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more: %s, %s in all",
			more, counted(p.wrong, "error"), counted(p.doubts, "warning")))
	}
	return strings.Join(lines, "\n")
}

// InvalidError says that a pack cannot be used. Problems holds what is [Wrong], never what is only doubtful.
type InvalidError struct {
	Dir      string
	Problems Problems
}

// Error returns a first line with the count and then a line for each problem.
func (e *InvalidError) Error() string {
	return fmt.Sprintf("pack %s has %s:\n%s", e.Dir, counted(e.Problems.wrong, "error"), e.Problems)
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// problem is a Problem whose suggestion is not yet looked for: that costs time, and only few are shown.
type problem struct {
	severity Severity
	at       site
	what     string
	meant    string
	typed    string
	among    func() []string
}

// report gathers problems.
type report struct {
	found         []problem
	wrong, doubts int
}

func (r *report) add(p problem) {
	p.at = p.at.bare()
	if p.severity == Wrong {
		r.wrong++
	} else {
		r.doubts++
	}
	if len(r.found) < problemsKeptMax || p.severity == Wrong && r.wrong == 1 {
		r.found = append(r.found, p)
	}
}

// fault notes something wrong. what and meant follow Problem; meant may be empty.
func (r *report) fault(at site, what, meant string) { r.add(problem{at: at, what: what, meant: meant}) }

// doubt notes something doubtful.
func (r *report) doubt(at site, what, meant string) {
	r.add(problem{severity: Doubtful, at: at, what: what, meant: meant})
}

// finish sorts what was found and looks for suggestions, for those only that are shown.
func (r *report) finish() Problems {
	slices.SortStableFunc(r.found, func(a, b problem) int {
		return cmp.Or(
			cmp.Compare(a.at.file, b.at.file),
			cmp.Compare(a.at.line(), b.at.line()),
			cmp.Compare(a.severity, b.severity),
			cmp.Compare(a.what, b.what),
		)
	})
	out := Problems{wrong: r.wrong, doubts: r.doubts}
	var shown [Doubtful + 1]int
	for _, p := range r.found {
		if shown[p.severity] == problemsShownMax {
			continue
		}
		shown[p.severity]++
		if p.meant == "" && p.among != nil {
			p.meant = suggest(p.typed, p.among())
		}
		out.List = append(out.List, Problem{
			Severity: p.severity, File: p.at.file, Line: p.at.line(), What: p.what, Meant: p.meant,
		})
	}
	return out
}

const (
	listedMax      = 12 // a set of names this small is shown whole when nothing in it is near
	guessBytesMax  = 64 // longer words are not guessed at: the distance costs their product
	lettersPerSlip = 3  // one slip of the finger is forgiven for so many letters
)

// suggest says which of the names was probably meant, or, if none is near and they are few, which there are.
func suggest(typed string, among []string) string {
	if best := nearest(typed, among); best != "" {
		return fmt.Sprintf("did you mean %q?", best)
	}
	if len(among) > 0 && len(among) <= listedMax {
		return "there are: " + strings.Join(among, ", ")
	}
	return ""
}

// nearest returns the name that typed begins, or else the one fewest slips away, or "" when none is near.
func nearest(typed string, among []string) string {
	typed = strings.ToLower(typed)
	if typed == "" || len(typed) > guessBytesMax {
		return ""
	}
	best, least := "", 1+max(1, len(typed)/lettersPerSlip)
	for _, name := range among {
		n := least
		if strings.HasPrefix(name, typed) {
			n = 1
		} else if len(name) <= guessBytesMax {
			n = distance(typed, name)
		}
		if n < least {
			best, least = name, n
		}
	}
	return best
}

// distance counts the slips between two words: a letter too many, too few, another one, or two swapped
// (optimal string alignment).
func distance(a, b string) int {
	var rows [3][guessBytesMax + 1]int
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		now, last, before := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		now[0] = i
		for j := 1; j <= len(b); j++ {
			miss := 1
			if a[i-1] == b[j-1] {
				miss = 0
			}
			n := min(last[j]+1, now[j-1]+1, last[j-1]+miss)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				n = min(n, before[j-2]+1)
			}
			now[j] = n
		}
	}
	return rows[len(a)%3][len(b)]
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// brief cuts what somebody wrote down to what fits into a message.
func brief(s string) string {
	r := []rune(s)
	if len(r) > quoteRunesMax {
		return string(r[:quoteRunesMax]) + "..."
	}
	return s
}
