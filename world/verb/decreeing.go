package verb

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// wordAll stands for everybody in the world where a wizard may mean so many.
const wordAll = "all"

// forcedMost is how many one `force all` reaches. The loop chains as many steps.
const forcedMost = 100

type powerArgs struct {
	State string `json:"state" take:"word" enum:"on,off" opt:"yes" help:"on or off; nothing for the other than now"`
}

type sendArgs struct {
	Who  string `json:"person" take:"actor" in:"world" help:"a player in the world"`
	Text string `json:"text" take:"text" help:"what they read"`
}

type teleportArgs struct {
	Who   string `json:"person" take:"actor" in:"known" help:"somebody in the world, or a player who is away"`
	Place string `json:"place" take:"place" prep:"?to" help:"a room's id or name, or a person"`
}

type slayArgs struct {
	Who string `json:"target" take:"actor" in:"here" help:"somebody here"`
}

type founderArgs struct {
	Who string `json:"person" take:"text" opt:"yes" help:"nobody, to see who founded the world"`
}

type renameArgs struct {
	Who  string `json:"person" take:"actor" in:"known" help:"a player with an account"`
	Name string `json:"name" take:"word" prep:"?to,as" help:"the new name"`
}

type redescribeArgs struct {
	Who  string `json:"person" take:"actor" in:"known" help:"a player with an account"`
	Text string `json:"description" take:"text" opt:"yes" help:"what they look like; nothing, to look like anybody"`
}

// decreeVerbs are what wizards do out of the common way of things.
func (t *Table) decreeVerbs() []*Verb {
	return []*Verb{
		acts(helped(wizard("invis", "Be seen by nobody but wizards.", "invis", Changes),
			"You come and go without a sign, stand on no list, and cannot be named by players. What you say is heard, as "+
				"in the dark; whom you tell something, or who hears you shout from afar, knows you. It lasts until you type "+
				"visible, after you come back too. Whoever follows you, fights you or plays with you loses you."),
			func(Ctx, none) world.Action { return world.UsePower{Power: world.PowerInvis, On: true} }),
		acts(wizard("visible", "Be seen again.", "visible", Changes),
			func(Ctx, none) world.Action { return world.UsePower{Power: world.PowerInvis} }),
		calls(helped(wizard("nohassle", "Be left alone by creatures, or no longer.", "nohassle", Changes),
			"No creature attacks you. A fight that you are in goes on; peace ends it."), power(world.PowerNoHassle)),
		calls(wizard("holylight", "See in the dark, or no longer.", "holylight", Changes), power(world.PowerHolyLight)),
		acts(helped(wizard("wiznet", "Speak to all wizards, wherever they are.", "wiznet Somebody is at the lock.", Changes),
			"; is short for it: ;hello. history channel reads it back."),
			func(_ Ctx, a textArgs) world.Action { return world.WizTalk{Text: a.Text} }),
		acts(wizard("gecho", "Put words before everybody in the world, as they are.", "gecho A bell rings.", Changes),
			func(_ Ctx, a textArgs) world.Action { return world.EchoAll{Text: a.Text} }),
		acts(wizard("send", "Put words before one person, as they are.", "send ann You feel watched.", Changes),
			func(_ Ctx, a sendArgs) world.Action { return world.Send{To: world.ActorID(a.Who), Text: a.Text} }),
		calls(helped(wizard("teleport", "Send somebody to a place, or to somebody.", "teleport ann me", Changes),
			"They are told by whom. A player who is away wakes there."), teleport),
		acts(wizard("peace", "End all fights here.", "peace", Changes),
			func(Ctx, none) world.Action { return world.Pacify{} }),
		acts(helped(wizard("slay", "Kill somebody here.", "slay rat", Destroys),
			"It earns nobody experience. Players wake at the start, as after any death. No wizard slays another."),
			func(_ Ctx, a slayArgs) world.Action { return world.Slay{Target: world.ActorID(a.Who)} }),
		calls(helped(wizard(verbFounder, "See who founded this world, whom no wizard demotes.", "founder", Reads),
			"Who claims a world is its founder. The operator names one for a world that was claimed before: mudlark founder "+
				"and a name."),
			func(c Ctx, a founderArgs) Call { return c.founds(strings.Fields(a.Who)) }),
		calls(helped(wizard("rename", "Give a player's character another name.", "rename ann Anna", Destroys),
			"They are told. The account signs in by the name that it had."), t.rename),
		calls(helped(wizard("redescribe", "Say what a player's character looks like.", "redescribe ann Tall, and wet.",
			Destroys), "redescribe ann alone takes the description away. They are told."), redescribe),
	}
}

// power turns one on or off; with no word, to the other than it is.
func power(p world.Power) func(Ctx, powerArgs) Call {
	return func(c Ctx, a powerArgs) Call {
		on := a.State == "on" || a.State == "" && !c.Actor.Has(p)
		return c.does(world.UsePower{Power: p, On: on})
	}
}

// wakes says of a player who is away where they will wake.
func (c Ctx) wakes(who *world.Actor) string {
	return prose.Capital(withID(c.definite(who), string(who.ID))) + " is away, and will wake at " +
		c.State.Rooms[who.Room].Name + "."
}

func teleport(c Ctx, a teleportArgs) Call {
	return c.haul(world.ActorID(a.Who), world.RoomID(a.Place), "is sent to ")
}

// haul makes the call of moving somebody, and says where they are.
func (c Ctx) haul(who world.ActorID, to world.RoomID, how string) Call {
	return c.decides(world.Haul{Body: who, To: to}, func(c Ctx) string {
		body := c.State.Actors[who]
		if body.Presence == world.Away {
			return c.wakes(body)
		}
		return prose.Capital(withID(c.definite(body), string(who))) + " " + how + c.State.Rooms[body.Room].Name + "."
	})
}

