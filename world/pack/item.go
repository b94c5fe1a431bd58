package pack

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

// How far numbers of things and creatures may go.
const (
	armourMax = 50
	valueMax  = 1_000_000 // pence
	holdsMax  = 200       // things in a container
	levelMax  = 100
	hitMax    = 10_000 // hit points
	speedMax  = 20     // steps a turn
	skillMax  = 50
)

// articles is what may stand in front of a name: none is for proper names, and "a pair of" is as good as "a".
func articles() class {
	among := []string{"a", "an", "some", "the", "none"}
	return class{
		shown: "one of " + strings.Join(among, ", ") + `, or words such as "a pair of"`,
		form:  form{`^\s*(none|(a|an|some|the)( .* of)?)\s*$`, `Write a, an, some, the, none, or words such as "a pair of".`},
		check: func(s string) (what, meant string) {
			first, _, _ := strings.Cut(s, " ")
			if slices.Contains(among, s) || slices.Contains(among, first) && strings.HasSuffix(s, " of") {
				return yaml.Label(s)
			}
			return fmt.Sprintf("%q is no article", yaml.Brief(s)), yaml.Suggest(s, among)
		},
	}
}

// bonus is one figure of a bonus.
func bonus() class { return whole(world.BonusLeast, world.BonusMost) }

// itemLooks are the fields of how a thing is called and looks.
func itemLooks() []field {
	return []field{
		{"id", newID("item"), "Its id. Made things carry a number behind it. No mob may have the same."},
		{"name", name(), `Its name without an article: "rusty key".`},
		{"a", articles(), "Its article; made from the name when left out."},
		{"keys", typed(), "Further words for it; those of the name always count."},
		{"desc", text(), "What one sees looking closely."},
		{"long", sentences("text that ends with a period", "."),
			`How it lies in a room: "A rusty key hangs from a nail." Left out: "A rusty key is here."`},
		{"text", writing(), "What is written on it, for reading."},
		{"extras", lists("extra"), "Details of it that can be looked at."},
		{"extras.keys", typed(), "What one may call it."},
		{"extras.desc", text(), "What one sees."},
		{"extras.leads", oneOf(world.Dirs()...), "Nothing: only a detail of a room leads somewhere."},
		{"extras.does", lists("answer"), "What comes of laying hands on the detail. It changes nothing."},
		{"extras.does.verbs", oneOf(world.Touches()...), "What somebody types."},
		{"extras.does.text", text(), "What is told then."},
		{"does", lists("answer"), "What comes of laying hands on it. It changes nothing."},
		{"does.verbs", oneOf(world.Touches()...), "What somebody types."},
		{"does.text", text(), "What is told then."},
	}
}

