package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
)

// plan is what the stranger knows of where the things and people are that quests name, and how often it looked in vain.
type plan struct {
	where    map[string]string // the room in which a thing lay when last seen, by name
	folk     map[string]string // and in which somebody stood
	vain     map[string]*vain  // by what is asked for
	turned   string            // the tide that was last waited through
	fighting string            // whom, as things stand
}

// vain is how often something was gone after in vain, and why the last time.
type vain struct {
	times, age int
	why        string
}

// vainMost is how often something is gone after in vain before it has to wait until something else has changed.
const vainMost = 3

func newPlan() plan {
	return plan{where: map[string]string{}, folk: map[string]string{}, vain: map[string]*vain{}}
}

// aim is something that a quest asks for and that is not done yet.
type aim struct {
	need

	quest *quest
}

// aims lists what is to be done, that of the quest that comes first before all else.
func (m *mind) aims() []aim {
	var out []aim
	quests := m.active()
	slices.SortStableFunc(quests, func(a, b *quest) int {
		switch {
		case a.Name == m.goal && b.Name != m.goal:
			return -1
		case b.Name == m.goal && a.Name != m.goal:
			return 1
		}
		return 0
	})
	for _, q := range quests {
		for _, n := range q.Needs {
			if !n.Waits && !m.isMet(n) {
				out = append(out, aim{n, q})
			}
		}
	}
	return out
}

// thing is what a need wants to have in the pack, be it to hand in or to give away; "" when it wants no thing.
func (n need) thing() string {
	thing, _, _ := strings.Cut(n.What, " for ")
	switch n.Kind {
	case kindFind:
		return play.Bare(n.What)
	case kindGive:
		return play.Bare(thing)
	}
	return ""
}

// whom is who is to be spoken to or given something: "the word with Nan", "the letter for the clerk".
func (n need) whom() string {
	between := " for "
	if n.Kind == kindSay {
		between = " with "
	}
	_, who, _ := strings.Cut(n.What, between)
	return play.Bare(who)
}

// quoted lists what stands between quotation marks in the words of a quest: what is to be said.
func (q *quest) quoted() []string {
	var out []string
	for i, part := range strings.Split(q.Text, `"`) {
		if i%2 == 1 && part != "" {
			out = append(out, strings.TrimRight(part, ".,"))
		}
	}
	return out
}

// noted remembers where things and people are.
func (m *mind) noted(v *play.View) {
	m.fighting = play.Bare(v.You.Fighting)
	for _, e := range v.Entities {
		if e.Kind == "item" {
			m.where[play.Bare(e.Name)] = m.here.id
		} else {
			m.folk[play.Bare(e.Name)] = m.here.id
		}
	}
	for _, name := range m.here.boxed {
		m.where[name] = m.here.id
	}
	for _, name := range m.carrying {
		delete(m.where, name)
	}
}

// isSpot reports whether something can be done for an aim in a room, as far as anybody knows.
func (m *mind) isSpot(a aim, r *room) bool {
	switch a.Kind {
	case kindFind:
		return m.where[a.thing()] == r.id
	case kindSlay:
		return slices.Contains(r.foes, play.Bare(a.What))
	case kindGive:
		if m.has(a.thing()) {
			return m.folk[a.whom()] == r.id
		}
		return m.where[a.thing()] == r.id
	case kindSay:
		return m.folk[a.whom()] == r.id
	case kindReach:
		return strings.EqualFold(play.Bare(strings.TrimPrefix(a.What, "the way to ")), play.Bare(r.name)) ||
			strings.EqualFold(strings.TrimPrefix(a.What, "the way to "), r.name)
	}
	return false
}

// isVain reports whether something was gone after often enough for now.
func (m *mind) isVain(a aim) bool {
	t := m.vain[a.What]
	return t != nil && t.age == m.age && t.times >= vainMost || a.Kind == kindSlay && !m.dares(play.Bare(a.What))
}

// fail notes that nothing came of an aim.
func (m *mind) fail(a aim, why string) {
	t := m.vain[a.What]
	if t == nil || t.age != m.age {
		t = &vain{age: m.age}
		m.vain[a.What] = t
	}
	t.times, t.why = t.times+1, why
}

// pursue hands in what is ready, and goes after what quests name where it was seen. It comes before all practice and
// wandering.
func (m *mind) pursue(v *play.View) (deed, bool) {
	if dir, ok := m.path(m.isEnd, never); ok {
		return m.step(v, dir, "to hand a quest in"), true
	}
	for _, a := range m.aims() {
		if m.isVain(a) {
			continue
		}
		if m.isSpot(a, m.here) {
			if d, ok := m.act(v, a); ok {
				return d, true
			}
			continue
		}
		dir, ok := m.path(func(r *room) bool { return m.isSpot(a, r) }, never)
		switch {
		case !ok:
			continue
		case a.Kind == kindSlay && !isWell(v):
			m.isResting = true
			return m.rest(v)
		}
		return m.step(v, dir, "for what is asked for: "+play.Bare(a.What)), true
	}
	return deed{}, false
}

