package bench

import (
	"fmt"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/gauge"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/load"
)

// Format is the number of the shape of a report in JSON. Within it, fields are added and never changed.
const Format = 1

// Report is what a scenario measured.
type Report struct {
	Format   int           `json:"format"`
	Scenario string        `json:"scenario"`
	Title    string        `json:"title"`
	Command  string        `json:"command"` // that repeats it
	At       time.Time     `json:"at"`
	Version  string        `json:"version"`
	Machine  gauge.Machine `json:"machine"`
	Disk     *gauge.Disk   `json:"disk,omitzero"`     // of the data folder; nil: the server was not ours
	Server   *load.Result  `json:"server,omitzero"`   // what bots felt
	Floor    *load.Result  `json:"floor,omitzero"`    // of the echo server
	Logins   []Storm       `json:"logins,omitempty"`  // of a login storm
	Misuse   []Misusers    `json:"misuse,omitempty"`  // what those did who misused the server
	Starts   []Start       `json:"starts,omitempty"`  // of servers, where these are what is measured
	Remarks  []string      `json:"remarks,omitempty"` // what to know before believing the figures
}

// Storm is many logins at once.
type Storm struct {
	Server  string        `json:"server"`
	Kind    string        `json:"kind"` // "guests" or "passwords"
	Tried   int           `json:"tried"`
	In      int           `json:"in"`      // got in
	Waits   int           `json:"waits"`   // times that one was asked to try again later, and did
	Seconds float64       `json:"seconds"` // until the last was in
	Prompt  gauge.Latency `json:"prompt"`  // from dialling to the first prompt in play
}

// Misusers are some who do not behave.
type Misusers struct {
	Kind        string `json:"kind"`        // "slow readers", "floods", "half open"
	AtATime     int    `json:"at_a_time"`   // how many there were
	Connections int64  `json:"connections"` // that they made
	CutOff      int64  `json:"cut_off"`     // that the server ended
	Bytes       int64  `json:"bytes_sent"`  // by them
}

// Start is a start of a server.
type Start struct {
	Server    string  `json:"server"`
	Name      string  `json:"name"`
	Ready     float64 `json:"ready_s"`        // from starting the process until its doors were open
	Answer    float64 `json:"first_answer_s"` // until a guest had come in and got an answer
	Anonymous int64   `json:"anonymous_bytes"`
	File      int64   `json:"file_bytes"`
	OnDisk    int64   `json:"on_disk_bytes"` // in the data folder
}

// Note adds a remark.
func (r *Report) Note(format string, a ...any) {
	r.Remarks = append(r.Remarks, fmt.Sprintf(format, a...))
}

const (
	othersMost = 0.15 // cores that others may be busy with before it is told
	sentLate   = 1.0  // milliseconds, at p99
)

// Observe notes what a careful reader would ask.
func (r *Report) Observe() {
	for _, o := range []*load.Result{r.Server, r.Floor} {
		if o == nil {
			continue
		}
		for _, d := range o.Doors {
			if d.Failed > 0 {
				r.Note("%s, %s: %s of %s bots failed; the first because: %s", o.Server, d.Door, Count(d.Failed),
					Count(d.Failed+d.Players), o.FirstError)
			}
		}
		var others, late float64
		var refused uint64
		for _, p := range o.Phases {
			others, late, refused = max(others, p.Others), max(late, p.All.Lag.P99), refused+p.All.Refused
		}
		if others > othersMost {
			r.Note("%s: other programs kept up to %.1f of %d cores busy meanwhile.", o.Server, others, r.Machine.Cores)
		}
		if late > sentLate {
			r.Note("%s: the bots sent up to %s too late at p99, which counts as waiting; they, too, lack CPU.", o.Server,
				Millis(late))
		}
		if refused > 0 {
			r.Note("%s: %s calls were refused; the first: %s", o.Server, Count(refused), o.FirstError)
		}
	}
}

// Phase returns how long answers took in the phase of the server with a name.
func (r *Report) Phase(name string) gauge.Latency {
	for _, p := range r.Server.Phases {
		if p.Name == name {
			return p.All.Command
		}
	}
	return gauge.Latency{}
}
