package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/lineedit"
	"github.com/mudlark-mud/mudlark/tui/palette"
	"github.com/mudlark-mud/mudlark/tui/panes"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

const (
	// framesPerSecond caps how often a changed screen is sent to the terminal. A frame of 120 by 40 cells costs about
	// two milliseconds and a few hundred bytes; nobody reads faster than this.
	framesPerSecond = 30
	// lingerSeconds is how long a screen stays after its session has ended, to be read.
	lingerSeconds = 60
	// promptMaxBytes is how much of a prompt is kept.
	promptMaxBytes = 256
	// quitLine is what ctrl+c sends to ask the world for leave.
	quitLine = "quit"
)

// Config is what a screen may be told beforehand. The zero Config is a good one.
type Config struct {
	// Title names the program in the terminal's title and in the bar before play; "" is "mudlark".
	Title string
	// NoColor uses bold, underline and reverse only, whatever the terminal could show.
	NoColor bool
	// ASCII draws the screen's own lines and marks in ASCII. Text from the session is not changed.
	ASCII bool
	// Mouse uses the mouse, unless a Message says otherwise. It is off because a terminal that reports its mouse no
	// longer lets the person select and copy.
	Mouse bool
	// History is what was typed here before, oldest first.
	History []string
	// Typed is told of each line that was typed and may be remembered, never of a secret. It is called like the methods
	// of Link, one at a time and in order. nil for nobody.
	Typed func(line string)
	// Expand makes of a typed line what is sent. nil is the screen's own way: stacking, speedwalk and aliases. With one
	// the screen is the person's own program: themes and the mouse are then chosen and kept here, and Message.Theme
	// is only what is worn until one is chosen; otherwise the session is asked for them by the line "options".
	Expand Expander
}

// Expander makes of a typed line the lines that are sent for it, and what is said to the person about it. It is called
// while the screen updates, so it must not block. It is never given a secret.
type Expander interface {
	Expand(line string) (lines, say []string)
}

// Options returns the options a program with a Screen should be run with beside those of its surroundings
// (input, output, environment, context, colour profile): the cap on frames per second.
func Options() []tea.ProgramOption {
	return []tea.ProgramOption{tea.WithFPS(framesPerSecond)}
}

// Screen is the play screen, the one tea.Model of this package. Make it with New.
type Screen struct {
	link Link
	cfg  Config

	width, height int
	areas         areas
	theme         *cell.Theme
	pen           cell.Pen // its width is unused here; parts get a copy with theirs

	text       Scroll
	input      lineedit.Input
	history    lineedit.History
	completion lineedit.Completion
	shorthand  lineedit.Shorthand
	search     lineedit.Search // through the history
	paste      lineedit.Paste  // waits to be agreed to
	palette    palette.Palette
	reader     reader // of text
	verbs      []Verb
	mouse      bool
	worn       string // the theme that was chosen here; "" for none
	moused     *bool  // whether the mouse is used, if that was chosen here
	governed   bool   // the session says which theme is worn, and what else is set
	outbox     outbox
	prompt     string
	words      bool       // what is typed is words, and nothing else is made of it
	view       *view.View // nil until the session told
	panes      *panes.Set
	arranged   string    // how the panes are, as it was kept last
	rearranged bool      // that may have changed
	unheld     time.Time // when a fight went while its ground had the keys
	wakes      time.Time // when they are told the time next
	notice     string    // a word on the hint row, until the next key

	leaving  bool // ctrl+c was the last key
	deleting bool // ctrl+d was, and had something to delete when it was pressed first
	asked    bool // the last line sent asks to leave
	ended    bool
	end      string

	barRows  []string // drawn; nil when they must be made anew
	textRows textRows
	covered  int // how many rows the palette took when it was drawn last
}

var _ tea.Model = (*Screen)(nil)

