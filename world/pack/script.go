package pack

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/script"
	"github.com/mudlark-mud/mudlark/world/script/dg"
)

func scripts() kind {
	return entry(kind{
		key: "scripts", one: "script",
		about: "A small program in Starlark (a Python of few words) that is asked whether something may be, and what " +
			"follows from it. Rooms, items and mobs without a mind name the scripts that are asked of them. It runs " +
			"within limits, and is parked, and builders told, when it meets one or makes a mistake. What it can see " +
			"and ask for is below the table.",
		check: checkScripts,
	}, func(p *world.Pack) *[]world.ScriptSpec { return &p.Scripts }, []field{
		{"id", newID("script"), "Its id."},
		{"about", text(), "What it is for, a sentence."},
		{"language", oneOf(world.LanguageDG), "Left out for Starlark; dg for the language of DG triggers, of which more " +
			"below."},
		{"on", asWritten("name of a hook"), "Of one in dg: what asks it, such as on_enter; several may."},
		{"words", asWritten("words"), "Of one in dg: what has to be said, or how what is typed has to begin; * for " +
			"anything."},
		{"number", whole(-1, exampleMost), "Of one in dg: of a hundred times how often it runs when it is asked (0: " +
			"always), but: the hour of on_hour, the coins of on_bribe, the hundredths of hit points of on_hurt; 1 at on_say " +
			"for any of the words instead of all of them as they stand; for on_command of a thing 1 worn, 2 in hand, 4 on the " +
			"floor, or a sum."},
		{"source", code(), "The program, as a block text. Its top defines functions and constants."},
		{"examples", lists("example"), fmt.Sprintf("Runs of it, at most %d, each with what has to come of it.",
			world.ExamplesMost)},
		{"examples.run", asWritten("name of a function"), "The function that is asked."},
		{"examples.text", asWritten("text, as it is"), "e.text: what was said."},
		{"examples.item", idOf("item"), "e.item.pattern: what is handled."},
		{"examples.things", idOf("item"), "e.who.things: what the person has."},
		{"examples.level", whole(0, levelMax), "e.who.level."},
		{"examples.hour", whole(0, world.Midnight), "e.hour."},
		{"examples.rolls", whole(1, exampleMost), "What the dice show, in turn; then 1."},
		{"examples.vars", asWritten("name=value"), "The variables that it keeps."},
		{"examples.data", asWritten("name=value"), "e.data, of a function that a timer runs."},
		{"examples.no", asWritten("text, as it is"),
			`The words with which it has to refuse; "no" for a refusal without.`},
		{"examples.does", asWritten("effect"), `What it has to ask for, in order: say "Hm."`},
	})
}

const exampleMost = 1_000_000 // that a die shows

// code is a program: as written, but for the ends. Typed in one line, \n ends a line and \t is an indentation.
func code() class { return class{shown: "program", flat: true, code: true} }

func asWritten(shown string) class { return class{shown: shown, flat: true} }

func checkScripts(c *checker) {
	engine := script.NewEngine()
	each(c, "scripts", c.pack.Scripts, func(at site, s *world.ScriptSpec) {
		if text := engine.Check(s); text != "" {
			source := at.at("source")
			if place, rest, isPlaced := strings.Cut(text, ": "); isPlaced {
				if line, col, ok := strings.Cut(place, ":"); ok {
					if n, err := strconv.Atoi(line); err == nil {
						source = source.down(n)
						text = fmt.Sprintf("column %s: %s", col, rest)
					}
				}
			}
			c.fault(source, "script "+string(s.ID)+": "+text, "")
			return
		}
		if len(s.Examples) > world.ExamplesMost {
			c.fault(at.at("examples"), fmt.Sprintf("at most %d examples", world.ExamplesMost), "")
			return
		}
		for i := range s.Examples {
			if what := s.Try(engine, i); what != "" {
				c.fault(at.at("examples").nth(i), "the example of "+s.Examples[i].Run+" fails: "+what, "")
			}
		}
	})
	asked := map[world.ScriptID]bool{}
	names := func(at site, ids []world.ScriptID) {
		for _, id := range ids {
			asked[id] = true
		}
		if len(ids) > world.ScriptsAtMost {
			c.fault(at.at("scripts"), fmt.Sprintf("at most %d scripts", world.ScriptsAtMost), "")
		}
	}
	each(c, "rooms", c.pack.Rooms, func(at site, r *world.RoomSpec) { names(at, r.Scripts) })
	each(c, "items", c.pack.Items, func(at site, it *world.ItemSpec) { names(at, it.Scripts) })
	each(c, "mobs", c.pack.Mobs, func(at site, m *world.MobSpec) {
		names(at, m.Scripts)
		if len(m.Scripts) > 0 && (m.Mind != nil || m.Ready != nil) {
			c.fault(at.at("scripts"), "scripts are never asked of who has a mind, or is a body for guests",
				"take out one of them")
		}
	})
	each(c, "scripts", c.pack.Scripts, func(at site, s *world.ScriptSpec) {
		if !asked[s.ID] {
			c.doubt(at, "nothing names the script "+string(s.ID), "")
		}
	})
}

