package runner_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/runner"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// town is a runner for several bodies, each on a stage of its own.
type town struct {
	*runner.Runner

	mu     sync.Mutex
	stages map[string]*stage
	bodies []string
	after  uint64 // what minds that wake have to catch up with
	wakes  map[string]int
	past   []play.Event
	brain  runner.Brain // nil: the town itself
}

func newTown(t *testing.T, model runner.Model, step func(body string) func(mind.Input) mind.Output, bodies ...string,
) *town {
	t.Helper()
	w := &town{stages: map[string]*stage{}, bodies: bodies, wakes: map[string]int{}}
	for _, id := range bodies {
		w.stages[id] = &stage{step: step(id)}
	}
	return w.open(t, model)
}

func (w *town) open(t *testing.T, model runner.Model) *town {
	t.Helper()
	var err error
	if w.brain == nil {
		w.brain = w
	}
	w.Runner, err = runner.New(runner.Config{
		Census: func(context.Context) ([]string, error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			return slices.Clone(w.bodies), nil
		},
		Connector: w, Brain: w.brain, Model: model, Table: verb.New(),
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	synctest.Wait()
	return w
}

func (w *town) Open(_ context.Context, body string, wake func(bool)) (runner.Hands, error) {
	s := w.stages[body]
	s.wake = wake
	return &told{stage: s, town: w}, nil
}

func (w *town) Close(string) {}

func (w *town) Wake(_ context.Context, body string, _ runner.Hands) (mind.Mind, uint64, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wakes[body]++
	return w.stages[body], w.after, nil
}

func (w *town) woke(body string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.wakes[body]
}

func (w *town) live(bodies ...string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bodies = bodies
}

func (w *town) Keys(string) []string { return nil }

func (w *town) Forget(string, string, []string) mind.Mind { return nil }

func (w *town) Empty(string) {}

func (w *town) Sleep(string) {}

func (w *town) Took(body string, turn runner.Turn) { w.stages[body].Took(body, turn) }

// told is a body that can read what happened before.
type told struct {
	*stage

	town *town
}

func (h *told) Call(ctx context.Context, tool string, args play.Args) (*play.View, error) {
	v, err := h.stage.Call(ctx, tool, args)
	if n := len(h.town.past); n > 0 {
		v.At = h.town.past[n-1].At
	}
	after, isPast := args["after"].(uint64)
	if err != nil || !isPast || tool != "events" {
		return v, err
	}
	if newest := h.town.past[len(h.town.past)-1].Seq; after > newest {
		return &play.View{Error: &play.Failure{Code: play.CodeUnknownCursor, Text: "no such record"}, Cursor: newest}, nil
	}
	limit, _ := args["limit"].(int)
	for _, e := range h.town.past {
		if e.Seq > after && len(v.Events) < limit {
			v.Events, v.Cursor = append(v.Events, e), e.Seq
		}
	}
	v.More = v.Cursor < h.town.past[len(h.town.past)-1].Seq
	return v, nil
}

// A mind that panics is listed with the reason, waits, and is started again: after one minute, two, four. What it
// was given then it is not given again.
func TestBackoff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newTown(t, nil, func(string) func(mind.Input) mind.Output {
			return func(mind.Input) mind.Output { panic("no idea") }
		}, "npc-hob")
		for i, rest := range []time.Duration{time.Minute, 2 * time.Minute, 4 * time.Minute} {
			w.stages["npc-hob"].wake(true)
			pass(time.Second)
			f := w.Backoffs()
			if len(f) != 1 || f[0].Why != "no idea" || f[0].Times != i+1 || len(w.Agents()) != 0 {
				t.Fatalf("after failure %d: backoffs %+v, residents %v; want it named, and nobody in", i+1, f, w.Agents())
			}
			pass(rest - 2*time.Second)
			if n := w.woke("npc-hob"); n != i+1 {
				t.Fatalf("shortly before %s are over it woke %d times, want %d", rest, n, i+1)
			}
			pass(2 * time.Second)
			if n := w.woke("npc-hob"); n != i+2 || len(w.Agents()) != 1 || len(w.Backoffs()) != 0 {
				t.Fatalf("after %s it woke %d times, want %d, and it in", rest, n, i+2)
			}
		}
	})
}

// Who is born again has its mind within a second or so of the world's ticking, and not at the next census only.
func TestBornAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newTown(t, nil, func(string) func(mind.Input) mind.Output { return wait }, "npc-hob")
		s := w.stages["npc-hob"]
		s.mu.Lock()
		s.gone = true
		s.mu.Unlock()
		w.live()
		s.wake(true)
		pass(time.Second)
		if got := w.Agents(); len(got) != 0 {
			t.Fatalf("after its death there live %v", got)
		}
		s.mu.Lock()
		s.gone = false
		s.mu.Unlock()
		w.live("npc-hob")
		w.Stir()
		pass(1100 * time.Millisecond)
		if got := w.Agents(); !slices.Equal(got, []string{"npc-hob"}) {
			t.Errorf("born again, there live %v", got)
		}
	})
}

