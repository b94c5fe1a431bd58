package verb

import (
	"fmt"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

type areasArgs struct {
	Page string `json:"page" take:"text" opt:"yes" help:"page N"`
}

// zoneVerbs say who builds in a zone and who walks in, and where there is something to see.
func zoneVerbs() []*Verb {
	areas := Verb{
		Name: "areas", Topic: "Moving", Need: world.RoleGuest, Only: Typed, Example: "areas",
		Brief: "See which areas there are, and for whom they are meant.",
		Help:  "map and the name of a place tell the way. " + pageHelp,
	}
	return []*Verb{
		tells(areas, areasOf),
		calls(helped(wizard("zlock", "Keep builders from changing a zone.", "zlock", Changes),
			"Wizards change it all the same. zunlock ends it. zedit builders says which builders may, when it is not locked."),
			drafting(func(c Ctx, a zresetArgs) Call {
				return c.zoned(a.Zone, func(z *world.ZoneSpec) { z.Locked = true })
			})),
		calls(wizard("zunlock", "Let builders change a zone again.", "zunlock", Changes),
			drafting(func(c Ctx, a zresetArgs) Call {
				return c.zoned(a.Zone, func(z *world.ZoneSpec) { z.Locked = false })
			})),
		calls(helped(builder(wordPublish, "Make a draft so, or open a zone that was closed while it was built.",
			"publish workshop", Changes), "With a draft open it is that one, without a name, or a draft by its name: all of it "+
			"or nothing, and undo takes all of it back. Of a zone: from then on everybody walks in. zedit closed yes closes "+
			"it again: who is inside may stay and walk out. While it is closed those walk in who build there, and whom zedit "+
			"testers names."),
			func(c Ctx, a zresetArgs) Call {
				name, read := orVersion(a.Zone)
				if d := c.State.Drafts[world.DraftID(name)]; name == "" && c.draftOpen() != nil ||
					d != nil && c.State.Judges(c.Actor, d) {
					return c.closesDraft(wordPublish, name, read)
				}
				return c.inDraft().zoned(a.Zone, func(z *world.ZoneSpec) { z.Closed = false })
			}),
	}
}

// zoned changes what is said of a zone.
func (c Ctx) zoned(typed string, change func(*world.ZoneSpec)) Call {
	name := strings.TrimSpace(typed)
	if name == "" {
		name = c.State.Rooms[c.Actor.Room].Zone
	}
	id := world.ZoneKey(name)
	now := world.ZoneSpec{ID: id, Name: capitals(titled(string(id)))}
	if z := c.State.Zones[id]; z != nil {
		now = *z
	} else if !c.State.HasRooms(id) {
		return Call{Refusal: refuse(world.CodeUnknown, "There is no zone "+plain(clip(name))+"; zlist lists them.")}
	}
	was := now
	if change(&now); now.Closed == was.Closed && now.Locked == was.Locked {
		return Call{Refusal: refuse(world.CodeAlready, "The zone "+string(id)+" is so already.")}
	}
	var set world.Entries
	set.Put(kindZone, string(id), now)
	return c.does(world.EditContent{Set: set})
}

// areasOf lists the zones into which whoever asks may walk, as far as anything is said of them.
func areasOf(c Ctx, a areasArgs) (any, *world.Refusal) {
	_, page := askedPage(a.Page)
	var lines []string
	for _, z := range world.Ordered(c.State.Zones) {
		if !z.Admits(c.Actor) {
			continue
		}
		line := z.Name
		if span := levelsOf(z); span != "" {
			line += ", for " + span
		}
		if z.Desc != "" {
			line += ": " + z.Desc
		}
		if z.ID == world.ZoneKey(c.State.Rooms[c.Actor.Room].Zone) {
			line += " You are there."
		}
		lines = append(lines, line)
	}
	return pageOf("Areas", lines, page, "areas", "Nothing is written of the areas here. map shows what lies about you.")
}

// levelsOf says for which levels a zone is meant; "" where that is not said.
func levelsOf(z *world.ZoneSpec) string {
	switch {
	case z.From == 0 && z.To == 0:
		return ""
	case z.To == 0:
		return fmt.Sprintf("level %d and more", z.From)
	case z.From == z.To:
		return fmt.Sprintf("level %d", z.From)
	}
	return fmt.Sprintf("levels %d to %d", max(z.From, 1), z.To)
}

// zoneLines says what is out of the ordinary with a zone; nil is one of which nothing is said.
func zoneLines(z *world.ZoneSpec) (out []string) {
	if z == nil {
		return nil
	}
	if span := levelsOf(z); span != "" {
		out = append(out, "for "+span)
	}
	if len(z.Builders) > 0 {
		out = append(out, "built by "+strings.Join(z.Builders, ", "))
	}
	if z.Locked {
		out = append(out, "locked: only wizards change it")
	}
	if z.Closed {
		note := "closed: only its builders walk in"
		if len(z.Testers) > 0 {
			note += ", and " + strings.Join(z.Testers, ", ")
		}
		out = append(out, note)
	}
	switch z.Resets {
	case world.ResetsEmpty:
		out = append(out, "made anew only while no player is there")
	case world.ResetsNever:
		out = append(out, "nothing is made anew")
	}
	return out
}
