package lineedit

import (
	"fmt"
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
)

// Paste is a paste of several lines, which waits to be agreed to: whoever has something else in the clipboard than they
// think must not have said it already. The zero Paste is none.
type Paste struct {
	Lines []string // cleaned
	Cut   bool     // there was more than may be sent at once
}

// NewPaste takes a paste apart. False means that it is one line, which needs no agreement.
func NewPaste(text string) (p Paste, ok bool) {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(cell.Head(text, LinesMax*LineMaxBytes))
	text = strings.Trim(text, "\n")
	if !strings.ContainsRune(text, '\n') {
		return Paste{}, false
	}
	for line := range strings.SplitSeq(text, "\n") {
		if len(p.Lines) == LinesMax {
			p.Cut = true
			break
		}
		short := cell.Head(cell.Clean(cell.Head(line, LineMaxBytes)), LineMaxBytes)
		p.Cut = p.Cut || len(line) > LineMaxBytes
		p.Lines = append(p.Lines, strings.TrimRight(short, " "))
	}
	return p, true
}

// Active reports whether there is a paste to agree to.
func (p *Paste) Active() bool { return len(p.Lines) > 0 }

// Hints asks what to do about it, from the fullest to the shortest words.
func (p *Paste) Hints() []string {
	more := ""
	if p.Cut {
		more = " (there was more: it is left out)"
	}
	return []string{
		fmt.Sprintf("Pasted %d lines%s. Enter sends them   e edits them   Esc drops them", len(p.Lines), more),
		fmt.Sprintf("%d lines: Enter sends   e edits   Esc drops", len(p.Lines)),
	}
}
