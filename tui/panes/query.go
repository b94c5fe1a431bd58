package panes

import (
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
)

// queryMax is how many bytes of what is looked for are taken.
const queryMax = 60

// query is what somebody looks for in a pane, while they type it.
type query struct {
	on    bool
	words string
}

// begin takes the keys from now on.
func (q *query) begin() { *q = query{on: true} }

// key takes a key, and returns the words once they are complete.
func (q *query) key(key string) (words string, ok bool) {
	switch key {
	case "esc":
		q.on = false
	case "backspace":
		if r := []rune(q.words); len(r) > 0 {
			q.words = string(r[:len(r)-1])
		}
	case "enter", "ctrl+j", "ctrl+m":
		q.on = false
		words = strings.TrimSpace(q.words)
		return words, words != ""
	case "space":
		q.words += " "
	default:
		if len([]rune(key)) == 1 && cell.Clean(key) == key && len(q.words) < queryMax {
			q.words += key
		}
	}
	return "", false
}

// row is what was typed so far.
func (q *query) row(c Canvas) string {
	return c.Theme.Styled(cell.TokenChosen, c.Ruler.Clip("Look for: "+q.words+"_", c.Width, c.Signs.Cut))
}

// queryKeys says what keys do while one types what to look for.
const queryKeys = "Enter looks for it   Esc leaves it"
