package bench

import (
	"fmt"
	"slices"
	"strings"
)

// Criterion is one thing that was promised, and what came of it.
type Criterion struct {
	Wanted   string `json:"wanted"`
	Measured string `json:"measured"`
	Floor    string `json:"floor"`
	Met      bool   `json:"met"`
}

// Target is a row of the table of what was promised.
type Target struct {
	Name  string   // one word, for choosing it
	What  string   // the promise's subject
	Args  []string // of `mudlark bench`, that measure it
	Quick []string // the same in little, to see that it works
	// Judge holds a report against what was promised; nil: nothing was, it is measured to be known.
	Judge func(*Report) []Criterion
	// Key is the figure by which the median of several runs is found.
	Key func(*Report) float64
}

// The promises, on two cores.
const (
	floorShare     = 3     // of the echo server's answers, one in so many
	commandMicros  = 40.0  // CPU of a command
	openP50Millis  = 2.0   // of an open loop
	openP99Above   = 10.0  // milliseconds above the echo server's
	crowdP99Millis = 50.0  // of a crowd
	playerBytes    = 40e3  // of own memory
	fanShare       = 0.5   // of the echo server's deliveries
	idleCores      = 0.01  // busy
	worldBytes     = 150e6 // of a big world
	worldReady     = 3.0   // seconds
	recoveredReady = 2.0   // seconds
)

// Targets lists what was promised, and what else is measured.
func Targets() []Target {
	all := slices.Concat(promised(), known())
	for i := range all {
		all[i].Quick = append(all[i].Quick, "--warm-up=0.5", "--disk-seconds=0.1")
	}
	return all
}

// promised are the rows with a target.
func promised() []Target {
	return []Target{
		{Name: "closed", What: "durable commands a second, 500 telnet players five to a room, closed loop, get/drop and say",
			Args: []string{"closed"}, Quick: []string{"closed", "--players=50", "--seconds=3"}, Judge: judgeClosed,
			Key: func(r *Report) float64 { return r.Server.Phases[0].All.Replies }},
		{Name: "open", What: "open loop, one command a second each, 1,000 players",
			Args: []string{"open"}, Quick: []string{"open", "--players=200", "--seconds=3"}, Judge: judgeOpen,
			Key: func(r *Report) float64 { return r.Server.Phases[0].All.Command.P99 }},
		{Name: "crowd", What: "10,000 players connected, one command each 10 s",
			Args: []string{"crowd"}, Quick: []string{"crowd", "--players=500", "--every=2", "--seconds=3"}, Judge: judgeCrowd,
			Key: func(r *Report) float64 { return r.Server.Phases[0].All.Command.P99 }},
		{Name: "fanout", What: "one speaker, 500 listeners in the room",
			Args: []string{"fanout"}, Quick: []string{"fanout", "--listeners=100", "--seconds=3"}, Judge: judgeFanOut,
			Key: func(r *Report) float64 { return r.Server.Phases[0].All.Deliveries }},
		{Name: "idle", What: "idle world, 1,000 connected, no timer due",
			Args: []string{"idle"}, Quick: []string{"idle", "--players=100", "--settle=1", "--seconds=3"}, Judge: judgeIdle,
			Key: func(r *Report) float64 { return r.Server.Phases[0].Server.Cores }},
		{Name: "bigworld", What: "50,000-room world, no players",
			Args: []string{"bigworld"}, Quick: []string{"bigworld", "--rooms=2000", "--settle=1"}, Judge: judgeBigWorld,
			Key: func(r *Report) float64 { return slowest(r, cleanStart).Ready }},
		{Name: "recovery", What: "recovery after kill -9 under load",
			Args: []string{"recovery"}, Quick: []string{"recovery", "--kills=2", "--players=50", "--seconds=2"},
			Judge: judgeRecovery, Key: func(r *Report) float64 { return slowest(r, afterKill).Ready }},
	}
}

