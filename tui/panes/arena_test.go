package panes_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mudlark-mud/mudlark/tui/panes"
	"github.com/mudlark-mud/mudlark/tui/view"
)

func sends(lines ...string) (acts []panes.Act) {
	for _, l := range lines {
		acts = append(acts, panes.Act{Send: l})
	}
	return acts
}

func notice(words string) []panes.Act { return []panes.Act{{Notice: words}} }

// TestKeys: whatever a key does is a line that could have been typed.
func TestArenaKeys(t *testing.T) {
	for _, tt := range []struct {
		name string
		with func(a *view.Arena)
		keys string
		want []panes.Act
	}{
		{"goes to a free cell", nil, "up up left enter", notice("1,1: the bar in the way")},
		{"goes there by arrows", nil, "up left enter", sends("move 1,2")},
		{"and by letters", nil, "k h space", sends("move 1,2")},
		{"all four of them", nil, "k k k h l j j enter", sends("move 2,2")},
		{"no further than one's steps", nil, "up right right right right right enter",
			notice("7,2: 6 steps, too far for now")},
		{"the finger stays on the ground", nil, "left left left left left enter", sends("move 0,3")},
		{"where one stands", nil, "up down enter", notice("That is where you stand.")},
		{"strikes at a foe within reach", nil, "down enter", sends("attack rat-1")},
		{"a friend is no foe", nil, "right enter", notice("Ben is on your side.")},
		{"Tab points at the next foe, in the order of turns", nil, "tab tab enter", sends("attack rat-1")},
		{"goes towards a foe out of reach", nil, "tab enter", sends("move 5,2")},
		{"next to one who is near enough", func(a *view.Arena) { a.Left = 6 }, "tab enter", sends("move 5,1")},
		{"shift+Tab goes back", nil, "shift+tab enter", sends("move 5,2")},
		{"and round", nil, "tab shift+tab enter", sends("move 5,2")},
		{"nothing is pointed at", nil, "enter",
			notice("Point at a cell with the arrows, or at a foe with Tab.")},
		{"ends the turn", nil, "e", sends("end turn")},
		{"rolls", nil, "r", sends("roll")},
		{"flees", nil, "f", sends("flee")},
		{"without steps nobody gets nearer", func(a *view.Arena) { a.Left = 0 }, "tab enter",
			notice("You get no nearer to the barkeep now.")},
		{"a name that nobody else has is enough", func(a *view.Arena) { a.Fighters = a.Fighters[:3] }, "down enter",
			sends("attack wharf rat")},
		{"who looks on does nothing", func(a *view.Arena) { a.You = "" }, "up enter",
			notice("You only look on. Type join to take part.")},
		{"before it comes to blows all of the ground is near", func(a *view.Arena) {
			a.Fights, a.Active, a.Left = false, "", 0
		}, "up right right right right right enter", sends("move 7,2")},
		{"yes where nothing is asked", nil, "y", notice("Nothing waits for a yes or a no.")},
		{"yes", func(a *view.Arena) { a.Asked = "That would be: Seren ends her turn." }, "y", sends("yes")},
		{"no", func(a *view.Arena) { a.Asked = "That would be: Seren ends her turn." }, "n", sends("no")},
		{"in words", nil, "g e n d space m y space t u r n enter", sends("gm end my turn")},
		{"in words, corrected", nil, "g a b backspace backspace backspace x enter", sends("gm x")},
		{"no words are no question", nil, "g space enter",
			notice("Say what you want to do: move to 4,5, attack hob, end my turn.")},
		{"words can be left", nil, "g a b esc e", sends("end turn")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := brawl()
			if tt.with != nil {
				tt.with(a)
			}
			s := set(t, a, 43, 19)
			got := s.press(strings.Fields(tt.keys)...)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s\n%s", diff, strings.Join(s.rows(), "\n"))
			}
		})
	}
}

// TestKeysThatAreNotThePanes give the keys back to the line.
func TestKeysThatAreNotThePanes(t *testing.T) {
	watcher := brawl()
	watcher.You = ""
	for key, a := range map[string]*view.Arena{"x": brawl(), "esc": brawl(), "e": watcher, "up": nil} {
		s := set(t, a, 43, 19)
		if act, ok := s.pane.Key(key); ok || act != (panes.Act{}) {
			t.Errorf("%s: %+v, %t", key, act, ok)
		}
	}
}

// TestClicks: one click does what a key would do there; what cannot be done is only pointed at.
func TestArenaClicks(t *testing.T) {
	asked := func(a *view.Arena) { a.Asked = "That would be: Seren ends her turn." }
	for _, size := range [][2]int{{43, 19}, {26, 16}, {70, 30}} {
		for _, tt := range []struct {
			name, at string // of a sign or a word that is clicked
			dx, dy   int
			with     func(a *view.Arena)
			want     panes.Act
			then     string // what is told of where one points
		}{
			{name: "a free cell", at: "@ e", dy: -1, want: panes.Act{Send: "move 2,2"}},
			{name: "a foe within reach", at: "@ e", dy: 1, want: panes.Act{Send: "attack rat-1"}},
			{name: "a foe further away", at: "B", want: panes.Act{Send: "move 5,2"}},
			{name: "the bar", at: "█", then: "1,1: the bar in the way"},
			{name: "a name in the list", at: "barkeep", want: panes.Act{Send: "move 5,2"}},
			{name: "to end the turn", at: "end turn]", want: panes.Act{Send: "end turn"}},
			{name: "to say yes", at: "yes]", with: asked, want: panes.Act{Send: "yes"}},
			{name: "to say no", at: "no]", with: asked, want: panes.Act{Send: "no"}},
			{name: "who looks on", at: "B", with: func(a *view.Arena) { a.You = "" }, then: "6,1: the barkeep"},
		} {
			t.Run(fmt.Sprintf("%s at %d", tt.name, size[0]), func(t *testing.T) {
				a := brawl()
				if tt.with != nil {
					tt.with(a)
				}
				s := set(t, a, size[0], size[1])
				x, y := s.where(tt.at)
				if got := s.pane.Click(x+tt.dx, y+tt.dy); got != tt.want {
					t.Errorf("got %+v, want %+v\n%s", got, tt.want, strings.Join(s.rows(), "\n"))
				}
				if tt.then != "" {
					s.where(tt.then)
				}
			})
		}
	}
}

