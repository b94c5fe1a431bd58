package verb_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// S0-79: what a wizard types of lore becomes one action, or one sentence that helps.
func TestLore(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	s.host(world.WriteLore{Lore: "old-well", Text: "It is deep.", About: []string{"water"}, Known: []world.ProtoID{"nan"}})
	s.host(world.WriteLore{Lore: "old-oak", Text: "It is hollow = empty."})
	const w = `WriteLore{"lore":`
	for line, want := range map[string]string{
		"@lore add bell = It rings.": w + `"bell","text":"It rings."}`,
		"lore add Bell about Rope, the ringer=It rings.": w +
			`"bell","text":"It rings.","about":["Rope","the ringer"]}`,
		"lore add bell known to nan = It is 2 = 1 + 1.": w + `"bell","text":"It is 2 = 1 + 1.","known":["nan"]}`,
		"lore add bell known npc-nan about rope = So.":  w + `"bell","text":"So.","about":["rope"],"known":["nan"]}`,
		"lore add bell": w + `"bell","text":""}`,
		"lore edit old-w = Dry.": w +
			`"old-well","text":"Dry.","about":["water"],"known":["nan"],"edit":true}`,
		"lore edit old-well about rope": w +
			`"old-well","text":"It is deep.","about":["rope"],"known":["nan"],"edit":true}`,
		"lore edit old-well known all about none": w + `"old-well","text":"It is deep.","edit":true}`,
		"lore drop old-oak":                       `DropLore{"lore":"old-oak"}`,
	} {
		if got := told(s.table.Parse(s.ctx(s.bob), line)); got != want {
			t.Errorf("%q\n got %s\nwant %s", line, got, want)
		}
	}
	for line, want := range map[string]string{
		"lore add":                           "Say it like this",
		"lore add the bell = It rings.":      "one word, with hyphens",
		"lore add bell known ann = It rings": "Nobody called ann has a mind",
		"lore edit old = x":                  "Which one: old-oak, old-well?",
		"lore edit bell = x":                 "no fact called bell",
		"lore edit old-well":                 "Say what changes",
		"lore drop":                          "Which fact?",
		"lore show bell":                     "no fact called bell",
		"lore sing":                          "One can say list, show, add, edit, drop there.",
	} {
		r := s.table.Parse(s.ctx(s.bob), line).Refusal
		if r == nil || !strings.Contains(r.Text, want) {
			t.Errorf("%q: got %v, want %q", line, r, want)
		}
	}
	if r := s.table.Parse(s.ctx(s.ann), "@lore").Refusal; r == nil || r.Code != world.CodeUnknown {
		t.Errorf("a player: %v", r)
	}
}

// S0-79: facts are listed with their ids, and from 180 on it is said how many more there can be.
func TestLoreIsListed(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	list := func(line string) string {
		a := s.line(s.bob, line)
		if a.refusal != nil {
			return a.refusal.Text
		}
		out := ""
		for _, r := range a.records {
			for i := range r.Notices {
				out += prose.Of(&r.Notices[i], world.Did|world.Saw|world.Heard).String()
			}
		}
		if a.report != nil {
			out += verb.Words(a.report, prose.Style{}).String()
		}
		return out
	}
	if got := list("lore"); !strings.Contains(got, "Nothing is written down yet") {
		t.Errorf("none: %s", got)
	}
	if got := list("lore add bell about rope = It rings."); !strings.Contains(got, "The fact bell holds from now on") {
		t.Errorf("added: %s", got)
	}
	got := list("lore edit bell = It is silent.")
	if !strings.Contains(got, `"It rings."`) || !strings.Contains(got, `"It is silent."`) {
		t.Errorf("before and after: %s", got)
	}
	for i := range world.LoreWarn - 1 {
		got = list(fmt.Sprintf("lore add n%d = %s", i, strings.Repeat("tide ", 40)))
		if warned := strings.Contains(got, "180 facts of at most 200"); warned != (i == world.LoreWarn-2) {
			t.Fatalf("fact %d: %s", i+2, got)
		}
	}
	if got := list("lore"); !strings.Contains(got, "180 of at most 200") || !strings.Contains(got, "room for 20 more") ||
		!strings.Contains(got, "bell: It is silent. (about rope)") || !strings.Contains(got, "…") {
		t.Errorf("many: %s", got)
	}
	if got := list("lore list ROPE"); !strings.Contains(got, "bell: ") || strings.Contains(got, "n7") {
		t.Errorf("those with a word: %s", got)
	}
	if got := list("lore show be"); !strings.Contains(got, "It is silent.") || !strings.Contains(got, "about rope") {
		t.Errorf("one: %s", got)
	}
	if got := list("lore list zebra"); !strings.Contains(got, "none in which zebra stands") {
		t.Errorf("none of a word: %s", got)
	}
}
