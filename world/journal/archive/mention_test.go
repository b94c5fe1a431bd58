package archive_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// TestWhoIsChangedIsNamed plays random games and holds every record to naming all that it changes: the index of a
// segment is made of names, and history must not miss what happened to somebody.
func TestWhoIsChangedIsNamed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, folded := world.New(0), world.New(0)
		now := world.Time(0)
		do := func(in world.Input) {
			rec, _ := s.Decide(now, in)
			if rec == nil {
				return
			}
			named := map[world.Key]bool{}
			for _, k := range archive.Mentioned(rec) {
				named[k] = true
			}
			folded.Fold(rec)
			for _, k := range folded.TakeDirty() {
				if k.Kind != "meta" && !named[k] {
					t.Fatalf("%T changed %s and names only %v", rec.Action, k, archive.Mentioned(rec))
				}
			}
			indexed(t, rec)
			if rec.Actor != "" && !named[archive.KeyOf(rec.Actor)] {
				t.Fatalf("%T does not name who did it", rec.Action)
			}
		}
		for _, in := range worldtest.Genesis() {
			do(in)
		}
		for _, name := range []string{"Anna", "Benno"} {
			do(hosted(world.Create{Account: "a-" + world.AccountID(name), Name: name, Role: world.RolePlayer}))
		}
		do(hosted(world.Create{Account: "a-wiz", Name: "Merla", Role: world.RoleWizard}))
		for _, who := range []world.ActorID{"pc-anna", "pc-benno", "pc-merla"} {
			do(worldtest.Typed(who, world.Enter{}))
		}
		g := worldtest.NewGamer(t, s)
		for _, in := range g.Scatter("pc-merla", []world.ActorID{"pc-anna", "pc-benno"}) {
			do(in)
		}
		for range 60 {
			now += g.Wait()
			if due := s.Index.Due; len(due) > 0 && due[0].Due <= now {
				do(world.Input{Via: world.Via{Kind: world.ViaTimer}, Action: world.Tick{}})
			}
			do(g.Input())
		}
	})
}

// indexed holds the index of segments to what a record names: each name must be found by a term in its bytes.
func indexed(t *rapid.T, rec *world.Record) {
	b, err := journal.Encode(rec)
	if err != nil {
		t.Fatal(err)
	}
	var terms []string
	_, err = journal.Peek(b, func(text []byte) {
		if term := archive.TermIn(text); term != nil {
			terms = append(terms, string(term))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range archive.Mentioned(rec) {
		if !slices.Contains(terms, archive.Term(k)) {
			t.Fatalf("%T names %s, which is not among its terms %q", rec.Action, k, terms)
		}
	}
}

func TestTermIn(t *testing.T) {
	for text, want := range map[string]string{
		"pc-anna": "pc-anna", "door:oak-1": "oak-1", "hello": "hello", "Market": "Market", "": "", ":": "", "a:": "",
		"hello there": "", "a:b:c": "c", "caf\u00e9": "", strings.Repeat("a", 64): strings.Repeat("a", 64),
		strings.Repeat("a", 65): "", strings.Repeat("a", 64) + ":" + strings.Repeat("b", 63): strings.Repeat("b", 63),
		strings.Repeat(":", 128): "",
	} {
		if got := string(archive.TermIn([]byte(text))); got != want {
			t.Errorf("%q in %q, want %q", got, text, want)
		}
	}
}

// TestKeyOf holds the keys of ids to those under which the state keeps them.
func TestKeyOf(t *testing.T) {
	s := worldtest.Small()
	ann := worldtest.Join(s, 1, worldtest.Person{Name: "Anna"})
	have := map[world.Key]bool{}
	for _, k := range s.Keys() {
		have[k] = true
	}
	for name, k := range map[string]world.Key{
		"a body": archive.KeyOf(ann), "a room": archive.KeyOf(worldtest.Quay),
		"the pack": archive.KeyOf(anyOf(s.Packs)), "a thing": archive.KeyOf(anyOf(s.Items)),
		"a door":  archive.KeyOf(anyOf(s.Doors)),
		"a quest": archive.KeyOf(anyOf(s.Quests)), "a spawn rule": archive.KeyOf(anyOf(s.Spawns)),
		"a gesture": archive.KeyOf(anyOf(s.Socials)), "a timer": archive.KeyOf(anyOf(s.Timers)),
	} {
		if !have[k] {
			t.Errorf("%s is looked for under %s, and the state has nothing there", name, k)
		}
	}
}

func anyOf[K ~string, V any](m map[K]V) K {
	for id := range world.Ordered(m) {
		return id
	}
	return ""
}
