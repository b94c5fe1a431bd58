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

// talkKind is a kind of talk that is kept.
type talkKind string

// The kinds. Channel is what all around hear, as a shout.
const (
	TalkSay     talkKind = "say"
	TalkTell    talkKind = "tell"
	TalkChannel talkKind = "channel"
)

// heardTalk is something told, and when.
type heardTalk struct {
	Told *loop.Told
	At   time.Time
}

// recentTalk is what one session heard. The zero value has heard nothing.
type recentTalk struct {
	talk  map[talkKind][]heardTalk // made with the first line
	blows []prose.Blow
	said  time.Time // when a round was told last
}

// talkKindOf says which kind of talk an event is; "" for none.
func talkKindOf(e world.Event) talkKind {
	switch world.TraitsOf(e).Speech.To {
	case world.ToRoom:
		return TalkSay
	case world.ToOne:
		return TalkTell
	case world.ToAll:
		return TalkChannel
	}
	return ""
}

// Hear keeps what is talk, the oldest giving way.
func (e *recentTalk) Hear(t *loop.Told, at time.Time) {
	kind := talkKindOf(t.Event)
	if kind == "" {
		return
	}
	if e.talk == nil {
		e.talk = map[talkKind][]heardTalk{}
	}
	list := append(e.talk[kind], heardTalk{Told: t, At: at})
	if len(list) > TalkLinesMost {
		list = append(list[:0], list[1:]...)
	}
	e.talk[kind] = list
}

// Back returns what was heard of a kind, the oldest first. The slice is valid until the next Hear.
func (e *recentTalk) Back(kind talkKind) []heardTalk { return e.talk[kind] }

// Blow takes a blow into the round. It reports whether it was one, and there was room for it.
func (e *recentTalk) Blow(t *loop.Told) bool {
	if !world.TraitsOf(t.Event).Blow || len(e.blows) == BlowsMost {
		return false
	}
	e.blows = append(e.blows, prose.Blow{Notice: t.Notice, Sense: t.Sense})
	return true
}

// Fights reports whether there are blows to be told.
func (e *recentTalk) Fights() bool { return len(e.blows) > 0 }

// Rests is how long the round may still gather blows before it is told.
func (e *recentTalk) Rests(now time.Time) time.Duration {
	return max(e.said.Add(RoundRest).Sub(now), 0)
}

// Round tells the round and begins another.
func (e *recentTalk) Round(now time.Time) prose.Text {
	text := prose.Round(e.blows)
	clear(e.blows)
	e.blows, e.said = e.blows[:0], now
	return text
}
