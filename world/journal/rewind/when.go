package rewind

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A MomentError says that words are no moment.
type MomentError struct {
	Words string
}

// Error says how a moment is written.
func (e *MomentError) Error() string {
	return fmt.Sprintf("%q is no moment: write a sequence (#48211), a time of day (21:04), a day and a time "+
		"(2026-11-21 21:04), a time with its zone (2026-11-21T21:04:00+01:00), how long ago (10m ago, or -10m), first or "+
		"last", e.Words)
}

// Find returns the record that is meant by a sequence (#48211 or 48211) or a moment: the newest that is not after it.
// now is the wall clock from which a time of day and "-10m" are counted; its zone is the one in which times without a
// zone are meant.
func Find(ctx context.Context, past Past, words string, now time.Time) (uint64, error) {
	words = strings.TrimSpace(words)
	switch strings.ToLower(words) {
	case "first":
		return max(past.First(), 1), nil
	case "last", "end":
		return past.Last(), nil
	}
	if seq, err := strconv.ParseUint(strings.TrimPrefix(words, "#"), 10, 64); err == nil {
		return seq, nil
	}
	at, ok := Moment(words, now)
	if !ok {
		return 0, &MomentError{Words: words}
	}
	return past.SeqAt(ctx, at)
}

// Moment reads a time as people write it: RFC 3339, "2026-11-21 21:04", "21:04" (the last time that it was), "-10m",
// "10m ago". The second that is named is meant to its end: times are shown in whole seconds, and what is shown as of
// that second shall have happened.
func Moment(words string, now time.Time) (time.Time, bool) {
	if t, err := time.Parse(time.RFC3339Nano, words); err == nil {
		return t, true
	}
	back, isAgo := strings.CutSuffix(words, " ago")
	if isAgo {
		words = "-" + strings.TrimSpace(back)
	}
	if strings.HasPrefix(words, "-") {
		d, err := time.ParseDuration(words)
		return now.Add(d), err == nil && d <= 0
	}
	const second = time.Second - time.Nanosecond
	for _, layout := range []string{
		"2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02T15:04:05", "2006-01-02T15:04",
	} {
		if t, err := time.ParseInLocation(layout, words, now.Location()); err == nil {
			return t.Add(second), true
		}
	}
	for _, layout := range []string{"15:04:05", "15:04"} {
		t, err := time.ParseInLocation(layout, words, now.Location())
		if err != nil {
			continue
		}
		y, m, d := now.Date()
		at := time.Date(y, m, d, t.Hour(), t.Minute(), t.Second(), 0, now.Location())
		if at.After(now) {
			at = time.Date(y, m, d-1, t.Hour(), t.Minute(), t.Second(), 0, now.Location())
		}
		return at.Add(second), true
	}
	return time.Time{}, false
}
