package model_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/model/modeltest"
	"github.com/mudlark-mud/mudlark/ai/model/usage"
)

// named returns a scenario that there must be.
func named(t testing.TB, name string) modeltest.Scenario {
	t.Helper()
	s, ok := modeltest.Named(name)
	if !ok {
		t.Fatalf("no scenario is named %q", name)
	}
	return s
}

func TestOff(t *testing.T) {
	t.Run("is how it begins", func(t *testing.T) {
		r := rigFor(t, config())
		if got := r.Do(t.Context(), ask()); got != (model.Reply{Failed: model.Off}) {
			t.Errorf("got %+v", got)
		}
		// S0-102: what the scripted mind will answer is counted like a call of a model named mock.
		events := r.sink.all()
		if len(events) != 1 || events[0].Dims["ai.model"] != "mock" || events[0].Dims["ai.failure"] != "off" {
			t.Errorf("the telemetry says %v", events)
		}
	})
	t.Run("ends calls in flight", func(t *testing.T) {
		r := newRig(t, named(t, "hang"), nil)
		replies := make(chan model.Reply)
		go func() { replies <- r.Do(t.Context(), ask()) }()
		waitFor(t, func() bool { return len(r.fake.Requests()) == 1 })
		start := time.Now()
		r.Off()
		if got := <-replies; got != (model.Reply{Failed: model.Off}) || time.Since(start) > model.AnswerMax/2 {
			t.Errorf("got %+v after %v", got, time.Since(start))
		}
		if kept := r.tape.all(); len(kept) != 3 { // the day's count, and the hour's of whom it was for and who asked
			t.Errorf("%d cassettes are kept", len(kept))
		}
		r.fake.Set(named(t, "ok"))
		if err := r.On(); err != nil {
			t.Fatal(err)
		}
		if got := r.Do(t.Context(), ask()); got.Failed != "" {
			t.Errorf("after it was switched on again: %+v", got)
		}
	})
	// No model without a budget (S0-99), and no model by accident.
	tests := map[string]struct {
		change func(*model.Config)
		want   string
	}{
		"no model":      {func(c *model.Config) { c.Large, c.Small = "", "" }, "no model is named"},
		"no budget":     {func(c *model.Config) { c.DayTokens = 0 }, "no daily token budget"},
		"no URL":        {func(c *model.Config) { c.BaseURL = "http://[" + key }, "is no URL"},
		"a file":        {func(c *model.Config) { c.BaseURL = "file:///etc/passwd" }, "must begin with http"},
		"a user":        {func(c *model.Config) { c.BaseURL = "https://me:" + key + "@host/v1" }, "without user"},
		"a query":       {func(c *model.Config) { c.BaseURL = "https://host/v1?key=" + key }, "without user"},
		"a key by http": {func(c *model.Config) { c.BaseURL = "http://model.example.org/v1" }, "in the clear"},
		"less than no":  {func(c *model.Config) { c.DayTokens = -1 }, "no daily token budget"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c := config()
			tt.change(&c)
			r := rigFor(t, c)
			err := r.On()
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), key) {
				t.Errorf("On says %v, want %q", err, tt.want)
			}
			if s := r.State(); s.On || s.Why != fmt.Sprint(err) {
				t.Errorf("State says %+v", s)
			}
			if got := r.Do(t.Context(), ask()); got.Failed != model.Off {
				t.Errorf("got %+v", got)
			}
		})
	}
}

