package world

import (
	"slices"
	"strconv"
	"strings"
)

// Recipes: what people make of what they carry. A pack says of what, at what kind of workshop, and by which craft. What
// it costs is told beforehand, the chance that all is spoilt too; dice decide that, and whether the work comes out
// finer than it need. Work that takes time ends by a timer, and what it takes is taken then.

// Limits of recipes.
const (
	RecipePartsMost = 8   // sorts of things that one takes
	RecipeKindsMost = 10  // patterns that serve as one of them
	RecipeCountMost = 10  // things of a sort, and things that come of it
	RecipeSecondMax = 600 // that it takes

	fineLeast, fineMost = 5, 75 // per cent
)

// RecipeSpec says how something is made.
type RecipeSpec struct {
	ID      RecipeID   `json:"id" yaml:"id"`
	Makes   ProtoID    `json:"makes" yaml:"makes"`
	Count   int        `json:"count,omitempty" yaml:"count,omitempty"` // how many come of it; 0: one
	Fine    ProtoID    `json:"fine,omitempty" yaml:"fine,omitempty"`   // what comes of it when it comes out finer
	Parts   []PartSpec `json:"parts" yaml:"parts"`
	Station string     `json:"station,omitempty" yaml:"station,omitempty"` // the kind of workshop; "": anywhere
	Craft   CraftID    `json:"craft,omitempty" yaml:"craft,omitempty"`     // by which it is made, and which grows by it
	From    int        `json:"from,omitempty" yaml:"from,omitempty"`       // how sure of it one has to be
	Seconds int        `json:"seconds,omitempty" yaml:"seconds,omitempty"` // that it takes; 0: it is done at once
	Spoils  int        `json:"spoils,omitempty" yaml:"spoils,omitempty"`   // per cent; see [State.SpoilChance]
	Text    string     `json:"text,omitempty" yaml:"text,omitempty"`       // told to whoever made it
}

// PartSpec is a sort of things that a recipe takes: Count of the patterns Of, of which any serves. Kept ones, such as
// tools, are needed and not used up.
type PartSpec struct {
	Of    []ProtoID `json:"of" yaml:"of"`
	Count int       `json:"count,omitempty" yaml:"count,omitempty"`
	Kept  bool      `json:"kept,omitempty" yaml:"kept,omitempty"`
}

// Making is the work that somebody is at.
type Making struct {
	Recipe RecipeID `json:"recipe"`
	Room   RoomID   `json:"room"`
	Until  Time     `json:"until"`
}

// Make makes something by a recipe, or begins to.
type Make struct {
	Recipe RecipeID `json:"recipe"`
}

// StopMaking leaves off the work that one is at.
type StopMaking struct{}

// MakeBegan says that somebody is at work until a moment. Spoils and Fine are the chances in per cent as they stood.
type MakeBegan struct {
	Actor  ActorID  `json:"actor"`
	Recipe RecipeID `json:"recipe"`
	Name   string   `json:"name" words:"fixed"` // of what comes of it
	Room   RoomID   `json:"room"`
	Until  Time     `json:"until"`
	For    int      `json:"for"` // seconds
	Spoils int      `json:"spoils,omitempty"`
}

// MakeStopped says that work was left off before it was done. Nothing was used up.
type MakeStopped struct {
	Actor  ActorID  `json:"actor"`
	Recipe RecipeID `json:"recipe"`
	Name   string   `json:"name" words:"fixed"`
	Why    string   `json:"why,omitempty" words:"fixed"` // a sentence; "" when it was their own will
}

// Crafted says that somebody made something, or spoilt what they made it of: then there are no Items. What was used up
// is gone by events of its own.
type Crafted struct {
	Actor  ActorID  `json:"actor"`
	Recipe RecipeID `json:"recipe"`
	Name   string   `json:"name" words:"fixed"`
	Items  []ItemID `json:"items,omitempty"`
	Used   int      `json:"used,omitempty"`
	Fine   bool     `json:"fine,omitempty"`
	Text   string   `json:"text,omitempty" words:"fixed"`
}

