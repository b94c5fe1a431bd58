package ops

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	dto "github.com/prometheus/client_model/go"
)

// Status is how a world is, read from the same figures as /metrics, so that page and metrics cannot disagree. Times are
// in seconds. To show another figure, add a field, read it in [Meter.Status], and give it a place on the page.
type Status struct {
	Version  string        `json:"version"`
	Go       string        `json:"go"`
	Commit   string        `json:"commit,omitempty"`
	Uptime   float64       `json:"uptime_seconds"`
	Ready    bool          `json:"ready"`
	NotReady []string      `json:"not_ready,omitempty"`     // why
	Stale    []string      `json:"stale,omitempty"`         // sources that did not answer in time
	Content  string        `json:"content_fault,omitempty"` // why the pack is left out
	World    WorldStatus   `json:"world"`
	Doors    []DoorStatus  `json:"doors"`
	TLS      string        `json:"tls_sha256,omitempty"` // the certificate's, where agents are served over HTTPS
	Agents   AgentStatus   `json:"agents"`
	Latency  []Latency     `json:"latency"`
	Verbs    []Latency     `json:"verbs"` // the decide time of those that took the writer longest in all
	Record   RecordStatus  `json:"record"`
	Queues   []Queue       `json:"queues"`
	Limits   []Counted     `json:"limits_met"` // those that were met
	Refused  []Counted     `json:"refused"`    // by code
	Process  ProcessStatus `json:"process"`
}

// WorldStatus is how much there is.
type WorldStatus struct {
	Here       int     `json:"players_here"`
	Linkdead   int     `json:"players_linkdead"`
	Characters int     `json:"characters"`
	Rooms      int     `json:"rooms"`
	Items      int     `json:"items"`
	Creatures  int     `json:"creatures"`
	Timers     int     `json:"timers"`
	Time       float64 `json:"time_seconds"`
}

// DoorStatus is how a door stands.
type DoorStatus struct {
	Name      string `json:"name"`
	Open      int    `json:"connections"`
	SigningIn int    `json:"signing_in"`
	Playing   int    `json:"playing"`
	Accepted  int    `json:"connections_total"`
	SignedIn  int    `json:"sign_ins_total"`
	Refused   int    `json:"sign_ins_refused_total"`
}

// AgentStatus is how the door of agents stands.
type AgentStatus struct {
	Known   int `json:"agents"`
	Seated  int `json:"seated"`
	Streams int `json:"streams"`
	Running int `json:"requests_running"`
	Served  int `json:"requests_total"`
	Refused int `json:"requests_refused_total"`
}

// Latency is how long something took since the start. P50 and P99 are estimated from the bounds of a histogram.
type Latency struct {
	Name  string  `json:"name"`
	Count int     `json:"count"`
	Mean  float64 `json:"mean_seconds"`
	P50   float64 `json:"p50_seconds"`
	P99   float64 `json:"p99_seconds"`
}

// RecordStatus is how the record on disk stands.
type RecordStatus struct {
	Sequence      int     `json:"sequence"`
	Checkpoint    int     `json:"checkpoint_sequence"`
	CheckpointAge float64 `json:"checkpoint_age_seconds"`
	Records       int     `json:"records_total"`
	Bytes         int     `json:"record_bytes_total"`
	Batch         float64 `json:"records_a_commit"`
	FileBytes     int     `json:"file_bytes"`
	Kept          int     `json:"file_records"`
	Runs          int     `json:"checkpoint_runs"`
	Segments      int     `json:"segments"`
	SegmentBytes  int     `json:"segments_bytes"`
	SegmentLimit  int     `json:"segments_limit_bytes"`
	Sealed        int     `json:"segments_sequence"`
	DiskFree      int     `json:"disk_free_bytes"`
	Running       float64 `json:"commit_running_seconds"`
	Failed        bool    `json:"disk_failed"`
}

// Queue is how much waits somewhere.
type Queue struct {
	Name   string `json:"name"`
	Length int    `json:"length"`
	Limit  int    `json:"limit,omitempty"`
}

// Counted is how often something happened since the start.
type Counted struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// ProcessStatus is what the process takes.
type ProcessStatus struct {
	CPU        float64 `json:"cpu_seconds_total"`
	Resident   int     `json:"resident_bytes"`
	Heap       int     `json:"heap_bytes"`
	Goroutines int     `json:"goroutines"`
	Files      int     `json:"open_files"`
	FilesMost  int     `json:"open_files_limit"`
}

