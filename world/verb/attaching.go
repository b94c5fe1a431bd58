package verb

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

type attachArgs struct {
	Script string `json:"script" take:"word" help:"the id of a script; script lists them"`
	Kind   string `json:"kind" take:"word" opt:"yes" help:"room, item or mob; room when left out"`
	ID     string `json:"id" take:"word" opt:"yes" help:"its id; of the room where you are when left out"`
}

// attachVerbs say which scripts are asked at a place, a thing or a creature.
func attachVerbs() []*Verb {
	attach := helped(builder("attach", "Have a script be asked at a place, a thing or a creature.",
		"attach parrot room", Destroys), "attach parrot room is of the room where you are; attach parrot mob rat of "+
		"all rats, "+
		"attach parrot item lamp of all lamps. It is asked after those that are there. detach takes it off, and undo takes "+
		"either back. trigedit says what the script does.")
	detach := helped(builder("detach", "Have a script be asked no more at a place, a thing or a creature.",
		"detach parrot room", Destroys), "It stays, and is asked wherever else it is attached: script lists where.")
	return []*Verb{
		calls(attach, drafting(func(c Ctx, a attachArgs) Call { return c.attaches(a, true) })),
		calls(detach, drafting(func(c Ctx, a attachArgs) Call { return c.attaches(a, false) })),
	}
}

// attaches puts a script at the end of those of an entry, or takes it off.
func (c Ctx) attaches(a attachArgs, isOn bool) Call {
	script := world.ScriptID(strings.ToLower(a.Script))
	kind, id := kindNamed(a.Kind), strings.ToLower(a.ID)
	if kind == "" {
		kind = "room"
	}
	if id == "" {
		id = c.entryHere(kind)
	}
	if isOn && c.State.Scripts[script] == nil {
		return Call{Refusal: noEntry(c.State, "script", kindScript, string(script))}
	}
	entry := c.State.Entry(kind, id)
	var list []world.ScriptID
	switch e := entry.(type) {
	case world.RoomSpec:
		list = e.Scripts
	case world.ItemSpec:
		list = e.Scripts
	case world.MobSpec:
		list = e.Scripts
	case nil:
		return Call{Refusal: noEntry(c.State, "attach "+plain(clip(a.Script))+" "+plain(clip(kind)), kind, id)}
	default:
		return Call{Refusal: refuse(world.CodeBadValue, "Scripts are asked at a room, an item or a mob.")}
	}
	at := slices.Index(list, script)
	switch {
	case isOn && at >= 0:
		return Call{Refusal: refuse(world.CodeAlready, "It is asked there already.")}
	case isOn:
		list = append(slices.Clone(list), script)
	case at < 0:
		return Call{Refusal: refuse(world.CodeUnknown, "No script "+plain(clip(a.Script))+" is asked there.")}
	default:
		list = slices.Delete(slices.Clone(list), at, at+1)
	}
	return c.does(world.EditContent{Set: withScripts(kind, id, entry, list)})
}

// withScripts is an entry with other scripts.
func withScripts(kind, id string, entry any, list []world.ScriptID) (set world.Entries) {
	if len(list) == 0 {
		list = nil
	}
	switch e := entry.(type) {
	case world.RoomSpec:
		e.Scripts = list
		entry = e
	case world.ItemSpec:
		e.Scripts = list
		entry = e
	case world.MobSpec:
		e.Scripts = list
		entry = e
	}
	set.Put(kind, id, entry)
	return set
}
