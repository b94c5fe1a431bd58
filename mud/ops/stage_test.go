package ops_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// lines keeps what was logged.
type lines struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Write implements io.Writer.
func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *lines) all() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Split(strings.TrimSuffix(l.buf.String(), "\n"), "\n")
}

func (l *lines) logger() *slog.Logger { return slog.New(slog.NewTextHandler(l, nil)) }

// someLimits are limits of each kind of counting.
func someLimits() []ops.Limit {
	return []ops.Limit{
		{Name: "telnet_line_bytes", Value: "4 KiB", What: "one line", Effect: "cut", Place: "mud/telnet/limit.go"},
		{Name: "mailbox", Value: "8,192 things", What: "what waits for a reader", Effect: "ends",
			Place: "mud/session/session.go", In: ops.InSessions, Why: "mailbox_full"},
		{Name: "passwords", Value: "5 free", What: "wrong passwords", Effect: "wait", Place: "mud/account/throttle.go",
			In: ops.InSignIns, Why: "throttled"},
		{Name: "ssh_connections", Value: "1,024", What: "connections", Effect: "refused", Place: "mud/sshd/limits.go",
			In: "ssh", Why: "full"},
		{Name: "agent_rate", Value: "20 a second", What: "requests", Effect: "429", Place: "ai/mcp/guard/limits.go",
			In: ops.InAgents, Why: "rate"},
		{Name: "hash_queue", Value: "64", What: "hashes that wait", Effect: "busy", Place: "mud/account/hash.go",
			In: ops.InHashes},
	}
}

// someMinds have asked a model, were answered, refused one answer and got none another time.
func someMinds() ops.Minds {
	return ops.Minds{
		On: true, Open: true, Tokens: 900, Limit: 1000, Bounds: []int{100, 1000},
		Budgets: []ops.Bound{{Of: "hour", Used: 60, Limit: 100}, {Of: "foreign", Limit: 500}},
		Usage: []ops.UsageRow{
			{Event: "AmbienceGenerated", Purpose: "ambience", Outcome: "accepted", Count: 7},
			{Event: "Issued", Purpose: "npc_dialogue", Model: "big-1", Outcome: "accepted", Count: 4, Cached: 1,
				PromptTokens: 400, CompletionTokens: 40, TookMS: 2500, Took: []uint64{2, 1, 1}},
			{Event: "Issued", Purpose: "npc_dialogue", Model: "big-1", Outcome: "modified", Count: 1, Took: []uint64{1, 0, 0}},
			{Event: "Rejected", Purpose: "npc_dialogue", Model: "big-1", Outcome: "rejected", Failure: "timeout", Count: 2,
				TookMS: 24_000, Took: []uint64{0, 0, 2}},
			{Event: "Rejected", Purpose: "npc_dialogue", Model: "big-1", Outcome: "rejected", Verdict: "leak", Count: 3,
				Took: []uint64{0, 0, 0}},
		},
	}
}

// stage is a meter over a running loop.
type stage struct {
	t     *testing.T
	meter *ops.Meter
	loop  *loop.Loop
	log   *lines
}

func newStage(t *testing.T) *stage {
	t.Helper()
	return newStageOver(t, world.New(1))
}

func newStageOver(t *testing.T, st *world.State) *stage {
	t.Helper()
	s := &stage{t: t, log: &lines{}}
	s.meter = ops.NewMeter(ops.Config{
		Version: "1.2.3", Commit: "abc", Verbs: []string{"say", "look"}, Limits: someLimits(), Slow: 100 * time.Millisecond,
		Log: s.log.logger(),
	})
	s.meter.WatchMinds(someMinds)
	s.loop = loop.New(loop.NewMachine(st, loop.MachineOptions{}), journal.NewMemory(), loop.Options{
		Observe: s.meter.Committed, Answered: s.meter.Answered,
	})
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.loop.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return s
}

// sources are filled sources over the stage's loop.
func (s *stage) sources() ops.Sources {
	return ops.Sources{
		Loop: s.loop,
		Journal: func() ops.Journal {
			return ops.Journal{First: 11, Last: 20, CheckpointSeq: 15, FileBytes: 1 << 20, Runs: 2}
		},
		Sessions: func() ([]ops.Sessions, int) {
			return []ops.Sessions{{Door: "telnet", SigningIn: 1, Playing: 2}}, 7
		},
		Doors: func() []ops.Door {
			return []ops.Door{
				{Name: "telnet", Open: 3, Accepted: 9, Ended: map[string]uint64{"quit": 6}},
				{Name: "ssh", Open: 1, Handshakes: 1, Accepted: 4, Ended: map[string]uint64{"full": 3}},
			}
		},
		Agents:   func() ops.Agents { return ops.Agents{Principals: 1, Refused: map[string]uint64{"rate": 5}} },
		Hashes:   func() account.HasherStats { return account.HasherStats{Queue: 64, Waiting: 2, Done: 30, Busy: 4} },
		MailMost: 8192,
	}
}

// get asks the handler.
func get(t *testing.T, h http.Handler, path string, change ...func(*http.Request)) (int, string) {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1:9497"+path, nil)
	for _, f := range change {
		f(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	body, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.Code, string(body)
}

// scrape returns the series of a scrape: name{labels} -> value.
func scrape(t *testing.T, m *ops.Meter) map[string]float64 {
	t.Helper()
	code, text := get(t, ops.NewServer(m, nil).Handler(true), "/metrics")
	if code != http.StatusOK {
		t.Fatalf("scrape: %d %s", code, text)
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	if _, err := parser.TextToMetricFamilies(strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	samples := expfmt.SampleDecoder{
		Dec:  expfmt.NewDecoder(strings.NewReader(text), expfmt.NewFormat(expfmt.TypeTextPlain)),
		Opts: &expfmt.DecodeOptions{},
	}
	out := map[string]float64{}
	for {
		var v model.Vector
		err := samples.Decode(&v)
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range v {
			out[s.Metric.String()] = float64(s.Value)
		}
	}
}
