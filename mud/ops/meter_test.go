package ops_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

var update = flag.Bool("update", false, "rewrite METRICS.md and testdata")

// metricsText is METRICS.md.
func metricsText(m *ops.Meter) string {
	var b strings.Builder
	b.WriteString("# Metrics\n\nWhat `/metrics` serves, besides Go's runtime (`go_*`) and the process (`process_*`). " +
		"Made by `go test ./mud/ops -update`.\n\n| metric | kind | labels | what it says |\n|---|---|---|---|\n")
	for _, d := range m.Metrics() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", d.Name, d.Kind, strings.Join(d.Labels, ", "), d.Help)
	}
	return b.String()
}

// Every metric is documented, and METRICS.md names none that is not there.
func TestMetricsAreDocumented(t *testing.T) {
	want := metricsText(ops.NewMeter(ops.Config{}))
	if *update {
		if err := os.WriteFile("METRICS.md", []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("METRICS.md")
	if err != nil || string(got) != want {
		t.Errorf("METRICS.md is stale (%v); run go test ./mud/ops -update", err)
	}
}

// Names and help texts keep to the conventions of Prometheus, and every metric of ours is on the list.
func TestMetricsAreWellNamed(t *testing.T) {
	s := newStage(t)
	s.meter.Watch(s.sources())
	s.exercise("say", "not_here")
	families, err := s.meter.Gather()
	if err != nil {
		t.Fatal(err)
	}
	problems, err := promlint.NewWithMetricFamilies(families).Lint()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
	known, seen := map[string]bool{}, map[string]bool{}
	for _, d := range s.meter.Metrics() {
		known[d.Name] = true
		if !strings.HasPrefix(d.Name, "mudlark_") || !strings.HasSuffix(d.Help, ".") {
			t.Errorf("%s: %q should begin with mudlark_ and its help be a sentence", d.Name, d.Help)
		}
	}
	for _, f := range families {
		seen[f.GetName()] = true
		if strings.HasPrefix(f.GetName(), "mudlark_") && !known[f.GetName()] {
			t.Errorf("%s is served and on no list", f.GetName())
		}
	}
	for name := range known {
		if !seen[name] {
			t.Errorf("%s is on the list and was not served though everything happened", name)
		}
	}
}

// exercise lets everything happen once.
func (s *stage) exercise(verb, word string) {
	by := &loop.By{Door: "telnet", Session: "telnet-1", Actor: "pc-ann"}
	refused := loop.Answered{By: by, Name: verb, Code: world.Code(word), Decide: time.Millisecond, Hold: time.Second}
	s.meter.Answered(refused)
	s.meter.Answered(loop.Answered{By: by, Name: verb, Decide: time.Millisecond})
	s.meter.Answered(loop.Answered{Name: loop.NameTick, Decide: time.Millisecond})
	s.meter.Committed(loop.Commit{Seq: 2, Records: 2, Events: 5, Bytes: 100, Took: time.Millisecond})
	s.meter.Committed(loop.Commit{Seq: 2, Cut: 10, Took: time.Millisecond})
	s.meter.Merged(time.Second)
	s.meter.SignedIn("telnet", word)
	s.meter.SignInRefused("telnet", word)
	s.meter.SessionEnded("telnet", word)
	s.meter.LimitMet("telnet_line_bytes")
}

// However many names, verbs, reasons and doors strangers make up, the number of series stays.
func TestSeriesAreBounded(t *testing.T) {
	s := newStage(t)
	sources := s.sources()
	invented := map[string]uint64{}
	doors := sources.Doors()
	doors[0].Ended = invented
	sources.Doors = func() []ops.Door { return doors }
	sources.Agents = func() ops.Agents { return ops.Agents{Refused: invented} }
	s.meter.Watch(sources)
	s.exercise("say", "not_here")
	before := len(scrape(t, s.meter))
	rng := rand.New(rand.NewPCG(1, 2))
	junk := func() string {
		b := make([]byte, 1+rng.IntN(60))
		for i := range b {
			b[i] = byte(rng.IntN(256))
		}
		return string(b)
	}
	for i := range 10_000 {
		name := fmt.Sprintf("name%d", i)
		if i%3 == 0 {
			name = junk()
		}
		by := &loop.By{Door: name, Session: name, Actor: world.ActorID(name)}
		s.meter.Answered(loop.Answered{By: by, Name: name, Code: world.Code(name)})
		s.meter.SignedIn(name, name)
		s.meter.SignInRefused(name, name)
		s.meter.SessionEnded(name, name)
		s.meter.LimitMet(name)
		if i < 500 {
			invented[name]++
		}
	}
	await(t, "a fresh scrape", func() bool { // figures are read once a second
		return scrape(t, s.meter)[`mudlark_connections_ended_total{door="telnet", reason="other"}`] > 0
	})
	first := scrape(t, s.meter)
	// Each bounded word list may fill up once: five of them, and the agents' and a door's reasons.
	if most := before + 7*(ops.WordsMost+2) + 60; len(first) > most {
		t.Errorf("after hostile input: got %d series, want %d at most", len(first), most)
	}
	for i := range 10_000 {
		name := fmt.Sprintf("other%d", i)
		by := &loop.By{Door: "telnet", Session: name, Actor: world.ActorID(name)}
		s.meter.Answered(loop.Answered{By: by, Name: name, Code: world.Code(name)})
		s.meter.SignInRefused("telnet", name)
		s.meter.SessionEnded("telnet", name)
		s.meter.LimitMet(name)
	}
	second := scrape(t, s.meter)
	for series := range second {
		if _, ok := first[series]; !ok && !strings.Contains(series, `"other"`) && strings.HasPrefix(series, "mudlark_") {
			t.Errorf("a new series: %s", series)
		}
		if strings.ContainsFunc(series, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("a stranger's bytes in %q", series)
		}
	}
}

func TestCounts(t *testing.T) {
	s := newStage(t)
	s.meter.Watch(s.sources())
	s.exercise("say", "throttled")
	s.meter.SessionEnded("ssh", "mailbox_full")
	got := scrape(t, s.meter)
	for series, want := range map[string]float64{
		`mudlark_build_info{commit="abc", go_version="` + goVersion() + `", version="1.2.3"}`: 1,
		`mudlark_commands_total{door="telnet", outcome="done"}`:                               1,
		`mudlark_commands_total{door="telnet", outcome="refused"}`:                            1,
		`mudlark_refusals_total{code="throttled"}`:                                            1,
		`mudlark_decide_seconds_count{verb="say"}`:                                            2,
		`mudlark_decide_seconds_count{verb="tick"}`:                                           1,
		`mudlark_decide_seconds_bucket{le="0.001", verb="say"}`:                               2,
		`mudlark_command_seconds_count{door="telnet"}`:                                        2,
		`mudlark_slow_commands_total`:                                                         1,
		`mudlark_commit_records_sum`:                                                          2,
		`mudlark_records_total`:                                                               2,
		`mudlark_events_total`:                                                                5,
		`mudlark_record_bytes_total`:                                                          100,
		`mudlark_checkpoint_rows_total`:                                                       10,
		`mudlark_checkpoint_seconds_count`:                                                    1,
		`mudlark_checkpoint_age_seconds`:                                                      0,
		`mudlark_merge_seconds_count`:                                                         1,
		`mudlark_journal_records`:                                                             10,
		`mudlark_journal_sequence`:                                                            20,
		`mudlark_checkpoint_sequence`:                                                         15,
		`mudlark_sessions{door="telnet", state="playing"}`:                                    2,
		`mudlark_sessions{door="telnet", state="signing_in"}`:                                 1,
		`mudlark_sign_ins_refused_total{door="telnet", reason="throttled"}`:                   1,
		`mudlark_connections{door="telnet"}`:                                                  3,
		`mudlark_connections_total{door="ssh"}`:                                               4,
		`mudlark_connections_ended_total{door="ssh", reason="full"}`:                          3,
		`mudlark_handshakes{door="ssh"}`:                                                      1,
		`mudlark_queue_length{queue="mailbox"}`:                                               7,
		`mudlark_queue_limit{queue="mailbox"}`:                                                8192,
		`mudlark_queue_length{queue="hashes"}`:                                                2,
		`mudlark_password_hashes_total`:                                                       30,
		`mudlark_agent_requests_refused_total{reason="rate"}`:                                 5,
		`mudlark_limits_met_total{limit="telnet_line_bytes"}`:                                 1,
		`mudlark_limits_met_total{limit="mailbox"}`:                                           1,
		`mudlark_limits_met_total{limit="passwords"}`:                                         1,
		`mudlark_limits_met_total{limit="ssh_connections"}`:                                   3,
		`mudlark_limits_met_total{limit="agent_rate"}`:                                        5,
		`mudlark_limits_met_total{limit="hash_queue"}`:                                        4,
		`mudlark_figures_stale{source="world"}`:                                               0,
		`mudlark_disk_failed`:                                                                 0,
		`mudlark_rooms`:                                                                       0,
	} {
		if value, ok := got[series]; !ok || value != want {
			t.Errorf("%s: got %v (served: %v), want %v", series, value, ok, want)
		}
	}
	if got["go_goroutines"] == 0 || got["process_start_time_seconds"] == 0 {
		t.Error("Go's runtime and the process are not served")
	}
}

// The age of what no checkpoint holds counts from its oldest record, also where records came while one was written.
func TestCheckpointAge(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	m := ops.NewMeter(ops.Config{Now: func() time.Time { return now }})
	age := func() float64 {
		t.Helper()
		return scrape(t, m)["mudlark_checkpoint_age_seconds"]
	}
	wants := func(when string, want float64) {
		t.Helper()
		if got := age(); got != want {
			t.Errorf("%s: got %v, want %v", when, got, want)
		}
	}
	pass := func(d time.Duration) { now = now.Add(d) }
	wants("in a new world", 0)
	m.Loaded(10, 4)
	pass(5 * time.Second)
	wants("five seconds after a load with a tail", 5)
	m.Committed(loop.Commit{Seq: 12, Records: 2})
	pass(5 * time.Second)
	m.Committed(loop.Commit{Seq: 13, Records: 1})
	wants("five seconds on", 10)
	m.Committed(loop.Commit{Seq: 12, Cut: 3})
	wants("a checkpoint without the newest record", 0)
	pass(2 * time.Second)
	wants("two seconds on", 2)
	m.Committed(loop.Commit{Seq: 13, Cut: 1})
	pass(time.Hour)
	wants("everything is in a checkpoint", 0)
	for i := range 10_000 { // memory stays bounded
		pass(time.Second)
		m.Committed(loop.Commit{Seq: uint64(14 + i), Records: 1})
	}
	wants("10,000 seconds without a checkpoint", 9_999)
}

// A source that does not answer costs a scrape a moment, and shows what it said last.
func TestStuckSources(t *testing.T) {
	s := newStage(t)
	sources := s.sources()
	stuck := make(chan struct{})
	isStuck := make(chan bool, 1)
	isStuck <- false
	sources.Journal = func() ops.Journal {
		is := <-isStuck
		isStuck <- is
		if is {
			<-stuck
			return ops.Journal{Last: 99}
		}
		return ops.Journal{Last: 20}
	}
	s.meter.Watch(sources)
	scrape(t, s.meter)
	<-isStuck
	isStuck <- true
	hold, held := make(chan struct{}), make(chan struct{})
	err := s.loop.Offer(t.Context(), loop.Intent{Do: func(*world.State, world.Time) loop.Step {
		close(held)
		<-hold // the writer is stuck
		return loop.Step{}
	}})
	if err != nil {
		t.Fatal(err)
	}
	<-held
	var got map[string]float64
	await(t, "a stale scrape", func() bool {
		began := time.Now()
		got = scrape(t, s.meter)
		if took := time.Since(began); took > 5*time.Second {
			t.Fatalf("a scrape took %s", took)
		}
		return got[`mudlark_figures_stale{source="journal"}`] == 1
	})
	if got[`mudlark_figures_stale{source="world"}`] != 1 || got["mudlark_journal_sequence"] != 20 {
		t.Errorf("got %v of the world and sequence %v, want 1 and 20", got[`mudlark_figures_stale{source="world"}`],
			got["mudlark_journal_sequence"])
	}
	<-isStuck
	isStuck <- false
	close(stuck)
	close(hold)
	await(t, "fresh figures", func() bool {
		got = scrape(t, s.meter)
		return got[`mudlark_figures_stale{source="journal"}`]+got[`mudlark_figures_stale{source="world"}`] == 0
	})
}

// Many who scrape at once read the sources once.
func TestScrapesShareAReading(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	m := ops.NewMeter(ops.Config{Now: func() time.Time { return now }})
	reads := 0
	m.Watch(ops.Sources{Doors: func() []ops.Door { reads++; return nil }})
	for range 50 {
		scrape(t, m)
	}
	if reads != 1 {
		t.Errorf("50 scrapes within a second read the doors %d times, want once", reads)
	}
	now = now.Add(time.Second)
	scrape(t, m)
	if reads != 2 {
		t.Errorf("a second later: got %d readings in all, want 2", reads)
	}
}

func BenchmarkAnswered(b *testing.B) {
	m := ops.NewMeter(ops.Config{Verbs: []string{"say"}, Slow: time.Second})
	a := loop.Answered{
		By: &loop.By{Door: "telnet", Session: "telnet-1", Actor: "pc-ann"}, Name: "say", Seq: 12,
		Wait: 20 * time.Microsecond, Decide: 30 * time.Microsecond, Hold: time.Millisecond,
	}
	b.ReportAllocs()
	for b.Loop() {
		m.Answered(a)
	}
}

// nothing is an intent that wants nothing.
func nothing(*world.State, world.Time) loop.Step { return loop.Step{} }

func BenchmarkScrape(b *testing.B) {
	m := ops.NewMeter(ops.Config{Verbs: []string{"say"}})
	l := loop.New(loop.NewMachine(world.New(1), loop.MachineOptions{}), nil, loop.Options{Answered: m.Answered})
	ctx, stop := context.WithCancel(b.Context())
	ended := make(chan error, 1)
	go func() { ended <- l.Run(ctx) }()
	defer func() {
		stop()
		<-ended
	}()
	if _, err := l.Do(ctx, nothing); err != nil {
		b.Fatal(err)
	}
	m.Watch(ops.Sources{Loop: l})
	for b.Loop() {
		if _, err := m.Gather(); err != nil {
			b.Fatal(err)
		}
	}
}
