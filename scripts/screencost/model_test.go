package screencost_test

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

const width, height = 120, 40

// verse is the nth line that everybody reads; two that follow each other have little in common.
func verse(n int) string {
	who := [...]string{"The lamplighter", "A gull", "Old Maud of the ferry", "Somebody in a yellow coat", "The bell"}
	what := [...]string{
		"crosses the wet boards without a word", "asks what the tide brought tonight", "is gone at once",
		"counts to seven and begins anew", "leaves a brass lamp on the sill", "says that rain is coming, and may it come",
		"turns towards the sea",
	}
	where := [...]string{"under the arches of the fish market", "by the salt pans", "where the rope walk ends"}
	return fmt.Sprintf("%s %s, %s; it is the %dth time.", who[n%len(who)], what[n%len(what)], where[n%len(where)], n)
}

// evening is enough lines to fill a screen.
func evening() []string {
	var out []string
	for n := range height {
		out = append(out, verse(n))
	}
	return out
}

// rolling is the bare program: rows of text that move up by one, with a bar and a line to type below. It is what
// one writes who has read Bubble Tea's tutorial, and draws the same words as the screen.
type rolling struct {
	lines <-chan string
	rows  []string
	typed string
}

// came is a line.
type came string

func newRolling(lines <-chan string) tea.Model { return rolling{lines: lines, rows: evening()} }

// Init implements tea.Model.
func (m rolling) Init() tea.Cmd {
	return func() tea.Msg {
		line, ok := <-m.lines
		if !ok {
			return tea.Quit()
		}
		return came(line)
	}
}

// Update implements tea.Model.
func (m rolling) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case came:
		m.rows = append(m.rows[1:len(m.rows):len(m.rows)], string(msg))
		return m, m.Init()
	case tea.KeyPressMsg:
		m.typed += msg.Text
	}
	return m, nil
}

// View implements tea.Model.
func (m rolling) View() tea.View {
	rows := m.rows[len(m.rows)-height+2:]
	v := tea.NewView(strings.Join(rows, "\n") + "\n\x1b[7mThe Saltings\x1b[m\n> " + m.typed)
	v.AltScreen = true
	v.Cursor = tea.NewCursor(2+len(m.typed), height-1)
	return v
}

// feed is a link that nobody types on.
type feed struct{ messages chan tui.Message }

func newFeed(lines <-chan string) *feed {
	f := &feed{messages: make(chan tui.Message, 1)}
	f.messages <- opening()
	go func() {
		defer close(f.messages)
		for line := range lines {
			f.messages <- tui.Message{Text: prose.Text{prose.L(prose.Plain, line)}}
		}
	}()
	return f
}

// opening is a screen full of text, and a place to stand.
func opening() tui.Message {
	var text prose.Text
	for _, line := range evening() {
		text = append(text, prose.L(prose.Plain, line))
	}
	entry := func(name string) view.Entry { return view.Entry{Text: name, Count: 1} }
	return tui.Message{
		Text: text, Prompt: "> ",
		View: &view.View{
			Name: "Seren", HP: 31, MaxHP: 40, Room: "The Saltings", Time: "dusk", Tide: "rising",
			People: view.Entries{List: []view.Entry{entry("Ann"), entry("a lamplighter")}},
			Things: view.Entries{List: []view.Entry{entry("a brass lamp"), entry("a coil of rope")}},
		},
	}
}

// Send implements tui.Link.
func (f *feed) Send(string) {}

// Complete implements tui.Link.
func (f *feed) Complete(string) []string { return nil }

// Ask implements tui.Link.
func (f *feed) Ask(string, string) {}

// Keep implements tui.Link.
func (f *feed) Keep(string) {}

// Messages implements tui.Link.
func (f *feed) Messages() <-chan tui.Message { return f.messages }

// Resize implements tui.Link.
func (f *feed) Resize(int, int) {}