// TestProposing: S3-28: words go into ai-input by a key or a click, btn-ai-propose has a proposal made of them, it is
// shown with what answers it, and ai-debug shows what was made of them.
func TestProposing(t *testing.T) {
	s := set(t, brawl(), 43, 24)
	s.pane.Click(s.where("[g in words]"))
	s.press("r", "u", "n")
	s.where("gm run_")
	if got, want := s.pane.Click(s.where("[Enter propose]")), (panes.Act{Send: "gm run"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	s.see(panes.ArenaWith(brawl(), panes.ArenaFacts{Reads: true}))
	s.where("Your words are being thought over.")
	s.see(panes.ArenaWith(brawl(), panes.ArenaFacts{
		Text: "Seren goes 3 steps east, to 5,3.", Debug: []string{`raw: {"type":"MOVE"}`, "parse: ok=true"},
	}))
	for _, words := range []string{
		"That would be: Seren goes 3 steps east, to", "[y yes] [n no]", `raw: {"type":"MOVE"}`, "parse: ok=true",
	} {
		s.where(words)
	}
	if got, want := s.press("y"), sends("yes"); !cmp.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestFingerFollows: the finger stays on a foe who goes elsewhere, and where it is when one falls or when one goes
// oneself.
func TestFingerFollows(t *testing.T) {
	s := set(t, brawl(), 43, 19)
	s.press("tab")
	s.where("6,1: the barkeep")
	a := brawl()
	a.Fighters[1].At = view.Cell{X: 7, Y: 2}
	s.see(a)
	s.where("7,2: the barkeep")
	a = brawl()
	a.Fighters = append(a.Fighters[:1:1], a.Fighters[2:]...)
	s.see(a)
	s.where("7,2: 6 steps, too far for now")
	s.press("k", "k", "h", "h", "h", "h", "h", "j", "j", "j")
	s.where("2,3: you")
	a = brawl()
	a.Fighters[0].At = view.Cell{X: 0, Y: 0}
	s.see(a)
	s.where("2,3: ")
}

// TestClock: the turn's clock counts down each second, and asks for nothing else.
func TestClock(t *testing.T) {
	s := set(t, brawl(), 43, 19)
	s.where("Round 2, 24 s: your turn")
	changed, next := s.pane.Tick(noon().Add(300 * time.Millisecond))
	if changed || next != 700*time.Millisecond {
		t.Errorf("changed %t, next %s", changed, next)
	}
	if changed, next = s.pane.Tick(noon().Add(time.Second)); !changed || next != time.Second {
		t.Errorf("changed %t, next %s", changed, next)
	}
	s.where("23 s: your turn")
	if _, next = s.pane.Tick(noon().Add(time.Minute)); next != 0 {
		t.Errorf("a turn that is over: next %s", next)
	}
	s.where("0 s: your turn")
	s.see(nil)
	if changed, next = s.pane.Tick(noon().Add(2 * time.Minute)); changed || next != 0 {
		t.Errorf("no fight: changed %t, next %s", changed, next)
	}
}

// TestWhole: whatever the size of the canvas and of the ground, nothing is drawn beyond it, and where one stands is in
// sight.
func TestWhole(t *testing.T) {
	for _, ground := range [][2]int{{8, 6}, {20, 15}, {40, 24}, {64, 64}} {
		for width := 6; width < 120; width += 7 {
			for height := 3; height < 50; height += 5 {
				a := brawl()
				a.Width, a.Height = ground[0], ground[1]
				a.Fighters[0].At = view.Cell{X: ground[0] - 1, Y: ground[1] - 1}
				a.Asked = "That would be: Seren goes 3 steps east, to 5,3."
				s := set(t, a, width, height)
				if rows := s.rows(); height > 12 && width >= 12 && !strings.Contains(strings.Join(rows, "\n"), "@") {
					t.Fatalf("%v on %dx%d: one is not in sight\n%s", ground, width, height, strings.Join(rows, "\n"))
				}
				least, best := s.pane.Wants(s.canvas)
				if least < 1 || best > max(height-1, 1) {
					t.Fatalf("%v on %dx%d wants %d to %d rows", ground, width, height, least, best)
				}
			}
		}
	}
}

// TestLongProposal: what one would say yes to is shown whole, or it is seen that there is more of it.
func TestLongProposal(t *testing.T) {
	for text, want := range map[string]string{
		"Seren goes 3 steps east, 1 step north and 2 steps east. It is 15 steps there; this goes the first 6.": "first 6.",
		strings.Repeat("Seren goes east. ", 12): "…",
	} {
		s := set(t, panes.ArenaWith(brawl(), panes.ArenaFacts{Text: text}), 30, 30)
		_, y := s.where("[y yes] [n no]")
		if got := s.rows()[y-1]; !strings.HasSuffix(got, want) {
			t.Errorf("above the answers stands %q, want the end of it to be %q", got, want)
		}
	}
}
