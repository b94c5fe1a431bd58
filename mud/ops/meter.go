package ops

import (
	"context"
	"log/slog"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	dto "github.com/prometheus/client_model/go"

	"github.com/mudlark-mud/mudlark/world/loop"
)

// hostDoor is the door of what nobody asked for: the daemon's own deeds.
const hostDoor = "host"

// doors lists the doors that are told apart.
func doors() []string { return []string{"telnet", "telnets", "websocket", "ssh", "mcp", hostDoor} }

// Config is how a [Meter] is set up. The zero value is fine.
type Config struct {
	Version string // of this program
	Commit  string // the commit it was built from
	// Verbs are the names that the decide time tells apart, besides loop.Names.
	Verbs []string
	// Limits is every limit whose meeting is counted.
	Limits []Limit
	// Slow is how long a command may take, from its arrival to its answer or on the writer alone, before it is logged; 0
	// means that none is.
	Slow time.Duration
	// Log is where slow commands and a writer that does not answer are told. Nil means nowhere.
	Log *slog.Logger
	// Now is the clock; nil means time.Now.
	Now func() time.Time
}

// Meter counts what happens in a world and reads what is there when somebody asks.
type Meter struct {
	now      func() time.Time
	began    time.Time
	registry *prometheus.Registry
	hot      *counters
	docs     []Metric
	limits   []Limit
	slow     *slowLog
	pulse    *pulse
	health   *Health

	signIns, refused, ended *words
	met                     *words // limits, at no door

	unsaved unsaved
	content atomic.Pointer[string] // why the pack is left out; nil when it is not
	sources atomic.Pointer[Sources]
	minds   atomic.Pointer[func() Minds]
	snap    snapshots
}

// Metric describes one metric, for METRICS.md.
type Metric struct {
	Name, Kind, Help string
	Labels           []string
}

// counters is what is counted as it happens.
type counters struct {
	commands map[string]doorCounters // by door
	refusals *words
	decide   map[string]*lazy // by verb
	wait     prometheus.Histogram
	hold     prometheus.Histogram

	commit, commitRecords, checkpoint, merge  prometheus.Histogram
	records, events, recordBytes, rows, slows prometheus.Counter
}

type doorCounters struct {
	done, refused prometheus.Counter
	took          prometheus.Observer
}

// lazy is a histogram that appears in a scrape once something was observed.
type lazy struct {
	vec  *prometheus.HistogramVec
	name string
	once sync.Once
	one  prometheus.Observer
}

func (l *lazy) observe(d time.Duration) {
	l.once.Do(func() { l.one = l.vec.WithLabelValues(l.name) })
	l.one.Observe(d.Seconds())
}

// Bounds of histograms.
//
//nolint:gochecknoglobals // immutable: lists of numbers
var (
	waitSeconds = []float64{ // what a person waits for
		.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10,
	}
	decideSeconds = []float64{.00005, .00025, .001, .005, .025, .1} // there are many verbs, so few bounds
	longSeconds   = []float64{.001, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10, 60}
	batchRecords  = []float64{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 4096}
)

// NewMeter makes a meter. What is read when somebody asks needs [Meter.Watch] too.
func NewMeter(c Config) *Meter {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	m := &Meter{
		now: c.Now, began: c.Now(), registry: prometheus.NewRegistry(), limits: slices.Clone(c.Limits),
		signIns: newWords(doors()...), refused: newWords(doors()...), ended: newWords(doors()...),
	}
	names := make([]string, len(c.Limits))
	for i, l := range c.Limits {
		names[i] = l.Name
	}
	m.met = newList(names)
	m.pulse = newPulse(c.Now, c.Log)
	m.health = newHealth(m.pulse, c.Now)
	m.hot = m.newCounters(append(slices.Clone(c.Verbs), loop.Names()...))
	m.slow = newSlowLog(c.Slow, c.Log, c.Now, m.hot.slows)
	m.registry.MustRegister(
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		m.newFigures(build{version: c.Version, commit: c.Commit, goVersion: runtime.Version()}),
		m.newMindFigures(),
	)
	return m
}

// Health returns what decides about /healthz and /readyz.
func (m *Meter) Health() *Health { return m.health }

// Gather reads every figure.
func (m *Meter) Gather() ([]*dto.MetricFamily, error) { return m.registry.Gather() }

// uptime is the time since the meter was made.
func (m *Meter) uptime() time.Duration { return m.now().Sub(m.began) }

// Metrics lists every metric of this program's own, in the order of their names.
func (m *Meter) Metrics() []Metric {
	return slices.SortedFunc(slices.Values(m.docs), func(a, b Metric) int {
		switch {
		case a.Name < b.Name:
			return -1
		case a.Name > b.Name:
			return 1
		}
		return 0
	})
}

