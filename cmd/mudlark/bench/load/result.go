package load

import (
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/gauge"
)

// Result is what bots felt of one server, and what that cost the server.
type Result struct {
	Server     string         `json:"server"`        // "mudlark" or "echo"
	Loop       Loop           `json:"loop"`          // open, closed or silent
	PerSecond  float64        `json:"per_second"`    // commands of each player, in an open loop
	Rooms      int            `json:"rooms"`         // of the town; 0: another world
	Window     int            `json:"window"`        // words of the one speaker under way at a time; 0: everybody speaks
	AllIn      float64        `json:"all_in_s"`      // from the first dial until the last was at its place
	FirstError string         `json:"first_error"`   // that a bot met; "": none did
	Doors      []Entrance     `json:"doors"`         // how the bots came in
	Phases     []Measured     `json:"phases"`        // in the order in which they were measured
	Seconds    []gauge.Second `json:"seconds"`       // of all that was measured, by when the answer came
	Histogram  []gauge.Bar    `json:"histogram"`     // of all answers
	Idle       *Process       `json:"idle,omitzero"` // the server before anybody came
}

// Entrance is how bots came in by one door.
type Entrance struct {
	Door    string        `json:"door"`
	Players int           `json:"players"` // that got in and stayed
	Failed  int           `json:"failed"`  // that did not
	Login   gauge.Latency `json:"login"`   // from dialling to the first prompt in play
}

// Measured is one phase. Rates are per second of it.
type Measured struct {
	Name    string    `json:"phase"`
	From    float64   `json:"from_s"` // of the seconds of the result
	Seconds float64   `json:"seconds"`
	All     Traffic   `json:"all"`
	Doors   []Traffic `json:"doors"`
	Server  *Process  `json:"server_process,omitzero"` // nil: unknown
	Bots    *Process  `json:"bots_process,omitzero"`   // of the generator itself
	Others  float64   `json:"other_cores"`             // that were busy with neither
}

// Traffic is what went through a door.
type Traffic struct {
	Door       string        `json:"door"`         // "" for all together
	Players    int           `json:"players"`      // at its end
	Command    gauge.Latency `json:"command"`      // from when it was meant to be sent to its answer
	Delivery   gauge.Latency `json:"delivery"`     // of words to those who hear them
	Lag        gauge.Latency `json:"sent_late"`    // how late the bots themselves sent; part of Command
	Replies    float64       `json:"replies_s"`    // answers
	Deliveries float64       `json:"deliveries_s"` // lines about what others did
	Lost       uint64        `json:"lost"`         // commands without an answer; each counts as 10 s in Command
	Refused    uint64        `json:"refused"`      // calls of agents that failed; they are among the lost
	Unheard    uint64        `json:"unheard"`      // words of the one speaker that a listener did not hear within 10 s
	In         float64       `json:"bytes_in_player_s"`
	Out        float64       `json:"bytes_out_player_s"`
	Frames     float64       `json:"frames_screen_s"` // that each full screen drew
}

// Process is what a process used.
type Process struct {
	Cores           float64 `json:"cores"`           // busy, user and system
	System          float64 `json:"cores_system"`    // of these, in the kernel
	MicrosReply     float64 `json:"cpu_us_reply"`    // CPU for each answer
	MicrosDelivery  float64 `json:"cpu_us_delivery"` // CPU for each line about what others did
	MicrosPlayer    float64 `json:"cpu_us_player_s"` // CPU for each player and second
	Switches        float64 `json:"switches_s"`      // voluntary context switches
	SwitchesForced  float64 `json:"switches_forced_s"`
	Written         int64   `json:"written_bytes"`    // to disks
	Anonymous       int64   `json:"anonymous_bytes"`  // memory of its own, at the end
	File            int64   `json:"file_bytes"`       // memory that is pages of files, at the end
	AnonymousPlayer int64   `json:"anonymous_player"` // of the growth since nobody was there, for each player
	FilePlayer      int64   `json:"file_player"`
}

