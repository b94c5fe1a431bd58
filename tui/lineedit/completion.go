package lineedit

import (
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// candidatesMax is how many candidates are offered.
const candidatesMax = 50

// Completion is one walk through the candidates for a typed line. It is under way while candidates is not empty; any
// key but Tab ends it.
type Completion struct {
	asked      bool   // an answer is awaited; only one question is out at a time
	typed      string // what stood on the line
	candidates []string
	at         int // the chosen one; -1 when only what they have in common was filled in
}

// Ask begins to wait for an answer and reports whether one may be asked for now.
func (c *Completion) Ask() bool {
	was := c.asked
	c.asked = true
	return !was
}

// Waits reports whether an answer is awaited.
func (c *Completion) Waits() bool { return c.asked }

// Answered says that the answer has come, whether or not it is of use.
func (c *Completion) Answered() { c.asked = false }

// Offer begins a walk with the candidates for a line and returns what to put on the line.
func (c *Completion) Offer(typed string, candidates []string) (line string, ok bool) {
	c.typed, c.at, c.candidates = typed, -1, nil
	for _, s := range candidates[:min(len(candidates), candidatesMax)] {
		if s = cell.Clean(s); s != "" && len(s) <= LineMaxBytes {
			c.candidates = append(c.candidates, s)
		}
	}
	switch len(c.candidates) {
	case 0:
		return "", false
	case 1:
		line = c.candidates[0]
		c.Stop()
		return line, true
	}
	if common := commonPrefix(c.candidates); len(common) > len(typed) && strings.HasPrefix(common, typed) {
		return common, true
	}
	return c.Step(1), true
}

// Step chooses the next (1) or previous (-1) candidate, around the end.
func (c *Completion) Step(by int) string {
	n := len(c.candidates)
	if c.at < 0 && by < 0 {
		c.at = 0
	}
	c.at = (c.at + by + n) % n
	return c.candidates[c.at]
}

// Typed is what stood on the line when the walk began.
func (c *Completion) Typed() string { return c.typed }

// Active reports whether candidates are being offered.
func (c *Completion) Active() bool { return len(c.candidates) > 0 }

// Stop ends the walk.
func (c *Completion) Stop() { c.candidates, c.typed = nil, "" }

// commonPrefix returns what all of some strings begin with, not splitting a rune.
func commonPrefix(all []string) string {
	prefix := all[0]
	for _, s := range all[1:] {
		n := 0
		for n < len(prefix) && n < len(s) && prefix[n] == s[n] {
			n++
		}
		prefix = cell.Head(prefix, n)
	}
	return prefix
}

// Cells of a row of candidates: the sign for what is out of sight before, the gap, and what a chosen one and the signs
// may take beside a single word.
const beforeCells, gapCells, besideCells = 2, 2, 6

// Row draws the candidates into width cells, the chosen one in brackets and in sight. What all of them begin with, up
// to the last word, is left off.
func (c *Completion) Row(t *cell.Theme, r cell.Ruler, width int) string {
	if width <= besideCells {
		return ""
	}
	shared := strings.LastIndexByte(commonPrefix(c.candidates), ' ') + 1
	words := make([]string, len(c.candidates))
	for i, s := range c.candidates {
		words[i] = r.Clip(s[shared:], width-besideCells, "")
		if i == c.at {
			words[i] = "[" + words[i] + "]"
		}
	}
	from := 0
	for c.at > from && r.Width(strings.Join(words[from:c.at+1], cell.Blanks(gapCells))) > width-besideCells {
		from++
	}
	var b strings.Builder
	used := 0
	if from > 0 {
		b.WriteString("< ")
		used = beforeCells
	}
	for i, word := range words[from:] {
		cells := r.Width(word)
		room := width - used
		if i+from < len(words)-1 {
			room -= gapCells // The sign for more must fit behind it.
		}
		if cells > room && i > 0 {
			if used < width {
				b.WriteString(t.Styled(prose.Hint, ">"))
			}
			break
		}
		if i+from == c.at {
			word = t.Styled(cell.TokenChosen, word)
		}
		b.WriteString(word)
		if used += cells + gapCells; used >= width {
			break
		}
		b.WriteString(cell.Blanks(gapCells))
	}
	return b.String()
}