func (Make) needs() Role       { return RoleGuest }
func (StopMaking) needs() Role { return RoleGuest }

func (Make) deed() deed       { return deed{verbs: []string{"make"}} }
func (StopMaking) deed() deed { return deed{verbs: []string{"make"}} }

// Above is by how much somebody is surer of a recipe's craft than it asks; below 0 for who is not sure enough.
func (s *State) Above(who *Actor, r *RecipeSpec) int {
	if r.Craft == "" {
		return 0
	}
	return who.Crafts[r.Craft] - r.From
}

// SpoilChance is the chance in per cent that somebody spoils what a recipe takes: what the pack says at the height that
// it asks for, and one less for each point above.
func (s *State) SpoilChance(who *Actor, r *RecipeSpec) int {
	return max(0, r.Spoils-max(0, s.Above(who, r)))
}

// FineChance is the chance in per cent that something comes out finer than it need, among what is not spoilt.
func (s *State) FineChance(who *Actor, r *RecipeSpec) int {
	if r.Fine == "" {
		return 0
	}
	return min(fineMost, fineLeast+max(0, s.Above(who, r)))
}

// RecipeName is what comes of a recipe, without an article.
func (s *State) RecipeName(r *RecipeSpec) string {
	if sp := s.ItemSpecs[r.Makes]; sp != nil {
		return sp.Name
	}
	return string(r.Makes)
}

// HasStation reports whether a kind of workshop is where somebody stands: the room is one, or a thing that lies there.
func (s *State) HasStation(room RoomID, station string) bool {
	if r := s.Rooms[room]; station == "" || r != nil && r.Station == station {
		return true
	}
	return slices.ContainsFunc(s.Index.Floor[room], func(id ItemID) bool { return s.spec(s.Items[id]).Station == station })
}

// knownStation names a place that somebody has seen and that is such a workshop; "" for none.
func (s *State) knownStation(who *Actor, station string) string {
	for id := range Ordered(who.Known) {
		if r := s.Rooms[id]; r != nil && s.HasStation(id, station) {
			return r.Name
		}
	}
	return ""
}

// usable reports whether a thing that somebody carries may go into what they make: it is theirs alone, empty, and
// neither worn nor lent.
func (s *State) usable(it *Item) bool {
	return it.Kit == "" && it.Guest == "" && !it.Lent && it.Worn == "" && len(s.Index.Inside[it.ID]) == 0
}

// parts finds what a recipe takes among what somebody carries; short is of which sort how many lack.
func (s *State) parts(who *Actor, r *RecipeSpec) (used []ItemID, short []int) {
	taken := map[ItemID]bool{}
	short = make([]int, len(r.Parts))
	for i, p := range r.Parts {
		need := max(p.Count, 1)
		for _, id := range s.Index.Held[who.ID] {
			it := s.Items[id]
			if need == 0 || taken[id] || !slices.Contains(p.Of, it.Proto) || !p.Kept && !s.usable(it) {
				continue
			}
			need--
			taken[id] = true
			if !p.Kept {
				used = append(used, id)
			}
		}
		short[i] = need
	}
	return used, short
}

// partName is a sort of things as a list has it: "a coil of rope (2)", "a knife or a shell".
func (s *State) partName(p PartSpec, n int) string {
	var names []string
	for _, id := range p.Of {
		name, a := s.wareName(id)
		names = append(names, withArticle(a, name))
	}
	text := strings.Join(names, " or ")
	if n > 1 {
		text += " (" + strconv.Itoa(n) + ")"
	}
	return text
}

