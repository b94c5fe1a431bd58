package pack

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

const (
	problemsInError = 50     // mudlark check shows them all
	doubtsShownMax  = 50     // more is scrolling, not help; what is wrong is shown whole
	problemsKeptMax = 10_000 // of each severity; beyond, they are counted only: a hostile pack cannot fill the memory
)

// Severity says whether a problem keeps a pack from being used. The zero value is the stricter one.
type Severity uint8

// The severities.
const (
	Wrong    Severity = iota // the pack cannot be used
	Doubtful                 // the pack can be used, but this is likely not what was meant
)

// String returns the severity's name.
func (s Severity) String() string {
	if s == Doubtful {
		return "warning"
	}
	return "error"
}

// MarshalText returns the severity's name.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Problem is one thing that is wrong or doubtful in a pack.
type Problem struct {
	Severity Severity `json:"severity"`
	File     string   `json:"file"`            // slash-separated, as the file system names it
	Line     int      `json:"line,omitempty"`  // from 1; 0 when the whole file or folder is meant
	What     string   `json:"what"`            // what is wrong
	Meant    string   `json:"meant,omitempty"` // what was probably meant, or what to do; may be empty
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
	List   []Problem // all that are wrong, up to 10,000, and at most 50 doubts
	Drafts int       // entries that are no part of the world yet, and of which only the form was checked
	wrong  int
	doubts int
}

// Counts returns how many problems of each severity there are, also those that List leaves out.
func (p Problems) Counts() (wrong, doubtful int) { return p.wrong, p.doubts }

// Only returns the problems of one severity.
func (p Problems) Only(s Severity) Problems {
	out := Problems{Drafts: p.Drafts}
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

// InvalidError says that a pack cannot be used. problems holds what is [Wrong], never what is only doubtful.
type InvalidError struct {
	dir      string
	problems Problems
}

// Error returns a first line with the count and then a line for each of the first problems.
func (e *InvalidError) Error() string {
	shown := e.problems
	shown.List = shown.List[:min(len(shown.List), problemsInError)]
	return fmt.Sprintf("pack %s has %s:\n%s", e.dir, counted(e.problems.wrong, "error"), shown)
}

// In is the error of a pack that was read from a folder of that name, from where its files are named: an editor can
// follow them.
func (e *InvalidError) In(folder string) *InvalidError {
	out := &InvalidError{dir: folder, problems: e.problems}
	out.problems.List = slices.Clone(e.problems.List)
	for i := range out.problems.List {
		p := &out.problems.List[i]
		p.File = path.Join(folder, p.File)
	}
	return out
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// found is a [Problem] whose suggestion is not yet looked for: that costs time, and only few are shown.
type found struct {
	Problem
	typed string          // what among may suggest something for, if Meant is empty
	among func() []string // may be nil
}

// fault is one thing that is wrong in an entry, or only doubtful. key and n say in which list of the entry it stands,
// and at which place from 0; n is -1 when the key itself is meant.
type fault struct {
	key     string
	n       int
	isDoubt bool
	what    string
	meant   string
}

// faults gathers them where an entry is judged apart from the file that it stands in.
type faults struct{ out []fault }

func (f *faults) fault(key string, n int, what, meant string) {
	f.out = append(f.out, fault{key: key, n: n, what: what, meant: meant})
}

func (f *faults) doubt(key string, n int, what, meant string) {
	f.out = append(f.out, fault{key: key, n: n, isDoubt: true, what: what, meant: meant})
}

// report gathers what is wrong, and where. The zero value has none.
type report struct {
	found         []found
	wrong, doubts int
}

// add notes a problem.
func (r *report) add(f found) {
	if f.Severity == Wrong {
		r.wrong++
	} else {
		r.doubts++
	}
	if f.Severity == Wrong && r.wrong <= problemsKeptMax || f.Severity == Doubtful && r.doubts <= problemsKeptMax {
		r.found = append(r.found, f)
	}
}

// finish sorts what was found and looks for suggestions, for those only that are shown.
func (r *report) finish() Problems {
	slices.SortStableFunc(r.found, func(a, b found) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Severity, b.Severity),
			cmp.Compare(a.What, b.What),
		)
	})
	out := Problems{wrong: r.wrong, doubts: r.doubts}
	doubts := 0
	for _, f := range r.found {
		if f.Severity == Doubtful {
			if doubts++; doubts > doubtsShownMax {
				continue
			}
		}
		if f.Meant == "" && f.among != nil {
			f.Meant = yaml.Suggest(f.typed, f.among())
		}
		out.List = append(out.List, f.Problem)
	}
	return out
}
