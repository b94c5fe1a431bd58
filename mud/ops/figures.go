package ops

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// figure is one metric that is read when somebody asks.
type figure struct {
	desc *prometheus.Desc
	kind prometheus.ValueType
	read func(s *snapshot, emit emit)
}

// emit hands out one series of a figure.
type emit func(value float64, labels ...string)

// figures collects what is read when somebody asks.
type figures struct {
	meter *Meter
	list  []figure
}

type build struct{ version, commit, goVersion string }

func (m *Meter) newFigures(b build) *figures {
	f := &figures{meter: m}
	f.state(b)
	f.queues()
	f.record()
	f.doors()
	f.agents()
	f.world()
	return f
}

// Describe implements prometheus.Collector.
func (f *figures) Describe(to chan<- *prometheus.Desc) {
	for _, one := range f.list {
		to <- one.desc
	}
}

// Collect implements prometheus.Collector.
func (f *figures) Collect(to chan<- prometheus.Metric) {
	s := f.meter.read()
	for _, one := range f.list {
		one.read(s, func(value float64, labels ...string) {
			to <- prometheus.MustNewConstMetric(one.desc, one.kind, value, labels...)
		})
	}
}

func (f *figures) add(kind prometheus.ValueType, name, help string, labels []string, read func(*snapshot, emit)) {
	word := "gauge"
	if kind == prometheus.CounterValue {
		word = "counter"
	}
	f.meter.note(name, word, help, labels)
	f.list = append(f.list, figure{desc: prometheus.NewDesc(name, help, labels, nil), kind: kind, read: read})
}

func (f *figures) gauge(name, help string, read func(*snapshot) float64) {
	f.add(prometheus.GaugeValue, name, help, nil, func(s *snapshot, e emit) { e(read(s)) })
}

func (f *figures) counter(name, help string, read func(*snapshot) float64) {
	f.add(prometheus.CounterValue, name, help, nil, func(s *snapshot, e emit) { e(read(s)) })
}

func (f *figures) state(b build) {
	m := f.meter
	f.add(prometheus.GaugeValue, "mudlark_build_info", "Always 1; the labels say what runs.",
		[]string{"version", "commit", "go_version"},
		func(_ *snapshot, e emit) { e(1, b.version, b.commit, b.goVersion) })
	f.gauge("mudlark_ready", "1 when people can come in and play, as /readyz says; 0 otherwise.",
		func(*snapshot) float64 { return truth(len(m.health.NotReady()) == 0) })
	f.gauge("mudlark_disk_failed", "1 once a commit failed: the world has stopped and nothing more is told.",
		func(*snapshot) float64 { return truth(m.health.failure() != nil) })
	f.gauge("mudlark_writer_answer_seconds", "How long the writer took to answer when it was last asked, once a second.",
		func(*snapshot) float64 { return max(m.pulse.last(), m.pulse.waiting()).Seconds() })
	f.counter("mudlark_writer_stalls_total", "How often the writer did not answer for five seconds.",
		func(*snapshot) float64 { return float64(m.pulse.stalls.Load()) })
	f.add(prometheus.GaugeValue, "mudlark_figures_stale",
		"1 when a source did not answer in time and its figures are shown as they were.", []string{"source"},
		func(s *snapshot, e emit) {
			for _, source := range []string{"world", "journal"} {
				e(truth(s.stale[source]), source)
			}
		})
}

func (f *figures) queues() {
	f.add(prometheus.GaugeValue, "mudlark_queue_length",
		"What waits: intake for the writer, held for its commit, releases for their delivery, mailbox (the fullest one) for "+
			"its reader, hashes for a core.", []string{"queue"},
		func(s *snapshot, e emit) {
			e(float64(s.depth.Intake), "intake")
			e(float64(s.depth.Held), "held")
			e(float64(s.depth.Releases), "releases")
			e(float64(s.mailMost), "mailbox")
			e(float64(s.hashes.Waiting), "hashes")
		})
	f.add(prometheus.GaugeValue, "mudlark_queue_limit",
		"How long a queue may become; then whoever comes waits (intake), is cut off (mailbox) or is refused (hashes).",
		[]string{"queue"},
		func(s *snapshot, e emit) {
			most := 0
			if from := f.meter.sources.Load(); from != nil {
				most = from.MailMost
			}
			e(float64(s.depth.IntakeMost), "intake")
			e(float64(most), "mailbox")
			e(float64(s.hashes.Queue), "hashes")
		})
	f.gauge("mudlark_commit_running_seconds", "For how long the commit under way has been; 0 when none is.",
		func(s *snapshot) float64 { return s.depth.Committing.Seconds() })
	f.counter("mudlark_password_hashes_total", "Passwords hashed, to check or to keep them.",
		func(s *snapshot) float64 { return float64(s.hashes.Done) })
}

