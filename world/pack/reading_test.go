package pack_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/mudlark-mud/mudlark/world/pack"
)

// A reading tells what is said twice, and where first; descriptions that go on; and words that are not the world's.
// What any text may say it lets pass.
func TestAPackIsReadThrough(t *testing.T) {
	long := strings.Repeat("word ", pack.RoomWords-1)
	files := fstest.MapFS{
		"pack.yaml": {Data: []byte("id: p\nname: P\nstart: a\nwelcome: Hello.\n")},
		"places.yaml": {Data: []byte(`zone: z
rooms:
  - id: a
    name: A
    desc: The kettle sings of harbours far away, and nobody pours. It is at the end of it all.
    exits: [{dir: north, to: b}]
  - id: b
    name: B
    desc: >-
      Here, too, the kettle sings of harbours far away and is let. The NPC by the telephone respawns. ` + long + `end.
    extras:
      - {keys: [rug], desc: "One sees at the end of it all that it is a rug."}
    exits: [{dir: south, to: a}]
`)},
	}
	p, found, err := pack.ReadThrough(files, ".", []string{"telephone"})
	if err != nil || p == nil || len(p.Rooms) != 2 {
		t.Fatal(err, p)
	}
	var got []string
	for _, p := range found.List {
		got = append(got, fmt.Sprintf("%d %s: %s; %s", p.Line, p.Severity, p.What, p.Meant))
	}
	want := []string{
		`9 warning: room b desc has 108 words; at most 90 are read`,
		`9 warning: room b desc says "npc"; say it in the world's words`,
		`9 warning: room b desc says "respawns"; say it in the world's words`,
		`9 warning: room b desc says "telephone"; say it in the world's words`,
		`9 warning: room b desc says "the kettle sings of harbours far away and"; so does room a desc in places.yaml:5`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