// New makes the screen for a session.
func New(link Link, cfg Config) *Screen {
	if cfg.Title = cell.Clean(cfg.Title); cfg.Title == "" {
		cfg.Title = "mudlark"
	}
	s := &Screen{
		link: link, cfg: cfg, width: widthDefault, height: heightDefault, pen: cell.Pen{Signs: cell.NewSigns(cfg.ASCII)},
		mouse: cfg.Mouse, panes: panes.NewSet(),
	}
	s.arranged = s.panes.Remember()
	for _, line := range cfg.History {
		s.history.Add(cell.Clean(line))
	}
	s.shorthand.Talks, s.reader.text = s.talks, &s.text
	s.dress(cell.Look{Dark: true, Profile: colorprofile.TrueColor}, cell.Ruler{})
	s.arrange()
	s.outbox.tell(false) // Nothing is known yet; the terminal's first word on its size will be told.
	return s
}

// Farewell returns the word the session ended with, "" while it goes on. It is for whoever ran the program to print,
// as the screen is gone then.
func (s *Screen) Farewell() string { return s.end }

// Init starts listening to the session and asks the terminal for its background.
func (s *Screen) Init() tea.Cmd {
	return tea.Batch(receive(s.link.Messages()), tea.RequestBackgroundColor)
}

// Update takes one message: of the terminal, or of the session. It does no I/O; what has to be sent is in the command.
func (s *Screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := s.take(msg)
	if s.ended {
		return s, cmd
	}
	if s.typedRows() != s.areas.typed {
		s.arrange()
	}
	s.fit()
	if wake := s.beside(); wake != nil {
		cmd = tea.Batch(cmd, wake)
	}
	if send := s.outbox.flush(s.link, s.cfg.Typed); send != nil {
		cmd = tea.Batch(cmd, func() tea.Msg {
			send()
			return sentMsg{}
		})
	}
	return s, cmd
}

// take changes the state by one message.
func (s *Screen) take(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case tea.KeyPressMsg:
		return s.press(m)
	case tea.PasteMsg:
		return s.pasted(m.Content)
	case tea.MouseWheelMsg:
		s.wheel(m.Mouse())
	case tea.MouseClickMsg:
		return s.click(m.Mouse())
	case tea.WindowSizeMsg:
		s.width, s.height = min(max(m.Width, 1), sizeMax), min(max(m.Height, 1), sizeMax)
		s.arrange()
		s.outbox.tell(true)
	case tea.BackgroundColorMsg:
		l := s.theme.Look
		l.Dark = m.IsDark()
		s.dress(l, s.pen.Ruler)
	case tea.ColorProfileMsg:
		l := s.theme.Look
		l.Profile = m.Profile
		s.dress(l, s.pen.Ruler)
	case tea.ModeReportMsg:
		if m.Mode == ansi.ModeUnicodeCore && !m.Value.IsNotRecognized() && !m.Value.IsPermanentlyReset() {
			s.dress(s.theme.Look, cell.Ruler{Method: ansi.GraphemeWidth}) // As the renderer measures from now on.
		}
	case arrivedMsg:
		return s.arrived(m)
	case sentMsg:
		s.outbox.sent()
	case completedMsg:
		s.completed(m)
		return s.askPalette()
	case offeredMsg:
		s.palette.Offer(m.line, m.candidates)
		return s.askPalette()
	case lingeredMsg:
		return tea.Quit
	}
	return nil
}

// lingeredMsg says that the screen has stayed long enough after the end.
type lingeredMsg struct{}

// arrived takes what the session sent and listens on.
func (s *Screen) arrived(m arrivedMsg) tea.Cmd {
	was := s.ended
	for _, message := range m.messages {
		s.message(message)
	}
	if m.closed && !s.ended {
		s.finish("The connection is closed.")
	}
	var cmds []tea.Cmd
	if !m.closed {
		cmds = append(cmds, receive(s.link.Messages()))
	}
	switch {
	case s.ended && !was && s.asked:
		return tea.Quit // Who asked to leave need not be asked to press a key.
	case s.ended && !was:
		cmds = append(cmds, tea.Tick(lingerSeconds*time.Second, func(time.Time) tea.Msg { return lingeredMsg{} }))
	}
	return tea.Batch(cmds...)
}

