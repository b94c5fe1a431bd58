package panes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// foeSign marks a foe in the lists, so that no colour has to.
const foeSign = "! "

// wrapIndent is how far the second row of an entry hangs.
const wrapIndent = 4

// list is a pane that is one roll of entries.
type list struct {
	roll
	name, title string
	none        string // what is said where there is nothing; "" hides the pane until somebody asks for it
	keys        string
}

func (l *list) Name() string  { return l.name }
func (l *list) Title() string { return l.title }
func (l *list) Keys() string  { return l.keys }

func (l *list) Wants(c Canvas) (least, best int) {
	if len(l.items) == 0 {
		return 0, 0
	}
	best = l.wrap(c)
	return min(best, listLeast), best
}

// listLeast is how many rows of a list are of use.
const listLeast = 3

func (l *list) Draw(c Canvas) []string {
	if len(l.items) == 0 {
		return clipped(c.Rows(c.Theme, cell.L(prose.Hint, l.none)), c.Height)
	}
	return l.draw(c)
}

func (l *list) Key(key string) (Act, bool) { return l.key(key) }
func (l *list) Click(_, y int) Act         { return l.click(y) }

// clipped returns at most so many rows.
func clipped(rows []string, height int) []string { return rows[:min(len(rows), max(height, 0))] }

// head is a heading in a list.
func head(words string) item { return item{line: cell.L(prose.Title, words), head: true} }

// entry is a line of a list that looks at what it names.
func entry(e view.Entry) item {
	lead := "  "
	if e.Role == prose.Foe {
		lead = foeSign
	}
	line := cell.Line{Indent: wrapIndent, Spans: []cell.Span{{Text: lead + e.Text, Role: e.Role}}}
	if e.Count > 1 {
		line.Spans = append(line.Spans, cell.Span{Text: fmt.Sprintf(" (%d)", e.Count)})
	}
	if e.Note != "" {
		line.Spans = append(line.Spans, cell.Span{Text: ", " + e.Note, Role: prose.Hint})
	}
	return item{line: line, on: true, act: Act{Put: "look " + bare(e.Text)}}
}

// bare is a name without its article, as one would type it: a semicolon in it begins no other line.
func bare(name string) string {
	name = strings.ReplaceAll(name, ";", `\;`)
	for _, article := range []string{"a ", "an ", "the ", "some "} {
		if rest, ok := strings.CutPrefix(name, article); ok && rest != "" {
			return rest
		}
	}
	return name
}

// entries are the lines of a list below its heading; none for an empty one.
func entries(heading string, e view.Entries) []item {
	if len(e.List) == 0 && e.More == 0 {
		return nil
	}
	out := []item{head(heading)}
	for _, x := range foesFirst(e.List) {
		out = append(out, entry(x))
	}
	if e.More > 0 {
		out = append(out, item{line: cell.L(prose.Hint, fmt.Sprintf("  and %d more", e.More))})
	}
	return out
}

// foesFirst returns entries with the foes in front, each kind in its order: where there is little room, they matter.
func foesFirst(list []view.Entry) []view.Entry {
	return slices.SortedStableFunc(slices.Values(list), func(a, b view.Entry) int {
		switch foeA, foeB := a.Role == prose.Foe, b.Role == prose.Foe; {
		case foeA == foeB:
			return 0
		case foeA:
			return -1
		}
		return 1
	})
}

func equal(a, b view.Entries) bool { return a.More == b.More && slices.Equal(a.List, b.List) }

// room is who and what is here, and the ways out.
type room struct {
	list
	people, things view.Entries
	exits          []view.Exit
}

// newRoom makes the pane of who and what is here, and the ways out.
func newRoom() pane {
	return &room{list: list{
		name: Room, title: "Here", none: "Nobody else, nothing of note and no way out.",
		keys: "Arrows choose   Enter goes or looks",
	}}
}

func (r *room) See(v *view.View) bool {
	if equal(r.people, v.People) && equal(r.things, v.Things) && slices.Equal(r.exits, v.Exits) {
		return false
	}
	r.people, r.things, r.exits = v.People, v.Things, v.Exits
	items := append(entries("People", v.People), entries("Things", v.Things)...)
	if len(v.Exits) > 0 {
		items = append(items, head("Ways out"))
	}
	for _, e := range v.Exits {
		line := cell.Line{Indent: wrapIndent, Spans: []cell.Span{{Text: "  "}, {Text: e.Dir, Role: prose.Exit}}}
		if e.Closed {
			line.Spans = append(line.Spans, cell.Span{Text: ", closed", Role: prose.Hint})
		}
		if e.Name != "" {
			line.Spans = append(line.Spans, cell.Span{Text: " to " + e.Name})
		}
		items = append(items, item{line: line, on: true, act: Act{Send: e.Dir}})
	}
	r.set(items)
	return true
}

// gear is what one wears, wields and carries.
type gear struct {
	list
	using, carrying view.Entries
}

// newGear makes the pane of what one uses and carries.
func newGear() pane {
	return &gear{list: list{
		name: Gear, title: "Gear", none: "You carry nothing.", keys: "Arrows choose   Enter looks",
	}}
}

func (g *gear) See(v *view.View) bool {
	if equal(g.using, v.Using) && equal(g.carrying, v.Carrying) {
		return false
	}
	g.using, g.carrying = v.Using, v.Carrying
	g.set(append(entries("You use", v.Using), entries("You carry", v.Carrying)...))
	return true
}
