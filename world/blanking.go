package world

import (
	"reflect"
	"slices"
	"strconv"
)

// Blanked stands where words were taken out of a record. Whether a record was blanked is known from the journal, not
// from this: anybody may say it.
const Blanked = "[blanked]"

// Every text in an action or an event says in its tag whose words it is, so that words can be taken out of a record
// and the record still folds to the same state. A tag also speaks for what lies inside its field.
const (
	wordsTag   = "words"
	wordsFew   = "few"   // a person's words, meant for few
	wordsAll   = "all"   // a person's words, for whoever was there
	wordsLabel = "label" // an owner's own name for a token, which folding makes part of the state
	wordsHeard = "heard" // what a script kept of such words: never a tag, see [ScriptVar.Heard]
	wordsFixed = "fixed" // the pack's or the program's words, or others that folding makes part of the state
)

// BlankPrivate returns the record without the words that were meant for few, and how many texts that took out. With
// none it is the same record; else a copy, and r stays as it is.
func BlankPrivate(r *Record) (*Record, int) { return blank(r, wordsFew) }

// BlankWords returns the record without anything that a person said or wrote in it, as [BlankPrivate] does. What
// folding makes part of the state stays: names, labels, lore, and why a shutdown was ordered, for as long as it is
// awaited.
func BlankWords(r *Record) (*Record, int) { return blank(r, wordsFew, wordsAll) }

func blank(r *Record, which ...string) (*Record, int) {
	b := blanker{text: blanking(which...)}
	return b.record(r)
}

// blanking takes out texts of some tags.
func blanking(which ...string) func(field reflect.Value, words string) bool {
	return func(field reflect.Value, words string) bool {
		for _, w := range which {
			if words == w && field.Len() > 0 && field.String() != Blanked {
				field.SetString(Blanked)
				return true
			}
		}
		return false
	}
}

// BlankHeard returns a record without the words that scripts heard in another, and how many texts that took out, as
// [BlankWords] does: what they kept of them, and what was said where such words were before them.
func BlankHeard(r *Record, seq uint64) (*Record, int) {
	from := func(heard []Saying) bool {
		return slices.ContainsFunc(heard, func(s Saying) bool { return s.Seq == seq })
	}
	echoed := map[int]bool{}
	for _, n := range r.Notices {
		if e, is := n.Event.(ScriptEchoed); is && from(e.Heard) {
			for i := e.First; i < min(e.Last, len(r.Notices)); i++ {
				echoed[i] = true
			}
		}
	}
	kept := blanker{text: blanking(wordsHeard), heard: from}
	said := blanker{text: blanking(wordsFew, wordsAll, wordsHeard), heard: from}
	out, done := *r, 0
	out.Notices = make([]Notice, len(r.Notices))
	for i, n := range r.Notices {
		b := &kept
		if echoed[i] {
			b = &said
		}
		n.Event, _ = reflect.TypeAssert[Event](b.copied(reflect.ValueOf(n.Event), ""))
		out.Notices[i] = n
	}
	if done = kept.done + said.done; done == 0 {
		return r, 0
	}
	return &out, done
}

// HeardFrom lists the older records whose words scripts had before them in a record, or keep in it, in order.
func HeardFrom(r *Record) (seqs []uint64) {
	note := func(heard []Saying) bool {
		for _, s := range heard {
			if s.Seq != r.Seq {
				seqs = append(seqs, s.Seq)
			}
		}
		return false
	}
	b := blanker{text: blanking(), heard: note}
	for _, n := range r.Notices {
		switch e := n.Event.(type) {
		case ScriptEchoed:
			note(e.Heard)
		case ScriptRan, ScriptTimed, ScriptKept:
			b.copied(reflect.ValueOf(e), "")
		default:
		}
	}
	slices.Sort(seqs)
	return slices.Compact(seqs)
}

// wordy reports whether a person's words, or what may be words of theirs, stand in an event.
func wordy(e Event) (is bool) {
	b := blanker{text: func(field reflect.Value, words string) bool {
		is = is || field.Len() > 0 && (words == wordsFew || words == wordsAll)
		return false
	}}
	b.copied(reflect.ValueOf(e), "")
	return is
}

