package npc

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/ai/mind/planner"
	"github.com/mudlark-mud/mudlark/world"
)

// A want that has a verb is followed as an errand: now and then, when nobody wants anything of it, it goes where that
// takes it, does there what there is to do, and goes back to where its round has it. Whoever talks with it on the way
// comes first.

// errandMost is how long an errand may take before it is given up.
const errandMost = 8 * world.Minute

// anyone is the argument of a want that is about whoever is there.
const anyone = "anyone"

// errand is a want that is being followed.
type errand struct {
	want  world.WantSpec
	since world.Time
	stops []stop
}

// stop is one thing to bring about, and what is done there.
type stop struct {
	goal planner.Fact // "" where it is
	do   string       // emote; say: a line about the want; "" nothing
	text string       // that is acted out
}

// onErrand reports whether an errand is under way and nobody holds it up, so that it would go on before long.
func (m *Mind) onErrand() bool { return m.errand != nil && !m.isHeldUp() }

// failed notes that a deed of an errand was refused: it goes back, or stays where it is.
func (m *Mind) failed(d *Option) {
	switch {
	case d.want == "" || m.errand == nil:
	case len(m.errand.stops) == 0:
		m.errand, m.free = nil, at(m.now)
	default:
		m.errand.stops = nil
	}
}

// isHeldUp reports whether something comes before its own wants: a fight, a talk, a game, or somebody who waits for an
// answer.
func (m *Mind) isHeldUp() bool {
	return m.Look.You.Fighting != "" || m.isTalking() || m.isPlaying() || len(m.pending) > 0
}

// wants follows what it is about: the next deed of the errand that is under way, or the first of another.
func (m *Mind) wants() []*Option {
	if m.errand == nil && !m.free.is {
		m.free = at(m.now)
	}
	if m.isHeldUp() {
		return nil
	}
	if m.errand == nil && (m.free.isWithin(WantPace, m.now) || !m.isQuiet()) {
		return nil
	}
	if m.errand == nil && !m.setOut() {
		return nil
	}
	d := m.goOn()
	if d == nil {
		m.errand, m.free = nil, at(m.now)
		return nil
	}
	w := m.errand.want
	d.want, d.why = w.ID, "wants: "+w.Text
	d.score = min(w.Weight*worthWant+m.eager(w), worthGreet-1)
	return []*Option{d}
}

// isQuiet reports whether it may set out: it is where it belongs, nothing has just happened, and somebody is there to
// see it, without whom nobody in the world does anything.
func (m *Mind) isQuiet() bool {
	return len(m.Look.Percepts) == 0 && m.isHome() && len(humansHere(m.Look)) > 0
}

// isHome reports whether it is where its round has it, or has none.
func (m *Mind) isHome() bool {
	at, ok := m.due()
	return !ok || string(at.Room) == m.Room
}

// setOut begins an errand: for what it wants most of that which it has not followed lately.
func (m *Mind) setOut() bool {
	var best *world.WantSpec
	for i := range m.config.Spec.Wants {
		w := &m.config.Spec.Wants[i]
		if last, ok := m.tried[w.ID]; ok && m.now-last < WantEvery || len(m.stops(w)) == 0 {
			continue
		}
		if best == nil || w.Weight*worthWant+m.eager(*w) > best.Weight*worthWant+m.eager(*best) {
			best = w
		}
	}
	if best == nil {
		return false
	}
	m.tried[best.ID] = m.now
	m.errand = &errand{want: *best, since: m.now, stops: m.stops(best)}
	return true
}

// stops are what a want comes to, one after another; none when it is no errand.
func (m *Mind) stops(w *world.WantSpec) []stop {
	arg, text, _ := strings.Cut(w.Arg, ":")
	arg, text = strings.TrimSpace(arg), strings.TrimSpace(text)
	do := ""
	if text != "" {
		do = "emote"
	}
	switch w.Verb {
	case "", "repeat":
		return nil
	case "be", "stay", "guard", "move":
		if at, ok := m.due(); ok && string(at.Room) != arg {
			return nil // its round comes first
		}
		return []stop{{goal: planner.At(arg)}}
	case "go", "walk":
		var out []stop
		for room := range strings.SplitSeq(arg, ",") {
			out = append(out, stop{planner.At(strings.TrimSpace(room)), do, text})
		}
		if do == "" { // it says what it came for where it came to
			out[len(out)-1].do = "say"
		}
		return out
	case "get", "have", "take":
		return []stop{{goal: planner.Have(arg)}}
	case "sit", "play":
		return []stop{{goal: planner.Seated(arg)}}
	case "talk", "say", "meet":
		if arg == "" || arg == anyone {
			return []stop{{do: "say"}}
		}
		return []stop{{goal: planner.Met(arg)}}
	case "give":
		thing, who, _ := strings.Cut(arg, " to ")
		return []stop{{goal: planner.Given(strings.TrimSpace(thing), strings.TrimSpace(who))}}
	case "unlock":
		return []stop{{goal: planner.Fact("unlocked " + arg)}}
	case "emote":
		return []stop{{do: "emote", text: w.Arg}}
	}
	return []stop{{do: w.Verb, text: w.Arg}}
}

