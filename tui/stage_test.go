package tui_test

import (
	"flag"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/google/go-cmp/cmp"

	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// link is a session that remembers what it was told and completes from a list.
type link struct {
	messages   chan tui.Message
	candidates []string

	mu    sync.Mutex
	lines []string
	sizes [][2]int
	asked []string
	pages [][2]string
	kept  []string
}

func newLink() *link { return &link{messages: make(chan tui.Message, 1000)} }

func (l *link) Messages() <-chan tui.Message { return l.messages }

func (l *link) Send(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, line)
}

func (l *link) Resize(width, height int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sizes = append(l.sizes, [2]int{width, height})
}

func (l *link) Ask(page, topic string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pages = append(l.pages, [2]string{page, topic})
}

func (l *link) Keep(state string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.kept = append(l.kept, state)
}

func (l *link) Complete(line string) (found []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked = append(l.asked, line)
	for _, c := range l.candidates {
		if strings.HasPrefix(c, line) {
			found = append(found, c)
		}
	}
	return found
}

// stage runs a screen without a terminal inside a synctest bubble: commands run as Bubble Tea runs them, each in its
// goroutine, and settle waits until none has anything left to say.
type stage struct {
	t      *testing.T
	link   *link
	screen *tui.Screen
	back   chan tea.Msg
	over   bool
}

// play runs a test on a stage of 80 by 24 cells.
func play(t *testing.T, cfg tui.Config, test func(s *stage)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &stage{t: t, link: newLink(), back: make(chan tea.Msg, 1000)}
		s.screen = tui.New(s.link, cfg)
		s.run(s.screen.Init())
		s.tell(tea.WindowSizeMsg{Width: 80, Height: 24})
		test(s)
		if !s.over {
			close(s.link.messages)
		}
		<-time.After(time.Hour) // The bubble's clock runs ahead, so no timer of the screen is left behind.
	})
}

func (s *stage) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() { s.back <- cmd() }()
}

// tell updates the screen and settles.
func (s *stage) tell(msgs ...tea.Msg) {
	s.t.Helper()
	for _, m := range msgs {
		s.take(m)
	}
	s.settle()
}

func (s *stage) take(m tea.Msg) {
	if s.over {
		return
	}
	switch m := m.(type) {
	case tea.BatchMsg:
		for _, c := range m {
			s.run(c)
		}
	case tea.QuitMsg:
		s.over = true
		close(s.link.messages)
	default:
		_, cmd := s.screen.Update(m)
		s.run(cmd)
	}
}

func (s *stage) settle() {
	for {
		synctest.Wait()
		select {
		case m := <-s.back:
			s.take(m)
		default:
			return
		}
	}
}

// hear lets the session say something.
func (s *stage) hear(messages ...tui.Message) {
	for _, m := range messages {
		s.link.messages <- m
	}
	s.settle()
}

// say lets the session say a line in one role.
func (s *stage) say(role prose.Role, line string) {
	s.hear(tui.Message{Text: prose.Text{prose.L(role, line)}})
}

// press presses keys: names like "ctrl+a" or "enter", or text to type.
func (s *stage) press(keys ...string) {
	s.t.Helper()
	for _, k := range keys {
		s.tell(key(k)...)
	}
}

