package session

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Limits of what is asked and answered. What is beyond them is cut off.
const (
	// PageWordMaxBytes is how much of a page's name or of a topic is taken.
	PageWordMaxBytes = 100
	// pageLinesMost is how many paragraphs a page has.
	pageLinesMost = 400
)

// The pages.
const (
	PageWho   = "who"
	PageHelp  = "help"
	PageSheet = "sheet"
)

// Page is the answer to one question.
type Page struct {
	Name  string
	Topic string
	Text  prose.Text
}

// VerbInfo is something that can be typed.
type VerbInfo struct {
	Name  string `json:"name"`
	Usage string `json:"usage"`
	Brief string `json:"brief"`
	Group string `json:"group"`
}

// PageAnswer is what was read for a page; Page puts it into words.
type PageAnswer struct {
	name, topic string
	reports     []any
	briefs      map[string]string // of the verbs that a help page may list
	known       bool
}

// pageLines are what one would type to read a page; none for what is no page.
func pageLines(name, topic string) []string {
	switch name {
	case PageWho:
		return []string{"who"}
	case PageHelp:
		return []string{strings.TrimSpace("help " + topic)}
	case PageSheet:
		return []string{"status", "equipment", "quests"}
	}
	return nil
}

// KeyboardCtx is how somebody at a keyboard asks, when nobody has typed anything.
func KeyboardCtx(st *world.State, body *world.Actor, now world.Time) verb.Ctx {
	return verb.Ctx{State: st, Now: now, Actor: body, Via: world.Via{Kind: world.ViaKeyboard}}
}

// ReadPage reads a page, on the writer.
func ReadPage(t *verb.Table, c verb.Ctx, name, topic string) PageAnswer {
	a := PageAnswer{name: pageWord(name), topic: pageWord(topic)}
	ask := pageLines(a.name, a.topic)
	a.known = ask != nil
	for _, line := range ask {
		call := t.Parse(c, line)
		switch {
		case call.Refusal != nil:
			a.reports = append(a.reports, call.Refusal)
		case call.Report != nil && call.Input == nil && call.Then == nil:
			a.reports = append(a.reports, call.Report(c))
		}
	}
	if a.name == PageHelp {
		a.briefs = map[string]string{}
		for _, v := range t.VerbsFor(c) {
			a.briefs[v.Name] = v.Brief
		}
	}
	return a
}

// Page puts an answer into words.
func (a PageAnswer) Page() Page {
	p := Page{Name: a.name, Topic: a.topic}
	if !a.known {
		words := "There is no such page. There are " + PageWho + ", " + PageHelp + " and " + PageSheet + "."
		p.Text = prose.Text{prose.L(prose.Refusal, words)}
		return p
	}
	for _, r := range a.reports {
		if h, ok := r.(verb.HelpReport); ok {
			p.Text = append(p.Text, a.help(h)...)
			continue
		}
		p.Text = append(p.Text, verb.Words(r, prose.Style{})...)
	}
	if len(p.Text) > pageLinesMost {
		p.Text = append(p.Text[:pageLinesMost-1:pageLinesMost-1], prose.L(prose.Hint, "And more than fits here."))
	}
	return p
}

// BusyPage is the answer to whoever asks too much at once, or of a world that they are not in.
func BusyPage(name, topic string) Page {
	return Page{Name: pageWord(name), Topic: pageWord(topic), Text: prose.Text{
		prose.L(prose.Hint, "There is no answer to that just now. Ask again in a moment."),
	}}
}

// help puts a help page into words so that every topic on it can be followed: what it lists it lists one by one, each
// with the line that tells more.
func (a PageAnswer) help(h verb.HelpReport) prose.Text {
	listed, see := h.Sections, h.See
	h.Sections, h.See = nil, nil
	out := verb.Words(h, prose.Style{})
	for _, l := range out {
		for i, s := range l.Spans {
			if s.Role == prose.Command && s.Text == h.Usage {
				l.Spans[i].Role = prose.Thing // a pattern, and no line to follow
			}
		}
	}
	for _, g := range listed {
		if !strings.EqualFold(g.Title, h.Topic) {
			out = append(out, prose.L(prose.Title, world.Clean(g.Title)))
		}
		for _, name := range g.Names {
			out = append(out, a.entry(name))
		}
	}
	if len(see) > 0 {
		out = append(out, prose.L(prose.Title, "See also"))
	}
	for _, name := range see {
		out = append(out, a.entry(name))
	}
	return out
}

// entry is a topic as a help page lists it.
func (a PageAnswer) entry(name string) prose.Line {
	l := prose.Line{Indent: 2, Spans: []prose.Span{{Text: "help " + world.Clean(name), Role: prose.Command}}}
	if brief := a.briefs[name]; brief != "" {
		l.Spans = append(l.Spans, prose.Span{Text: "  " + world.Clean(brief)})
	}
	return l
}

// VerbsOf lists what somebody of a role may type, in the order of the table.
func VerbsOf(t *verb.Table, role world.Role) []VerbInfo {
	var out []VerbInfo
	for _, v := range t.Verbs(role) {
		if v.Only != verb.Called {
			out = append(out, VerbInfo{Name: v.Name, Usage: v.Usage(), Brief: v.Brief, Group: v.Topic})
		}
	}
	return out
}

// VerbsOfNamed is VerbsOf for a role by its name, as a status report tells it; nil for no name.
func VerbsOfNamed(t *verb.Table, role string) []VerbInfo {
	all := []world.Role{world.RoleGuest, world.RolePlayer, world.RoleBuilder, world.RoleWizard, world.RoleHead}
	if i := slices.IndexFunc(all, func(r world.Role) bool { return r.String() == role }); i >= 0 {
		return VerbsOf(t, all[i])
	}
	return nil
}

// CompleteLine lists the lines that a line may become, on the writer.
func CompleteLine(t *verb.Table, c verb.Ctx, line string, face settings.Face) []string {
	if len(line) > verb.LineBytesMax {
		return nil
	}
	if list, ok := settings.CompleteLine(line, face); ok {
		return list
	}
	return t.Complete(c, line)
}

// pageWord is a word of a client's as it may be looked up and said back: short, and one line.
func pageWord(s string) string {
	if len(s) > PageWordMaxBytes {
		s = strings.ToValidUTF8(s[:PageWordMaxBytes], "")
	}
	return strings.TrimSpace(world.Clean(s))
}
