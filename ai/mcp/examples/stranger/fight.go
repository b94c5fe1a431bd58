package main

import (
	"encoding/json"
	"slices"

	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
)

// foe is a creature that the stranger has met.
type foe struct {
	odds     int // what considering it said, 0 to 4; the more the better
	level    int // at which that was
	lostWith int // the strength with which it was lost
	losses   int // times it was lost
	worst    int // the most that a blow of it took
	isKnown  bool
	isCommon bool // "a rat", not "the innkeeper": there are others
}

func (m *mind) foe(name string) *foe {
	f := m.foes[name]
	if f == nil {
		f = &foe{}
		m.foes[name] = f
	}
	return f
}

// Odds as considering names them, the worst first.
const (
	oddsHopeless = iota
	oddsLuck
	oddsEven
)

func oddsNames() []string { return []string{"hopeless", "luck", "even", "likely", "easy"} }

// fought notes how hard blows are.
func (m *mind) fought(v *play.View) {
	for _, e := range v.Events {
		if harm, ok := e.Data["harm"].(float64); ok && e.Kind == "blow_landed" && e.Data["target"] == v.You.ID {
			f := m.foe(play.Bare(e.Name))
			f.worst = max(f.worst, int(harm))
		}
	}
	var weighed struct {
		Name string `json:"name"`
		Odds string `json:"odds"`
	}
	if json.Unmarshal(v.Result, &weighed) == nil && weighed.Odds != "" {
		f := m.foe(play.Bare(weighed.Name))
		f.odds, f.level, f.isKnown = slices.Index(oddsNames(), weighed.Odds), v.You.Level, true
	}
}

// blowsLeft is how many of the hardest blows, in halves, one should be able to take still.
const blowsLeft = 3

const fleeing = "flee"

// survive runs from a fight that is being lost, and watches one that is not.
func (m *mind) survive(v *play.View) (deed, bool) {
	if v.You.Fighting == "" {
		return deed{}, false
	}
	f := m.foe(play.Bare(v.You.Fighting))
	if v.You.HP <= blowsLeft*max(f.worst, v.You.HPMax/8)/2 {
		if s := m.strength(); f.lostWith != s {
			f.lostWith, f.losses = s, 0
		}
		return deed{tool: "command", args: play.Args{"line": fleeing}, why: "to live another day"}, true
	}
	return deed{tool: "events", args: play.Args{"wait_ms": 2000}, why: "blows fall by themselves"}, true
}

const restWait = 1500 // milliseconds

// rest waits for hit points to come back, where nothing is that fights.
func (m *mind) rest(v *play.View) (deed, bool) {
	if isWell(v) || v.You.HP*2 >= v.You.HPMax && !m.isResting {
		m.isResting = false
		return deed{}, false
	}
	if v.Room.Tide != "" || len(m.here.foes) > 0 {
		if dir, ok := m.path(func(r *room) bool { return len(r.foes) == 0 && !r.tidal }, never); ok {
			return m.step(v, dir, "to where one can rest"), true
		}
	}
	m.isResting = true
	return deed{tool: "events", args: play.Args{"wait_ms": restWait}, why: "to rest"}, true
}

// strike attacks what it dares to: what a quest asks for, what teaches, as long as something is too strong, and once
// what may guard what is missing.
func (m *mind) strike(v *play.View) (deed, bool) {
	lacks := m.lacks()
	foes, _ := v.Can("attack", "target")
	if !isWell(v) {
		return deed{}, false
	}
	for _, name := range foes {
		f := m.foe(name)
		if !f.isKnown || f.level != v.You.Level {
			f.isKnown, f.level = true, v.You.Level // asked; should the answer say nothing, it is not asked again
			return deed{tool: "command", args: play.Args{"line": "consider " + name}, why: "who is stronger"}, true
		}
	}
	for _, name := range foes {
		if !m.dares(name) {
			continue
		}
		d := deed{tool: "command", args: play.Args{"line": "attack " + name}}
		isNew := false
		switch {
		case slices.Contains(lacks, name):
			d.why = "it is asked for"
		case m.isWeak():
			d.why = "for practice"
		default:
			d.why = "it may stand before what I miss"
			if d, isNew = m.once(d); !isNew || !m.misses() {
				continue
			}
		}
		return d, true
	}
	return deed{}, false
}

// dares reports whether a fight is worth it: practice against what there are many of; what a quest asks for also when
// it takes luck, for one can flee: the more often the better the odds, and again once one is better prepared.
func (m *mind) dares(name string) bool {
	f := m.foe(name)
	if slices.Contains(m.lacks(), name) {
		return f.odds >= oddsLuck && (f.lostWith < m.strength() || f.losses < f.odds)
	}
	return f.odds >= oddsEven && f.isCommon
}

// isWeak reports whether something is too strong still that a quest asks for, or that may stand in the way of it.
func (m *mind) isWeak() bool {
	for name, f := range m.foes { // any will do
		if f.isKnown && f.odds < oddsEven && m.misses() || slices.Contains(m.lacks(), name) && !m.dares(name) {
			return true
		}
	}
	return false
}

// strength grows with every level and every piece of gear.
func (m *mind) strength() int {
	sum := m.level * gearPerLevel
	for _, g := range m.worn { // a sum; the order does not matter
		sum += g.armour*armourWeight + g.damage
	}
	return sum
}

const (
	gearPerLevel = 10
	armourWeight = 4 // of one that turns a blow in twenty, beside twice the harm of a blow
)

// shuns reports whether a room is better left alone for now: something there has won a fight, and the wounds are open.
func (m *mind) shuns(r *room) bool {
	return !m.isWell && slices.ContainsFunc(r.foes, func(name string) bool { return m.foe(name).lostWith > 0 })
}

// isWell reports whether somebody is fit for a fight.
func isWell(v *play.View) bool { return v.You.HP*10 >= v.You.HPMax*9 }
