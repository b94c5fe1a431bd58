package soak

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// The place where bots act: a ring of rooms, a box in each, and things that each have a name of their own. There are so
// many things that applying the pack alone makes the daemon cut the state: every start loads a cut and a tail.
const (
	cells       = 6
	relics      = 700
	boxMost     = 40
	pebblesMost = 3
	pebbleEvery = 5 // seconds; things that come back by themselves
	pebble      = "pebble"
)

func cellName(i int) string  { return fmt.Sprintf("Cell %d", i) }
func boxName(i int) string   { return fmt.Sprintf("c%d", i) }
func relicName(i int) string { return fmt.Sprintf("r%03d", i) }

// WritePlace writes the place as a world pack into a folder that exists.
func WritePlace(dir string) error {
	var b strings.Builder
	b.WriteString("zone: soak\n\nrooms:\n")
	for i := range cells {
		fmt.Fprintf(&b, "  - id: cell-%d\n    name: %s\n    safe: true\n    desc: Four walls and a box.\n", i, cellName(i))
		fmt.Fprintf(&b, "    exits:\n      - {dir: north, to: cell-%d}\n", (i+1)%cells)
		fmt.Fprintf(&b, "      - {dir: south, to: cell-%d}\n", (i+cells-1)%cells)
	}
	b.WriteString("\nitems:\n  - {id: pebble, name: pebble, desc: Round.}\n")
	for i := range cells {
		fmt.Fprintf(&b, "  - {id: %[1]s, name: box %[1]s, desc: Tin., fixed: true, holds: {most: %[2]d}}\n",
			boxName(i), boxMost)
	}
	for i := range relics {
		fmt.Fprintf(&b, "  - {id: %[1]s, name: relic %[1]s, desc: Old.}\n", relicName(i))
	}
	b.WriteString("\nspawns:\n")
	fmt.Fprintf(&b, "  - {id: s-pebbles, item: pebble, room: cell-0, max: %d, every: %d}\n", pebblesMost, pebbleEvery)
	for i := range cells {
		fmt.Fprintf(&b, "  - {id: s-%[1]s, item: %[1]s, as: box-%[1]s, room: cell-%[2]d}\n", boxName(i), i)
	}
	for i := range relics {
		fmt.Fprintf(&b, "  - {id: s-%[1]s, item: %[1]s, as: relic-%[1]s, room: cell-%[2]d}\n", relicName(i), i%cells)
	}
	head := "id: soak\nname: The Cells\nstart: cell-0\nwelcome: Nothing is lost here.\n"
	for name, text := range map[string]string{"pack.yaml": head, "cells.yaml": b.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return fmt.Errorf("write the place: %w", err)
		}
	}
	return nil
}
