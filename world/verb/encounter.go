package verb

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

type battleArgs struct {
	Who string `json:"person" take:"actor" in:"here" prep:"?with,against" opt:"yes" help:"else whoever is hostile"`
}

type joinArgs struct {
	Who string `json:"person" take:"actor" in:"fray" prep:"?with,beside" opt:"yes" help:"whose side to take; else yours"`
}

type rollArgs struct {
	What string `json:"what" take:"word" enum:"initiative" prep:"?for" opt:"yes" help:"the word initiative"`
}

type endArgs struct {
	What string `json:"what" take:"word" enum:"turn" prep:"?my" opt:"yes" help:"the word turn"`
}

type marchArgs struct {
	Way []world.Cell `json:"to" take:"way" prep:"?next to,up to,to,towards,beside" help:"4,5 or east 3, or whom to go to"`
}

// encounterVerbs are about fights by turns.
func encounterVerbs(topic string) []*Verb {
	return []*Verb{
		calls(Verb{
			Name: "battle", Aliases: []string{"fight"}, Topic: topic, Need: world.RoleGuest, Effect: Destroys,
			Inline: true,
			Brief:  "Open a fight by turns with somebody here, or with whoever is hostile.",
			Help: "A ground is laid out and both sides take their stand. It comes to blows when somebody types roll, or " +
				"by itself after a while; then everybody has their turn: some steps and a blow, in either order. grid shows " +
				"where everybody stands. Others may watch, or join.",
			Example: "battle rat",
			When: func(c Ctx) bool {
				return c.State.EncounterIn(c.Actor.Room) == nil && (c.minded() || c.foesHere()) // for minds the law says with whom
			},
		}, func(c Ctx, a battleArgs) Call {
			if a.Who == "" && c.State.EncounterIn(c.Actor.Room) == nil && !c.foesHere() {
				text := "No enemies here" // S2-07
				if c.Via.Kind == world.ViaKeyboard {
					text = "There is nobody here who wants a fight, and nobody who has earned one."
				}
				return Call{Refusal: refuse(world.CodeNoEnemy, text)}
			}
			return c.does(c.against(world.ActorID(a.Who)))
		}),
		calls(Verb{
			Name: "join", Topic: topic, Need: world.RoleGuest, Effect: Destroys, Only: Typed,
			When: func(c Ctx) bool {
				return c.State.EncounterOf(c.Actor.ID) == nil && c.State.EncounterIn(c.Actor.Room) != nil
			},
			Brief: "Join the fight by turns that is here.", Example: "join ann",
			Help: "Name somebody in it to take their side. Your turn comes in the order of what you roll.",
		}, func(c Ctx, a joinArgs) Call { return c.does(c.besides(world.ActorID(a.Who))) }),
		acts(Verb{
			Name: "roll", Aliases: []string{"initiative"}, Topic: topic, Need: world.RoleGuest, Effect: Destroys, Only: Typed,
			When: func(c Ctx) bool {
				e := c.State.EncounterOf(c.Actor.ID)
				return e != nil && e.Mode == world.ModeExploration
			},
			Brief: "Roll for initiative: it comes to blows, and the dice say whose turn comes first.", Example: "roll",
		}, func(Ctx, rollArgs) world.Action { return world.RollInitiative{} }),
		calls(Verb{
			Name: "march", Topic: topic, Need: world.RoleGuest, Effect: Changes, Only: Typed,
			When:  func(c Ctx) bool { return c.stride() > 0 },
			Brief: "Go somewhere on the ground of a fight by turns.",
			Help: "Say a cell, as grid numbers them: march 4,5. Or directions: march east 3, or north alone. Or somebody, or " +
				"what stands there: march to the rat goes next to it, as far as your steps reach. move and go do the same.",
			Example: "march east",
		}, func(c Ctx, a marchArgs) Call { return c.inTurn(world.March{Path: a.Way}) }),
		calls(Verb{
			Name: "end", Aliases: []string{"pass"}, Topic: topic, Need: world.RoleGuest, Effect: Changes, Only: Typed,
			When:  func(c Ctx) bool { e := c.State.EncounterOf(c.Actor.ID); return e != nil && e.Active == c.Actor.ID },
			Brief: "End your turn in a fight by turns.", Example: "end",
		}, func(c Ctx, _ endArgs) Call { return c.inTurn(world.EndTurn{}) }),
		tells(Verb{
			Name: "grid", Aliases: []string{"ground"}, Topic: topic, Need: world.RoleGuest, Only: Typed,
			When:  func(c Ctx) bool { return c.State.EncounterIn(c.Actor.Room) != nil },
			Brief: "See where everybody stands in the fight by turns that is here.",
			Help: "The ground is drawn with its cells numbered from the west and from the north: 4,5 is the cell under 4 in " +
				"row 5. To a screen reader it is told in words, nearest first.",
			Example: "grid",
		}, func(c Ctx, _ none) (any, *world.Refusal) { return c.grid() }),
	}
}

// against is the opening of a fight. A creature that names nobody means the first whom the law lets it fight.
func (c Ctx) against(who world.ActorID) world.Action {
	return c.meant(who, c.present("here"), func(id world.ActorID) world.Action { return world.OpenEncounter{Target: id} })
}