// When what people are like was changed, each wakes anew, once: who rests at once, and who is in the middle of a turn
// when that is over.
func TestRenew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		thinks := make(chan struct{})
		w := newTown(t, nil, func(body string) func(mind.Input) mind.Output {
			return func(in mind.Input) mind.Output {
				if body == "npc-nan" {
					<-thinks
				}
				return wait(in)
			}
		}, "npc-hob", "npc-nan")
		w.stages["npc-nan"].wake(true)
		pass(time.Second)
		w.Renew()
		pass(time.Second)
		if hob, nan := w.woke("npc-hob"), w.woke("npc-nan"); hob != 2 || nan != 1 {
			t.Fatalf("one who rests woke %d times, want 2; one who thinks %d, want 1", hob, nan)
		}
		close(thinks)
		pass(time.Second)
		w.Stir() // as each tick of the world does
		pass(2 * time.Second)
		if hob, nan := w.woke("npc-hob"), w.woke("npc-nan"); hob != 2 || nan != 2 || len(w.Agents()) != 2 {
			t.Errorf("afterwards the one woke %d times and the other %d, want 2 and 2; there live %v", hob, nan, w.Agents())
		}
	})
}

// A mind that has been awake for long wakes anew once it is alone, and from then on as seldom.
func TestWakesNowAndThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newTown(t, nil, func(string) func(mind.Input) mind.Output { return wait }, "npc-hob")
		s := w.stages["npc-hob"]
		lives := func(turns int, alone bool) {
			t.Helper()
			s.mu.Lock()
			s.alone = alone
			before := len(s.turns)
			s.mu.Unlock()
			for n := 0; n < turns; {
				s.wake(true)
				pass(time.Second)
				s.mu.Lock()
				n = len(s.turns) - before
				s.mu.Unlock()
			}
		}
		lives(runner.AwakeMost+1, false)
		if n := w.woke("npc-hob"); n != 1 {
			t.Errorf("in company it woke %d times, want once", n)
		}
		lives(1, true)
		if n := w.woke("npc-hob"); n != 2 {
			t.Errorf("alone it woke %d times, want twice", n)
		}
		lives(runner.AwakeMost/2, true)
		if n := w.woke("npc-hob"); n != 2 {
			t.Errorf("soon after it woke %d times, want twice", n)
		}
	})
}

// Minds that wait for a model that hangs keep nobody else from thinking, be they as many as may think at once.
func TestNobodyStarves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bodies := []string{"npc-hob"}
		for i := range 2 * runner.TurnsMost {
			bodies = append(bodies, fmt.Sprintf("npc-%02d", i))
		}
		w := newTown(t, &slow{after: time.Hour}, func(body string) func(mind.Input) mind.Output {
			if body == "npc-hob" {
				return func(in mind.Input) mind.Output {
					if in.Look == nil {
						return mind.Output{}
					}
					return mind.Output{Choice: &mind.Choice{Action: "say", Params: map[string]string{"text": "Pie?"}}}
				}
			}
			return asking
		}, bodies...)
		for _, id := range bodies[1:] {
			w.stages[id].wake(true)
		}
		pass(time.Second)
		w.stages["npc-hob"].wake(true)
		pass(time.Second)
		if got := w.stages["npc-hob"].took(); !slices.Contains(got, "say text=Pie?") {
			t.Errorf("while %d others wait for a model it did %q", len(bodies)-1, got)
		}
	})
}

// rude is a model that keeps no time, and one that panics.
type rude struct{ end chan struct{} }

func (m rude) Answer(context.Context, string, mind.Ask) mind.Reply {
	if m.end == nil {
		panic("no model")
	}
	<-m.end
	return mind.Reply{Text: "Far too late."}
}

// A model that answers after its time is over has not answered, and one that panics has failed; neither holds anybody
// up, and nobody says late what they were told.
func TestRudeModels(t *testing.T) {
	for _, tt := range []struct {
		name string
		ends bool
		want string
	}{
		{"keeps no time", true, "say text=Mm. timeout"}, {"panics", false, "say text=Mm. panic"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var m rude
				if tt.ends {
					m.end = make(chan struct{})
				}
				w := newTown(t, m, func(string) func(mind.Input) mind.Output { return asking }, "npc-hob")
				w.stages["npc-hob"].wake(true)
				pass(runner.ThinkMost + 2*time.Second)
				if got := w.stages["npc-hob"].took(); !slices.Contains(got, tt.want) {
					t.Errorf("it did %q, want %q", got, tt.want)
				}
				if tt.ends {
					close(m.end)
				}
				pass(10 * time.Second)
				if got := strings.Join(w.stages["npc-hob"].took(), "\n"); strings.Contains(got, "too late") {
					t.Errorf("it said what it was told too late: %s", got)
				}
			})
		})
	}
}

