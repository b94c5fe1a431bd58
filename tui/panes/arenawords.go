package panes

import (
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
)

// wordsMax is how many bytes of what one wants to do are taken.
const wordsMax = 200

// words is what somebody wants to do, while they type it into ai-input (S3-28).
type words struct {
	on   bool
	text string
}

// begin takes the keys from now on.
func (w *words) begin() { *w = words{on: true} }

// key takes a key; once the words are complete they are sent to be read.
func (w *words) key(key string) Act {
	switch key {
	case "esc", "ctrl+c":
		*w = words{}
	case "backspace", "ctrl+h":
		if r := []rune(w.text); len(r) > 0 {
			w.text = string(r[:len(r)-1])
		}
	case "ctrl+u":
		w.text = ""
	case "enter", "ctrl+j", "ctrl+m":
		text := strings.TrimSpace(w.text)
		if text == "" {
			return Act{Notice: "Say what you want to do: move to 4,5, attack hob, end my turn."}
		}
		*w = words{}
		return Act{Send: "gm " + text}
	case "space":
		w.add(" ")
	default:
		if len([]rune(key)) == 1 && cell.Clean(key) == key {
			w.add(key)
		}
	}
	return Act{}
}

func (w *words) add(text string) {
	if len(w.text)+len(text) <= wordsMax {
		w.text += text
	}
}
