package diku

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

// Spells: what potions, scrolls, wands and staffs do, as far as that can be said of an effect and of harm.

// spell is one of them at a level.
type spell struct {
	heals  int
	hurts  world.Dice
	verb   string // how it hurts
	name   string // how one is then
	hours  int
	bonus  world.Bonus
	auras  []world.Aura
	serves world.Passage
	cures  []string
	frees  bool
	sends  world.Sending
	foul   bool // it is for foes
	idle   bool // it finds what nothing here hides
}

// spells are known by their names; those of CircleMUD and tbaMUD by numbers too.
func spells(level int) map[string]spell {
	half := func(n int) world.Dice { return world.Dice{N: max(n/2, 1), S: 6} }
	out := map[string]spell{
		"armor":         {name: "armoured", hours: 24, bonus: world.Bonus{Armour: 2}},
		"bless":         {name: "blessed", hours: 6, bonus: world.Bonus{Skill: 2}},
		"cure critical": {heals: 13 + level/4},
		"cure serious":  {heals: 9 + level/3},
		"cure light":    {heals: 5 + level/4},
		"heal":          {heals: 113, cures: []string{"blind"}},
		"poison": {name: "poisoned", hours: 2 * max(level, 1), bonus: world.Bonus{Skill: -1, Damage: -2},
			foul: true},
		"strength":        {name: "strong", hours: level/2 + 4, bonus: world.Bonus{Damage: 1}},
		"curse":           {name: "cursed", hours: level/2 + 1, bonus: world.Bonus{Skill: -1, Damage: -1}, foul: true},
		"shield":          {name: "shielded", hours: 8 + level, bonus: world.Bonus{Armour: 2}},
		"stone skin":      {name: "hard as stone", hours: max(level, 1), bonus: world.Bonus{Armour: 4}},
		"weaken":          {name: "weak", hours: level/2 + 1, bonus: world.Bonus{Damage: -1}, foul: true},
		"protection evil": {name: "safe from evil", hours: 24, bonus: world.Bonus{Armour: 1}},
		"chill touch": {name: "chilled", hours: 4, bonus: world.Bonus{Damage: -1}, hurts: half(level / 2), verb: "chill",
			foul: true},
		"sanctuary": {name: "in sanctuary", hours: 4, auras: []world.Aura{world.AuraWarded}},
		"detect invisible": {name: "aware of the unseen", hours: 12 + level,
			auras: []world.Aura{world.AuraDiscerning}},
		"sense life":  {name: "aware of life", hours: max(level, 1), auras: []world.Aura{world.AuraDiscerning}},
		"infravision": {name: "sharp-eyed in the dark", hours: 12 + level, auras: []world.Aura{world.AuraDarksighted}},
		"blindness": {name: "blind", hours: 2, bonus: world.Bonus{Skill: -4}, auras: []world.Aura{world.AuraBlind},
			foul: true},
		"cure blindness": {cures: []string{"blind"}},
		"cure poison":    {cures: []string{"poisoned"}},
		"remove curse":   {cures: []string{"cursed"}, frees: true},
		"waterwalk":      {name: "light on the water", hours: 24, serves: world.PassBoat},
		"fly":            {name: "afloat in the air", hours: 24, serves: world.PassFlight},
		"word of recall": {sends: world.SendsHome},
		"teleport":       {sends: world.SendsAstray},

		"magic missile":    {hurts: world.Dice{N: 3, S: 6}, verb: "strike", foul: true},
		"burning hands":    {hurts: half(level), verb: "burn", foul: true},
		"shocking grasp":   {hurts: half(level), verb: "shock", foul: true},
		"lightning bolt":   {hurts: half(level), verb: "strike", foul: true},
		"call lightning":   {hurts: half(level), verb: "strike", foul: true},
		"colour spray":     {hurts: half(level), verb: "dazzle", foul: true},
		"fireball":         {hurts: world.Dice{N: 11, S: 8}, verb: "scorch", foul: true},
		"energy drain":     {hurts: half(level), verb: "drain", foul: true},
		"harm":             {hurts: world.Dice{N: 8, S: 8}, verb: "harm", foul: true},
		"dispel evil":      {hurts: world.Dice{N: 6, S: 8}, verb: "banish", foul: true},
		"earthquake":       {hurts: world.Dice{N: 2, S: 8}, verb: "shake", foul: true},
		"refresh":          {idle: true},
		"detect magic":     {idle: true},
		"detect poison":    {idle: true},
		"detect alignment": {idle: true},
	}
	for other, name := range map[string]string{
		"cure critic": "cure critical", "giant strength": "strength", "color spray": "colour spray",
		"colour spray": "colour spray", "detect invis": "detect invisible", "detect good": "detect alignment",
		"detect evil": "detect alignment", "remove poison": "cure poison", "protection good": "protection evil",
		"dispel good": "dispel evil", "acid blast": "lightning bolt", "flamestrike": "harm",
		"cause critical": "burning hands", "cause serious": "burning hands", "cause light": "burning hands",
		"mass healing": "heal", "group heal": "heal", "group armor": "armor", "recall": "word of recall",
	} {
		out[other] = out[name]
	}
	return out
}

// spellNames are those of CircleMUD and tbaMUD by their numbers, from 1.
func spellNames() []string {
	return []string{
		"armor", "teleport", "bless", "blindness", "burning hands", "call lightning", "charm", "chill touch", "clone",
		"colour spray", "control weather", "create food", "create water", "cure blindness", "cure critical", "cure light",
		"curse", "detect alignment", "detect invisible", "detect magic", "detect poison", "dispel evil", "earthquake",
		"enchant weapon", "energy drain", "fireball", "harm", "heal", "invisible", "lightning bolt", "locate object",
		"magic missile", "poison", "protection evil", "remove curse", "sanctuary", "shocking grasp", "sleep", "strength",
		"summon", "ventriloquate", "word of recall", "cure poison", "sense life", "animate dead", "dispel good",
		"group armor", "group heal", "group recall", "infravision", "waterwalk", "identify", "fly", "darkness",
	}
}

