package storm

import (
	"context"
	"log/slog"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
)

// doorStem and a connection's number are what the server calls the door, so that its log tells connections apart.
const doorStem = "door-"

func doorName(id int) string { return doorStem + itoa(id) }

func itoa(n int) string { return strconv.Itoa(n) }

// logbook reads the server's log: who came in as whom and from which record on, why sessions ended, and what was
// logged as a defect.
type logbook struct {
	l     *life
	conn  int
	actor world.ActorID
}

// Enabled implements slog.Handler.
func (b logbook) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelInfo }

// WithAttrs implements slog.Handler.
func (b logbook) WithAttrs(attrs []slog.Attr) slog.Handler {
	for _, a := range attrs {
		switch a.Key {
		case "session":
			if rest, ok := strings.CutPrefix(a.Value.String(), doorStem); ok {
				id, _, _ := strings.Cut(rest, "-")
				b.conn, _ = strconv.Atoi(id) // 0, which no connection is, for what is none of ours
			}
		case "actor":
			b.actor = world.ActorID(a.Value.String())
		}
	}
	return b
}

// WithGroup implements slog.Handler.
func (b logbook) WithGroup(string) slog.Handler { return b }

// Handle implements slog.Handler.
func (b logbook) Handle(_ context.Context, r slog.Record) error {
	if b.l.over {
		return nil
	}
	find := func(key string) (v slog.Value) {
		r.Attrs(func(a slog.Attr) bool {
			if a.Key == key {
				v = a.Value
			}
			return a.Key != key
		})
		return v
	}
	switch {
	case r.Message == "entered the world":
		if c := b.l.conn(b.conn); c != nil {
			c.visit.Actor, c.visit.From = b.actor, find("seq").Uint64()
		}
	case r.Message == "session ended":
		reason := find("reason").String()
		if c := b.l.conn(b.conn); c != nil {
			c.visit.Ended = reason
		}
		switch reason {
		case session.ReasonBehind:
			b.l.s.notes.Saw(FullMailboxes)
		case session.ReasonTaken:
			b.l.s.notes.Saw(TakenOver)
		case session.ReasonStopped:
			b.l.s.notes.Saw(StoppedWords)
		case "panic":
			b.l.s.notes.Fail("the session of connection %d panicked", b.conn)
		}
	case r.Level >= slog.LevelError && b.l.failed == nil:
		b.l.s.notes.Fail("the server logs a defect: %s (%s, %s)", r.Message, find("doing"), find("err"))
	}
	return nil
}

// conn finds a connection by its number.
func (l *life) conn(id int) *conn {
	for _, c := range l.conns {
		if c.id == id {
			return c
		}
	}
	return nil
}
