package server

import (
	"log/slog"
	"strings"
)

// leftOut says why the content of a pack stayed out of a world that goes on with what it has.
type leftOut struct {
	pack   string // its folder or its id
	why    string // in one line; of several problems the first, with its file and line
	advice string // what shows more of it, or ends it
}

const (
	problemsLogged = 5 // of a pack that is left out; mudlark check shows the others
	goesOn         = "the world goes on with the content it has"
)

// LeaveOut notes that a pack cannot be used, for the log, the status, and the wizards who come in: the operator who
// made the mistake hears of it, and nobody is kept out of the world meanwhile.
func (d *Daemon) LeaveOut(c *content) {
	if c.Fault == nil {
		return
	}
	lines := strings.Split(c.Fault.Error(), "\n") // what is wrong, and a line for each problem, if there are several
	why, problems := lines[0], lines[1:]
	if len(problems) > 0 {
		why = problems[0]
	}
	check := "mudlark check " + c.name
	d.Log.Error("this pack cannot be used: "+goesOn+"; mend the pack and start again",
		slog.String("pack", c.name), slog.String("err", strings.TrimSuffix(lines[0], ":")), slog.String("all", check))
	for _, p := range problems[:min(len(problems), problemsLogged)] {
		d.Log.Error("a problem of the pack", slog.String("problem", p))
	}
	d.leaveOut(leftOut{pack: c.name, why: why, advice: check + " shows all that is wrong"})
}

func (d *Daemon) leaveOut(l leftOut) {
	d.leftOut.Store(&l)
	d.Meter.ContentFault("the pack " + l.pack + " is left out: " + l.why + "; " + l.advice)
}

// ContentWord is what wizards are told when they come in; "" when the world has the content that it was started with.
// It may be called from any goroutine once the world has begun.
func (d *Daemon) ContentWord() string {
	left := d.leftOut.Load()
	if left == nil {
		return ""
	}
	return "The pack with which this world was started cannot be used, so rooms and people are as they were before: " +
		left.why + ". For whoever runs the server: " + left.advice + "."
}
