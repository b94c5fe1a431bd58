package account

import (
	"context"
	"log/slog"
	"net"
	"time"
)

// LimitDenialLines is counted when a line of a [DenialLog] is left out.
const LimitDenialLines = "sign_in_lines"

// Denial is a proof of identity that was refused.
type Denial struct {
	Remote net.Addr // whom it came from
	Door   string   // a word of the program
	Name   string   // of an account that there is, "" otherwise: what was typed in its place may be a password
	Reason Code
}

// DenialLog writes one line for each failed sign-in, at whatever door, in a form that other programs read: OPERATING.md
// promises it to them. A nil DenialLog writes nothing. It may be used from any goroutine.
type DenialLog struct {
	log     *slog.Logger
	leftOut func()
	rule    *Throttle // of lines that nothing else bounds
}

// NewDenialLog writes to a log, and calls leftOut for each line that it leaves out.
func NewDenialLog(log *slog.Logger, leftOut func()) *DenialLog {
	return &DenialLog{log: log, leftOut: leftOut, rule: NewThrottle(0)}
}

// Throttled writes the line of a proof that a [Throttle] let somebody try, which bounds the lines.
func (l *DenialLog) Throttled(d Denial) {
	if l == nil {
		return
	}
	attrs := []slog.Attr{
		slog.String("remote", addressOf(d.Remote)), slog.String("door", d.Door), slog.String("reason", string(d.Reason)),
	}
	if wellFormed(fold(d.Name)) {
		attrs = append(attrs, slog.String("name", d.Name))
	}
	l.log.LogAttrs(context.Background(), slog.LevelWarn, "sign-in refused", attrs...)
}

// Free writes the line of a proof that anybody may try as often as they like, since nobody can guess it. Of one source
// it writes as many lines as a Throttle would let somebody try passwords.
func (l *DenialLog) Free(d Denial, now time.Time) {
	if l == nil {
		return
	}
	from := SourceOf(d.Remote)
	k, err := l.rule.Begin(context.Background(), from, string(from), now) // a name of its own: no address silences another
	if err != nil {
		l.leftOut()
		return
	}
	k.Failed(now)
	l.Throttled(d)
}
