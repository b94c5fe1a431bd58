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

// WayOut leads from a room of a town to the one it hangs on.
const WayOut = "out"

func branchDirs() [branches]string {
	return [branches]string{"north", "east", "south", "west", "up", "down", "in"}
}

// roomsPerFile keeps the files of a town well below what a file of a pack may hold.
const roomsPerFile = 1000

// Town is a world for bots: rooms in a tree, without creatures, with a heap of stones in each. It keeps a crowd from
// standing in one room, where everybody's every word would go to everybody.
type Town struct {
	Rooms  int // at least 1
	Stones int // in each room, at most 50
}

// WriteTo writes the town as a world pack into a folder, which must exist.
func (t Town) WriteTo(dir string) error {
	head := "id: town\nname: The Town of Bots\nstart: room-0\nwelcome: Rooms, stones and no weather.\n"
	things := "items:\n  - {id: stone, name: stone, desc: Grey and cold.}\n"
	texts := map[string]string{"pack.yaml": head, "things.yaml": things}
	for from := 0; from < t.Rooms; from += roomsPerFile {
		texts[fmt.Sprintf("town-%d.yaml", from/roomsPerFile)] = t.file(from, min(from+roomsPerFile, t.Rooms))
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return fmt.Errorf("write the town: %w", err)
		}
	}
	return nil
}

// file is the part of the town with these rooms.
func (t Town) file(from, to int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "zone: quarter %d\n\nrooms:\n", from/roomsPerFile)
	for i := from; i < to; i++ {
		fmt.Fprintf(&b, "  - id: room-%d\n    name: Room %d\n    safe: true\n", i, i)
		b.WriteString("    desc: A square room with bare walls. It is as good as any other to stand in and talk.\n")
		b.WriteString(t.exits(i))
	}
	if t.Stones > 0 {
		b.WriteString("\nspawns:\n")
		for i := from; i < to; i++ {
			fmt.Fprintf(&b, "  - {id: stones-%d, item: stone, room: room-%d, max: %d}\n", i, i, t.Stones)
		}
	}
	return b.String()
}

func (t Town) exits(room int) string {
	var b strings.Builder
	for n, dir := range branchDirs() {
		if to := room*branches + n + 1; to < t.Rooms {
			fmt.Fprintf(&b, "      - {dir: %s, to: room-%d}\n", dir, to)
		}
	}
	if room > 0 {
		fmt.Fprintf(&b, "      - {dir: %s, to: room-%d}\n", WayOut, (room-1)/branches)
	}
	if b.Len() == 0 {
		return ""
	}
	return "    exits:\n" + b.String()
}

// Path returns the ways from the first room to another.
func (t Town) Path(room int) []string {
	if room == 0 {
		return nil
	}
	return append(t.Path((room-1)/branches), WayIn(room))
}

// WayIn returns the way to a room from the one that it hangs on; room must be above 0.
func WayIn(room int) string { return branchDirs()[(room-1)%branches] }