// goOn returns the next deed of an errand; nil when it is over.
func (m *Mind) goOn() *Option {
	e := m.errand
	if m.now-e.since > errandMost {
		e.stops = nil
	}
	facts := m.facts()
	for len(e.stops) > 0 {
		s := e.stops[0]
		if s.goal == "" || slices.Contains(facts, s.goal) {
			e.stops = e.stops[1:]
			if d := m.stopDeed(s); d != nil {
				return d
			}
			continue
		}
		d := m.step([]planner.Fact{s.goal})
		if d == nil || strings.HasPrefix(string(s.goal), "met ") && d.says != "" {
			e.stops = e.stops[1:] // it cannot be done, or is done with this
		}
		if d != nil {
			return d
		}
	}
	if at, ok := m.due(); ok && !m.isHome() {
		return m.step([]planner.Fact{planner.At(string(at.Room))})
	}
	return nil
}

// stopDeed is what is done where it came to; nil when there is nothing to do, or nobody to see it.
func (m *Mind) stopDeed(s stop) *Option {
	if s.do == "" || len(humansHere(m.Look)) == 0 {
		return nil
	}
	switch s.do {
	case "emote":
		if c, ok := fillChoice(m.Look, "emote", map[string]string{"text": s.text}); ok && !m.Look.Mute {
			return &Option{choice: c}
		}
		return nil
	case "say":
		return m.remark(&m.errand.want)
	}
	return m.plainly(s.do, s.text)
}

// remark says a line about a want to whoever is there: to somebody who has not heard it yet, if there is anybody.
func (m *Mind) remark(w *world.WantSpec) *Option {
	var who *person
	for _, e := range humansHere(m.Look) {
		if p := m.know(e.ID, e.Name); !m.heard[w.ID+" "+p.id] {
			who = p
			break
		}
	}
	if who == nil {
		return nil
	}
	pick := m.when(nil, dialogue.Query{On: "idle", Heard: dialogue.Stems(w.ID)})
	text, worth := m.book.Pick(pick)
	if worth < dialogue.AboutWorth {
		return nil // it has nothing to say of that
	}
	c, ok := m.utter(nil, "", text)
	if !ok {
		return nil
	}
	if len(m.heard) >= tellingsMost {
		clear(m.heard)
	}
	for _, e := range humansHere(m.Look) { // they all hear it
		m.heard[w.ID+" "+e.ID] = true
	}
	return &Option{choice: c, says: text, slots: pick.Slots}
}

// tellingsMost bounds who is known to have heard of which want.
const tellingsMost = 256

// plainly does what a want says, if it is offered with what it says.
func (m *Mind) plainly(verb, arg string) *Option {
	a := offeredAction(m.Look, verb)
	if a == nil {
		return nil
	}
	values := map[string]string{}
	for _, p := range a.Params {
		if !p.Optional || candidate(p.Candidates, arg) != "" {
			values[p.Name] = arg
		}
	}
	if c, ok := fillChoice(m.Look, verb, values); ok {
		return &Option{choice: c}
	}
	return nil
}

// eager is what its traits add to following a want.
func (m *Mind) eager(w world.WantSpec) int {
	by := 0
	for _, t := range []struct {
		trait string
		verbs string
		by    int
	}{
		{"lazy", "move go walk be get", -60}, {"greedy", "get have sell", 60}, {"curious", "examine look go walk", 60},
		{"playful", "sit play", 60}, {"dutiful", "be guard go walk stand", 60}, {"talkative", "talk say gesture", 60},
		{"shy", "talk say gesture", -60}, {"loyal", "guard", 60},
	} {
		if m.hasTrait(t.trait) && slices.Contains(strings.Fields(t.verbs), w.Verb) {
			by += t.by
		}
	}
	return by
}
