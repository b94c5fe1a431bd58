package verb_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// A channel's id is a command of its own: with words it speaks, with a colon before them it acts, alone it reads back;
// help, commands and Tab know it.
func TestAChannelIsACommand(t *testing.T) {
	s := newStage(t, world.RoleGuest)
	for line, want := range map[string]string{
		"quays hello there":  `Chat{"channel":"quays","text":"hello there"}`,
		"QUAYS \"hello\"":    `Chat{"channel":"quays","text":"hello"}`,
		"quays :grins":       `Chat{"channel":"quays","text":"grins","acts":true}`,
		"channel quays hi":   `Chat{"channel":"quays","text":"hi"}`,
		"quays":              `ask heard ["channel" "quays"]`,
		"channels":           "channels reports",
		"channels quays off": `SwitchChannel{"channel":"quays","off":true}`,
		"channels quays on":  `SwitchChannel{"channel":"quays"}`,
		"channels deep on":   "unknown: There is no channel called deep. Type channels for the list.",
		"quaays hello":       "unknown: Nobody here knows how to quaays. Did you mean quays?",
	} {
		if got := told(s.table.Parse(s.ctx(s.bob), line)); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
	c := s.ctx(s.bob)
	if h, r := s.table.Help(c, "quays"); r != nil || h.Text[0] != "Heard from quay to quay." {
		t.Errorf("help quays: %+v, %v", h, r)
	}
	if !slices.Contains(s.table.Pages(c), "quays") || !slices.Contains(s.table.Complete(c, "qua"), "quays") {
		t.Error("the list of commands or Tab leaves it out")
	}
}

// The list by which a pack is told that a channel is called like a command is that of the verb table; run with -update.
func TestPacksKnowTheCommands(t *testing.T) {
	var words []string
	for _, v := range verb.New().Verbs(world.RoleHost) {
		words = append(words, v.Name)
		words = append(words, v.Aliases...)
		words = append(words, v.Words...)
	}
	slices.Sort(words)
	want := strings.Join(slices.Compact(words), "\n") + "\n"
	path := filepath.Join("..", "pack", "commands.txt")
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("world/pack/commands.txt differs from the verb table; run with -update (%v)", err)
	}
	if !pack.IsCommand("look") || pack.IsCommand("quays") {
		t.Error("look is a command, and quays is none")
	}
}
