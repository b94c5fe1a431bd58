package lineedit

import (
	"slices"
	"strings"
)

// historyMaxLines is how many typed lines are kept; the oldest goes first.
const historyMaxLines = 500

// History is what was typed before, oldest first, each line once. Walking it shows only lines that begin with what
// was typed when the walk began, and that draft comes back at its end.
type History struct {
	lines   []string
	at      int // the line shown while walking
	walking bool
	draft   string
}

// Add keeps a line as the newest and ends the walk. Blank lines are not kept.
func (h *History) Add(line string) {
	h.Stop()
	if strings.TrimSpace(line) == "" {
		return
	}
	if i := slices.Index(h.lines, line); i >= 0 {
		h.lines = slices.Delete(h.lines, i, i+1)
	}
	h.lines = append(h.lines, line)
	if len(h.lines) > historyMaxLines {
		h.lines = slices.Delete(h.lines, 0, len(h.lines)-historyMaxLines)
	}
}

// Stop ends the walk; the next one begins at the newest line.
func (h *History) Stop() { h.walking, h.draft = false, "" }

// Older returns the next older line, and false if there is none. typed is what stands on the line now.
func (h *History) Older(typed string) (line string, ok bool) {
	from := len(h.lines)
	prefix := typed
	if h.walking {
		from, prefix = h.at, h.draft
	}
	for i := from - 1; i >= 0; i-- {
		if strings.HasPrefix(h.lines[i], prefix) && h.lines[i] != typed {
			if !h.walking {
				h.walking, h.draft = true, typed
			}
			h.at = i
			return h.lines[i], true
		}
	}
	return "", false
}

// Newer returns the next newer line, the draft at the end, and false if no walk is under way.
func (h *History) Newer() (line string, ok bool) {
	if !h.walking {
		return "", false
	}
	for i := h.at + 1; i < len(h.lines); i++ {
		if strings.HasPrefix(h.lines[i], h.draft) {
			h.at = i
			return h.lines[i], true
		}
	}
	draft := h.draft
	h.Stop()
	return draft, true
}

// Best returns the newest line that begins with what is typed and goes on, "" if there is none.
func (h *History) Best(typed string) string {
	if typed == "" {
		return ""
	}
	for _, line := range slices.Backward(h.lines) {
		if len(line) > len(typed) && strings.HasPrefix(line, typed) {
			return line
		}
	}
	return ""
}

// Lines returns what was typed, oldest first.
func (h *History) Lines() []string { return h.lines }
