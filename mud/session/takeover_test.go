package session_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// What was typed before a take-over, and comes to the writer after it, is not done: whoever sits down would find the
// body gone, or saying what they never typed.
func TestTakeoverEndsWhatWasTyped(t *testing.T) {
	h := newHouse(t)
	acct := h.register("ann")
	old := h.come(session.Options{Account: acct})
	old.types("look")
	bob := h.come(session.Options{})
	bob.types("guest")
	old.Line("quit") // the answer says that it is the host's to do; nobody looks at it yet
	young := h.come(session.Options{Account: acct})
	<-old.Wake()
	<-young.Wake()
	gate := make(chan struct{})
	err := h.loop.Offer(t.Context(), loop.Intent{Do: func(*world.State, world.Time) loop.Step { <-gate; return loop.Step{} }})
	if err != nil {
		t.Fatal(err)
	}
	young.Pump() // sits down, as soon as the writer comes to it
	old.Pump()   // and behind that wants to quit
	close(gate)
	young.pump("being in play", func() bool { return strings.Contains(young.screen.text(), "<[") })
	old.pump("the end", old.Ended)
	if got := h.presence("pc-ann"); got != world.Here {
		t.Errorf("whoever sat down is out of the world: got presence %d", got)
	}
	if got := old.screen.noted(); !strings.Contains(got, "end taken_over") {
		t.Errorf("got %s, want to be told of the take-over", got)
	}
	young.types("say still here")
	bob.sees("Ann says: \"still here\"")
}
