package session_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// TestAskingTheRecord: play goes on while the record is read, the answer comes when it is there, each character asks
// one thing at a time, and neither a refusal nor a defect ends the session.
func TestAskingTheRecord(t *testing.T) {
	type answer struct {
		report any
		err    error
	}
	asked, answers := make(chan verb.Asked, 1), make(chan answer)
	h := newHouseWith(t, func(c *session.Config) {
		c.Host = func(ctx context.Context, q verb.Asked) (any, error) {
			asked <- q
			select {
			case a := <-answers:
				if a.report == "panic" {
					panic("planted")
				}
				return a.report, a.err
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
	})
	p := h.come(session.Options{})
	p.types("guest")
	p.pump("play", func() bool { return strings.Contains(p.screen.text(), "Quay") })
	answered := func(a answer, shown string) {
		t.Helper()
		answers <- a
		p.pump(shown, func() bool { return strings.Contains(p.screen.text(), shown) })
	}
	p.types("report My boots are gone.")
	q := <-asked
	if q.Ask.Kind != verb.AskReport || q.Ask.Args[0] != "My boots are gone." || q.Via.Kind != world.ViaKeyboard {
		t.Errorf("the host was asked %+v", q)
	}
	p.types("say hello", "report Again.")
	p.pump("play goes on", func() bool { return strings.Contains(p.screen.text(), `You say: "hello"`) })
	p.pump("one at a time", func() bool { return strings.Contains(p.screen.text(), "still waiting for an answer") })
	answered(answer{report: verb.ReceiptReport{Report: 7, Receipt: "7:ab", Minutes: 5}}, "7:ab")
	for _, tt := range []struct {
		answer answer
		shown  string
	}{
		{answer{err: &world.Refusal{Text: "Ten reports are enough."}}, "Ten reports are enough."},
		{answer{err: errors.New("the disk is gone")}, "Something went wrong at our end"},
		{answer{report: "panic"}, "Something went wrong at our end"},
	} {
		p.screen.clear()
		p.types("report Once more.")
		<-asked
		answered(tt.answer, tt.shown)
	}
	p.screen.clear()
	p.types("say still here")
	p.pump("it goes on", func() bool { return strings.Contains(p.screen.text(), "still here") })
	p.types("report And away.")
	<-asked
	p.hangUp()
}

func TestNoRecordToAsk(t *testing.T) {
	h := newHouse(t)
	p := h.come(session.Options{})
	p.types("guest", "report My boots are gone.")
	p.pump("a refusal", func() bool { return strings.Contains(p.screen.text(), "There is no record to read here") })
}
