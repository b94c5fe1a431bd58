package verify

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// A Difference is the first place where something is not as it should be. What is empty does not apply.
type Difference struct {
	What string `json:"what"` // in a sentence: "deciding it again gives another event"

	Seq  uint64 `json:"seq,omitempty"`  // the record
	Deed string `json:"deed,omitempty"` // what it is about, in words: "Ann gives the rusty key to Bob."
	Kind string `json:"kind,omitempty"` // its action and who wanted it: "Give by pc-ann, typed"

	Event  string `json:"event,omitempty"`  // "event 2 of 3, ItemGiven"
	Entity string `json:"entity,omitempty"` // "item/rusty-key-17"
	Field  string `json:"field,omitempty"`  // "At.Room"
	Want   string `json:"want,omitempty"`   // what the one side says
	Got    string `json:"got,omitempty"`    // what the other says
	Wants  string `json:"wants,omitempty"`  // which side that is: "the journal says"
	Gets   string `json:"gets,omitempty"`   // "decided again, it is"
}

// String says the difference in one paragraph.
func (d *Difference) String() string {
	var b strings.Builder
	if d.Seq > 0 {
		fmt.Fprintf(&b, "record %d", d.Seq)
		if d.Kind != "" {
			fmt.Fprintf(&b, " (%s)", d.Kind)
		}
		b.WriteString(": ")
	}
	b.WriteString(d.What)
	if place := d.Place(); place != "" {
		fmt.Fprintf(&b, ": %s", place)
	}
	if d.Wants != "" {
		fmt.Fprintf(&b, ": %s %s, and %s %s", d.Wants, d.Want, d.Gets, d.Got)
	}
	return b.String()
}

// Place says where in the record or in the state it is: "event 2 of 3, ItemGiven, field To".
func (d *Difference) Place() string {
	var parts []string
	for _, p := range []string{d.Event, d.Entity} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	if d.Field != "" {
		parts = append(parts, "field "+d.Field)
	}
	return strings.Join(parts, ", ")
}

// differs makes a difference about a record; it shows no word that was meant for few.
func differs(rec *world.Record, what string) *Difference {
	d := &Difference{What: what, Seq: rec.Seq, Kind: deedKind(rec), Deed: prose.Deed(rec)}
	return d
}

// deedKind names an action, who wanted it, and through which door: "Give by pc-ann, typed".
func deedKind(rec *world.Record) string {
	kind := reflect.TypeOf(rec.Action).Name()
	switch {
	case rec.Via.By != "":
		return kind + " by " + string(rec.Actor) + ", made to by " + string(rec.Via.By)
	case rec.Actor == "":
		return kind + " by the " + string(rec.Via.Kind)
	}
	return kind + " by " + string(rec.Actor) + " (" + string(rec.Via.Kind) + ")"
}

// shownMost is how many bytes of a value a difference shows.
const shownMost = 200

// shown writes a value for a person.
func shown(v reflect.Value) string {
	if !v.IsValid() {
		return "nothing"
	}
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return "nothing"
		}
		v = v.Elem()
	}
	text := prose.Clean(fmt.Sprintf("%+v", v.Interface()))
	if v.Kind() == reflect.String {
		text = strconv.Quote(text)
	}
	if len(text) > shownMost {
		text = strings.ToValidUTF8(text[:shownMost], "") + "…"
	}
	return text
}

// apart is where two values part.
type apart struct {
	path      string
	want, got string
}

