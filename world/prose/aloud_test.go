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
// begin with the same words. Where the words themselves say what kind it is, no cue says it once more.
func TestAloud(t *testing.T) {
	kinds := map[string]reflect.Type{} // by cue
	heard := map[reflect.Type]bool{}
	for _, s := range samples() {
		kind := reflect.TypeOf(s.event)
		for _, sense := range s.senses {
			plain := prose.ReaderText(prose.Of(notice(s.event), sense))
			aloud := prose.ReaderText(prose.Manner{}.Aloud(notice(s.event), sense))
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
				if !wordedForEars(s.event) && aloud != plain {
					t.Errorf("%s: got %q, want %q", kind.Name(), aloud, plain)
				}
				continue
			}
			switch rest, isCued := strings.CutPrefix(aloud, cue+": "); {
			case isCued && heardTwice(cue, rest):
				t.Errorf("%s: a word is heard twice: %q", kind.Name(), aloud)
			case !isCued && !wordedForEars(s.event) && !heardTwice(cue, aloud):
				t.Errorf("%s: nothing says what kind of thing it is: %q", kind.Name(), aloud)
			case !wordedForEars(s.event) && rest != plain:
				t.Errorf("%s: got %q, want %q", kind.Name(), rest, plain)
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

// wordedForEars reports whether an event is told in other words to who listens.
func wordedForEars(e world.Event) bool {
	switch e.(type) {
	case world.Said, world.Shouted, world.Told, world.PartyTold, world.Whispered, world.WizTalked, world.AttackResolved,
		world.EncounterOpened:
		return true
	default:
		return false
	}
}

// heardTwice reports whether a word of a cue is also in the first line that follows it, in this form or another, and
// not in what somebody says there.
func heardTwice(cue, rest string) bool {
	rest, _, _ = strings.Cut(rest, "\n")
	rest, _, _ = strings.Cut(rest, ` "`)
	for word := range strings.FieldsSeq(strings.ToLower(cue)) {
		if word == "you" || word == "are" || word == "over" {
			continue
		}
		for other := range strings.FieldsSeq(strings.ToLower(rest)) {
			if n := min(len(word), 4); len(other) >= n && other[:n] == word[:n] {
				return true
			}
		}
	}
	return false
}

// PLAYERS 4.5: no word is said twice. What is told, whispered or shouted has its kind first and then whose it is, and
// dice are said without signs, or not at all.
func TestNothingIsHeardTwice(t *testing.T) {
	blow := world.AttackResolved{Actor: "crab-7", Target: "pc-ann", Roll: 9, Total: 11, AC: 14, Cover: 2, Verb: "pinch"}
	hit := world.AttackResolved{Actor: "pc-ann", Target: "crab-7", Roll: 12, Total: 14, AC: 11, Hit: true, Harm: 7}
	for _, c := range []struct {
		event world.Event
		sense world.Sense
		want  string
	}{
		{world.Told{Actor: "pc-ben", Text: "Mind the bell."}, targetH, `Tell from Ben: "Mind the bell."`},
		{world.WizTalked{Actor: "pc-ben", Text: "Psst."}, far, `Wiznet from Ben: "Psst."`},
		{world.Whispered{Actor: "pc-ben", Text: "Psst."}, targetH, `Whisper from Ben: "Psst."`},
		{world.Whispered{Actor: "pc-ben", Text: "Psst."}, unseen, `Whisper from someone: "Psst."`},
		{world.Shouted{Actor: "pc-ben", Text: "Low water!"}, present, `Shout from Ben: "Low water!"`},
		{world.Shouted{Actor: "pc-ben", Text: "Low water!"}, far, `Shout from Ben, somewhere near: "Low water!"`},
		{world.Said{Actor: "pc-ben", Text: "Tell me."}, present, `Ben: "Tell me."`},
		{world.FighterJoined{Actor: "pc-ben", Fighter: world.Fighter{At: world.Cell{X: 1, Y: 3}}}, present,
			"Ben joins the fight, at 1,3."},
		{world.MoveApplied{Actor: "crab-7", From: world.Cell{X: 3}, Path: []world.Cell{{X: 2}}}, present,
			"The shore crab goes 1 step west, to 2,0."},
		{world.TurnEnded{Actor: "pc-ann", Next: "pc-ben", Round: 3}, present, "It is Ben's turn."},
		{world.TurnEnded{Actor: "pc-ann", Next: "pc-ben", Round: 3}, targetH, "The turn is yours."},
		{world.Learned{Actor: "pc-ann", XP: 22}, self, "You gain 22 experience."},
		{blow, targetH, "The shore crab tries to pinch you, and misses, 11 against 14 in cover."},
		{hit, self, "You hit the shore crab hard (7), 14 against 11."},
		{world.Emoted{Actor: "pc-ben", Text: "tells you: emote"}, present, "Emote: Ben tells you: emote."},
	} {
		if got := prose.ReaderText(prose.Manner{}.Aloud(notice(c.event), c.sense)); got != c.want {
			t.Errorf("%T: got %q, want %q", c.event, got, c.want)
		}
	}
	bare := prose.Manner{NoDice: true}
	for got, want := range map[string]string{
		prose.ReaderText(bare.Aloud(notice(hit), self)): "You hit the shore crab hard (7).",
		bare.Of(notice(hit), self).String():             "You hit the shore crab hard (7).",
		prose.Of(notice(hit), self).String():            "You hit the shore crab hard (7) [12+2 against 11].",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// Who wants no hints is told what happens and not what could be typed next; what only looks like a hint stays.
func TestWithoutHints(t *testing.T) {
	turn := world.TurnEnded{Actor: "pc-ann", Next: "pc-ben", Round: 1}
	if got := prose.Of(notice(turn), targetH).String(); !strings.Contains(got, "Type move") {
		t.Errorf("with hints: got %q", got)
	}
	if got := (prose.Manner{NoHints: true}).Of(notice(turn), targetH).String(); got != "The turn is yours." {
		t.Errorf("without: got %q", got)
	}
	dice := world.AttackResolved{Actor: "pc-ann", Target: "crab-7", Roll: 12, Total: 14, AC: 11, Verb: "hit"}
	if got := (prose.Manner{NoHints: true}).Of(notice(dice), self).String(); !strings.Contains(got, "[12+2 against 11]") {
		t.Errorf("dice: got %q", got)
	}
	drawn := prose.Text{{Spans: []prose.Span{{Text: "0 1 2", Role: prose.Hint}}, Drawn: true}}
	if got := prose.WithoutHints(drawn).String(); got != "0 1 2" {
		t.Errorf("a drawing: got %q", got)
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