// besides is the joining of a fight. A creature that names nobody means the first whom the law lets it help.
func (c Ctx) besides(who world.ActorID) world.Action {
	return c.meant(who, c.present("fray"), func(id world.ActorID) world.Action { return world.JoinEncounter{With: id} })
}

func (c Ctx) meant(who world.ActorID, among []world.ActorID, act func(world.ActorID) world.Action) world.Action {
	if who == "" && c.minded() {
		for _, id := range among {
			if a := act(id); c.State.Lawful(c.Now, c.Actor, a) {
				return a
			}
		}
	}
	return act(who)
}

// does is a call of an action.
func (c Ctx) does(a world.Action) Call {
	return Call{Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: a}}
}

// inTurn is a call of what one does on one's turn. Whoever is on turn instead is named here; the world asks again.
func (c Ctx) inTurn(a world.Action) Call {
	if e := c.State.EncounterOf(c.Actor.ID); e != nil {
		if r := c.onTurn(e); r != nil {
			return Call{Refusal: r}
		}
	}
	return c.does(a)
}

// onTurn refuses those whose turn it is not, and says whose it is.
func (c Ctx) onTurn(e *world.Encounter) *world.Refusal {
	if e.Mode != world.ModeCombat || e.Active == c.Actor.ID {
		return nil
	}
	whose := "It is not your turn."
	if a := c.State.Actors[e.Active]; a != nil {
		whose = "It is not your turn, but " + possessive(c.State.TheActor(a)) + "."
	}
	return refuse(world.CodeNotYourTurn, whose)
}

// definite is what somebody known is called where an id tells them from their namesakes: "Ann", "the rat".
func (c Ctx) definite(a *world.Actor) string {
	name := a.Name
	if ref := c.State.ActorRef(a); ref.Name != name {
		return "the " + name
	}
	return name
}

func possessive(name string) string { return name + "'s" }

// foesHere reports whether a fight could be opened without naming anybody.
func (c Ctx) foesHere() bool {
	room := c.State.Rooms[c.Actor.Room]
	if room == nil || !c.State.BrightFor(c.Actor, c.Now) {
		return false
	}
	return c.State.Monsters(c.Actor.ID) || room.Battle != nil &&
		slices.ContainsFunc(c.State.Index.Present[room.ID], func(id world.ActorID) bool {
			a := c.State.Actors[id]
			return a.Presence == world.Here && slices.Contains(room.Battle.Foes, a.Proto)
		})
}

// stride is how many steps one could go now on the ground of a fight by turns.
func (c Ctx) stride() int {
	e := c.State.EncounterOf(c.Actor.ID)
	switch {
	case e == nil || e.Mode == world.ModeOver:
		return 0
	case e.Mode == world.ModeExploration:
		return world.ExploringMost
	case e.Active != c.Actor.ID:
		return 0
	}
	f := e.Fighter(c.Actor.ID)
	return max(0, f.Speed-f.Moved)
}

// fray lists the others in the fight by turns here: the nearest first and those who fell last, or all as they came.
func (c Ctx) fray(asTheyCame bool) []*world.Fighter {
	e := c.State.EncounterIn(c.Actor.Room)
	if e == nil {
		return nil
	}
	var out []*world.Fighter
	for i := range e.Fighters {
		if e.Fighters[i].ID != c.Actor.ID {
			out = append(out, &e.Fighters[i])
		}
	}
	me := e.Fighter(c.Actor.ID)
	if me == nil || asTheyCame {
		return out
	}
	far := func(f *world.Fighter) int {
		if !f.Stands() {
			return e.Ground.Width + e.Ground.Height
		}
		return me.At.Steps(f.At)
	}
	slices.SortStableFunc(out, func(a, b *world.Fighter) int { return far(a) - far(b) })
	return out
}

// inReach lists whom one could strike at now in a fight by turns.
func (c Ctx) inReach(e *world.Encounter) []world.ActorID {
	me := e.Fighter(c.Actor.ID)
	if e.Mode != world.ModeCombat || e.Active != me.ID || me.Struck {
		return nil
	}
	var out []world.ActorID
	for _, f := range c.fray(false) {
		if f.Stands() && f.Side != me.Side && me.At.Steps(f.At) <= me.Reach {
			out = append(out, f.ID)
		}
	}
	return out
}

// targets lists whom a name may mean where a fight by turns goes on: its fighters, then the others in the room.
func (c Ctx) targets(q query) []candidate {
	e := c.State.EncounterIn(c.Actor.Room)
	if e == nil {
		return c.actors("here")
	}
	var out []candidate
	signs := signsOf(e, c.Actor.ID)
	for _, f := range c.fray(q.nth > 0) {
		x := candidate{id: string(f.ID), name: "the " + f.Name, bare: f.Name, words: []string{lower(f.Name)}}
		if a := c.State.Actors[f.ID]; a != nil {
			x = c.bodies([]world.ActorID{f.ID})[0]
		}
		x.words = append(slices.Clone(x.words), lower(signs[f.ID]))
		out = append(out, x)
	}
	for _, x := range c.actors("here") {
		if e.Fighter(world.ActorID(x.id)) == nil {
			out = append(out, x)
		}
	}
	return out
}