func (f *figures) record() {
	m := f.meter
	f.gauge("mudlark_checkpoint_age_seconds", "The age of the oldest record that is in no checkpoint; 0 when all are.",
		func(*snapshot) float64 { return m.unsaved.age(m.now()).Seconds() })
	f.gauge("mudlark_checkpoint_sequence", "The last record in the current checkpoint.",
		func(s *snapshot) float64 { return float64(s.journal.CheckpointSeq) })
	f.gauge("mudlark_journal_sequence", "The last durable record.",
		func(s *snapshot) float64 { return float64(s.journal.Last) })
	f.gauge("mudlark_journal_file_bytes", "The size of the database file.",
		func(s *snapshot) float64 { return float64(s.journal.FileBytes) })
	f.gauge("mudlark_journal_records", "Records in the database file, which are not sealed yet.",
		func(s *snapshot) float64 { return float64(s.journal.kept()) })
	f.gauge("mudlark_journal_runs", "Runs of checkpoints that lie one over the other until they are merged.",
		func(s *snapshot) float64 { return float64(s.journal.Runs) })
	f.gauge("mudlark_journal_run_bytes", "Keys and values in the runs of checkpoints, superseded ones included.",
		func(s *snapshot) float64 { return float64(s.journal.RunBytes) })
	f.counter("mudlark_journal_transactions_total", "Transactions of the database file, chunks of checkpoints included.",
		func(s *snapshot) float64 { return float64(s.journal.Commits) })
	f.gauge("mudlark_disk_free_bytes", "What may still be written to the data folder's disk; 0 when that is not known.",
		func(s *snapshot) float64 { return float64(s.journal.DiskFree) })
	f.gauge("mudlark_segments", "Sealed segments.",
		func(s *snapshot) float64 { return float64(s.journal.Segments) })
	f.gauge("mudlark_segments_bytes", "The size of all sealed segments.",
		func(s *snapshot) float64 { return float64(s.journal.SegmentBytes) })
	f.gauge("mudlark_segments_limit_bytes", "What sealed segments may take before the oldest are dropped; 0: any.",
		func(s *snapshot) float64 { return float64(s.journal.KeepBytes) })
	f.gauge("mudlark_segments_sequence", "The last sealed record.",
		func(s *snapshot) float64 { return float64(s.journal.SealedThrough) })
	f.add(prometheus.CounterValue, "mudlark_refusals_total", "Commands that the world refused, by the refusal's code.",
		[]string{"code"}, func(_ *snapshot, e emit) {
			m.hot.refusals.each(func(a at, n uint64) { e(float64(n), a.word) })
		})
}

// kept is how many records the file holds.
func (j Journal) kept() uint64 {
	if j.First == 0 || j.Last < j.First {
		return 0
	}
	return j.Last - j.First + 1
}

