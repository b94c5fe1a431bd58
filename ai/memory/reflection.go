package memory

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// ReflectAt is how much importance has to gather before a mind reflects, and reflectLeast how many memories of a kind
// come to something.
const (
	ReflectAt    = 150
	reflectLeast = 3
)

// theme is what several memories of one person come to.
type theme string

const (
	wrong    theme = "wrong"
	kindness theme = "kindness"
	scorn    theme = "scorn"
	custom   theme = "custom"
	victory  theme = "victory"
	triumph  theme = "triumph"
	defeat   theme = "defeat"
	draw     theme = "draw"
	talk     theme = "talk"
)

// themes are what is said of somebody, with how often.
var themes = map[theme]string{ //nolint:gochecknoglobals // immutable: a table
	wrong:    "%s has wronged me %s.",
	kindness: "%s has been good to me %s.",
	scorn:    "%s has mocked me %s.",
	custom:   "%s has traded with me %s.",
	victory:  "I have beaten %s at the table %s.",
	triumph:  "I have knocked %s down %s.",
	defeat:   "%s has beaten me at the table %s.",
	draw:     "%s and I have drawn %s at the table.",
	talk:     "%s has told me things of others %s.",
}

// group is what is reflected on together: what one person did of one kind, known to the same people.
type group struct {
	only, by string
	theme    theme
}

// Reflect looks back once enough has gathered: what the same person did three times or more becomes one memory, which
// replaces an earlier one of its kind. What was told in confidence counts only among what the same person told in
// confidence, and what comes of it stays between the two.
func (m *Memory) Reflect(at world.Time) []Row {
	var out []Row
	for _, only := range slices.Sorted(maps.Keys(m.weight)) {
		if m.weight[only] < ReflectAt {
			continue
		}
		delete(m.weight, only)
		for _, r := range m.reflections(only, at) {
			kept, changes := m.Remember(r)
			out = append(out, kept)
			m.note(changes)
		}
	}
	return out
}

// note keeps changes for Changes.
func (m *Memory) note(changes []Change) {
	for _, c := range changes {
		if c.Put != nil {
			m.touched[c.Put.ID] = true
			continue
		}
		m.dropped = append(m.dropped, c.Drop)
	}
}

func (m *Memory) reflections(only string, at world.Time) []Row {
	groups := map[group][]*Row{}
	for _, id := range m.order {
		r := m.rows[id]
		if g, ok := r.group(); ok && g.only == only {
			groups[g] = append(groups[g], r)
		}
	}
	var out []Row
	for _, g := range slices.SortedFunc(maps.Keys(groups), func(a, b group) int {
		return cmp.Or(strings.Compare(a.by, b.by), strings.Compare(string(a.theme), string(b.theme)))
	}) {
		if r, ok := reflect(g, groups[g]); ok {
			r.At = at
			out = append(out, r)
		}
	}
	return out
}

// group tells what a memory counts towards. What others say of somebody is no evidence against them; it only shows who
// talks.
func (r *Row) group() (group, bool) {
	g := group{only: r.Only, by: r.By, theme: weights[r.Deed].theme}
	switch r.Kind {
	case Event:
		return g, g.by != "" && g.theme != "" && r.Mine && r.Name != ""
	case Gossip:
		return group{r.Only, r.Source, talk}, r.By == r.Source && r.Name != ""
	case Claim, Reflection, Lore, Promise, Given:
	}
	return group{}, false
}

func reflect(g group, rows []*Row) (Row, bool) {
	times, weight, seq := 0, 0, uint64(0)
	var of []uint64
	for _, r := range rows {
		times += 1 + r.Count
		weight = max(weight, r.Importance)
		seq = max(seq, r.Seq)
		of = append(of, r.ID)
	}
	if times < reflectLeast {
		return Row{}, false
	}
	last := rows[len(rows)-1]
	text := fmt.Sprintf(themes[g.theme], last.Name, often(times))
	if g.theme != talk { // of talk, what was said last is no evidence
		text += " The last I know of: " + last.Text
	}
	return Row{
		Kind: Reflection, Deed: string(g.theme), Text: text, By: g.by, Name: last.Name, Mine: last.Mine,
		Who: []string{g.by}, Only: g.only, Importance: weight + 1, Of: of, Seq: seq,
	}, true
}

func often(n int) string {
	words := []string{"", "once", "twice", "three times", "four times", "five times", "six times", "seven times",
		"eight times", "nine times"}
	if n < len(words) {
		return words[n]
	}
	return strconv.Itoa(n) + " times"
}
