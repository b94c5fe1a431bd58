package main

import "testing"

// S4-26: whoever plays against it, on either side, it never loses.
func TestNeverLoses(t *testing.T) {
	var play func(b board, mine, turn string) int
	play = func(b board, mine, turn string) (games int) {
		switch w := b.winner(); {
		case w == other(mine):
			t.Fatalf("%s lost: %q", mine, b)
		case w == mine || b.empty() == 0:
			return 1
		}
		if turn == mine {
			at, _ := b.best(mine)
			b[at] = mine
			return play(b, mine, other(turn))
		}
		for i, mark := range b {
			if mark == "" {
				next := b
				next[i] = turn
				games += play(next, mine, other(turn))
			}
		}
		return games
	}
	for _, mine := range []string{"X", "O"} {
		if n := play(board{}, mine, "X"); n < 50 {
			t.Errorf("as %s only %d games were played", mine, n)
		}
	}
}