func (f *figures) doors() {
	m := f.meter
	byWord := func(w *words) func(*snapshot, emit) {
		return func(_ *snapshot, e emit) { w.each(func(a at, n uint64) { e(float64(n), a.door, a.word) }) }
	}
	f.add(prometheus.GaugeValue, "mudlark_sessions", "Sessions, by door and state (signing_in, playing).",
		[]string{"door", "state"}, func(s *snapshot, e emit) {
			for _, d := range s.doors {
				if d.Name == "mcp" {
					continue // agents have figures of their own
				}
				one := s.sessionsAt(d.Name)
				e(float64(one.SigningIn), d.Name, "signing_in")
				e(float64(one.Playing), d.Name, "playing")
			}
		})
	f.add(prometheus.CounterValue, "mudlark_sign_ins_total",
		"People who came in, by door and proof (password, key, new, guest).", []string{"door", "proof"}, byWord(m.signIns))
	f.add(prometheus.CounterValue, "mudlark_sign_ins_refused_total", "Proofs of identity that were refused, and why.",
		[]string{"door", "reason"}, byWord(m.refused))
	f.add(prometheus.CounterValue, "mudlark_sessions_ended_total", "Sessions that ended, and why.",
		[]string{"door", "reason"}, byWord(m.ended))
	each := func(read func(Door) float64) func(*snapshot, emit) {
		return func(s *snapshot, e emit) {
			for _, d := range s.doors {
				e(read(d), d.Name)
			}
		}
	}
	f.add(prometheus.GaugeValue, "mudlark_connections", "Open connections.", []string{"door"},
		each(func(d Door) float64 { return float64(d.Open) }))
	f.add(prometheus.GaugeValue, "mudlark_handshakes", "Open connections that have not shown who they are yet.",
		[]string{"door"}, func(s *snapshot, e emit) {
			for _, d := range s.doors {
				if d.Name == "ssh" { // the other doors ask inside
					e(float64(d.Handshakes), d.Name)
				}
			}
		})
	f.add(prometheus.CounterValue, "mudlark_connections_total", "Connections that were let in.", []string{"door"},
		each(func(d Door) float64 { return float64(d.Accepted) }))
	f.add(prometheus.CounterValue, "mudlark_connections_ended_total",
		"Connections that ended or were not let in, and why.", []string{"door", "reason"}, func(s *snapshot, e emit) {
			for _, d := range s.doors {
				for reason, n := range d.Ended { // Prometheus puts them in order
					e(float64(n), d.Name, reason)
				}
			}
		})
	f.add(prometheus.CounterValue, "mudlark_limits_met_total", "How often each limit was met; LIMITS.md explains them.",
		[]string{"limit"}, func(s *snapshot, e emit) {
			for _, l := range m.limits {
				e(float64(m.metBy(l, s)), l.Name)
			}
		})
}

// sessionsAt counts the sessions of a door, which may have none.
func (s *snapshot) sessionsAt(door string) Sessions {
	for _, one := range s.sessions {
		if one.Door == door {
			return one
		}
	}
	return Sessions{Door: door}
}

func (f *figures) agents() {
	f.gauge("mudlark_agents", "Agents with a session, a stream or a request not long ago.",
		func(s *snapshot) float64 { return float64(s.agents.Principals) })
	f.gauge("mudlark_agents_seated", "Agents that keep a body in the world.",
		func(s *snapshot) float64 { return float64(s.agents.Seated) })
	f.gauge("mudlark_agent_sessions", "Sessions of agents that keep one.",
		func(s *snapshot) float64 { return float64(s.agents.Sessions) })
	f.gauge("mudlark_agent_streams", "Open notification streams of agents.",
		func(s *snapshot) float64 { return float64(s.agents.Streams) })
	f.gauge("mudlark_agent_requests_running", "Requests of agents in progress.",
		func(s *snapshot) float64 { return float64(s.agents.Running) })
	f.counter("mudlark_agent_requests_total", "Requests of agents that passed the guard.",
		func(s *snapshot) float64 { return float64(s.agents.Served) })
	f.add(prometheus.CounterValue, "mudlark_agent_requests_refused_total", "Requests of agents that the guard refused.",
		[]string{"reason"}, func(s *snapshot, e emit) {
			for reason, n := range s.agents.Refused { // Prometheus puts them in order
				e(float64(n), reason)
			}
		})
}

func (f *figures) world() {
	f.add(prometheus.GaugeValue, "mudlark_players",
		"Players' characters in the world, by presence (here, linkdead).", []string{"presence"},
		func(s *snapshot, e emit) {
			e(float64(s.world.here), "here")
			e(float64(s.world.linkdead), "linkdead")
		})
	f.gauge("mudlark_characters", "Players' characters, in the world or out of it.",
		func(s *snapshot) float64 { return float64(s.world.characters) })
	f.gauge("mudlark_rooms", "Rooms.", func(s *snapshot) float64 { return float64(s.world.rooms) })
	f.gauge("mudlark_items", "Things.", func(s *snapshot) float64 { return float64(s.world.items) })
	f.gauge("mudlark_creatures", "Creatures of the world.",
		func(s *snapshot) float64 { return float64(s.world.creatures) })
	f.gauge("mudlark_timers", "Timers that are set.", func(s *snapshot) float64 { return float64(s.world.timers) })
	f.gauge("mudlark_world_seconds", "World time since the world began.",
		func(s *snapshot) float64 { return float64(s.world.time) / float64(time.Second/time.Millisecond) })
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