// summon brings somebody here, or everybody.
func summon(c Ctx, a summonArgs) Call {
	if a.Who == wordAll {
		return c.decides(world.Gather{}, func(c Ctx) string {
			left := 0
			for _, id := range c.State.Index.Awake {
				left += boolInt(c.State.Actors[id].Room != c.Actor.Room)
			}
			if left > 0 {
				return strconv.Itoa(left) + " are still elsewhere; give it once more."
			}
			return "Everybody in the world is here."
		})
	}
	return c.haul(world.ActorID(a.Who), c.Actor.Room, "is brought to ")
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func restoreAll(c Ctx) Call {
	return c.decides(world.RestoreAll{}, func(Ctx) string { return "Everybody in the world is whole again." })
}

func clearRoom(c Ctx) Call {
	return c.decides(world.ClearRoom{}, func(c Ctx) string {
		left := len(c.State.Index.Floor[c.Actor.Room])
		for _, id := range c.State.Index.Present[c.Actor.Room] {
			left += boolInt(!c.State.Actors[id].Player())
		}
		if left > 0 {
			return strconv.Itoa(left) + " things and creatures are still here; give it once more."
		}
		return "Nothing is here any more but people, and what they carry."
	})
}

// forceAll has every player do something who can. Nobody is forced to what they could not do.
func (t *Table) forceAll(c Ctx, line string) Call {
	var ids []world.ActorID
	for _, id := range c.State.Index.Awake {
		if who := c.State.Actors[id]; who.Rank() < c.Actor.Rank() && who.Presence == world.Here {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return Call{Refusal: refuse(world.CodeAbsent, "There is nobody in the world to be forced.")}
	}
	over := len(ids) - min(len(ids), forcedMost)
	return t.forceNext(c, forcing{line: line, ids: ids[:len(ids)-over], over: over})
}

// forcing is what is left of a `force all`.
type forcing struct {
	line       string
	ids        []world.ActorID
	done, over int
	why        *world.Refusal // of the last who could not
}

func (t *Table) forceNext(c Ctx, f forcing) Call {
	for len(f.ids) > 0 {
		body := c.State.Actors[f.ids[0]]
		f.ids = f.ids[1:]
		if body == nil {
			continue
		}
		call := t.forceOne(c, body, f.line)
		if call.Refusal == nil {
			call.Refusal = c.State.Refuses(c.Now, *call.Input)
		}
		if call.Refusal != nil {
			f.why = call.Refusal
			continue
		}
		f.done++
		call.Report, call.Then = nil, func(c Ctx) Call { return t.forceNext(c, f) }
		return call
	}
	if f.done == 0 {
		return Call{Refusal: f.why}
	}
	return Call{Report: func(Ctx) any {
		text := strconv.Itoa(f.done) + " do as you will."
		if f.done == 1 {
			text = "One does as you will."
		}
		if f.why != nil {
			text += " Others could not: " + f.why.Text
		}
		if f.over > 0 {
			text += " " + strconv.Itoa(f.over) + " more are in the world, which are too many at once."
		}
		return DoneReport{Text: text}
	}}
}

func (t *Table) rename(c Ctx, a renameArgs) Call {
	if t.Known(a.Name) {
		return Call{Refusal: refuse(world.CodeTaken, "That word is a command here. Choose another name.")}
	}
	was := c.State.Actors[world.ActorID(a.Who)].Name
	return c.decides(world.Rename{Who: world.ActorID(a.Who), Name: a.Name}, func(c Ctx) string {
		return was + " is called " + c.State.Actors[world.ActorID(a.Who)].Name + " from now on (" + a.Who + ")."
	})
}

func redescribe(c Ctx, a redescribeArgs) Call {
	return c.decides(world.Redescribe{Who: world.ActorID(a.Who), Text: a.Text}, func(c Ctx) string {
		who := c.State.Actors[world.ActorID(a.Who)]
		if who.Desc == "" {
			return withID(who.Name, a.Who) + " looks like anybody."
		}
		return withID(who.Name, a.Who) + " looks so now: " + who.Desc
	})
}

// founds is the operator's word who founded the world. Role and title are the operator's alone to give.
func (c Ctx) founds(words []string) Call {
	if len(words) == 0 {
		return Call{Report: founders}
	}
	if c.Actor != nil {
		return Call{Refusal: refuse(world.CodeNotAllowed, "Who founded this world is for its operator to say: mudlark "+
			"founder "+strings.Join(words, " ")+".")}
	}
	who, r := c.personCalled(words[0])
	if r != nil {
		return Call{Refusal: r}
	}
	if who.Founder && who.Role >= world.RoleWizard {
		return Call{Refusal: refuse(world.CodeAlready, who.Name+" is a founder of this world already.")}
	}
	return c.decides(world.Anoint{Body: who.ID, Founds: true}, func(Ctx) string {
		return who.Name + " is a founder of this world now, and stays its wizard."
	})
}

// founders names them.
func founders(c Ctx) any {
	var names []string
	for _, a := range world.Ordered(c.State.Actors) {
		if a.Founder {
			names = append(names, a.Name)
		}
	}
	if len(names) == 0 {
		return DoneReport{Text: "Nobody is the founder of this world. Its operator can say who is: mudlark founder and a " +
			"name."}
	}
	return DoneReport{Text: "This world was founded by " + strings.Join(names, " and ") + "."}
}
