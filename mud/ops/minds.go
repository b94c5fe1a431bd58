package ops

import (
	"strings"

	"github.com/prometheus/client_golang/prometheus"
)

// ModelsMost is how many models the metrics tell apart; the rest counts as "other".
const ModelsMost = 16

// modelCharsMost is how long a model's name may be in a label.
const modelCharsMost = 64

// Minds is how the models stand that minds may ask.
type Minds struct {
	On     bool // a model may be asked
	Open   bool // an endpoint failed so often that it is left alone for a while
	Tokens int  // used today
	Limit  int  // of tokens a day
	// Budgets are the bounds of tokens beside the day's.
	Budgets []Bound
	Usage   []UsageRow
	Bounds  []int // upper bounds in milliseconds of the classes in Usage's Took, which has one more
}

// Bound is a bound of tokens beside the day's.
type Bound struct {
	Of    string // hour, foreign, or a purpose
	Used  int
	Limit int
}

// WatchMinds names where the figures of minds are read from; the source must not block. Until then there are none.
func (m *Meter) WatchMinds(source func() Minds) { m.minds.Store(&source) }

// mindFigures reads the figures of minds when somebody asks.
type mindFigures struct {
	meter *Meter

	on, open, used, limit, boundUsed, boundLimit       *prometheus.Desc
	calls, failures, verdicts, cached, tokens, seconds *prometheus.Desc
}

func (m *Meter) newMindFigures() *mindFigures {
	desc := func(name, kind, help string, labels ...string) *prometheus.Desc {
		m.note(name, kind, help, labels)
		return prometheus.NewDesc(name, help, labels, nil)
	}
	return &mindFigures{
		meter: m,
		on:    desc("mudlark_model_on", "gauge", "1 when minds may ask a model; 0 when they do without."),
		open: desc("mudlark_model_breaker_open", "gauge",
			"1 while a model that failed too often is left alone and minds do without it."),
		used:  desc("mudlark_model_budget_used_tokens", "gauge", "Tokens of today's budget that are spent."),
		limit: desc("mudlark_model_budget_limit_tokens", "gauge", "Tokens that models may use in a day; 0: none."),
		boundUsed: desc("mudlark_model_bound_used_tokens", "gauge",
			"Tokens spent of a bound beside the day's: an hour's, a purpose's in a day, and that of other worlds' agents.",
			"of"),
		boundLimit: desc("mudlark_model_bound_limit_tokens", "gauge",
			"Tokens that such a bound allows; 0: none.", "of"),
		calls: desc("mudlark_model_calls_total", "counter",
			"Calls of models, cached ones included, by purpose, model and outcome (accepted, modified, rejected).",
			"purpose", "model", "outcome"),
		failures: desc("mudlark_model_failures_total", "counter", "Calls that brought no answer, by purpose and reason.",
			"purpose", "reason"),
		verdicts: desc("mudlark_model_verdicts_total", "counter",
			"Answers that were refused before anybody saw them, by purpose and verdict (leak, persona, blocked, saydo ...).",
			"purpose", "verdict"),
		cached: desc("mudlark_model_cache_hits_total", "counter", "Calls that were answered from the cache, by purpose.",
			"purpose"),
		tokens: desc("mudlark_model_tokens_total", "counter",
			"Tokens, by purpose, model and kind (prompt, completion).", "purpose", "model", "kind"),
		seconds: desc("mudlark_model_seconds", "histogram", "From asking a model until its answer, by purpose.", "purpose"),
	}
}

// Describe implements prometheus.Collector.
func (f *mindFigures) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		f.on, f.open, f.used, f.limit, f.boundUsed, f.boundLimit, f.calls, f.failures, f.verdicts, f.cached,
		f.tokens, f.seconds,
	} {
		to <- d
	}
}

// tookBy is how long the calls of a purpose took.
type tookBy struct {
	classes []uint64
	ms      uint64
}

// Collect implements prometheus.Collector.
func (f *mindFigures) Collect(to chan<- prometheus.Metric) {
	source := f.meter.minds.Load()
	if source == nil {
		return
	}
	s := (*source)()
	for d, v := range map[*prometheus.Desc]float64{ // Prometheus puts them in order
		f.on: truth(s.On), f.open: truth(s.Open), f.used: float64(s.Tokens), f.limit: float64(s.Limit),
	} {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v)
	}
	for _, b := range s.Budgets {
		to <- prometheus.MustNewConstMetric(f.boundUsed, prometheus.GaugeValue, float64(b.Used), b.Of)
		to <- prometheus.MustNewConstMetric(f.boundLimit, prometheus.GaugeValue, float64(b.Limit), b.Of)
	}
	sums, took := map[*prometheus.Desc]map[[3]string]uint64{}, map[string]*tookBy{}
	add := func(d *prometheus.Desc, n uint64, labels ...string) {
		if sums[d] == nil {
			sums[d] = map[[3]string]uint64{}
		}
		var key [3]string
		copy(key[:], labels)
		sums[d][key] += n
	}
	models := map[string]bool{}
	for _, r := range s.Usage {
		f.sum(r, boundedModel(models, r.Model), add, took)
	}
	for d, counts := range sums {
		for key, n := range counts {
			labels := key[:]
			for labels[len(labels)-1] == "" { // none of ours is empty
				labels = labels[:len(labels)-1]
			}
			to <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(n), labels...)
		}
	}
	for purpose, t := range took {
		to <- t.metric(f.seconds, s.Bounds, purpose)
	}
}

// sum adds a row to the sums.
func (f *mindFigures) sum(
	r UsageRow, model string, add func(*prometheus.Desc, uint64, ...string), took map[string]*tookBy,
) {
	if r.Model == "" {
		return // no call
	}
	purpose := wordOr(r.Purpose)
	if r.Verdict != "" {
		add(f.verdicts, r.Count, purpose, wordOr(r.Verdict))
		return
	}
	add(f.calls, r.Count, purpose, model, wordOr(r.Outcome))
	add(f.tokens, r.PromptTokens, purpose, model, "prompt")
	add(f.tokens, r.CompletionTokens, purpose, model, "completion")
	if r.Failure != "" {
		add(f.failures, r.Count, purpose, wordOr(r.Failure))
	}
	if r.Cached > 0 {
		add(f.cached, r.Cached, purpose)
	}
	t := took[purpose]
	if t == nil {
		t = &tookBy{classes: make([]uint64, len(r.Took))}
		took[purpose] = t
	}
	t.ms += r.TookMS
	for i := range min(len(t.classes), len(r.Took)) {
		t.classes[i] += r.Took[i]
	}
}

// metric makes a histogram of classes and their bounds.
func (t *tookBy) metric(d *prometheus.Desc, bounds []int, purpose string) prometheus.Metric {
	var count uint64
	buckets := map[float64]uint64{}
	for i, n := range t.classes {
		count += n
		if i < len(bounds) {
			buckets[float64(bounds[i])/1000] = count
		}
	}
	return prometheus.MustNewConstHistogram(d, count, float64(t.ms)/1000, buckets, purpose)
}

func wordOr(s string) string {
	if !isWord(s) {
		return otherWord
	}
	return s
}

// boundedModel returns a model's name as a label, or "other" when it is odd or there are too many.
func boundedModel(known map[string]bool, name string) string {
	odd := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("._:/@+-", r)
	}
	if len(name) > modelCharsMost || strings.ContainsFunc(name, odd) || !known[name] && len(known) >= ModelsMost {
		return otherWord
	}
	known[name] = true
	return name
}
