package verb_test

import (
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// readLowtide reads the starter world once for all tests: a state leaves what it was made of as it is.
var readLowtide = sync.OnceValues(func() (*world.Pack, error) {
	p, _, err := pack.Check(os.DirFS("../../data"), "lowtide")
	return p, err
})

// newLowtide puts bob into the starter world.
func newLowtide(t *testing.T) *stage {
	t.Helper()
	p, err := readLowtide()
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{t: t, table: verb.New(), state: world.New(1), now: morning}
	s.host(world.Start{Build: "test", Seed: 1})
	s.host(world.ApplyPack{Pack: *p})
	s.bob = s.join("bob", world.RoleGuest)
	return s
}

// What the starter world's help, its board and its signs tell people to type has to be understood.
func TestWhatHelpQuotesIsUnderstood(t *testing.T) {
	s := newLowtide(t)
	quoted := regexp.MustCompile(`"([a-z][a-z0-9 .']*)[,.]?"`)
	n := 0
	check := func(where, text string) {
		for _, m := range quoted.FindAllStringSubmatch(strings.ReplaceAll(text, "\n", " "), -1) {
			n++
			r := s.table.Parse(s.ctx(s.bob), m[1]).Refusal
			if r == nil || strings.Contains(r.Text, "quest") || // on none yet
				strings.Contains(r.Text, "those with an account") {
				continue
			}
			switch r.Code {
			case world.CodeUnknown, world.CodeBadValue, world.CodeMissing:
				t.Errorf("%s says %q: %s", where, m[1], r.Text)
			default: // understood, and not possible just now
			}
		}
	}
	for id, h := range world.Ordered(s.state.Help) {
		check("help "+id, h.Text)
		if _, r := s.table.Help(s.ctx(s.bob), id); r != nil {
			t.Errorf("help %s: %s", id, r.Text)
		}
		for _, key := range h.Keys {
			if _, r := s.table.Help(s.ctx(s.bob), key); r != nil {
				t.Errorf("help %s: %s", key, r.Text)
			}
		}
	}
	for id, it := range world.Ordered(s.state.ItemSpecs) {
		if strings.Contains(it.Text, `"help newbie"`) { // the board for newcomers
			check(string(id), it.Text)
		}
	}
	if n < 40 {
		t.Errorf("only %d lines were found", n)
	}
}

// The first walk of help newbie can be walked as it is written.
func TestTheFirstWalk(t *testing.T) {
	s := newLowtide(t)
	for _, line := range []string{
		"look", "read board", "look at board", "south", "say hello", "get torch", "hold torch", "south",
		"look in heap", "get all from heap",
		"north", "north", "north", "get lamp", "get 2.lamp", "east", "look", "look at barkeep", "tell bob hi", "west",
		"north", "west",
		"quests", "accept", "help quests", "inventory", "equipment", "who", "map", "exits", "drop all", "time",
	} {
		got := s.line(s.bob, line)
		if got.refusal != nil && line != "tell bob hi" {
			t.Errorf("%q in %s: %s", line, s.state.Actors[s.bob].Room, got.refusal.Text)
		}
		checkWords(t, verb.Words(got.report, prose.Style{}), got.report != nil)
	}
}