// known are the rows that are measured to be known.
func known() []Target {
	return []Target{
		{Name: "recovery-large", What: "recovery of 50,000 rooms, 100,000 things and 10,000 characters, killed under load",
			Args: []string{"bigworld", "--stones=2", "--characters=10000", "--players=500"},
			Quick: []string{"bigworld", "--rooms=2000", "--stones=2", "--characters=100", "--players=50", "--seconds=2",
				"--settle=1"},
			Key: func(r *Report) float64 { return slowest(r, afterKill).Ready }},
		{Name: "doors", What: "telnet, SSH, full screens and agents at once",
			Args:  []string{"load", "--telnet=300", "--ssh=100", "--screen=50", "--agents=100"},
			Quick: []string{"load", "--telnet=30", "--ssh=10", "--screen=5", "--agents=10", "--seconds=3"},
			Key:   func(r *Report) float64 { return r.Server.Phases[0].All.Command.P99 }},
		{Name: "storm", What: "200 logins at once, as guests and with passwords, while 200 play",
			Args:  []string{"storm"},
			Quick: []string{"storm", "--at-once=20", "--players=50", "--quiet=2"},
			Key:   func(r *Report) float64 { return r.Phase(passwords).P99 }},
		{Name: "misuse", What: "300 players beside slow readers, floods and half-open connections",
			Args:  []string{"misuse"},
			Quick: []string{"misuse", "--players=50", "--slow=10", "--floods=5", "--half-open=20", "--seconds=3"},
			Key:   func(r *Report) float64 { return r.Phase("with").P99 }},
	}
}

func judgeClosed(r *Report) []Criterion {
	a := r.Server.Phases[0]
	out := []Criterion{{
		Wanted: "a third of the echo server's answers a second", Measured: Rate(a.All.Replies) + " a second",
	}}
	if r.Floor != nil {
		f := r.Floor.Phases[0].All.Replies
		out[0].Floor = Rate(f) + " a second"
		out[0].Met = a.All.Replies >= f/floorShare
		out[0].Measured += fmt.Sprintf(" (%.2f of the floor)", a.All.Replies/f)
	}
	return append(out, cpu(r, a.Server != nil && a.Server.MicrosReply <= commandMicros))
}

func cpu(r *Report, met bool) Criterion {
	c := Criterion{Wanted: fmt.Sprintf("%g us of server CPU a command at most", commandMicros), Met: met}
	if p := r.Server.Phases[0].Server; p != nil {
		c.Measured = fmt.Sprintf("%.1f us", p.MicrosReply)
	}
	if r.Floor != nil && r.Floor.Phases[0].Server != nil {
		c.Floor = fmt.Sprintf("%.1f us", r.Floor.Phases[0].Server.MicrosReply)
	}
	return c
}

func judgeOpen(r *Report) []Criterion {
	a := r.Server.Phases[0].All
	out := []Criterion{
		{Wanted: fmt.Sprintf("p50 under %g ms", openP50Millis), Measured: Millis(a.Command.P50),
			Met: a.Command.P50 < openP50Millis && a.Lost == 0},
		{Wanted: fmt.Sprintf("p99 under %g ms above the echo server's", openP99Above),
			Measured: Millis(a.Command.P99)},
	}
	if r.Floor != nil {
		f := r.Floor.Phases[0].All.Command
		out[0].Floor, out[1].Floor = Millis(f.P50), Millis(f.P99)
		out[1].Met = a.Command.P99 < f.P99+openP99Above && a.Lost == 0
	}
	return out
}

func judgeCrowd(r *Report) []Criterion {
	a := r.Server.Phases[0]
	out := []Criterion{
		{Wanted: fmt.Sprintf("p99 under %g ms", crowdP99Millis), Measured: Millis(a.All.Command.P99),
			Met: a.All.Command.P99 < crowdP99Millis && a.All.Lost == 0 && r.Server.Doors[0].Failed == 0},
		{Wanted: fmt.Sprintf("under %s of own memory a player", Bytes(int64(playerBytes)))},
	}
	if a.Server != nil {
		out[1].Measured = fmt.Sprintf("%s (and %s of files)", Bytes(a.Server.AnonymousPlayer),
			Bytes(a.Server.FilePlayer))
		out[1].Met = a.Server.AnonymousPlayer < playerBytes
	}
	if r.Floor != nil {
		f := r.Floor.Phases[0]
		out[0].Floor = Millis(f.All.Command.P99)
		if f.Server != nil {
			out[1].Floor = Bytes(f.Server.AnonymousPlayer)
		}
	}
	return out
}