func (r *run) result(windows []window) *Result {
	o := &Result{
		Server: "mudlark", Loop: r.c.Loop, PerSecond: r.c.PerSecond, Rooms: r.c.Town.Rooms, Window: r.c.Window,
		AllIn: r.allIn.Seconds(), Seconds: r.series.Seconds(),
	}
	if r.c.Echo {
		o.Server, o.Rooms = "echo", 0
	}
	if r.c.Loop != Open {
		o.PerSecond = 0
	}
	r.mu.Lock()
	if r.firstErr != nil {
		o.FirstError = r.firstErr.Error()
	}
	r.mu.Unlock()
	for _, g := range r.groups {
		o.Doors = append(o.Doors, Entrance{
			Door: g.door, Players: int(g.ready.Load()), Failed: int(g.failed.Load()), Login: g.login.Latency(),
		})
	}
	var all gauge.Histogram
	for _, w := range windows {
		for _, t := range w.tallies {
			all.Merge(&t.latency)
		}
		o.Phases = append(o.Phases, r.measured(w, w.before.at.Sub(windows[0].before.at)))
	}
	o.Histogram = all.Bars()
	if r.idle.known {
		o.Idle = &Process{Anonymous: r.idle.server.Anonymous, File: r.idle.server.File}
	}
	return o
}

// measured sums a phase up.
func (r *run) measured(w window, from time.Duration) Measured {
	span := w.after.at.Sub(w.before.at)
	o := Measured{Name: w.phase.Name, From: from.Seconds(), Seconds: span.Seconds()}
	sum := &tally{}
	players, screens := 0, 0
	for i, g := range r.groups {
		t, n := w.tallies[i], int(g.ready.Load())
		players += n
		if g.door == DoorScreen {
			screens = n
		}
		o.Doors = append(o.Doors, t.traffic(g.door, n, n, span))
		sum.merge(t)
	}
	o.All = sum.traffic("", players, screens, span)
	if len(r.groups) == 1 {
		o.All.Frames = o.Doors[0].Frames
	}
	used := o.process(w.after.bots.Since(w.before.bots))
	o.Bots = &used
	busy := w.after.bots.Busy - w.before.bots.Busy - w.after.bots.Since(w.before.bots).CPU()
	if w.after.known && w.before.known {
		used := w.after.server.Since(w.before.server)
		p := o.process(used)
		busy -= used.CPU()
		if r.idle.known && players > 0 {
			p.AnonymousPlayer = (p.Anonymous - r.idle.server.Anonymous) / int64(players)
			p.FilePlayer = (p.File - r.idle.server.File) / int64(players)
		}
		o.Server = &p
	}
	o.Others = max(busy.Seconds()/o.Seconds, 0)
	return o
}

// process says what was used in a phase whose traffic is known.
func (m *Measured) process(u gauge.Usage) Process {
	p := Process{
		Cores: u.CPU().Seconds() / m.Seconds, System: u.System.Seconds() / m.Seconds,
		Switches: float64(u.Voluntary) / m.Seconds, SwitchesForced: float64(u.Involuntary) / m.Seconds,
		Written: u.Written, Anonymous: u.Anonymous, File: u.File,
	}
	micros := float64(u.CPU().Microseconds())
	if n := m.All.Replies * m.Seconds; n > 0 {
		p.MicrosReply = micros / n
	}
	if n := m.All.Deliveries * m.Seconds; n > 0 {
		p.MicrosDelivery = micros / n
	}
	if n := float64(m.All.Players) * m.Seconds; n > 0 {
		p.MicrosPlayer = micros / n
	}
	return p
}

// merge adds what another group felt.
func (t *tally) merge(other *tally) {
	t.latency.Merge(&other.latency)
	t.delivery.Merge(&other.delivery)
	t.lag.Merge(&other.lag)
	t.replies.Add(other.replies.Load())
	t.heard.Add(other.heard.Load())
	t.refused.Add(other.refused.Load())
	t.lost.Add(other.lost.Load())
	t.in.Add(other.in.Load())
	t.out.Add(other.out.Load())
	t.frames.Add(other.frames.Load())
	t.unheard.Add(other.unheard.Load())
}

func (t *tally) traffic(door string, players, screens int, span time.Duration) Traffic {
	rate := func(n uint64, of int) float64 {
		if of == 0 {
			return 0
		}
		return float64(n) / span.Seconds() / float64(of)
	}
	return Traffic{
		Door: door, Players: players, Command: t.latency.Latency(), Delivery: t.delivery.Latency(), Lag: t.lag.Latency(),
		Replies: rate(t.replies.Load(), 1), Deliveries: rate(t.heard.Load(), 1), Lost: t.lost.Load(),
		Refused: t.refused.Load(), Unheard: t.unheard.Load(),
		In: rate(t.in.Load(), players), Out: rate(t.out.Load(), players), Frames: rate(t.frames.Load(), screens),
	}
}
