package panes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/lineedit"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Limits of what the chat pane keeps.
const (
	sayingsMax  = 300 // of all channels, and of each
	channelsMax = 12  // what is said on further ones is among all
	unreadMax   = 999
	// sayingMaxBytes is how much of one saying is kept; the text has all of it.
	sayingMaxBytes = 1 << 10
	talkLeast      = 4 // rows
	talkBest       = 9
	allTab         = "all"
	beyondUnread   = "999+"
)

// tab is the sayings of one channel, or of all.
type tab struct {
	roll
	name   string
	talker string // who spoke last
	unread int
}

// talk is the pane of what was said, by channel. The first tab has everything.
type talk struct {
	tabs  []*tab
	at    int
	me    string // whose own words need no notice
	ends  []int  // the cell behind each tab's name, as drawn last
	first int    // the first tab drawn
}

// newChat makes the pane of what was said.
func newChat() *talk { return &talk{tabs: []*tab{newTab(allTab)}} }

func newTab(name string) *tab { return &tab{name: name, roll: roll{tail: true, follow: true}} }

// Name implements pane.
func (c *talk) Name() string { return Chat }

// See implements pane.
func (c *talk) See(v *view.View) bool {
	c.me = v.Name
	return false
}

// Keys implements pane.
func (c *talk) Keys() string { return "Left and right turn tabs   Enter answers   Arrows scroll" }

// Title implements pane.
func (c *talk) Title() string {
	if n := c.unread(); n > 0 {
		return "Chat, " + counted(n) + " new"
	}
	return "Chat"
}

func counted(n int) string {
	if n > unreadMax {
		return beyondUnread
	}
	return fmt.Sprint(n)
}

// unread is how many sayings nobody has seen.
func (c *talk) unread() int { return c.tabs[0].unread }

// hear takes a saying.
func (c *talk) hear(s view.Saying) {
	name := strings.ToLower(s.Channel)
	on := []*tab{c.tabs[0]}
	if name != "" && name != allTab {
		i := slices.IndexFunc(c.tabs, func(t *tab) bool { return t.name == name })
		if i < 0 && len(c.tabs) <= channelsMax {
			i, c.tabs = len(c.tabs), append(c.tabs, newTab(name))
		}
		if i > 0 {
			on = append(on, c.tabs[i])
		}
	}
	line := short(s.Line)
	for _, t := range on {
		t.add(item{line: line}, sayingsMax)
		if s.Talker != "" && s.Talker == c.me {
			continue
		}
		t.unread = min(t.unread+1, unreadMax+1)
		if s.Talker != "" {
			t.talker = s.Talker
		}
	}
}

// short is a saying as it is kept: with a hanging indent, and not endless.
func short(l cell.Line) cell.Line {
	out := cell.Line{Indent: max(l.Indent, 2)}
	left := sayingMaxBytes
	for _, s := range l.Spans {
		if len(s.Text) > left {
			s.Text = cell.Head(s.Text, left)
			return cell.Line{Indent: out.Indent, Spans: append(out.Spans, s, cell.Span{Text: " [cut]", Role: prose.System})}
		}
		left -= len(s.Text)
		out.Spans = append(out.Spans, s)
	}
	return out
}

// read notes that what is on the tab in sight was seen.
func (c *talk) read() {
	if c.at == 0 {
		for _, t := range c.tabs {
			t.unread = 0
		}
		return
	}
	t := c.tabs[c.at]
	c.tabs[0].unread = max(c.tabs[0].unread-t.unread, 0)
	t.unread = 0
}

// Wants implements pane.
func (c *talk) Wants(Canvas) (least, best int) {
	if len(c.tabs[0].items) == 0 {
		return 0, 0
	}
	return talkLeast, talkBest
}

// Draw implements pane.
func (c *talk) Draw(v Canvas) []string {
	if len(c.tabs[0].items) == 0 {
		return clipped(v.Rows(v.Theme, cell.L(prose.Hint, "Nobody has said anything yet.")), v.Height)
	}
	if v.Height < 1 {
		return nil
	}
	c.read()
	head := c.head(v)
	v.Height--
	return append([]string{head}, c.tabs[c.at].draw(v)...)
}

// head is the row of tabs: the one in sight in brackets, the others with how much on them is new.
func (c *talk) head(v Canvas) string {
	words := make([]string, len(c.tabs))
	for i, t := range c.tabs {
		words[i] = " " + t.name + " "
		switch {
		case i == c.at:
			words[i] = "[" + t.name + "]"
		case t.unread > 0:
			words[i] = " " + t.name + " " + counted(t.unread) + " "
		}
	}
	c.first = min(c.first, c.at)
	for c.first < c.at && v.Ruler.Width(strings.Join(words[c.first:c.at+1], "")) > v.Width {
		c.first++
	}
	c.ends = c.ends[:0]
	var b strings.Builder
	used := 0
	for i := c.first; i < len(words); i++ {
		word := v.Ruler.Clip(words[i], v.Width-used, v.Signs.Cut)
		role := prose.Hint
		switch {
		case i == c.at:
			role = prose.Title
		case c.tabs[i].unread > 0:
			role = prose.Private
		}
		b.WriteString(v.Theme.Styled(role, word))
		used += v.Ruler.Width(word)
		c.ends = append(c.ends, used)
		if word != words[i] {
			break
		}
	}
	return b.String()
}

// Key implements pane.
func (c *talk) Key(key string) (Act, bool) {
	switch key {
	case "left":
		c.at = (c.at + len(c.tabs) - 1) % len(c.tabs)
	case "right":
		c.at = (c.at + 1) % len(c.tabs)
	case "enter", "ctrl+j", "ctrl+m":
		return Act{Put: c.answer(), Release: true}, true
	default:
		return c.tabs[c.at].key(key)
	}
	return Act{}, true
}

// answer is how a line on the tab in sight begins; "" where its name is no beginning.
func (c *talk) answer() string {
	t := c.tabs[c.at]
	switch t.name {
	case allTab:
		return "say "
	case "tell", "tells", "whisper":
		verb := strings.TrimSuffix(t.name, "s") + " "
		if t.talker != "" {
			verb += t.talker + " "
		}
		return verb
	}
	if !lineedit.IsPlain(t.name) {
		return ""
	}
	return t.name + " "
}

// Click implements pane.
func (c *talk) Click(x, y int) Act {
	if y == 0 {
		for i, end := range c.ends {
			if x < end {
				c.at = c.first + i
				break
			}
		}
	}
	return Act{}
}
