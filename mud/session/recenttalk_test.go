package session_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

func toldOf(e world.Event) *loop.Told {
	return &loop.Told{Notice: &world.Notice{Event: e, Captions: []world.Caption{{ID: "a", Name: "Ann"}}}, Sense: world.Saw}
}

// What was said is read back by its kind, the last lines of each and no more.
func TestTalk(t *testing.T) {
	var e session.RecentTalk
	noon := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	if got := e.Back(session.TalkSay); len(got) != 0 {
		t.Errorf("heard %d lines before anybody spoke", len(got))
	}
	for i := range session.TalkLinesMost + 3 {
		e.Hear(toldOf(world.Said{Actor: "a", Text: fmt.Sprint(i)}), noon.Add(time.Duration(i)*time.Second))
	}
	e.Hear(toldOf(world.Told{Actor: "a", To: "b", Text: "psst"}), noon)
	e.Hear(toldOf(world.Whispered{Actor: "a", To: "b", Text: "closer"}), noon)
	e.Hear(toldOf(world.Shouted{Actor: "a", Text: "ahoy"}), noon)
	e.Hear(toldOf(world.Moved{Actor: "a"}), noon)
	said := e.Back(session.TalkSay)
	if len(said) != session.TalkLinesMost {
		t.Fatalf("%d lines are kept, want %d", len(said), session.TalkLinesMost)
	}
	first, last := said[0], said[len(said)-1]
	if got := first.Told.Event.(world.Said).Text; got != "3" || !first.At.Equal(noon.Add(3*time.Second)) {
		t.Errorf("the oldest is %s at %s, want 3", got, first.At)
	}
	if got := last.Told.Event.(world.Said).Text; got != "22" {
		t.Errorf("the newest is %s, want 22", got)
	}
	if tells, shouts := len(e.Back(session.TalkTell)), len(e.Back(session.TalkChannel)); tells != 2 || shouts != 1 {
		t.Errorf("%d tells and %d shouts, want 2 and 1", tells, shouts)
	}
}

// The blows of a round are told once, and no other round for as long as one takes.
func TestRound(t *testing.T) {
	var e session.RecentTalk
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	if e.Blow(toldOf(world.Said{Actor: "a", Text: "x"})) || e.Fights() {
		t.Error("a word was taken for a blow")
	}
	for range session.BlowsMost {
		if !e.Blow(toldOf(world.BlowLanded{Actor: "a", Target: "b", Harm: 1})) {
			t.Fatal("a blow was not taken")
		}
	}
	if e.Blow(toldOf(world.BlowMissed{Actor: "b", Target: "a"})) {
		t.Error("a blow was taken for which there is no room: nobody would be told of it")
	}
	if !e.Fights() || e.Rests(now) != 0 {
		t.Errorf("the first round waits %s", e.Rests(now))
	}
	want := "Round: Ann hits someone 64 times."
	if got := e.Round(now).String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if e.Fights() || e.Rests(now.Add(time.Second)) != session.RoundRest-time.Second {
		t.Errorf("after a second the next may come in %s", e.Rests(now.Add(time.Second)))
	}
	if got := e.Rests(now.Add(session.RoundRest)); got != 0 || len(e.Round(now)) != 0 {
		t.Errorf("after a round the next waits %s", got)
	}
}