// Whoever looks after a mind that thinks waits no longer than they want to.
func TestCareWaitsNoLonger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newTown(t, &slow{after: time.Hour}, func(string) func(mind.Input) mind.Output { return asking }, "npc-hob")
		w.stages["npc-hob"].wake(true)
		pass(time.Second)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		err := w.Still(ctx, "npc-hob", func() { t.Error("it was looked at while it thought") })
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Second {
			t.Errorf("after %s: %v, want to be sent away after one second", time.Since(began), err)
		}
		if err := w.Runner.Forget(ctx, "pc-ann", nil, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("to have it forget somebody: %v, want to be sent away", err)
		}
	})
}

// waking is a town whose minds take their time to wake, and remember who they forgot.
type waking struct {
	*town

	forgot []string
}

func (w *waking) Wake(ctx context.Context, body string, h runner.Hands) (mind.Mind, uint64, error) {
	<-time.After(time.Second)
	return w.town.Wake(ctx, body, h)
}

func (w *waking) Forget(body, person string, _ []string) mind.Mind {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.forgot = append(w.forgot, body+" "+person)
	return nil
}

// A mind that is on its way in, with what was kept of it in its hands, forgets too; and none comes while the file is
// cleaned.
func TestForgetsAtTheDoor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &waking{town: &town{stages: map[string]*stage{}, bodies: []string{"npc-hob"}, wakes: map[string]int{}}}
		for _, id := range []string{"npc-hob", "npc-nan"} {
			w.stages[id] = &stage{step: func(mind.Input) mind.Output { return mind.Output{} }}
		}
		w.brain = w
		w.open(t, nil) // Hob wakes
		err := w.Runner.Forget(t.Context(), "pc-ann", nil, func() error {
			if got := strings.Join(w.forgot, ", "); got != "npc-hob pc-ann" {
				t.Errorf("as the file was cleaned, %q had forgotten; want Hob, who woke just then", got)
			}
			w.live("npc-hob", "npc-nan")
			w.Recount()
			pass(time.Minute)
			if w.woke("npc-nan") > 0 {
				t.Error("Nan came in while the file was cleaned")
			}
			return nil
		})
		pass(time.Minute)
		if err != nil || w.woke("npc-nan") != 1 {
			t.Errorf("%v, and Nan woke %d times; want her in afterwards", err, w.woke("npc-nan"))
		}
	})
}

// A mind whose place in the record is gone, since the world was restored to before it, goes on with what is new.
func TestPlaceIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		looked := 0
		w := &town{stages: map[string]*stage{}, bodies: []string{"npc-hob"}, wakes: map[string]int{}, after: 1000}
		w.past = []play.Event{{Seq: 900, At: 1000, Kind: "said", Sense: []string{"heard"}}}
		w.stages["npc-hob"] = &stage{step: func(in mind.Input) mind.Output {
			if in.Look != nil {
				looked++
			}
			return mind.Output{}
		}}
		w.open(t, nil)
		pass(time.Minute)
		if looked == 0 {
			t.Error("it never looks again")
		}
	})
}

// What was missed is all taken in, oldest first and each thing once, in portions of which only the last may be
// answered; of more than a mind takes in the oldest is left.
func TestMissed(t *testing.T) {
	for _, tt := range []struct{ missed, want int }{{30, 30}, {730, 730}, {2500, runner.MissedMost}} {
		t.Run(fmt.Sprint(tt.missed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var got []uint64
				late := 0
				w := &town{stages: map[string]*stage{}, bodies: []string{"npc-hob"}, wakes: map[string]int{}, after: 1000}
				for i := range tt.missed {
					at := int64(i) * 1000 // the last thirty of them within thirty seconds
					w.past = append(w.past, play.Event{Seq: uint64(1001 + i), At: at, Kind: "said", Sense: []string{"heard"}})
				}
				w.stages["npc-hob"] = &stage{step: func(in mind.Input) mind.Output {
					if in.Look == nil {
						return mind.Output{}
					}
					for _, p := range in.Look.Percepts {
						got = append(got, p.Seq)
						if len(in.Look.Actions) > 0 {
							late++
						}
					}
					return mind.Output{}
				}}
				w.open(t, nil)
				pass(time.Minute)
				if len(got) != tt.want || !slices.IsSorted(got) || got[len(got)-1] != uint64(1000+tt.missed) {
					t.Fatalf("took in %d, up to record %v; want the newest %d in order", len(got), got[max(0, len(got)-1):], tt.want)
				}
				if tt.missed > 100 && late != 31 {
					t.Errorf("%d of them could be answered, want those of the last thirty seconds", late)
				}
				s := w.stages["npc-hob"]
				if want := (len(got)-late+99)/100 + 1; len(s.turns) != want && tt.missed > 100 {
					t.Errorf("kept as %d turns, want %d", len(s.turns), want)
				}
			})
		})
	}
}