func judgeFanOut(r *Report) []Criterion {
	a := r.Server.Phases[0].All
	c := Criterion{
		Wanted: "half of the echo server's deliveries a second", Measured: Rate(a.Deliveries) + " a second",
	}
	if r.Floor != nil {
		f := r.Floor.Phases[0].All.Deliveries
		c.Floor, c.Met = Rate(f)+" a second", a.Deliveries >= f*fanShare && a.Unheard == 0
		c.Measured += fmt.Sprintf(" (%.2f of the floor)", a.Deliveries/f)
	}
	return []Criterion{c}
}

func judgeIdle(r *Report) []Criterion {
	a := r.Server.Phases[0]
	if a.Server == nil {
		return nil
	}
	out := []Criterion{
		{Wanted: "under " + Percent(idleCores) + " of a core", Measured: Percent(a.Server.Cores),
			Met: a.Server.Cores < idleCores},
		{Wanted: "nothing written to disk", Measured: Bytes(a.Server.Written), Met: a.Server.Written == 0},
	}
	if r.Floor != nil && r.Floor.Phases[0].Server != nil {
		f := r.Floor.Phases[0].Server
		out[0].Floor, out[1].Floor = Percent(f.Cores), Bytes(f.Written)
	}
	return out
}

func judgeBigWorld(r *Report) []Criterion {
	ready, memory := Criterion{Wanted: fmt.Sprintf("ready in under %g s", worldReady)}, Criterion{
		Wanted: "under " + Bytes(int64(worldBytes)),
	}
	s := slowest(r, cleanStart)
	if s == nil {
		return nil
	}
	ready.Measured, ready.Met = fmt.Sprintf("%.2f s", s.Ready), s.Ready < worldReady
	memory.Measured = fmt.Sprintf("%s (own %s, of files %s)", Bytes(s.Anonymous+s.File), Bytes(s.Anonymous),
		Bytes(s.File))
	memory.Met = float64(s.Anonymous+s.File) < worldBytes
	if f := echoStart(r); f != nil {
		ready.Floor, memory.Floor = fmt.Sprintf("%.2f s", f.Ready), Bytes(f.Anonymous+f.File)
	}
	return []Criterion{memory, ready}
}

func judgeRecovery(r *Report) []Criterion {
	s := slowest(r, afterKill)
	if s == nil {
		return nil
	}
	c := Criterion{
		Wanted:   fmt.Sprintf("ready in under %g s", recoveredReady),
		Measured: fmt.Sprintf("%.2f s, the slowest of %d; the first answer after %.2f s", s.Ready, kills(r), s.Answer),
		Met:      s.Ready < recoveredReady,
	}
	if f := echoStart(r); f != nil {
		c.Floor = fmt.Sprintf("%.2f s", f.Ready)
	}
	return []Criterion{c}
}

// slowest returns the slowest start of the game with such a name.
func slowest(r *Report, name string) *Start {
	var found *Start
	for i, s := range r.Starts {
		if s.Server != "echo" && strings.HasPrefix(s.Name, name) && (found == nil || s.Ready > found.Ready) {
			found = &r.Starts[i]
		}
	}
	return found
}

func kills(r *Report) (n int) {
	for _, s := range r.Starts {
		if strings.HasPrefix(s.Name, afterKill) {
			n++
		}
	}
	return n
}

func echoStart(r *Report) *Start {
	for i, s := range r.Starts {
		if s.Server == "echo" {
			return &r.Starts[i]
		}
	}
	return nil
}