func items() kind {
	return entry(kind{
		key: "items", one: "item", about: "A pattern from which things are made.", check: checkItems,
	}, func(p *world.Pack) *[]world.ItemSpec { return &p.Items }, slices.Concat(itemLooks(), []field{
		{"eat", text(), "It can be eaten, and is gone then: what is told to whoever does."},
		{"drink", text(), "It can be drunk, and is gone then: what is told to whoever does."},
		{"charges", whole(1, world.ChargesMost), "How often it is eaten or drunk before it is gone, or used before its " +
			"power is; once when left out."},
		{"effect", group("effect"), "What eating it, drinking it, using it or putting it on does."},
		{"effect.name", name(), `How one is then: "warm". The same name again lasts longer and does not add up.`},
		{"effect.for", whole(1, world.EffectMost), "How many seconds of the world it lasts; needs name."},
		{"effect.heals", whole(1, world.HealsMost),
			"Hit points that it gives back at once, of what is eaten, drunk or used."},
		{"effect.bonus", group("bonus"), "What it adds to one's figures while it lasts."},
		{"effect.bonus.skill", bonus(), "Added to the d20 of their blows."},
		{"effect.bonus.damage", bonus(), "Added to what their blows cost."},
		{"effect.bonus.hp", bonus(), "Added to the most hit points they can have, of which one always is left."},
		{"effect.bonus.armour", bonus(), "Added to what protects them."},
		{"effect.ends", text(), `What is told at its end. Left out: "You are no longer warm."`},
	}, auraFields(), powerFields(), []field{
		{"fixed", flag(), "It cannot be taken."},
		{"refuse", text(), "Why it cannot be taken; needs fixed."},
		{"wear", oneOf(world.Slots()...), "Where it is worn or held. One can wear two things at a finger, and at a wrist."},
		{"armour", whole(0, armourMax), "Protection while worn; needs wear."},
		{"bonus", group("bonus"), "What it adds to its wearer's figures; needs wear. A negative number takes away."},
		{"bonus.skill", bonus(), "Added to the d20 of their blows."},
		{"bonus.damage", bonus(), "Added to what their blows cost."},
		{"bonus.hp", bonus(), "Added to the most hit points they can have, of which one always is left."},
		{"bonus.armour", bonus(), "Added to what protects them."},
		{"damage", dice(), "What a blow with it costs; needs wear: wield."},
		{"light", flag(), "It shines while carried or lying about."},
		{"burns", whole(1, world.BurnsMost),
			"Seconds of light in it, after which it is out for good; needs light and wear. It burns while a person wears it, " +
				"or holds it ready, and gives no light else."},
		{"level", whole(1, levelMax), "What level one needs to wear, eat, drink or use it; needs one of these."},
		{"clings", flag(), "Whoever has it cannot drop it, put it away, give it, sell it or take it off, " +
			"but dies without it."},
		{"reveals", flag(), "Whoever wears it, or, if it is not to be worn, has it in hand, sees creatures that hide."},
		{"serves", oneOf(world.Passages()...), "What it is to whoever wears it, or, if it is not to be worn, has it in " +
			"hand: where a room needs that, they come in."},
		{"value", whole(0, valueMax), "In pence."},
		{"coins", flag(), "A pile of coins; value is the sum."},
		{"station", freeID(), `What can be made where it lies, as at such a workshop: "forge". See recipes.station.`},
		{"kind", name(), `What traders take it for: "jewel". Left out: ` + kindsAlone + `.`},
		{"drinks", group("vessel"), "One drinks out of it, fills it and pours it out."},
		{"drinks.liquid", idOf("liquid"), "What is in it at the beginning; left out, nothing."},
		{"drinks.most", whole(1, world.GulpsMost), "How many gulps go in; left out of what is endless."},
		{"drinks.begins", whole(0, world.GulpsMost), "How many gulps are in it at the beginning."},
		{"drinks.endless", flag(), "It is a fountain: of one liquid, which never ends."},
	}, sumFields("figures", "What it adds to figures of its wearer, or takes; needs wear."),
		spanFields("bars", "Who can neither wear, eat nor drink it: those of whom one of these holds."), []field{
			{"scripts", idOf("script"), "Scripts that are asked when somebody handles it, at most 12."},
			{"story", text(), "Whose it was, told to who has the knack to hark."},
			{"holds", group("container"), "It is a container."},
			{"holds.most", whole(1, holdsMax), "How many things go in."},
			{"holds.lid", flag(), "It can be opened and closed."},
			{"holds.closed", flag(), "It begins closed; needs lid."},
			{"holds.locked", flag(), "It begins locked; needs closed and key."},
			{"holds.key", idOf("item"), "The item that locks and unlocks it."},
			{"holds.resets", seconds(), "After so long its lid and lock are as they began; five minutes when left out."},
			{"holds.long", sentences("text that ends with a period", "."),
				"How it lies in a room with something in it. Left out: as without."},
		}, whenFields("extras.when", "The detail is there only then, and only for whom it holds.")))
}

// powerFields are what a thing of power says.
func powerFields() []field {
	return []field{
		{"power", group("power"), "It is a thing of power, which is used with use or recite: effect and charges say what " +
			"it does, and how often."},
		{"power.way", oneOf(world.PowerWays()...), "recite: it is read out, on oneself or on one who is here, and gone " +
			"then. point: the same, and it stays. strike: it stays, and reaches all who are here, foes with what hurts and " +
			"people with what does them good."},
		{"power.text", text(), "What is told to whoever uses it."},
		{"power.hurts", dice(), "What it costs a foe; it begins the fight."},
		{"power.verb", typed(), `How it hurts: "scorch". Left out: "strike".`},
		{"power.harms", flag(), "Its effect is for foes alone, though it does not hurt; it begins the fight."},
	}
}