// blanker copies values and changes texts on the way.
type blanker struct {
	text  func(field reflect.Value, words string) bool // changes one text, or says that it did not
	heard func(heard []Saying) bool                    // which of what scripts heard is wordsHeard; nil: all is wordsAll
	done  int
}

func (b *blanker) record(r *Record) (*Record, int) {
	out := *r
	out.Action, _ = reflect.TypeAssert[Action](b.copied(reflect.ValueOf(r.Action), ""))
	out.Notices = make([]Notice, len(r.Notices))
	for i, n := range r.Notices {
		n.Event, _ = reflect.TypeAssert[Event](b.copied(reflect.ValueOf(n.Event), ""))
		out.Notices[i] = n
	}
	if b.done == 0 {
		return r, 0
	}
	return &out, b.done
}

// copied returns a value in which texts were changed; words is the tag of what it lies in.
func (b *blanker) copied(v reflect.Value, words string) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	b.change(out, words)
	return out
}

func (b *blanker) change(v reflect.Value, words string) {
	switch v.Kind() {
	case reflect.String:
		if b.text(v, words) {
			b.done++
		}
	case reflect.Struct:
		kept := b.kept(v)
		for i := range v.NumField() {
			tag, tagged := v.Type().Field(i).Tag.Lookup(wordsTag)
			switch {
			case kept != "" && v.Type().Field(i).Name == "Text":
				tag = kept
			case !tagged:
				tag = words
			}
			b.change(v.Field(i), tag)
		}
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		inner := reflect.New(v.Type().Elem())
		inner.Elem().Set(b.copied(v.Elem(), words))
		v.Set(inner)
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		list := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			list.Index(i).Set(b.copied(v.Index(i), words))
		}
		v.Set(list)
	default:
	}
}

// kept says whose the text is in something that scripts keep; "" where that is no question.
func (b *blanker) kept(v reflect.Value) string {
	var heard []Saying
	switch v.Type() {
	case reflect.TypeFor[ScriptVar](), reflect.TypeFor[ScriptKept]():
		heard, _ = reflect.TypeAssert[[]Saying](v.FieldByName("Heard"))
	default:
		return ""
	}
	switch {
	case len(heard) == 0:
		return wordsFixed
	case b.heard == nil:
		return wordsAll
	case b.heard(heard):
		return wordsHeard
	}
	return wordsFixed
}

// Disguise gives accounts and the labels of tokens other names, the same one for the same account wherever it comes:
// who owns whom is no business of whoever reads a bug report, and the rules only ask whether two owners are one.
// The zero value is ready to use.
type Disguise struct {
	names map[AccountID]AccountID
}

// Accounts returns how many accounts got another name.
func (d *Disguise) Accounts() int { return len(d.names) }

func (d *Disguise) account(id AccountID) AccountID {
	if id == "" {
		return ""
	}
	if d.names == nil {
		d.names = map[AccountID]AccountID{}
	}
	if d.names[id] == "" {
		d.names[id] = AccountID("account-" + strconv.Itoa(len(d.names)+1))
	}
	return d.names[id]
}

// Record returns a record in which accounts and labels have their other names, and how many texts that changed. With
// none it is the same record; else a copy.
func (d *Disguise) Record(r *Record) (*Record, int) {
	b := blanker{text: func(field reflect.Value, words string) bool {
		switch {
		case field.Len() == 0:
			return false
		case field.Type() == reflect.TypeFor[AccountID]():
			field.SetString(string(d.account(AccountID(field.String()))))
		case words == wordsLabel:
			field.SetString(Blanked)
		default:
			return false
		}
		return true
	}}
	return b.record(r)
}

// State gives the accounts and labels in a state their other names. It is meant for a state of one's own.
func (d *Disguise) State(s *State) {
	for id, a := range Ordered(s.Actors) {
		if a.Account != "" {
			s.actor(id).Account = d.account(a.Account)
		}
	}
	for id, g := range Ordered(s.Grants) {
		g.Label = Blanked
		s.touch(kindGrant, string(id))
	}
	for i, id := range s.Agents.Banned {
		s.Agents.Banned[i] = d.account(id)
		s.touch(kindAgents, kindAgents)
	}
	s.Reindex()
}