// parting returns the first place where two values of one type differ, or nil. The path is empty where they differ as a
// whole.
func parting(want, got reflect.Value) *apart {
	if want.IsValid() != got.IsValid() || want.IsValid() && want.Type() != got.Type() {
		return &apart{want: shown(want), got: shown(got)}
	}
	if !want.IsValid() {
		return nil
	}
	switch want.Kind() { //nolint:exhaustive // the rest holds no others
	case reflect.Pointer, reflect.Interface:
		if want.IsNil() || got.IsNil() {
			if want.IsNil() && got.IsNil() {
				return nil
			}
			return &apart{want: shown(want), got: shown(got)}
		}
		return parting(want.Elem(), got.Elem())
	case reflect.Struct:
		for i := range want.NumField() {
			if a := parting(want.Field(i), got.Field(i)); a != nil {
				return a.under(want.Type().Field(i).Name, ".")
			}
		}
		return nil
	case reflect.Slice, reflect.Array:
		for i := range min(want.Len(), got.Len()) {
			if a := parting(want.Index(i), got.Index(i)); a != nil {
				return a.under(fmt.Sprintf("[%d]", i), ".")
			}
		}
		if want.Len() != got.Len() {
			return &apart{want: counted(want), got: counted(got)}
		}
		return nil
	case reflect.Map:
		return partingMaps(want, got)
	}
	if want.Equal(got) {
		return nil
	}
	return &apart{want: shown(want), got: shown(got)}
}

func partingMaps(want, got reflect.Value) *apart {
	keys := append(want.MapKeys(), got.MapKeys()...)
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	for _, k := range keys {
		if a := parting(want.MapIndex(k), got.MapIndex(k)); a != nil {
			return a.under(fmt.Sprintf("[%v]", k), ".")
		}
	}
	return nil
}

// under puts a name before the path.
func (a *apart) under(name, gap string) *apart {
	if a.path == "" || a.path[0] == '[' {
		gap = ""
	}
	a.path = name + gap + a.path
	return a
}

// counted says a list by its length and what is in it.
func counted(list reflect.Value) string {
	if list.Len() == 0 {
		return "none"
	}
	return fmt.Sprintf("%d of them: %s", list.Len(), shown(list))
}

// decideAgain decides a record's action in a state and compares every byte of what comes of it.
func decideAgain(s *world.State, rec *world.Record, want []byte) (*Difference, error) {
	var got *world.Record
	var r *world.Refusal
	if p := caught(func() {
		got, r = s.Decide(rec.At, world.Input{Actor: rec.Actor, Via: rec.Via, Action: rec.Action})
	}); p != nil {
		return differs(rec, "deciding it again panics: "+p.cause), nil
	}
	if got == nil {
		return nothingNow(rec, r), nil
	}
	b, err := journal.Encode(got)
	if err != nil {
		return nil, fmt.Errorf("record %d, decided again: %w", rec.Seq, err)
	}
	if string(b) == string(want) {
		return nil, nil
	}
	return recordsApart(s, rec, got), nil
}

// nothingNow says that no record comes of what once made one.
func nothingNow(rec *world.Record, refusal *world.Refusal) *Difference {
	what, gets, got := "it had events, and has none when it is decided again", "now there is", "none"
	if refusal != nil {
		what, gets, got = "it was done, and is refused when it is decided again", "now it says", refusal.Text
	}
	d := differs(rec, what)
	d.Wants, d.Want, d.Gets, d.Got = "the journal has", countEvents(len(rec.Notices)), gets, got
	return d
}

// recordsApart says where two records of one action part; s knows who has which number.
func recordsApart(s *world.State, rec, got *world.Record) *Difference {
	d := differs(rec, "deciding it again gives something else")
	d.Wants, d.Gets = "the journal says", "decided again, it is"
	was, is := rec.Notices, got.Notices
	if safe, n := world.BlankPrivate(rec); n > 0 {
		was = safe.Notices // unless the words are what differs, they need not be shown
		safe, _ = world.BlankPrivate(got)
		is = safe.Notices
	}
	for i := range min(len(was), len(is)) {
		if a := parting(reflect.ValueOf(was[i]), reflect.ValueOf(is[i])); a != nil {
			d.Event = fmt.Sprintf("event %d of %d, %s", i+1, len(was), reflect.TypeOf(was[i].Event).Name())
			d.Want, d.Got = a.want, a.got
			d.Field, d.What = noticeField(a.path, d.What)
			if strings.HasPrefix(a.path, fieldTo) {
				d.Field, d.Want, d.Got = "", listeners(s, was[i].To, is[i].To), listeners(s, is[i].To, was[i].To)
			}
			if is, was := reflect.TypeOf(is[i].Event), reflect.TypeOf(was[i].Event); is != was {
				d.What, d.Field, d.Want, d.Got = "deciding it again gives another event", "", was.Name(), is.Name()
			}
			return d
		}
	}
	switch {
	case len(was) != len(is):
		d.What = "deciding it again gives another number of events"
		d.Want, d.Got = countEvents(len(was)), countEvents(len(is))
	case rec.At != got.At:
		d.What, d.Field = "deciding it again gives another time", "At"
		d.Want, d.Got = fmt.Sprint(rec.At), fmt.Sprint(got.At)
	default:
		d.What, d.Wants, d.Gets = "deciding it again gives other words that were meant for few, or another encoding", "", ""
	}
	return d
}

