package rewind

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// toldMost bounds the lines that one command tells of what passed.
const toldMost = 200

// Now says which moment this is, in one line.
func (w *Walk) Now() prose.Text {
	if w.state.Seq == 0 {
		return say(fmt.Sprintf("Before the first record, of %d.", w.past.Last()))
	}
	text := fmt.Sprintf("Record %d of %d to %d, %s.", w.state.Seq, w.past.First(), w.past.Last(), w.Time().Format(stamp))
	if w.deed != "" {
		text += " " + w.deed
	}
	return say(text)
}

func (w *Walk) time(context.Context, string) (prose.Text, error) {
	if !w.stands() {
		return w.Now(), nil
	}
	report, _ := w.ask("time")
	return append(w.Now(), verb.Words(report, w.o.Style)...), nil
}

// next lets records pass.
func (w *Walk) next(ctx context.Context, words string) (prose.Text, error) {
	n, ok := number(words)
	if !ok {
		return say("How many? next, or next 10."), nil
	}
	if w.state.Seq >= w.past.Last() {
		return say("The record ends here."), nil
	}
	to := w.past.Last()
	if n < to-w.state.Seq {
		to = w.state.Seq + n
	}
	return w.pass(ctx, to, func(*teller) bool { return false })
}

// wait lets records pass until something happens where the visitor stands.
func (w *Walk) wait(ctx context.Context, _ string) (prose.Text, error) {
	if w.state.Seq >= w.past.Last() {
		return say("The record ends here."), nil
	}
	return w.pass(ctx, w.past.Last(), func(t *teller) bool { return t.here > 0 })
}

// errSeen ends the passing of records.
var errSeen = errors.New("seen")

// pass folds the records through to, or until enough says so, and tells what a visitor notices.
func (w *Walk) pass(ctx context.Context, to uint64, enough func(*teller) bool) (prose.Text, error) {
	t := &teller{walk: w, alone: to == w.state.Seq+1}
	began, total := w.state.Seq, to-w.state.Seq
	err := w.fold(ctx, w.state, to, t.record, func(rec *world.Record) error {
		w.deed = prose.Deed(rec)
		if w.o.Progress != nil {
			w.o.Progress(rec.Seq-began, total)
		}
		if enough(t) {
			return errSeen
		}
		return nil
	})
	if err != nil && !errors.Is(err, errSeen) {
		return nil, err
	}
	w.known = nil // a pack may have brought places
	w.settle()
	t.elsewhere()
	if t.here == 0 && w.state.Seq >= w.past.Last() {
		t.add(say("The record ends here.")...)
	}
	return t.text, nil
}

// teller tells of records that pass.
type teller struct {
	walk  *Walk
	alone bool // one record passes, and is told of wherever it is
	text  prose.Text
	here  int // records of which the visitor noticed something
	apart int // records since then of which they did not
	left  int // lines left out
}

func (t *teller) add(lines ...prose.Line) {
	for _, l := range lines {
		if len(t.text) >= toldMost {
			t.left++
			continue
		}
		t.text = append(t.text, l)
	}
}

// record folds one record and tells of it.
func (t *teller) record(rec *world.Record) {
	var heard prose.Text
	t.walk.state.FoldSeen(rec, t.walk.room, func(n *world.Notice, sense world.Sense) {
		heard = append(heard, prose.Of(n, sense)...)
	})
	if len(heard) > 0 {
		t.elsewhere()
		t.here++
		lead := t.walk.lead(rec)
		for i, l := range heard {
			if i > 0 && !t.walk.o.Style.ScreenReader {
				lead = strings.Repeat(" ", len(lead))
			} else if i > 0 {
				lead = ""
			}
			t.add(prose.Line{Spans: append([]prose.Span{{Text: lead}}, l.Spans...), Indent: len(lead)})
		}
		return
	}
	t.apart++
	if !t.alone {
		return
	}
	t.apart = 0
	lead := t.walk.lead(rec)
	t.add(prose.Line{Spans: []prose.Span{{Text: lead + t.walk.away(rec)}}, Indent: len(lead)})
}

// lead is the beginning of the line of a record: its sequence and its time of day.
func (w *Walk) lead(rec *world.Record) string {
	return fmt.Sprintf("%d  %s  ", rec.Seq, w.clock(rec.At).Format("15:04:05"))
}

// away says what a record is about of which one notices nothing here.
func (w *Walk) away(rec *world.Record) string {
	here := false
	for i := range rec.Notices {
		here = here || rec.Notices[i].Room == w.room
	}
	kind := reflect.TypeOf(rec.Action).Name()
	switch deed := prose.Deed(rec); {
	case deed != "" && here:
		return "(Nobody else notices: " + deed + ")"
	case deed != "":
		return "(Elsewhere: " + deed + ")"
	}
	if a := w.state.Actors[rec.Actor]; a != nil {
		return "(Nothing to notice: " + kind + " by " + prose.Clean(a.Name) + ".)"
	}
	return "(Nothing to notice: " + kind + " by the " + string(rec.Via.Kind) + ".)"
}

// elsewhere sums up the records that passed unnoticed.
func (t *teller) elsewhere() {
	switch {
	case t.apart == 1:
		t.add(say("(One record passes of which nothing is noticed here.)")...)
	case t.apart > 1:
		t.add(say(fmt.Sprintf("(%d records pass of which nothing is noticed here.)", t.apart))...)
	}
	t.apart = 0
	if t.left > 0 {
		t.text = append(t.text, say(fmt.Sprintf("(%d more lines are left out.)", t.left))...)
		t.left = 0
	}
}

// back goes back by some records.
func (w *Walk) back(ctx context.Context, words string) (prose.Text, error) {
	n, ok := number(words)
	if !ok {
		return say("By how many? back, or back 10."), nil
	}
	first := max(w.past.First(), 1) - 1
	if w.state.Seq <= first {
		return say("The record begins here."), nil
	}
	to := first
	if n < w.state.Seq-first {
		to = w.state.Seq - n
	}
	return w.arrive(ctx, to)
}

// to goes to another moment.
func (w *Walk) to(ctx context.Context, words string) (prose.Text, error) {
	if words == "" {
		return say("To when? to 48211, to 21:04, to 2026-11-21 21:04, to 10m ago, to first, to last."), nil
	}
	seq, err := w.seqAt(ctx, words)
	var text prose.Text
	if err == nil {
		text, err = w.arrive(ctx, seq)
	}
	var unreadable *MomentError
	var outside *archive.RangeError
	if errors.As(err, &unreadable) || errors.As(err, &outside) {
		return say(sentence(err.Error()) + "."), nil
	}
	return text, err
}

func (w *Walk) seqAt(ctx context.Context, words string) (uint64, error) {
	now := w.o.Now
	if now == nil {
		end, err := w.end(ctx)
		if err != nil {
			return 0, err
		}
		now = end
	}
	return Find(ctx, w.past, words, now().In(w.o.Zone))
}

// arrive travels and says where one is.
func (w *Walk) arrive(ctx context.Context, seq uint64) (prose.Text, error) {
	if err := w.travel(ctx, seq); err != nil {
		return nil, err
	}
	return append(w.Now(), w.Look()...), nil
}

// number reads how many; none is one.
func number(words string) (uint64, bool) {
	if words == "" {
		return 1, true
	}
	n, err := strconv.ParseUint(words, 10, 63)
	return n, err == nil && n > 0
}
