package bots_test

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
)

func TestParseMix(t *testing.T) {
	m, err := bots.ParseMix("say=1, look=3")
	if err != nil || m["say"] != 1 || m["look"] != 3 {
		t.Errorf("got %v, %v", m, err)
	}
	for _, bad := range []string{"", "say", "say=x", "say=-1", "say=1,fly=2", "say=100000"} {
		t.Run("refuses "+bad, func(t *testing.T) {
			if m, err := bots.ParseMix(bad); err == nil {
				t.Errorf("got %v", m)
			}
		})
	}
}

func TestDeck(t *testing.T) {
	got := map[string]int{}
	for _, k := range (bots.Mix{"say": 2, "look": 1}).Deck() {
		got[k.Name]++
	}
	if len(got) != 2 || got["say"] != 2 || got["look"] != 1 {
		t.Errorf("got %v", got)
	}
}

// TestTokens wants that each token says who and when, and that none is found in another.
func TestTokens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id, micros := rapid.IntRange(0, 100_000).Draw(t, "id"), rapid.Int64Range(0, 1<<50).Draw(t, "micros")
		token := bots.Token(id, micros)
		who, when, ok := bots.ReadToken([]byte(`"` + token + `"`))
		if !ok || who != id || when != micros {
			t.Errorf("%s: got %d, %d, %v, want %d, %d", token, who, when, ok, id, micros)
		}
		other := bots.Token(rapid.IntRange(0, 100_000).Draw(t, "other"), rapid.Int64Range(0, 1<<50).Draw(t, "later"))
		if other != token && strings.Contains(other, token) {
			t.Errorf("%s is in %s", token, other)
		}
	})
	for _, bad := range []string{"", "hello", "q", "qx", "qz", "q1z2x", "qwxwz", "q1xz"} {
		if id, micros, ok := bots.ReadToken([]byte(bad)); ok {
			t.Errorf("%q: got %d, %d", bad, id, micros)
		}
	}
}

func TestKinds(t *testing.T) {
	w := bots.Want{Token: "q1x2z", Friend: "Bob", Dir: "north"}
	for _, c := range []struct {
		kind, typed   string
		is, isNot     string
		isSeenByOther string
	}{
		{"say", "say q1x2z", `You say: "q1x2z"`, `You say: "q1x3z"`, `Bob says: "q1x2z"`},
		{"tell", "tell Bob q1x2z", `You tell Bob: "q1x2z"`, `Bob tells you: "q1x2z"`, `Bob tells you: "q1x2z"`},
		{"look", "look", "Exits: North.", "A square room.", ""},
		{"item", "get stone", "You pick up the stone.", "Bob picks up the stone.", "Bob picks up the stone."},
		{"move", "north", "Exits: South.", "Bob leaves north.", "Bob leaves north."},
	} {
		t.Run(c.kind, func(t *testing.T) {
			k := (bots.Mix{c.kind: 1}).Deck()[0]
			if got := string(k.Typed(nil, w)); got != c.typed {
				t.Errorf("typed: got %q, want %q", got, c.typed)
			}
			if !k.Answers([]byte(c.is), w.Token) || k.Answers([]byte(c.isNot), w.Token) {
				t.Errorf("%q must be an answer, and %q none", c.is, c.isNot)
			}
			if c.isSeenByOther == "" {
				return
			}
			line := []byte(c.isSeenByOther)
			if words, ok := bots.Spoken(line); ok {
				if !bytes.Contains(words, []byte(w.Token)) {
					t.Errorf("words: got %q", words)
				}
			} else if !bots.Perceived(line) {
				t.Errorf("%q was not perceived", line)
			}
		})
	}
	drop := (bots.Mix{"item": 1}).Deck()[0].Typed(nil, bots.Want{Held: true})
	if string(drop) != "drop stone" {
		t.Errorf("what is held: got %q", drop)
	}
}
