package soak

import (
	"fmt"
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// Witness is what one bot knows of one life of the daemon, from what it was told alone.
type Witness struct {
	Name string
	Room string          // where it stands
	Held map[string]bool // the relics it carries, by their own words
	Own  []Deed          // what it was told that it did, in order
	Seen []Deed          // what it was told that others did, in order
	Open *Deed           // the command that had no answer at the kill; nil: none
}

// took takes in a line that the bot was told.
func (w *Witness) took(d Deed) {
	if d.Who != w.Name {
		w.Seen = append(w.Seen, d)
		if d.Did == Gave && d.To == w.Name && d.What != pebble {
			w.Held[d.What] = true
		}
		return
	}
	w.Own = append(w.Own, d)
	switch {
	case d.Did == Walked:
		w.Room = d.What
	case !d.kept() || d.What == pebble:
	case d.Did == Took || d.Did == TookOut:
		w.Held[d.What] = true
	default:
		delete(w.Held, d.What)
	}
}

// Evidence is one life: what the bots were told, what the journal has of it, and the world that came back.
type Evidence struct {
	Witnesses []*Witness
	Deeds     []Deed            // of the journal, in this life
	Spoken    map[string]int    // of the journal, in this life; no two lives have words in common
	Relics    int               // how many there are
	Places    map[string]string // where each relic is: a bot's name, a box's word, a room's name
	Twice     []string          // relics that exist more than once
	Rooms     map[string]string // where each bot stands
}

// Places reads the world that came back into the evidence.
func (e *Evidence) read(s *world.State) {
	e.Places, e.Rooms = map[string]string{}, map[string]string{}
	for _, it := range world.Ordered(s.Items) {
		what := string(it.Proto)
		if what == pebble {
			continue
		}
		if e.Places[what] != "" {
			e.Twice = append(e.Twice, what)
		}
		switch {
		case it.At.Actor != "":
			e.Places[what] = s.Actors[it.At.Actor].Name
		case it.At.Item != "":
			e.Places[what] = string(s.Items[it.At.Item].Proto)
		default:
			e.Places[what] = roomName(it.At.Room)
		}
	}
	for _, a := range world.Ordered(s.Actors) {
		e.Rooms[a.Name] = roomName(a.Room)
	}
}

// Count is what was compared and what was found.
type Count struct {
	Told       int `json:"told"`       // effects that somebody was told of
	Open       int `json:"unanswered"` // commands without an answer at the kill
	Happened   int `json:"happened"`   // of those, how many are in the journal
	Lost       int `json:"lost"`       // told and not in the journal, or things that are gone
	Duplicated int `json:"duplicated"` // in the journal or in the world more often than done
	Astray     int `json:"astray"`     // things or people in a place that nobody was told of
}

// Bad reports whether anything is wrong.
func (c Count) Bad() bool { return c.Lost+c.Duplicated+c.Astray > 0 }

const complaintsMost = 20

// auditor compares.
type auditor struct {
	e     Evidence
	by    map[string][]Deed // of the journal
	open  []Deed
	given map[string][]string // to whom a relic may have gone, as givers know
	count Count
	words []string
}

// Audit holds the world that came back against what bots were told, and says what is wrong in words.
func Audit(e Evidence) (Count, []string) {
	a := &auditor{e: e, by: map[string][]Deed{}, given: map[string][]string{}}
	for _, d := range e.Deeds {
		a.by[d.Who] = append(a.by[d.Who], d)
	}
	for _, w := range e.Witnesses {
		if w.Open != nil {
			a.count.Open++
			a.open = append(a.open, *w.Open)
		}
		for _, d := range w.Own {
			if d.Did == Gave {
				a.given[d.What] = append(a.given[d.What], d.To)
			}
		}
	}
	for _, d := range a.open {
		if d.Did == Gave {
			a.given[d.What] = append(a.given[d.What], d.To)
		}
	}
	for _, w := range e.Witnesses {
		a.own(w)
		a.seen(w)
		a.carried(w)
	}
	a.speeches()
	a.things()
	return a.count, a.words
}

func (a *auditor) complain(n *int, format string, args ...any) {
	*n++
	if len(a.words) < complaintsMost {
		a.words = append(a.words, fmt.Sprintf(format, args...))
	}
}

// own wants what a bot was told of itself to be what the journal has of it, in order; behind it, at most the effect of
// the command without an answer.
func (a *auditor) own(w *Witness) {
	has := a.by[w.Name]
	a.count.Told += len(w.Own)
	for i, d := range w.Own {
		if i >= len(has) {
			a.complain(&a.count.Lost, "%s was told %v, and the journal ends before it", w.Name, d)
			continue
		}
		if has[i] != d {
			a.complain(&a.count.Lost, "%s was told %v as deed %d, and the journal has %v", w.Name, d, i, has[i])
			return
		}
	}
	rest := has[min(len(w.Own), len(has)):]
	for i, d := range rest {
		if i > 0 || w.Open == nil || !explains(*w.Open, d) {
			a.complain(&a.count.Duplicated, "the journal has %v, which %s was not told and did not ask for (open: %v)", d,
				w.Name, w.Open)
			continue
		}
		a.count.Happened++
	}
}

// explains reports whether a command without an answer may have had an effect.
func explains(open, d Deed) bool {
	if open.Did == Took && d.Did == TookOut {
		open.Did, open.To = d.Did, d.To // one takes a thing out of a box without saying so
	}
	if open.Did == Walked {
		return d.Did == Walked
	}
	return open == d
}

// seen wants what a bot saw others do to be in the journal, for each of the others in order.
func (a *auditor) seen(w *Witness) {
	at := map[string]int{}
	a.count.Told += len(w.Seen)
	for _, d := range w.Seen {
		has := a.by[d.Who]
		i := at[d.Who]
		for i < len(has) && has[i] != d {
			i++
		}
		if i == len(has) {
			a.complain(&a.count.Lost, "%s saw %v, and the journal does not have it there", w.Name, d)
			continue
		}
		at[d.Who] = i + 1
	}
}

// speeches wants each speech once in the journal if anybody was told of it, and never more than once.
func (a *auditor) speeches() {
	for _, w := range a.e.Witnesses {
		for _, told := range [][]Deed{w.Own, w.Seen} {
			for _, d := range told {
				if (d.Did == Said || d.Did == Told) && a.e.Spoken[d.What] == 0 {
					a.complain(&a.count.Lost, "%s was told %v, and nobody ever said it", w.Name, d)
				}
			}
		}
	}
	for text, n := range a.e.Spoken {
		if n > 1 {
			a.complain(&a.count.Duplicated, "%q was said %d times", text, n)
		}
	}
}

// carried wants a bot where it was told that it is, with what it was told that it carries, unless a command without an
// answer says otherwise.
func (a *auditor) carried(w *Witness) {
	if room := a.e.Rooms[w.Name]; room != w.Room && (w.Open == nil || w.Open.Did != Walked) {
		a.complain(&a.count.Astray, "%s is in %q, and knows only of %q", w.Name, room, w.Room)
	}
	for what := range world.Ordered(w.Held) {
		at := a.e.Places[what]
		switch {
		case at == w.Name:
		case at == "":
			a.complain(&a.count.Lost, "%s carried %s, and it is nowhere", w.Name, what)
		case w.Open == nil || w.Open.What != what:
			a.complain(&a.count.Astray, "%s carried %s, and it is at %s", w.Name, what, at)
		}
	}
}

// things wants every relic once, and nobody to hold what neither they took nor anybody gave them.
func (a *auditor) things() {
	for i := range a.e.Relics {
		if a.e.Places[relicName(i)] == "" {
			a.complain(&a.count.Lost, "%s is nowhere", relicName(i))
		}
	}
	for _, what := range a.e.Twice {
		a.complain(&a.count.Duplicated, "%s exists twice", what)
	}
	by := map[string]*Witness{}
	for _, w := range a.e.Witnesses {
		by[w.Name] = w
	}
	for what, at := range world.Ordered(a.e.Places) {
		w := by[at]
		if w == nil || w.Held[what] || slices.Contains(a.given[what], w.Name) || w.Open != nil && w.Open.What == what {
			continue
		}
		a.complain(&a.count.Astray, "%s carries %s, and nobody knows why", w.Name, what)
	}
}