// CanMake refuses somebody a recipe that they cannot make where they stand, and says what lacks.
func (s *State) CanMake(who *Actor, r *RecipeSpec) *Refusal {
	name := s.RecipeName(r)
	if !s.HasStation(who.Room, r.Station) {
		text := "The " + name + " is made at a " + r.Station + ", and there is none here."
		if place := s.knownStation(who, r.Station); place != "" {
			text += " There is one at " + place + "."
		}
		return refuse(CodeNotHere, text)
	}
	if c := s.Crafts[r.Craft]; c != nil && s.Above(who, r) < 0 {
		return refuse(CodeCannot, "To make that you have to stand at "+strconv.Itoa(r.From)+" in "+c.Name+"; you stand at "+
			strconv.Itoa(who.Crafts[r.Craft])+". Type crafts to see who teaches it.")
	}
	used, short := s.parts(who, r)
	var lack []string
	for i, n := range short {
		if n > 0 {
			lack = append(lack, s.partName(r.Parts[i], n))
		}
	}
	switch {
	case len(lack) > 0:
		return refuse(CodeMissing, "For that you lack "+strings.Join(lack, ", and ")+".")
	case len(s.Index.Held[who.ID])-len(used)+max(r.Count, 1) > carryMost:
		return refuse(CodeFull, "You could not carry what comes of it.")
	}
	return nil
}

func (a Make) decide(t *Turn) *Refusal {
	r := t.s.Recipes[a.Recipe]
	switch {
	case !t.me.Player():
		return refuse(CodeCannot, "That is work for people.")
	case r == nil || t.s.ItemSpecs[r.Makes] == nil:
		return refuse(CodeUnknown, "Nobody knows how that is made. Type recipes to see what can be made here.")
	case t.me.Making != nil:
		return refuse(CodeAlready, "You are at work already. Wait until it is done, or type make stop.")
	}
	if no := t.calm(); no != nil {
		return no
	}
	if no := t.seeing(); no != nil {
		return no
	}
	if no := t.s.CanMake(t.me, r); no != nil {
		return no
	}
	if r.Seconds == 0 {
		t.craft(t.me, r)
		return nil
	}
	until := (t.now + Time(r.Seconds)*Second).grid()
	t.emit(MakeBegan{
		Actor: t.me.ID, Recipe: r.ID, Name: t.s.RecipeName(r), Room: t.me.Room, Until: until, For: r.Seconds,
		Spoils: t.s.SpoilChance(t.me, r),
	})
	t.emit(TimerSet{Kind: TimerMake, Subject: string(t.me.ID), Due: until})
	return nil
}

func (StopMaking) decide(t *Turn) *Refusal {
	if t.me.Making == nil {
		return refuse(CodeCannot, "You are not at work on anything.")
	}
	t.leaveOff(t.me.ID, "")
	return nil
}

// craft is what comes of a recipe, when everything that it takes is there.
func (t *Turn) craft(who *Actor, r *RecipeSpec) {
	used, _ := t.s.parts(who, r)
	e := Crafted{Actor: who.ID, Recipe: r.ID, Name: t.s.RecipeName(r), Used: len(used)}
	spoil, fine := t.s.SpoilChance(who, r), t.s.FineChance(who, r)
	for _, id := range used {
		spawn := t.s.Items[id].Spawn
		t.emit(ItemGone{Item: id, How: Worked, By: who.ID})
		t.supply(spawn)
	}
	if spoil > 0 && t.roll("make", string(who.ID), percent) <= spoil {
		t.emit(e)
		return
	}
	proto := r.Makes
	if fine > 0 && t.s.ItemSpecs[r.Fine] != nil && t.roll("fine", string(who.ID), percent) <= fine {
		proto, e.Fine = r.Fine, true
	}
	spec := t.s.ItemSpecs[proto]
	for range max(r.Count, 1) {
		made := ItemMade{Item: ItemID(t.newID(string(proto))), Proto: proto, Place: Place{Actor: who.ID}}
		if spec.Holds != nil {
			made.Shut, made.Bolt = spec.Holds.Closed || spec.Holds.Locked, spec.Holds.Locked
		}
		t.emit(made)
		e.Items = append(e.Items, made.Item)
	}
	e.Name, e.Text = spec.Name, r.Text
	t.emit(e)
	for _, id := range e.Items {
		t.questFound(who.ID, id)
	}
}

