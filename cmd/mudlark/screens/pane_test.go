package screens

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// TestBacklog: what waits for a screen is told in order and whole, of state the newest, and so much and no more.
func TestBacklog(t *testing.T) {
	said := func(s string) tui.Message { return tui.Message{Text: prose.Text{prose.L(prose.Plain, s)}} }
	page := func(s string) tui.Message { return tui.Message{Page: &tui.Page{Name: s}} }
	on := true
	for _, tt := range []struct {
		name string
		in   []tui.Message
		want string
	}{
		{"texts join", []tui.Message{said("a"), said("b"), said("c")}, "a b c"},
		{"the newest view and prompt", []tui.Message{
			{View: &view.View{Name: "old"}, Prompt: "1>"}, said("a"), {View: &view.View{Name: "new"}, Prompt: "2>"}, said("b"),
		}, "a b 2> new"},
		{"two pages are two", []tui.Message{page("who"), said("a"), page("help")}, "who a | help"},
		{"a secret stands by itself", []tui.Message{said("a"), {Echo: tui.EchoHide, Prompt: "Password: "}, said("b")},
			"a | Password:  hide | b"},
		{"nothing follows the end", []tui.Message{said("a"), {End: "Bye."}, said("b")}, "a Bye. | b"},
		{"what is told once is not lost", []tui.Message{
			{Keep: "k", Verbs: []tui.Verb{{Name: "get"}}, Mouse: &on, Theme: "dark"}, said("a"),
		}, "a k get mouse dark"},
		{"sayings stay", []tui.Message{
			{Said: []tui.Saying{{Talker: "ann"}}}, {Said: []tui.Saying{{Talker: "ben"}}},
		}, "ann ben"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b backlog
			for _, m := range tt.in {
				if b.add(m) {
					t.Fatal("it is full")
				}
			}
			var got []string
			for len(b.list) > 0 {
				got = append(got, worded(b.list[0].Message))
				b.taken()
			}
			if got := strings.Join(got, " | "); got != tt.want || b.n != 0 || b.list != nil {
				t.Errorf("got %q, want %q; %d left", got, tt.want, b.n)
			}
		})
	}
	var b backlog
	for i := range PaneMessagesMost + 1 {
		if full := b.add(said("x")); full != (i == PaneMessagesMost) {
			t.Fatalf("message %d: full %t", i+1, full)
		}
	}
}

// worded is what a message tells.
func worded(m tui.Message) string {
	var out []string
	add := func(s string) {
		if s != "" {
			out = append(out, s)
		}
	}
	if m.Page != nil {
		add(m.Page.Name)
	}
	for _, l := range m.Text {
		add(l.String())
	}
	for _, s := range m.Said {
		add(s.Talker)
	}
	add(m.Prompt)
	if m.View != nil {
		add(m.View.Name)
	}
	add(m.Keep)
	for _, v := range m.Verbs {
		add(v.Name)
	}
	if m.Mouse != nil {
		add("mouse")
	}
	add(m.Theme)
	if m.Echo == tui.EchoHide {
		add("hide")
	}
	add(m.End)
	return strings.Join(out, " ")
}

// TestPaneIsSmall: a screen that keeps up costs no room for messages.
func TestPaneIsSmall(t *testing.T) {
	p := newPane(t.Context(), func() {})
	if n := cap(p.out) * int(unsafe.Sizeof(tui.Message{})); n > 4096 {
		t.Errorf("%d bytes for messages that do not wait", n)
	}
	p.put(tui.Message{Prompt: ">"})
	p.waits.taken()
	if p.waits.list != nil {
		t.Error("what was taken is kept")
	}
}

// TestPaneFallsBehind: a screen that takes nothing ends its session and is counted once.
func TestPaneFallsBehind(t *testing.T) {
	behind := 0
	p := newPane(t.Context(), func() { behind++ })
	for range PaneMessagesMost + 10 {
		p.put(tui.Message{Prompt: ">"})
	}
	if behind != 1 || context.Cause(p.ctx) == nil || context.Cause(p.ctx).Error() != "slow_reader" {
		t.Errorf("counted %d times, ended by %v", behind, context.Cause(p.ctx))
	}
}

// TestPaneAsksArePaced: so many pages are read in a second and no more.
func TestPaneAsksArePaced(t *testing.T) {
	p := newPane(t.Context(), func() {})
	now := time.Unix(1_700_000_000, 0)
	for range 3 {
		read := 0
		for range 10 * paneAsksPace {
			if p.paced(now) {
				read++
			}
			now = now.Add(time.Millisecond)
		}
		if read != paneAsksPace {
			t.Errorf("%d pages in a fifth of a second, want %d", read, paneAsksPace)
		}
		now = now.Add(time.Second)
	}
}

