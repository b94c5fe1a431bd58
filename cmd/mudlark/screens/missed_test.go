package screens

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/mudlark-mud/mudlark/data"
	"github.com/mudlark-mud/mudlark/mud/gmcp"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/pack"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// talkative is a record in which Ann and Ben stand together and Cat elsewhere: they talk, and Ben tells Cat secrets.
type talkative struct {
	st   *world.State
	book *archive.Book
	seqs []uint64 // of what was done, behind everybody's coming
	back uint64   // when Ben came back whose connection had been lost
}

func newTalkative(t *testing.T, rounds int) *talkative {
	t.Helper()
	pk, _, err := pack.Check(data.Lowtide(), ".")
	if err != nil {
		t.Fatal(err)
	}
	e := &talkative{st: world.New(0)}
	m, now := journal.NewMemory(), world.Time(0)
	do := func(who world.ActorID, via world.ViaKind, a world.Action) {
		t.Helper()
		now += world.Second / 2 // so that who tells something in each round keeps their breath
		rec, r := e.st.Decide(now, world.Input{Actor: who, Via: world.Via{Kind: via}, Action: a})
		if r != nil || rec == nil {
			t.Fatalf("%T: %v", a, r)
		}
		b, err := journal.Encode(rec)
		if err == nil {
			err = m.Commit(journal.Batch{Records: []journal.Record{{Seq: rec.Seq, Bytes: b}}})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	do("", world.ViaHost, world.Start{Build: "test", Wall: 1, Seed: 1})
	do("", world.ViaHost, world.ApplyPack{Pack: *pk})
	for _, name := range []string{"Ann", "Ben", "Cat"} {
		do("", world.ViaHost, world.Create{Account: world.AccountID("acc-" + name), Name: name, Role: world.RolePlayer})
		do(e.who(name).ID, world.ViaKeyboard, world.Enter{})
	}
	do(e.who("Cat").ID, world.ViaKeyboard, world.Move{Dir: world.North})
	for i := range rounds {
		do(e.who("Ben").ID, world.ViaKeyboard, world.Say{Text: fmt.Sprint("aloud ", i)})
		do(e.who("Ben").ID, world.ViaKeyboard, world.Tell{To: e.who("Cat").ID, Text: fmt.Sprint("secret ", i)})
		do(e.who("Cat").ID, world.ViaKeyboard, world.Say{Text: fmt.Sprint("elsewhere ", i)})
		e.seqs = append(e.seqs, e.st.Seq)
	}
	do("", world.ViaHost, world.Sever{Body: e.who("Ben").ID})
	do(e.who("Ben").ID, world.ViaKeyboard, world.Enter{})
	e.back = e.st.Seq
	if e.book, err = archive.Open(t.TempDir(), m, archive.Options{}); err != nil {
		t.Fatal(err)
	}
	return e
}

func (e *talkative) who(name string) *world.Actor { return e.st.PlayerNamed(name) }

// TestMissedIsOnesOwn: whoever comes back is told what they themselves perceived and nobody else's words, whatever
// number they name; the newest, from as far back as is looked.
func TestMissedIsOnesOwn(t *testing.T) {
	const rounds = 1200
	e := newTalkative(t, rounds)
	l := newMissedReader(e.book)
	last := e.seqs[rounds-1]
	heard := func(told []*loop.Told) (aloud, secret, elsewhere int) {
		for _, n := range told {
			switch n.Event.(type) {
			case world.Said:
				if n.Room == e.who("Cat").Room {
					elsewhere++
				} else {
					aloud++
				}
			case world.Told:
				secret++
			default:
			}
		}
		return aloud, secret, elsewhere
	}
	for _, tt := range []struct {
		name      string
		who       string
		after, to uint64
		want      [3]int // aloud, secret, elsewhere
		more      bool
	}{
		{"nothing since", "Ann", last, last, [3]int{}, false},
		{"a number of the future", "Ann", 1 << 60, last, [3]int{}, false},
		{"the largest number", "Ann", 1<<64 - 1, last, [3]int{}, false},
		{"three rounds", "Ann", e.seqs[rounds-4], last, [3]int{3, 0, 0}, false},
		{"three rounds of who told", "Ben", e.seqs[rounds-4], last, [3]int{3, 3, 0}, false},
		{"three rounds of who was told", "Cat", e.seqs[rounds-4], last, [3]int{0, 3, 3}, false},
		{"until they came back", "Ann", e.seqs[rounds-4], e.seqs[rounds-2], [3]int{2, 0, 0}, false},
		{"more than a thousand records", "Ann", e.seqs[rounds-401], last, [3]int{400, 0, 0}, false},
		{"all there ever was", "Ann", 0, last, [3]int{gmcp.MissedLinesMost, 0, 0}, true},
		{"nothing at all", "Ann", 0, 0, [3]int{}, false},
	} {
		w := away{body: e.who(tt.who).Num, born: e.who(tt.who).Born, after: tt.after, to: tt.to}
		told, more, err := l.told(t.Context(), w)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		aloud, secret, elsewhere := heard(told)
		if got := [3]int{aloud, secret, elsewhere}; got != tt.want || more != tt.more {
			t.Errorf("%s: got %v, more %t; want %v, %t", tt.name, got, more, tt.want, tt.more)
		}
		for i := 1; i < len(told); i++ {
			if told[i].Seq < told[i-1].Seq {
				t.Fatalf("%s: not in order", tt.name)
			}
		}
	}
	told, _, err := l.told(t.Context(), away{body: e.who("Ann").Num, born: e.st.Now + 1, to: last})
	if len(told) > 0 || err != nil {
		t.Errorf("what was before one was made: %d told, %v", len(told), err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for range missedReadersMost {
		l.readers <- struct{}{}
	}
	if _, _, err := l.told(gone, away{to: last}); !errors.Is(err, context.Canceled) {
		t.Errorf("who has gone waits: %v", err)
	}
}

// TestMissedIsNotTheReturn: that one came back is no news to oneself, and all the news to whoever stands there.
func TestMissedIsNotTheReturn(t *testing.T) {
	e := newTalkative(t, 1)
	for who, want := range map[string]int{"Ben": 0, "Ann": 1} {
		told, more, err := newMissedReader(
			e.book,
		).told(t.Context(), away{body: e.who(who).Num, after: e.back - 1, to: e.back})
		if more || err != nil {
			t.Errorf("%s: there is more %t, %v", who, more, err)
		}
		lines := 0
		for _, n := range told {
			lines += len(prose.Of(n.Notice, n.Sense))
		}
		if lines != want {
			t.Errorf("%s is told %d lines, want %d", who, lines, want)
		}
	}
}
