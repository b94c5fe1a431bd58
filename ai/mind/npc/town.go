package npc

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
)

// What everybody in a town knows: what its places are called and how one gets from one to the other, who lives there,
// where they are at which hour, and what they can be asked about. All minds of a town are told the same, so that what
// they say of it is true, and all come to the same about whose it is to answer, without asking one another. All of it
// are pure functions of that.

// stepsMost is how many steps of a way somebody is told at once.
const stepsMost = 10

// Town is what everybody knows. The zero value knows nothing.
type Town struct {
	Places []Place
	Folk   []Neighbour         // itself among them
	Wares  map[string]string   // what the things are called that are dealt in, by kinds
	Keys   map[string][]string // and the other names that they have
}

// called is what things of a kind are called in town.
func (t *Town) called(kind string) string {
	if name := t.Wares[kind]; name != "" {
		return name
	}
	return kindName(kind)
}

// asked returns the kind of thing that words are about, out of several, by its id and what it is called.
func (t *Town) asked(stems, kinds []string) (string, bool) {
	best, most := "", 0
	for _, k := range kinds {
		n := 0
		for _, s := range t.named(k) {
			if slices.Contains(stems, s) {
				n++
			}
		}
		if n > most {
			best, most = k, n
		}
	}
	return best, most > 0
}

// named are the stems of all names that things of a kind have, but for those that are words of trade: a coin that is
// for sale is not what everything costs.
func (t *Town) named(kind string) []string {
	names := []string{kindName(kind), t.Wares[kind]}
	for _, key := range t.Keys[kind] {
		if !slices.Contains(trading, key) {
			names = append(names, key)
		}
	}
	return dialogue.Stems(strings.Join(names, " "))
}

// Place is a room by its name.
type Place struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Neighbour is what is known of somebody who lives there.
type Neighbour struct {
	ID     string   `json:"id"`
	Name   string   `json:"name"` // with its article
	Keys   []string `json:"keys,omitempty"`
	Rounds []Hour   `json:"rounds,omitempty"`
	About  []string `json:"about,omitempty"` // what they talk of
	Trades bool     `json:"trades,omitempty"`
	Sells  []string `json:"sells,omitempty"` // kinds of things
	Buys   []string `json:"buys,omitempty"`
}

// Hour says where somebody is from an hour of the day on.
type Hour struct {
	Hour int    `json:"hour"`
	Room string `json:"room"`
}

// Way leads from one room to another.
type Way struct {
	From, Dir, To string
}

// At returns the room in which somebody is to be found at an hour; "" when nobody knows.
func (n *Neighbour) At(hour int) string {
	if len(n.Rounds) == 0 {
		return ""
	}
	room := n.Rounds[len(n.Rounds)-1].Room
	for _, r := range n.Rounds {
		if r.Hour <= hour {
			room = r.Room
		}
	}
	return room
}

// house is the room in which somebody is for the most of the day.
func (n *Neighbour) house() string {
	const day = 24
	hours, best := map[string]int{}, ""
	for h := range day {
		room := n.At(h)
		if hours[room]++; hours[room] > hours[best] {
			best = room
		}
	}
	return best
}

// trade is what somebody is whose name does not say it: of their other names the first that is neither a part of it nor
// a title. The barkeep is called so, and has none.
func (n *Neighbour) trade() string {
	if withoutArticle(n.Name) != n.Name {
		return ""
	}
	own := dialogue.Split(n.Name)
	for _, key := range n.Keys {
		if key == strings.ToLower(key) && !isTitle(key) && !dialogue.Has(own, key) && !strings.Contains(key, " ") {
			return key
		}
	}
	return ""
}

// hits is how many of some stems somebody talks of.
func (n *Neighbour) hits(stems []string) int {
	about, out := dialogue.Stems(strings.Join(n.About, " ")), 0
	for _, s := range stems {
		if slices.Contains(about, s) {
			out++
		}
	}
	return out
}

// Neighbour returns who is meant by some stems, nil when nobody: by the whole of a name of theirs, and nothing beside
// their names. The tide is not the tide-clerk. Of several it is the one whose own name it is.
func (t *Town) Neighbour(stems []string) *Neighbour {
	var best *Neighbour
	rank := 0
	for i := range t.Folk {
		n := &t.Folk[i]
		names := append([]string{n.Name}, n.Keys...)
		isNamed := slices.ContainsFunc(names, func(name string) bool { return hasAllStems(dialogue.Stems(name), stems) })
		r := 0
		switch {
		case !isNamed || !hasAllStems(stems, dialogue.Stems(strings.Join(names, " "))):
		case hasAllStems(stems, dialogue.Stems(n.Name)):
			r = 2
		default:
			r = 1
		}
		if r > rank {
			best, rank = n, r
		}
	}
	return best
}

