package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/scroll"
	"github.com/mudlark-mud/mudlark/tui/typing"
)

// finding is looking for words in what was told.
type finding struct {
	typing bool // the words are being typed
	on     bool // they were, and the keys go from one place to the next
	query  typing.Input
	word   string // how it went
}

// startFinding begins to look for words.
func (s *Screen) startFinding() {
	s.finding = finding{typing: true, query: typing.Input{Ruler: s.pen.Ruler}}
	s.text.Look("")
}

// stopFinding ends it; the text stays where it is.
func (s *Screen) stopFinding() {
	s.finding = finding{}
	s.text.Look("")
}

// find looks for what is typed, from the newest on.
func (s *Screen) find(changed bool) {
	if !changed {
		return
	}
	s.text.Look(cell.Head(s.finding.query.Text(), scroll.QueryMaxBytes))
	s.finding.word = ""
	if s.text.Query() != "" {
		s.step(-1)
	}
}

// step goes to the next older (-1) or newer (1) place.
func (s *Screen) step(by int) {
	found := s.text.Find(by)
	nth, count := s.text.Matches()
	switch {
	case count == 0:
		s.finding.word = "nowhere"
	case found:
		s.finding.word = fmt.Sprintf("%d of %d", nth, count)
	case by < 0:
		s.finding.word = fmt.Sprintf("%d of %d, no older one", nth, count)
	default:
		s.finding.word = fmt.Sprintf("%d of %d, no newer one", nth, count)
	}
}

// findKey takes a key while words to find are typed.
func (s *Screen) findKey(k tea.KeyPressMsg, key string) {
	f := &s.finding
	switch key {
	case "esc", "ctrl+c", "ctrl+g":
		s.stopFinding()
	case "enter", "ctrl+j", "ctrl+m":
		if s.text.Query() == "" {
			s.stopFinding()
			return
		}
		f.typing, f.on = false, true
	case "up", "ctrl+f", "ctrl+r":
		s.step(-1)
	case "down", "ctrl+s":
		s.step(1)
	default:
		before := f.query.Text()
		if text := typedText(k); text != "" {
			f.query.Insert(text)
		} else {
			f.query.EditKey(key)
		}
		s.find(f.query.Text() != before)
	}
}

// foundKey takes a key while it goes from one place to the next, and reports whether it was for that. Any other key
// ends it.
func (s *Screen) foundKey(key string) bool {
	switch key {
	case "n", "up", "enter", "ctrl+j", "ctrl+m":
		s.step(-1)
	case "N", "shift+n", "down":
		s.step(1)
	case "/", "ctrl+f":
		s.startFinding()
	case "esc", "ctrl+c", "ctrl+g":
		s.stopFinding()
	case "pgup", "pgdown", "shift+up", "shift+down", "home":
		s.scrollKey(key)
	default:
		s.stopFinding()
		return false
	}
	return true
}

// startChoosing begins to choose lines to copy.
func (s *Screen) startChoosing() {
	if !s.text.Choose() {
		s.notice = "There is nothing to copy yet."
	}
}

// chooseKey takes a key while lines to copy are chosen.
func (s *Screen) chooseKey(key string) tea.Cmd {
	switch key {
	case "up", "k":
		s.text.Extend(-1, true)
	case "down", "j":
		s.text.Extend(1, true)
	case "shift+up", "K", "shift+k":
		s.text.Extend(-1, false)
	case "shift+down", "J", "shift+j":
		s.text.Extend(1, false)
	case "enter", "ctrl+j", "ctrl+m", "y":
		text, lines, cut := s.text.Chosen()
		s.text.Unchoose()
		words := "1 line"
		if lines != 1 {
			words = fmt.Sprintf("%d lines", lines)
		}
		if s.notice = "Copied " + words + ", if your terminal allows it."; cut {
			s.notice = fmt.Sprintf("Copied the first %s: %d KiB is the most at once.", words, scroll.CopyMaxBytes>>10)
		}
		return tea.SetClipboard(text)
	case "esc", "ctrl+c", "ctrl+g":
		s.text.Unchoose()
	}
	return nil
}