// spellsOf lists the spells in a thing by their names; of the staffs and wands of CircleMUD there is one.
func (o *Thing) spellsOf() []string {
	if len(o.Spells) > 0 {
		return o.Spells
	}
	numbers := o.Values[1:4]
	if o.Type == typeWand || o.Type == typeStaff {
		numbers = o.Values[3:4]
	}
	var out []string
	for _, n := range numbers {
		switch {
		case n <= 0:
		case n <= len(spellNames()):
			out = append(out, spellNames()[n-1])
		default:
			out = append(out, "")
		}
	}
	return out
}

// magic adds up what is in a thing, and reports whether all of it can be said.
func (o *Thing) magic(f *fate) (sum spell, ok bool) {
	known := spells(min(max(o.Values[0], 1), levelMost))
	for _, name := range o.spellsOf() {
		x, is := known[name]
		if !is {
			return sum, false
		}
		if x.idle {
			f.idle = append(f.idle, "a spell that finds what nothing here hides")
		}
		sum = sum.with(x)
	}
	// What sends somebody away, and what is for foes, are each used alone.
	return sum, sum.sends == "" || !sum.foul || o.Type == typePotion || o.Type == typePill
}

// with is two spells in one.
func (s spell) with(x spell) spell {
	s.heals += x.heals
	s.bonus.Skill += x.bonus.Skill
	s.bonus.Damage += x.bonus.Damage
	s.bonus.Armour += x.bonus.Armour
	if x.name != "" {
		s.hours = max(s.hours, x.hours)
		if s.name != "" {
			s.name += " and "
		}
		s.name += x.name
	}
	if x.hurts.N > 0 {
		s.hurts.N, s.hurts.S, s.verb = min(s.hurts.N+x.hurts.N, diceMost), max(s.hurts.S, x.hurts.S), x.verb
	}
	for _, a := range x.auras {
		if !slices.Contains(s.auras, a) {
			s.auras = append(s.auras, a)
		}
	}
	if x.serves != "" {
		s.serves = x.serves
	}
	s.cures = append(s.cures, x.cures...)
	s.frees, s.foul = s.frees || x.frees, s.foul || x.foul
	if x.sends != "" {
		s.sends = x.sends
	}
	return s
}

// effect writes what a spell does besides hurting, nil for nothing.
func (s spell) effect() (e fields) {
	if len(s.name) > yaml.LabelRunesMax {
		s.name = "under many spells"
	}
	e.add("name", s.name)
	if s.name != "" {
		e.add("for", min(s.hours*hourSeconds, world.EffectMost))
	}
	e.add("heals", min(s.heals, world.HealsMost))
	var bonus fields
	bonus.add("skill", s.bonus.Skill)
	bonus.add("damage", s.bonus.Damage)
	bonus.add("armour", s.bonus.Armour)
	e.add("bonus", bonus)
	var auras []string
	for _, a := range s.auras {
		auras = append(auras, string(a))
	}
	e.add("auras", auras)
	if s.serves != "" {
		e.add("serves", []string{string(s.serves)})
	}
	e.add("cures", s.cures)
	e.add("frees", s.frees)
	e.add("sends", ident(s.sends))
	return e
}

// brewed says of a potion or pill what it does, where that can be said, and reports whether it can. A spell that hurts
// cannot: nothing that is eaten or drunk does.
func (c *converter) brewed(o *Thing, e *fields, f *fate, called string) bool {
	if o.Type != typePotion && o.Type != typePill || o.isFixed() {
		return false
	}
	does, ok := o.magic(f)
	if !ok || does.hurts.N > 0 {
		return false
	}
	if o.Type == typePotion {
		e.add("drink", text("You drink "+called+"."))
	} else {
		e.add("eat", text("You eat "+called+"."))
	}
	e.add("effect", does.effect())
	return true
}

// wields says of a scroll, wand or staff what it does, where that can be said, and reports whether it can.
func (c *converter) wields(o *Thing, e *fields, f *fate, called string) bool {
	way, told := world.PowerWay(""), ""
	switch o.Type {
	case typeScroll:
		way, told = world.Recite, "You read out "+called+", which dissolves."
	case typeWand:
		way, told = world.Point, "You raise "+called+"."
	case typeStaff:
		way, told = world.Strike, "You strike the ground with "+called+"."
	default:
		return false
	}
	if o.isFixed() || o.isCoins() {
		return false
	}
	does, ok := o.magic(f)
	effect := does.effect()
	if !ok || len(effect) == 0 && does.hurts.N == 0 {
		return ok && len(o.spellsOf()) > 0 // it finds what nothing hides, or there never was anything in it
	}
	if o.Action != "" {
		told = sentence(f.tell(prose(o.Action)), ".!?")
	}
	power := fields{{"way", ident(way)}, {"text", text(told)}}
	if does.hurts.N > 0 {
		power.add("hurts", dice(Roll{does.hurts.N, does.hurts.S, 0}, f))
		power.add("verb", ident(does.verb))
	} else {
		power.add("harms", does.foul)
	}
	e.add("power", power)
	e.add("effect", effect)
	if way != world.Recite {
		e.add("charges", min(max(o.Values[2], o.Values[1], 1), world.ChargesMost))
	}
	return true
}