// S0-06, S0-76, S0-82: the same question is not asked twice.
func TestCache(t *testing.T) {
	r := newRig(t, named(t, "ok"), nil)
	first := r.Do(t.Context(), ask())
	again := r.Do(t.Context(), ask())
	want := first
	want.Cached, want.Prompt, want.Completion = true, 0, 0
	if again != want {
		t.Errorf("got %+v after %+v", again, first)
	}
	if n := len(r.fake.Requests()); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
	if last := r.sink.all()[1]; last.Dims["ai.cache.hit"] != true || last.Dims["ai.tokens.prompt"] != 0 {
		t.Errorf("the telemetry says %v", last.Dims)
	}

	// Whatever could make it another answer makes it another question; above all, another player.
	others := map[string]func(*model.Call){
		"player":      func(c *model.Call) { c.Player = "pc-miri" },
		"nobody":      func(c *model.Call) { c.Player = "" },
		"others":      func(c *model.Call) { c.Others = []string{"pc-miri"} },
		"mind":        func(c *model.Call) { c.Mind = "npc-tomas" },
		"purpose":     func(c *model.Call) { c.Purpose = usage.Retrieval },
		"tier":        func(c *model.Call) { c.Tier = model.Large },
		"template":    func(c *model.Call) { c.Template.ID = "choose" },
		"version":     func(c *model.Call) { c.Template.Version = "2" },
		"hash":        func(c *model.Call) { c.Template.Hash = "abd" },
		"tools":       func(c *model.Call) { c.Tools = "0.2" },
		"system":      func(c *model.Call) { c.System += "." },
		"user":        func(c *model.Call) { c.User += "." },
		"moved words": func(c *model.Call) { c.System, c.User = c.System+c.User[:3], c.User[3:] },
		"tokens":      func(c *model.Call) { c.MaxTokens++ },
		"temperature": func(c *model.Call) { c.Temperature++ },
		"JSON":        func(c *model.Call) { c.JSON, c.Temperature = true, 0 },
		"context":     func(c *model.Call) { c.Context[31]++ },
	}
	for name, change := range others {
		t.Run("another "+name, func(t *testing.T) {
			call := ask()
			change(&call)
			if got := r.Do(t.Context(), call); got.Cached || got.Failed != "" {
				t.Errorf("got %+v", got)
			}
		})
	}

	t.Run("it is free", func(t *testing.T) {
		r := newRig(t, named(t, "ok"), func(c *model.Config) { c.PlayerHour = 1 })
		first := r.Do(t.Context(), ask())
		other := ask()
		other.User += "!"
		if got := r.Do(t.Context(), other); got.Failed != model.Budget {
			t.Fatalf("got %+v, want nothing left", got)
		}
		if want := []string{model.LimitPlayerCalls}; !slices.Equal(r.met, want) {
			t.Errorf("limits met: got %v, want %v", r.met, want)
		}
		if got := r.Do(t.Context(), ask()); !got.Cached || got.Text != first.Text {
			t.Errorf("with nothing left got %+v, want what was answered before", got)
		}
	})
	t.Run("a failure is no answer", func(t *testing.T) {
		r := newRig(t, named(t, "401"), nil)
		r.Do(t.Context(), ask())
		r.fake.Set(named(t, "ok"))
		if got := r.Do(t.Context(), ask()); got.Cached || got.Failed != "" {
			t.Errorf("got %+v", got)
		}
	})
}

func TestBreaker(t *testing.T) {
	r := newRig(t, named(t, "401"), nil)
	r.now = time.Now()
	once := func(tier model.Tier) model.Failure {
		call := ask()
		call.Tier, call.Context = tier, [32]byte{byte(len(r.fake.Requests())), byte(tier)}
		return r.Do(t.Context(), call).Failed
	}
	for i := range 5 {
		if got := once(model.Small); got != model.Status {
			t.Fatalf("call %d: %q", i, got)
		}
		r.after(7 * time.Second)
	}
	// Five failures within 30 s open it. It was 28 s.
	if got := once(model.Small); got != model.Breaker || !r.State().Open {
		t.Errorf("got %q, open %v", got, r.State().Open)
	}
	if got := once(model.Large); got != model.Status {
		t.Errorf("the other model: %q", got)
	}
	r.after(45 * time.Second)
	if got := once(model.Small); got != model.Breaker {
		t.Errorf("after 52 s: %q", got)
	}
	r.after(9 * time.Second)
	if got := []model.Failure{once(model.Small), once(model.Small)}; got[0] != model.Status || got[1] != model.Breaker {
		t.Errorf("half open, one call may try: %q", got)
	}
	r.after(61 * time.Second)
	r.fake.Set(named(t, "ok"))
	if got := []model.Failure{once(model.Small), once(model.Small)}; got[0] != "" || got[1] != "" || r.State().Open {
		t.Errorf("it works again: %q", got)
	}

	t.Run("failures far apart", func(t *testing.T) {
		r := newRig(t, named(t, "401"), nil)
		r.now = time.Now()
		for i := range 20 {
			call := ask()
			call.Context[0] = byte(i)
			if got := r.Do(t.Context(), call).Failed; got != model.Status {
				t.Fatalf("call %d: %q", i, got)
			}
			r.after(8 * time.Second)
		}
	})
	t.Run("an endpoint that asks for peace gets it", func(t *testing.T) {
		for name, alone := range map[string]time.Duration{"429-after": 20 * time.Second, "429-ages": 5 * time.Minute} {
			r := newRig(t, named(t, name), nil)
			r.now = time.Now()
			r.Do(t.Context(), ask())
			r.fake.Set(named(t, "ok"))
			r.after(alone - time.Second)
			if got := r.Do(t.Context(), ask()).Failed; got != model.Breaker {
				t.Errorf("%s: %q", name, got)
			}
			r.after(time.Second)
			if got := r.Do(t.Context(), ask()).Failed; got != "" {
				t.Errorf("%s, later: %q", name, got)
			}
		}
	})
}

