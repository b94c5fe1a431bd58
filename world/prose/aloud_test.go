package prose_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// Whatever happens can be heard: no drawing, no line of signs; and where an ear must tell kinds of events apart, no two
// begin with the same words.
func TestAloud(t *testing.T) {
	kinds := map[string]reflect.Type{} // by cue
	heard := map[reflect.Type]bool{}
	for _, s := range samples() {
		kind := reflect.TypeOf(s.event)
		for _, sense := range s.senses {
			plain := prose.ReaderText(prose.Of(notice(s.event), sense))
			aloud := prose.ReaderText(prose.Aloud(notice(s.event), sense))
			for _, fault := range worldtest.HardToHear(aloud) {
				t.Errorf("%s: %s", kind.Name(), fault)
			}
			cue := world.TraitsOf(s.event).Cue.For(sense)
			switch {
			case plain == "":
				if aloud != "" {
					t.Errorf("%s: nothing is told, and %q is heard", kind.Name(), aloud)
				}
				continue
			case cue == "" && sense&world.Did == 0:
				t.Errorf("%s, %s: nothing says what kind of thing it is: %q", kind.Name(), label(sense), aloud)
			case cue == "":
				if aloud != plain {
					t.Errorf("%s: got %q, want %q", kind.Name(), aloud, plain)
				}
				continue
			}
			want := cue + ": " + plain
			if said, ok := s.event.(world.Said); ok { // PLAYERS 4.5
				name, _, _ := strings.Cut(plain, " says: ")
				want = name + `: "` + said.Text + `"`
			}
			if aloud != want {
				t.Errorf("%s: got %q, want %q", kind.Name(), aloud, want)
			}
			if other, ok := kinds[cue]; ok && other != kind {
				t.Errorf("%q may be %s or %s", cue, other.Name(), kind.Name())
			}
			kinds[cue], heard[kind] = kind, true
		}
	}
	for cue := range kinds {
		if strings.Contains(cue, ":") {
			t.Errorf("%q may begin like another", cue)
		}
	}
	if len(heard) < 40 {
		t.Errorf("only %d kinds of events were heard", len(heard))
	}
}

// What one does needs no cue, for one has just typed it; what befalls one does, whoever began it.
func TestWhatOneDoesHasNoCue(t *testing.T) {
	for _, c := range []struct {
		event world.Event
		sense world.Sense
		want  string
	}{
		{world.Said{Actor: "pc-ann"}, self, ""}, {world.Said{Actor: "pc-ben"}, present, "Say"},
		{world.DoorWorked{Actor: "pc-ann"}, self, ""}, {world.BlowLanded{Actor: "pc-ann"}, self, "Hit"},
		{world.BlowLanded{Actor: "pc-ben"}, targetH, "Hurt"}, {world.BlowLanded{Actor: "pc-ben"}, present, "Blow"},
		{world.FightBegan{Actor: "pc-ann"}, self, ""}, {world.Died{Actor: "pc-ann"}, self, "You die"},
	} {
		if got := world.TraitsOf(c.event).Cue.For(c.sense); got != c.want {
			t.Errorf("%T as %s: got %q, want %q", c.event, label(c.sense), got, c.want)
		}
	}
}

func TestRound(t *testing.T) {
	hit := func(sense world.Sense, by, on world.ActorID, harm, hp int) prose.Blow {
		landed := world.BlowLanded{Actor: by, Target: on, Harm: harm, HP: hp, Verb: "hit"}
		return prose.Blow{Notice: notice(landed), Sense: sense}
	}
	miss := func(sense world.Sense, by, on world.ActorID) prose.Blow {
		return prose.Blow{Notice: notice(world.BlowMissed{Actor: by, Target: on, Verb: "hit"}), Sense: sense}
	}
	tests := []struct {
		name  string
		blows []prose.Blow
		want  string
	}{
		{"nothing", nil, ""},
		{"no blow", []prose.Blow{{Notice: notice(world.Echoed{Text: "x"}), Sense: present}}, ""},
		{"one each", []prose.Blow{hit(self, "pc-ann", "crab-7", 9, 3), hit(targetH, "crab-7", "pc-ann", 4, 26)},
			"Round: you hit the shore crab for 9; the shore crab hits you for 4, which leaves you 26."},
		{"several", []prose.Blow{
			hit(self, "pc-ann", "crab-7", 2, 9), miss(targetH, "crab-7", "pc-ann"), hit(self, "pc-ann", "crab-7", 3, 6),
			miss(self, "pc-ann", "crab-7"), miss(targetH, "crab-7", "pc-ann"), miss(targetH, "crab-7", "pc-ann"),
		}, "Round: you hit the shore crab twice for 5 and miss; the shore crab misses you three times."},
		{"the last wound counts", []prose.Blow{
			hit(targetH, "crab-7", "pc-ann", 4, 26), hit(targetH, "crab-7", "pc-ann", 30, -4), miss(targetH, "crab-7", "pc-ann"),
		}, "Round: the shore crab hits you twice for 34 and misses, which leaves you 0."},
		{"others", []prose.Blow{hit(present, "pc-ben", "crab-7", 9, 3), miss(present, "crab-7", "pc-ben")},
			"Round: Ben hits the shore crab; the shore crab misses Ben."},
		{"in the dark", []prose.Blow{
			hit(dark, "pc-ben", "crab-7", 9, 3), miss(dark, "crab-7", "pc-ben"), hit(dark, "gull-1", "crab-7", 1, 2),
		}, "Round: blows fall in the dark."},
		{"nobody hears a miss in the dark", []prose.Blow{miss(dark, "crab-7", "pc-ben")}, ""},
		{"at oneself in the dark", []prose.Blow{
			hit(dark|world.Mine, "crab-7", "pc-ann", 4, 26), miss(dark|world.Mine, "gull-1", "pc-ann"),
		}, "Round: someone hits you for 4, which leaves you 26; someone misses you."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := prose.Round(tt.blows).String(); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
	var many []prose.Blow
	for _, by := range []world.ActorID{"a", "b", "c", "d", "e", "f", "g"} {
		many = append(many, hit(present, by, "crab-7", 1, 1))
	}
	got := prose.Round(many).String()
	if strings.Count(got, "; ") != 6 || !strings.HasSuffix(got, "; and others fight.") {
		t.Errorf("got %s", got)
	}
	if slices.ContainsFunc(prose.Round(many), func(l prose.Line) bool { return len(l.Spans) == 0 }) {
		t.Error("an empty line")
	}
}