func (m *Meter) newCounters(names []string) *counters {
	doors := doors()
	h := &counters{
		commands: map[string]doorCounters{}, decide: map[string]*lazy{}, refusals: newWords(""),
		wait: m.histogram("mudlark_wait_seconds", "From a command's arrival until the writer took it up.", waitSeconds),
		hold: m.histogram("mudlark_hold_seconds",
			"From a decision until it was durable and its answer left: what it costs to tell nothing that can be lost.",
			waitSeconds),
		commit: m.histogram("mudlark_commit_seconds",
			"One commit of records and account rows: encoding, writing and fsync.", waitSeconds),
		commitRecords: m.histogram("mudlark_commit_records",
			"Records in one commit: how many deeds share an fsync.", batchRecords),
		checkpoint: m.histogram("mudlark_checkpoint_seconds", "Writing one checkpoint.", longSeconds),
		merge:      m.histogram("mudlark_merge_seconds", "Merging the runs of checkpoints into one.", longSeconds),
		records:    m.counter("mudlark_records_total", "Records made durable."),
		events:     m.counter("mudlark_events_total", "Events in the records made durable."),
		recordBytes: m.counter("mudlark_record_bytes_total",
			"Bytes of the records made durable."),
		rows:  m.counter("mudlark_checkpoint_rows_total", "Rows written into checkpoints."),
		slows: m.counter("mudlark_slow_commands_total", "Commands that took longer than --slow."),
	}
	decide := m.histogramVec("mudlark_decide_seconds",
		"On the writer, parsing, deciding and reading the answer, by verb; what is no verb has a name of its own, "+
			"and what was not understood is other.", decideSeconds, "verb")
	for _, name := range append(names, otherWord) {
		h.decide[name] = &lazy{vec: decide, name: name}
	}
	took := m.histogramVec("mudlark_command_seconds",
		"From a command's arrival until its answer left, by door.", waitSeconds, "door")
	count := m.counterVec("mudlark_commands_total",
		"Commands answered, reads and the daemon's own deeds included, by door and outcome (done, refused).",
		"door", "outcome")
	for _, door := range append(doors, otherWord) {
		h.commands[door] = doorCounters{
			done: count.WithLabelValues(door, "done"), refused: count.WithLabelValues(door, "refused"),
			took: took.WithLabelValues(door),
		}
	}
	return h
}

// Answered counts an intent; it is for loop.Options.
func (m *Meter) Answered(a loop.Answered) {
	decide := m.hot.decide[a.Name]
	if decide == nil {
		a.Name = otherWord
		decide = m.hot.decide[otherWord]
	}
	decide.observe(a.Decide)
	if a.Name == loop.NameTick {
		m.slow.look(a)
		return
	}
	door := hostDoor
	if a.By != nil {
		door = a.By.Door
	}
	d, ok := m.hot.commands[door]
	if !ok {
		d = m.hot.commands[otherWord]
	}
	if a.Code == "" {
		d.done.Inc()
	} else {
		d.refused.Inc()
		m.hot.refusals.add("", string(a.Code))
	}
	d.took.Observe(a.Took().Seconds())
	m.hot.wait.Observe(a.Wait.Seconds())
	m.hot.hold.Observe(a.Hold.Seconds())
	m.slow.look(a)
}

// Committed counts a commit; it is for loop.Options.
func (m *Meter) Committed(c loop.Commit) {
	if c.Cut > 0 {
		m.hot.checkpoint.Observe(c.Took.Seconds())
		m.hot.rows.Add(float64(c.Cut))
		m.unsaved.saved(c.Seq)
		return
	}
	m.hot.commit.Observe(c.Took.Seconds())
	if c.Records == 0 {
		return
	}
	m.hot.commitRecords.Observe(float64(c.Records))
	m.hot.records.Add(float64(c.Records))
	m.hot.events.Add(float64(c.Events))
	m.hot.recordBytes.Add(float64(c.Bytes))
	m.unsaved.wrote(c.Seq, uint64(c.Records), m.now())
}

// Loaded says that so many records, up to the last, lay behind the checkpoint from which the world was loaded.
func (m *Meter) Loaded(last, records uint64) {
	if records > 0 {
		m.unsaved.wrote(last, records, m.now())
	}
}

// Merged counts a merge of the runs of checkpoints.
func (m *Meter) Merged(took time.Duration) { m.hot.merge.Observe(took.Seconds()) }

// SignedIn counts somebody who came in, and how.
func (m *Meter) SignedIn(door, how string) { m.signIns.add(door, how) }

// SignInRefused counts a proof of identity that was refused, and why.
func (m *Meter) SignInRefused(door, why string) { m.refused.add(door, why) }

// SessionEnded counts a session that ended, and why.
func (m *Meter) SessionEnded(door, why string) { m.ended.add(door, why) }

// ContentFault says, in one line, why the world goes on without what its pack says; "" that it does no longer.
func (m *Meter) ContentFault(why string) {
	if why == "" {
		m.content.Store(nil)
		return
	}
	m.content.Store(&why)
}

// LimitMet counts a limit that was met and is counted nowhere else.
func (m *Meter) LimitMet(name string) { m.met.add("", name) }

// Run writes the slow log and watches the writer, until ctx ends.
func (m *Meter) Run(ctx context.Context) {
	var wg sync.WaitGroup
	wg.Go(func() { m.slow.run(ctx) })
	if s := m.sources.Load(); s != nil && s.Loop != nil {
		wg.Go(func() { m.pulse.run(ctx, s.Loop) })
	}
	wg.Wait()
	m.snap.wg.Wait()
}

func (m *Meter) note(name, kind, help string, labels []string) {
	m.docs = append(m.docs, Metric{Name: name, Kind: kind, Help: help, Labels: labels})
}

func (m *Meter) counter(name, help string) prometheus.Counter {
	m.note(name, "counter", help, nil)
	c := prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	m.registry.MustRegister(c)
	return c
}

func (m *Meter) counterVec(name, help string, labels ...string) *prometheus.CounterVec {
	m.note(name, "counter", help, labels)
	c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	m.registry.MustRegister(c)
	return c
}

func (m *Meter) histogram(name, help string, bounds []float64) prometheus.Histogram {
	m.note(name, "histogram", help, nil)
	h := prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: bounds})
	m.registry.MustRegister(h)
	return h
}

func (m *Meter) histogramVec(name, help string, bounds []float64, labels ...string) *prometheus.HistogramVec {
	m.note(name, "histogram", help, labels)
	h := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: bounds}, labels)
	m.registry.MustRegister(h)
	return h
}
