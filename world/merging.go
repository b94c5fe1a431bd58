package world

import (
	"strconv"
	"strings"
)

// A pack is applied to a world that was edited from inside. What the pack says as it said before the edit stays as it
// was edited; what it says as the edit does is edited no more; where both changed, the edit stays and the clash is
// kept, until somebody makes the one like the other.

// keepEdits takes out of what a pack changes all that was edited from inside.
func (s *State) keepEdits(p *Pack, e *PackApplied) {
	if len(s.Edits) == 0 {
		return
	}
	theirs := p.Content()
	stays := map[Key]bool{}
	for entry, row := range Ordered(s.Edits) {
		kind, id := cutEntry(entry)
		says, is := Digest(theirs.Entry(kind, id)), Digest(s.Entry(kind, id))
		switch {
		case says == is:
			e.Settled = append(e.Settled, entry)
		case is == row.Base: // undone, or edited back
			e.Settled = append(e.Settled, entry)
			continue
		case says == row.Base && row.Clash:
			kept := *row
			kept.Clash, kept.Theirs = false, ""
			e.Kept = append(e.Kept, kept)
		case says != row.Base && (!row.Clash || row.Theirs != says):
			kept := *row
			kept.Clash, kept.Theirs = true, says
			e.Kept = append(e.Kept, kept)
		}
		stays[Key{kind, id}] = true
	}
	e.spare(stays)
}

// spare takes entries out of a change.
func (e *PackApplied) spare(stays map[Key]bool) {
	left := Entries{
		Rooms: e.Rooms, Doors: e.Doors, Items: e.Items, Mobs: e.Mobs, Spawns: e.Spawns, Quests: e.Quests,
		Socials: e.Socials, Help: e.Help, Tables: e.Tables, Zones: e.Zones,
		Channels: e.Channels, Crafts: e.Crafts, Scripts: e.Scripts, Figures: e.Figures, Liquids: e.Liquids,
		Recipes: e.Recipes,
		Gone: Withdrawn{
			Rooms: e.RoomsGone, Doors: e.DoorsGone, Items: e.ItemsGone, Mobs: e.MobsGone, Spawns: e.SpawnsGone,
			Quests: e.QuestsGone, Socials: e.SocialsGone, Help: e.HelpGone, Tables: e.TablesGone, Zones: e.ZonesGone,
			Channels: e.ChannelsGone, Crafts: e.CraftsGone, Scripts: e.ScriptsGone,
			Figures: e.FiguresGone, Liquids: e.LiquidsGone, Recipes: e.RecipesGone,
		},
	}
	for _, k := range shelves {
		k.drop(&left, func(id string) bool { return stays[Key{k.kind, id}] })
	}
	now := left.Applied()
	now.ID, now.Info, now.Kept, now.Settled = e.ID, e.Info, e.Kept, e.Settled
	*e = now
}

// Content returns what a pack holds, with the patterns that the rules themselves need.
func (p *Pack) Content() *Entries {
	return &Entries{
		Rooms: p.Rooms, Doors: p.Doors, Items: builtin(p.Items), Mobs: p.Mobs, Spawns: p.Spawns, Quests: p.Quests,
		Socials: p.Socials, Help: p.Help, Tables: p.Tables, Zones: p.Zones,
		Channels: p.Channels, Crafts: p.Crafts, Scripts: p.Scripts, Figures: p.Figures, Liquids: p.Liquids,
		Recipes: p.Recipes,
	}
}

// cutEntry parts what [EntryKey] joins.
func cutEntry(entry string) (kind, id string) {
	kind, id, _ = strings.Cut(entry, ":")
	return kind, id
}

// changeNumber reads the id of a row; 0 for what is none.
func changeNumber(id string) int {
	n, err := strconv.Atoi(id)
	if err != nil {
		return 0
	}
	return n
}
