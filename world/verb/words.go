package verb

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Words puts whatever a verb reported into words: a report of world or of this package, or a *[world.Refusal] that
// travels as one. Nil is no words. A report that nobody taught it yet is answered with one fixed line of the role
// [prose.System]; it never panics, for the report was made after the deed was done, and a session must not end over
// it.
func Words(report any, style prose.Style) prose.Text {
	switch r := report.(type) {
	case nil:
		return nil
	case *world.Refusal:
		return prose.RefusalText(r)
	case world.RoomReport:
		return prose.Room(r, style)
	case world.ThingReport:
		return prose.ThingText(r, style)
	case world.PersonReport:
		return prose.PersonText(r, style)
	case world.DetailReport:
		if r.Board != nil {
			return append(prose.DetailText(r), prose.Board(*r.Board, style)...)
		}
		return prose.DetailText(r)
	case prose.Grid:
		return prose.GridText(r, style)
	case world.BoardReport:
		return prose.Board(r, style)
	case OddsReport:
		return append(prose.DetailText(world.DetailReport{Name: r.Name, Desc: r.Desc}),
			prose.HireText(prose.Span{Text: prose.Clean(r.Name), Role: prose.Person}, r.Hire)...)
	case world.HireReport:
		return prose.Hires(r)
	case world.WaresReport:
		return prose.Wares(r, style)
	case world.ValueReport:
		return prose.Worth(r, style)
	case world.StatusReport:
		return prose.Status(r)
	case world.PartyReport:
		return prose.Grouping(r)
	case ExitsReport:
		return prose.Exits(r.Exits)
	case FolkReport:
		return prose.Folk(r.RoomReport, style)
	case ThingsReport:
		return prose.Things(r.RoomReport, style)
	case TimeReport:
		return r.words()
	case world.MapReport:
		return prose.Map(r, style)
	case world.RouteReport:
		return prose.Route(r, style)
	case AffectsReport:
		return r.words()
	case world.ConditionReport:
		return prose.Condition(r)
	case world.SurveyReport:
		return prose.Survey(r, style)
	case CheckReport:
		return r.words()
	case ReceiptReport:
		return r.words()
	case world.BackReport:
		return backWords(r)
	case interface{ words(prose.Style) prose.Text }: // most of this package's own
		return r.words(style)
	case DoneReport:
		return prose.Text{prose.L(prose.Plain, world.Clean(r.Text))}
	}
	return prose.Text{prose.L(prose.System, "It is done, and there are no words for it.")}
}

// words lists what one carries, the purse, and how to see the rest.
func (r InventoryReport) words(style prose.Style) prose.Text {
	out := prose.Inventory(r.Carrying, style)
	if len(r.Using) > 0 {
		out = append(out, prose.Equipment(r.Using, style)...)
	}
	if r.Coins > 0 {
		out = append(out, prose.L(prose.Plain, "In your purse: "+countOf(r.Coins, "coin")+"."))
	}
	return out
}

// words lists what one wears and wields, and what it comes to.
func (r EquipmentReport) words(style prose.Style) prose.Text {
	out := prose.Equipment(r.Using, style)
	total := strconv.Itoa(r.Armour)
	switch {
	case len(r.Using) == 0:
	case r.Pieces == 0:
		out = append(out, prose.L(prose.Plain, "None of it counts as armour."))
	case r.Pieces == 1:
		out = append(out, prose.L(prose.Plain, "As armour that counts "+total+"."))
	default:
		out = append(out, prose.L(prose.Plain, "Together they count "+total+" as armour."))
	}
	if r.Damage != "" {
		out = append(out, prose.L(prose.Plain, "What you wield strikes for "+r.Damage+"."))
	}
	figures := r.Bonus
	figures.Armour = 0 // is said above
	return append(out, prose.Bonus(figures)...)
}

// words lists what is upon one.
func (r AffectsReport) words() prose.Text {
	if len(r.Affects) == 0 {
		return prose.Text{prose.L(prose.Plain, "Nothing is upon you but what you are.")}
	}
	return prose.Affects(r.Affects)
}

func (r TimeReport) words() prose.Text {
	light := "It is dark out of doors."
	if r.Daylight {
		light = "It is light out of doors."
	}
	out := prose.Text{
		prose.L(prose.Plain, fmt.Sprintf("It is %s on day %d. %s", prose.Hour(r.Hour), r.Day, light)),
	}
	if words := r.TideWords; words != "" {
		out = append(out, prose.L(prose.Plain, sentence(words+", and turns in "+span(r.TurnsIn)+".")))
	}
	return out
}

const secondsPerMinute = 60

// span says a length of time, of which nobody needs the odd seconds.
func span(seconds int) string {
	if seconds < secondsPerMinute {
		return countOf(max(seconds, 0), "second")
	}
	return countOf((seconds+secondsPerMinute/2)/secondsPerMinute, "minute")
}