// TestSight: what the panes draw is what the session knows: points, ways with what lies beyond, what one uses, quests,
// effects with the moment they end; what has not changed is given again as it is.
func TestSight(t *testing.T) {
	at := &world.Coord{Plane: "p"}
	known := &world.MapReport{Rooms: []world.MapRoom{
		{ID: "quay", Name: "Quay", At: at, Ways: []world.Way{{Dir: world.North, To: "row"}, {Dir: world.In}}},
		{ID: "row", Name: "Row", At: &world.Coord{Y: 1, Plane: "p"}},
		{ID: "far", Name: "Far", At: &world.Coord{Plane: "other"}},
	}}
	v := &surroundings.View{
		You: world.StatusReport{Name: "Ann", HP: 5, HPMax: 30, Level: 2, XP: 7, XPNext: 10, Coins: 3, Room: "quay",
			Fighting: "a crab", Hour: 7, Tide: world.TideEbb},
		Room: world.RoomReport{ID: "quay", Name: "Quay", Exits: []world.Way{
			{Dir: world.North, To: "row", Name: "Row"}, {Dir: world.In, Door: "hatch", Closed: true},
			{Dir: world.Down, Under: true}, {Dir: world.South, Name: "Slipway", Under: true},
		}},
		Using:    []world.Ref{{ID: "cap", Name: "a cap", State: "worn on the head", Kind: "item"}},
		Quests:   []surroundings.Quest{{Name: "Eels", Done: 1, Of: 3, Note: "still wanted: an eel"}},
		Effects:  []surroundings.Effect{{Name: "Healing", Until: 61 * world.Second}, {Name: "Light", Note: "a lamp"}},
		FoeLooks: "badly hurt", At: world.Second, Map: known,
	}
	now := time.Date(2026, 11, 22, 13, 0, 0, 400_000_000, time.UTC)
	var g sight
	got := g.of(v, now)
	for _, c := range []struct{ what, got, want string }{
		{"gauges", fmt.Sprint(got.Gauges), "[{health close to death 5 30 true} {a crab badly hurt 0 0 false}]"},
		{"level", fmt.Sprint(got.Level, got.XP, got.XPNext, got.Coins), "2 7 10 3"},
		{"exits", fmt.Sprint(got.Exits), "[{north Row false} {in  true} {down the water false} " +
			"{south Slipway, under water false}]"},
		{"using", fmt.Sprint(got.Using.List[0].Text, ", ", got.Using.List[0].Note), "a cap, worn on the head"},
		{"quests", fmt.Sprint(got.Quests), "[{Eels still wanted: an eel 1 3}]"},
		{"effects", fmt.Sprint(got.Effects), "[{Healing  2026-11-22 13:01:00 +0000 UTC} " +
			"{Light a lamp 0001-01-01 00:00:00 +0000 UTC}]"},
		{"chart", fmt.Sprint(*got.Chart), "{[{quay Quay 0 0 0 [{north row false} {in  false}] } " +
			"{row Row 0 1 0 [] }] quay p 1}"},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %s, want %s", c.what, c.got, c.want)
		}
	}
	v.At += 3 * world.Second
	again := g.of(v, now.Add(3*time.Second+300*time.Millisecond))
	if again.Chart != got.Chart || !again.Effects[0].Until.Equal(got.Effects[0].Until) {
		t.Errorf("nothing changed, and it is another chart or %v", again.Effects)
	}
	v.You.Room = "row"
	if moved := g.of(v, now); moved.Chart.Here != "row" || moved.Chart == got.Chart || got.Chart.Here != "quay" {
		t.Errorf("elsewhere: %+v, and before %+v", moved.Chart, got.Chart)
	}
}

// TestBoardTitle: a table's name begins with a capital in any script.
func TestBoardTitle(t *testing.T) {
	if b, _ := canvas(&world.BoardReport{Name: "ébène table"}, ""); b.Title != "Ébène table" {
		t.Errorf("got %q", b.Title)
	}
}

// TestPaneAppliesWhatWasChosen: the theme and the mouse are told when they change, and once.
func TestPaneAppliesWhatWasChosen(t *testing.T) {
	p := newPane(t.Context(), func() {})
	var chosen settings.Sheet
	apply := func() string {
		p.waits = backlog{}
		p.Apply(&chosen)
		if len(p.waits.list) == 0 {
			return ""
		}
		return worded(p.waits.list[0].Message)
	}
	if got := apply(); strings.Contains(got, "mouse") {
		t.Errorf("the mouse is off by default, and it was told %q", got)
	}
	chosen.Set(settings.Theme, "dark")
	chosen.Set(settings.Mouse, settings.On)
	if got := apply(); got != "mouse dark" {
		t.Errorf("told %q", got)
	}
	if got := apply(); got != "" {
		t.Errorf("told %q again", got)
	}
}
