package surroundings

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Effect is something that lasts for a while and matters to somebody: they heal, they carry a light, the sea comes.
type Effect struct {
	Name, Note string
	Until      world.Time // when it ends; 0 if nobody knows
}

// Lasting is an effect with the moment by the clock on the wall when it ends; the zero time if nobody knows.
type Lasting struct {
	Name, Note string
	Until      time.Time
}

// sameMoment is by how much a moment may seem to move, because it is told a little late, and is the same.
const sameMoment = 2 * time.Second

// Lasts says when the effects of a view end, by a clock on the wall. A moment that was told before stays as it was.
func (v *View) Lasts(now time.Time, before []Lasting) []Lasting {
	out := make([]Lasting, len(v.Effects))
	for i, e := range v.Effects {
		out[i] = Lasting{Name: e.Name, Note: e.Note}
		if e.Until == 0 {
			continue
		}
		out[i].Until = now.Add(time.Duration(e.Until-v.At) * time.Millisecond).Truncate(time.Second)
		at := slices.IndexFunc(before, func(was Lasting) bool { return was.Name == e.Name && was.Note == e.Note })
		if at >= 0 && before[at].Until.Sub(out[i].Until).Abs() <= sameMoment {
			out[i].Until = before[at].Until
		}
	}
	return out
}

// Fill adds to a view what only a screen with room for it draws: effects, what quests still want, and the places
// around.
func (s *Surveyor) Fill(v *View, st *world.State, a *world.Actor, now world.Time) {
	v.Map = s.of(v, st, a, now)
	if foe := st.Actors[a.Fighting]; foe != nil && !v.Room.Dark {
		v.FoeLooks = world.Health(st.HPNow(foe, now), foe.HPMost())
	}
	v.Effects = effects(v, st, a, now)
	v.Fight, v.FightDue = fight(v, st, a, now)
	for i := range v.Quests {
		v.Quests[i].Note = wants(st, a, v.Quests[i].ID)
	}
}

// fight is the fight by turns that somebody takes part in, or sees where they are.
func fight(v *View, st *world.State, a *world.Actor, now world.Time) (*proposal.View, world.Time) {
	e := st.EncounterIn(a.Room)
	if e == nil || v.Room.Dark && st.EncounterOf(a.ID) != e {
		return nil, 0
	}
	seen := proposal.Seen(e, a.ID, now)
	return &seen, e.Due
}

func effects(v *View, st *world.State, a *world.Actor, now world.Time) []Effect {
	var out []Effect
	add := func(name, note string, until world.Time) {
		out = append(out, Effect{Name: name, Note: note, Until: until})
	}
	if well := st.HealedAt(a, now); well > 0 {
		add("Healing", "while nobody fights you", well)
	}
	for _, e := range a.Effects {
		add(prose.Capital(e.Name), "", e.Until)
	}
	if tide := v.Room.TideWords; tide != "" {
		add("The sea", tide, now.NextTide())
	}
	for _, id := range st.Index.Held[a.ID] {
		if it := st.Items[id]; it != nil && st.Shines(it) {
			until := world.Time(0)
			if left := st.LightLeft(it, now); left > 0 {
				until = now + world.Time(left)*world.Second
			}
			add("Light", st.ItemRef(it).Name, until)
			break
		}
	}
	if v.Room.Dark {
		add("Darkness", "you see nothing here", 0)
	}
	if v.You.Follows != "" {
		add("Following", v.You.Follows, 0)
	}
	if r := st.Rooms[a.Room]; r != nil && r.Safe && !v.Room.Dark {
		add("Safe ground", "nobody may attack here", 0)
	}
	return out
}

// current is what is told of the needs of a quest whose turn it is.
func current(needs []world.NeedLine) string {
	var out []string
	for _, n := range needs {
		if !n.Met() && n.Text != "" {
			out = append(out, n.Text)
		}
	}
	return strings.Join(out, " ")
}

// wants says what a quest that runs still wants, or where it ends.
func wants(st *world.State, a *world.Actor, id world.QuestID) string {
	q := st.Quests[id]
	needs, _, _ := st.QuestNeeds(a, q)
	var open []string
	for _, n := range needs {
		switch {
		case n.Met() || n.Waits:
		case n.Want > 1:
			open = append(open, fmt.Sprintf("%s (%d of %d)", n.What, n.Have, n.Want))
		case n.Kind == world.NeedReach:
			open = append(open, "to reach "+n.What)
		default:
			open = append(open, n.What)
		}
	}
	if len(open) > 0 {
		return "still wanted: " + strings.Join(open, ", ")
	}
	if room := st.Rooms[q.Room]; room != nil {
		return "all is done: go back to " + room.Name
	}
	return ""
}
