package world_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// TestEveryTextIsClassified holds every kind of action and event to saying whose words its texts are.
func TestEveryTextIsClassified(t *testing.T) {
	var types []reflect.Type
	for _, a := range world.ActionKinds() {
		types = append(types, reflect.TypeOf(a))
	}
	for _, e := range world.EventKinds() {
		types = append(types, reflect.TypeOf(e))
	}
	known := []string{"few", "all", "label", "fixed"}
	var look func(path string, at reflect.Type, words string)
	look = func(path string, at reflect.Type, words string) {
		switch at.Kind() {
		case reflect.String:
			if at.PkgPath() == "" && !slices.Contains(known, words) {
				t.Errorf("%s does not say whose words it holds: give it a tag `words:\"...\"`, one of %s (world/blanking.go)",
					path, strings.Join(known, ", "))
			}
		case reflect.Slice:
			look(path, at.Elem(), words)
		case reflect.Struct:
			for f := range at.Fields() {
				tag, tagged := f.Tag.Lookup("words")
				if !tagged {
					tag = words
				}
				look(path+"."+f.Name, f.Type, tag)
			}
		case reflect.Pointer:
			look(path, at.Elem(), words)
		case reflect.Map, reflect.Interface:
			if words != "fixed" {
				t.Errorf("%s is a %s, and blanking does not look into those: tag it or make it a list", path, at.Kind())
			}
		default:
		}
	}
	for _, at := range types {
		look(at.Name(), at, "")
	}
}

// TestBlankedRecordsFoldTheSame plays games, and folds every record whole, without private words, without any, and
// under other names.
func TestBlankedRecordsFoldTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole, few, all, masked := world.New(0), world.New(0), world.New(0), world.New(0)
		var mask world.Disguise
		j := worldtest.NewJudge()
		j.Decide = func(s *world.State, now world.Time, in world.Input) (*world.Record, *world.Refusal) {
			rec, refusal := s.Decide(now, in)
			if rec == nil {
				return nil, refusal
			}
			before := encoded(t, rec)
			quiet, n := world.BlankPrivate(rec)
			silent, m := world.BlankWords(rec)
			other, _ := mask.Record(rec)
			if n > m {
				t.Fatalf("%T: got %d private texts of %d", rec.Action, n, m)
			}
			if again, n := world.BlankWords(silent); n != 0 || again != silent {
				t.Fatalf("%T was blanked twice", rec.Action)
			}
			if encoded(t, rec) != before {
				t.Fatalf("%T was changed by blanking a copy of it", rec.Action)
			}
			whole.Fold(rec)
			few.Fold(quiet)
			all.Fold(silent)
			masked.Fold(other)
			return rec, nil
		}
		playGame(t, j)
		if err := worldtest.SameState(whole, few); err != nil {
			t.Fatalf("without private words: %v", err)
		}
		if err := worldtest.SameState(whole, all); err != nil {
			t.Fatalf("without words: %v", err)
		}
		mask.State(whole)
		if err := worldtest.SameState(whole, masked); err != nil {
			t.Fatalf("under other names: %v", err)
		}
	})
}

func encoded(t *rapid.T, rec *world.Record) string {
	b, err := journal.Encode(rec)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestDisguise gives accounts other names wherever they stand, the same one each time.
func TestDisguise(t *testing.T) {
	var mask world.Disguise
	who := &world.PastActor{ID: "pc-anna", Account: "a-anna"}
	rec := &world.Record{Action: world.BringBack{Who: who, Reason: "x"}, Notices: []world.Notice{
		{Event: world.Created{Actor: "pc-ben", Account: "a-ben", Name: "Ben"}},
		{Event: world.Created{Actor: "pc-anna", Account: "a-anna", Name: "Anna"}},
		{Event: world.GrantMinted{Grant: "g", Actor: "pc-anna", Label: "laptop"}},
	}}
	got, n := mask.Record(rec)
	if n != 4 || mask.Accounts() != 2 {
		t.Errorf("got %d texts of %d accounts, want 4 of 2", n, mask.Accounts())
	}
	text := fmt.Sprintf("%+v %+v", got.Action.(world.BringBack).Who, got)
	for _, secret := range []string{"a-anna", "a-ben", "laptop"} {
		if strings.Contains(text, secret) {
			t.Errorf("%s is in %s", secret, text)
		}
	}
	if who.Account != "a-anna" {
		t.Error("the record itself was changed")
	}
	if one, other := got.Action.(world.BringBack).Who.Account, got.Notices[1].Event.(world.Created).Account; one != other {
		t.Errorf("got %s and %s for one account", one, other)
	}
}

func TestBlanking(t *testing.T) {
	const words = "meet me where the bell hangs"
	via := world.Via{Kind: world.ViaKeyboard}
	record := func(a world.Action, events ...world.Event) *world.Record {
		r := &world.Record{Seq: 7, Actor: "pc-ann", Via: via, Action: a}
		for i, e := range events {
			r.Notices = append(r.Notices, world.Notice{Seq: 7, N: i, Event: e})
		}
		return r
	}
	for _, c := range []struct {
		name           string
		rec            *world.Record
		private, every int
	}{
		{"tell", record(world.Tell{To: "pc-ben", Text: words}, world.Told{Actor: "pc-ann", To: "pc-ben", Text: words}), 2, 2},
		{
			"whisper and the answer", record(world.Whisper{To: "seren", Text: words},
				world.Whispered{Actor: "pc-ann", To: "seren", Text: words}, world.Hushed{Actor: "pc-ann", To: "seren"},
				world.Whispered{Actor: "seren", To: "pc-ann", Text: "Hush."}), 3, 3,
		},
		{"say", record(world.Say{Text: words}, world.Said{Actor: "pc-ann", Text: words}), 0, 2},
		{"echo", record(world.Echo{Text: words}, world.Echoed{Actor: "pc-ann", Text: words}), 0, 2},
		{"move", record(world.Move{Dir: "north"}, world.Moved{Actor: "pc-ann", From: "a", To: "b", Dir: "north"}), 0, 0},
		{
			"a halt keeps the reason that it waits with", record(world.Halt{Seconds: 9, Reason: words},
				world.HaltAnnounced{Seconds: 9, Reason: words}, world.TimerSet{Kind: "halt", Note: "0 " + words}), 0, 2,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, got := world.BlankPrivate(c.rec); got != c.private {
				t.Errorf("private texts: got %d, want %d", got, c.private)
			}
			out, got := world.BlankWords(c.rec)
			if got != c.every {
				t.Errorf("texts: got %d, want %d", got, c.every)
			}
			if left := strings.Count(fmt.Sprintf("%+v", out), "bell"); left > 0 && c.name[0] != 'a' {
				t.Errorf("%d texts are left in %+v", left, out)
			}
		})
	}
}