// Place returns which place is meant by some stems: by every one of them, and of several by the one of the fewest
// words: the chapel is not its yard.
func (t *Town) Place(stems []string) (Place, bool) {
	var best *Place
	for i := range t.Places {
		p := &t.Places[i]
		called := dialogue.Stems(p.Name + " " + strings.ReplaceAll(p.ID, "-", " "))
		if hasAllStems(stems, called) && (best == nil || p.parts() < best.parts()) {
			best = p
		}
	}
	if best == nil {
		return Place{}, false
	}
	return *best, true
}

// describes reports whether a text is how one of the places looks, under its name: "East Quay: Tarred posts ...".
func (t *Town) describes(text string) bool {
	title, _, ok := strings.Cut(text, ": ")
	return ok && slices.ContainsFunc(t.Places, func(p Place) bool { return p.Name == title })
}

// parts is of how many words a room's id is.
func (p *Place) parts() int { return strings.Count(p.ID, "-") }

// hasAllStems reports whether there are stems, and all of them are among others.
func hasAllStems(stems, all []string) bool {
	return len(stems) > 0 && !slices.ContainsFunc(stems, func(s string) bool { return !slices.Contains(all, s) })
}

// name is what a room is called in a sentence, "" when it is not known: "the Snug".
func (t *Town) name(room string) string {
	for _, p := range t.Places {
		if p.ID == room {
			if rest, ok := strings.CutPrefix(p.Name, "The "); ok {
				return "the " + rest
			}
			return p.Name
		}
	}
	return ""
}

// Suits says how well it suits somebody to answer words about some stems that nobody was named in, in a room at an
// hour: who talks of it, who keeps the house, who is at home there.
func (t *Town) Suits(id, room string, hour int, stems []string) int {
	const topic, house, home = 4, 2, 1
	i := slices.IndexFunc(t.Folk, func(n Neighbour) bool { return n.ID == id })
	if i < 0 {
		return 0
	}
	n := &t.Folk[i]
	out := topic * n.hits(stems)
	if n.At(hour) == room {
		out += home
		if n.Trades && n.house() == room {
			out += house
		}
	}
	return out
}

// Teller returns whom but one to ask about some stems, nil when nobody: whoever talks of most of them, and of more than
// half.
func (t *Town) Teller(stems []string, but string) *Neighbour {
	var best *Neighbour
	most := 0
	for i := range t.Folk {
		n := &t.Folk[i]
		if hits := n.hits(stems); n.ID != but && hits > most && 2*hits > len(stems) {
			best, most = n, hits
		}
	}
	return best
}

// Route returns the directions that lead from one room to another by some ways, the fewest; not ok when none do, or too
// many.
func Route(ways map[Way]bool, from, to string) (dirs []string, ok bool) {
	next := map[string][]Way{}
	for w := range ways { // put into order below
		next[w.From] = append(next[w.From], w)
	}
	for _, list := range next { // each by itself
		slices.SortFunc(list, func(a, b Way) int {
			return cmp.Or(strings.Compare(a.Dir, b.Dir), strings.Compare(a.To, b.To))
		})
	}
	by := map[string]Way{}
	queue := []string{from}
	for len(queue) > 0 && queue[0] != to {
		for _, w := range next[queue[0]] {
			if _, seen := by[w.To]; !seen && w.To != from {
				by[w.To] = w
				queue = append(queue, w.To)
			}
		}
		queue = queue[1:]
	}
	if len(queue) == 0 {
		return nil, false
	}
	for at := to; at != from; at = by[at].From {
		dirs = append(dirs, by[at].Dir)
	}
	slices.Reverse(dirs)
	return dirs, len(dirs) <= stepsMost
}

// Directions puts a way into words: "west twice, then down".
func Directions(dirs []string) string {
	var parts []string
	for i := 0; i < len(dirs); {
		n := 1
		for i+n < len(dirs) && dirs[i+n] == dirs[i] {
			n++
		}
		parts = append(parts, dirs[i]+dialogue.Often(n))
		i += n
	}
	return strings.Join(parts, ", then ")
}
