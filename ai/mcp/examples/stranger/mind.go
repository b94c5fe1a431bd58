package main

import (
	"encoding/json"
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

// isUnlocking reports whether the deed turns a key.
func (d deed) isUnlocking() bool {
	line, _ := d.args["line"].(string)
	return strings.HasPrefix(line, "unlock ")
}

func (d deed) String() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(d.args)) {
		parts = append(parts, fmt.Sprint(d.args[name]))
	}
	return strings.TrimSpace(d.tool + " " + strings.Join(parts, " from "))
}

// quest is a quest that the stranger is on, has done or was offered.
type quest struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Stage string `json:"stage"` // available, active, completed
	Ends  string `json:"ends"`  // the name of the room where it is handed in
	Text  string `json:"text"`
	Needs []need `json:"needs"`
}

// need is one thing that a quest asks for: something to be brought, "silver key", or somebody to be beaten, "the rat".
type need struct {
	What string `json:"what"`
	Kind string `json:"kind"` // find, slay, reach, say, give, or what the stranger does not do: outwit
	Met  bool   `json:"met"`
	Want int    `json:"want"` // how many, of what is wanted more than once

	Waits bool `json:"waits"` // something before it has to be done first
}

// The kinds of needs.
const (
	kindFind   = "find"
	kindSlay   = "slay"
	kindOutwit = "outwit"
	kindSay    = "say"
	kindGive   = "give"
	kindReach  = "reach"
)

// isMet reports whether a need is seen to. What is to be brought must be in the pack, whatever was found before.
func (m *mind) isMet(n need) bool {
	if n.Kind != kindFind {
		return n.Met
	}
	return m.has(n.What) && (n.Want <= 1 || n.Met)
}

// isBeyond reports whether a quest that is being worked on asks for what the stranger does not do.
func (q *quest) isBeyond() bool {
	return q.Stage == "active" && slices.ContainsFunc(q.Needs, func(n need) bool {
		return !n.Met && (n.Kind == kindOutwit || n.Kind == kindSay && len(q.quoted()) == 0)
	})
}

// mind is all that the stranger knows.
type mind struct {
	land
	pack
	plan
	goal      string            // the name of the quest that comes first, "" for none
	foes      map[string]*foe   // by name
	quests    map[string]*quest // by id
	tried     map[string]int    // deeds by room and words, and the age in which they were tried
	age       int               // grows whenever something may work that did not before
	level     int
	idle      int  // waits in a row
	quiet     int  // deeds since a place was found or a quest went on
	isAsked   bool // the list of quests was read
	isStale   bool // and is to be read anew
	isResting bool
	isWell    bool
}

func newMind() *mind {
	return &mind{
		land: newLand(), pack: newPack(), plan: newPlan(), foes: map[string]*foe{}, quests: map[string]*quest{},
		tried: map[string]int{}, age: 1,
	}
}

// once returns a deed unless it was tried here in this age.
func (m *mind) once(d deed) (deed, bool) {
	key := m.here.id + " " + d.String()
	if m.tried[key] == m.age {
		return deed{}, false
	}
	m.tried[key] = m.age
	return d, true
}

// forget lets a deed be done here again. Doors and lids fall shut and lock by themselves, so that what opened one may
// be needed once more.
func (m *mind) forget(d deed) { delete(m.tried, m.here.id+" "+d.String()) }

// learn takes in what came of a deed.
func (m *mind) learn(d deed, v *play.View) {
	m.quiet++
	was, foe := m.here, m.fighting
	if m.rooms[v.Room.ID] == nil {
		m.quiet = 0
	}
	if v.Error == nil && (d.tool == "open" || d.tool == "pick_up" || d.isUnlocking()) {
		m.forget(d)
	}
	m.see(v)
	m.walked(d, v)
	m.driven(was, d, v)
	m.hold(v)
	m.noted(v)
	m.fought(v)
	if line, _ := d.args["line"].(string); line == fleeing && foe != "" && v.You.Fighting == "" {
		m.foe(foe).losses++
	}
	if d.tool == "quests" {
		m.readQuests(v)
	}
	if d.tool == "examine" && v.Error == nil {
		m.weigh(v)
	}
	if d.tool == "examine" || d.tool == "command" {
		m.hints(v.Text)
	}
	for _, e := range v.Events {
		if strings.HasPrefix(e.Kind, "quest_") {
			m.isStale, m.quiet = true, 0
		}
		if e.Kind == "died" && e.Actor == v.You.ID {
			m.died(was, foe)
		}
	}
	if v.You.Level != m.level {
		m.age++ // what failed may work now
	}
	m.level, m.isWell = v.You.Level, isWell(v)
}

