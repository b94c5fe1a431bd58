package triggers_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/tui/client/triggers"
)

const mine = `# My rules.

#alias   k   kill %1
#class {combat} {open}
# what I do in a fight
#trigger {%w is DEAD} {
  get all corpse;
  #showme {well done}
} {3}
#flurble {unknown}
#class {combat} {close}
#class {combat} {off}
#gag {open
#ticker {t} {look} {0.5}
`

func TestNothingIsLost(t *testing.T) {
	s, problems := triggers.ReadSheet(mine)
	if got := s.String(); got != mine {
		t.Errorf("got\n%s\nwant\n%s", got, mine)
	}
	var said []string
	for _, p := range problems {
		said = append(said, p.String())
	}
	if len(said) != 2 || !strings.HasPrefix(said[0], "line 10: ") || !strings.HasPrefix(said[1], "line 13: ") {
		t.Errorf("problems %q, want those of lines 10 and 13", said)
	}
	if off := s.Off(); len(off) != 1 || off[0] != "combat" {
		t.Errorf("off %q", off)
	}
	rules := s.Rules()
	if len(rules) != 3 || rules[1].Rule.Class != "combat" || rules[1].Rule.Priority != 3 || rules[1].Line != 6 {
		t.Errorf("rules %+v", rules)
	}
}

func TestChanges(t *testing.T) {
	s, _ := triggers.ReadSheet(mine)
	s.Set(triggers.Rule{Kind: triggers.Gag, Pattern: "wind", Class: "combat"})
	s.Set(triggers.Rule{Kind: triggers.Alias, Pattern: "k", Body: "kick %1", Priority: 2})
	s.Set(triggers.Rule{Kind: triggers.Variable, Pattern: "food", Body: "bread"})
	s.Remove(triggers.Ticker, "t")
	s.SetClass("combat", false)
	want := strings.NewReplacer(
		"#alias   k   kill %1\n", "#alias {k} {kick %1} {2}\n",
		"#flurble {unknown}\n", "#flurble {unknown}\n#gag {wind}\n",
		"#class {combat} {off}\n", "",
		"#ticker {t} {look} {0.5}\n", "#variable {food} {bread}\n",
	).Replace(mine)
	if got := s.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// FuzzRead looks for a file that is another one when it was read and written twice, or a rule that is another when
// it was written.
func FuzzRead(f *testing.F) {
	f.Add(mine)
	f.Add("#class a open\n#gag x\n#class b open\n#class a close\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, _ := triggers.ReadSheet(text)
		once := s.String()
		again, _ := triggers.ReadSheet(once)
		if got := again.String(); got != once {
			t.Errorf("got\n%q\nwant\n%q", got, once)
		}
		if len(s.Rules()) != len(again.Rules()) {
			t.Errorf("%d rules became %d", len(s.Rules()), len(again.Rules()))
		}
		for _, p := range s.Rules() {
			r, err := triggers.ReadRule(p.Rule.String())
			if err != nil || r.String() != p.Rule.String() {
				t.Errorf("%q became %q, %v", p.Rule.String(), r.String(), err)
			}
		}
	})
}
