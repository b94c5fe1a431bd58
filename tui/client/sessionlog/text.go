package sessionlog

import (
	"time"

	"github.com/mudlark-mud/mudlark/tui/cell"
)

// text is a log of plain text: the time of day before each line, and a line of its own for each day.
type text struct{ day string }

func (*text) open() []byte { return nil }

func (t *text) line(l cell.Line, now time.Time) []byte { return t.put(l.String(), now) }

func (t *text) input(line string, now time.Time) []byte { return t.put("> "+line, now) }

func (*text) output([]byte, time.Time) []byte { return nil }

func (*text) close() []byte { return nil }

func (t *text) put(words string, now time.Time) []byte {
	out := []byte(day(&t.day, now))
	if len(out) > 0 {
		out = append(append([]byte("-- "), out...), " --\n"...)
	}
	out = now.AppendFormat(out, time.TimeOnly)
	if words != "" {
		out = append(append(out, ' '), words...)
	}
	return append(out, '\n')
}

// day says which day it is if it is another than last.
func day(last *string, now time.Time) string {
	today := now.Format("2 January 2006")
	if today == *last {
		return ""
	}
	*last = today
	return today + " (UTC)"
}