// verbsShown is how many verbs a status names.
const verbsShown = 5

// Status reads how the world is.
func (m *Meter) Status() (Status, error) {
	m.refresh()
	families, err := m.Gather()
	if err != nil {
		return Status{}, fmt.Errorf("gather figures: %w", err)
	}
	g := make(gathered, len(families))
	for _, f := range families {
		g[f.GetName()] = f
	}
	out := Status{
		Version: g.label("mudlark_build_info", "version"), Go: g.label("mudlark_build_info", "go_version"),
		Commit: g.label("mudlark_build_info", "commit"), Uptime: m.uptime().Seconds(),
		NotReady: m.Health().NotReady(),
		World: WorldStatus{
			Here: g.count("mudlark_players", "here"), Linkdead: g.count("mudlark_players", "linkdead"),
			Characters: g.count("mudlark_characters"), Rooms: g.count("mudlark_rooms"), Items: g.count("mudlark_items"),
			Creatures: g.count("mudlark_creatures"), Timers: g.count("mudlark_timers"),
			Time: g.value("mudlark_world_seconds"),
		},
		Agents: AgentStatus{
			Known: g.count("mudlark_agents"), Seated: g.count("mudlark_agents_seated"),
			Streams: g.count("mudlark_agent_streams"), Running: g.count("mudlark_agent_requests_running"),
			Served: g.count("mudlark_agent_requests_total"), Refused: g.count("mudlark_agent_requests_refused_total"),
		},
		Process: ProcessStatus{
			CPU: g.value("process_cpu_seconds_total"), Resident: g.count("process_resident_memory_bytes"),
			Heap: g.count("go_memstats_heap_alloc_bytes"), Goroutines: g.count("go_goroutines"),
			Files: g.count("process_open_fds"), FilesMost: g.count("process_max_fds"),
		},
		Record: g.record(), Doors: g.doors(), Latency: g.latencies(), Verbs: g.verbs(), Queues: g.queues(),
		Limits: g.counts("mudlark_limits_met_total"), Refused: g.counts("mudlark_refusals_total"),
	}
	out.Ready = len(out.NotReady) == 0
	if why := m.content.Load(); why != nil {
		out.Content = *why
	}
	for _, c := range g.counts("mudlark_figures_stale") {
		out.Stale = append(out.Stale, c.Name)
	}
	return out, nil
}

// gathered is what a registry gathered, by name.
type gathered map[string]*dto.MetricFamily

// value adds up the series of a metric, or those that have all the label values given.
func (g gathered) value(name string, labels ...string) float64 {
	sum := 0.0
	for _, one := range g[name].GetMetric() {
		if hasAll(one, labels) {
			sum += one.GetCounter().GetValue() + one.GetGauge().GetValue()
		}
	}
	return sum
}

// count is value where only whole numbers make sense.
func (g gathered) count(name string, labels ...string) int { return int(g.value(name, labels...)) }

func hasAll(one *dto.Metric, labels []string) bool {
	for _, want := range labels {
		if !slices.ContainsFunc(one.GetLabel(), func(l *dto.LabelPair) bool { return l.GetValue() == want }) {
			return false
		}
	}
	return true
}

// label returns a label of a metric's first series.
func (g gathered) label(name, label string) string {
	for _, one := range g[name].GetMetric() {
		for _, l := range one.GetLabel() {
			if l.GetName() == label {
				return l.GetValue()
			}
		}
	}
	return ""
}

func (g gathered) record() RecordStatus {
	r := RecordStatus{
		Sequence: g.count("mudlark_journal_sequence"), Checkpoint: g.count("mudlark_checkpoint_sequence"),
		CheckpointAge: g.value("mudlark_checkpoint_age_seconds"), Records: g.count("mudlark_records_total"),
		Bytes: g.count("mudlark_record_bytes_total"), FileBytes: g.count("mudlark_journal_file_bytes"),
		Kept: g.count("mudlark_journal_records"), Runs: g.count("mudlark_journal_runs"),
		Segments: g.count("mudlark_segments"), SegmentBytes: g.count("mudlark_segments_bytes"),
		SegmentLimit: g.count("mudlark_segments_limit_bytes"), Sealed: g.count("mudlark_segments_sequence"),
		DiskFree: g.count("mudlark_disk_free_bytes"), Running: g.value("mudlark_commit_running_seconds"),
		Failed: g.value("mudlark_disk_failed") > 0,
	}
	for _, one := range g["mudlark_commit_records"].GetMetric() {
		if n := one.GetHistogram().GetSampleCount(); n > 0 {
			r.Batch = one.GetHistogram().GetSampleSum() / float64(n)
		}
	}
	return r
}

