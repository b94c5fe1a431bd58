package tui

import (
	"fmt"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/lineedit"
)

// reader finds and chooses in a text.
type reader struct {
	text *Scroll

	typing bool // the words to find are being typed
	found  bool // they were, and the keys go from one place to the next
	query  lineedit.Input
	word   string // how it went
}

// answer is what is to be done after a key.
type answer struct {
	notice string // a word to the person
	copy   string // what to copy, if notice says that something is
}

// active reports whether something is being found or chosen.
func (r *reader) active() bool { return r.typing || r.found || r.text.Choosing() }

// queryLine returns the line that the words to find are typed on, and false while none are typed.
func (r *reader) queryLine() (*lineedit.Input, bool) { return &r.query, r.typing }

// find begins to find words.
func (r *reader) find(ruler cell.Ruler) {
	r.stop()
	r.typing, r.query = true, lineedit.Input{Ruler: ruler}
}

// stop ends finding and choosing; the text stays where it is.
func (r *reader) stop() {
	*r = reader{text: r.text}
	r.text.Look("")
	if r.text.Choosing() {
		r.text.Unchoose()
	}
}

// paste adds to the words to find.
func (r *reader) paste(text string) {
	if r.query.Insert(text) {
		r.look()
	}
}

// key takes a key, with the text that it types if it types any, and reports whether it was for finding or choosing. A
// key that is not ends going from one place to the next.
func (r *reader) key(key, text string) (answer, bool) {
	switch {
	case r.text.Choosing():
		return r.chooseKey(key), true
	case r.typing:
		r.typeKey(key, text)
		return answer{}, true
	}
	return answer{}, r.foundKey(key)
}

// look looks for what is typed, from the newest on.
func (r *reader) look() {
	r.text.Look(cell.Head(r.query.Text(), queryMaxBytes))
	r.word = ""
	r.step(-1)
}

// step goes to the next older (-1) or newer (1) place.
func (r *reader) step(by int) {
	if r.text.query == "" {
		return
	}
	found := r.text.Find(by)
	nth, count := r.text.Matches()
	switch r.word = fmt.Sprintf("%d of %d", nth, count); {
	case count == 0:
		r.word = "nowhere"
	case !found && by < 0:
		r.word += ", no older one"
	case !found:
		r.word += ", no newer one"
	}
}

// typeKey takes a key while words to find are typed.
func (r *reader) typeKey(key, text string) {
	switch key {
	case "esc", "ctrl+c", "ctrl+g":
		r.stop()
	case "enter", "ctrl+j", "ctrl+m":
		if r.text.query == "" {
			r.stop()
			return
		}
		r.typing, r.found = false, true
	case "up", "ctrl+f", "ctrl+r":
		r.step(-1)
	case "down", "ctrl+s":
		r.step(1)
	default:
		before := r.query.Text()
		if text != "" {
			r.query.Insert(text)
		} else {
			r.query.EditKey(key)
		}
		if r.query.Text() != before {
			r.look()
		}
	}
}

// foundKey takes a key while it goes from one place to the next.
func (r *reader) foundKey(key string) bool {
	switch key {
	case "up", "enter", "ctrl+j", "ctrl+m": // no letters: those begin a line
		r.step(-1)
	case "down":
		r.step(1)
	case "/", "ctrl+f":
		r.find(r.query.Ruler)
	case "esc", "ctrl+c", "ctrl+g":
		r.stop()
	case "end", "ctrl+end":
		r.stop()
		return false
	default:
		if r.text.key(key) {
			return true
		}
		r.stop()
		return false
	}
	return true
}

// chooseKey takes a key while lines to copy are chosen.
func (r *reader) chooseKey(key string) answer {
	switch key {
	case "up", "k":
		r.text.Extend(-1, true)
	case "down", "j":
		r.text.Extend(1, true)
	case "shift+up", "K", "shift+k":
		r.text.Extend(-1, false)
	case "shift+down", "J", "shift+j":
		r.text.Extend(1, false)
	case "enter", "ctrl+j", "ctrl+m", "y":
		text, lines, cut := r.text.Chosen()
		r.text.Unchoose()
		words := "1 line"
		if lines != 1 {
			words = fmt.Sprintf("%d lines", lines)
		}
		if cut {
			words = fmt.Sprintf("Copied the first %s: %d KiB is the most at once.", words, CopyMaxBytes>>10)
			return answer{notice: words, copy: text}
		}
		return answer{notice: "Copied " + words + ", if your terminal allows it.", copy: text}
	case "esc", "ctrl+c", "ctrl+g":
		r.text.Unchoose()
	}
	return answer{}
}

// hints says what the keys do now, from the fullest to the shortest words for it.
func (r *reader) hints() []string {
	word := ""
	if r.word != "" {
		word = "Found " + r.word + "   "
	}
	switch {
	case r.text.Choosing():
		return []string{
			"Arrows choose a line   shift+arrows choose more   Enter copies   Esc leaves",
			"Arrows, shift+arrows choose   Enter copies   Esc leaves",
			"Enter copies   Esc leaves",
		}
	case r.typing:
		return []string{
			word + "Enter keeps them marked   Up goes to an older one   Esc leaves",
			word + "Enter keeps them   Up older   Esc leaves",
		}
	}
	return []string{
		word + "Up goes to an older one   Down to a newer one   / finds other words   Esc leaves",
		word + "Up older   Down newer   / other words   Esc leaves",
	}
}
