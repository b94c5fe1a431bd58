package world_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

const secret = "quinces under the stair"

// parrots are scripts that hear words, keep them, have them wait and say them again, in both languages.
func parrots() map[string]world.ScriptSpec {
	return map[string]world.ScriptSpec{
		"starlark": {ID: "parrot", Source: `
def on_say(e):
    if e.text == "again":
        say("You said " + get("last", "nothing") + ".")
        return
    set("last", e.text.upper().lower())
    set("who", e.who.name)
    set("mood", "keen")
    set("times", get("times", 0) + 1)
    set("pin", int("".join([c for c in e.text.split() if c.isdigit()]) or "0"))
    after(5, later, words = [e.text][0] + "!")

def later(e): narrate("It mutters: " + (e.data.words or "nothing"))
`},
		"dg": {ID: "parrot", Language: world.LanguageDG, On: []string{"on_say"}, Words: "*", Source: "set last %last%\n" +
			"if %speech% == again\nsay You said %last%.\nhalt\nend\nset last %speech.tolower%\nglobal last\nset mood " +
			"keen\nglobal mood\nset mine %speech%\nremote mine %actor%\nwait 5 sec\n%echo% It mutters: %speech%!"},
	}
}

// overheard plays a person telling the parrot a secret, and the parrot saying it again. It returns all records.
func overheard(tb testing.TB, sp world.ScriptSpec) (s *world.State, anna world.ActorID, records []*world.Record) {
	tb.Helper()
	s, anna, _, records = overheardFrom(tb, sp)
	return s, anna, records
}

