package data_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// Everybody in Lowtide who talks has a sheet of what they know of themselves, their day, their neighbours and their
// town; every fact of it says in two ways at the least what asks for it, and nobody says the same thing twice. What
// everybody knows is known to everybody. That each answers those questions is tried in cmd/mudlark.
func TestEverybodyHasASheetOfFacts(t *testing.T) {
	const factsLeast, askedLeast = 40, 2
	p, _ := lowtide(t)
	people, manners := 0, map[string]bool{}
	for _, m := range p.Mobs {
		if m.Mind == nil || len(m.Mind.Lines) == 0 {
			continue
		}
		people++
		facts, said := 0, map[string]bool{}
		for _, l := range m.Mind.Lines {
			asked := 0
			for _, entry := range l.About {
				if world.IsQuestion(entry) {
					asked++
				}
			}
			if asked == 0 {
				continue
			}
			facts++
			if slices.Contains(l.About, "who rules here") {
				manner, _, isSame := strings.Cut(l.Text, "Nobody rules Lowtide.")
				if manners[manner] = true; !isSame {
					t.Errorf("%s says of who rules: %q", m.ID, l.Text)
				}
			}
			if asked < askedLeast {
				t.Errorf("%s: %q is asked for in one way: %q", m.ID, l.Text, l.About)
			}
			if said[l.Text] || strings.Contains(l.Text, "{") {
				t.Errorf("%s: %q is said twice, or has something left open", m.ID, l.Text)
			}
			said[l.Text] = true
		}
		if facts < factsLeast {
			t.Errorf("%s knows %d facts, want %d", m.ID, facts, factsLeast)
		}
		for _, asked := range []string{
			"how many guards are there", "who rules here", "what is the law here", "is there a doctor",
			"what lives under the mud",
			"do you have any children", "who taught you", "what are you afraid of", "do you like hob", "do you like the clems",
		} {
			isHob := asked == "do you like hob" && (m.ID == "barkeep" || noted(m.Mind, "barkeep"))
			if !isHob && !m.Mind.Answered([]string{asked, strings.Replace(asked, " any ", " ", 1)}) {
				t.Errorf("%s does not know: %q", m.ID, asked)
			}
		}
	}
	if people < 28 { //nolint:mnd // the people of the bible, but for the oystermen, and of the regions
		t.Errorf("%d people talk, want 28", people)
	}
	if len(manners) != people {
		t.Errorf("%d people say what everybody knows in %d ways", people, len(manners))
	}
	if len(p.Lore) > 0 {
		t.Errorf("%d facts that everybody knows are nobody's", len(p.Lore))
	}
}

// noted reports whether somebody's relation to another says what they think of them.
func noted(m *world.MindSpec, who world.ProtoID) bool {
	return slices.ContainsFunc(m.Relations, func(r world.RelationSpec) bool { return r.To == who && r.Note != "" })
}
