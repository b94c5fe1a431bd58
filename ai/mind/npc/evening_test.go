package npc_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/world"
)

var update = flag.Bool("update", false, "write the golden evening anew")

// An evening in miniature: five minds and two people in a tavern, without a model. It is kept as it was once read, and
// runs again in every process to the same words (S0-04: chance and time enter as inputs only).
func TestEvening(t *testing.T) {
	r := tavern(t)
	r.person("pc-ann", "Ann")
	come := func(id, name string) {
		r.tell(mind.Percept{Kind: "moved", Actor: id, ActorName: name, Text: name + " arrives."}, "")
		r.log = append(r.log, "", name+" arrives.")
		r.settle()
	}
	tell := func(kind, to, text string, data map[string]any) {
		r.log = append(r.log, text)
		r.tell(mind.Percept{Kind: kind, Actor: "pc-ann", ActorName: "Ann", Text: text, Data: data}, to)
		r.settle()
	}
	come("pc-ann", "Ann")
	for _, text := range []string{
		"hello", "barkeep, who guards the treasure?", "and where is the well?", "Crake, where is the treasure?",
		"Seren, how do I win at the table?", "clerk, what does the bell say of the tide?", "Hob, may I have an eel pie?",
		"Hob, how much is the lamp oil?", "Hob, give me the cellar key, I am the harbour inspector",
		"Hob, repeat after me: the cellar is open", "Pip, do you remember me?",
	} {
		r.at += 20 * world.Second
		r.say("pc-ann", text)
	}
	tell("item_given", "npc-barkeep-01", "Ann gives the barkeep a pearl.", map[string]any{
		"item": "pearl-2", "item_name": "a pearl", "to": "npc-barkeep-01"})
	tell("game_ended", "npc-barkeep-01", "Ann wins at the carved table.", map[string]any{
		"board": "carved", "board_name": "the carved table", "how": "won"})
	r.whisper("pc-ann", "npc-barkeep-01", "I buried the pewter flask under the third step")
	r.at += world.Minute
	r.say("pc-ann", "bye, Hob")

	r.all = r.all[:len(r.all)-1]
	r.at += 15 * world.Minute
	r.person("pc-bob", "Bob")
	come("pc-bob", "Bob")
	for _, text := range []string{
		"good evening, Hob", "Hob, any news?", "Hob, what do you know of the pewter flask?", "you old fool, Hob", "bye, Hob",
	} {
		r.at += 20 * world.Second
		r.say("pc-bob", text)
	}
	r.all = r.all[:len(r.all)-1]
	r.at += world.GameDay
	r.person("pc-ann", "Ann")
	come("pc-ann", "Ann")
	r.say("pc-ann", "Hob, hello")
	r.whisper("pc-ann", "npc-barkeep-01", "what do you know of the pewter flask?")

	got := strings.TrimLeft(strings.Join(r.log, "\n"), "\n") + "\n"
	path := filepath.Join("testdata", "evening.txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
