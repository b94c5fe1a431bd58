package diku

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Kind is what a report counts.
type Kind int

// The kinds, in the order of the report. Scripts are counted once each, triggers wherever one hangs.
const (
	Zones Kind = iota
	Rooms
	Exits
	Creatures
	Things
	Resets
	Shops
	Quests
	Triggers
	Scripts
	Specials
	Changes
	Helps
	Gestures
)

// One returns what one of a kind is called, String what several are.
func (k Kind) One() string { return strings.TrimSuffix(k.String(), "s") }

// String implements [fmt.Stringer].
func (k Kind) String() string {
	return [...]string{
		"zones", "rooms", "exits", "creatures", "things", "resets", "shops", "quests", "triggers", "scripts", "specials",
		"modifiers", "helps", "gestures",
	}[k]
}

// kinds lists them.
func kinds() []Kind {
	return []Kind{
		Zones, Rooms, Exits, Creatures, Things, Resets, Shops, Quests, Triggers, Scripts, Specials, Changes, Helps, Gestures,
	}
}

// Tally is how many of a kind there were: Whole are those of which a player here meets what a player of the original
// does, Part lost something, Out are not in the pack at all, for a fault or because a pack cannot say them. Why counts
// what was lost, by a reason; one record may have several. Idle counts what was kept as a mark and does nothing in
// either world as long as mudlark has no rule that it concerns; it makes nothing less whole.
type Tally struct {
	Read  int            `json:"read"`
	Whole int            `json:"whole"`
	Part  int            `json:"part"`
	Out   int            `json:"out"`
	Why   map[string]int `json:"why,omitempty"`
	Idle  map[string]int `json:"idle,omitempty"`
}

// Report says what became of an area.
type Report struct {
	Kinds   map[string]*Tally `json:"kinds"`
	Faults  []Fault           `json:"faults,omitempty"`
	Notices []string          `json:"notices,omitempty"` // the licences and credits that came along
	Start   string            `json:"start"`             // the room in which people arrive
}

func newReport() *Report {
	r := &Report{Kinds: map[string]*Tally{}}
	for _, k := range kinds() {
		r.Kinds[k.String()] = &Tally{Why: map[string]int{}, Idle: map[string]int{}}
	}
	return r
}

func (r *Report) tally(k Kind) *Tally { return r.Kinds[k.String()] }

// fate is what became of one record.
type fate struct {
	why  []string
	idle []string
	out  bool
}

func (f *fate) lost(why string) { f.why = append(f.why, why) }
func (f *fate) left(why string) { f.why, f.out = append(f.why, why), true }

// count adds a record that was read to the report.
func (r *Report) count(k Kind, f fate) {
	t := r.tally(k)
	switch {
	case f.out:
		t.Out++
	case len(f.why) > 0:
		t.Part++
	default:
		t.Whole++
	}
	for _, why := range slices.Compact(slices.Sorted(slices.Values(f.why))) {
		t.Why[why]++
	}
	for _, what := range slices.Compact(slices.Sorted(slices.Values(f.idle))) {
		t.Idle[what]++
	}
}

// percent is how many of a hundred are whole, to a tenth.
func (t *Tally) percent() string {
	if t.Read == 0 {
		return "-"
	}
	const thousand = 1000
	n := thousand * t.Whole / t.Read
	return fmt.Sprintf("%d.%d %%", n/10, n%10)
}

// Write writes the report for a person.
func (r *Report) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%-10s %7s %7s %8s %7s %7s\n", "", "read", "whole", "", "in part", "not")
	for _, k := range kinds() {
		t := r.tally(k)
		if t.Read == 0 {
			continue
		}
		fmt.Fprintf(&b, "%-10s %7d %7d %8s %7d %7d\n", k, t.Read, t.Whole, t.percent(), t.Part, t.Out)
	}
	for _, k := range kinds() {
		reasons(&b, "what "+k.String()+" lost", r.tally(k).Why)
	}
	for _, k := range kinds() {
		reasons(&b, "marks of "+k.String()+" that do nothing here yet", r.tally(k).Idle)
	}
	if len(r.Faults) > 0 {
		fmt.Fprintf(&b, "\nnot understood:\n")
	}
	for _, f := range r.Faults {
		fmt.Fprintf(&b, "  %s\n", f)
	}
	if len(r.Notices) > 0 {
		b.WriteString("\nlicences and credits, which go with every copy of this content; read them before anybody else " +
			"plays it:\n")
		for _, name := range r.Notices {
			fmt.Fprintf(&b, "  %s\n", name)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// String returns "file:line: what; meant".
func (f Fault) String() string {
	s := f.Path
	if f.Line > 0 {
		s += fmt.Sprintf(":%d", f.Line)
	}
	s += ": " + f.What
	if f.Meant != "" {
		s += "; " + f.Meant
	}
	return s
}

// reasons lists counts, the largest first.
func reasons(b *strings.Builder, title string, n map[string]int) {
	if len(n) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s:\n", title)
	for _, why := range slices.SortedFunc(maps.Keys(n), func(x, y string) int {
		return cmp.Or(cmp.Compare(n[y], n[x]), cmp.Compare(x, y))
	}) {
		fmt.Fprintf(b, "  %6d  %s\n", n[why], why)
	}
}
