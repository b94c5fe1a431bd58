package panes

import (
	"fmt"
	"slices"
	"time"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// quests is what one is about.
type quests struct {
	list
	seen []view.Quest
}

// newQuests makes the pane of what one is about.
func newQuests() pane {
	return &quests{list: list{
		name: Quests, title: "Quests", none: "You are on no quest.", keys: "Arrows choose   Enter reads the journal",
	}}
}

func (q *quests) See(v *view.View) bool {
	if slices.Equal(q.seen, v.Quests) {
		return false
	}
	q.seen = v.Quests
	var items []item
	for _, x := range v.Quests {
		line := cell.Line{Indent: wrapIndent, Spans: []cell.Span{{Text: "  " + x.Name, Role: prose.Quest}}}
		if x.Of > 0 {
			line.Spans = append(line.Spans, cell.Span{Text: fmt.Sprintf(" %d/%d", x.Done, x.Of)})
		}
		if x.Of > 0 && x.Done >= x.Of {
			line.Spans = append(line.Spans, cell.Span{Text: " done", Role: prose.Gain})
		}
		if x.Note != "" {
			line.Spans = append(line.Spans, cell.Span{Text: ": " + x.Note, Role: prose.Hint})
		}
		items = append(items, item{line: line, on: true, act: Act{Send: "quests"}})
	}
	q.set(items)
	return true
}

// fading is the pane of what lasts for a while, with the time left.
type fading struct {
	list
	seen []view.Effect
	now  time.Time
	due  time.Time // when the drawing changes by itself; the zero time while nobody has looked
	left []string  // as it was drawn
}

// newEffects makes the pane of what lasts for a while.
func newEffects() *fading {
	return &fading{list: list{
		name: Effects, title: "Effects", none: "Nothing is upon you.", keys: "Arrows scroll",
	}}
}

// See implements pane.
func (e *fading) See(v *view.View) bool {
	isSame := slices.EqualFunc(e.seen, v.Effects, func(a, b view.Effect) bool {
		return a.Name == b.Name && a.Note == b.Note && a.Until.Equal(b.Until)
	})
	if isSame {
		return false
	}
	e.seen, e.due = v.Effects, time.Time{}
	e.write()
	return true
}

// tick tells what time it is and reports whether that changes the drawing, and when the next change is due; 0 for
// never.
func (e *fading) tick(now time.Time) (changed bool, next time.Duration) {
	hasGone := now.Before(e.now) // the clock was set
	if e.now = now; !hasGone && now.Before(e.due) {
		return false, e.due.Sub(now)
	}
	for i, x := range e.seen {
		left := x.Until.Sub(now)
		changed = changed || e.left[i] != remaining(x.Until, now)
		if x.Until.IsZero() || left <= 0 {
			continue
		}
		step := time.Minute
		if left <= time.Minute {
			step = lastSteps
		}
		due := left % step
		if due == 0 {
			due = step
		}
		if next == 0 || due < next {
			next = due
		}
	}
	if changed {
		e.write()
	}
	e.due = now.Add(next)
	return changed, next
}

// lastSteps is how often the time left is told anew in the last minute.
const lastSteps = 10 * time.Second

// remaining says how long it is until then: minutes, and in the last of them steps of some seconds.
func remaining(until, now time.Time) string {
	left := until.Sub(now)
	switch {
	case until.IsZero() || now.IsZero():
		return ""
	case left <= 0:
		return "ending"
	case left <= time.Minute:
		steps := int((left + lastSteps - 1) / lastSteps)
		return fmt.Sprintf("%d s", steps*int(lastSteps/time.Second))
	case left <= time.Hour:
		return fmt.Sprintf("%d min", (left+time.Minute-1)/time.Minute)
	}
	minutes := (left + time.Minute - 1) / time.Minute
	return fmt.Sprintf("%d h %d min", minutes/60, minutes%60)
}

func (e *fading) write() {
	e.left = e.left[:0]
	var items []item
	for _, x := range e.seen {
		left := remaining(x.Until, e.now)
		e.left = append(e.left, left)
		line := cell.Line{Indent: wrapIndent, Spans: []cell.Span{{Text: "  " + x.Name}}}
		if left != "" {
			line.Spans = append(line.Spans, cell.Span{Text: " " + left, Role: prose.Hint})
		}
		if x.Note != "" {
			line.Spans = append(line.Spans, cell.Span{Text: ", " + x.Note, Role: prose.Hint})
		}
		items = append(items, item{line: line})
	}
	e.set(items)
}
