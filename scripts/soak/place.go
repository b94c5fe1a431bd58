package soak

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// The place where bots act: a ring of rooms, a box in each, and things that each have a name of their own. There are so
// many things that applying the pack alone makes the daemon cut the state: every start loads a cut and a tail.
const (
	cellsLeast   = 6
	botsPerCell  = 8
	relicsLeast  = 700
	relicsPerBot = 2
	unwanted     = 100 // relics besides those, so that some always lie about
	boxMost      = 40
	pebblesMost  = 3
	pebbleEvery  = 5 // seconds; things that come back by themselves
	pebble       = "pebble"
	cellWord     = "Cell "
)

func cellName(i int) string  { return cellWord + strconv.Itoa(i) }
func boxName(i int) string   { return "c" + strconv.Itoa(i) }
func relicName(i int) string { return fmt.Sprintf("r%04d", i) }

// boxIn is the box in a room.
func boxIn(room string) string { return "c" + strings.TrimPrefix(room, cellWord) }

// Place is how large the place is.
type Place struct {
	Cells  int
	Stride int // east and west lead so many cells on; 0: they lead nowhere
	Relics int
}

// PlaceFor returns a place in which so many bots meet, and few enough at a time.
func PlaceFor(many int) Place {
	p := Place{Cells: max(cellsLeast, many/botsPerCell), Relics: max(relicsLeast, relicsPerBot*many) + unwanted}
	for p.Cells > 2*cellsLeast && (p.Stride+1)*(p.Stride+1) <= p.Cells {
		p.Stride++
	}
	return p
}

// way is an exit, and how many cells on it leads.
type way struct {
	word string
	by   int
}

func (p Place) ways() []way {
	if p.Stride == 0 {
		return []way{{"north", 1}, {"south", -1}}
	}
	return []way{{"north", 1}, {"south", -1}, {"east", p.Stride}, {"west", -p.Stride}}
}

// beyond is the cell that lies so many on.
func (p Place) beyond(cell, by int) int { return ((cell+by)%p.Cells + p.Cells) % p.Cells }

// apart is how many cells lie between two, by the ring.
func (p Place) apart(a, b int) int {
	d := p.beyond(a, -b)
	return min(d, p.Cells-d)
}

// towards is the word for the exit that leads nearest to a cell.
func (p Place) towards(from, to int) string {
	best, left := "", p.Cells
	for _, w := range p.ways() {
		if d := p.apart(p.beyond(from, w.by), to); d < left {
			best, left = w.word, d
		}
	}
	return best
}

// Write writes the place as a world pack into a folder that exists.
func (p Place) Write(dir string) error {
	var b strings.Builder
	b.WriteString("zone: soak\n\nrooms:\n")
	for i := range p.Cells {
		fmt.Fprintf(&b, "  - id: cell-%d\n    name: %s\n    safe: true\n    desc: Four walls and a box.\n", i, cellName(i))
		b.WriteString("    exits:\n")
		for _, w := range p.ways() {
			fmt.Fprintf(&b, "      - {dir: %s, to: cell-%d}\n", w.word, p.beyond(i, w.by))
		}
	}
	b.WriteString("\nitems:\n  - {id: pebble, name: pebble, desc: Round.}\n")
	for i := range p.Cells {
		fmt.Fprintf(&b, "  - {id: %[1]s, name: box %[1]s, desc: Tin., fixed: true, holds: {most: %[2]d}}\n",
			boxName(i), boxMost)
	}
	for i := range p.Relics {
		fmt.Fprintf(&b, "  - {id: %[1]s, name: relic %[1]s, desc: Old.}\n", relicName(i))
	}
	b.WriteString("\nspawns:\n")
	fmt.Fprintf(&b, "  - {id: s-pebbles, item: pebble, room: cell-0, max: %d, every: %d}\n", pebblesMost, pebbleEvery)
	for i := range p.Cells {
		fmt.Fprintf(&b, "  - {id: s-%[1]s, item: %[1]s, as: box-%[1]s, room: cell-%[2]d}\n", boxName(i), i)
	}
	for i := range p.Relics {
		fmt.Fprintf(&b, "  - {id: s-%[1]s, item: %[1]s, as: relic-%[1]s, room: cell-%[2]d}\n", relicName(i), i%p.Cells)
	}
	head := "id: soak\nname: The Cells\nstart: cell-0\nwelcome: Nothing is lost here.\n"
	for name, text := range map[string]string{"pack.yaml": head, "cells.yaml": b.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return fmt.Errorf("write the place: %w", err)
		}
	}
	return nil
}