func (g gathered) doors() []DoorStatus {
	var out []DoorStatus
	for _, door := range doors() {
		if door == hostDoor || len(g.with("mudlark_connections", door)) == 0 {
			continue
		}
		out = append(out, DoorStatus{
			Name: door, Open: g.count("mudlark_connections", door),
			SigningIn: g.count("mudlark_sessions", door, "signing_in"), Playing: g.count("mudlark_sessions", door, "playing"),
			Accepted: g.count("mudlark_connections_total", door), SignedIn: g.count("mudlark_sign_ins_total", door),
			Refused: g.count("mudlark_sign_ins_refused_total", door),
		})
	}
	return out
}

// with returns the series of a metric that have all the label values given.
func (g gathered) with(name string, labels ...string) []*dto.Metric {
	return slices.DeleteFunc(slices.Clone(g[name].GetMetric()), func(one *dto.Metric) bool { return !hasAll(one, labels) })
}

func (g gathered) latencies() []Latency {
	var out []Latency
	for _, one := range g["mudlark_command_seconds"].GetMetric() {
		if l := latencyOf(one, one.GetLabel()[0].GetValue()); l.Count > 0 && l.Name != hostDoor {
			l.Name = "answer, " + l.Name
			out = append(out, l)
		}
	}
	for _, h := range []struct{ name, metric string }{
		{"wait for the writer", "mudlark_wait_seconds"}, {"wait for the disk", "mudlark_hold_seconds"},
		{"commit", "mudlark_commit_seconds"}, {"checkpoint", "mudlark_checkpoint_seconds"},
	} {
		for _, one := range g[h.metric].GetMetric() {
			if l := latencyOf(one, h.name); l.Count > 0 {
				out = append(out, l)
			}
		}
	}
	return out
}

// verbs returns those verbs that took the writer longest in all.
func (g gathered) verbs() []Latency {
	var out []Latency
	for _, one := range g["mudlark_decide_seconds"].GetMetric() {
		out = append(out, latencyOf(one, one.GetLabel()[0].GetValue()))
	}
	slices.SortStableFunc(out, func(a, b Latency) int {
		switch x, y := a.Mean*float64(a.Count), b.Mean*float64(b.Count); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return out[:min(len(out), verbsShown)]
}

func (g gathered) queues() []Queue {
	var out []Queue
	for _, one := range g["mudlark_queue_length"].GetMetric() {
		name := one.GetLabel()[0].GetValue()
		length := int(one.GetGauge().GetValue())
		out = append(out, Queue{Name: name, Length: length, Limit: g.count("mudlark_queue_limit", name)})
	}
	return out
}

// counts returns the series of a metric with one label that are not 0, largest first.
func (g gathered) counts(name string) []Counted {
	out := []Counted{}
	for _, one := range g[name].GetMetric() {
		if n := one.GetCounter().GetValue() + one.GetGauge().GetValue(); n > 0 {
			out = append(out, Counted{Name: one.GetLabel()[0].GetValue(), Count: int(n)})
		}
	}
	slices.SortStableFunc(out, func(a, b Counted) int {
		if a.Count != b.Count {
			return b.Count - a.Count
		}
		return strings.Compare(a.Name, b.Name)
	})
	return out
}

func latencyOf(one *dto.Metric, name string) Latency {
	h := one.GetHistogram()
	l := Latency{Name: name, Count: int(min(h.GetSampleCount(), math.MaxInt32))}
	if l.Count > 0 {
		l.Mean = h.GetSampleSum() / float64(h.GetSampleCount())
		l.P50, l.P99 = quantile(h, .5), quantile(h, .99)
	}
	return l
}

// quantile estimates a quantile as Prometheus does: evenly spread between the bounds of the bucket it falls into, and
// the last bound for what lies beyond it.
func quantile(h *dto.Histogram, q float64) float64 {
	rank := q * float64(h.GetSampleCount())
	below, from := 0.0, 0.0
	for _, b := range h.GetBucket() {
		upTo, most := float64(b.GetCumulativeCount()), b.GetUpperBound()
		if upTo >= rank && upTo > below && !math.IsInf(most, 1) {
			return from + (most-from)*(rank-below)/(upTo-below)
		}
		if !math.IsInf(most, 1) {
			below, from = upTo, most
		}
	}
	return from
}

// seconds is a number of seconds as a duration.
func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
