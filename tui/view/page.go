package view

import "github.com/mudlark-mud/mudlark/tui/cell"

const (
	// pageMaxLines is how many paragraphs of a page are kept.
	pageMaxLines = 500
	// nameMaxBytes is how much of a page's or a channel's name, a topic or a talker is kept.
	nameMaxBytes = 100
)

// The pages that panes ask for.
const (
	PageWho   = "who"
	PageHelp  = "help" // a span of role prose.Command that reads "help TOPIC" is a topic that can be followed
	PageSheet = "sheet"
)

// Saying is something that was said on a channel, for the panes that keep talk apart. The text has it too.
type Saying struct {
	Channel string // "say", "tell", "gossip", or the name of an output tab
	Talker  string // who said it; "" when nobody did
	Line    cell.Line
}

// Clean makes a copy of a saying that is safe to draw and bounded.
func (s Saying) Clean() Saying {
	return Saying{Channel: name(s.Channel), Talker: name(s.Talker), Line: cell.CleanLine(s.Line)}
}

// Page is what a pane asked for: the answer to one question.
type Page struct {
	Name  string // what was asked for: one of the constants
	Topic string // of which topic; "" for the page itself
	Lines []cell.Line
}

// Clean makes a copy of a page that is safe to draw and bounded.
func (p *Page) Clean() *Page {
	c := &Page{Name: name(p.Name), Topic: name(p.Topic)}
	for _, line := range p.Lines[:min(len(p.Lines), pageMaxLines)] {
		c.Lines = append(c.Lines, cell.CleanLine(line))
	}
	return c
}

// name is a short word or two that may be drawn.
func name(s string) string { return cell.Clean(cell.Head(s, nameMaxBytes)) }
