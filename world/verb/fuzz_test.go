package verb_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

func seed(f *testing.F) {
	for _, l := range lines {
		f.Add(l)
	}
	f.Add("put \u023a\u023a\u023a\u023a\u023a in x") // its small letters are longer
	f.Add("put \xff\xff\xff\xff in x")
	f.Add("get \u0130n from \u212aey")
	f.Add("at yard at cellar at vault look in heap")
	f.Add("force ann to force bob to say hi")
	f.Add(strings.Repeat("get all.", 600))
}

// FuzzParse holds every line to this: no panic, no action for a line that is too long, no control character in a
// refusal, and if the world decides it, the world stays sound.
func FuzzParse(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, line string) {
		s := newStage(t, world.RoleWizard)
		call := s.table.Parse(s.ctx(s.bob), line)
		if len(line) > verb.LineBytesMax && (call.Refusal == nil || call.Input != nil || call.Report != nil) {
			t.Fatalf("a line of %d bytes is %s", len(line), told(call))
		}
		got := s.carry(s.bob, call)
		if got.refusal != nil {
			checkRefusal(t, got.refusal)
		}
		if words := verb.Words(got.report, prose.Style{}); got.report != nil {
			checkRefusal(t, &world.Refusal{Code: "words", Text: words.String()})
		}
		if err := s.state.Check(); err != nil {
			t.Fatal(err)
		}
	})
}

func checkRefusal(t *testing.T, r *world.Refusal) {
	t.Helper()
	if r.Code == "" || r.Text == "" || !utf8.ValidString(r.Text) {
		t.Fatalf("refused with %q", *r)
	}
	for _, c := range r.Text {
		if unicode.IsControl(c) && c != '\n' {
			t.Fatalf("%q holds %U", r.Text, c)
		}
	}
}

// FuzzComplete holds every line to this: no panic, few answers, and each begins as the line does.
func FuzzComplete(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, line string) {
		s := newStage(t, world.RolePlayer)
		for i, full := range s.table.Complete(s.ctx(s.bob), line) {
			if i == 40 {
				t.Fatal("too many")
			}
			if !utf8.ValidString(line) {
				continue
			}
			if full == "" || strings.ContainsFunc(strings.TrimPrefix(full, line), unicode.IsControl) {
				t.Fatalf("%q completes %q", full, line)
			}
		}
	})
}
