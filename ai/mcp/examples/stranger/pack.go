package main

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
)

// pack is what the stranger has, and what it knows of things.
type pack struct {
	carrying []string        // names
	worn     map[string]gear // by slot
	weighed  map[string]gear // by name
	keyAge   int             // the age in which the newest key came
	isFull   bool            // something could not be picked up for want of hands
}

// gear is what examining says of a thing that can be worn.
type gear struct {
	name   string
	slot   string
	armour int
	damage int // twice the average of its dice
	light  bool
}

func newPack() pack {
	return pack{worn: map[string]gear{}, weighed: map[string]gear{}}
}

// has reports whether a thing of that name is in the pack.
func (p *pack) has(name string) bool { return slices.Contains(p.carrying, name) }

// hasEnough reports whether no more things of that name are wanted.
func (m *mind) hasEnough(name string) bool { return m.has(name) && !slices.Contains(m.lacks(), name) }

// codeFull is the code of the refusal to carry more.
const codeFull = "full"

// hold brings the list of what is carried up to date.
func (m *mind) hold(v *play.View) {
	m.isFull = m.isFull || v.Error != nil && v.Error.Code == codeFull
	before := m.carrying
	m.carrying = nil
	for _, e := range slices.Concat(v.You.Carrying, v.You.Using) {
		name := play.Bare(e.Name)
		m.carrying = append(m.carrying, name)
		if !slices.Contains(before, name) && isKey(name) {
			m.age++ // it may open what did not open
			m.keyAge = m.age
		}
	}
}

// isKey is plain English: what is called a key may open something.
func isKey(name string) bool { return slices.Contains(strings.Fields(name), "key") }

// gather looks at whatever lies about, takes what is of use, and empties what stands open.
func (m *mind) gather(v *play.View) (deed, bool) {
	items, _ := v.Can("pick_up", "item")
	for _, e := range v.Entities {
		name := play.Bare(e.Name)
		if e.Kind != "item" || !slices.Contains(items, name) || m.hasEnough(name) {
			continue
		}
		if _, isKnown := m.weighed[name]; !isKnown {
			return m.examine(name), true
		}
		if !m.isOfUse(name) {
			continue
		}
		if d, ok := m.once(deed{tool: "pick_up", args: play.Args{"item": name}, why: "it is of use"}); ok {
			return d, true
		}
	}
	for _, e := range v.Entities { // what cannot be picked up may hold something, or say something
		name := play.Bare(e.Name)
		if _, isKnown := m.weighed[name]; e.Kind == "item" && !isKnown && !slices.Contains(items, name) {
			return m.examine(name), true
		}
	}
	for _, name := range boxed(v) {
		if _, isKnown := m.weighed[name]; m.hasEnough(name) || isKnown && !m.isOfUse(name) {
			continue
		}
		if d, ok := m.once(deed{tool: "pick_up", args: play.Args{"item": name}, why: "it is in there"}); ok {
			return d, true
		}
	}
	return deed{}, false
}

// boxed are the things that could be picked up and do not lie in the room by themselves: they are in something open.
func boxed(v *play.View) []string {
	items, _ := v.Can("pick_up", "item")
	return slices.DeleteFunc(slices.Clone(items), func(name string) bool {
		return slices.ContainsFunc(v.Entities, func(e play.Entity) bool { return play.Bare(e.Name) == name })
	})
}

// examine looks closely. Should the answer say nothing of use, it is not asked again.
func (m *mind) examine(name string) deed {
	m.weighed[name] = gear{name: name}
	return deed{tool: "examine", args: play.Args{"target": name}, why: "what is it good for"}
}

// isOfUse reports whether a thing is worth its place in the pack: what a quest asks for, keys, light, the best gear.
func (m *mind) isOfUse(name string) bool {
	g := m.weighed[name]
	old, isTaken := m.worn[g.slot]
	return slices.Contains(m.wanted(), name) || isKey(name) || g.light && !m.hasLight() ||
		g.slot != "" && g.armour+g.damage > 0 && (!isTaken || old.name == name || g.beats(old))
}

func (m *mind) hasLight() bool {
	return slices.ContainsFunc(m.carrying, func(name string) bool { return m.weighed[name].light })
}

