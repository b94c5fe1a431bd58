package self

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/words"
	"github.com/mudlark-mud/mudlark/world"
)

// Kept watches over its own secrets.
func (m *Self) Kept() *words.Watch {
	w := &words.Watch{}
	for _, s := range m.C.Spec.Secrets {
		w.Add(s)
	}
	return w
}

// Others watches over what anybody but one person said, aloud or in confidence, and, unless it is among the two alone,
// over what that person said in confidence: whatever of it is remembered, waits to be, or was heard lately. What that
// person said in the same words is theirs too, and not watched over.
func (m *Self) Others(to *Person, private bool) *words.Watch {
	w, own := &words.Watch{}, &words.Watch{}
	add := func(by, only, text string) {
		switch {
		case !m.May(by, only, to, private):
			w.Add(text)
		case to != nil && by == to.ID:
			own.Add(text)
		}
	}
	for _, r := range slices.Concat(m.Mem.Rows(), m.rows) {
		add(m.Whose(&r), r.Only, Quoted(r.Text))
	}
	for _, e := range m.last {
		add(e.speaker, e.only, e.words)
	}
	for _, p := range world.Ordered(m.People) {
		for _, t := range m.open.With(p.ID, m.Now) {
			if !t.Mine {
				add(p.ID, "", t.Text)
			}
		}
		for _, t := range m.closed.With(p.ID, m.Now) {
			if !t.Mine {
				add(p.ID, p.ID, t.Text)
			}
		}
	}
	w.Spare(own)
	return w
}

// Whose returns whose words stand in a memory: those of who said them, or gave their word; "" when nobody's do.
func (m *Self) Whose(r *memory.Row) string {
	if r.Source == "" && r.Kind == memory.Promise && r.By != m.C.ID {
		return r.By
	}
	return r.Source
}

// isCreature reports whether an id is of nobody who could be asked whether a model may have their words: of a creature,
// of the mind itself, or of nobody at all.
func (m *Self) isCreature(id string) bool {
	return id == "" || id == m.C.ID || m.isBeast(id) || strings.HasPrefix(id, creaturePrefix)
}

// creaturePrefix begins the ids of creatures, as world.PlayerPrefix those of players.
const creaturePrefix = "npc-"

// May reports whether words that are somebody's, and perhaps for one person alone, may be shown where it deals with a
// person.
func (m *Self) May(by, only string, to *Person, private bool) bool {
	id := ""
	if to != nil {
		id = to.ID
	}
	return (only == "" || private && only == id) && (by == id || m.isCreature(by))
}

// unknown is who said what was heard, and could not be seen.
const unknown = "?"

// isFor reports whether something that happened may be told where it deals with a person: it is nobody else's
// confidence, and has nobody else's words.
func (m *Self) isFor(e event, to *Person, private bool) bool {
	return m.May(e.speaker, e.only, to, private)
}

// isWordless reports whether the world itself makes all the words in which an event of a kind is told. Of every other
// kind, new ones among them, they might be a player's.
func isWordless(kind string) bool {
	return slices.Contains([]string{
		"moved", "entered", "rejoined", "departed", "severed", "follow_began", "follow_ended", "gestured", "seat_taken",
		"seat_left", "watch_began", "watch_ended", "game_began", "game_ended", "rematch_asked", DeedGave, "item_taken",
		"item_dropped", "item_put", "item_worn", "item_removed", "item_made", "coins_taken", "haggled", "quoted",
		DeedBought, DeedSold, DeedFight, DeedBlow, DeedMissed, "fight_ended", "flee_failed", DeedDied, "corpse_left",
		"healed", "sea_hurt", "door_worked", "lid_worked", "tide_warned", "tide_turned", "mob_made", "mob_gone",
	}, kind)
}

// Players lists the true names of players that stand in some texts, as far as it could ever have learnt of them: by
// sight, by hearsay, from its memories, and from the ids of those whom it does not know otherwise.
func (m *Self) Players(in []string) []string {
	all := words.Split(strings.Join(in, "\n"))
	stand, looked := map[string]bool{}, map[string]bool{} // words, and names that were looked for
	for _, word := range all {
		stand[word] = true
	}
	var out, creatures []string
	for _, p := range world.Ordered(m.People) {
		if m.isCreature(p.ID) {
			creatures = append(creatures, p.Name)
		}
	}
	add := func(name string) {
		name = Bare(name)
		if looked[name] {
			return
		}
		looked[name] = true
		if parts := words.Split(name); len(parts) == 0 || !stand[parts[0]] {
			return
		}
		isKnown := func(n string) bool { return strings.EqualFold(n, name) }
		if len(name) > 1 && words.Has(all, name) && !slices.ContainsFunc(out, isKnown) &&
			!slices.ContainsFunc(creatures, isKnown) {
			out = append(out, name)
		}
	}
	called := func(id, name string) {
		if m.isCreature(id) {
			return
		}
		add(name)
		if name, isPlayer := strings.CutPrefix(id, world.PlayerPrefix); isPlayer {
			name, _, _ = strings.Cut(name, "-")
			add(name)
		}
	}
	for _, p := range world.Ordered(m.People) {
		called(p.ID, p.Name)
	}
	for _, e := range m.Look.Entities {
		if e.Kind == "person" {
			add(e.Name)
		}
	}
	for _, r := range slices.Concat(m.Mem.Rows(), m.rows) {
		called(r.By, r.Name)
		for _, id := range append([]string{r.Source, r.Only}, r.Who...) {
			called(id, "")
		}
	}
	for _, e := range m.last {
		for id, name := range world.Ordered(e.who) {
			called(id, name)
		}
	}
	return out
}

// named lists those whom an event names, by their ids. Whom it names without an id might be a player.
func named(p *mind.Percept) map[string]string {
	who := map[string]string{cmp.Or(p.Actor, unknown): p.ActorName}
	for field := range world.Ordered(p.Data) {
		if field == "target_name" {
			who[cmp.Or(text(p.Data, "target"), unknown+field)] = text(p.Data, field)
		}
	}
	if p.Kind == "game_began" {
		for _, name := range sides(p) {
			who[unknown+name] = name
		}
	}
	return who
}
