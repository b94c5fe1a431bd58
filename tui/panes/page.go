package panes

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Limits of a page pane.
const (
	trailMax   = 32 // topics one can go back through
	pageLeast  = 4  // rows
	pageBest   = 16
	leadCells  = 2 // where the mark of the chosen line stands
	followVerb = "help "
)

// paper is a pane that shows what was asked for: who is there, help, the character sheet.
type paper struct {
	roll
	name, title string
	topic       string
	has, waits  bool     // it was told something; it asked for something
	trail       []string // topics gone through
	query       query
	asks        []view.Page
	lines       []cell.Line
	looked      bool       // somebody has seen the last answer
	now, asked  *view.View // the newest, and that of the moment when it asked
}

// newPage makes the pane of a page that can be asked for.
func newPage(name, title string) *paper {
	return &paper{name: name, title: title, roll: roll{text: true}}
}

// Name implements pane.
func (p *paper) Name() string { return p.name }

// Title implements pane.
func (p *paper) Title() string {
	if p.topic != "" {
		return p.title + ": " + p.topic
	}
	return p.title
}

// See asks for the sheet anew when it tells what is no longer so, and somebody sees it.
func (p *paper) See(v *view.View) bool {
	p.now = v
	if p.name == Sheet && p.looked && !sameSheet(p.asked, v) {
		p.ask(p.topic)
	}
	return false
}

// sameSheet reports whether a sheet that told of one view, nil for none, tells of the other.
func sameSheet(a, b *view.View) bool {
	return a != nil && a.HP == b.HP && a.MaxHP == b.MaxHP && a.Level == b.Level && a.XP == b.XP && a.Coins == b.Coins &&
		a.Fighting == b.Fighting && equal(a.Using, b.Using) && slices.Equal(a.Quests, b.Quests)
}

// Wants implements pane.
func (p *paper) Wants(Canvas) (least, best int) {
	if !p.has && !p.waits {
		return 0, 0
	}
	return pageLeast, pageBest
}

// ask asks for a topic, "" for the page itself.
func (p *paper) ask(topic string) {
	p.waits, p.looked, p.asked = true, false, p.now
	p.asks = append(p.asks[:0], view.Page{Name: p.name, Topic: topic})
}

// open asks for the page if it was never told, or grows stale by itself.
func (p *paper) open() {
	if !p.waits && (!p.has || p.name != Help) {
		p.ask(p.topic)
	}
}

// lacks returns what it lacks, once: a page without lines, to be asked for by its name and topic.
func (p *paper) lacks() []view.Page {
	asks := p.asks
	p.asks = nil
	return asks
}

// turn takes the answer.
func (p *paper) turn(answer view.Page) {
	isOther := answer.Topic != p.topic
	p.has, p.waits, p.topic, p.lines = true, false, answer.Topic, answer.Lines
	items := make([]item, 0, len(answer.Lines))
	for _, l := range answer.Lines {
		it := item{line: l}
		if line, topic := linked(l); topic != "" && p.name == Help {
			it = item{line: line, on: true, act: Act{Send: topic}}
		}
		items = append(items, it)
	}
	if isOther {
		p.chosen, p.top = 0, 0
	}
	p.set(items)
}

// linked is a line that leads to a topic as it is shown, with room for the mark and without the verb; "" for one that
// does not.
func linked(l cell.Line) (shown cell.Line, topic string) {
	shown = cell.Line{Indent: l.Indent + leadCells, Spans: []cell.Span{{Text: cell.Blanks(leadCells)}}}
	for _, s := range l.Spans {
		if rest, ok := strings.CutPrefix(s.Text, followVerb); ok && s.Role == prose.Command && topic == "" {
			s.Text, topic = rest, rest
		}
		shown.Spans = append(shown.Spans, s)
	}
	return shown, topic
}

// Draw implements pane.
func (p *paper) Draw(c Canvas) []string {
	if !p.has {
		return clipped(c.Rows(c.Theme, cell.L(prose.Hint, "Asking...")), c.Height)
	}
	p.looked = !p.waits
	var foot []string
	if p.query.on && c.Height > 0 {
		foot = append(foot, p.query.row(c))
		c.Height--
	}
	if len(p.items) == 0 {
		return append(clipped(c.Rows(c.Theme, cell.L(prose.Hint, "There is nothing on this page.")), c.Height), foot...)
	}
	return append(p.draw(c), foot...)
}

// Keys implements pane.
func (p *paper) Keys() string {
	switch {
	case p.query.on:
		return queryKeys
	case p.name == Help:
		return "Enter follows   / looks for   Backspace goes back"
	}
	return "Arrows scroll   r asks anew"
}

// Key implements pane.
func (p *paper) Key(key string) (Act, bool) {
	if p.query.on {
		if words, ok := p.query.key(key); ok {
			p.look(words)
		}
		return Act{}, true
	}
	switch {
	case key == "r" && p.name != Help:
		p.ask(p.topic)
		return Act{}, true
	case p.name != Help:
	case key == "/":
		p.query.begin()
		return Act{}, true
	case key == "backspace" && len(p.trail) > 0:
		last := len(p.trail) - 1
		p.ask(p.trail[last])
		p.trail = p.trail[:last]
		return Act{}, true
	case key == "backspace":
		return Act{Notice: "This is where you came in."}, true
	}
	act, ok := p.key(key)
	return p.chase(act), ok
}

// chase asks for the topic of a link instead of sending it.
func (p *paper) chase(act Act) Act {
	if act.Send != "" {
		p.leave()
		p.ask(act.Send)
	}
	return Act{}
}

// leave notes the topic that one goes back to.
func (p *paper) leave() {
	p.trail = append(p.trail, p.topic)
	p.trail = p.trail[max(len(p.trail)-trailMax, 0):]
}

// Click implements pane.
func (p *paper) Click(_, y int) Act { return p.chase(p.click(y)) }

// look goes to some words on the page, or asks for them where they are not on it.
func (p *paper) look(words string) {
	if !p.find(words) {
		p.leave()
		p.ask(words)
	}
}

// find goes to the next line that has some words, and reports whether there is one.
func (p *paper) find(words string) bool {
	words = strings.ToLower(words)
	row := 0
	for i, l := range p.lines {
		if row > p.top && strings.Contains(strings.ToLower(l.String()), words) {
			p.top = row - 1
			if p.items[i].on {
				p.chosen = i
			}
			return true
		}
		row += len(p.rows[i])
	}
	return false
}
