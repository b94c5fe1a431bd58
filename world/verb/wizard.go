package verb

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

type placeArgs struct {
	Place string `json:"place" take:"place" prep:"?to" help:"a room's id or name, or a person to go to"`
}

type summonArgs struct {
	Who string `json:"person" take:"actor" in:"everybody" help:"somebody in the world, a player who is away, or all"`
}

type bodyArgs struct {
	Who string `json:"person" take:"actor" in:"anywhere" help:"somebody in the world"`
}

type forceArgs struct {
	Who  string `json:"person" take:"actor" in:"anybody" help:"somebody in the world, or all"`
	Line string `json:"command" take:"text" prep:"?to" help:"what they shall do"`
}

type patternArgs struct {
	Pattern string `json:"pattern" take:"word" help:"the id of an item's or creature's pattern"`
	Count   int    `json:"count" take:"number" opt:"yes" help:"how many, 20 at most; one if left out"`
}

type statArgs struct {
	What string `json:"target" take:"text" opt:"yes" help:"a person, thing, room, zone or pattern; nothing for this room"`
}

type zresetArgs struct {
	Zone string `json:"zone" take:"text" opt:"yes" help:"a zone's name; without one that in which you are"`
}

type purgeArgs struct {
	What Target `json:"target" take:"target" in:"namesakes" opt:"yes" help:"a thing or creature here; nothing, for all"`
}

type setArgs struct {
	Who   string `json:"person" take:"actor" in:"known" help:"somebody in the world, or a player who is away"`
	Field string `json:"field" take:"word" help:"hp, hpmax, level, xp, coins, role, or the id of a craft"`
	Value string `json:"value" take:"word" help:"a number, or a role: player, builder, wizard, head"`
}

type shutdownArgs struct {
	When string `json:"seconds" take:"word" help:"seconds from now, or off"`
	Why  string `json:"reason" take:"text" opt:"yes" help:"told to everybody"`
}

// CheckReport says whether the world's invariants hold.
type CheckReport struct {
	Problems []string `json:"problems"`
	Counts   string   `json:"counts"`
}

func wizard(name, brief, example string, effect Effect) Verb {
	return Verb{
		Name: name, Topic: "Wizardry", Need: world.RoleWizard, Effect: effect, Only: Typed, Brief: brief,
		Example: example,
	}
}

func summonVerb() Verb {
	v := helped(wizard("summon", "Bring somebody here.", "summon ann", Changes),
		"summon all brings every player of the world. They are told by whom. A player who is away wakes here.")
	v.Aliases = []string{"transfer"}
	return v
}

func (t *Table) wizardVerbs() []*Verb {
	return append(t.commonWizardVerbs(), t.decreeVerbs()...)
}

