package soak

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/gauge"
)

// Report is what came of a soak.
type Report struct {
	Seed  uint64  `json:"seed"`
	Bots  int     `json:"bots"`
	Pace  float64 `json:"commands_per_bot_s"`
	Kills int     `json:"kills"`
	// Sealing is how many of the kills came while a segment was written, or while the file gave up what was sealed.
	Sealing  int `json:"kills_in_sealing"`
	Commands int `json:"commands"` // answered
	Count
	Records  uint64        `json:"records"`
	Bytes    int64         `json:"database_bytes"` // at the end
	Segments int           `json:"segments"`       // at the end
	Dropped  uint64        `json:"records_dropped"`
	Took     time.Duration `json:"took_ns"`     // in all
	Starts   time.Duration `json:"starts_ns"`   // of it, from starting a daemon until it serves
	Entering time.Duration `json:"entering_ns"` // of it, until everybody is in
	Playing  time.Duration `json:"playing_ns"`  // of it, until the kill
	Reading  time.Duration `json:"reading_ns"`  // of it, for reading and auditing what is left
	Ending   time.Duration `json:"ending_ns"`   // of it, for verify, backup and restore
	Server   time.Duration `json:"server_cpu_ns"`
	Self     time.Duration `json:"bots_cpu_ns"` // both while the bots played
	Most     int64         `json:"memory_most_bytes"`
	Machine  gauge.Machine `json:"machine"`
	Wrong    string        `json:"wrong,omitempty"`
	// Last is the evidence of the last life, which may have ended before anybody was in it.
	Last Evidence `json:"-"`
	// Busy is the evidence of the last life of which two people or more saw something, for tests that tamper with it.
	Busy Evidence `json:"-"`
}

// add counts what was compared in one more life.
func (c *Count) add(more Count) {
	c.Told += more.Told
	c.Open += more.Open
	c.Happened += more.Happened
	c.Lost += more.Lost
	c.Duplicated += more.Duplicated
	c.Astray += more.Astray
}

// String says what came of a soak, one fact a line.
func (r *Report) String() string {
	per := func(d time.Duration) string {
		return (d / time.Duration(max(r.Kills, 1))).Round(time.Millisecond).String()
	}
	playing := max(r.Playing.Seconds(), .001)
	percent := func(d time.Duration) float64 { return 100 * d.Seconds() / playing }
	lines := []string{
		fmt.Sprintf("seed %d, %d bots", r.Seed, r.Bots),
		fmt.Sprintf("kills %d in %s, %d of them in sealing", r.Kills, r.Took.Round(time.Second), r.Sealing),
		"each " + per(r.Took) + ": " + per(r.Starts) + " to start, " + per(r.Entering) + " to let everybody in, " +
			per(r.Playing) + " of play, " + per(r.Reading) + " to read and audit",
		fmt.Sprintf("commands answered %d, %.0f a second of play; CPU meanwhile: server %.0f%% of a core, bots %.0f%%",
			r.Commands, float64(r.Commands)/playing, percent(r.Server), percent(r.Self)),
		fmt.Sprintf("effects told %d; unanswered at a kill %d, of which happened %d", r.Told, r.Open, r.Happened),
		fmt.Sprintf("lost %d, duplicated %d, astray %d", r.Lost, r.Duplicated, r.Astray),
		fmt.Sprintf("records %d, %d of them dropped; %d segments, database %.1f MiB", r.Records, r.Dropped, r.Segments,
			float64(r.Bytes)/(1<<20)),
		"the judge's memory at most " + strconv.Itoa(int(r.Most>>20)) + " MiB",
	}
	if r.Ending > 0 {
		lines = append(lines, "verify, backup and restore of what is left: all is as it should be, "+
			r.Ending.Round(time.Millisecond).String())
	}
	if r.Wrong != "" {
		lines = append(lines, "WRONG: "+r.Wrong)
	}
	return strings.Join(lines, "\n")
}
