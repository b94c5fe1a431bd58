package tui

import "github.com/mudlark-mud/mudlark/tui/view"

// Limits of what waits for a slow link. What is beyond them is refused or dropped.
const (
	linesMax = 64 // lines; what comes of one typed line goes out whole
	asksMax  = 16 // pages to be asked for
)

// outboxLink takes what is sent; it may block.
type outboxLink interface {
	Send(line string)
	Ask(page, topic string)
	Keep(state string)
	Resize(width, height int)
}

// Outbox is what waits to be sent. The zero Outbox is empty.
type Outbox struct {
	lines, typed  []string
	asks          []view.Page // what is asked for
	keep          string      // what is to be kept; "" for nothing new
	width, height int
	resized, busy bool
}

// Full reports whether no further line may be added.
func (o *Outbox) Full() bool { return len(o.lines) >= linesMax }

// Send adds lines; whoever calls it has asked whether there is room.
func (o *Outbox) Send(lines ...string) { o.lines = append(o.lines, lines...) }

// Typed adds a line that whoever remembers what was typed is told of.
func (o *Outbox) Typed(line string) { o.typed = append(o.typed, line) }

// Ask adds pages to ask for.
func (o *Outbox) Ask(pages ...view.Page) {
	o.asks = append(o.asks, pages[:min(len(pages), asksMax-len(o.asks))]...)
}

// Keep remembers the newest state to be kept.
func (o *Outbox) Keep(state string) { o.keep = state }

// Resize remembers the newest size, to be told if it is another.
func (o *Outbox) Resize(width, height int) {
	if o.width != width || o.height != height {
		o.width, o.height, o.resized = width, height, true
	}
}

// Tell has the size told again, or not at all if it is not known well enough to be told.
func (o *Outbox) Tell(known bool) { o.resized = known }

// Sent says that what Flush returned last has run.
func (o *Outbox) Sent() { o.busy = false }

// Flush returns what sends all that waits, or nil if there is nothing or something is being sent. typed is told of what
// was typed; nil if nothing ever is.
func (o *Outbox) Flush(link outboxLink, typed func(line string)) func() {
	if o.busy || !o.resized && o.keep == "" && len(o.lines)+len(o.typed)+len(o.asks) == 0 {
		return nil
	}
	out := *o
	o.lines, o.typed, o.asks, o.keep, o.resized, o.busy = nil, nil, nil, "", false, true
	return func() {
		if out.resized {
			link.Resize(out.width, out.height)
		}
		for _, line := range out.typed {
			typed(line)
		}
		for _, line := range out.lines {
			link.Send(line)
		}
		for _, page := range out.asks {
			link.Ask(page.Name, page.Topic)
		}
		if out.keep != "" {
			link.Keep(out.keep)
		}
	}
}
