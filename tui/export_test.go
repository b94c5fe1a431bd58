package tui

import (
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"github.com/mudlark-mud/mudlark/world/prose"
)

// TranscriptMaxParagraphs is shown to tests.
const TranscriptMaxParagraphs = transcriptMaxParagraphs

// TranscriptMaxBytes is shown to tests.
const TranscriptMaxBytes = transcriptMaxBytes

// Arrived is what a batch of messages looks like to Update, for benchmarks; tests let them come by the link.
func Arrived(messages ...Message) tea.Msg { return arrivedMsg{messages: messages} }

// Wrapped wraps a line as the transcript does and returns the rows' words, the line itself as it was cleaned, and how
// it measures.
func Wrapped(line prose.Line, width int, m ansi.Method) (rows []string, cleaned prose.Line, measure func(string) int) {
	r := ruler{method: m}
	cleaned = cleanLine(line)
	plain := newTheme(look{profile: colorprofile.NoTTY})
	plain.open = [tokens]string{}
	for _, row := range r.wrap(cleaned, width) {
		rows = append(rows, plain.paint(cleaned, row))
	}
	return rows, cleaned, r.width
}

// Kept says how much the transcript holds, and how many paragraphs hold drawn rows.
func (s *Screen) Kept() (paragraphs, bytes, drawn int) {
	for _, p := range s.text.paragraphs {
		if p.rows != nil {
			drawn++
		}
	}
	return len(s.text.paragraphs), s.text.bytes, drawn
}

// Remembered returns the history.
func (s *Screen) Remembered() []string { return s.history.lines }

// Inks returns each token's full colours and ground for a dark and a light background.
func Inks() (inks []struct{ Dark, Light, GroundDark, GroundLight string }) {
	for t := range tokens {
		s := shadeOf(t)
		ink := struct{ Dark, Light, GroundDark, GroundLight string }{s.dark, s.light, "#1e1e1e", "#ffffff"}
		if s.attr&onBar != 0 {
			ink.GroundDark, ink.GroundLight = barDark, barLight
		}
		inks = append(inks, ink)
	}
	return inks
}

// Layout returns the areas in order text, rule, panel, bar, input, hint, each x, y, width, height. The side panel is
// as it comes in play, or as it was asked for.
func Layout(width, height int) (auto, asked [][4]int) {
	list := func(a areas) (all [][4]int) {
		for _, r := range []rect{a.text, a.rule, a.panel, a.bar, a.input, a.hint} {
			all = append(all, [4]int{r.x, r.y, r.width, r.height})
		}
		return all
	}
	auto = list(layout(width, height, wants{inPlay: true}))
	return auto, list(layout(width, height, wants{inPlay: true, panel: panelOn}))
}