func (r WhoReport) words(style prose.Style) prose.Text {
	out := prose.Text{prose.L(prose.Title, countOf(len(r.People)+r.More+r.Lost, "person", "people")+" in the world")}
	for _, p := range r.People {
		name := prose.Span{Text: world.Clean(p.Name), Role: prose.Person}
		rest := ", level " + strconv.Itoa(p.Level)
		if !style.ScreenReader {
			rest = pad(name.Text, world.NameRunesMax) + "  level " + strconv.Itoa(p.Level)
		}
		if p.Role != world.RolePlayer.String() {
			rest += ", " + world.Clean(p.Role)
		}
		if p.State != "" {
			rest += ", " + world.Clean(p.State)
		}
		if p.Owner != "" {
			rest += " for the player of " + world.Clean(p.Owner)
		}
		if p.Title != "" {
			rest += ", " + world.Clean(p.Title)
		}
		if p.Away != "" {
			rest += ", away: " + world.Clean(p.Away)
		}
		out = append(out, prose.Line{Spans: []prose.Span{name, {Text: rest}}})
	}
	if r.More > 0 {
		out = append(out, prose.L(prose.Plain, "And "+strconv.Itoa(r.More)+" more."))
	}
	if r.Lost > 0 {
		out = append(out, prose.L(prose.Plain, "And "+prose.LostGuests(r.Lost)+"."))
	}
	return out
}

func (r QuestReport) words(style prose.Style) prose.Text {
	var out prose.Text
	for _, stage := range []struct{ name, title, hint string }{
		{"available", "Offered here", "accept"},
		{"active", "Under way", ""},
		{"completed", "Done", ""},
	} {
		titled := false
		for _, q := range r.Quests {
			if q.Stage != stage.name {
				continue
			}
			if !titled {
				out = append(out, prose.L(prose.Title, stage.title))
				titled = true
			}
			out = append(out, q.words(style)...)
		}
		if titled && stage.hint != "" {
			out = append(out, hint("To take it on, type", stage.hint))
		}
	}
	if len(r.Owed) > 0 {
		out = append(out, prose.Owed(r.Owed)...)
	}
	for i, q := range r.Else {
		if i == 0 {
			out = append(out, prose.L(prose.Title, "Elsewhere"))
		}
		where := cmp.Or(world.Clean(q.Room), prose.NeverBeen)
		out = append(out, item(style, prose.Span{Text: world.Clean(q.Name), Role: prose.Quest}, ": "+where))
	}
	if r.Unseen > 0 {
		out = append(out, prose.L(prose.Plain, fmt.Sprintf("And %d more, in places where you have not been.", r.Unseen)))
	}
	if len(r.Quests)+len(r.Owed) == 0 {
		none := prose.L(prose.Plain, "You are on no quest, and none is offered here.")
		return append(append(prose.Text{none}, out...),
			hint("People who are asked about work or treasure know where one is, and so does", "help quests"))
	}
	return out
}

// words tells one quest: what was said of it, then what it still wants. One that is done is named and no more.
func (q QuestLine) words(style prose.Style) prose.Text {
	name := prose.Span{Text: world.Clean(q.Name), Role: prose.Quest}
	if q.Stage == "completed" {
		line := prose.Line{Spans: []prose.Span{name}}
		if q.Again > 0 {
			wait := world.Span(world.Time(q.Again) * world.Second)
			line.Spans = append(line.Spans, prose.Span{Text: ": it may be done again in " + wait + "."})
		}
		if q.Redo {
			line.Spans = append(line.Spans, prose.Span{Text: ": it may be done again now."})
		}
		return prose.Text{line}
	}
	head := prose.Line{Spans: []prose.Span{name}}
	if q.Stage == "active" {
		done := "found"
		if slices.ContainsFunc(q.Needs, func(n QuestNeed) bool { return n.Kind != world.NeedFind }) {
			done = "done"
		}
		head.Spans = append(head.Spans, prose.Span{Text: fmt.Sprintf(": %d of %d %s.", q.Done, q.Of, done)})
	}
	out := append(prose.Text{head}, paragraphs(q.Text)...)
	if q.Stage != "active" {
		return out
	}
	for _, n := range q.Needs {
		out = append(out, item(style, prose.Span{Text: world.Clean(n.What), Role: prose.Thing}, ": "+n.state()))
		out = append(out, paragraphs(n.Text)...)
	}
	if len(q.Astray) > 0 {
		var names []string
		for _, name := range q.Astray {
			names = append(names, world.Clean(name))
		}
		out = append(out, prose.L(prose.Plain, world.LentAgain(names)))
	}
	if q.isReady() && q.Ends != "" {
		out = append(out, hint("All is done. Go back to "+world.Clean(q.Ends)+" and type", "complete"))
	}
	return out
}

