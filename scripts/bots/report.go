package bots

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// Report is what a run measured. Rates are per second of the measured time; what is counted for each player is counted
// for each that got in.
type Report struct {
	Server     string  `json:"server"`
	Players    int     `json:"players"` // that got in and stayed
	Failed     int     `json:"failed"`  // that did not
	FirstError string  `json:"first_error,omitempty"`
	Rooms      int     `json:"rooms,omitempty"` // of the town; 0: another world
	PerSecond  float64 `json:"per_second"`      // commands of each player; 0: closed loop
	Seconds    float64 `json:"seconds"`         // measured

	AllIn      float64 `json:"all_in_s"`     // from the first dial until the last was at its place
	Login      Latency `json:"login"`        // from dialling to the first prompt in play
	Command    Latency `json:"command"`      // from sending to the answer
	Lag        Latency `json:"pacer_lag"`    // how late the bots themselves sent; 0 in a closed loop
	Replies    float64 `json:"replies_s"`    // answers
	Deliveries float64 `json:"deliveries_s"` // lines about what others did
	Unanswered int     `json:"unanswered"`   // commands without an answer
	Skipped    int     `json:"skipped"`      // commands that were not sent because too many had no answer
	Refused    int     `json:"refused"`      // calls of agents that were refused or failed; they are no replies

	In  float64 `json:"bytes_in_player_s"`  // to each player
	Out float64 `json:"bytes_out_player_s"` // from each player

	// Of the server; 0 when its process is not known.
	CPU          float64 `json:"cpu_cores,omitempty"`          // busy cores
	CPUPerReply  float64 `json:"cpu_us_reply,omitempty"`       // microseconds
	MemoryIdle   int64   `json:"memory_idle_bytes,omitempty"`  // before anybody came
	Memory       int64   `json:"memory_bytes,omitempty"`       // at the end of the measured time
	MemoryPlayer int64   `json:"memory_player_bytes,omitzero"` // what was added, for each player
}

func (r *run) report(w window, unanswered int) *Report {
	before, after := w.before, w.after
	seconds, players := w.took.Seconds(), float64(max(r.ready.Load(), 1))
	o := &Report{
		Server: "mudlark", Players: int(r.ready.Load()), Failed: int(r.failed.Load()), Rooms: r.c.Town.Rooms,
		PerSecond: r.c.PerSecond, Seconds: seconds, AllIn: r.allIn.Seconds(),
		Login: r.login.Latency(), Command: r.latency.Latency(), Lag: r.lag.Latency(),
		Replies:    float64(after.replies-before.replies) / seconds,
		Deliveries: float64(after.perceived-before.perceived) / seconds,
		Unanswered: unanswered, Skipped: int(after.skipped - before.skipped), // far from overflowing
		In:  float64(after.in-before.in) / seconds / players,
		Out: float64(after.out-before.out) / seconds / players,
	}
	o.Refused = int(after.refused - before.refused) // far from overflowing
	if r.c.MCP != "" {
		o.Server = "mudlark over MCP"
	}
	if r.c.Echo {
		o.Server, o.Rooms = "echo", 0
	}
	if r.firstErr != nil {
		o.FirstError = r.firstErr.Error()
	}
	if r.c.PID != 0 {
		busy := r.usageZ.CPU - r.usageAt.CPU
		o.CPU = busy.Seconds() / seconds
		if n := after.replies - before.replies; n > 0 {
			o.CPUPerReply = float64(busy.Microseconds()) / float64(n)
		}
		o.MemoryIdle, o.Memory = r.usageIdle.Resident, r.usageZ.Resident
		o.MemoryPlayer = (o.Memory - o.MemoryIdle) / int64(players)
	}
	return o
}

// Table writes reports side by side, one column for each.
func Table(w io.Writer, reports ...*Report) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(name string, cell func(*Report) string) {
		for _, r := range reports {
			name += "\t" + cell(r)
		}
		_, _ = io.WriteString(t, name+"\n") // what is wrong with it, Flush tells
	}
	row("", func(r *Report) string { return r.Server })
	row("players (failed)", func(r *Report) string { return fmt.Sprintf("%d (%d)", r.Players, r.Failed) })
	row("commands", func(r *Report) string {
		if r.PerSecond == 0 {
			return fmt.Sprintf("closed loop, %.0f s", r.Seconds)
		}
		return fmt.Sprintf("%g/s each, %.0f s", r.PerSecond, r.Seconds)
	})
	row("all in after", func(r *Report) string { return fmt.Sprintf("%.1f s", r.AllIn) })
	row("login p50/p90/p99/max ms", func(r *Report) string { return r.Login.text() })
	row("command p50/p90/p99/max ms", func(r *Report) string { return r.Command.text() })
	row("bots late p50/p90/p99/max ms", func(r *Report) string { return r.Lag.text() })
	row("replies/s", func(r *Report) string { return fmt.Sprintf("%.0f", r.Replies) })
	row("deliveries/s", func(r *Report) string { return fmt.Sprintf("%.0f", r.Deliveries) })
	row("unanswered, skipped, refused", func(r *Report) string {
		return fmt.Sprintf("%d, %d, %d", r.Unanswered, r.Skipped, r.Refused)
	})
	row("bytes/s to, from a player", func(r *Report) string { return fmt.Sprintf("%.0f, %.0f", r.In, r.Out) })
	row("server: cores busy", func(r *Report) string { return fmt.Sprintf("%.2f", r.CPU) })
	row("server: CPU us a reply", func(r *Report) string { return fmt.Sprintf("%.0f", r.CPUPerReply) })
	row("server: memory, idle before", func(r *Report) string {
		return fmt.Sprintf("%.1f MiB, %.1f MiB", mebi(r.Memory), mebi(r.MemoryIdle))
	})
	row("server: memory a player", func(r *Report) string { return fmt.Sprintf("%.1f KiB", kibi(r.MemoryPlayer)) })
	if err := t.Flush(); err != nil {
		return err
	}
	for _, r := range reports {
		if r.FirstError == "" {
			continue
		}
		if _, err := fmt.Fprintf(w, "%s, first error: %s\n", r.Server, r.FirstError); err != nil {
			return err
		}
	}
	return nil
}

func kibi(bytes int64) float64 { return float64(bytes) / (1 << 10) }

func mebi(bytes int64) float64 { return float64(bytes) / (1 << 20) }

func (l Latency) text() string {
	return fmt.Sprintf("%.2f / %.2f / %.2f / %.2f", l.P50, l.P90, l.P99, l.Max)
}
