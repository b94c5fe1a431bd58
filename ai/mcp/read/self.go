package read

import (
	"context"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Limits of what a creature is told of itself.
const (
	loreMost      = 160 // of what everybody knows where it lives
	loreBytesMost = 400 // of one of them
	waysMost      = 600
	placesMost    = 300
	folkMost      = 60
)

const selfSchema = `{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},` +
	`"keys":{"type":"array","items":{"type":"string"}},"description":{"type":"string"},` +
	`"mind":{"type":"object"},"round":{"type":["object","null"],"properties":{"room":{"type":"string"},` +
	`"name":{"type":"string"},"doing":{"type":"string"},"since":{"type":"integer"},"way":{"type":"string"}},` +
	`"required":["room","name","doing","since","way"],"additionalProperties":false},` +
	`"ways":{"type":"array","items":{"type":"object","properties":{"from":{"type":"string"},` +
	`"direction":{"type":"string"},"to":{"type":"string"}},"required":["from","direction","to"],` +
	`"additionalProperties":false}},"lore":{"type":"array","items":{"type":"string"}},` +
	`"facts":{"type":"array","items":{"type":"object"}},` +
	`"places":{"type":"array","items":{"type":"object"}},"folk":{"type":"array","items":{"type":"object"}},` +
	`"wares":{"type":"object","additionalProperties":{"type":"string"}},` +
	`"ware_keys":{"type":"object","additionalProperties":{"type":"array","items":{"type":"string"}}},` +
	`"hour":{"type":"integer"},` +
	`"tide":{"type":"string"}},"required":["id","name","keys","description","mind","round","ways","lore","facts",` +
	`"places","folk","hour","tide"],` +
	`"additionalProperties":false}`

// myself is what a creature with a mind knows of itself. Nobody else is told.
type myself struct {
	ID    world.ActorID `json:"id"`
	Name  string        `json:"name"`
	Keys  []string      `json:"keys"`
	Desc  string        `json:"description"`
	Mind  mind          `json:"mind"`
	Round *round        `json:"round"` // where the hour wants it; null when nothing does
	Ways  []path        `json:"ways"`  // where it walks
	Lore  []string      `json:"lore"`  // what everybody knows where it lives
	Says  []fact        `json:"facts"` // what wizards wrote down, and it knows
	Spots []spot        `json:"places"`
	Folk  []local       `json:"folk"` // who else lives there, itself among them
	Hour  int           `json:"hour"`
	Tide  world.Tide    `json:"tide"`

	Wares map[world.ProtoID]string   `json:"wares,omitempty"`     // what the things are called that are dealt in there
	Named map[world.ProtoID][]string `json:"ware_keys,omitempty"` // and the other names that they have
}

// fact is something that a wizard wrote down.
type fact struct {
	ID    world.LoreID `json:"id"`
	Text  string       `json:"text"`
	About []string     `json:"about,omitempty"`
}

// spot is a place that it walks.
type spot struct {
	ID   world.RoomID `json:"id"`
	Name string       `json:"name"`
}

// local is what is known in town of somebody who lives there: where they are at which hour, and what to ask them
// about.
type local struct {
	ID     world.ActorID `json:"id"`
	Name   string        `json:"name"` // with its article
	Keys   []string      `json:"keys,omitempty"`
	Rounds []hourly      `json:"rounds,omitempty"`
	About  []string      `json:"about,omitempty"`
	Trades bool          `json:"trades,omitempty"`
	Sells  []string      `json:"sells,omitempty"` // kinds of things
	Buys   []string      `json:"buys,omitempty"`
}

type hourly struct {
	Hour int          `json:"hour"`
	Room world.RoomID `json:"room"`
}

// mind is what its pattern says, with the names of those whom it is related to.
type mind struct {
	world.MindSpec

	Relations []relation `json:"relations,omitempty"`
}

type relation struct {
	world.RelationSpec

	Name string `json:"name"`
}

type round struct {
	Room  world.RoomID `json:"room"`
	Name  string       `json:"name"`
	Doing string       `json:"doing"`
	Since int          `json:"since"` // the hour
	Way   world.Dir    `json:"way"`   // the first step towards it; "" when it is there, or no way leads there
}

type path struct {
	From world.RoomID `json:"from"`
	Dir  world.Dir    `json:"direction"`
	To   world.RoomID `json:"to"`
}

func (f *Reader) self(ctx context.Context, a ask) (any, *failure, error) {
	return f.see(ctx, a.who, func(e readScope) (any, *failure) {
		m := e.s.Minded(e.me)
		if m == nil {
			return nil, unknown("Only a creature with a mind of its own is told what it is like.")
		}
		return e.self(m), nil
	})
}

func (e readScope) self(m *world.MindSpec) myself {
	spec := e.s.MobSpecs[e.me.Proto]
	out := myself{
		ID: e.me.ID, Name: e.me.Name, Keys: slices.Clone(spec.Keys), Desc: spec.Desc, Mind: mind{MindSpec: *m},
		Ways: []path{}, Lore: e.lore(), Says: []fact{}, Spots: []spot{}, Hour: e.now.Hour(), Tide: e.s.TideAt(e.now),
	}
	if out.Keys == nil {
		out.Keys = []string{}
	}
	for _, r := range m.Relations {
		name := string(r.To)
		if other := e.s.MobSpecs[r.To]; other != nil {
			name = other.Name
		}
		out.Mind.Relations = append(out.Mind.Relations, relation{r, name})
	}
	if due, ok := e.s.Due(e.me, e.now); ok {
		out.Round = &round{
			Room: due.Room, Doing: due.Doing, Since: due.Hour, Way: e.s.Toward(e.me, due.Room, e.now),
		}
		if r := e.s.Rooms[due.Room]; r != nil {
			out.Round.Name = r.Name
		}
	}
	for id, r := range world.Ordered(e.s.Rooms) {
		if !e.s.Roams(e.me, id) && id != e.me.Room {
			continue
		}
		for _, x := range r.Exits {
			if e.s.Roams(e.me, x.To) && len(out.Ways) < waysMost {
				out.Ways = append(out.Ways, path{id, x.Dir, x.To})
			}
		}
		if len(out.Spots) < placesMost {
			out.Spots = append(out.Spots, spot{id, r.Name})
		}
	}
	for id, f := range world.Ordered(e.s.Lore) {
		if e.s.KnowsLore(e.me, f) {
			out.Says = append(out.Says, fact{id, f.Text, slices.Clone(f.About)})
		}
	}
	out.Folk = e.folk()
	out.Wares, out.Named = map[world.ProtoID]string{}, map[world.ProtoID][]string{}
	for _, n := range out.Folk {
		for _, kind := range slices.Concat(n.Sells, n.Buys) {
			if spec := e.s.ItemSpecs[world.ProtoID(kind)]; spec != nil {
				out.Wares[spec.ID] = spec.Name
				if len(spec.Keys) > 0 {
					out.Named[spec.ID] = slices.Clone(spec.Keys)
				}
			}
		}
	}
	return out
}

// folk is what is known in town of those with a mind who live where the creature does. What they only say, secrets
// among it, is none of it.
func (e readScope) folk() []local {
	out := []local{}
	for id, a := range world.Ordered(e.s.Actors) {
		m := e.s.Minded(a)
		if !m.Attends() || len(m.Rounds) == 0 || len(out) == folkMost || !e.s.Roams(e.me, m.Rounds[0].Room) {
			continue
		}
		spec := e.s.MobSpecs[a.Proto]
		n := local{ID: id, Name: a.Name, Keys: slices.Clone(spec.Keys), Trades: len(m.Sells) > 0}
		if spec.A != "" && spec.A != "none" {
			n.Name = spec.A + " " + a.Name
		}
		for _, w := range m.Sells {
			n.Sells = append(n.Sells, string(w.Item))
		}
		for _, w := range m.Buys {
			n.Buys = append(n.Buys, string(w.Item))
		}
		for _, r := range m.Rounds {
			n.Rounds = append(n.Rounds, hourly{r.Hour, r.Room})
		}
		n.About = talks(m.Lines)
		out = append(out, n)
	}
	return out
}

// talks is what somebody can be asked about by what they answer: nothing that they tell in two ways, one of them false.
func talks(lines []world.LineSpec) (about []string) {
	var lies []string
	for _, l := range lines {
		if l.On == "answer" && (l.Mood == "lie" || l.Mood == "false") {
			lies = append(lies, l.About...)
		}
	}
	for _, l := range lines {
		for _, word := range l.About {
			if l.On == "answer" && !slices.Contains(about, word) && !slices.Contains(lies, word) && !world.IsQuestion(word) {
				about = append(about, word)
			}
		}
	}
	return about
}

// lore is what everybody knows who lives where the creature does: the places that it walks, and what is asked for
// there. The manual is none of it: nobody who lives in a world has read that.
func (e readScope) lore() []string {
	out := []string{}
	add := func(title, text string) {
		if text = brief(title + ": " + strings.Join(strings.Fields(text), " ")); len(out) < loreMost {
			out = append(out, text)
		}
	}
	for id, r := range world.Ordered(e.s.Rooms) {
		if e.s.Roams(e.me, id) {
			add(r.Name, r.Desc)
		}
	}
	for _, q := range world.Ordered(e.s.Quests) {
		if e.s.Roams(e.me, q.Room) {
			add(q.Name, q.Offer)
		}
	}
	return out
}

// brief is a text as far as its last whole sentence within the limit.
func brief(text string) string {
	if len(text) <= loreBytesMost {
		return text
	}
	text = strings.ToValidUTF8(text[:loreBytesMost], "")
	if end := strings.LastIndexAny(text, ".!?"); end > 0 {
		return text[:end+1]
	}
	return text
}