// overheardFrom is overheard with the state before it, as a disk has it.
func overheardFrom(
	tb testing.TB, sp world.ScriptSpec,
) (s *world.State, anna world.ActorID, base *world.State, records []*world.Record) {
	tb.Helper()
	s, anna = wild(tb, world.MobSpec{}, worldtest.Quay, 1)
	beast := *s.MobSpecs["beast"]
	beast.Scripts = []world.ScriptID{"parrot"}
	typed(tb, s, wizard(tb, s), world.EditContent{Set: world.Entries{
		Mobs: []world.MobSpec{beast}, Scripts: []world.ScriptSpec{sp},
	}})
	base, now := world.New(0), s.Now
	for _, k := range s.Keys() {
		row, err := journal.EncodeRow(s.Row(k))
		if err == nil {
			err = journal.LoadRow(base, k.String(), row)
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	base.Reindex()
	act := func(in world.Input) {
		now += world.Second
		rec, r := s.Decide(now, in)
		if r != nil {
			tb.Fatalf("%T: %s", in.Action, r.Text)
		}
		if rec != nil {
			records = append(records, rec)
		}
	}
	wait := func() {
		for range 8 {
			act(world.Input{Via: world.Via{Kind: world.ViaTimer}, Action: world.Tick{}})
		}
	}
	act(worldtest.Typed(anna, world.Say{Text: "Quinces under the stair 4711"}))
	wait()
	act(worldtest.Typed(anna, world.Say{Text: "again"}))
	wait()
	return s, anna, base, records
}

func rows(tb testing.TB, s *world.State) string {
	tb.Helper()
	var b strings.Builder
	for _, k := range s.Keys() {
		row, err := journal.EncodeRow(s.Row(k))
		if err != nil {
			tb.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %s\n", k, row)
	}
	return strings.ToLower(b.String())
}

// TestHeardWordsAreErased has a script keep what somebody said, and say it again, and erases it.
func TestHeardWordsAreErased(t *testing.T) {
	for name, sp := range parrots() {
		t.Run(name, func(t *testing.T) {
			s, anna, records := overheard(t, sp)
			var said []string
			for _, r := range records[1:] {
				for _, n := range r.Notices {
					said = append(said, told([]world.Event{n.Event})...)
				}
			}
			if all := strings.ToLower(strings.Join(said, "\n")); strings.Count(all, secret) < 2 ||
				!strings.Contains(all, "you said "+secret) {
				t.Fatalf("the parrot says %q", said)
			}
			if kept := strings.ToLower(fmt.Sprintf("%+v %+v", s.Running["parrot"], s.Actors[anna].Kept)); !strings.Contains(
				kept+fmt.Sprint(s.Actors), secret) {
				t.Errorf("it keeps nothing: %s", kept)
			}
			if strings.Contains(rows(t, s), secret) {
				t.Error("rows that go to the disk have the words")
			}
			from := records[0].Seq
			for i, r := range records {
				quiet, n := world.BlankHeard(r, from)
				if i == 0 {
					quiet, n = world.BlankWords(r)
				}
				text := strings.ToLower(fmt.Sprintf("%+v", quiet))
				if strings.Contains(text, secret) || strings.Contains(text, "4711") && name == "starlark" {
					t.Errorf("record %d of %d has the words still, of %d texts: %s", i, len(records), n, text)
				}
			}
			typedBy(t, s, world.Erase{Record: from, All: true, Reason: "asked for"})
			var left strings.Builder
			for _, r := range s.Running {
				fmt.Fprintf(&left, "%+v", *r)
			}
			for _, a := range s.Actors {
				fmt.Fprintf(&left, "%+v", a.Kept)
			}
			if all := strings.ToLower(left.String()); strings.Contains(all, secret) || strings.Contains(all, "4711") {
				t.Errorf("it is kept still: %s", all)
			}
			if !strings.Contains(left.String(), "keen") {
				t.Errorf("the script's own words are gone too: %s", left.String())
			}
			if err := s.Check(); err != nil {
				t.Error(err)
			}
		})
	}
}

func typedBy(tb testing.TB, s *world.State, a world.Action) {
	tb.Helper()
	if _, r := s.Decide(s.Now, world.Input{Via: world.Via{Kind: world.ViaHost}, Action: a}); r != nil {
		tb.Fatal(r.Text)
	}
}

// TestHeardWordsEnd has scripts forget what somebody said who is forgotten or deleted, and all at a start.
func TestHeardWordsEnd(t *testing.T) {
	for name, sp := range parrots() {
		for what, end := range map[string]func(s *world.State, anna world.ActorID) world.Input{
			"forgotten": func(_ *world.State, anna world.ActorID) world.Input {
				return worldtest.Typed(anna, world.Unpin{All: true})
			},
			"deleted": func(_ *world.State, anna world.ActorID) world.Input {
				return worldtest.Typed(anna, world.DeleteCharacter{Who: anna})
			},
			"started": func(s *world.State, _ world.ActorID) world.Input {
				return world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Start{Wall: s.Wall + 1}}
			},
		} {
			t.Run(name+" "+what, func(t *testing.T) {
				s, anna, _ := overheard(t, sp)
				if _, r := s.Decide(s.Now, end(s, anna)); r != nil {
					t.Fatal(r.Text)
				}
				if kept := strings.ToLower(fmt.Sprintf("%+v %+v", *s.Running["parrot"], s.Actors[anna].Kept)); strings.Contains(
					kept, secret) || !strings.Contains(kept+fmt.Sprintf("%+v", s.Actors["beast"]), "keen") &&
					name == "starlark" {
					t.Errorf("it keeps %s", kept)
				}
			})
		}
	}
}

// TestHeardWordsFoldTheSame folds the records of a game in which scripts hear, whole and without the words.
func TestHeardWordsFoldTheSame(t *testing.T) {
	for name, sp := range parrots() {
		t.Run(name, func(t *testing.T) {
			s, _, base, records := overheardFrom(t, sp)
			_, _, silent, _ := overheardFrom(t, sp) // the same game
			for i, r := range records {
				base.Fold(r)
				quiet, _ := world.BlankHeard(r, records[0].Seq)
				if i == 0 {
					quiet, _ = world.BlankWords(r)
				}
				silent.Fold(quiet)
			}
			if err := worldtest.SameState(s, base); err != nil {
				t.Errorf("folded whole: %v", err)
			}
			if err := worldtest.SameState(s, silent); err != nil {
				t.Errorf("folded without the words: %v", err)
			}
			if s.Deaf() || base.Deaf() || !silent.Deaf() {
				t.Errorf("deaf are %v, %v and %v; want only the one without the words", s.Deaf(), base.Deaf(), silent.Deaf())
			}
		})
	}
}
