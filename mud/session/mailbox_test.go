package session_test

import (
	"slices"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

func toldNumber(seq uint64) session.Mail {
	return session.Mail{Told: &loop.Told{Notice: &world.Notice{Seq: seq}}}
}

// empty empties a box and lists what was told; what was to be done is a 0.
func empty(b *session.Mailbox) (got []uint64, full bool) {
	full = b.Empty(func(m session.Mail) {
		if m.Told == nil {
			got = append(got, 0)
			return
		}
		got = append(got, m.Told.Seq)
	})
	return got, full
}

// What fits is handed over in order; behind a gap nothing is told any more, and what is to be done is not held up by
// what is told until then.
func TestOrderAndGap(t *testing.T) {
	calls := 0
	b := session.NewMailbox(2, func() { calls++ })
	b.Post(toldNumber(1))
	b.Post(toldNumber(2))
	b.Post(session.Mail{Then: func() {}})
	if got, full := empty(b); !slices.Equal(got, []uint64{1, 2, 0}) || full || calls != 1 {
		t.Errorf("got %v, full %v, after %d calls; want 1, 2, 0 after one", got, full, calls)
	}
	for seq := uint64(3); seq < 7; seq++ {
		b.Post(toldNumber(seq))
	}
	if b.Len() != 2 {
		t.Errorf("%d wait, want 2", b.Len())
	}
	if got, full := empty(b); !slices.Equal(got, []uint64{3, 4}) || !full || calls != 2 {
		t.Errorf("got %v, full %v, after %d calls; want 3, 4 and a gap", got, full, calls)
	}
	b.Post(toldNumber(9))
	if got, full := empty(b); len(got) != 0 || !full {
		t.Errorf("behind the gap %v is told", got)
	}
}

// A box that nobody is called for can be waited on, once for all that is there.
func TestWake(t *testing.T) {
	b := session.NewMailbox(10, nil)
	b.Post(toldNumber(1))
	b.Post(toldNumber(2))
	<-b.Wake()
	select {
	case <-b.Wake():
		t.Error("woken twice for one round")
	default:
	}
	empty(b)
	b.Post(toldNumber(3))
	<-b.Wake()
}