// isEnd reports whether a quest that is ready ends in a room.
func (m *mind) isEnd(r *room) bool {
	return slices.ContainsFunc(m.active(), func(q *quest) bool { return q.Ends == r.name && m.isReady(q) })
}

// act does what an aim needs where it can be done. Things were picked up before, if they could be.
func (m *mind) act(v *play.View, a aim) (deed, bool) {
	switch a.Kind {
	case kindSlay:
		if !isWell(v) {
			m.isResting = true
			return m.rest(v)
		}
		if d, ok := m.strike(v); ok {
			return d, true
		}
		m.fail(a, "it cannot be fought")
	case kindGive:
		args := play.Args{"item": a.thing(), "to": a.whom()}
		if d, ok := m.once(deed{tool: "give", args: args, why: "it is asked for"}); ok && m.has(a.thing()) {
			return d, true
		}
		m.fail(a, "nobody took it")
		delete(m.folk, a.whom())
		delete(m.where, a.thing())
	case kindSay:
		for _, words := range a.quest.quoted() {
			if d, ok := m.once(deed{tool: "say", args: play.Args{"text": words}, why: "it is asked for"}); ok {
				return d, true
			}
		}
		m.fail(a, "nothing that was said was it")
		delete(m.folk, a.whom())
	case kindFind:
		m.fail(a, "it could not be picked up")
		delete(m.where, a.thing())
	default:
		m.fail(a, "nothing came of being there")
	}
	return deed{}, false
}

// await goes as near as one comes, on dry land, to what the water keeps from it, and waits there for the tide: for the
// end of a quest that is ready, for what quests name, then for ways that nobody has gone.
func (m *mind) await(v *play.View) (deed, bool) {
	may := func(x *exit) bool { return m.thinkable(x) && x.turns < turnsMost }
	wet := m.trail(may, m.isEnd, never)
	for _, a := range m.aims() {
		if len(wet) == 0 && !m.isVain(a) {
			wet = m.trail(may, func(r *room) bool { return m.isSpot(a, r) }, never)
		}
	}
	if len(wet) == 0 && m.misses() {
		wet = m.trail(may, m.isLeft, always)
	}
	dry, isDry := 0, !m.here.tidal // how many steps it goes before the water is in the way, to dry land
	for n, l := range wet {
		if !l.from.tidal {
			dry, isDry = n, true
		}
		if !m.passable(l.by) {
			return m.wait(v, wet[:n+1], dry, isDry), true
		}
	}
	return deed{}, false
}

// turnsMost is how many turns of the tide are waited for one way: all that there are, and one again.
const turnsMost = 5

// wait goes the first steps of a trail whose last way the water bars, and waits when those are gone.
func (m *mind) wait(v *play.View, trail []leg, steps int, isDry bool) deed {
	if !isDry {
		if dir, ok := m.path(func(r *room) bool { return !r.tidal }, never); ok {
			return m.step(v, dir, "to dry land")
		}
	}
	if steps > 0 {
		return m.step(v, trail[0].by.dir, "to wait for the tide near by")
	}
	if m.turned != m.tide {
		m.turned = m.tide
		trail[len(trail)-1].by.turns++
	}
	return deed{tool: "events", args: play.Args{"wait_ms": waitMost}, why: "the tide has to turn"}
}

// reasons says of all that is asked for why it is not done.
func (m *mind) reasons() []string {
	var out []string
	for _, a := range m.aims() {
		why := "I do not know where it is"
		name := play.Bare(a.What)
		switch t := m.vain[a.What]; {
		case a.Kind == kindSlay && m.foes[name] != nil && !m.dares(name):
			why = fmt.Sprintf("too strong for me, lost %d times", m.foe(name).losses)
		case t != nil:
			why = fmt.Sprintf("%s, %d times", t.why, t.times)
		case len(m.trail(m.passable, func(r *room) bool { return m.isSpot(a, r) }, never)) > 0:
			why = "on the way"
		case len(m.trail(m.thinkable, func(r *room) bool { return m.isSpot(a, r) }, never)) > 0:
			why = "the water stands over it"
		}
		out = append(out, fmt.Sprintf("%s (%s: %s)", name, a.quest.Name, why))
	}
	return out
}
