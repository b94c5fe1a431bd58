package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/mudlark-mud/mudlark/world/prose"
)

// candidatesMax is how many candidates are offered.
const candidatesMax = 50

// completedMsg brings the candidates for a line.
type completedMsg struct {
	line       string
	candidates []string
}

// completion is one walk through the candidates for a typed line. It is under way while candidates is not empty; any
// key but Tab ends it.
type completion struct {
	asking     string // the line asked about, while asked
	asked      bool   // an answer is awaited; only one question is out at a time
	typed      string // what stood on the line
	candidates []string
	at         int // the chosen one; -1 when only what they have in common was filled in
}

// ask returns the command that asks the link, or nil while an answer is awaited.
func (c *completion) ask(link Link, line string) tea.Cmd {
	if c.asked {
		return nil
	}
	c.asked, c.asking = true, line
	return func() tea.Msg { return completedMsg{line: line, candidates: link.Complete(line)} }
}

// offer begins a walk with an answer and returns what to put on the line.
func (c *completion) offer(m completedMsg) (line string, ok bool) {
	c.typed, c.at, c.candidates = m.line, -1, nil
	for _, s := range m.candidates[:min(len(m.candidates), candidatesMax)] {
		if s = clean(s); s != "" && len(s) <= LineMaxBytes {
			c.candidates = append(c.candidates, s)
		}
	}
	switch len(c.candidates) {
	case 0:
		return "", false
	case 1:
		line = c.candidates[0]
		c.stop()
		return line, true
	}
	if common := commonPrefix(c.candidates); len(common) > len(m.line) && strings.HasPrefix(common, m.line) {
		return common, true
	}
	return c.step(1), true
}

// step chooses the next (1) or previous (-1) candidate, around the end.
func (c *completion) step(by int) string {
	n := len(c.candidates)
	if c.at < 0 && by < 0 {
		c.at = 0
	}
	c.at = (c.at + by + n) % n
	return c.candidates[c.at]
}

// active reports whether candidates are being offered.
func (c *completion) active() bool { return len(c.candidates) > 0 }

// stop ends the walk.
func (c *completion) stop() { c.candidates, c.typed = nil, "" }

// commonPrefix returns what all of some strings begin with, not splitting a rune.
func commonPrefix(all []string) string {
	prefix := all[0]
	for _, s := range all[1:] {
		n := 0
		for n < len(prefix) && n < len(s) && prefix[n] == s[n] {
			n++
		}
		prefix = head(prefix, n)
	}
	return prefix
}

// Cells of a row of candidates: the sign for what is out of sight before, the gap, and what a chosen one and the signs
// may take beside a single word.
const beforeCells, gapCells, besideCells = 2, 2, 6

// row draws the candidates into width cells, the chosen one in brackets and in sight. What all of them begin with, up
// to the last word, is left off.
func (c *completion) row(t *theme, r ruler, width int) string {
	if width <= besideCells {
		return ""
	}
	shared := strings.LastIndexByte(commonPrefix(c.candidates), ' ') + 1
	words := make([]string, len(c.candidates))
	for i, s := range c.candidates {
		words[i] = r.clip(s[shared:], width-besideCells, "")
		if i == c.at {
			words[i] = "[" + words[i] + "]"
		}
	}
	from := 0
	for c.at > from && r.width(strings.Join(words[from:c.at+1], blanks(gapCells))) > width-besideCells {
		from++
	}
	var b strings.Builder
	used := 0
	if from > 0 {
		b.WriteString("< ")
		used = beforeCells
	}
	for i, word := range words[from:] {
		cells := r.width(word)
		room := width - used
		if i+from < len(words)-1 {
			room -= gapCells // The sign for more must fit behind it.
		}
		if cells > room && i > 0 {
			if used < width {
				b.WriteString(t.styled(prose.Hint, ">"))
			}
			break
		}
		if i+from == c.at {
			word = t.styled(tokenChosen, word)
		}
		b.WriteString(word)
		if used += cells + gapCells; used >= width {
			break
		}
		b.WriteString(blanks(gapCells))
	}
	return b.String()
}
