package pack

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// What a creature without a mind does by itself.

const (
	wandersMax = 3600 // seconds from step to step
	fleesMax   = 99   // per cent of its hit points
)

// beastFields says what the keys of what a creature does by itself mean.
func beastFields() []field {
	return slices.Concat([]field{
		{"wanders", group("wanderer"), "It wanders while somebody is in its zone; only one without a mind. " +
			"Never through what is closed or hidden, nor where the tide comes unless that room is listed, " +
			"nor into a safe room if it is aggressive."},
		{"wanders.every", whole(world.WandersLeast, wandersMax), "Seconds from one step to the next, on average."},
		{"wanders.rooms", idOf("room"), "Only into these; left out: in its zone."},
		{"wanders.far", flag(), "It leaves its zone, too; not with rooms."},
		{"flees", whole(0, fleesMax), "Below so many per cent of its hit points it tries to run from a plain fight."},
		{"helps", idOf("mob"), "It joins a plain fight of one of these against a person, where it stands."},
		{"scavenges", flag(), "Now and then it picks up what lies about; its corpse has it all."},
		{"remembers", flag(), "For a day of the game it attacks at sight who fought it and got away."},
		{"lies", oneOf(world.Poses()...), "How it is there while it does not fight; then it does not wander. Asleep it " +
			"attacks " +
			"nobody and answers to nothing, and whoever attacks it strikes first."},
		{"sneaks", flag(), "Nobody sees it come and go."},
		{"hides", flag(), "While it does not fight nobody sees it who has no item that reveals what hides."},
		{"serves", oneOf(world.Passages()...), "It comes into rooms that need this."},
		{"auras", oneOf(world.Auras()...), "What it is by nature. warded: every blow in rounds costs it half. blind: it " +
			"notices nobody who comes. The others are for people."},
		{"scripts", idOf("script"), "Scripts that are asked of it, at most 12; only of one without a mind."},
		{"on", lists("reaction"), "What it says or does at what; only one without a mind. To persons alone, and at most " +
			"once in three seconds, but for what is given and for dying."},
		{"on.enter", flag(), "When somebody comes where it is."},
		{"on.say", typed(), "When somebody says all of these there."},
		{"on.give", idOf("item"), "When somebody gives it one of these."},
		{"on.hour", whole(0, world.Midnight), "At this hour of the game day, 1 to 24, if anybody is there."},
		{"on.dies", flag(), "When it is killed."},
		{"on.says", text(), "The words."},
		{"on.does", text(), `What is seen of it, behind its name: "scratches."`},
		{"on.uses", flag(), "What is given is used up; else it has it, unless it gives something for it."},
		{"on.gives", idOf("item"), "What it hands over for what is given, made for it. What is given is used up."},
	}, whenFields("on.when", "Only then, and to whom it holds for: who comes, speaks or gives."))
}

// checkBeast checks what a creature does by itself.
func (c *checker) checkBeast(at site, m *world.MobSpec) {
	for _, has := range []struct {
		key     string
		is      bool
		guarded string // why one that cannot be attacked does not do it
	}{
		{"wanders", m.Wanders != nil, ""},
		{"flees", m.Flees != 0, "nobody fights it"},
		{"helps", len(m.Helps) > 0, "nobody could fight back"},
		{"scavenges", m.Scavenges, "what it picks up is never seen again"},
		{"remembers", m.Remembers, "nobody fights it"},
		{"on", len(m.On) > 0, ""},
		{"lies", m.Lies != "", ""},
		{"sneaks", m.Sneaks, ""},
		{"hides", m.Hides, ""},
	} {
		switch {
		case !has.is:
		case m.Mind != nil:
			c.fault(at.at(has.key), fmt.Sprintf("a mob with a mind that %s by rule", has.key),
				"leave out one of the two; where a mind walks is in its rounds")
		case m.Guarded && has.guarded != "":
			c.fault(at.at(has.key), fmt.Sprintf("a mob that %s and cannot be attacked", has.key), has.guarded)
		}
	}
	for i := range m.On {
		c.checkReaction(at.at("on").nth(i), &m.On[i])
	}
	w := m.Wanders
	if w == nil {
		return
	}
	if w.Far && len(w.Rooms) > 0 {
		c.fault(at.at("wanders").at("far"), "far says where it wanders, and so does rooms", "leave out one of the two")
	}
	for _, s := range c.makers[m.ID] {
		if len(w.Rooms) > 0 && s.Room != "" && !slices.Contains(w.Rooms, s.Room) {
			c.doubt(at.at("wanders").at("rooms"), fmt.Sprintf("it is made in %q, and never goes back there", s.Room),
				"add that room")
		}
	}
}

// checkReaction checks one thing that a creature says or does.
func (c *checker) checkReaction(at site, on *world.OnSpec) {
	c.exactlyOne(at, "reaction", map[string]bool{
		"enter": on.Enter, "say": len(on.Say) > 0, "give": on.Give != "", "hour": on.Hour != 0, "dies": on.Dies,
	})
	c.exactlyOne(at, "reaction", map[string]bool{"says": on.Says != "", "does": on.Does != ""})
	c.checkWhen(at.at("when"), on.When, nil)
	if on.When.IsOfViewer() && (on.Hour != 0 || on.Dies) {
		c.fault(at.at("when"), "it never holds: it asks for somebody, and nobody did this", "ask for tide or hours alone")
	}
	for _, w := range on.Say {
		if slices.ContainsFunc(strings.Fields(w), unsayable) {
			c.fault(at.at("say"), fmt.Sprintf("%q is not heard as words", w), "words are of letters")
		}
	}
	if (on.Uses || on.Gives != "") && on.Give == "" {
		c.fault(at, "a reaction that takes or hands over something for nothing", `say for what, under "give"`)
	}
	if it := c.items[on.Gives]; it != nil && (it.Fixed || it.Coins) {
		c.fault(at.at("gives"), fmt.Sprintf("nobody is handed %q", on.Gives), "it is fixed, or coins")
	}
	if first, _, _ := strings.Cut(on.Does, " "); first != strings.ToLower(first) {
		c.doubt(at.at("does"), fmt.Sprintf("does begins with %q", first), `its name stands before it: "scratches."`)
	}
}
