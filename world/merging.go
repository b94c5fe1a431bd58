package world

import (
	"slices"
	"strconv"
	"strings"
)

// A pack is applied to a world that was edited from inside. What the pack says as it said before the edit stays as it
// was edited; what it says as the edit does is edited no more; where both changed, the edit stays and the clash is
// kept, until somebody makes the one like the other.

// keepEdits takes out of what a pack changes all that was edited from inside; with keep also what a pack that was
// applied before had taken over of that, and this one has not.
func (s *State) keepEdits(p *Pack, e *PackApplied, keep bool) {
	theirs := p.Content()
	stays := map[Key]bool{}
	if keep {
		for _, row := range s.takenBack(theirs) {
			e.Kept = append(e.Kept, row)
			kind, id := cutEntry(row.Entry)
			stays[Key{kind, id}] = true
		}
	}
	if len(s.Edits)+len(stays) == 0 {
		return
	}
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

// takenBack lists what is as somebody made it from inside, counts as no edit any more, because a pack had it so, and
// would be again as it was before by what a pack holds.
func (s *State) takenBack(theirs *Entries) (out []Edited) {
	newest, before := map[string]Mark{}, map[string][]string{}
	rows := map[string]Edited{}
	for n, ch := range Ordered(s.Changes) {
		for _, m := range ch.Now {
			kind, id := cutEntry(m.Entry)
			was := Digest(ch.Was.Entry(kind, id))
			before[m.Entry] = append(before[m.Entry], was)
			row, known := rows[m.Entry]
			if who := s.Actors[ch.By]; !known && was == "" && who != nil {
				row.Maker = who.Num
			}
			row.Entry, row.Change = m.Entry, n
			rows[m.Entry], newest[m.Entry] = row, m
		}
	}
	for entry, row := range Ordered(rows) {
		kind, id := cutEntry(entry)
		says, is := Digest(theirs.Entry(kind, id)), Digest(s.Entry(kind, id))
		if s.Edits[entry] != nil || says == is || is != newest[entry].Digest || !slices.Contains(before[entry], says) {
			continue
		}
		if row.Base = says; says != "" {
			row.Maker = 0
		}
		out = append(out, row)
	}
	return out
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
