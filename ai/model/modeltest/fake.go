package modeltest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
)

// What a request may ask for.
const (
	bodyBytesMax    = 1 << 20
	tokensMax       = 800
	hottest         = 1.0
	hottestForJSON  = 0.3
	completionsPath = "/v1/chat/completions"
)

// Question is what a model is asked.
type Question struct {
	N            int // how many requests came before, plus one
	Model        string
	System, User string
	JSON         bool // an object is wanted
}

// Request is one request as it came in.
type Request struct {
	Header   http.Header
	Body     []byte
	Question Question
}

// Fake is the server. Make one with [New], and serve it with [Fake.Start] or any http.Server.
type Fake struct {
	mu        sync.Mutex
	scenario  Scenario
	requests  []Request
	faults    []string
	forbidden []string
}

// New makes a server that behaves as a scenario says.
func New(s Scenario) *Fake { return &Fake{scenario: s} }

// Start serves on a port of this machine. The address is a base URL for a client; stop ends it, and waits for calls in
// progress.
func (f *Fake) Start() (baseURL string, stop func()) {
	server := httptest.NewServer(f)
	return server.URL + "/v1", server.Close
}

// Set changes how the server behaves from the next request on.
func (f *Fake) Set(s Scenario) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.scenario = s
}

// Forbid names texts that must not reach a model: keys, names of players, canaries. Requests that hold one are faults,
// whatever the case of its letters.
func (f *Fake) Forbid(texts ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.forbidden = append(f.forbidden, texts...)
}

// Requests returns the requests so far.
func (f *Fake) Requests() []Request {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.requests)
}

// Faults returns what was wrong with the requests so far.
func (f *Fake) Faults() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.faults)
}

// ServeHTTP answers one request.
func (f *Fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost || r.URL.Path != completionsPath {
		http.NotFound(w, r)
		return
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, bodyBytesMax))
	if err != nil {
		http.Error(w, "unreadable", http.StatusBadRequest)
		return
	}
	f.mu.Lock()
	q, faults := f.read(r.Header, body)
	q.N = len(f.requests) + 1
	for _, what := range faults {
		f.faults = append(f.faults, fmt.Sprintf("request %d: %s", q.N, what))
	}
	f.requests = append(f.requests, Request{Header: r.Header.Clone(), Body: body, Question: q})
	s := f.scenario
	f.mu.Unlock()
	s.serve(w, r, q)
}

// wire is all that a request may hold.
type wire struct {
	Model    string `json:"model"`
	Messages []struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	} `json:"messages"`
	Temperature         *float64 `json:"temperature"`
	MaxTokens           int      `json:"max_tokens"`
	MaxCompletionTokens int      `json:"max_completion_tokens"`
	Stream              bool     `json:"stream"`
	ResponseFormat      struct {
		Type   string          `json:"type"`
		Schema json.RawMessage `json:"json_schema"`
	} `json:"response_format"`
}

// read takes a request apart and judges it. The mutex is held.
func (f *Fake) read(h http.Header, body []byte) (q Question, faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	var in wire
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields() // seeds, users, logit biases, tools: none of it is asked for
	if err := d.Decode(&in); err != nil {
		fault("the body: %v", err)
	}
	q.Model, q.JSON = in.Model, strings.HasPrefix(in.ResponseFormat.Type, "json_")
	for i, m := range in.Messages {
		if want := [...]string{"system", "user"}[min(i, 1)]; m.Role != want || i > 1 {
			fault("message %d is by %q", i, m.Role)
		}
		if m.Role == "system" {
			q.System = m.Content
		} else {
			q.User = m.Content
		}
	}
	tokens := in.MaxTokens + in.MaxCompletionTokens
	if tokens < 1 || tokens > tokensMax || in.MaxTokens != 0 && in.MaxCompletionTokens != 0 {
		fault("it wants %d and %d tokens", in.MaxTokens, in.MaxCompletionTokens)
	}
	if in.MaxCompletionTokens == 0 && in.Temperature == nil {
		fault("it leaves the temperature to the server")
	}
	if t := in.Temperature; t != nil && (*t < 0 || *t > hottest || q.JSON && *t > hottestForJSON+1e-6) {
		fault("the temperature is %v", *t)
	}
	if in.Stream || in.Model == "" {
		fault("the model is %q, stream %v", in.Model, in.Stream)
	}
	return q, append(faults, f.indiscretions(h, body)...)
}

// indiscretions returns what a request tells that it must not.
func (f *Fake) indiscretions(h http.Header, body []byte) (faults []string) {
	key := strings.TrimPrefix(h.Get("Authorization"), "Bearer ")
	if key != "" && bytes.Contains(body, []byte(key)) {
		faults = append(faults, "the key stands in the body")
	}
	for _, name := range slices.Sorted(maps.Keys(h)) {
		if name == "Cookie" || name == "Referer" || strings.HasPrefix(name, "X-") {
			faults = append(faults, "it has a header "+name)
		}
	}
	all := bytes.ToLower(body)
	for _, text := range f.forbidden {
		if text != "" && bytes.Contains(all, bytes.ToLower([]byte(text))) {
			faults = append(faults, fmt.Sprintf("it tells %q", text))
		}
	}
	return faults
}