// died notes that what was in the pack lies where somebody fell.
func (m *mind) died(at *room, by string) {
	for _, name := range m.carrying {
		m.where[name] = at.id
	}
	if by != "" {
		m.foe(by).lostWith = m.strength()
		m.foe(by).losses++
	}
	worn := m.pack.weighed
	m.pack = newPack()
	m.weighed = worn
	m.age++
}

func (m *mind) readQuests(v *play.View) {
	m.isStale, m.isAsked = false, true
	var answer struct{ Quests []*quest }
	if json.Unmarshal(v.Result, &answer) != nil {
		return
	}
	for _, q := range answer.Quests {
		m.quests[q.ID] = q
	}
}

// active lists the quests that are being worked on, in the order of their ids.
func (m *mind) active() []*quest {
	var out []*quest
	for _, id := range slices.Sorted(maps.Keys(m.quests)) {
		if m.quests[id].Stage == "active" {
			out = append(out, m.quests[id])
		}
	}
	return out
}

// completed lists the names of the quests that are done.
func (m *mind) completed() []string {
	var out []string
	for _, id := range slices.Sorted(maps.Keys(m.quests)) {
		if m.quests[id].Stage == "completed" {
			out = append(out, m.quests[id].Name)
		}
	}
	return out
}

// isDone reports whether every quest that was found is done, and there is no way left to go, or none that opens.
func (m *mind) isDone() bool {
	if m.isStale || len(m.completed()) == 0 {
		return false
	}
	for _, q := range m.quests {
		if q.Stage != "completed" && !q.isBeyond() {
			return false
		}
	}
	return !m.hasUnknown() || m.idle >= waitsPerAge || m.quiet > quietMost
}

// lacks lists what quests ask for that is neither done nor in the pack.
func (m *mind) lacks() []string {
	var out []string
	for _, q := range m.active() {
		for _, n := range q.Needs {
			if !m.isMet(n) {
				out = append(out, play.Bare(n.What))
			}
		}
	}
	return out
}

// wanted lists all that quests ask for, be it in the pack or not.
func (m *mind) wanted() []string {
	var out []string
	for _, q := range m.active() {
		for _, n := range q.Needs {
			if thing := n.thing(); thing != "" {
				out = append(out, thing)
			}
		}
	}
	return out
}

// misses reports whether something is lacking that may lie somewhere: a foe that was met does not.
func (m *mind) misses() bool {
	return slices.ContainsFunc(m.lacks(), func(what string) bool { return m.foes[what] == nil })
}

// next chooses the next deed: the first wish that can be acted on now.
func (m *mind) next(v *play.View) deed {
	wishes := []func(*play.View) (deed, bool){
		m.survive, m.read, m.handIn, m.takeOn, m.dress, m.shed, m.gather, m.unlock, m.open, m.study, m.rest,
		m.pursue, m.strike, m.travel, m.await, m.retrace,
	}
	for _, wish := range wishes {
		if d, ok := wish(v); ok {
			m.idle = 0
			return d
		}
	}
	return m.pause()
}

// pause waits for the world to change: tides turn, doors close, things and creatures come back.
func (m *mind) pause() deed {
	m.idle++
	if m.idle%waitsPerAge == 0 {
		m.age++
	}
	return deed{tool: "events", args: play.Args{"wait_ms": min(250<<m.idle, waitMost)}, why: "nothing to do now"}
}

const (
	quietMost   = 60
	waitsPerAge = 3
	waitMost    = 4000 // milliseconds
)

// read asks for the list of quests when it may have changed.
func (m *mind) read(*play.View) (deed, bool) {
	return deed{tool: "quests", why: "what is asked of me"}, m.isStale || !m.isAsked
}

// handIn completes a quest where it ends, once all it asks for is there.
func (m *mind) handIn(v *play.View) (deed, bool) {
	if _, ok := v.Can("complete", "quest"); !ok {
		return deed{}, false
	}
	for _, q := range m.active() {
		if q.Ends == v.Room.Name && m.isReady(q) {
			return m.once(deed{tool: "complete", args: play.Args{"quest": q.Name}, why: "all is there"})
		}
	}
	return deed{}, false
}

func (m *mind) isReady(q *quest) bool {
	return !slices.ContainsFunc(q.Needs, func(n need) bool { return !m.isMet(n) })
}

func (m *mind) takeOn(v *play.View) (deed, bool) {
	if _, ok := v.Can("accept", "quest"); !ok {
		return deed{}, false
	}
	return m.once(deed{tool: "accept", why: "a quest is offered"})
}

// study reads whatever has writing on it: texts tell of ways that are not listed.
func (m *mind) study(v *play.View) (deed, bool) {
	items, _ := v.Can("read", "item")
	for _, item := range items {
		if !m.studied[item] {
			m.studied[item] = true
			return deed{tool: "command", args: play.Args{"line": "read " + item}, why: "it has writing on it"}, true
		}
	}
	return deed{}, false
}