// state says how far it has come with what a quest asks for.
func (n QuestNeed) state() string {
	met := map[world.NeedKind]string{
		world.NeedFind: "found", world.NeedSlay: "slain", world.NeedOutwit: "outwitted", world.NeedSay: "said",
		world.NeedGive: "given", world.NeedReach: "you have been there",
	}[n.Kind]
	switch {
	case n.Gone:
		return "found, but you have it no more"
	case n.Met && n.Want > 1:
		return fmt.Sprintf("%d of %d, %s", n.Want, n.Want, met)
	case n.Met:
		return met
	case n.Waits:
		return "later"
	case n.Want > 1:
		return fmt.Sprintf("%d of %d, still wanted", n.Have, n.Want)
	case n.Kind == world.NeedReach:
		return "not reached yet"
	}
	return "still wanted"
}

func (r HelpReport) words(style prose.Style) prose.Text {
	out := prose.Text{prose.L(prose.Title, sentence(world.Clean(r.Topic)))}
	for _, p := range r.Text {
		out = append(out, paragraphs(p)...)
	}
	if r.Usage != "" {
		out = append(out, typed("Usage: ", r.Usage))
	}
	if len(r.Aliases) > 0 {
		out = append(out, typed("Also: ", strings.Join(r.Aliases, ", ")))
	}
	if r.Example != "" {
		out = append(out, typed("For example: ", r.Example))
	}
	for _, g := range r.Sections {
		if !strings.EqualFold(g.Title, r.Topic) {
			out = append(out, prose.L(prose.Title, sentence(world.Clean(g.Title))))
		}
		out = append(out, columns(g.Names, style)...)
	}
	if style.ScreenReader && len(r.Sections) > 1 {
		out = append(out, hint("For one of these lists alone, type help and its title, such as", "help "+
			lower(world.Clean(r.Sections[0].Title))))
	}
	if len(r.See) > 0 {
		out = append(out, typed("See also: ", "help "+strings.Join(r.See, ", help ")))
	}
	return out
}

func (r CheckReport) words() prose.Text {
	out := prose.Text{prose.L(prose.System, world.Clean(r.Counts)+".")}
	if len(r.Problems) == 0 {
		return append(out, prose.L(prose.System, "All invariants hold."))
	}
	for _, p := range r.Problems {
		out = append(out, prose.L(prose.Warning, world.Clean(p)))
	}
	return out
}

// paragraphs parts a longer text at its blank lines.
func paragraphs(text string) prose.Text {
	var out prose.Text
	for p := range strings.SplitSeq(text, "\n\n") {
		if p = world.Clean(strings.ReplaceAll(p, "\n", " ")); p != "" {
			out = append(out, prose.L(prose.Plain, p))
		}
	}
	return out
}

// typed is a line whose end is what one would type.
func typed(lead, command string) prose.Line {
	return prose.Line{Spans: []prose.Span{
		{Text: lead}, {Text: world.Clean(command), Role: prose.Command},
	}, Indent: 2}
}

// hint is a line that ends in a command to type next.
func hint(lead, command string) prose.Line {
	return prose.Line{Spans: []prose.Span{
		{Text: lead + " ", Role: prose.Hint}, {Text: command, Role: prose.Command}, {Text: ".", Role: prose.Hint},
	}}
}

// item is a line of a list; for a screen reader it does not stand in.
func item(style prose.Style, name prose.Span, rest string) prose.Line {
	l := prose.Line{Spans: []prose.Span{name, {Text: rest}}}
	if !style.ScreenReader {
		l.Spans = append([]prose.Span{{Text: "  "}}, l.Spans...)
		l.Indent = 4
	}
	return l
}

const columnsWidth = 76 // cells; a narrower screen wraps the rows

// columns lists words in rows of even columns, or with commas between them for a screen reader.
func columns(words []string, style prose.Style) prose.Text {
	widest := 0
	for _, w := range words {
		widest = max(widest, len(w))
	}
	each := max(columnsWidth/(widest+2), 1)
	if style.ScreenReader {
		return prose.Text{prose.L(prose.Command, world.Clean(strings.Join(words, ", "))+".")}
	}
	var out prose.Text
	for at := 0; at < len(words); at += each {
		var b strings.Builder
		for i, w := range words[at:min(at+each, len(words))] {
			if i > 0 {
				b.WriteString(pad(words[at+i-1], widest) + "  ")
			}
			b.WriteString(world.Clean(w))
		}
		l := prose.Line{Spans: []prose.Span{{Text: b.String(), Role: prose.Command}}}
		if !style.ScreenReader {
			l.Spans, l.Indent = append([]prose.Span{{Text: "  "}}, l.Spans...), 2
		}
		out = append(out, l)
	}
	return out
}

// pad returns the blanks that bring a word to a width.
func pad(word string, width int) string { return strings.Repeat(" ", max(width-len(word), 0)) }

// sentence makes the first letter a capital.
func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// countOf says a number of things; several is their plural when an s is not enough.
func countOf(n int, one string, several ...string) string {
	switch {
	case n == 1:
		return "1 " + one
	case len(several) > 0:
		return strconv.Itoa(n) + " " + several[0]
	}
	return strconv.Itoa(n) + " " + one + "s"
}
