package bots_test

import (
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// DOOR D1: bots in a closed loop tell as much as the world lets them and are never refused, even by a server that reads
// nine seconds of it at once.
func TestBotsKeepTheirBreath(t *testing.T) {
	s := worldtest.Small()
	anna := worldtest.Join(s, 0, worldtest.Person{Name: "Anna", Account: "a"})
	benno := worldtest.Join(s, 0, worldtest.Person{Name: "Benno", Account: "b"})
	var breath bots.Breath
	deck, chance, began := bots.Mix{"say": 1, "tell": 1}.Deck(), bots.NewChance(1, 1), time.Now()
	told := 0
	for ms := range world.Time(200_000) {
		if ms%20 != 0 {
			continue
		}
		if breath.Draw(deck, chance, began.Add(time.Duration(ms)*time.Millisecond)).Name != "tell" {
			continue
		}
		told++
		read := ms / 9000 * 9000
		tell := world.Tell{To: benno, Text: bots.Token(told, int64(ms)*1000)}
		if _, r := s.Decide(read, worldtest.Typed(anna, tell)); r != nil {
			t.Fatalf("tell %d after %d ms: %v", told, ms, r)
		}
	}
	if told < 200 {
		t.Errorf("only %d tells in 200 s", told)
	}
	if got := breath.Draw(bots.Mix{"tell": 1}.Deck(), chance, began.Add(199*time.Second)).Name; got != "look" {
		t.Errorf("a deck of nothing else gives %s out of breath", got)
	}
}
