package automap_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/tui/client/automap"
)

// town is a world on a grid, with few names for many rooms.
type town map[[2]int]struct {
	name  string
	exits []string
}

func ways() map[string][2]int {
	return map[string][2]int{"n": {0, 1}, "e": {1, 0}, "s": {0, -1}, "w": {-1, 0}}
}

// build makes a town of some rooms that all hang together.
func build(r *rand.Rand, size int) town {
	names := []string{"Main Street", "A Dusty Road", "The Market"}
	out := town{}
	open := map[[2]int]map[string]bool{{0, 0}: {}}
	at := [2]int{}
	for range size * 3 {
		dir := []string{"n", "e", "s", "w"}[r.IntN(4)]
		d := ways()[dir]
		next := [2]int{at[0] + d[0], at[1] + d[1]}
		if open[next] == nil {
			open[next] = map[string]bool{}
		}
		back := map[string]string{"n": "s", "s": "n", "e": "w", "w": "e"}[dir]
		open[at][dir], open[next][back] = true, true
		at = next
	}
	for place, dirs := range open {
		room := out[place]
		room.name = names[(place[0]*7+place[1]*13+1000)%len(names)]
		for _, dir := range []string{"n", "e", "s", "w"} {
			if dirs[dir] {
				room.exits = append(room.exits, dir)
			}
		}
		out[place] = room
	}
	return out
}

// TestRoomsThatLookAlike walks at random through towns without numbers: no two rooms become one on the map, and none
// becomes two.
func TestRoomsThatLookAlike(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 1))
		world := build(r, 40)
		a := automap.New(nil)
		at := [2]int{}
		mapped, real := map[[2]int]string{}, map[string][2]int{}
		step := ""
		for i := range 300 {
			id := walk(t, a, step, world[at].name, strings.Join(world[at].exits, " "))
			if was, ok := mapped[at]; ok && was != id {
				t.Fatalf("seed %d, step %d: %v was %s and is %s", seed, i, at, was, id)
			}
			if was, ok := real[id]; ok && was != at {
				t.Fatalf("seed %d, step %d: %s was %v and is %v", seed, i, id, was, at)
			}
			mapped[at], real[id] = id, at
			step = world[at].exits[r.IntN(len(world[at].exits))]
			d := ways()[step]
			at = [2]int{at[0] + d[0], at[1] + d[1]}
		}
		checkPaths(t, a, world, real, r)
	}
}

// checkPaths follows the map's paths in the town.
func checkPaths(t *testing.T, a *automap.Atlas, world town, real map[string][2]int, r *rand.Rand) {
	t.Helper()
	here, _ := a.Here()
	for id, goal := range real {
		if r.IntN(4) > 0 {
			continue
		}
		path, ok := a.Path(id)
		if !ok {
			t.Errorf("no path to %s", id)
			continue
		}
		at := real[here.ID]
		for _, dir := range path {
			if !slices.Contains(world[at].exits, dir) {
				t.Fatalf("the path %v to %s goes %s from %v with its %v", path, id, dir, at, world[at].exits)
			}
			d := ways()[dir]
			at = [2]int{at[0] + d[0], at[1] + d[1]}
		}
		if at != goal {
			t.Errorf("the path %v to %s leads to %v, want %v", path, id, at, goal)
		}
	}
}

// FuzzLines looks for lines and messages of a MUD that a map does not survive, or that make a file that is refused.
func FuzzLines(f *testing.F) {
	f.Add("The Temple\n[ Exits: n s ]\n>n\nThe Altar\n[ Exits: s ]\n>look\nGMCP 1 Gate n:2 e:")
	f.Add("A Path\nThere are two obvious exits: north and south.\n>s\nAlas, you cannot go that way...\nIt is pitch black")
	f.Fuzz(func(t *testing.T, text string) {
		a := automap.New(nil)
		for line := range strings.SplitSeq(text, "\n") {
			switch {
			case strings.HasPrefix(line, ">"):
				a.Sent(line[1:])
			case strings.HasPrefix(line, "GMCP "):
				words := strings.Fields(line + " x")
				a.Enter(told(words[1], fmt.Sprint(len(words)), words[2:]...))
			default:
				a.Line(line)
			}
		}
		a.Chart(10)
		for _, r := range a.Find("e") {
			a.Path(r.ID)
		}
		var file bytes.Buffer
		if err := a.Snapshot().Save(&file); err != nil {
			t.Fatal(err)
		}
		b, err := automap.Load(&file, nil)
		if err != nil {
			t.Fatalf("%v:\n%s", err, file.String())
		}
		if b.Len() != a.Len() {
			t.Errorf("%d rooms became %d", a.Len(), b.Len())
		}
		for _, m := range []*automap.Atlas{a, b} {
			if kept, counted := m.Size(); kept != counted {
				t.Errorf("%d bytes are counted as %d", counted, kept)
			}
		}
	})
}
