package verb_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// OWNERS section 2: an audit is asked for of anybody, creatures and those who are gone too, with a time and with words.
func TestAuditsAreAskedFor(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	s.must(s.bob, "load lamp")
	for line, want := range map[string]verb.Audit{
		"audit":                              {},
		"audit me":                           {Who: "pc-bob"},
		"audit an":                           {Who: "pc-ann"},
		"audit rat":                          {Who: "npc-rat"},
		"audit npc-rat":                      {Who: "npc-rat"},
		"audit nan silt":                     {Who: "npc-nan"},
		"audit woman Says":                   {Who: "npc-nan", Words: []string{"says"}},
		"audit pc-gone 2h":                   {Who: "pc-gone", Since: "-7200s"},
		"audit ann 1d2h tell":                {Who: "pc-ann", Since: "-93600s", Words: []string{"tell"}},
		"audit ann tell 30m bob":             {Who: "pc-ann", Since: "-1800s", Words: []string{"tell", "bob"}},
		"audit ann since 14:00":              {Who: "pc-ann", Since: "14:00"},
		"audit ann since 2h":                 {Who: "pc-ann", Since: "-7200s"},
		"audit ann since 2026-11-21 14:00 x": {Who: "pc-ann", Since: "2026-11-21 14:00", Words: []string{"x"}},
		"audit ann since #48211 before #60":  {Who: "pc-ann", Since: "#48211", Before: 60},
		"audit all 10m drop lamp":            {All: true, Since: "-600s", Words: []string{"drop", "lamp"}},
		"audit all":                          {All: true},
		"audit 3d":                           {Since: "-259200s"},
	} {
		got := s.line(s.bob, line)
		if got.refusal != nil {
			t.Errorf("%s: %s", line, got.refusal.Text)
			continue
		}
		q := got.ask.Audit()
		if len(q.Words) == 0 {
			q.Words = nil
		}
		if !reflect.DeepEqual(q, want) {
			t.Errorf("%s: got %+v, want %+v", line, q, want)
		}
	}
	s.must(s.bob, "load rat")
	for line, want := range map[string]string{
		"audit rat":                "Which do you mean: a rat (npc-rat), a rat (npc-rat-",
		"audit xyzzy 2h":           "There is no player and no creature called xyzzy.",
		"audit ann since":          "Since when? Say since 2h,",
		"audit ann 2h since":       "Since when? Say since 2h,",
		"audit ann before":         "Before what? Say before and a sequence,",
		"audit ann before tuesday": "Behind before stands a sequence, such as #48211.",
		"audit 3.rat":              "There are not that many.",
	} {
		if got := s.reads(porch{}, line); len(got) < len(want) || got[:len(want)] != want {
			t.Errorf("%s: got %q, want %q...", line, got, want)
		}
	}
}

// A name has few words, however many are typed: what is asked of everybody in the world for each number of words would
// else keep the world waiting.
func TestAuditsOfManyWordsAreAskedForAtOnce(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	looks := func(words int) float64 {
		line := "audit " + strings.TrimSpace(strings.Repeat("xyzzy ", words))
		return testing.AllocsPerRun(1, func() { s.line(s.bob, line) })
	}
	if few, many := looks(8), looks(600); many > 4*few {
		t.Errorf("8 words take %g allocations, 600 words %g", few, many)
	}
	if got := s.line(s.bob, "audit nan silt"+strings.Repeat(" says", 20)).ask.Audit(); got.Who != "npc-nan" ||
		len(got.Words) != 20 {
		t.Errorf("got %+v", got)
	}
}