func (t *Table) commonWizardVerbs() []*Verb {
	return []*Verb{
		actsThen(wizard("goto", "Go somewhere, or to somebody, at once.", "goto ann", Changes),
			func(c Ctx, a placeArgs) world.Action { return world.Haul{Body: c.Actor.ID, To: world.RoomID(a.Place)} },
			lookAfter),
		calls(summonVerb(), summon),
		calls(at(), t.at),
		calls(helped(wizard("force", "Make somebody do something.", "force ann to say hello", Destroys),
			"They are told by whom. force all to say hello has every player do it who can, but for wizards."), t.force),
		calls(helped(wizard("load", "Make a thing or creature from its pattern.", "load rusty-key", Changes),
			"load rusty-key 3 makes three."), load),
		calls(helped(wizard("zreset", "Make at once what a zone lacks, and set its doors as they begin.", "zreset", Changes),
			"Without a name it is the zone in which you are; zlist lists them. What is there stays. Of a large zone what is "+
				"left is made by the next zreset."),
			zreset),
		calls(helped(wizard("purge", "Remove a thing or a creature for good.", "purge lamp", Destroys),
			"purge alone clears the room of things and creatures, never of people or of what they carry."), purge),
		calls(helped(wizard("zpurge", "Clear a zone of things and creatures, never of people.", "zpurge", Destroys),
			"Without a name it is the zone in which you are. What people carry stays theirs, and rules of the zone make anew "+
				"what belongs there: zedit resets never, before, keeps it empty."), zpurge),
		calls(helped(wizard("unaffect", "End what is upon somebody for a time.", "unaffect me", Changes),
			"affects lists what is upon you; stat ann what is upon another."), unaffect),
		calls(wizard("set", "Set a value of somebody: hp, hpmax, level, xp, coins, role.", "set me hp 5", Destroys),
			setField),
		calls(helped(wizard("restore", "Give somebody all their hit points.", "restore me", Changes),
			"restore all gives them to every player in the world."), restore),
		acts(wizard("echo", "Put words before everybody here, as they are.", "echo The floor trembles.", Changes),
			func(_ Ctx, a textArgs) world.Action { return world.Echo{Text: a.Text} }),
		tells(helped(wizard("stat", "See anything as the state has it.", "stat me", Reads), statHelp), stat),
		tells(wizard("check", "Check the world's invariants.", "check", Reads), check),
		auditVerb(),
		asks(wizard("unpoison", "Let actions and timers that met a crash happen again.", "unpoison", Changes),
			func(Ctx, none) Ask { return Ask{Kind: AskUnpoison} }),
		asks(helped(wizard("apply", "Read the world's files again, and make what they say so.", "apply", Destroys),
			"The files are those of the pack with which the server was started. Nobody is thrown out: people and things "+
				"stay, and those of a room that is withdrawn go to where people arrive. A pack that is wrong changes nothing, "+
				"and you are told the file and the line. From a shell, mudlark apply does the same."),
			func(Ctx, none) Ask { return Ask{Kind: AskApply} }),
		asks(helped(wizard("asave", "Write what was edited inside the world into its files.", "asave", Destroys),
			"The files are those of the pack with which the server was started. Only what was edited is written anew: all "+
				"else, comments too, stays as it is. Afterwards nothing counts as edited; undo still takes a change back. From "+
				"a shell, mudlark export does the same."),
			func(Ctx, none) Ask { return Ask{Kind: AskWritePack} }),
		calls(wizard("shutdown", "Stop the server after a countdown; off calls it off.", "shutdown off", Destroys),
			func(c Ctx, a shutdownArgs) Call { return halt(c, a, false) }),
		calls(helped(wizard("reboot", "Restart the server after a countdown; off calls it off.", "reboot 60", Destroys),
			"Everything is kept, and whoever plays with mudlark play or over MCP comes back by themselves. What started the "+
				"server must start it again: the operator's guide says how, under Start and stop."),
			func(c Ctx, a shutdownArgs) Call { return halt(c, a, true) }),
	}
}

// DoneReport is a plain word of success.
type DoneReport struct {
	Text string `json:"text"`
}

// force makes another body act; the record says by whom.
func (t *Table) force(c Ctx, a forceArgs) Call {
	if a.Who == wordAll {
		return t.forceAll(c, a.Line)
	}
	return t.forceOne(c, c.State.Actors[world.ActorID(a.Who)], a.Line)
}

func (t *Table) forceOne(c Ctx, body *world.Actor, line string) Call {
	if body.Rank() >= c.Actor.Rank() && body != c.Actor {
		return Call{Refusal: refuse(world.CodeNotAllowed, body.Name+" would not let you.")}
	}
	forced := Ctx{
		State: c.State, Now: c.Now, Actor: body, Via: world.Via{Kind: world.ViaForce, By: c.Actor.ID, Told: true},
	}
	call := t.forge(forced, line)
	if call.Refusal == nil && call.Input == nil {
		call = Call{Refusal: refuse(world.CodeCannot, "Looking cannot be forced on anybody.")}
	}
	ref := c.State.ActorRef(body)
	who := ref.Bare
	if ref.Name != ref.Bare {
		who = "The " + who // the one, whatever article lists give it
	}
	call.Then, call.Report = nil, func(Ctx) any { return DoneReport{Text: who + " does as you will."} }
	return call
}

func setField(c Ctx, a setArgs) Call {
	a.Field = c.settable(a.Field)
	value, err := strconv.Atoi(a.Value)
	if r := rankCalled(a.Value); a.Field == "role" && r != 0 {
		value, err = int(r), nil
	}
	if err != nil {
		return Call{Refusal: refuse(world.CodeBadValue, "That is not a value for "+a.Field+".")}
	}
	who := c.State.Actors[world.ActorID(a.Who)]
	was, more := 0, ""
	if who != nil {
		was = c.State.Field(who, a.Field, c.Now)
		if a.Field == "level" && who.Player() {
			more = " Experience and health go with it."
		}
	}
	return Call{
		Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: world.SetField{
			Actor: world.ActorID(a.Who), Field: a.Field, Value: value,
		}},
		Report: func(c Ctx) any {
			return DoneReport{Text: "The " + prose.FieldName(a.Field) + " of " + withID(c.definite(who), a.Who) + " is now " +
				prose.FieldValue(a.Field, value) + "; it was " + prose.FieldValue(a.Field, was) + "." + more}
		},
	}
}

