package pack

import (
	"maps"
	"slices"

	"github.com/mudlark-mud/mudlark/world/pack/problem"
)

// report gathers what is wrong, and where.
type report struct{ problem.Report }

// fault notes something wrong. what and meant follow [problem.Problem]; meant may be empty.
func (r *report) fault(at site, what, meant string) { r.note(problem.Wrong, at, what, meant) }

// doubt notes something doubtful.
func (r *report) doubt(at site, what, meant string) { r.note(problem.Doubtful, at, what, meant) }

func (r *report) note(severity problem.Severity, at site, what, meant string) {
	r.Add(problem.Found{Problem: problem.Problem{
		Severity: severity, File: at.file, Line: at.line(), What: what, Meant: meant,
	}})
}

// unlike notes that something typed is none of those that it may be.
func (r *report) unlike(at site, what, typed string, among func() []string) {
	r.Add(problem.Found{
		Problem: problem.Problem{File: at.file, Line: at.line(), What: what}, Typed: typed, Among: among,
	})
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
