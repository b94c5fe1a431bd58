package verb

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack"
)

// makes creates an entry with as little in it as can be.
func makes(c Ctx, a createArgs) Call {
	kind, id := kindNamed(a.Kind), strings.ToLower(a.ID)
	name := cmp.Or(strings.TrimSpace(a.Name), titled(id))
	if c.State.Entry(kind, id) != nil {
		return Call{Refusal: refuse(world.CodeTaken, "There is a "+kind+" "+id+" already.")}
	}
	var entry any
	fields := map[string]string{}
	switch kind {
	case "room":
		entry = world.RoomSpec{ID: world.RoomID(id), Zone: c.State.Rooms[c.Actor.Room].Zone, Desc: unwelcoming}
		fields["name"] = capitals(name)
	case "door":
		entry, fields["name"] = world.DoorSpec{ID: world.DoorID(id)}, name
	case "item":
		entry, fields["name"] = world.ItemSpec{ID: world.ProtoID(id), Desc: undescribed}, name
	case "mob":
		entry = world.MobSpec{ID: world.ProtoID(id), Desc: undescribed, Level: 1, HP: 10, Damage: world.Dice{N: 1, S: 4}}
		fields["name"] = name
	case "help":
		entry, fields["text"] = world.HelpSpec{ID: id}, cmp.Or(strings.TrimSpace(a.Name), undescribed)
	case "social":
		entry = world.SocialSpec{
			ID: world.SocialID(id), Alone: "You " + id + ".", AloneAll: "{actor} " + id + "s.",
			At: "You " + id + " at {target}.", AtTarget: "{actor} " + id + "s at you.",
			AtAll: "{actor} " + id + "s at {target}.",
		}
	case "channel":
		if pack.IsCommand(id) || dirOf(id) != "" {
			return Call{Refusal: refuse(world.CodeTaken, "There is a command "+id+" already.")}
		}
		entry = world.ChannelSpec{ID: world.ChannelID(id), Name: name, About: undescribed}
	case kindZone:
		zone := world.ZoneSpec{ID: world.ZoneID(id)}
		if !c.State.HasRooms(zone.ID) { // of one that people walk in already it is said for whom it is, and no more
			zone.Builders, zone.Closed = []string{c.Actor.Name}, true
		}
		entry = zone
		fields["name"] = capitals(name)
	case "quest":
		return c.newQuest(id, a.Name)
	case kindScript:
		entry = world.ScriptSpec{ID: world.ScriptID(id), Source: emptyScript}
		if text := strings.TrimSpace(a.Name); text != "" {
			fields["source"] = c.indented(text)
		}
	default:
		return Call{Refusal: refuse(world.CodeUnknown, "One can create a room, door, item, mob, quest, social, help, "+
			"channel, script or zone. What lies or lives somewhere comes of oreset and mreset.")}
	}
	for path, text := range fields {
		var err error
		if entry, err = pack.Set(kind, entry, path, text); err != nil {
			return Call{Refusal: refuse(world.CodeBadValue, sentenceOf(err.Error()))}
		}
	}
	var set world.Entries
	set.Put(kind, id, entry)
	return c.does(world.EditContent{Set: set})
}

// newQuest makes a quest of "slay rat Name" or "find lamp Name".
func (c Ctx) newQuest(id, text string) Call {
	how, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	of, name, _ := strings.Cut(strings.TrimSpace(rest), " ")
	need := world.NeedSpec{}
	switch strings.ToLower(how) {
	case "find":
		need.Find = world.ProtoID(strings.ToLower(of))
	case "slay":
		need.Slay = world.ProtoID(strings.ToLower(of))
	}
	if need.Find+need.Slay == "" || of == "" {
		return Call{Refusal: refuse(world.CodeMissing, "Say what is to be done: create quest "+id+
			" slay rat Dry Feet, or find and the id of a thing.")}
	}
	var set world.Entries
	set.Put("quest", id, world.QuestSpec{
		ID: world.QuestID(id), Name: cmp.Or(strings.TrimSpace(name), capitals(titled(id))), Room: c.Actor.Room,
		Offer: "Something has to be done here. Will you do it?", Active: "It is not done yet.", Done: "It is done.",
		Needs: []world.NeedSpec{need}, XP: 10,
	})
	return c.does(world.EditContent{Set: set})
}

type copyArgs struct {
	From string `json:"from" take:"word" help:"the id of what is to be copied"`
	ID   string `json:"id" take:"word" prep:"?to,as" help:"the id of the copy: small letters, digits and hyphens"`
}

// copyVerbs are tbaMUD's commands that copy a room or a pattern.
func copyVerbs() []*Verb {
	one := func(name, kind, brief, example, more string) *Verb {
		return calls(helped(builder(name, brief, example, Destroys), more), drafting(func(c Ctx, a copyArgs) Call {
			return c.copies(kind, strings.ToLower(a.From), strings.ToLower(a.ID))
		}))
	}
	return []*Verb{
		one("rcopy", "room", "Make a room that says what another says.", "rcopy hall hall-2",
			"It is in the zone in which you stand. Ways out are not copied: dig, or redit exits."),
		one("ocopy", "item", "Make a pattern of things like another.", "ocopy lamp lamp-2",
			"oedit then says how it differs."),
		one("mcopy", "mob", "Make a pattern of creatures like another.", "mcopy rat rat-2",
			"medit then says how it differs."),
		one("tcopy", kindScript, "Make a script like another.", "tcopy parrot parrot-2",
			"trigedit then says how it differs; attach has it be asked somewhere."),
	}
}

// copies makes an entry that says what another of its kind says.
func (c Ctx) copies(kind, from, id string) Call {
	if c.State.Entry(kind, id) != nil {
		return Call{Refusal: refuse(world.CodeTaken, "There is a "+kind+" "+plain(clip(id))+" already.")}
	}
	var entry any
	switch e := c.State.Entry(kind, from).(type) {
	case world.RoomSpec:
		e.ID, e.Zone, e.Exits = world.RoomID(id), c.State.Rooms[c.Actor.Room].Zone, nil
		entry = e
	case world.ItemSpec:
		e.ID = world.ProtoID(id)
		entry = e
	case world.MobSpec:
		e.ID = world.ProtoID(id)
		entry = e
	case world.ScriptSpec:
		e.ID = world.ScriptID(id)
		entry = e
	default:
		return Call{Refusal: noEntry(c.State, "create "+kind, kind, from)}
	}
	var set world.Entries
	set.Put(kind, id, entry)
	return c.does(world.EditContent{Set: set})
}

// capitals makes each word of a name begin with a capital.
func capitals(name string) string {
	words := strings.Fields(name)
	for i, w := range words {
		_, n := utf8.DecodeRuneInString(w)
		words[i] = strings.ToUpper(w[:n]) + w[n:]
	}
	return strings.Join(words, " ")
}