// shed drops what is of no use once nothing more can be carried.
func (m *mind) shed(v *play.View) (deed, bool) {
	if !m.isFull {
		return deed{}, false
	}
	items, _ := v.Can("drop", "item")
	for _, name := range items {
		_, isKnown := m.weighed[name]
		isLight := m.weighed[name].light && m.hasLight()
		switch {
		case !isKnown:
			return m.examine(name), true
		case !isLight && !m.isOfUse(name):
			m.isFull = false
			m.age++ // there is room now
			return deed{tool: "drop", args: play.Args{"item": name}, why: "my hands are full"}, true
		}
	}
	m.isFull = false
	return deed{}, false
}

// dress wears what protects and wields what strikes best.
func (m *mind) dress(v *play.View) (deed, bool) {
	items, _ := v.Can("wear", "item") // while something else is worn in its place, a thing is not among them
	for _, name := range m.carrying {
		if _, isKnown := m.weighed[name]; !isKnown {
			return m.examine(name), true
		}
	}
	for _, name := range m.carrying {
		g := m.weighed[name]
		old, isTaken := m.worn[g.slot]
		if g.slot == "" || isTaken && !g.beats(old) || m.isSecond(g, m.carrying) {
			continue
		}
		if !isTaken && !slices.Contains(items, name) {
			continue
		}
		if isTaken {
			delete(m.worn, g.slot)
			return deed{tool: "command", args: play.Args{"line": "remove " + old.name}, why: "for something better"}, true
		}
		if d, ok := m.once(deed{tool: "wear", args: play.Args{"item": name}, why: "it helps only when worn"}); ok {
			m.worn[g.slot] = g
			return d, true
		}
	}
	return deed{}, false
}

// isSecond reports whether something better for the same place is at hand.
func (m *mind) isSecond(g gear, items []string) bool {
	return slices.ContainsFunc(items, func(other string) bool {
		o := m.weighed[other]
		return o.slot == g.slot && o.beats(g)
	})
}

func (g gear) beats(other gear) bool {
	return g.armour*armourWeight+g.damage > other.armour*armourWeight+other.damage
}

// weigh notes what examining said of a thing.
func (m *mind) weigh(v *play.View) {
	var thing struct {
		Name   string `json:"name"`
		Wear   string `json:"wear"`
		Armour int    `json:"armour"`
		Damage string `json:"damage"`
		Light  bool   `json:"light"`
	}
	if json.Unmarshal(v.Result, &thing) != nil || thing.Name == "" {
		return
	}
	name := play.Bare(thing.Name)
	m.weighed[name] = gear{
		name: name, slot: thing.Wear, armour: thing.Armour, damage: dice(thing.Damage), light: thing.Light,
	}
}

// dice returns twice the average of dice as they are written, 2d4+1.
func dice(text string) int {
	var n, s, plus int
	head, tail, _ := strings.Cut(text, "+")
	if count, sides, ok := strings.Cut(head, "d"); ok {
		n, s = number(count), number(sides)
	}
	plus = number(tail)
	return n*(s+1) + 2*plus
}

func number(text string) int {
	n := 0
	for _, r := range text {
		if r < '0' || r > '9' {
			return 0
		}
		n = n*10 + int(r-'0')
	}
	return n
}

// unlock turns every key that fits.
func (m *mind) unlock(v *play.View) (deed, bool) {
	targets, _ := v.Can("unlock", "target")
	for _, what := range targets {
		if d, ok := m.once(deed{tool: "command", args: play.Args{"line": "unlock " + what}, why: "I have the key"}); ok {
			return d, true
		}
	}
	return deed{}, false
}

// open opens containers; doors are opened when they are in the way.
func (m *mind) open(v *play.View) (deed, bool) {
	targets, _ := v.Can("open", "target")
	for _, e := range v.Entities {
		name := play.Bare(e.Name)
		if !slices.Contains(targets, name) {
			continue
		}
		if d, ok := m.once(deed{tool: "open", args: play.Args{"target": name}, why: "to see what is in it"}); ok {
			return d, true
		}
	}
	return deed{}, false
}
