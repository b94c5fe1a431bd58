package bots

import "time"

// The server lets a character tell for a second and 4 ms a byte each, a minute ahead at most. Bots keep ten seconds
// below that, for a server that lags reads in a burst what was sent over a while.
const (
	breathPerTell  = time.Second
	breathPerByte  = 4 * time.Millisecond
	breathAheadMax = 50 * time.Second

	tellKind      = "tell"
	tokenBytesMax = 20 // what is told is one token
)

// Breath is what a bot has left for telling. The zero value has all of it. Its bot alone uses it.
type Breath struct {
	spent time.Time // until when it is
}

// Spend takes the breath for telling so many bytes, and reports whether there was enough of it.
func (b *Breath) Spend(now time.Time, bytes int) bool {
	until := b.spent
	if until.Before(now) {
		until = now
	}
	until = until.Add(breathPerTell + time.Duration(bytes)*breathPerByte)
	if until.Sub(now) > breathAheadMax {
		return false
	}
	b.spent = until
	return true
}

// Draw draws a kind from a deck. In place of a tell for which there is no breath it draws another kind; a deck of
// nothing else gives a look, so that a closed loop goes on.
func (b *Breath) Draw(deck []*Kind, chance *Chance, now time.Time) *Kind {
	kind := deck[chance.Below(len(deck))]
	if kind.Name != tellKind || b.Spend(now, tokenBytesMax) {
		return kind
	}
	others := make([]*Kind, 0, len(deck))
	for _, k := range deck {
		if k.Name != tellKind {
			others = append(others, k)
		}
	}
	if len(others) == 0 {
		return lookKind()
	}
	return others[chance.Below(len(others))]
}

// lookKind is the kind that is only looking.
func lookKind() *Kind { return Mix{"look": 1}.Deck()[0] }
