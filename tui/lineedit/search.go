package lineedit

import "github.com/mudlark-mud/mudlark/tui/cell"

// queryMaxBytes is the longest text that is looked for.
const queryMaxBytes = 200

// Search looks for what was typed before by any part of it, whatever its capitals. The zero Search is not under way.
type Search struct {
	on    bool
	lines []string // oldest first
	query string
	at    int // the line found, as an index of lines; -1 for none
	lost  bool
}

// Begin looks through lines, the oldest first, from the newest on.
func (s *Search) Begin(lines []string) { *s = Search{on: true, lines: lines, at: -1} }

// Stop ends the search.
func (s *Search) Stop() { *s = Search{} }

// Active reports whether a search is under way.
func (s *Search) Active() bool { return s.on }

// Found returns the line that was found, and where in it what was looked for begins; false for none.
func (s *Search) Found() (line string, at int, ok bool) {
	if s.at < 0 {
		return "", 0, false
	}
	line = s.lines[s.at]
	from, _ := cell.Index(line, s.query)
	return line, max(from, 0), true
}

// Type looks for more.
func (s *Search) Type(text string) {
	query := cell.Clean(joined(s.query, text))
	if len(query) > queryMaxBytes {
		return
	}
	s.query = query
	s.again()
}

// Erase takes the last letter of what is looked for away, and looks anew from the newest line on.
func (s *Search) Erase() {
	r := []rune(s.query)
	s.query = string(r[:max(len(r)-1, 0)])
	s.at = -1
	s.again()
}

// again looks for the query from the line that was found on, into the past.
func (s *Search) again() {
	if s.query == "" {
		s.at, s.lost = -1, false
		return
	}
	from := s.at
	if from < 0 {
		from = len(s.lines) - 1
	}
	s.look(from, -1)
}

// Step goes on to an older (-1) or a newer (1) line that fits.
func (s *Search) Step(by int) {
	if s.query == "" {
		return
	}
	from := s.at + by
	if s.at < 0 {
		from = len(s.lines) - 1
	}
	s.look(from, by)
}

// look finds the next line from one on; if there is none, what was found before stays as long as it fits.
func (s *Search) look(from, by int) {
	for i := from; i >= 0 && i < len(s.lines); i += by {
		if at, _ := cell.Index(s.lines[i], s.query); at >= 0 {
			s.at, s.lost = i, false
			return
		}
	}
	s.lost = true
	if s.at < 0 {
		return
	}
	if at, _ := cell.Index(s.lines[s.at], s.query); at < 0 {
		s.at = -1
	}
}

// Hints says what is looked for and what the keys do, from the fullest to the shortest words.
func (s *Search) Hints() []string {
	words := "Typed before: " + s.query + "_"
	if s.lost {
		words += "  (no other)"
	}
	return []string{
		words + "   ctrl+r older   ctrl+s newer   Enter sends   Tab edits   Esc leaves",
		words + "   Enter sends   Tab edits   Esc leaves",
		words + "   Esc leaves",
		words,
	}
}
