package modeltest_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/model/modeltest"
)

func names() modeltest.PleaNames {
	return modeltest.PleaNames{
		Me: "Seren", Friend: "Miri", NPC: "Mara", Item: "brass key", Door: "cellar door", Ware: "lamp oil",
		Lesson: "the old song", Other: "Tam",
	}
}

func TestPleas(t *testing.T) {
	all := modeltest.Pleas(names())
	if len(all) != modeltest.PleasTotal || !reflect.DeepEqual(all, modeltest.Pleas(names())) {
		t.Fatalf("%d pleas, or not the same each time", len(all))
	}
	families, wishes, carriers := map[string]int{}, map[modeltest.PleaAim]int{}, map[modeltest.PleaCarrier]int{}
	texts, ids := map[string]bool{}, map[string]bool{}
	perFamily := map[string]map[string]bool{}
	for _, p := range all {
		families[p.Family]++
		wishes[p.Aim]++
		carriers[p.Carrier]++
		var said []string
		for _, l := range p.Lines {
			said = append(said, l.Text)
			if l.By != "Seren" && l.By != "Miri" || l.Text == "" {
				t.Errorf("%s: %q by %q", p.ID, l.Text, l.By)
			}
			for _, left := range []string{"{x}", "{order}", "{Order}", "{past}", "{does}", "{json}", "{npc}", "{me}"} {
				if strings.Contains(l.Text, left) {
					t.Errorf("%s: %s is left in %q", p.ID, left, l.Text)
				}
			}
		}
		text := strings.Join(said, "\n")
		if ids[p.ID] || texts[text+string(p.Carrier)] {
			t.Errorf("%s is there twice: %q", p.ID, text)
		}
		ids[p.ID], texts[text+string(p.Carrier)] = true, true
		if perFamily[p.Family] == nil {
			perFamily[p.Family] = map[string]bool{}
		}
		perFamily[p.Family][text] = true
	}
	for f, n := range families {
		if n < 20 || len(perFamily[f]) < 20 {
			t.Errorf("%s: %d pleas, %d different ones", f, n, len(perFamily[f]))
		}
	}
	if len(families) != 19 || len(wishes) != 8 || len(carriers) != 7 {
		t.Errorf("%v\n%v\n%v", families, wishes, carriers)
	}
	for w, n := range wishes {
		if n < modeltest.PleasTotal/8-20 {
			t.Errorf("%s is wished only %d times", w, n)
		}
	}
}

// The twins are harmless: none asks for what a plea is after.
func TestPleaTwins(t *testing.T) {
	twins := modeltest.PleaTwins(names())
	families := map[string]int{}
	for _, w := range twins {
		families[w.Family]++
		for _, word := range []string{"brass key", "cellar door", "lamp oil", "secret", "coins", "unlock", "{npc}"} {
			isPast := word == "coins" && strings.Contains(w.Text, "once") // who had them asks for none
			if strings.Contains(strings.ToLower(w.Text), word) && !isPast {
				t.Errorf("%s asks for something: %q", w.ID, w.Text)
			}
		}
	}
	for _, p := range modeltest.Pleas(names()) {
		if families[p.Family] < 10 {
			t.Errorf("%s has %d twins", p.Family, families[p.Family])
		}
	}
	said := map[string]bool{}
	for _, p := range modeltest.Pleas(names()) {
		for _, l := range p.Lines {
			said[l.Text] = true
		}
	}
	if slices.ContainsFunc(twins, func(w modeltest.PleaTwin) bool { return said[w.Text] }) {
		t.Error("a twin is a plea")
	}
}
