package smallport

import "github.com/mudlark-mud/mudlark/world"

// Scripts adds scripts in both languages to a pack: of rooms, things and a creature, that say no, act, keep, wait, and
// one that meets a limit.
func Scripts(p *world.Pack) {
	p.Hash += "-scripts"
	p.Scripts = append(p.Scripts, scripts()...)
	for i := range p.Rooms {
		switch r := &p.Rooms[i]; r.ID {
		case Market:
			r.Scripts = []world.ScriptID{"bell"}
		case Arena:
			r.Scripts = []world.ScriptID{"warden"}
		default:
		}
	}
	for i := range p.Items {
		switch it := &p.Items[i]; it.ID {
		case "stone":
			it.Scripts = []world.ScriptID{"hum"}
		case "lamp":
			it.Scripts = []world.ScriptID{"flicker"}
		default:
		}
	}
	p.Mobs = append(p.Mobs, world.MobSpec{
		ID: "jackdaw", Name: "jackdaw", Desc: "Bold.", Level: 1, HP: 4, Damage: world.Dice{N: 1, S: 2}, Blow: "peck",
		Scripts: []world.ScriptID{"thief", "greets", "loops", "mimic"},
	})
	p.Spawns = append(p.Spawns, world.SpawnSpec{ID: "s-jackdaw", Mob: "jackdaw", Room: Quay, Max: 2, Every: 30})
}

func scripts() []world.ScriptSpec {
	return []world.ScriptSpec{
		{ID: "bell", About: "A bell that counts.", Source: `
def on_say(e):
    set("heard", get("heard", 0) + 1)
    if get("heard") % 2: narrate("A bell rings %d times." % get("heard"))
    narrate("It rang for %s before." % get("last", "nobody"))
    set("last", e.text[:40])
    after(3, fades, n = get("heard"), of = e.text[:40])

def fades(e): narrate("The bell fades: %s." % e.data.of)

def may_leave(e):
    if e.dir == "south" and "pearl" in e.who.things: return "The bell rings, and you stay."
`},
		{ID: "hum", Source: `
def on_get(e): tell(e.who.id, "It hums.")

def may_drop(e): return roll_free(e)

def roll_free(e): return e.hour % 2 == 0
`},
		{ID: "thief", Source: `
def on_enter(e):
    emote("hops towards " + e.who.name + ".")
    after(2, steals, who = e.who.id)

def steals(e):
    if roll(2) == 1: make("cap")
    go("north")

def on_give(e): consume(e.item.pattern)

def on_death(e): narrate("Feathers fly.")
`},
		{ID: "warden", Language: world.LanguageDG, On: []string{"on_enter", "on_leave", "on_command"}, Words: "*",
			Number: 60, Source: "global n\neval n %n% + 1\n%send% %actor% The sand whispers %n%.\nwait 2 sec\nset m %n%\n" +
				"remote m %actor%\n%load% obj cap\n%door% arena east flags ab\nif %n% == 3\nreturn 0\nend"},
		{ID: "flicker", Language: world.LanguageDG, On: []string{"on_get", "on_drop", "on_wear"}, Number: 100,
			Source: "%echo% It flickers.\nwait 4 sec\n%send% %actor% It is steady again.\ndetach flicker %self%"},
		{ID: "greets", Language: world.LanguageDG, On: []string{"on_enter", "on_random", "on_give", "on_hurt"}, Number: 100,
			Source: "say Ha, %actor.name%.\nwait 1 sec\n%damage% %actor% 1\n%load% mob rat\n%purge% cap\n%teleport% " +
				"%actor% quay\nattach loops %self%"},
		{ID: "loops", Language: world.LanguageDG, On: []string{"on_say"}, Words: "hello", Source: "while 1\ndone"},
		{ID: "mimic", Language: world.LanguageDG, On: []string{"on_say"}, Words: "*", Source: "say %last%?\nset last " +
			"%speech%\nglobal last\nset theirs %speech.car%\nremote theirs %actor%\nwait 2 sec\nsay %speech%!"},
	}
}