func checkItems(c *checker) {
	each(c, "items", c.pack.Items, func(at site, x *world.ItemSpec) {
		c.noArticle(at, x.Name)
		checkExtras(c, at.at("extras"), x.Extras)
		c.checkDetailTimes(at.at("extras"), x.Extras, nil)
		if x.Refuse != "" && !x.Fixed {
			c.fault(at.at("refuse"), "refuse is never told for a thing that can be taken", `add "fixed: true"`)
		}
		if x.Eat != "" && x.Drink != "" {
			c.fault(at.at("drink"), "a thing that is eaten and drunk", "choose one of them")
		}
		if (x.Eat != "" || x.Drink != "") && (x.Fixed || x.Holds != nil || x.Coins) {
			c.fault(at, "what is fixed, a container or coins cannot be eaten or drunk",
				`for a detail or a fixed thing use "does"`)
		}
		if x.Fixed && x.Wear != "" {
			c.fault(at.at("wear"), "a fixed thing cannot be worn", "")
		}
		if x.Damage != (world.Dice{}) && x.Wear != world.SlotWield {
			c.fault(at.at("damage"), "damage of a thing that is no weapon", `add "wear: wield"`)
		}
		if x.Armour > 0 && (x.Wear == "" || x.Wear == world.SlotWield) {
			c.fault(at.at("armour"), "armour of a thing that is not worn", `add "wear" and where`)
		}
		c.checkEffect(at, x)
		c.checkVessel(at, x)
		if x.Burns > 0 && (!x.Light || x.Wear == "") {
			c.fault(at.at("burns"), "a thing burns down that nobody lights", `add "light: true", and "wear: hold"`)
		}
		if x.Bonus != nil && x.Wear == "" {
			c.fault(at.at("bonus"), "a bonus of a thing that is not worn", `add "wear" and where`)
		}
		if x.Level > 0 && x.Wear == "" && x.Eat == "" && x.Drink == "" && x.Drinks == nil && x.Power == nil {
			c.fault(at.at("level"), "a level for a thing that nobody uses", `add "wear", "eat", "drink" or "power"`)
		}
		if (x.Clings || x.Reveals || len(x.Serves) > 0) && (x.Fixed || x.Coins) {
			c.fault(at, "what nobody carries neither clings nor serves nor reveals", "")
		}
		if x.Coins && x.Value == 0 {
			c.fault(at.at("coins"), "coins without a value", `give the sum in pence as "value"`)
		}
		if h := x.Holds; h != nil {
			c.checkLock(at.at("holds"), "container", lock{h.Lid, h.Closed, h.Locked, h.Key})
		}
		if x.ID != "" && len(c.makers[x.ID]) == 0 && !c.sold[x.ID] && !c.handed[x.ID] && !c.aside.made[x.ID] &&
			!c.worked[x.ID] {
			c.doubt(at, fmt.Sprintf("no spawn makes the item %q", x.ID), "")
		}
	})
}

// checkEffect holds what a thing does against how one comes by that.
func (c *checker) checkEffect(at site, x *world.ItemSpec) {
	isFood := x.Eat != "" || x.Drink != ""
	if x.Charges > 0 && !isFood && x.Power == nil {
		c.fault(at.at("charges"), "charges of a thing that is neither eaten, drunk nor used",
			`add "eat", "drink" or "power"`)
	}
	c.checkPower(at, x)
	e := x.Effect
	switch {
	case e == nil:
	case !isFood && x.Wear == "" && x.Power == nil:
		c.fault(at.at("effect"), "an effect of a thing that is not eaten, drunk, used or worn",
			`add "eat", "drink", "power" or "wear"`)
	case e.Heals > 0 && !isFood && x.Power == nil:
		c.fault(at.at("effect").at("heals"), "wearing something heals nobody", `add "eat" or "drink"`)
	case (e.Sends != "" || e.Frees) && !isFood && x.Power == nil:
		c.fault(at.at("effect"), "wearing something neither frees nor sends anybody", `add "eat", "drink" or "power"`)
	default:
		c.checkEffectItself(at, e)
	}
}

