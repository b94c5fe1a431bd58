package main

// side is how many squares stand in a row.
const side = 3

// board is the squares row by row: "", "X" or "O".
type board [side * side]string

func boardOf(rows [][]cell) board {
	var b board
	for r, row := range rows {
		for c, mark := range row {
			if r < side && c < side {
				b[r*side+c] = string(mark)
			}
		}
	}
	return b
}

// lines are the eight ways to have three in a row.
func lines() [8][3]int {
	return [8][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}
}

// winner returns who has three in a row.
func (b board) winner() string {
	for _, l := range lines() {
		if b[l[0]] != "" && b[l[0]] == b[l[1]] && b[l[1]] == b[l[2]] {
			return b[l[0]]
		}
	}
	return ""
}

// best returns the square that a side should take, and what that is worth to it: more than nothing for a win, the
// sooner the more, less for a loss. It is -1 and nothing when there is no square left.
func (b board) best(mine string) (at, value int) {
	at = -1
	for i, mark := range b {
		if mark != "" {
			continue
		}
		next := b
		next[i] = mine
		worth := next.worth(mine)
		if at < 0 || worth > value {
			at, value = i, worth
		}
	}
	return at, value
}

// worth is what a board is worth to the side that has just moved.
func (b board) worth(mine string) int {
	if b.winner() == mine {
		return 1 + b.empty()
	}
	_, theirs := b.best(other(mine))
	return -theirs
}

func (b board) empty() int {
	n := 0
	for _, mark := range b {
		if mark == "" {
			n++
		}
	}
	return n
}

func other(mark string) string {
	if mark == "X" {
		return "O"
	}
	return "X"
}