// key makes the messages for a named key or for typed text.
func key(name string) (msgs []tea.Msg) {
	codes := map[string]rune{
		"enter": tea.KeyEnter, "tab": tea.KeyTab, "esc": tea.KeyEscape, "backspace": tea.KeyBackspace,
		"delete": tea.KeyDelete, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "f1": tea.KeyF1,
		"f2": tea.KeyF2, "f3": tea.KeyF3, "f4": tea.KeyF4, "f5": tea.KeyF5, "f6": tea.KeyF6, "f8": tea.KeyF8,
		"f9": tea.KeyF9, "f10": tea.KeyF10, "f11": tea.KeyF11, "f12": tea.KeyF12,
	}
	if c, ok := codes[name]; ok {
		return []tea.Msg{tea.KeyPressMsg{Code: c}}
	}
	for prefix, mod := range map[string]tea.KeyMod{"ctrl+": tea.ModCtrl, "alt+": tea.ModAlt, "shift+": tea.ModShift} {
		rest, ok := strings.CutPrefix(name, prefix)
		if !ok {
			continue
		}
		code := []rune(rest)[0]
		if c, named := codes[rest]; named {
			code = c
		}
		return []tea.Msg{tea.KeyPressMsg{Code: code, Mod: mod}}
	}
	for _, r := range name {
		msgs = append(msgs, tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	return msgs
}

// plain returns the screen's rows without styles and without blanks at their ends.
func (s *stage) plain() []string {
	rows := strings.Split(stripped(s.screen.View().Content), "\n")
	for i, r := range rows {
		rows[i] = strings.TrimRight(r, " ")
	}
	return rows
}

// stripped takes the SGR sequences out, and only those.
func stripped(s string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, "\x1b[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		end := strings.IndexByte(after, 'm')
		if end < 0 || strings.Trim(after[:end], "0123456789;") != "" {
			b.WriteString("\x1b[")
			s = after
			continue
		}
		s = after[end+1:]
	}
}

// sees fails unless some row of the screen holds the words.
func (s *stage) sees(words string) {
	s.t.Helper()
	if !strings.Contains(strings.Join(s.plain(), "\n"), words) {
		s.t.Errorf("screen does not show %q:\n%s", words, strings.Join(s.plain(), "\n"))
	}
}

// lacks fails if the screen holds the words.
func (s *stage) lacks(words string) {
	s.t.Helper()
	if strings.Contains(strings.Join(s.plain(), "\n"), words) {
		s.t.Errorf("screen shows %q:\n%s", words, strings.Join(s.plain(), "\n"))
	}
}

// inputRow is the row the cursor is on.
func (s *stage) inputRow() string {
	s.t.Helper()
	v := s.screen.View()
	if v.Cursor == nil {
		return ""
	}
	return s.plain()[v.Cursor.Y]
}

// types fails unless the input row is as given and the cursor stands at a cell.
func (s *stage) types(want string, cell int) {
	s.t.Helper()
	if got := s.inputRow(); got != want {
		s.t.Errorf("input row: got %q, want %q", got, want)
	}
	if got := s.screen.View().Cursor.X; got != cell {
		s.t.Errorf("cursor of %q: got cell %d, want %d", want, got, cell)
	}
}

// sent fails unless exactly these lines were sent.
func (s *stage) sent(want ...string) {
	s.t.Helper()
	if diff := cmp.Diff(want, s.link.lines); diff != "" {
		s.t.Errorf("sent lines (-want +got):\n%s", diff)
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// Backgrounds and colours a terminal may tell of.
func dark() tea.Msg  { return tea.BackgroundColorMsg{Color: color.Black} }
func light() tea.Msg { return tea.BackgroundColorMsg{Color: color.White} }
func colours(p colorprofile.Profile) tea.Msg {
	return tea.ColorProfileMsg{Profile: p}
}

// evening is a scene with every role in it.
func evening() tui.Message {
	span := func(r prose.Role, s string) prose.Span { return prose.Span{Text: s, Role: r} }
	line := func(spans ...prose.Span) prose.Line { return prose.Line{Spans: spans} }
	return tui.Message{
		Prompt: "> ",
		Text: prose.Text{
			prose.L(prose.Title, "The Drowned Lantern"),
			prose.L(prose.Plain, "Low beams drip with salt. A driftwood bar runs the length of the room, and behind it hang "+
				"forty lanterns, one for each boat that did not come home. Only one of them is lit."),
			line(span(prose.Hint, "Exits: "), span(prose.Exit, "north"), span(prose.Plain, ", "),
				span(prose.Exit, "east"), span(prose.Plain, " and "), span(prose.Exit, "up"), span(prose.Plain, ".")),
			line(span(prose.Thing, "A brass lamp"), span(prose.Plain, " stands on the bar.")),
			line(span(prose.Person, "Maren the barkeep"), span(prose.Plain, " is polishing a glass.")),
			{Indent: 4, Spans: []prose.Span{span(prose.Person, "Maren"), span(prose.Plain, " says, "),
				span(prose.Speech, "\"If you hear the bell twice, do not wait to see what the water brings. Climb.\"")}},
			prose.L(prose.Private, "Tobin whispers to you, \"She counts them every night.\""),
			prose.L(prose.Emote, "Tobin leans back and hums something without a tune."),
			line(span(prose.Foe, "A wet-backed wrecker"), span(prose.Plain, " swings a boathook at you: "),
				span(prose.Loss, "4 harm"), span(prose.Plain, ".")),
			prose.L(prose.Gain, "You are 2 points better for the broth."),
			prose.L(prose.Warning, "The bell rings. The tide will be over the causeway in two hours."),
			prose.L(prose.Quest, "Three Keys: you have learnt where the second one lies."),
			prose.L(prose.Refusal, "You cannot carry the bar."),
			line(span(prose.Hint, "You could "), span(prose.Command, "ask maren about keys"), span(prose.Hint, ".")),
			prose.L(prose.System, "The world will be saved and go on in a minute."),
		},
		Said: []tui.Saying{
			{Channel: "say", Talker: "Maren", Line: cell.L(prose.Speech, "Maren says, \"Climb.\"")},
			{Channel: "gossip", Talker: "Tobin", Line: cell.L(prose.Speech, "Tobin gossips, \"Again?\"")},
		},
		View: &view.View{
			Name: "Seren", HP: 12, MaxHP: 20, Fighting: "a wet-backed wrecker",
			Room: "The Drowned Lantern", Exits: []view.Exit{{Dir: "north", Name: "The Causeway"}, {Dir: "east"}, {Dir: "up"}},
			Time: "dusk", Tide: "rising",
			People: view.Entries{List: []view.Entry{
				{Text: "Maren the barkeep", Role: prose.Person, Note: "an NPC"},
				{Text: "Tobin", Role: prose.Person, Note: "asleep"},
				{Text: "a wet-backed wrecker", Role: prose.Foe},
				{Text: "gulls", Role: prose.Foe, Count: 3},
			}, More: 2},
			Things: view.Entries{List: []view.Entry{{Text: "a brass lamp", Role: prose.Thing}}},
			Carrying: view.Entries{List: []view.Entry{
				{Text: "a rusty key", Role: prose.Thing}, {Text: "coins", Count: 14, Role: prose.Thing},
			}},
			Using: view.Entries{List: []view.Entry{{Text: "an oilskin coat", Role: prose.Thing, Note: "worn"}}},
			Gauges: []view.Gauge{
				{Name: view.Health, Word: "hurt", Now: 12, Most: 20}, {Name: "moves", Now: 88, Most: 100},
			},
			Level: 3, XP: 420, XPNext: 600, Coins: 14,
			Quests:  []view.Quest{{Name: "Three Keys", Note: "find the second one", Done: 1, Of: 3}},
			Effects: []view.Effect{{Name: "warm broth", Until: time.Date(2000, 1, 1, 0, 7, 0, 0, time.UTC)}},
			Chart:   shore(),
		},
	}
}

// shore is a chart of a few places around the Drowned Lantern.
func shore() *view.Chart {
	return &view.Chart{Here: "lantern", Rooms: []view.ChartRoom{
		{ID: "lantern", Name: "The Drowned Lantern", Exits: []view.ChartExit{
			{Dir: "north", To: "causeway"}, {Dir: "east"}, {Dir: "up", To: "loft"},
		}},
		{ID: "causeway", Name: "The Causeway", Y: 1, Exits: []view.ChartExit{
			{Dir: "south", To: "lantern"}, {Dir: "north", To: "gate", Door: true},
		}},
		{ID: "gate", Name: "The Sea Gate", Y: 2, Exits: []view.ChartExit{{Dir: "south", To: "causeway", Door: true}}},
		{ID: "loft", Name: "The Loft", Z: 1, Exits: []view.ChartExit{{Dir: "down", To: "lantern"}}},
	}}
}