// checkPower holds a thing of power against what else it is.
func (c *checker) checkPower(at site, x *world.ItemSpec) {
	p := x.Power
	switch {
	case p == nil:
	case x.Fixed || x.Coins || x.Holds != nil || x.Eat != "" || x.Drink != "":
		c.fault(at.at("power"), "a thing of power that is fixed, coins, a container, food or drink", "choose one of them")
	case x.Effect == nil && p.Hurts.N == 0:
		c.fault(at.at("power"), "a power that does nothing", `add "effect", or "hurts"`)
	case x.Charges > 0 && p.Way == world.Recite:
		c.fault(at.at("charges"), "charges of a thing that is gone once it is read out", "leave them out")
	case p.Verb != "" && p.Hurts.N == 0:
		c.fault(at.at("power").at("verb"), "a verb for what does not hurt", `add "hurts"`)
	case p.Harms && x.Effect == nil:
		c.fault(at.at("power").at("harms"), "it harms, and there is no effect", `add "effect"`)
	case x.Effect.Ill() && !p.Harms && p.Hurts.N == 0:
		c.doubt(at.at("power"), "what it does blinds or weakens, so that it is used on foes alone, and on oneself",
			`add "harms: true" if nobody should use it on themselves`)
	case x.Effect != nil && x.Effect.Sends != "" && (p.Harms || p.Hurts.N > 0):
		c.fault(at.at("effect").at("sends"), "what is used on foes sends nobody", "leave one of the two out")
	}
}

// checkEffectItself holds what an effect says against itself.
func (c *checker) checkEffectItself(at site, e *world.EffectSpec) {
	switch {
	case e == nil:
	case e.Name == "" && e.For+len(e.Ends)+len(e.Auras)+len(e.Serves) > 0, e.Name == "" && e.Bonus != nil:
		c.fault(at.at("effect"), "an effect that lasts and has no name", `say how one is then: "name"`)
	case e.Name != "" && e.For == 0:
		c.fault(at.at("effect"), "an effect without an end", `say how many seconds it lasts: "for"`)
	case e.Name == "" && e.Heals == 0 && len(e.Cures) == 0 && !e.Frees && e.Sends == "":
		c.fault(at.at("effect"), "an effect of nothing", `add "heals", "cures", "frees" or "sends", or "name" and "for"`)
	}
}

