package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/lineedit"
	"github.com/mudlark-mud/mudlark/tui/panes"
	"github.com/mudlark-mud/mudlark/world/prose"
)

const (
	// busyNotice says why nothing can be sent.
	busyNotice = "The world has not taken your last lines yet. Wait a moment."
	// gridLine asks for the ground of a fight by turns: who looks on has it beside the text from then on.
	gridLine = "grid"
	// shownMaxBytes is how much of what was made of a typed line is shown behind it.
	shownMaxBytes = 200
)

// submit sends what is typed and shows it among the text, a secret without its words.
func (s *Screen) submit() {
	if s.outbox.full() {
		s.notice = busyNotice
		return
	}
	text := s.input.Text()
	lines := s.input.Lines()
	s.input.Clear()
	s.text.Last()
	s.reader.stop()
	if s.input.Secret {
		s.asked = false
		s.outbox.send(text)
		s.text.Append(cell.Line{Spans: []cell.Span{{Text: s.promptText()}}})
		return
	}
	left := lineedit.LinesMax
	for i, line := range lines {
		s.memorize(line)
		if left -= s.submitLine(line, left); left <= 0 && i+1 < len(lines) {
			s.say("That is too much at once; the rest was left out.")
			return
		}
	}
}

// memorize adds a line that is no secret to the history.
func (s *Screen) memorize(line string) {
	s.history.Add(line)
	if s.cfg.Typed != nil && strings.TrimSpace(line) != "" {
		s.outbox.remember(line)
	}
}

// submitLine sends what comes of one typed line, at most so many lines, and returns how many they were.
func (s *Screen) submitLine(line string, most int) int {
	lines, say := s.expand(line)
	if len(lines) > most {
		lines = lines[:most]
		say = append(say, "That is too much at once; the rest was left out.")
	}
	s.asked = slices.ContainsFunc(lines, func(l string) bool { return strings.EqualFold(strings.TrimSpace(l), quitLine) })
	s.outbox.send(lines...)
	if s.arena() != nil && slices.Contains(lines, gridLine) {
		s.panes.Focus(panes.Arena)
		s.panes.Focus("")
	}
	if line != "" {
		echoed := s.echoed(line)
		made := strings.Join(lines, "; ")
		if made != "" && strings.ReplaceAll(made, "; ", ";") != strings.ReplaceAll(line, "; ", ";") {
			if short := cell.Head(made, shownMaxBytes); short != made {
				made = short + "..."
			}
			echoed.Spans = append(echoed.Spans, cell.Span{Text: "  (" + made + ")", Role: prose.Hint})
		}
		s.text.Append(echoed)
	}
	s.say(say...)
	return len(lines)
}

// echoed is how a line that was sent looks among the text.
func (s *Screen) echoed(line string) cell.Line {
	return cell.Line{Spans: []cell.Span{{Text: s.promptText()}, {Text: line, Role: prose.Command}}}
}

// expand makes of a typed line what is sent, and what there is to say about it.
func (s *Screen) expand(line string) (lines, say []string) {
	if s.words {
		return []string{line}, nil
	}
	if s.cfg.Expand != nil {
		return s.cfg.Expand.Expand(line)
	}
	lines, say, changed := s.shorthand.Expand(line)
	if changed {
		s.remember()
	}
	return lines, say
}

// talks reports whether a word is a channel, a verb, or the beginning of one, behind which words count as they are.
func (s *Screen) talks(word string) bool {
	if s.view != nil && slices.Contains(s.view.Channels, word) &&
		!slices.ContainsFunc(s.verbs, func(v Verb) bool { return v.Name == word }) {
		return true
	}
	for _, v := range s.verbs {
		if strings.HasPrefix(v.Name, word) { // the first that fits is what the session takes it for
			return v.Talks()
		}
	}
	return false
}

// say shows the screen's own words.
func (s *Screen) say(words ...string) {
	for _, w := range words {
		s.text.Append(cell.L(prose.System, w))
	}
}

// send sends a line as if it had been typed, and leaves what is being typed alone.
func (s *Screen) send(line string) {
	if s.outbox.full() {
		s.notice = busyNotice
		return
	}
	s.outbox.send(line)
	s.text.Append(s.echoed(line))
	s.text.Last()
}

// pasted adds pasted text to the line. A paste of several lines is shown and asked about: a paste never sends anything
// by itself.
func (s *Screen) pasted(text string) tea.Cmd {
	if s.ended || s.text.Choosing() {
		return nil
	}
	s.leaving, s.notice = false, ""
	_, finds := s.reader.queryLine()
	switch {
	case s.palette.Active():
		s.palette.Type(oneLine(text))
		return s.askPalette()
	case finds:
		s.reader.paste(oneLine(text))
		return nil
	case s.search.Active():
		s.search.Type(oneLine(text))
		return nil
	}
	s.completion.Stop()
	s.history.Stop()
	if paste, ok := lineedit.NewPaste(text); ok && !s.input.Secret {
		s.paste = paste
		return nil
	}
	s.typed(oneLine(text))
	return nil
}

// oneLine is a paste as a part of a line: breaks become blanks.
func oneLine(text string) string {
	text = strings.TrimRight(cell.Head(text, lineedit.LineMaxBytes+1), "\r\n")
	return strings.ReplaceAll(text, "\r\n", "\n")
}

// pasteKey takes a key while a paste waits to be agreed to.
func (s *Screen) pasteKey(key string) {
	lines := s.paste.Lines
	switch key {
	case "enter", "ctrl+j", "ctrl+m":
		if s.outbox.full() {
			s.notice = busyNotice
			return
		}
		for _, line := range lines {
			s.outbox.send(line)
			s.text.Append(s.echoed(line))
		}
		s.text.Last()
		if s.paste.Cut {
			s.say("What you pasted was longer than can be sent at once; the rest was left out.")
		}
	case "e", "E":
		for i, line := range lines {
			if i > 0 && !s.input.Break() || !s.input.Insert(line) {
				s.notice = "That is more than can be edited; the rest was left out."
				break
			}
		}
	case "esc", "ctrl+c", "ctrl+g":
		s.notice = "Dropped. Nothing was sent."
	default:
		return
	}
	s.paste = lineedit.Paste{}
}
