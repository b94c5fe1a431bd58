package verb_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// Words that many expect and that no verb has are answered with what to do instead, alone and with words behind them,
// and with no guess from their letters. A word that came to mean something here would be understood, and has to leave
// the table. To greet is a gesture in Lowtide; other packs may have none.
func TestInstead(t *testing.T) {
	s := newLowtide(t)
	for want, words := range map[string]string{
		"say hello":                  "question answer",
		"as soon as you carry it":    "light ignite kindle extinguish douse",
		"where you are, type list":   "shop trade pay barter price",
		"survey says whether":        "rest sleep meditate camp",
		"type exits":                 "leave back return",
		"ways are walked":            "recall",
		"inventory lists yours":      "weight weigh weights encumbrance",
		"unlock, wear":               "use operate activate",
		"is taken on by accept":      "yes no ok okay",
		"where you are, type survey": "where whereami location",
	} {
		for word := range strings.FieldsSeq(words) {
			for _, line := range []string{word, word + " up lamp"} {
				r := s.table.Parse(s.ctx(s.bob), line).Refusal
				switch {
				case r == nil || r.Code != world.CodeUnknown:
					t.Errorf("%s: got %+v, want advice", line, r)
				case !strings.Contains(r.Text, want) || strings.Contains(r.Text, "Did you mean"):
					t.Errorf("%s: got %q, want %q in it", line, r.Text, want)
				case len(worldtest.HardToHear(r.Text)) > 0:
					t.Errorf("%s: %v", line, worldtest.HardToHear(r.Text))
				}
			}
		}
	}
}
