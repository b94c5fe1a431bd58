package npc

import "github.com/mudlark-mud/mudlark/world"

// occurrence is when something happened last. The zero value says that it never did: world time 0 is a time like any
// other.
type occurrence struct {
	when world.Time
	is   bool
}

// at is something that happened at a time.
func at(t world.Time) occurrence { return occurrence{t, true} }

// isWithin reports whether it happened, and less than a span before now.
func (o occurrence) isWithin(span, now world.Time) bool { return o.is && now-o.when < span }