// scriptReference says what scripts can be asked, see and ask for; it comes from the tables by which they run.
func scriptReference() string {
	var b strings.Builder
	b.WriteString("\n### What asks a script\n\nA function `def NAME(e):` of one of these names. What begins " +
		"with `may_` answers alone: a text refuses\nwith it, False refuses, and nothing lets it be; it has no dice " +
		"and asks for nothing. Only what people do asks scripts.\n\n| function | asked when | sees besides " +
		"|\n|---|---|---|\n")
	for _, h := range world.ScriptHooks() {
		sees := ""
		if h.Sees != "" {
			sees = "`e." + h.Sees + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", h.Name, h.About, sees)
	}
	b.WriteString("\n### What it sees\n\n`e.who` (who did it, or None), `e.self` (what the script is of), " +
		"`e.room`, `e.hour` (0 to 23), `e.hook`; `e.data.NAME`\nin a function that a timer runs. People and " +
		"creatures have `id name pattern level coins hp person guest things`, things\n" +
		"`id name pattern shut worn`, rooms `id name zone things people creatures dark`. Things and creatures in lists " +
		"are\nids of patterns, people are names.\n")
	b.WriteString("\n### What it can ask for\n\n| effect | |\n|---|---|\n")
	for _, e := range world.ScriptEffects() {
		var names []string
		for _, p := range e.Params {
			names = append(names, p.Name)
		}
		if e.Timer {
			names = append(names, "NAME=value")
		}
		fmt.Fprintf(&b, "| `%s(%s)` | %s |\n", e.Name, strings.Join(names, ", "), e.About)
	}
	b.WriteString("| `get(name, default)`, `set(name, value)` | What the script keeps: at most 32 texts of 200 " +
		"bytes and whole numbers; set(name, None) forgets. What a run keeps that looked at somebody's words, or at what " +
		"was kept of them, ends with those: when they are erased, who said them is forgotten, or the server starts " +
		"anew. |\n" +
		"| `roll(sides)` | A die. |\n| `print(...)` | For `trace`. |\n")
	names := script.NewLanguage(nil).Names()
	names = slices.DeleteFunc(names, func(n string) bool {
		return slices.Contains([]string{"get", "set", "roll", "print"}, n)
	})
	l := script.DefaultLimits()
	fmt.Fprintf(&b, "\nOf Starlark there are also `%s`, and most methods of texts, lists and dicts. There are "+
		"no\nfractions, no while, no load, no star arguments, and no function that calls itself.\n", strings.Join(names, " "))
	fmt.Fprintf(&b, "\n### Limits\n\n%d bytes of source; a run has %d steps (%d of what begins with `may_`), "+
		"makes %d bytes, calls %d deep, asks for\n%d effects and %d timers. A step is an instruction, or 16 bytes "+
		"looked at. A script that meets a limit, or fails, is parked\nuntil its source is set anew or "+
		"`script NAME resume` is typed.\nAll runs that one action leads to have %d steps together; those in a zone have %d "+
		"a second, and read out %d bytes a minute:\nbeyond that the script that took most is parked.\nWhat a "+
		"builder changed last, a script or a spawn rule, makes things that no shop buys, and teaches nobody, until it "+
		"stands in\nthe pack or a wizard changes it; a script, until "+
		"`script NAME approve`. `%%purge%%` takes from a player only what a script or its own\nzone made, and tells them. "+
		"Nor does a builder's script take coins, send a wizard or anybody to where no way leads out,\nput anything upon "+
		"people for more than a minute, or hear of what is typed lines that begin with no word of its source.\n",
		script.SourceMost, l.Steps, world.MayStepsMost, l.Memory, l.Depth, l.Effects, l.Timers, world.TurnStepsMost,
		world.ZoneStepsMost, world.ZoneWordsMost)
	return b.String() + stepsReference()
}

// stepsReference says what scripts in DG are.
func stepsReference() string {
	l := dg.DefaultLimits()
	return fmt.Sprintf("\n### In the language dg\n\nLines of text, as DG triggers have them: `if` `elseif` `else` "+
		"`end`, `while` `done`, `switch` `case` `default` `break`, `set`\n`eval` `unset` `global` `context` `remote` "+
		"`rdelete` `extract` `makeuid` `nop`, `wait 5 sec`, `wait until 18:00`, `return`, `halt`,\n`attach` `detach`. "+
		"All other lines are commands, and those that nothing knows are left out. `return 0` keeps from happening "+
		"what\nasked it: the step, the handling, the taking of the line; what the script does then happens in place of "+
		"that.\n\nCommands: `%s`.\n\nFields: `%s`,\nand what scripts keep with `remote` and `global`. Numbers mean what "+
		"was imported with them: `%%load%% obj 3010` makes\n`item-3010`; ids do as well. Nobody is made to do anything "+
		"but creatures; nobody dies of `%%damage%%`, and nobody is hurt\nwhere nobody may be attacked. A run acts on "+
		"who and what is in the zone in which it happens; a creature stays there, people can be\nsent elsewhere, but for "+
		"wizards with `nohassle`. A run has %d "+
		"steps, makes %d bytes and does %d things.\n",
		strings.Join(world.DGCommands(), "` `"), strings.Join(world.DGFields(), " "), l.Steps, l.Memory, l.Commands)
}
