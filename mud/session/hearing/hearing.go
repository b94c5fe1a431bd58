// Package hearing is what a session does with what its owner perceives before it is shown: the blows of a round are
// gathered into one line for those who want that, and what was said lately is kept to be read back.
//
// Its one idea: this is memory of one screen and no part of the world. An [Ear] belongs to its session's goroutine,
// keeps little and says what it keeps: [LinesMost] lines of each kind, [BlowsMost] blows of a round.
package hearing

import (
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// LinesMost is how many lines of each kind of talk are kept.
const LinesMost = 20

// BlowsMost is how many blows a round may have. One more is told by itself, behind the round.
const BlowsMost = 64

// RoundRest is how long no further line of a fight is told after one: nearly a round.
const RoundRest = 2500 * time.Millisecond

// Talk is a kind of talk that is kept.
type Talk string

// The kinds. Channel is what all around hear, as a shout.
const (
	Say     Talk = "say"
	Tell    Talk = "tell"
	Channel Talk = "channel"
)

// Heard is something told, and when.
type Heard struct {
	Told *loop.Told
	At   time.Time
}

// Ear is what one session heard. The zero Ear has heard nothing.
type Ear struct {
	talk  map[Talk][]Heard // made with the first line
	blows []prose.Blow
	said  time.Time // when a round was told last
}

// talkOf says which kind of talk an event is; "" for none.
func talkOf(e world.Event) Talk {
	switch e.(type) {
	case world.Said, world.Emoted:
		return Say
	case world.Told, world.Whispered:
		return Tell
	case world.Shouted:
		return Channel
	default:
		return ""
	}
}

// Hear keeps what is talk, the oldest giving way.
func (e *Ear) Hear(t *loop.Told, at time.Time) {
	kind := talkOf(t.Event)
	if kind == "" {
		return
	}
	if e.talk == nil {
		e.talk = map[Talk][]Heard{}
	}
	list := append(e.talk[kind], Heard{Told: t, At: at})
	if len(list) > LinesMost {
		list = append(list[:0], list[1:]...)
	}
	e.talk[kind] = list
}

// Back returns what was heard of a kind, the oldest first. It is the ear's until the next Hear.
func (e *Ear) Back(kind Talk) []Heard { return e.talk[kind] }

// Blow takes a blow into the round. It reports whether it was one, and there was room for it.
func (e *Ear) Blow(t *loop.Told) bool {
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
func (e *Ear) Fights() bool { return len(e.blows) > 0 }

// Rests is how long the round may still gather blows before it is told.
func (e *Ear) Rests(now time.Time) time.Duration { return max(e.said.Add(RoundRest).Sub(now), 0) }

// Round tells the round and begins another.
func (e *Ear) Round(now time.Time) prose.Text {
	text := prose.Round(e.blows)
	clear(e.blows)
	e.blows, e.said = e.blows[:0], now
	return text
}
