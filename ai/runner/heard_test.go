package runner_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/world"
)

// yes is Ann's, for a host, since a time. isHome says that the model is on this machine.
type yes struct {
	host   string
	since  world.Time
	isHome bool
	asked  []string
}

func (y *yes) Where(context.Context) (host string, isHome bool) { return "api.example.org", y.isHome }

func (y *yes) Since(_ context.Context, player, host string) (world.Time, bool) {
	y.asked = append(y.asked, player)
	return y.since, player == "pc-ann" && host == y.host
}

// questions are those that minds put to a model.
type questions struct{ home []bool }

func (q *questions) Answer(_ context.Context, _ string, ask mind.Ask) mind.Reply {
	q.home = append(q.home, ask.Home)
	return mind.Reply{ID: ask.ID, Failed: "off"}
}

// A mind is told with what was said to which host its speaker had agreed by then: by when it was said, not by when it
// is heard. A model on this machine may have everything, and what it is shown for that may not leave.
func TestWordsAreMarkedByWhenTheyWereSaid(t *testing.T) {
	said := func(seq uint64, who string, at int64) play.Event {
		return play.Event{Seq: seq, Kind: "said", Actor: who, At: at, Text: "words", Data: map[string]any{"text": "words"}}
	}
	for name, tt := range map[string]struct {
		yes   yes
		want  []string
		isOut bool // nothing is shown that is not marked
	}{
		"agreed":            {yes{host: "api.example.org", since: 1000}, []string{"", "api.example.org", "", "", ""}, true},
		"agreed to another": {yes{host: "other.example.org"}, []string{"", "", "", "", ""}, true},
		"at home":           {yes{host: "api.example.org", isHome: true}, []string{"", "", "", "", ""}, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var marks []string
				isOpen := true
				s := &stage{consent: &tt.yes}
				s.step = func(in mind.Input) mind.Output {
					if in.Look == nil || len(in.Look.Percepts) == 0 {
						return mind.Output{}
					}
					for _, p := range in.Look.Percepts {
						marks = append(marks, p.Agreed)
					}
					isOpen = in.Look.Open
					return mind.Output{Asks: []mind.Ask{{ID: 1, Player: "pc-ann"}}}
				}
				model := &questions{}
				run(t, s, model)
				s.news = []play.Event{
					said(1, "pc-ann", 999), said(2, "pc-ann", 1000), said(3, "pc-ben", 1001), said(4, "npc-hob", 1002),
					{Seq: 5, Kind: "moved", Actor: "pc-ann", At: 1003, Text: "Ann arrives."},
				}
				s.wake(true)
				pass(time.Minute)
				if !slices.Equal(marks, tt.want) || isOpen == tt.isOut {
					t.Errorf("marked %q, open %v; want %q, open %v", marks, isOpen, tt.want, !tt.isOut)
				}
				if !slices.Equal(model.home, []bool{!tt.isOut}) {
					t.Errorf("asked with words that stay here: %v", model.home)
				}
				if n := len(tt.yes.asked); tt.yes.isHome && n > 0 || n > 2 {
					t.Errorf("it was looked up for %q, want each speaker once", tt.yes.asked)
				}
			})
		})
	}
}
