package verb

import "github.com/mudlark-mud/mudlark/world"

// ExitsReport lists the ways out.
type ExitsReport struct {
	Exits []world.Way `json:"exits"`
}

// InventoryReport lists what one carries and uses.
type InventoryReport struct {
	Carrying []world.Ref `json:"carrying"`
	Using    []world.Ref `json:"using"`
	Coins    int         `json:"coins"`
}

// EquipmentReport lists what one wears and wields, and what it comes to.
type EquipmentReport struct {
	Using  []world.Ref `json:"using"`
	Armour int         `json:"armour,omitempty"` // of all together
	Bonus  world.Bonus `json:"bonus,omitzero"`   // of all together; its armour is in Armour
	Pieces int         `json:"-"`                // how many of them count
	Damage string      `json:"damage,omitempty"` // of a blow with what is wielded
}

// FolkReport is who stands where somebody looks around.
type FolkReport struct{ world.RoomReport }

// ThingsReport is what stands where somebody looks around.
type ThingsReport struct{ world.RoomReport }

// equipment lists what somebody wears and wields.
func (c Ctx) equipment() EquipmentReport {
	out := EquipmentReport{Using: c.State.Used(c.Actor.ID), Bonus: c.State.BonusOf(c.Actor.ID)}
	out.Armour = out.Bonus.Armour
	for _, ref := range out.Using {
		r := c.State.ExamineItem(c.State.Items[world.ItemID(ref.ID)])
		if r.Armour > 0 || r.Bonus != nil && r.Bonus.Armour != 0 {
			out.Pieces++
		}
		if out.Armour += r.Armour; r.Wear == world.SlotWield {
			out.Damage = r.Damage
		}
	}
	return out
}

// AffectsReport lists what is upon somebody for a time.
type AffectsReport struct {
	Affects []world.Affect `json:"affects"`
}

// TimeReport says what time it is.
type TimeReport struct {
	Day       int        `json:"day"`
	Hour      int        `json:"hour"`
	Daylight  bool       `json:"daylight"`
	Tide      world.Tide `json:"tide,omitempty"` // "" where there is no sea
	TideWords string     `json:"-"`
	TurnsIn   int        `json:"tide_turns_in_seconds,omitempty"`
}

// WhoLine is one person in the world.
type WhoLine struct {
	Name  string `json:"name"`
	Title string `json:"title,omitempty"`
	Level int    `json:"level"`
	Role  string `json:"role"`
	Away  string `json:"away,omitempty"` // from the keyboard, in their words
	State string `json:"state,omitempty"`
	Owner string `json:"owner,omitempty"` // of the agent that drives it
}

// WhoReport lists who is in the world.
type WhoReport struct {
	People []WhoLine `json:"people"`
	More   int       `json:"more,omitempty"`
	Lost   int       `json:"guests_linkdead,omitempty"` // guests who stand there link-dead and are not listed
}

const whoShownMost = 200

func selfVerbs() []*Verb {
	return []*Verb{
		tells(Verb{
			Name: "status", Aliases: []string{"score", "sc"},
			Words: []string{"stats", "level", "lvl", "xp", "exp", "experience"}, Topic: "You", Need: world.RoleGuest,
			Brief: "See how you are: hit points, level, experience, coins.", Example: "status",
		}, func(c Ctx, _ none) (any, *world.Refusal) { return c.State.Status(c.Actor, c.Now), nil }),
		tells(Verb{
			Name: "who", Topic: "You", Need: world.RoleGuest, Only: Typed,
			Brief: "List who is in the world.", Example: "who",
		}, func(c Ctx, _ none) (any, *world.Refusal) { return c.who(), nil }),
		tells(Verb{
			Name: "time", Words: []string{"tide"}, Topic: "You", Need: world.RoleGuest, Only: Typed,
			Brief: "Tell the hour, and how the water stands where it comes and goes.", Example: "time",
		}, func(c Ctx, _ none) (any, *world.Refusal) {
			r := TimeReport{Day: c.Now.Day(), Hour: c.Now.Hour(), Daylight: c.Now.Daylight(), Tide: c.State.TideAt(c.Now)}
			if r.Tide != "" {
				r.TideWords, r.TurnsIn = c.State.TideWords(r.Tide), int((c.Now.NextTide()-c.Now)/world.Second)
			}
			return r, nil
		}),
		tells(Verb{
			Name: "save", Topic: "You", Need: world.RoleGuest, Only: Typed,
			Brief: "Ask whether all is kept. It is.", Example: "save",
		}, func(Ctx, none) (any, *world.Refusal) {
			return DoneReport{Text: "Everything is kept the moment it happens; there is nothing to save."}, nil
		}),
	}
}

// healthVerbs stand behind help, so that h is that.
func healthVerbs() []*Verb {
	return []*Verb{
		tells(Verb{
			Name: "hp", Aliases: []string{"health"}, Topic: "You", Need: world.RoleGuest, Only: Typed,
			Brief: "Hear how you are, in numbers and in words.", Example: "hp",
		}, func(c Ctx, _ none) (any, *world.Refusal) { return c.State.Condition(c.Actor, c.Now), nil }),
		tells(Verb{
			Name: "affects", Aliases: []string{"effects"}, Topic: "You", Need: world.RoleGuest, Only: Typed,
			Brief:   "List what is upon you for a time, such as the warmth of a drink, and how long it lasts.",
			Example: "affects",
			Help: "It does not add up: the same again only lasts longer. Its time runs on while you are away. Programs " +
				"find it in status.",
		}, func(c Ctx, _ none) (any, *world.Refusal) {
			return AffectsReport{Affects: c.State.Affects(c.Actor, c.Now)}, nil
		}),
	}
}

func (c Ctx) who() WhoReport {
	out := WhoReport{People: []WhoLine{}}
	for _, id := range c.State.Seen(c.Actor, c.State.Index.Awake) {
		a := c.State.Actors[id]
		if c.State.Lost(a) {
			out.Lost++
			continue
		}
		if len(out.People) == whoShownMost {
			out.More++
			continue
		}
		line := WhoLine{Name: a.Name, Title: a.Title, Level: a.Level, Role: a.Role.String(), Away: a.Gone}
		if a.Presence == world.Linkdead {
			line.State = "link-dead"
		} else if a.Has(world.PowerInvis) {
			line.State = "invisible"
		} else if owner, _, ok := c.State.Driver(a); ok {
			line.State, line.Owner = "agent", owner.Name
		}
		out.People = append(out.People, line)
	}
	return out
}