// settable is what can be set that begins so, or what was typed where nothing does.
func (c Ctx) settable(typed string) string {
	typed = lower(typed)
	for _, name := range c.State.Settable() {
		if typed != "" && strings.HasPrefix(name, typed) {
			return name
		}
	}
	return typed
}

func restore(c Ctx, a summonArgs) Call {
	id := world.ActorID(a.Who)
	if a.Who == wordAll {
		return restoreAll(c)
	}
	return Call{
		Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: world.Restore{Actor: id}},
		Report: func(c Ctx) any {
			if id == c.Actor.ID {
				return DoneReport{Text: withID("You", a.Who) + " are whole again."}
			}
			return DoneReport{Text: prose.Capital(withID(c.definite(c.State.Actors[id]), a.Who)) + " is whole again."}
		},
	}
}

// unaffect says what is upon somebody no more; who does it to themselves is told by the world.
func unaffect(c Ctx, a bodyArgs) Call {
	who := c.State.Actors[world.ActorID(a.Who)]
	call := Call{Input: &world.Input{
		Actor: c.Actor.ID, Via: c.Via, Action: world.Unaffect{Actor: world.ActorID(a.Who)},
	}}
	if who == nil || who == c.Actor {
		return call
	}
	var names []string
	for _, e := range who.Effects {
		names = append(names, e.Name)
	}
	text := prose.Capital(withID(c.definite(who), a.Who)) + " is rid of: " + strings.Join(names, ", ") + "."
	call.Report = func(Ctx) any { return DoneReport{Text: text} }
	return call
}

func zreset(c Ctx, a zresetArgs) Call {
	zone := a.Zone
	if zone == "" {
		zone = c.State.Rooms[c.Actor.Room].Zone
	}
	return Call{
		Input:  &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: world.ResetZone{Zone: zone}},
		Report: func(Ctx) any { return DoneReport{Text: "The zone " + plain(clip(zone)) + " is reset."} },
	}
}

func zpurge(c Ctx, a zresetArgs) Call {
	zone := a.Zone
	if zone == "" {
		zone = c.State.Rooms[c.Actor.Room].Zone
	}
	return c.decides(world.ClearRoom{Zone: zone}, func(c Ctx) string {
		done := "The zone " + plain(clip(zone)) + " is cleared"
		if left := c.clearable(zone); left > 0 {
			return done + " in part: " + strconv.Itoa(left) + " things and creatures are left, for that many at once are too " +
				"many. Give it once more."
		}
		return done + "."
	})
}

// clearable counts what zpurge takes away: creatures, and what lies in the rooms of a zone, buried or not.
func (c Ctx) clearable(zone string) (n int) {
	for id, r := range c.State.Rooms {
		if !r.InZone(zone) {
			continue
		}
		n += len(c.State.Index.Floor[id]) + len(c.State.Index.Buried[id])
		for _, who := range c.State.Index.Present[id] {
			if !c.State.Actors[who].Player() {
				n++
			}
		}
	}
	return n
}

func halt(c Ctx, a shutdownArgs, again bool) Call {
	act := world.Halt{Reason: a.Why, Again: again}
	if strings.EqualFold(a.When, "off") {
		act.Off = true
	} else {
		n, err := strconv.Atoi(a.When)
		if err != nil {
			return Call{Refusal: refuse(world.CodeBadValue, "Say in how many seconds, or off.")}
		}
		act.Seconds = n
	}
	return Call{Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: act}}
}

func check(c Ctx, _ none) (any, *world.Refusal) {
	out := CheckReport{Counts: fmt.Sprintf("%d rooms, %d things, %d bodies, %d timers, sequence %d",
		len(c.State.Rooms), len(c.State.Items), len(c.State.Actors), len(c.State.Timers), c.State.Seq)}
	if err := c.State.Check(); err != nil {
		out.Problems = strings.Split(err.Error(), "\n")
	}
	return out, nil
}
