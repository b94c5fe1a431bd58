package main

import (
	"testing"

	"github.com/mudlark-mud/mudlark/data"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// TestLowtideCanBeHeard renders every help page, every list and all that can be looked at in Lowtide as a screen reader
// gets it: there is no drawing in it, no line of signs, no columns.
func TestLowtideCanBeHeard(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	p, err := readLowtide()
	if err != nil {
		t.Fatal(err)
	}
	s := world.New(1)
	host := world.Via{Kind: world.ViaHost}
	act := func(a world.Action, by world.ActorID) {
		t.Helper()
		in := world.Input{Via: host, Action: a}
		if by != "" {
			in = world.Input{Actor: by, Via: world.Via{Kind: world.ViaKeyboard}, Action: a}
		}
		if _, r := s.Decide(0, in); r != nil {
			t.Fatal(r)
		}
	}
	act(world.ApplyPack{Pack: *p}, "")
	act(world.Create{Account: "acc-ann", Name: "Ann", Role: world.RolePlayer}, "")
	ann := s.PlayerNamed("Ann")
	act(world.Enter{}, ann.ID)
	act(world.Anoint{Body: ann.ID}, "")
	table := verb.New()
	c := verb.Ctx{State: s, Actor: ann, Via: world.Via{Kind: world.ViaKeyboard}}
	heard := 0
	hear := func(what string, text prose.Text) {
		heard++
		for _, fault := range worldtest.HardToHear(prose.ReaderText(text)) {
			t.Errorf("%s: %s", what, fault)
		}
	}
	ear := prose.Style{ScreenReader: true}
	for _, topic := range append(table.Pages(c), "", "you", "things", "socials") {
		page, refusal := table.Help(c, topic)
		if refusal != nil {
			t.Errorf("help %s: %s", topic, refusal.Text)
			continue
		}
		hear("help "+topic, verb.Words(page, ear))
	}
	for _, line := range []string{
		"look", "exits", "inventory", "equipment", "status", "hp", "survey", "who", "time", "quests", "map", "commands",
		"socials", "stat ann", "check", "save", "goals", "look at me", "nonsense", "get", "attack nobody",
	} {
		call := table.Parse(c, line)
		switch {
		case call.Refusal != nil:
			hear(line, prose.RefusalText(call.Refusal))
		case call.Report != nil:
			hear(line, verb.Words(call.Report(c), ear))
		}
	}
	for id := range world.Ordered(s.Rooms) {
		hear(string(id), prose.Room(s.LookInto(id, ann.ID, 0), ear))
	}
	for id, h := range world.Ordered(s.Quests) {
		hear(string(id), prose.Text{prose.L(prose.Plain, h.Offer)})
	}
	if heard < 150 {
		t.Errorf("only %d texts were heard", heard)
	}
	greetingIsNotRead(t)
}

// greetingIsNotRead holds that the drawing of the greeting is nothing to a screen reader, and would be found as one.
func greetingIsNotRead(t *testing.T) {
	t.Helper()
	for _, rows := range data.Greeting() {
		if got := prose.ReaderText(prose.Picture(rows)); got != "" {
			t.Errorf("the greeting is read out: %q", got)
		}
		if len(worldtest.HardToHear(prose.Picture(rows).String())) == 0 {
			t.Error("a drawing passes for words: this test finds nothing")
		}
	}
}
