package session

import (
	"slices"
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

// talkRing is the talk of one kind. The zero value is empty.
type talkRing struct {
	lines  []heardTalk // TalkLinesMost at most
	oldest int         // where the next goes once they are as many
}

// recentTalk is what one session heard. The zero value has heard nothing.
type recentTalk struct {
	talk  [world.ToAll + 1]talkRing // by whom it was for
	blows []prose.Blow
	said  time.Time // when a round was told last
}

// audience says for whom talk of a kind is; 0 for nobody, of whom nothing is kept.
func (k talkKind) audience() world.Audience {
	switch k {
	case TalkSay:
		return world.ToRoom
	case TalkTell:
		return world.ToOne
	case TalkChannel:
		return world.ToAll
	case recallAll, recallAgain:
	}
	return 0
}

// Hear keeps what is talk, the oldest giving way. Everybody in a room does so with each word that is said there.
func (e *recentTalk) Hear(t *loop.Told, at time.Time) {
	to := world.TraitsOf(t.Event).Speech.To
	if to == 0 {
		return
	}
	r := &e.talk[to]
	if len(r.lines) < TalkLinesMost {
		r.lines = append(r.lines, heardTalk{Told: t, At: at})
		return
	}
	r.lines[r.oldest] = heardTalk{Told: t, At: at}
	r.oldest = (r.oldest + 1) % TalkLinesMost
}

// Back returns what was heard of a kind, the oldest first.
func (e *recentTalk) Back(kind talkKind) []heardTalk {
	r := &e.talk[kind.audience()]
	return slices.Concat(r.lines[r.oldest:], r.lines[:r.oldest])
}

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
