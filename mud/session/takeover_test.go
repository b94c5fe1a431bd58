package session_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
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
	err := h.loop.Offer(t.Context(), loop.Intent{Do: func(*world.State, world.Time) loop.Step {
		<-gate
		return loop.Step{}
	}})
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

// A take-over that did not become durable is none: whoever was to leave is told that the world has stopped, and not
// that somebody sits at the keyboard.
func TestTakeoverOnADeadDisk(t *testing.T) {
	h := newHouse(t)
	acct := h.register("ann")
	old := h.come(session.Options{Account: acct})
	old.types("look")
	bob := h.come(session.Options{})
	bob.types("guest")
	young := h.come(session.Options{Account: acct})
	<-young.Wake()
	goOn := h.disk.stop()
	defer goOn()
	bob.Line("say lost")
	<-h.disk.here
	young.Pump() // sits down, and is told so when the disk has answered
	decided := make(chan struct{})
	err := h.loop.Offer(t.Context(), loop.Intent{Do: func(*world.State, world.Time) loop.Step {
		close(decided)
		return loop.Step{}
	}})
	if err != nil {
		t.Fatal(err)
	}
	<-decided
	h.disk.Inject(func(journal.Step) error { return errDisk })
	goOn()
	old.pump("the end", old.Ended)
	if got := old.screen.noted(); !strings.Contains(got, "end world_stopped") {
		t.Errorf("got %s, want the news that the world has stopped", got)
	}
}
