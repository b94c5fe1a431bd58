package diku

import (
	"fmt"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Special procedures of ROM, which its source gives to creatures by name (src/special.c): what breathes, casts and
// poisons becomes a script that is asked at each blow of the creature, with the chance and the bounds of level that the
// procedure has. Of spells those come along that harm; others have no rule here.

// romSpecial is what a procedure is here.
type romSpecial struct {
	about  string
	number int // of a hundred blows
	source string
	lost   string // what of it does not come along; "" of nothing
}

// onlyHarm is what is lost of a creature that casts.
const onlyHarm = "spells that do more than harm"

// breath is one kind of breath.
func breath(kind, what string) string {
	return fmt.Sprintf(`%%send%% %%actor%% %[2]s comes out of %%self.name%% and over you!
%%echoaround%% %%actor%% %[2]s comes out of %%self.name%% and over %%actor.name%%!
dg_cast '%[1]s breath' %%actor%%`, kind, what)
}

// struck is one spell of a creature.
func struck(name, what string) string {
	return fmt.Sprintf(`%%send%% %%actor%% %[2]s from %%self.name%% strikes you!
%%echoaround%% %%actor%% %[2]s from %%self.name%% strikes %%actor.name%%!
dg_cast '%[1]s' %%actor%%`, name, what)
}

// chosen is a script that does the first of several things whose condition holds.
func chosen(pairs ...string) string {
	var b strings.Builder
	b.WriteString("set n %random.16%\n")
	for i := 0; i+1 < len(pairs); i += 2 {
		word := "elseif"
		if i == 0 {
			word = "if"
		}
		fmt.Fprintf(&b, "%s %s\n%s\n", word, pairs[i], pairs[i+1])
	}
	b.WriteString("end")
	return b.String()
}

// romSpecials are the procedures of which a script is made. A fight has no outlaws, beggars or garbage in it.
func romSpecials() map[string]romSpecial {
	const (
		breathes = 12 // one of eight
		casts    = 25 // one of four
	)
	fire, frost, acid := breath("fire", "Fire"), breath("frost", "Frost"), breath("acid", "Acid")
	gas, lightning := breath("gas", "Gas"), breath("lightning", "Lightning")
	chill := struck("chill touch", "A chill")
	return map[string]romSpecial{
		"spec_breath_fire":      {"Breathes fire.", breathes, fire, ""},
		"spec_breath_frost":     {"Breathes frost.", breathes, frost, ""},
		"spec_breath_acid":      {"Breathes acid.", breathes, acid, ""},
		"spec_breath_gas":       {"Breathes gas.", breathes, gas, ""},
		"spec_breath_lightning": {"Breathes lightning.", breathes, lightning, ""},
		"spec_breath_any": {"Breathes what comes.", breathes, chosen(
			"%n% <= 2", fire, "%n% <= 6", lightning, "%n% <= 8", gas, "%n% <= 10", acid, "1", frost), ""},
		"spec_cast_judge": {"Judges with fire.", casts, struck("fireball", "A bolt"), ""},
		"spec_cast_mage": {"Casts the spells of a mage.", casts, chosen(
			"%n% > 10 && %self.level% >= 20", struck("acid breath", "A blast of acid"),
			"%n% > 7 && %self.level% >= 15", struck("fireball", "A ball of fire"),
			"%n% > 6 && %self.level% >= 13", struck("energy drain", "A dark light"),
			"%n% > 4 && %self.level% >= 11", struck("color spray", "A spray of colours"),
			"%self.level% >= 3", chill), onlyHarm},
		"spec_cast_cleric": {"Casts the spells of a cleric.", casts, chosen(
			"%n% > 9 && %self.level% >= 15", struck("harm", "A harm"),
			"%n% > 6 && %self.level% >= 13", struck("call lightning", "A column of fire"),
			"%n% > 3 && %self.level% >= 9", struck("earthquake", "A shake of the ground"),
			"%self.level% >= 3", chill), onlyHarm},
		"spec_cast_undead": {"Casts the spells of the dead.", casts, chosen(
			"%n% > 9 && %self.level% >= 21", struck("harm", "A harm"),
			"%n% > 4 && %self.level% >= 18", struck("energy drain", "A dark light"), "1", chill), onlyHarm},
	}
}

// special names the script of a creature's procedure in its entry, and counts what of it is lost.
func (c *converter) special(e *fields, m *Creature, f *fate) {
	if m.special == "" {
		return
	}
	s, ok := romSpecials()[m.special]
	switch {
	case m.special == romJanitor:
		return
	case !ok || len(m.Triggers) > 0:
		f.lost("a special procedure")
		return
	case s.lost != "":
		f.lost(s.lost)
	}
	id := ident(strings.ReplaceAll(m.special, "_", "-"))
	e.add("scripts", []string{string(id)})
	if c.specials[m.special] {
		return
	}
	c.specials[m.special] = true
	var entry fields
	entry.add("id", id)
	entry.add("about", text(s.about))
	entry.add("language", ident(world.LanguageDG))
	entry.add("on", []string{"on_fight"})
	entry.add("number", s.number)
	entry.add("source", block(s.source))
	c.zoneOf(m.Vnum, m.Path).put("scripts", entry)
}

// romJanitor picks things up, as a creature here does by itself.
const romJanitor = "spec_janitor"

// fateOf says what became of a procedure of a creature that is there.
func fateOf(name string) (f fate) {
	s, ok := romSpecials()[name]
	switch {
	case name == romJanitor:
	case !ok:
		f.left(name)
	case s.lost != "":
		f.lost(name + ": " + s.lost)
	}
	return f
}