// message takes one delivery. After the end nothing counts any more.
func (s *Screen) message(m Message) {
	if s.ended {
		return
	}
	for _, line := range m.Text {
		s.text.Append(cell.Of(line))
	}
	for _, line := range m.Lines {
		s.text.Append(line)
	}
	if m.Words != nil {
		s.words = *m.Words
	}
	if m.Prompt != "" {
		s.prompt = cell.Clean(cell.Head(m.Prompt, promptMaxBytes))
	}
	switch {
	case m.Theme == "":
	case s.cfg.Expand == nil:
		s.governed = true
		s.wear(m.Theme)
	case s.worn == "":
		s.wear(m.Theme)
	}
	s.echo(m.Echo)
	if m.View != nil {
		was := s.inPlay()
		s.view = m.View.Clean()
		had := s.panes.Focused()
		s.panes.See(s.view)
		if had == panes.Arena && s.panes.Focused() == "" {
			s.unheld = time.Now()
		}
		s.barRows = nil
		if was != s.inPlay() {
			s.arrange()
		}
	}
	s.hear(m)
	if m.Page != nil {
		s.panes.Turn(*m.Page.Clean())
	}
	if m.Verbs != nil {
		s.verbs = palette.Clean(m.Verbs)
	}
	if m.Keep != "" {
		s.restore(m.Keep)
	}
	if m.Mouse != nil {
		s.mouse = *m.Mouse
	}
	if m.End != "" {
		s.finish(m.End)
	}
}

// inPlay reports whether one is in the world, where there is something beside the text.
func (s *Screen) inPlay() bool { return s.view != nil && s.view.Room != "" }

// hear tells the panes what was said, and what goes to an output tab.
func (s *Screen) hear(m Message) {
	for _, said := range m.Said {
		s.panes.Hear(said.Clean())
	}
	if m.Tab == "" {
		return
	}
	for _, line := range m.Lines {
		s.panes.Hear(Saying{Channel: m.Tab, Line: line}.Clean())
	}
}

// wear puts a theme on.
func (s *Screen) wear(theme string) {
	if l := s.theme.Look; theme != l.Chosen {
		l.Chosen = theme
		s.dress(l, s.pen.Ruler)
	}
}

// echo turns secrecy on or off. A secret that was typed but not sent is forgotten, never shown; and what was being
// done with what is typed ends, so that no key meant for it goes into a secret.
func (s *Screen) echo(e Echo) {
	switch e {
	case EchoHide:
		if !s.input.Secret {
			s.calm()
			s.input.Set(strings.ReplaceAll(s.input.Text(), "\n", " "))
		}
		s.input.Secret = true
	case EchoShow:
		if s.input.Secret {
			s.input.Clear()
		}
		s.input.Secret = false
	case EchoKeep:
	}
}

// calm ends whatever the keys are for beside the input line.
func (s *Screen) calm() {
	if s.paste.Active() {
		s.notice = "What you pasted was dropped."
	}
	s.completion.Stop()
	s.history.Stop()
	s.search.Stop()
	s.palette.Close()
	s.paste = lineedit.Paste{}
	s.reader.stop()
	s.panes.Focus("")
}

// finish ends the session on the screen.
func (s *Screen) finish(word string) {
	s.calm()
	s.ended, s.end, s.notice = true, cell.Clean(word), ""
	s.input.Clear()
	s.text.Append(cell.L(prose.System, s.end))
	s.text.Last()
}

// completed takes the candidates for a line, if that line still stands.
func (s *Screen) completed(m completedMsg) {
	s.completion.Answered()
	if s.ended || s.input.Secret || s.asks() || m.line != s.input.Row() {
		return
	}
	line, ok := s.completion.Offer(m.line, m.candidates)
	if !ok {
		s.notice = "Nothing to complete that with."
		return
	}
	s.history.Stop()
	s.input.SetRow(line)
}

// dress sets the styles and measures, and with them everything drawn so far aside.
func (s *Screen) dress(l cell.Look, r cell.Ruler) {
	if s.cfg.NoColor {
		l.Profile = min(l.Profile, colorprofile.ASCII)
	}
	s.theme, s.pen.Ruler, s.input.Ruler = cell.NewTheme(l), r, r
	s.text.Dress(r, s.theme)
	s.panes.Dress(s.theme, s.pen)
	s.barRows, s.textRows = nil, textRows{}
}

// typedRows is how many rows what is typed, or what was pasted, wants.
func (s *Screen) typedRows() int {
	if s.paste.Active() {
		return min(len(s.paste.Lines), lineedit.RowsMax)
	}
	return s.input.Rows()
}
