package session

import (
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// TalkLinesMost is how many lines of each kind of talk are kept.
const TalkLinesMost = 20

// BlowsMost is how many blows a round may have. One more is told by itself, behind the round.
const BlowsMost = 64

// RoundRest is how long no further line of a fight is told after one: nearly a round.
const RoundRest = 2500 * time.Millisecond

// TalkKind is a kind of talk that is kept.
type TalkKind string

// The kinds. Channel is what all around hear, as a shout.
const (
	TalkSay     TalkKind = "say"
	TalkTell    TalkKind = "tell"
	TalkChannel TalkKind = "channel"
)

// HeardTalk is something told, and when.
type HeardTalk struct {
	Told *loop.Told
	At   time.Time
}

// RecentTalk is what one session heard. The zero value has heard nothing.
type RecentTalk struct {
	talk  map[TalkKind][]HeardTalk // made with the first line
	blows []prose.Blow
	said  time.Time // when a round was told last
}

// talkKindOf says which kind of talk an event is; "" for none.
func talkKindOf(e world.Event) TalkKind {
	switch e.(type) {
	case world.Said, world.Emoted:
		return TalkSay
	case world.Told, world.Whispered:
		return TalkTell
	case world.Shouted:
		return TalkChannel
	default:
		return ""
	}
}

// Hear keeps what is talk, the oldest giving way.
func (e *RecentTalk) Hear(t *loop.Told, at time.Time) {
	kind := talkKindOf(t.Event)
	if kind == "" {
		return
	}
	if e.talk == nil {
		e.talk = map[TalkKind][]HeardTalk{}
	}
	list := append(e.talk[kind], HeardTalk{Told: t, At: at})
	if len(list) > TalkLinesMost {
		list = append(list[:0], list[1:]...)
	}
	e.talk[kind] = list
}

// Back returns what was heard of a kind, the oldest first. It is the ear's until the next Hear.
func (e *RecentTalk) Back(kind TalkKind) []HeardTalk { return e.talk[kind] }

// Blow takes a blow into the round. It reports whether it was one, and there was room for it.
func (e *RecentTalk) Blow(t *loop.Told) bool {
	switch t.Event.(type) {
	case world.BlowLanded, world.BlowMissed:
	default:
		return false
	}
	if len(e.blows) == BlowsMost {
		return false
	}
	e.blows = append(e.blows, prose.Blow{Notice: t.Notice, Sense: t.Sense})
	return true
}

// Fights reports whether there are blows to be told.
func (e *RecentTalk) Fights() bool { return len(e.blows) > 0 }

// Rests is how long the round may still gather blows before it is told.
func (e *RecentTalk) Rests(now time.Time) time.Duration {
	return max(e.said.Add(RoundRest).Sub(now), 0)
}

// Round tells the round and begins another.
func (e *RecentTalk) Round(now time.Time) prose.Text {
	text := prose.Round(e.blows)
	clear(e.blows)
	e.blows, e.said = e.blows[:0], now
	return text
}