// One call at once for each creature and each player, four in all; who waits too long is told so.
func TestGate(t *testing.T) {
	var mu sync.Mutex
	flying, most := 0, 0
	byMind, worst := map[string]int{}, 0
	release := make(chan struct{})
	slow := modeltest.Says("slow", func(q modeltest.Question) string {
		mu.Lock()
		flying++
		byMind[q.System]++
		most, worst = max(most, flying), max(worst, byMind[q.System])
		mu.Unlock()
		<-release
		mu.Lock()
		flying--
		byMind[q.System]--
		mu.Unlock()
		return "Aye."
	})
	r := newRig(t, slow, nil)
	replies := make(chan model.Reply, 32)
	for i := range 16 {
		call := ask()
		call.Context[0], call.Player = byte(i), ""
		call.Mind = fmt.Sprint("npc-", i%6)
		call.System = call.Mind
		go func() { replies <- r.Do(t.Context(), call) }()
	}
	waitFor(t, func() bool { return len(r.fake.Requests()) == 4 })
	release <- struct{}{} // whoever waits comes in turn
	if got := <-replies; got.Failed != "" {
		t.Errorf("got %+v", got)
	}
	waitFor(t, func() bool { return len(r.fake.Requests()) == 5 })
	for range 11 { // nobody else is done, so they give up
		if got := <-replies; got.Failed != model.Busy {
			t.Errorf("got %+v", got)
		}
	}
	close(release)
	for range 4 {
		if got := <-replies; got.Failed != "" {
			t.Errorf("got %+v", got)
		}
	}
	if most != 4 || worst != 1 {
		t.Errorf("%d at once, %d for one creature", most, worst)
	}
	if got := r.Do(t.Context(), ask()); got.Failed != "" {
		t.Errorf("afterwards: %+v", got)
	}
}

// waitFor polls until something holds.
func waitFor(t *testing.T, holds func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatal("it does not come about")
		}
	}
}

// mask hides names as a table says.
type mask [][2]string

func (m mask) Hide(s string) string {
	for _, n := range m {
		s = strings.ReplaceAll(s, n[0], n[1])
	}
	return s
}

func (m mask) Show(s string) string {
	for _, n := range m {
		s = strings.ReplaceAll(s, n[1], n[0])
	}
	return s
}

func TestMasks(t *testing.T) {
	r := newRig(t, named(t, "echo"), nil)
	r.fake.Forbid("Seren", player)
	call := ask()
	call.User += " (" + player + ")"
	call.Masks = mask{{"Seren", "Ashe"}, {player, "guest-1"}}
	want := call.System + "\n" + call.User
	for _, isCached := range []bool{false, true} {
		if got := r.Do(t.Context(), call); got.Text != want || got.Cached != isCached {
			t.Errorf("got %+v, want %q", got, want)
		}
	}
	isNamed := func(c model.Cassette) bool { return strings.Contains(string(c.Body), "Seren") }
	if all := r.tape.all(); slices.ContainsFunc(all, isNamed) || len(all) != 4 { // two are of the hour
		t.Errorf("a cassette has the name: %v", all)
	}
	if got, err := model.Play(r.tape, r.Do(t.Context(), call).Cassette, call); err != nil || got.Text != want {
		t.Errorf("from the tape: %+v, %v", got, err)
	}
}