// makeDue is when work is done: what it takes is looked for once more.
func (t *Turn) makeDue(id ActorID) {
	a := t.s.Actors[id]
	if a == nil || a.Making == nil {
		return
	}
	r := t.s.Recipes[a.Making.Recipe]
	switch {
	case r == nil || t.s.ItemSpecs[r.Makes] == nil:
		t.leaveOff(id, "Nobody knows any more how that is made.")
	case t.s.Fights(a):
		t.leaveOff(id, "One cannot work in the middle of a fight.")
	case t.s.CanMake(a, r) != nil:
		t.leaveOff(id, t.s.CanMake(a, r).Text)
	default:
		t.craft(a, r)
	}
}

// leaveOff ends the work that somebody is at before it is done.
func (t *Turn) leaveOff(id ActorID, why string) {
	a := t.s.Actors[id]
	if a == nil || a.Making == nil {
		return
	}
	e := MakeStopped{Actor: id, Recipe: a.Making.Recipe, Name: string(a.Making.Recipe), Why: why}
	if r := t.s.Recipes[e.Recipe]; r != nil {
		e.Name = t.s.RecipeName(r)
	}
	t.emit(e)
	t.cancel(TimerMake, string(id))
}

// worked lets the craft of a recipe grow by it, as a deed lets it.
func (t *Turn) worked(e Crafted) {
	who, r := t.s.Actors[e.Actor], t.s.Recipes[e.Recipe]
	if who == nil || r == nil {
		return
	}
	if c := t.s.Crafts[r.Craft]; c != nil && t.s.teaches(who, r.Craft, t.now) {
		t.grow(who, c)
	}
	t.practise(e.Actor, DoMake, r.Makes)
}

func (e MakeBegan) fold(s *State) {
	s.actor(e.Actor).Making = &Making{Recipe: e.Recipe, Room: e.Room, Until: e.Until}
}

func (e MakeStopped) fold(s *State) { s.actor(e.Actor).Making = nil }

func (e Crafted) fold(s *State) { s.actor(e.Actor).Making = nil }

func (e MakeBegan) scene(s *State) scene   { return s.seen(e.Actor) }
func (e MakeStopped) scene(s *State) scene { return scene{actor: e.Actor, closed: true} }
func (e Crafted) scene(s *State) scene     { return s.seen(e.Actor) }

func (MakeBegan) traits() Traits { return Traits{Public: true, OnlyTold: true, Cue: cue("At work")} }

func (MakeStopped) traits() Traits {
	return Traits{OnlyTold: true, Touches: AspectSelf, Cue: befalls("Work stopped")}
}

func (Crafted) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Cue: cue("Made")}
}

func (r *RecipeSpec) refs(to refer) {
	to("item", string(r.Makes))
	to("item", string(r.Fine))
	to(kindCraft, string(r.Craft))
	for _, p := range r.Parts {
		for _, id := range p.Of {
			to("item", string(id))
		}
	}
}

// sound reports what of a recipe no state may hold, "" for nothing.
func (r *RecipeSpec) sound() string {
	within := func(n, most int) bool { return n >= 0 && n <= most }
	switch {
	case !ValidID(string(r.ID)):
		return "its id is no slug of a to z, 0 to 9 and hyphens"
	case r.Makes == "":
		return "nothing comes of it"
	case len(r.Parts) == 0 || len(r.Parts) > RecipePartsMost:
		return "it takes from 1 to " + strconv.Itoa(RecipePartsMost) + " sorts of things"
	case !within(r.Count, RecipeCountMost) || !within(r.Seconds, RecipeSecondMax) || !within(r.Spoils, percent) ||
		!within(r.From, CraftMost) || r.From > 0 && r.Craft == "":
		return "it has numbers that cannot be"
	}
	for _, p := range r.Parts {
		if len(p.Of) == 0 || len(p.Of) > RecipeKindsMost || !within(p.Count, RecipeCountMost) {
			return "one of the sorts that it takes cannot be"
		}
	}
	return ""
}

