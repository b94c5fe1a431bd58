package bots

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Stone is the thing that bots get and drop in a town.
const Stone = "stone"

// branches is how many rooms hang on each room of a town; the eighth way leads back out.
const branches = 7

// wayOut leads from a room of a town to the one it hangs on.
const wayOut = "out"

func branchDirs() [branches]string {
	return [branches]string{"north", "east", "south", "west", "up", "down", "in"}
}

// Town is a world for bots: rooms in a tree, without creatures, with a heap of stones in each. It keeps a crowd from
// standing in one room, where everybody's every word would go to everybody.
type Town struct {
	Rooms  int // at least 1
	Stones int // in each room
}

// WriteTo writes the town as a world pack into a folder, which must exist.
func (t Town) WriteTo(dir string) error {
	var b strings.Builder
	b.WriteString("zone: town\n\nrooms:\n")
	for i := range t.Rooms {
		fmt.Fprintf(&b, "  - id: room-%d\n    name: Room %d\n    safe: true\n", i, i)
		b.WriteString("    desc: A square room with bare walls. It is as good as any other to stand in and talk.\n")
		b.WriteString(t.exits(i))
	}
	b.WriteString("\nitems:\n  - id: stone\n    name: stone\n    desc: Grey, round and cold.\n\nspawns:\n")
	for i := range t.Rooms {
		fmt.Fprintf(&b, "  - {id: stones-%d, item: stone, room: room-%d, max: %d}\n", i, i, max(t.Stones, 1))
	}
	head := "id: town\nname: The Town of Bots\nstart: room-0\nwelcome: Rooms, stones and no weather.\n"
	for name, text := range map[string]string{"pack.yaml": head, "town.yaml": b.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return fmt.Errorf("write the town: %w", err)
		}
	}
	return nil
}

func (t Town) exits(room int) string {
	var b strings.Builder
	for n, dir := range branchDirs() {
		if to := room*branches + n + 1; to < t.Rooms {
			fmt.Fprintf(&b, "      - {dir: %s, to: room-%d}\n", dir, to)
		}
	}
	if room > 0 {
		fmt.Fprintf(&b, "      - {dir: %s, to: room-%d}\n", wayOut, (room-1)/branches)
	}
	if b.Len() == 0 {
		return ""
	}
	return "    exits:\n" + b.String()
}

// path returns the ways from the first room to another.
func (t Town) path(room int) []string {
	if room == 0 {
		return nil
	}
	return append(t.path((room-1)/branches), branchDirs()[(room-1)%branches])
}
