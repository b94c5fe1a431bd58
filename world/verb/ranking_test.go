package verb_test

import (
	"os"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// TestRanksAndCommandsAreTyped: who may what is given, taken, listed, completed and helped with by name (OWNERS,
// section 2).
func TestRanksAndCommandsAreTyped(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	says := func(line, want string) {
		t.Helper()
		if got := s.read(line); !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
	says("rank", "Bob (pc-bob): wizard.")
	says("allow ann goto", "To allow is for those of the role head; yours is wizard.")
	s.host(world.Anoint{Body: s.bob, Founds: true})
	says("rank", "Bob (pc-bob): head, and founded this world.")
	says("rank ann", "Ann (pc-ann): player.")
	says("rank ann queen", "Say rank Ann player, builder, wizard or head.")
	says("rank ann player", "Ann is a player already.")
	says("allow ann goto", "Ann has no rank to which commands are added.")
	says("rank ann builder", "Ann (pc-ann) is a builder from now on, and was a player.")
	says("allow ann goto, stat", "Ann (pc-ann): builder; may use goto, stat.")
	says("allow ann fly", "There is no command fly.")
	says("allow ann look", "Everybody may look.")
	says("allow ann invis", "A single command invis is given to nobody")
	says("help goto", "It is for those of the rank wizard or above, and for Ann.")

	words := strings.Join(s.table.Complete(s.ctx(s.ann), "go"), " ")
	if !strings.Contains(words, "goto") {
		t.Errorf("Ann may goto and completes go as %q", words)
	}
	s.must(s.ann, "goto yard", "stat me")
	if got := s.line(s.ann, "purge lamp"); got.refusal == nil || !strings.Contains(got.refusal.Text, "allow Ann purge") {
		t.Errorf("got %+v", got.refusal)
	}
	says("disallow ann goto", "Ann (pc-ann): builder; may use stat.")
	if got := s.line(s.ann, "goto yard"); got.refusal == nil || got.refusal.Code != world.CodeNotAllowed {
		t.Errorf("Ann still goes: %+v", got)
	}
	says("rank ann wizard", "Ann (pc-ann) is a wizard from now on")
	says("disallow ann slay check", "may not use check, slay.")
	if r := s.line(s.ann, "check").refusal; r == nil || !strings.HasPrefix(r.Text, "To check was taken from") {
		t.Errorf("got %+v", r)
	}
	says("help slay", "It is for those of the rank wizard or above; not for Ann.")
}

// TestWizardsPageNamesWhatThereIs: what WIZARDS.md sets beside other engines' commands are verbs of the table, and it
// says "none" of no command that is here by the same name.
func TestWizardsPageNamesWhatThereIs(t *testing.T) {
	page, err := os.ReadFile("../../WIZARDS.md")
	if err != nil {
		t.Fatal(err)
	}
	table, rows := verb.New(), 0
	for line := range strings.SplitSeq(string(page), "\n") {
		cells := strings.Split(line, "|")
		if !strings.HasPrefix(line, "| `") || len(cells) < 5 {
			continue
		}
		rows++
		theirs, ours := strings.Trim(cells[1], " `"), strings.TrimSpace(cells[2])
		switch name := strings.Trim(ours, "`"); {
		case strings.HasSuffix(ours, "(shell)"):
		case ours == "none" && table.Known(theirs):
			t.Errorf("%s is here, and the page says none", theirs)
		case ours != "none" && !table.Known(name):
			t.Errorf("%s: there is no %s", theirs, ours)
		}
	}
	if rows != 100 {
		t.Errorf("the page has %d commands, want the 98 and two short forms", rows)
	}
}
