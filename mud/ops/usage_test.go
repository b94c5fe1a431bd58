package ops_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/ops"
)

const key = "0123456789abcdef0123456789abcdef"

// now is when the tests' questions are asked.
func now() time.Time { return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC) }

func ask(t *testing.T, p *ops.UsagePage, authorization, query string) (int, string) {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, "http://localhost"+ops.UsagePath+"?"+query, nil)
	if authorization != "" {
		r.Header.Set("Authorization", authorization)
	}
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// S0-60: sums for whoever has the operators' key; since, eventType and purpose are handed on.
func TestUsagePage(t *testing.T) {
	p := ops.NewUsagePage(key, now)
	var asked ops.UsageQuery
	p.From(func(q ops.UsageQuery) []ops.UsageRow {
		asked = q
		return []ops.UsageRow{
			{Event: "AmbienceGenerated", Purpose: "ambience", Count: 9},
			{Event: "Issued", Purpose: "npc_dialogue", Model: "m", Outcome: "accepted", Count: 4, Cached: 1, PromptTokens: 400,
				CompletionTokens: 40, TookMS: 2000, Took: []uint64{4}, P50MS: 500, P95MS: 1000},
			{Event: "Rejected", Purpose: "npc_dialogue", Model: "m", Outcome: "rejected", Verdict: "leak", Count: 3, Flagged: 3},
		}
	})
	code, text := ask(t, p, "Bearer "+key, "since=2026-11-22T06:00:00Z&eventType=Issued&purpose=npc_dialogue")
	want := ops.UsageQuery{Since: now().Add(-6 * time.Hour), Event: "Issued", Purpose: "npc_dialogue"}
	if code != http.StatusOK || asked != want {
		t.Fatalf("got %d, asked %+v, want %+v", code, asked, want)
	}
	var got struct {
		Since, Until    time.Time
		Calls, Verdicts int
		Tokens          struct{ Prompt, Completion int }
		Rows            []struct {
			EventType, Purpose, Model, Outcome, Verdict string
			Count, Flagged, CacheHits                   int
			LatencyMs                                   struct{ Mean, P50, P95 int }
		}
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if got.Calls != 4 || got.Verdicts != 3 || got.Tokens.Prompt != 400 || got.Tokens.Completion != 40 ||
		len(got.Rows) != 3 ||
		got.Rows[1].LatencyMs.Mean != 500 || got.Rows[1].LatencyMs.P95 != 1000 || got.Rows[1].CacheHits != 1 ||
		got.Rows[2].Verdict != "leak" || !got.Until.Equal(now()) {
		t.Errorf("got %+v", got)
	}
	for query, since := range map[string]time.Time{
		"": now().Add(-24 * time.Hour), "since=90m": now().Add(-90 * time.Minute),
		"since=" + url.QueryEscape("2026-11-22T13:00:00+02:00"): now().Add(-time.Hour),
	} {
		if code, _ := ask(t, p, "Bearer "+key, query); code != http.StatusOK || !asked.Since.Equal(since) {
			t.Errorf("%q: got %d, since %s, want %s", query, code, asked.Since, since)
		}
	}
}

// S0-60: nobody else is told anything.
func TestWhoMayAskForUsage(t *testing.T) {
	p := ops.NewUsagePage(key, now)
	p.From(func(ops.UsageQuery) []ops.UsageRow {
		t.Error("the sums were read")
		return nil
	})
	for _, authorization := range []string{
		"", "Bearer", "Bearer ", key, "Bearer " + key[1:], "Bearer " + key + "0", "Basic " + key,
		"Bearer " + strings.ToUpper(key),
	} {
		if code, got := ask(t, p, authorization, ""); code != http.StatusUnauthorized || strings.Contains(got, "calls") {
			t.Errorf("%q: got %d %q", authorization, code, got)
		}
	}
	for _, short := range []string{"", "short"} {
		if code, _ := ask(t, ops.NewUsagePage(short, now), "Bearer "+short, ""); code != http.StatusUnauthorized {
			t.Errorf("a key %q: got %d", short, code)
		}
	}
	for _, query := range []string{
		"since=yesterday", "since=-5m", "since=1h&since=2h", "player=seren", "purpose=" + strings.Repeat("x", 65), "prompt=1",
	} {
		if code, _ := ask(t, p, "Bearer "+key, query); code != http.StatusBadRequest {
			t.Errorf("%q: got %d", query, code)
		}
	}
	if code, got := ask(t, ops.NewUsagePage(key, now), "Bearer "+key, ""); code != http.StatusOK ||
		!strings.Contains(got, `"rows": []`) {
		t.Errorf("without a source: got %d %q", code, got)
	}
}