func mobs() kind {
	return entry(kind{
		key: "mobs", one: "mob", about: "A pattern from which creatures and people of the world are made.",
		check: checkMobs,
	}, func(p *world.Pack) *[]world.MobSpec { return &p.Mobs }, slices.Concat([]field{
		{"id", newID("mob"), "Its id. Made creatures carry a number behind it. No item may have the same."},
		{"name", name(), `Its name without an article: "barkeep", "Seren".`},
		{"a", articles(), "Its article; none for a proper name."},
		{"keys", typed(), "Further words for it; those of the name always count."},
		{"desc", text(), "What one sees looking closely."},
		{"long", text(), `How it stands in a room: "The barkeep polishes a glass."`},
		{"level", whole(0, levelMax), "How dangerous it is; what slaying it teaches grows with it."},
		{"hp", whole(1, hitMax), "Hit points."},
		{"armour", whole(0, armourMax), "Added to 10; a blow must reach it on a d20."},
		{"skill", whole(0, skillMax), "Added to its own d20."},
		{"damage", dice(), "What its blow costs."},
		{"speed", whole(0, speedMax), "Steps it takes in a turn of an encounter; 6 when left out."},
		{"blow", typed(), `How it strikes: "claw". Left out: "hit".`},
		{"aggressive", flag(), "It attacks on sight."},
		{"guarded", flag(), "It cannot be attacked."},
		{"bank", flag(), "People leave coins with it, and fetch them."},
		{"says", text(), "What it answers when somebody speaks to it."},
	}, beastFields(), sumFields("figures", "By how much a figure of its own is more than people begin with, or less."),
		spanFields("hates", "It attacks those on sight of whom one of these holds."), []field{
			{"keeps", group("guard"), "What it lets nobody at where it stands, unless it fights somebody else."},
			{"keeps.items", idOf("item"), "Things that nobody takes; nor what lies in them."},
			{"keeps.doors", idOf("door"), "Doors that nobody opens, unlocks or goes through."},
			{"keeps.text", text(), "What is told to whoever is refused."},
			{"plays", group("player"), "It sits down with whoever is alone at a table."},
			{"plays.game", oneOf(world.Games()...), "What it plays."},
			{"plays.slip", whole(0, slipMax), "In how many of a hundred moves it slips; else it plays perfectly."},
			{"plays.taunts", text(), "What it says across the table now and then."},
			{"ready", group("ready-made body"), "A character that one guest at a time may be; its id is pc- and its name."},
			{"ready.room", idOf("room"), "Where it comes in; the pack's start when left out."},
			{"ready.coins", whole(0, world.PurseMost), "What is in its purse, in pence; filled once an hour at most."},
			{"ready.kit", lists("thing"), "What it has, and nobody else can have. It goes when its guest goes."},
			{"ready.kit.item", idOf("item"), "The pattern of the thing."},
			{"ready.kit.worn", flag(), "Worn or wielded."},
		}, tradeFields(), mindFields()))
}

func checkMobs(c *checker) {
	each(c, "mobs", c.pack.Mobs, func(at site, m *world.MobSpec) {
		c.noArticle(at, m.Name)
		if first, ok := c.ids["item"][string(m.ID)]; ok {
			c.fault(at.at("id"), fmt.Sprintf("%q is an item already", m.ID),
				fmt.Sprintf("in %s:%d", first.file, first.line()))
		}
		if len(m.Hates) > 0 && (m.Guarded || m.Mind != nil) {
			c.fault(at.at("hates"), "a mob that attacks, and is guarded or has a mind", "choose one of them")
		}
		c.checkSpans(at, "hates", m.Hates)
		if m.Aggressive && m.Guarded {
			c.fault(at.at("aggressive"), "a mob that attacks but cannot be attacked", "choose one of them")
		}
		if r, _ := utf8.DecodeRuneInString(m.Name); unicode.IsUpper(r) && m.A == "" {
			c.doubt(at.at("name"), fmt.Sprintf("%q looks like a proper name", m.Name), `add "a: none"`)
		}
		if k := m.Keeps; k != nil && len(k.Items)+len(k.Doors) == 0 {
			c.fault(at.at("keeps"), "a guard of nothing", `say what: "items" or "doors"`)
		}
		c.checkTrade(at.at("trade"), m)
		c.checkGains(at, m)
		if m.Plays != nil {
			c.checkTaunts(at.at("plays").at("taunts"), m.Plays)
		}
		if m.Mind != nil {
			c.checkMind(at, m)
			if !m.Guarded {
				c.doubt(at, fmt.Sprintf("anybody may kill %q, and what it does for people is gone with it", m.ID),
					`somebody with a mind is "guarded: true"`)
			}
		}
		c.checkBeast(at, m)
		if m.Ready != nil {
			for _, f := range bodyFaults(m, c.items, c.makers[m.ID]) {
				c.below(at, f)
			}
		} else if m.ID != "" && len(c.makers[m.ID]) == 0 && !c.aside.made[m.ID] {
			c.doubt(at, fmt.Sprintf("no spawn makes the mob %q", m.ID), "")
		}
	})
}

// noArticle refuses a name such as "a rusty key": the world puts its own article in front.
func (c *checker) noArticle(at site, name string) {
	if what, meant := yaml.NoArticle(name); what != "" {
		c.fault(at.at("name"), what, meant)
	}
}
