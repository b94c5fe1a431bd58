package ops

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// UsagePath is where a [UsagePage] is meant to be served, on loopback only.
const UsagePath = "/api/telemetry/ai-usage"

// Limits of a question.
const (
	paramCharsMax = 64
	sinceUsual    = 24 * time.Hour // how far an answer looks back when nobody says
	keyCharsMin   = 32
)

// UsageRow sums up events that have the same names. One with a verdict counts refusals of answers that other rows
// count; all other rows count calls. No row stands for one call, and none holds a word of a player, a model or a
// prompt.
type UsageRow struct {
	Event, Purpose, Model, Outcome, Failure, Verdict string

	Count, Flagged, Cached, Retries, ToolCalls uint64

	PromptTokens, CompletionTokens uint64

	TookMS uint64   // all together
	Took   []uint64 // how many took how long, by classes that the source knows
	P50MS  int      // -1 beyond the last class
	P95MS  int
}

// UsageQuery says which sums are wanted. Zero fields want all.
type UsageQuery struct {
	Since   time.Time
	Event   string
	Purpose string
}

// UsageSource answers a query, with rows in a stable order.
type UsageSource func(UsageQuery) []UsageRow

// UsagePage answers operators who ask over HTTP what was asked of models. It may be used from many goroutines. To show
// another sum, add it to UsageRow and to usageLine.
type UsagePage struct {
	key    [sha256.Size]byte
	isShut bool // there is no key
	now    func() time.Time
	source atomic.Pointer[UsageSource]
	denied func(*http.Request)
}

// NewUsagePage makes a page that is shown to whoever has the key; when the key is too short to be one, to nobody. A nil
// now means time.Now.
func NewUsagePage(key string, now func() time.Time) *UsagePage {
	if now == nil {
		now = time.Now
	}
	return &UsagePage{
		key: sha256.Sum256([]byte(key)), isShut: len(key) < keyCharsMin, now: now, denied: func(*http.Request) {},
	}
}

// Denied has do called for each request with a key that is not the operators'. Call it before the page is served.
func (p *UsagePage) Denied(do func(*http.Request)) { p.denied = do }

// From names where sums come from. Until then there are none.
func (p *UsagePage) From(s UsageSource) { p.source.Store(&s) }

// usageLine is a row as it is written.
type usageLine struct {
	Event     string       `json:"eventType"`
	Purpose   string       `json:"purpose,omitempty"`
	Model     string       `json:"model,omitempty"`
	Outcome   string       `json:"outcome,omitempty"`
	Failure   string       `json:"failure,omitempty"`
	Verdict   string       `json:"verdict,omitempty"`
	Count     uint64       `json:"count"`
	Flagged   uint64       `json:"flagged"`
	CacheHits uint64       `json:"cacheHits"`
	Retries   uint64       `json:"retries"`
	ToolCalls uint64       `json:"toolCalls"`
	Tokens    usageTokens  `json:"tokens"`
	Latency   usageLatency `json:"latencyMs"`
}

type usageTokens struct {
	Prompt     uint64 `json:"prompt"`
	Completion uint64 `json:"completion"`
}

type usageLatency struct {
	Mean uint64 `json:"mean"`
	P50  int    `json:"p50"` // an upper bound; -1: longer than the source tells apart
	P95  int    `json:"p95"`
}

type usageAnswer struct {
	Since   time.Time   `json:"since"`
	Until   time.Time   `json:"until"`
	Event   string      `json:"eventType,omitempty"`
	Purpose string      `json:"purpose,omitempty"`
	Calls   uint64      `json:"calls"`    // of all rows together
	Refused uint64      `json:"verdicts"` // answers that were refused afterwards
	Tokens  usageTokens `json:"tokens"`
	Rows    []usageLine `json:"rows"`
}

// ServeHTTP implements http.Handler.
func (p *UsagePage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	if !p.admits(r) {
		if r.Header.Get("Authorization") != "" { // who has none only asks
			p.denied(r)
		}
		h.Set("WWW-Authenticate", `Bearer realm="mudlark operators"`)
		http.Error(w, "This is for operators: give the key in DATA/ops.key as a bearer token.", http.StatusUnauthorized)
		return
	}
	q, what := p.read(r.URL.Query())
	if what != "" {
		http.Error(w, what, http.StatusBadRequest)
		return
	}
	h.Set("Content-Type", "application/json; charset=utf-8")
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	_ = out.Encode(p.answer(q)) // nobody is left to tell
}

// admits reports whether a request carries the key. Comparison takes the same time whatever is wrong.
func (p *UsagePage) admits(r *http.Request) bool {
	given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	sum := sha256.Sum256([]byte(strings.TrimSpace(given)))
	return subtle.ConstantTimeCompare(sum[:], p.key[:]) == 1 && ok && !p.isShut
}

// read reads a question; what is wrong with it comes back as text.
func (p *UsagePage) read(values url.Values) (q UsageQuery, what string) {
	for name, list := range values { // each is judged by itself
		if !slices.Contains([]string{"since", "eventType", "purpose"}, name) {
			return q, "Only since, eventType and purpose can be asked for."
		}
		if len(list) != 1 || len(list[0]) > paramCharsMax {
			return q, "Each of since, eventType and purpose is given once, in at most 64 characters."
		}
	}
	q = UsageQuery{Since: p.now().Add(-sinceUsual), Event: values.Get("eventType"), Purpose: values.Get("purpose")}
	if since := values.Get("since"); since != "" {
		ago, err := time.ParseDuration(since)
		if err == nil && ago >= 0 {
			q.Since = p.now().Add(-ago)
			return q, ""
		}
		if q.Since, err = time.Parse(time.RFC3339, since); err != nil {
			return q, "since is a moment, as in 2026-01-31T18:00:00Z, or how long ago, as in 6h."
		}
	}
	return q, ""
}

func (p *UsagePage) answer(q UsageQuery) usageAnswer {
	out := usageAnswer{
		Since: q.Since.UTC(), Until: p.now().UTC(), Event: q.Event, Purpose: q.Purpose, Rows: []usageLine{},
	}
	source := p.source.Load()
	if source == nil {
		return out
	}
	for _, r := range (*source)(q) {
		l := usageLine{
			Event: r.Event, Purpose: r.Purpose, Model: r.Model, Outcome: r.Outcome, Failure: r.Failure, Verdict: r.Verdict,
			Count: r.Count, Flagged: r.Flagged, CacheHits: r.Cached, Retries: r.Retries, ToolCalls: r.ToolCalls,
			Tokens: usageTokens{r.PromptTokens, r.CompletionTokens}, Latency: usageLatency{P50: r.P50MS, P95: r.P95MS},
		}
		if r.Count > 0 {
			l.Latency.Mean = r.TookMS / r.Count
		}
		out.Rows = append(out.Rows, l)
		switch {
		case r.Verdict != "":
			out.Refused += r.Count
		case r.Model != "": // other rows are no calls
			out.Calls += r.Count
		}
		out.Tokens.Prompt += r.PromptTokens
		out.Tokens.Completion += r.CompletionTokens
	}
	return out
}
