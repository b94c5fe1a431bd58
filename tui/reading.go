package tui

import (
	"fmt"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/lineedit"
)

// Reader finds and chooses in a text.
type Reader struct {
	Text *Scroll

	typing bool // the words to find are being typed
	found  bool // they were, and the keys go from one place to the next
	query  lineedit.Input
	word   string // how it went
}

// Answer is what is to be done after a key.
type Answer struct {
	Notice string // a word to the person
	Copy   string // what to copy, if Notice says that something is
}

// Active reports whether something is being found or chosen.
func (r *Reader) Active() bool { return r.typing || r.found || r.Text.Choosing() }

// Query returns the line that the words to find are typed on, and false while none are typed.
func (r *Reader) Query() (*lineedit.Input, bool) { return &r.query, r.typing }

// Find begins to find words.
func (r *Reader) Find(ruler cell.Ruler) {
	r.Stop()
	r.typing, r.query = true, lineedit.Input{Ruler: ruler}
}

// Stop ends finding and choosing; the text stays where it is.
func (r *Reader) Stop() {
	*r = Reader{Text: r.Text}
	r.Text.Look("")
	if r.Text.Choosing() {
		r.Text.Unchoose()
	}
}

// Paste adds to the words to find.
func (r *Reader) Paste(text string) {
	if r.query.Insert(text) {
		r.look()
	}
}

// Key takes a key, with the text that it types if it types any, and reports whether it was for finding or choosing. A
// key that is not ends going from one place to the next.
func (r *Reader) Key(key, text string) (Answer, bool) {
	switch {
	case r.Text.Choosing():
		return r.chooseKey(key), true
	case r.typing:
		r.typeKey(key, text)
		return Answer{}, true
	}
	return Answer{}, r.foundKey(key)
}

// look looks for what is typed, from the newest on.
func (r *Reader) look() {
	r.Text.Look(cell.Head(r.query.Text(), QueryMaxBytes))
	r.word = ""
	r.step(-1)
}

// step goes to the next older (-1) or newer (1) place.
func (r *Reader) step(by int) {
	if r.Text.Query() == "" {
		return
	}
	found := r.Text.Find(by)
	nth, count := r.Text.Matches()
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
func (r *Reader) typeKey(key, text string) {
	switch key {
	case "esc", "ctrl+c", "ctrl+g":
		r.Stop()
	case "enter", "ctrl+j", "ctrl+m":
		if r.Text.Query() == "" {
			r.Stop()
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
func (r *Reader) foundKey(key string) bool {
	switch key {
	case "up", "enter", "ctrl+j", "ctrl+m": // no letters: those begin a line
		r.step(-1)
	case "down":
		r.step(1)
	case "/", "ctrl+f":
		r.Find(r.query.Ruler)
	case "esc", "ctrl+c", "ctrl+g":
		r.Stop()
	case "end", "ctrl+end":
		r.Stop()
		return false
	default:
		if r.Text.Key(key) {
			return true
		}
		r.Stop()
		return false
	}
	return true
}

// chooseKey takes a key while lines to copy are chosen.
func (r *Reader) chooseKey(key string) Answer {
	switch key {
	case "up", "k":
		r.Text.Extend(-1, true)
	case "down", "j":
		r.Text.Extend(1, true)
	case "shift+up", "K", "shift+k":
		r.Text.Extend(-1, false)
	case "shift+down", "J", "shift+j":
		r.Text.Extend(1, false)
	case "enter", "ctrl+j", "ctrl+m", "y":
		text, lines, cut := r.Text.Chosen()
		r.Text.Unchoose()
		words := "1 line"
		if lines != 1 {
			words = fmt.Sprintf("%d lines", lines)
		}
		if cut {
			words = fmt.Sprintf("Copied the first %s: %d KiB is the most at once.", words, CopyMaxBytes>>10)
			return Answer{Notice: words, Copy: text}
		}
		return Answer{Notice: "Copied " + words + ", if your terminal allows it.", Copy: text}
	case "esc", "ctrl+c", "ctrl+g":
		r.Text.Unchoose()
	}
	return Answer{}
}

// Hints says what the keys do now, from the fullest to the shortest words for it.
func (r *Reader) Hints() []string {
	word := ""
	if r.word != "" {
		word = "Found " + r.word + "   "
	}
	switch {
	case r.Text.Choosing():
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
