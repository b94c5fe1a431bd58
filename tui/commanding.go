package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/mudlark-mud/mudlark/tui/lineedit"
	"github.com/mudlark-mud/mudlark/tui/palette"
	"github.com/mudlark-mud/mudlark/tui/panes"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// offeredMsg brings what could complete the palette's line.
type offeredMsg struct {
	line       string
	candidates []string
}

// command is something that the screen does by itself, with the key for it if there is one.
type command struct {
	palette.Command
	do func(s *Screen) tea.Cmd
}

// commands lists what the palette offers beside the session's verbs.
func (s *Screen) commands() []command {
	quietly := func(do func(s *Screen)) func(s *Screen) tea.Cmd {
		return func(s *Screen) tea.Cmd {
			do(s)
			return nil
		}
	}
	of := func(name, key, brief string, do func(s *Screen) tea.Cmd) command {
		return command{palette.Command{Name: name, Key: key, Brief: brief}, do}
	}
	list := []command{
		of("keys", "F1", "List what the keys do.", quietly((*Screen).tellKeys)),
		of("find", "ctrl+f", "Find words in what was told.", quietly(func(s *Screen) { s.reader.find(s.pen.Ruler) })),
		of("recall", "ctrl+r", "Find a line that you typed before.", quietly((*Screen).startSearch)),
		of("copy", "alt+c", "Choose lines of what was told, and copy them.", quietly((*Screen).startChoosing)),
		of("panes", "F2", "Show or hide all that stands around the text.", quietly((*Screen).togglePanes)),
		of("next pane", "F6", "Give the keys to a pane: to scroll, choose, move and resize it.", quietly(func(s *Screen) {
			s.cyclePanes(1)
		})),
		of("aliases", "", "List your aliases. #alias gg get all makes one.", quietly((*Screen).tellAliases)),
		of("mouse", "", "Use the mouse, or leave it to the terminal.", quietly((*Screen).toggleMouse)),
		of("redraw", "ctrl+l", "Draw the screen anew.", func(*Screen) tea.Cmd { return tea.ClearScreen }),
		of("leave", "ctrl+c", "Leave the world.", (*Screen).leave),
	}
	for _, p := range panes.Keys() {
		key := p.Alt
		if p.Fn != "" {
			key = strings.ToUpper(p.Fn)
		}
		list = append(list, of("pane "+p.Name, key, "Show, use or hide "+p.Word+".", quietly(func(s *Screen) {
			s.turnTo(p.Name)
		})))
	}
	for _, name := range prose.Themes() {
		list = append(list, of("theme "+name, "", "Use these colours.", quietly(func(s *Screen) { s.choose(name) })))
	}
	return list
}

// startChoosing begins to choose lines to copy.
func (s *Screen) startChoosing() {
	if !s.text.Choose() {
		s.notice = "There is nothing to copy yet."
	}
}

// openPalette opens the box of all commands.
func (s *Screen) openPalette() {
	if s.input.Secret {
		s.notice = "Not while you type something hidden."
		return
	}
	s.completion.Stop()
	var list []palette.Command
	for _, c := range s.commands() {
		list = append(list, c.Command)
	}
	verbs := s.verbs
	if s.cfg.Expand == nil {
		verbs = append(slices.Clip(verbs), aliasVerbs()...)
	}
	s.palette.Open(verbs, list, s.pen.Ruler)
}

// aliasVerbs are the screen's own lines.
func aliasVerbs() []Verb {
	return []Verb{
		{
			Name: "#alias", Usage: "#alias <name> <words>", Group: "Screen",
			Brief: "Make a word stand for one or more lines: #alias gg get all;look",
		},
		{Name: "#unalias", Usage: "#unalias <name>", Brief: "Take an alias away.", Group: "Screen"},
	}
}

// paletteKey takes a key while the palette is open.
func (s *Screen) paletteKey(k tea.KeyPressMsg, key string) tea.Cmd {
	return s.answered(s.palette.Key(key, typedText(k)))
}

// answered does what the palette answers.
func (s *Screen) answered(answer palette.Answer) tea.Cmd {
	if !answer.Close {
		return s.askPalette()
	}
	if answer.Send != "" {
		s.sendTyped(answer.Send)
	}
	for _, c := range s.commands() {
		if c.Name == answer.Command {
			return c.do(s)
		}
	}
	return nil
}

// askPalette returns the command that asks the link what could complete the palette's line, or nil if nothing needs to
// be asked, or something is being asked already.
func (s *Screen) askPalette() tea.Cmd {
	if s.completion.Waits() {
		return nil
	}
	line, ok := s.palette.Ask()
	if !ok {
		return nil
	}
	link := s.link
	return func() tea.Msg { return offeredMsg{line: line, candidates: link.Complete(line)} }
}

// sendTyped sends a line that was put together in the palette, as if it had been typed, and leaves what is being typed
// alone.
func (s *Screen) sendTyped(line string) {
	if s.outbox.full() {
		s.notice = busyNotice
		return
	}
	s.text.Last()
	s.memorize(line)
	s.submitLine(line, lineedit.LinesMax)
}

// choose puts a theme on. Where the session says which theme is worn, it is asked for that.
func (s *Screen) choose(theme string) {
	if s.governed && s.inPlay() {
		s.send("options theme " + theme)
		return
	}
	s.wear(theme)
	if !s.governed {
		s.worn = theme
		s.remember()
	}
}

// toggleMouse uses the mouse or leaves it alone. Where the session says so, it is asked for that.
func (s *Screen) toggleMouse() {
	word := "on"
	if s.mouse {
		word = "off"
	}
	if s.governed && s.inPlay() {
		s.send("options mouse " + word)
		return
	}
	s.mouse = !s.mouse
	s.notice = "The mouse is " + word + "."
	if !s.governed {
		s.moused = new(s.mouse)
		s.remember()
	}
}

// tellAliases lists the aliases.
func (s *Screen) tellAliases() {
	lines, say := s.expand("#alias")
	s.outbox.send(lines...)
	s.text.Last()
	s.say(say...)
}

// tellKeys lists what the keys do.
func (s *Screen) tellKeys() {
	s.text.Last()
	lines := keysHelp()
	for _, line := range lines {
		s.text.Append(helpLine(line))
	}
	s.text.recent(len(lines))
}
