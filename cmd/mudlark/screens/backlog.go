package screens

import "github.com/mudlark-mud/mudlark/tui"

// backlog is what waits for a screen, in as few messages as it takes: what follows joins what waits, and of state only
// the newest matters. It is empty nearly all of the time, and then holds nothing.
type backlog struct {
	list []waiting
	n    int // messages that were put in and not taken
}

// waiting is a message with those that joined it.
type waiting struct {
	tui.Message
	n int
}

// add puts a message in, and reports whether that is one too many.
func (b *backlog) add(m tui.Message) (full bool) {
	b.n++
	if last := len(b.list) - 1; last >= 0 && joins(b.list[last].Message, m) {
		join(&b.list[last].Message, m)
		b.list[last].n++
	} else {
		b.list = append(b.list, waiting{m, 1})
	}
	return b.n > PaneMessagesMost
}

// taken says that the first message was taken.
func (b *backlog) taken() {
	b.n -= b.list[0].n
	b.list[0] = waiting{}
	if b.list = b.list[1:]; b.n == 0 {
		b.list = nil
	}
}

// joins reports whether a message may be told in one with that before it.
func joins(before, m tui.Message) bool {
	return before.End == "" && (before.Page == nil || m.Page == nil) && before.Echo == m.Echo &&
		before.Tab == m.Tab && (len(before.Lines) == 0 || len(m.Text) == 0)
}

// join tells a message with that before it.
func join(into *tui.Message, m tui.Message) {
	into.Text = append(into.Text, m.Text...)
	into.Lines = append(into.Lines, m.Lines...)
	into.Said = append(into.Said, m.Said...)
	newest(&into.Prompt, m.Prompt)
	newest(&into.View, m.View)
	newest(&into.Page, m.Page)
	newest(&into.Keep, m.Keep)
	newest(&into.Mouse, m.Mouse)
	newest(&into.Theme, m.Theme)
	newest(&into.End, m.End)
	if m.Verbs != nil {
		into.Verbs = m.Verbs
	}
}

func newest[T comparable](into *T, from T) {
	var none T
	if from != none {
		*into = from
	}
}
