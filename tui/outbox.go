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

// outbox is what waits to be sent. The zero outbox is empty.
type outbox struct {
	lines, typed  []string
	asks          []view.Page // what is asked for
	keep          string      // what is to be kept; "" for nothing new
	width, height int
	resized, busy bool
}

// full reports whether no further line may be added.
func (o *outbox) full() bool { return len(o.lines) >= linesMax }

// send adds lines; whoever calls it has asked whether there is room.
func (o *outbox) send(lines ...string) { o.lines = append(o.lines, lines...) }

// remember adds a line that whoever remembers what was typed is told of.
func (o *outbox) remember(line string) { o.typed = append(o.typed, line) }

// ask adds pages to ask for.
func (o *outbox) ask(pages ...view.Page) {
	o.asks = append(o.asks, pages[:min(len(pages), asksMax-len(o.asks))]...)
}

// keepState remembers the newest state to be kept.
func (o *outbox) keepState(state string) { o.keep = state }

// resize remembers the newest size, to be told if it is another.
func (o *outbox) resize(width, height int) {
	if o.width != width || o.height != height {
		o.width, o.height, o.resized = width, height, true
	}
}

// tell has the size told again, or not at all if it is not known well enough to be told.
func (o *outbox) tell(known bool) { o.resized = known }

// sent says that what flush returned last has run.
func (o *outbox) sent() { o.busy = false }

// flush returns what sends all that waits, or nil if there is nothing or something is being sent. typed is told of what
// was typed; nil if nothing ever is.
func (o *outbox) flush(link outboxLink, typed func(line string)) func() {
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
