package client

import (
	"strings"

	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/client/triggers"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Messages implements tui.Link.
func (f *Client) Messages() <-chan tui.Message { return f.out }

// Resize implements tui.Link.
func (f *Client) Resize(width, height int) { f.c.Wire.Resize(width, height) }

// Keep implements tui.Link.
func (f *Client) Keep(state string) { f.c.Host.Keep(state) }

// Send implements tui.Link: it passes on a line as it is, or to whoever asked for it.
func (f *Client) Send(line string) {
	f.mu.Lock()
	answer, secret := f.answer, f.hidden || f.guessed
	if f.answer != nil || f.guessed {
		f.answer, f.guessed = nil, false
		f.queue.add(tui.Message{Echo: echo(f.hidden)})
	}
	f.end()
	switch {
	case answer != nil:
		answer(line)
	case secret:
		f.c.Wire.Send(line)
	case f.asks(line):
	default:
		f.send(line)
	}
}

// Expand implements tui.Expander: the rules and the client's commands make of a line what is sent.
func (f *Client) Expand(line string) (lines, say []string) {
	f.mu.Lock()
	asked := f.answer != nil
	f.mu.Unlock()
	if asked || strings.TrimSpace(line) == "" {
		return []string{line}, nil
	}
	o := f.rules.Typed(line)
	f.mu.Lock()
	f.kept(o)
	f.end()
	return o.Send, o.Say
}

// Key implements tui.Keyer: the commands that the person has put on a key.
func (f *Client) Key(key string) (lines, say []string, ok bool) {
	f.mu.Lock()
	asked := f.answer != nil
	f.mu.Unlock()
	if asked {
		return nil, nil, false
	}
	o, ok := f.rules.Key(key)
	f.mu.Lock()
	f.kept(o)
	f.end()
	return o.Send, o.Say, ok
}

// Ask implements tui.Link: a MUD that is not one of ours has no pages, but words that one can type.
func (f *Client) Ask(page, topic string) {
	if f.asked("Mudlark.Ask", map[string]string{"page": page, "topic": topic}) {
		return
	}
	f.mu.Lock()
	defer f.end()
	f.queue.add(tui.Message{Page: f.page(page, topic)})
}

// page answers for a MUD that answers no questions beside its text: with what it told, or with what to type. The lock
// is held.
func (f *Client) page(page, topic string) *tui.Page {
	p := &tui.Page{Name: page, Topic: topic}
	line := func(role prose.Role, text string) { p.Lines = append(p.Lines, cell.L(role, text)) }
	word := page
	switch page {
	case "sheet":
		for _, a := range f.state.Aspects() {
			line(prose.Plain, a.Name+": "+a.Value)
		}
		if len(p.Lines) > 0 {
			return p
		}
		word = "score"
	case "help":
		word = strings.TrimSpace("help " + topic)
	}
	line(prose.Hint, "This MUD answers in its text only. Type:")
	line(prose.Command, word)
	return p
}

// marked is a line as the rules want it shown.
func marked(line cell.Line, o triggers.Outcome) cell.Line {
	if o.Replace != "" {
		line = cell.L(prose.Plain, o.Replace)
	}
	for _, m := range o.Marks {
		line = dyed(line, m)
	}
	return line
}

// dyed colours a part of a line.
func dyed(line cell.Line, m triggers.Mark) cell.Line {
	out := cell.Line{Indent: line.Indent}
	at := 0
	for _, s := range line.Spans {
		from, to := clamp(m.From-at, len(s.Text)), clamp(m.To-at, len(s.Text))
		at += len(s.Text)
		inside := s
		inside.Ink = m.Ink
		for _, part := range []struct {
			span     cell.Span
			from, to int
		}{{s, 0, from}, {inside, from, to}, {s, to, len(s.Text)}} {
			if part.from < part.to {
				part.span.Text = s.Text[part.from:part.to]
				out.Spans = append(out.Spans, part.span)
			}
		}
	}
	return out
}

func clamp(n, most int) int { return min(max(n, 0), most) }

// Supports lists the packages of GMCP that are understood, with their versions.
func Supports() []string {
	return []string{
		"Core 1", "Char 1", "Char.Login 1", "Char.Items 1", "Char.Afflictions 1", "Char.Defences 1", "Room 1",
		"Comm.Channel 1", "Mudlark 1",
	}
}
