package sessionlog

import (
	"encoding/json"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/tui/cell"
)

// cast is a log that asciinema plays: what the terminal was sent, and when.
type cast struct {
	o    Options
	half []byte // the beginning of a letter whose rest has not come
}

func newCast(o Options) *cast {
	if o.Width <= 0 || o.Height <= 0 {
		o.Width, o.Height = 80, 24
	}
	o.Term = cell.Clean(o.Term)
	return &cast{o: o}
}

// header is the first line of a cast.
type header struct {
	Version   int               `json:"version"`
	Width     int               `json:"width"`
	Height    int               `json:"height"`
	Timestamp int64             `json:"timestamp,omitempty"`
	Title     string            `json:"title"`
	Env       map[string]string `json:"env,omitempty"`
}

func (c *cast) open() []byte {
	h := header{Version: 2, Width: c.o.Width, Height: c.o.Height, Title: c.o.Title}
	if !c.o.Began.IsZero() {
		h.Timestamp = c.o.Began.Unix()
	}
	if c.o.Term != "" {
		h.Env = map[string]string{"TERM": c.o.Term}
	}
	return append(quoted(h), '\n')
}

func (*cast) line(cell.Line, time.Time) []byte { return nil }

func (*cast) input(string, time.Time) []byte { return nil }

func (c *cast) output(p []byte, now time.Time) []byte {
	whole := append(c.half, p...)
	rest := whole
	for n := min(utf8.UTFMax-1, len(whole)); n > 0; n-- {
		if tail := whole[len(whole)-n:]; utf8.RuneStart(tail[0]) && !utf8.FullRune(tail) {
			rest = whole[:len(whole)-n]
			break
		}
	}
	c.half = append([]byte(nil), whole[len(rest):]...)
	if len(rest) == 0 {
		return nil
	}
	since := max(now.Sub(c.o.Began), 0)
	if c.o.Began.IsZero() {
		c.o.Began, since = now, 0
	}
	out := append([]byte("["), strconv.FormatFloat(since.Seconds(), 'f', 6, 64)...)
	out = append(out, `, "o", `...)
	out = append(out, quoted(string(rest))...)
	return append(out, "]\n"...)
}

func (*cast) close() []byte { return nil }

// quoted is JSON of what always has one; bytes that are no UTF-8 become U+FFFD.
func quoted(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings, numbers and maps of strings
	}
	return raw
}
