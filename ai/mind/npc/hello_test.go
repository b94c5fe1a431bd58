package npc_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/world"
)

// Who says hello twice in one talk is no stranger the second time, and hears their name.
func TestHelloTwice(t *testing.T) {
	s := newStage(t, barkeep())
	s.person("pc-ann", "Ann")
	if got := s.event(said("pc-ann", "Ann", "Hob, hello")); len(got) != 1 || strings.Contains(got[0], "Ann") {
		t.Errorf("the first time: got %q, want a stranger's greeting", got)
	}
	s.at += 30 * world.Second
	one(t, s.event(said("pc-ann", "Ann", "Hob, hello")), "Ann")
	s.at += 30 * world.Second
	one(t, s.event(said("pc-ann", "Ann", "hello barkeep")), "Ann")
}

// A remark is answered out of the lines only by one that is about more than a word of it.
func TestRemarks(t *testing.T) {
	for text, isAnswered := range map[string]bool{
		"Hob, I dreamt of my aunt and a well": false, "Hob, that treasure has keys": true, "Hob, I like the well": true,
	} {
		s := newStage(t, barkeep())
		s.person("pc-ann", "Ann")
		got := strings.Join(s.event(said("pc-ann", "Ann", text)), "; ")
		if is := strings.Contains(got, "dry well") || strings.Contains(got, "Three keys"); is != isAnswered || got == "" {
			t.Errorf("%q: got %q, want it answered: %v", text, got, isAnswered)
		}
	}
}

// Of more people than a mind bears in mind, who comes back is no stranger for that: its memory has them.
func TestManyPeople(t *testing.T) {
	s := newStage(t, barkeep())
	meet := func(id, name string) {
		s.here = nil
		s.person(id, name)
		one(t, s.event(said(id, name, "Hob, hello")), "say")
		s.here = nil
		s.event(mind.Percept{Kind: "departed", Actor: id, ActorName: name, Text: name + " is gone.", Sense: []string{"saw"}})
		s.at += world.Minute
	}
	meet("pc-ann", "Ann")
	for i := range 300 {
		meet(fmt.Sprintf("pc-%03d", i), fmt.Sprintf("Guest%03d", i))
	}
	s.here = nil
	s.person("pc-ann", "Ann")
	one(t, s.event(came("pc-ann", "Ann")), "Ann")
}
