package memory

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world"
)

// Kind says where a memory comes from, and so what it is worth as evidence.
type Kind string

// The kinds of memories.
const (
	Event      Kind = "event"      // perceived
	Claim      Kind = "claim"      // what somebody said of themselves or the world: theirs, and no fact
	Gossip     Kind = "gossip"     // what somebody said of another
	Reflection Kind = "reflection" // what several others come to
	Lore       Kind = "lore"       // known all along
	Promise    Kind = "promise"    // given or received
	Given      Kind = "given"      // put there when the mind was made
)

// Limits of a row.
const (
	TextBytesMax   = 400
	WhoMost        = 8
	IDBytesMax     = 64
	ofMost         = 16
	hostBytesMost  = 255
	ImportanceMost = 10
)

// Row is one memory.
type Row struct {
	ID         uint64     `json:"id"`
	Seq        uint64     `json:"seq,omitempty"`   // of the world's record that it comes from
	At         world.Time `json:"at"`              // when it happened first
	Again      world.Time `json:"again,omitempty"` // when it happened last, if more than once
	Used       world.Time `json:"used"`            // when it was recalled last
	Kind       Kind       `json:"kind"`
	Deed       string     `json:"deed,omitempty"` // the kind of event, a key of [Importance]
	Text       string     `json:"text"`
	By         string     `json:"by,omitempty"`     // id of who did it
	Name       string     `json:"name,omitempty"`   // what they are called
	Mine       bool       `json:"mine,omitempty"`   // it was done to the one who remembers
	Who        []string   `json:"who,omitempty"`    // ids of those it is about
	Source     string     `json:"source,omitempty"` // id of whose words; "" when it was perceived
	Only       string     `json:"only,omitempty"`   // told in confidence by this person: recalled for nobody else
	Agreed     string     `json:"agreed,omitempty"` // host of a model to which whoever's words it has let them go then
	Importance int        `json:"importance"`       // 0 to 10
	Count      int        `json:"count,omitempty"`  // how many near-duplicates it stands for, beyond itself
	Of         []uint64   `json:"of,omitempty"`     // the memories that a reflection rests on
}

// Change is what became of one memory: kept as in Put, or gone.
type Change struct {
	Put  *Row   `json:"put,omitempty"`
	Drop uint64 `json:"drop,omitempty"`
}

// fit makes a row keep to the limits and to the law of evidence: words are never an event, and words without a speaker,
// or with one whose id is too long, are not kept.
func (r Row) fit() (Row, bool) {
	r.Text = cut(strings.Join(strings.Fields(world.Clean(r.Text)), " "), TextBytesMax)
	r.Name, r.Deed = cut(r.Name, IDBytesMax), cut(r.Deed, IDBytesMax)
	if len(r.Agreed) > hostBytesMost {
		r.Agreed = "" // cut, it might be another host
	}
	if max(len(r.By), len(r.Source), len(r.Only)) > IDBytesMax {
		return r, false // cut, it might be the id of somebody else, who may hear then what was told in confidence
	}
	var who []string
	for _, id := range r.Who {
		if id != "" && len(id) <= IDBytesMax && len(who) < WhoMost && !slices.Contains(who, id) {
			who = append(who, id)
		}
	}
	r.Who, r.Of = who, slices.Clone(r.Of[max(0, len(r.Of)-ofMost):])
	r.Importance, r.Count = min(max(r.Importance, 0), ImportanceMost), max(r.Count, 0)
	r.Used = max(r.Used, r.At)
	if r.Kind == Event && r.Source != "" {
		r.Kind = Claim
		if slices.ContainsFunc(r.Who, func(id string) bool { return id != r.Source }) {
			r.Kind = Gossip
		}
	}
	switch r.Kind {
	case Claim, Gossip:
		return r, r.Text != "" && r.Source != ""
	case Event, Reflection, Lore, Promise, Given:
		return r, r.Text != ""
	default:
		return r, false
	}
}

// isFor reports whether a memory may be recalled for somebody: what was told in confidence, for nobody but the teller.
func (r *Row) isFor(who string) bool { return r.Only == "" || r.Only == who }

// isLasting reports whether a memory is one that nobody forgets: a promise, a debt, a death.
func (r *Row) isLasting() bool {
	return r.Kind == Promise || weights[r.Deed].lasting
}

// copy returns a row that shares nothing with this one.
func (r *Row) copy() Row {
	out := *r
	out.Who, out.Of = slices.Clone(r.Who), slices.Clone(r.Of)
	return out
}

// cut shortens a text to so many bytes, between letters.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}