// recipes judges the recipes of a change of content.
func (c *content) recipes(e *PackApplied) {
	for i := range e.Recipes {
		if text := e.Recipes[i].sound(); text != "" {
			c.unless(false, kindRecipe, string(e.Recipes[i].ID), text)
		}
	}
}

// making looks into the work that somebody is at.
func (c *checker) making(a *Actor) {
	isTimed := c.s.Timers[timerID(TimerMake, string(a.ID))] != nil
	switch m := a.Making; {
	case isTimed != (m != nil):
		c.bad("actor %s is at work: %v, and its end is timed: %v", a.ID, m != nil, isTimed)
	case m != nil && (!a.Player() || a.Presence == Away || a.Room != m.Room || m.Recipe == ""):
		c.bad("actor %s is at work on %s in %s, which cannot be", a.ID, m.Recipe, m.Room)
	}
}

// RecipeLine is a recipe as somebody can make it.
type RecipeLine struct {
	ID      RecipeID   `json:"id"`
	Name    string     `json:"name"`
	Makes   int        `json:"makes,omitempty"` // how many, when more than one
	Station string     `json:"station,omitempty"`
	Here    bool       `json:"here,omitempty"`
	Place   string     `json:"place,omitempty"` // where there is such a station, as far as who asks knows
	Craft   string     `json:"craft,omitempty"`
	From    int        `json:"from,omitempty"`
	Parts   []PartLine `json:"parts"`
	Seconds int        `json:"seconds,omitempty"`
	Spoils  int        `json:"spoils_percent,omitempty"`
	Fine    int        `json:"fine_percent,omitempty"`
	Ready   bool       `json:"ready,omitempty"` // it could be made now
	Lacks   string     `json:"lacks,omitempty"` // why not
}

// PartLine is what a recipe takes.
type PartLine struct {
	Name string `json:"name"`
	Need int    `json:"need"`
	Have int    `json:"have"`
	Kept bool   `json:"kept,omitempty"`
}

// RecipesReport lists recipes.
type RecipesReport struct {
	Recipes []RecipeLine `json:"recipes"`
	All     bool         `json:"all,omitempty"` // of the world, and not only those that can be made here
	Known   int          `json:"known"`         // how many there are in the world
}

// RecipesHere lists the recipes that are made where somebody stands, in order of their ids; with all those of the
// world.
func (s *State) RecipesHere(who *Actor, isAll bool) RecipesReport {
	out := RecipesReport{Recipes: []RecipeLine{}, All: isAll, Known: len(s.Recipes)}
	for _, r := range Ordered(s.Recipes) {
		if isAll || s.HasStation(who.Room, r.Station) {
			out.Recipes = append(out.Recipes, s.recipeLine(who, r))
		}
	}
	return out
}

func (s *State) recipeLine(who *Actor, r *RecipeSpec) RecipeLine {
	out := RecipeLine{
		ID: r.ID, Name: s.RecipeName(r), Station: r.Station, Here: s.HasStation(who.Room, r.Station), From: r.From,
		Seconds: r.Seconds, Spoils: s.SpoilChance(who, r), Fine: s.FineChance(who, r), Parts: []PartLine{},
	}
	if r.Count > 1 {
		out.Makes = r.Count
	}
	if !out.Here {
		out.Place = s.knownStation(who, r.Station)
	}
	if c := s.Crafts[r.Craft]; c != nil {
		out.Craft = c.Name
	}
	_, short := s.parts(who, r)
	for i, p := range r.Parts {
		need := max(p.Count, 1)
		out.Parts = append(out.Parts, PartLine{Name: s.partName(p, need), Need: need, Have: need - short[i], Kept: p.Kept})
	}
	if no := s.CanMake(who, r); no != nil {
		out.Lacks = no.Text
	} else {
		out.Ready = true
	}
	return out
}