// noticeField names a field of a notice as people call it.
func noticeField(path, what string) (field, said string) {
	if inside, ok := strings.CutPrefix(path, "Event."); ok {
		return inside, what
	}
	switch {
	case strings.HasPrefix(path, fieldTo):
		return fieldTo, "deciding it again lets others perceive it, or otherwise"
	case strings.HasPrefix(path, "Captions"):
		return path, "deciding it again calls something by another name"
	case path == "Room":
		return path, "deciding it again makes it happen elsewhere"
	}
	return path, what
}

// fieldTo is the field of a notice that says who perceived it.
const fieldTo = "To"

// listeners names those who perceived something, and how where the others are the same people.
func listeners(s *world.State, groups, others []world.Group) string {
	name := func(num uint32) string {
		if a := s.ActorByNum(num); a != nil {
			return prose.Clean(a.Name)
		}
		return "number " + strconv.FormatUint(uint64(num), 10)
	}
	list := func(how bool, groups []world.Group) []string {
		var out []string
		for _, g := range groups {
			for _, num := range g.Who {
				text := name(num)
				if how {
					text += " (" + senses(g.Sense) + ")"
				}
				out = append(out, text)
			}
		}
		slices.Sort(out)
		return out
	}
	out := list(false, groups)
	if slices.Equal(out, list(false, others)) {
		out = list(true, groups)
	}
	if len(out) == 0 {
		return "nobody"
	}
	return strings.Join(out, ", ")
}

// senses says in words how somebody perceived something.
func senses(sense world.Sense) string {
	var out []string
	for i, word := range []string{"did it", "it was done to them", "saw it", "heard it", "it went away", "from afar"} {
		if sense&(1<<i) != 0 {
			out = append(out, word)
		}
	}
	return strings.Join(out, ", ")
}

func countEvents(n int) string {
	if n == 1 {
		return "1 event"
	}
	return fmt.Sprintf("%d events", n)
}

// statesApart returns the first entity in which two states differ, in the order of keys, and where in it.
func statesApart(want, got *world.State) (*Difference, error) {
	a, b := want.Keys(), got.Keys()
	for len(a) > 0 || len(b) > 0 {
		var k world.Key
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].String() < b[0].String():
			k, a = a[0], a[1:]
		case len(a) == 0 || b[0].String() < a[0].String():
			k, b = b[0], b[1:]
		default:
			k, a, b = a[0], a[1:], b[1:]
		}
		one, err := journal.EncodeRow(want.Row(k))
		if err != nil {
			return nil, fmt.Errorf("encode %s: %w", k, err)
		}
		two, err := journal.EncodeRow(got.Row(k))
		if err != nil {
			return nil, fmt.Errorf("encode %s: %w", k, err)
		}
		if string(one) == string(two) {
			continue
		}
		d := &Difference{Entity: k.String(), Want: "encoded otherwise", Got: "encoded otherwise"}
		if p := parting(reflect.ValueOf(want.Row(k)), reflect.ValueOf(got.Row(k))); p != nil {
			d.Field, d.Want, d.Got = p.path, p.want, p.got
		}
		return d, nil
	}
	return nil, nil
}
