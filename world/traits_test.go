package world_test

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mudlark-mud/mudlark/world"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// allSenses is every way to perceive something.
const allSenses = world.Sense(1<<7 - 1)

// What every kind of event says of itself: who hears and reads of it how, and who looks again after it.
func TestTraits(t *testing.T) {
	const file = "testdata/traits.txt"
	var b strings.Builder
	for _, e := range world.EventKinds() {
		fmt.Fprintf(&b, "%s: %s\n", reflect.TypeOf(e).Name(), traits(world.TraitsOf(e)))
	}
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")); diff != "" {
		t.Errorf("the traits of some kinds changed (-want +got):\n%s", diff)
	}
}

// traits writes down what is not at its zero value.
func traits(is world.Traits) string {
	var out []string
	v := reflect.ValueOf(is)
	for i := range v.NumField() {
		name, f := v.Type().Field(i).Name, v.Field(i)
		switch x := f.Interface().(type) {
		case bool:
			if x {
				out = append(out, name)
			}
		case world.Aspects:
			out = append(out, name+"="+aspects(x))
		case world.Cues:
			if x != (world.Cues{}) {
				out = append(out, fmt.Sprintf("%s=%q/%q/%q", name, x.Did, x.Mine, x.Others))
			}
		default:
			if !f.IsZero() {
				out = append(out, fmt.Sprintf("%s=%v", name, x))
			}
		}
	}
	return strings.Join(out, " ")
}

func aspects(a world.Aspects) string {
	var out []string
	for _, x := range []struct {
		aspect world.Aspects
		name   string
	}{
		{world.AspectSelf, "self"}, {world.AspectBelongings, "belongings"}, {world.AspectRoom, "room"},
		{world.AspectMap, "map"}, {world.AspectQuests, "quests"}, {world.AspectFight, "fight"}, {world.AspectsNone, "none"},
	} {
		if a&x.aspect != 0 {
			out = append(out, x.name)
		}
	}
	return strings.Join(out, "+")
}

// What an event says of itself fits together.
func TestTraitsFit(t *testing.T) {
	cues := map[string]string{}
	for _, e := range world.EventKinds() {
		is, kind := world.TraitsOf(e), reflect.TypeOf(e).Name()
		for _, a := range []world.Aspects{is.Touches, is.Shows} {
			if a == 0 || a&world.AspectsNone != 0 && a != world.AspectsNone {
				t.Errorf("%s touches %s", kind, aspects(a))
			}
		}
		if is.Speech.To == 0 && is.Speech != (world.Speech{}) {
			t.Errorf("%s is said to nobody: %+v", kind, is.Speech)
		}
		if is.Speech.To != 0 && !is.OnlyTold {
			t.Errorf("%s is said, and may change what is seen", kind)
		}
		if is.Speech.To == world.ToOne && is.Public {
			t.Errorf("%s is said to one alone, and public", kind)
		}
		for _, cue := range []string{is.Cue.Did, is.Cue.Mine, is.Cue.Others} {
			if other, ok := cues[cue]; ok && cue != "" && other != kind {
				t.Errorf("%q may be %s or %s", cue, other, kind)
			}
			cues[cue] = kind
		}
	}
}

// Whoever did something has its cue as they did it, even if they did it to themselves.
func TestCues(t *testing.T) {
	c := world.Cues{Did: "Hit", Mine: "Hurt", Others: "Blow"}
	for sense := world.Sense(0); sense <= allSenses; sense++ {
		want := c.Others
		if sense&world.Mine != 0 {
			want = c.Mine
		}
		if sense&world.Did != 0 {
			want = c.Did
		}
		if got := c.For(sense); got != want {
			t.Errorf("as %b: got %q, want %q", sense, got, want)
		}
	}
	hit, miss := world.TraitsOf(world.AttackResolved{Hit: true}), world.TraitsOf(world.AttackResolved{})
	if hit.Cue.Mine != "You are struck" || miss.Cue.Mine != "You are missed" {
		t.Errorf("got %+v for a hit, and %+v for a miss", hit.Cue, miss.Cue)
	}
}
