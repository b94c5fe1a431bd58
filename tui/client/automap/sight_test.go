package automap_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/tui/client/automap"
)

func TestExits(t *testing.T) {
	tests := []struct{ line, want string }{
		{"[ Exits: n e s ]", "n e s"},
		{"[ Exits: n (e) s ]", "n e! s"},
		{"[Exits: north south]", "n s"},
		{"[Exits: north (south) up]", "n s! u"},
		{"Exits: north, south.", "n s"},
		{"Exits: North South Northeast", "n s ne"},
		{"Obvious exits: north, east and up", "n e u"},
		{"There are two obvious exits: north and south.", "n s"},
		{"There is one obvious exit: out.", "out"},
		{"    There are no obvious exits.", "-"},
		{"[ Exits: None! ]", ""},
		{"Exits: none.", ""},
		{"obvious ways: N, S", "n s"},
		{"Bob says 'Exits: n e s'", "-"},
		{"Exits: the market is to the north", "-"},
		{"Exits: n " + strings.Repeat("s ", 40), "-"},
		{"You see exits everywhere.", "-"},
		{"Obvious exits:", "-"},
		{"[ Exits: ]", ""},
		{"[ Exits: n(C) e(L) s ]", "n! e! s"},
	}
	for _, tt := range tests {
		exits, ok := automap.ExitsLine(tt.line)
		got := "-"
		if ok {
			var words []string
			for _, x := range exits {
				words = append(words, x.Dir+map[bool]string{true: "!"}[x.Door])
			}
			got = strings.Join(words, " ")
		}
		if got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.line, got, tt.want)
		}
	}
}

func TestEye(t *testing.T) {
	tests := []struct {
		name, text, title string
		exits             int
	}{
		{"Circle", "The Temple Of Midgaard\n   You are in the southern end of the temple hall in the Temple of Midgaard.\n" +
			"The temple has been constructed from giant marble blocks.\n[ Exits: n e s w d ]\nAn automatic teller machine.",
			"The Temple Of Midgaard", 5},
		{"a prompt before", "<20H 100M 82V> \nThe Altar\nA huge altar.\n[ Exits: s ]", "The Altar", 1},
		{"somebody speaks before", "Bob says 'Hello there'\nBob arrives from the south.\nMarket Square\n  A square.\n" +
			"Exits: north, south.", "Market Square", 2},
		{"brief", "Main Street\n[Exits: east west]", "Main Street", 2},
		{"a number before", "[ 3001] The Temple [ INDOORS ]\n[ Exits: n ]", "[ 3001] The Temple [ INDOORS ]", 1},
		{"LP", "A narrow path\nThere are two obvious exits: north and south.", "A narrow path", 2},
		{"a greeting before", "Welcome to tbaMUD!  May your visit here be... Enlightening\n\nThe Temple\n   You are here.\n" +
			"[ Exits: n ]", "The Temple", 1},
		{"news before", "The newest news\n\nThe Temple\n   You are here.\nAll around\n   More.\n[ Exits: n ]",
			"The Temple", 1},
		{"prompts before", "<20hp 100m> The Altar\n[ Exits: s ]", "The Altar", 1},
		{"prompts of Circle before", "22H 100M 84V (news) (motd) > The Altar\n> [ Exits: s ]", "The Altar", 1},
		{"no title", "you feel a breeze.\n[ Exits: n ]", "", 0},
		{"no exits", "The Temple Of Midgaard\nA hall.", "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var eye automap.RoomReader
			var got []automap.SeenRoom
			for line := range strings.SplitSeq(tt.text, "\n") {
				if r, ok := eye.Line(line); ok {
					got = append(got, r)
				}
			}
			if tt.title == "" {
				if len(got) != 0 {
					t.Errorf("got %+v, want no room", got)
				}
				return
			}
			if len(got) != 1 || got[0].Title != tt.title || len(got[0].Exits) != tt.exits {
				t.Errorf("got %+v, want %q with %d exits", got, tt.title, tt.exits)
			}
		})
	}
}

func TestBlocked(t *testing.T) {
	yes := []string{
		"Alas, you cannot go that way...", "The door is closed.", "The gate seems to be closed.", "You can't go that way.",
		"You are too exhausted.", "22H 100M 84V > Alas, you cannot go that way...",
		"No way!  You're fighting for your life!", "The oak door is locked.",
	}
	no := []string{"Bob says 'The door is closed'", "You see no rat here.", "A closed door.", "You go north."}
	for _, l := range slices.Concat(yes, no) {
		if got, want := automap.MoveBlocked(l), slices.Contains(yes, l); got != want {
			t.Errorf("%q: got %v, want %v", l, got, want)
		}
	}
}
