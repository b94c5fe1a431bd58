package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
)

// deed is one call, and the wish behind it.
type deed struct {
	tool string
	args play.Args
	why  string
}

func (d deed) String() string {
	parts := []string{d.tool}
	for _, name := range slices.Sorted(maps.Keys(d.args)) {
		parts = append(parts, fmt.Sprint(d.args[name]))
	}
	return strings.Join(parts, " ")
}

// mind is all that the reader knows.
type mind struct {
	land

	can       map[string][]string // what made sense when that was told last
	last      page
	quests    []quest        // under way
	tried     map[string]int // deeds by room, and the age in which they were tried
	waits     int
	hasLamp   bool
	isAsked   bool   // the quests are as they were read
	completed string // the quest that is done
}

func newMind() *mind {
	return &mind{land: newLand(), tried: map[string]int{}, isAsked: true}
}

// learn takes in what a deed came to.
func (m *mind) learn(did deed, p page) {
	m.last = p
	if p.can != nil {
		m.can = p.can
	}
	if m.walked(did, p) || did.tool == "pick_up" {
		m.waits = 0 // it goes on
	}
	switch {
	case did.tool == "quests":
		m.quests, m.isAsked = questsOf(p.text), true
	case p.refused:
	case did.tool == "open": // it may fall shut again
		delete(m.tried, m.key(did))
	case did.tool == "accept":
		m.isAsked = false
	case did.tool == "complete":
		_, rest, _ := strings.Cut(p.text, "You have completed a quest: ")
		m.completed, _, _ = strings.Cut(rest, ".")
	}
	if len(m.quests) > 0 && did.tool == "pick_up" || strings.Contains(p.text, "Nothing is missing now") {
		m.isAsked = false
	}
}

func (m *mind) key(d deed) string { return m.here.name + " " + d.String() }

// once returns a deed unless it was tried here in this age.
func (m *mind) once(d deed) (deed, bool) {
	if m.tried[m.key(d)] == m.age {
		return deed{}, false
	}
	m.tried[m.key(d)] = m.age
	return d, true
}

// next chooses the next deed: the first wish that can be acted on now.
func (m *mind) next() deed {
	for _, wish := range []func() (deed, bool){
		m.flee, m.retreat, m.takeOn, m.handIn, m.ask, m.gather, m.open, m.travel,
	} {
		if d, ok := wish(); ok {
			return d
		}
	}
	m.waits++
	m.age++ // what was refused may work now: the sea goes out, doors are opened, things come back
	return deed{tool: "events", args: play.Args{"wait_ms": min(250<<m.waits, waitMost)}, why: "nothing to do now"}
}

const waitMost = 4000 // milliseconds

// flee gets out of a fight: nobody has said that it is about one.
func (m *mind) flee() (deed, bool) {
	return deed{tool: "command", args: play.Args{"line": "flee"}, why: "this is no quarrel of mine"}, m.last.fight
}

// retreat goes back from where nothing can be seen: all dark places look alike.
func (m *mind) retreat() (deed, bool) {
	back := opposite(m.came)
	if !m.here.dark || back == "" {
		return deed{}, false
	}
	return m.once(deed{tool: "move", args: play.Args{"direction": back}, why: "it is dark there"})
}

func (m *mind) takeOn() (deed, bool) {
	if _, isOffered := m.can["accept"]; !isOffered {
		return deed{}, false
	}
	return m.once(deed{tool: "accept", why: "a quest is offered"})
}

func (m *mind) handIn() (deed, bool) {
	names, isThere := m.can["complete"]
	if !isThere {
		return deed{}, false
	}
	d := deed{tool: "complete", why: "all is done"}
	if len(names) > 0 && names[0] != "" {
		d.args = play.Args{"quest": names[0]}
	}
	return m.once(d)
}

// ask reads what the quests ask for, when that may have changed.
func (m *mind) ask() (deed, bool) {
	return deed{tool: "quests", why: "what is asked of me"}, !m.isAsked
}

// gather picks up what quests ask for, and a lamp, and nothing else: hands are soon full.
func (m *mind) gather() (deed, bool) {
	for _, name := range m.can["pick_up"] {
		if strings.HasSuffix(name, "lamp") && !m.hasLamp {
			m.hasLamp = true
			return deed{tool: "pick_up", args: play.Args{"item": name}, why: "against the dark"}, true
		}
	}
	for _, name := range m.can["wear"] {
		if strings.HasSuffix(name, "lamp") {
			return m.once(deed{tool: "wear", args: play.Args{"item": name}, why: "against the dark"})
		}
	}
	for _, q := range m.quests {
		for _, name := range q.wanted {
			if !slices.Contains(m.can["pick_up"], name) {
				continue
			}
			if d, ok := m.once(deed{tool: "pick_up", args: play.Args{"item": name}, why: "it is asked for"}); ok {
				return d, true
			}
		}
	}
	return deed{}, false
}

// open opens what is shut.
func (m *mind) open() (deed, bool) {
	for _, name := range m.can["open"] {
		if d, ok := m.once(deed{tool: "open", args: play.Args{"target": name}, why: "it is shut"}); ok {
			return d, true
		}
	}
	return deed{}, false
}

// travel goes where a quest that is done ends, else to places that quests speak of, else to where nobody has been.
func (m *mind) travel() (deed, bool) {
	for _, goal := range []struct {
		why string
		is  func(*exit) bool
	}{
		{"a quest ends there", func(x *exit) bool {
			return x.to != nil && slices.ContainsFunc(m.quests, func(q quest) bool { return q.ends == x.to.name })
		}},
		{"nobody has been there", func(x *exit) bool { return x.to == nil && !x.isDown }},
		{"nobody has been down there", func(x *exit) bool { return x.to == nil }},
		{"to look again", func(x *exit) bool {
			return x.to != nil && x.to.age < m.age && slices.ContainsFunc(m.quests, func(q quest) bool {
				return strings.Contains(strings.ToLower(q.text), x.to.called())
			})
		}},
	} {
		if dir, ok := m.path(goal.is); ok {
			return deed{tool: "move", args: play.Args{"direction": dir}, why: goal.why}, true
		}
	}
	return deed{}, false
}

// quest is a quest under way as the words tell it.
type quest struct {
	name, text string
	wanted     []string
	ends       string // where it is handed in, once all is done
}

// questsOf reads what the tool quests says of those under way.
func questsOf(text string) (out []quest) {
	_, text, _ = strings.Cut(text, "Under way\n")
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n.")
		name, _, isHead := strings.Cut(line, ": ")
		switch {
		case line == "Done":
			return out
		case isHead && (strings.HasSuffix(line, " found") || strings.HasSuffix(line, " done")):
			if head := line[len(name)+2:]; strings.Contains(head, " of ") {
				out = append(out, quest{name: name})
				continue
			}
		case strings.HasPrefix(line, "You can: "), strings.HasPrefix(line, "Cursor: "):
			return out
		}
		if len(out) == 0 {
			continue
		}
		q := &out[len(out)-1]
		q.text += line + "\n"
		if isHead && (strings.HasSuffix(line, ": still wanted") || strings.HasSuffix(line, ": not reached yet")) {
			q.wanted = append(q.wanted, strings.TrimPrefix(name, "- "))
		}
		if _, rest, is := strings.Cut(line, "All is done. Go back to "); is {
			q.ends, _, _ = strings.Cut(rest, " and type")
		}
	}
	return out
}
