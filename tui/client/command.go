package client

import (
	"fmt"
	"strings"

	"github.com/mudlark-mud/mudlark/tui/client/triggers"
)

// commands are those that tell in words what the panes show: for whoever hears, and for narrow windows.
func (f *Client) commands() []triggers.Command {
	say := func(words func() []string) func(string) triggers.Outcome {
		return func(string) triggers.Outcome {
			f.mu.Lock()
			defer f.mu.Unlock()
			return triggers.Outcome{Say: words()}
		}
	}
	return []triggers.Command{
		{Name: "vitals", Brief: "your points, in words", Do: say(f.vitals),
			Help: "Tells the points that the MUD counts for you: health, mana and whatever else it told."},
		{Name: "around", Brief: "where you are, the ways out, and who and what is here", Do: say(f.surroundings),
			Help: "Tells what the MUD said of the room by GMCP, one kind a line."},
		{Name: "carried", Brief: "what you carry and use", Do: say(f.carried),
			Help: "Tells what the MUD said of your things by GMCP."},
		{Name: "effects", Brief: "what harms you and what helps you, as long as it lasts", Do: say(f.effects),
			Help: "Tells the afflictions and defences that the MUD told by GMCP."},
	}
}

const nothingTold = "This MUD has not told that apart from its text."

// vitals are the points in words. The lock is held.
func (f *Client) vitals() []string {
	var out []string
	for _, g := range f.state.Gauges() {
		line := fmt.Sprintf("%s %d", g.Name, g.Now)
		if g.Most > 0 {
			line += fmt.Sprintf(" of %d", g.Most)
		}
		if g.Low {
			line += ", low"
		}
		out = append(out, line)
	}
	for _, a := range f.state.Aspects() {
		out = append(out, a.Name+": "+a.Value)
	}
	return orNothing(out)
}

// surroundings are the room in words. The lock is held.
func (f *Client) surroundings() []string {
	s := &f.state
	var out, exits, people, things []string
	if s.Room.Name != "" {
		line := s.Room.Name
		if s.Room.Area != "" {
			line += ", in " + s.Room.Area
		}
		out = append(out, line)
	}
	for _, e := range s.Room.Exits {
		exits = append(exits, e.Dir)
	}
	people = append(people, s.People()...)
	for _, x := range s.Here() {
		if x.Creature && !x.Dead {
			people = append(people, x.Name)
		} else {
			things = append(things, x.Name)
		}
	}
	out = listed(out, "Ways out", exits)
	out = listed(out, "Here", people)
	return orNothing(listed(out, "Lying here", things))
}

// carried is what one carries in words. The lock is held.
func (f *Client) carried() []string {
	var held, used []string
	for _, x := range f.state.Carried() {
		if x.Worn || x.Held {
			used = append(used, x.Name)
		} else {
			held = append(held, x.Name)
		}
	}
	return orNothing(listed(listed(nil, "Using", used), "Carrying", held))
}

// effects are what lasts in words. The lock is held.
func (f *Client) effects() []string {
	harms, helps := f.state.Effects()
	return orNothing(listed(listed(nil, "Harms", effectNames(harms)), "Helps", effectNames(helps)))
}

func effectNames(list []Effect) []string {
	var out []string
	for _, e := range list {
		out = append(out, e.Name)
	}
	return out
}

func listed(out []string, title string, names []string) []string {
	if len(names) == 0 {
		return out
	}
	return append(out, title+": "+strings.Join(names, ", ")+".")
}

func orNothing(out []string) []string {
	if len(out) == 0 {
		return []string{nothingTold}
	}
	return out
}
