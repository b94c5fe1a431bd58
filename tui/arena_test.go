package tui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/tui/view"
)

// brawl is the evening with a fight by turns in it, on a ground of the usual size.
func brawl() tui.Message {
	m := evening()
	v := *m.View
	v.Fighting = ""
	v.Arena = &view.Arena{
		Title: "The Drowned Lantern", Width: 20, Height: 15, You: "pc-seren", Fights: true, Round: 2, Active: "pc-seren",
		Left: 4, Until: time.Now().Add(24 * time.Second),
		Fighters: []view.Fighter{
			{
				ID: "npc-barkeep-01", Name: "the barkeep", Foe: true, At: view.Cell{X: 9, Y: 5}, HP: 9, HPMax: 18,
				AC: 11, Speed: 6,
			},
			{ID: "pc-seren", Name: "Seren", At: view.Cell{X: 5, Y: 7}, HP: 12, HPMax: 20, AC: 12, Speed: 6},
			{ID: "rat-1", Name: "a wharf rat", Foe: true, At: view.Cell{X: 5, Y: 8}, HP: 1, HPMax: 6, AC: 10, Speed: 6},
			{ID: "p7", Name: "Ben", At: view.Cell{X: 6, Y: 7}, HP: 20, HPMax: 20, AC: 10, Speed: 6},
		},
	}
	for x := 7; x <= 14; x++ {
		v.Arena.Features = append(v.Arena.Features, view.Feature{At: view.Cell{X: x, Y: 4}, Name: "the bar", Blocked: true})
	}
	table := view.Feature{At: view.Cell{X: 7, Y: 8}, Name: "an upturned table", Cover: 2}
	v.Arena.Features = append(v.Arena.Features, table)
	m.View = &v
	return m
}

// TestLooksOfAFight: S3-46: the ground of a fight comes by itself at every size, in every kind of colour and without,
// and is pointed at.
func TestLooksOfAFight(t *testing.T) {
	looks := []struct {
		name       string
		background tea.Msg
		profile    colorprofile.Profile
		ascii      bool
	}{
		{"dark", dark(), colorprofile.TrueColor, false},
		{"dark-256", dark(), colorprofile.ANSI256, false},
		{"light-16", light(), colorprofile.ANSI, false},
		{"nocolour", dark(), colorprofile.ASCII, false},
		{"ascii", dark(), colorprofile.ASCII, true},
	}
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}, {200, 50}} {
		for _, l := range looks {
			name := fmt.Sprintf("fight-%dx%d-%s", size[0], size[1], l.name)
			t.Run(name, func(t *testing.T) {
				play(t, tui.Config{ASCII: l.ascii}, func(s *stage) {
					s.tell(l.background, colours(l.profile), tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					s.hear(brawl())
					s.press("f11", "tab")
					content := s.screen.View().Content
					golden(t, name, strings.ReplaceAll(content, "\x1b", "␛")+"\n")
					fits(t, content, size[0], size[1])
				})
			})
		}
	}
}

// TestFightIsPlayed: the ground comes when the fight does; keys and clicks are lines; Esc gives the keys back; and it
// goes with the fight.
func TestFightIsPlayed(t *testing.T) {
	play(t, tui.Config{Mouse: true}, func(s *stage) {
		s.press("f11")
		s.sees("Nobody fights by turns here.")
		s.hear(evening())
		s.lacks("your turn")
		s.hear(brawl())
		s.sees("Round 2, 24 s: your turn")
		s.press("say hel", "alt+g", "up", "up", "enter")
		s.sent("move 5,5")
		s.sees("> move 5,5")
		s.press("down", "down", "down", "enter", "e")
		s.sent("move 5,5", "attack wharf rat", "end turn")
		s.press("g", "run", "enter")
		s.sent("move 5,5", "attack wharf rat", "end turn", "gm run")
		s.press("esc", "lo")
		s.types("> say hello", 11)
		s.hear(evening())
		s.lacks("your turn")
	})
}

// TestFightEndsUnderTheKeys: what is typed at the ground as it goes is not for the line; a moment later it is.
func TestFightEndsUnderTheKeys(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		s.hear(brawl())
		s.press("alt+g", "e")
		s.sent("end turn")
		s.hear(evening())
		s.press("e", "enter")
		s.sees("Keys are for the line again.")
		s.sent("end turn")
		<-time.After(time.Second)
		s.press("e", "enter")
		s.sent("end turn", "e")
	})
}

// TestFightByClicks: a click on a free cell goes there, one on a foe strikes, wherever the keys are.
func TestFightByClicks(t *testing.T) {
	play(t, tui.Config{Mouse: true}, func(s *stage) {
		s.hear(brawl())
		x, y := -1, -1
		for row, text := range s.plain() {
			if before, _, ok := strings.Cut(text, "@e"); ok {
				x, y = len([]rune(before)), row
			}
		}
		if x < 0 {
			t.Fatalf("one is not on the ground:\n%s", strings.Join(s.plain(), "\n"))
		}
		for _, at := range [][2]int{{x, y - 1}, {x, y + 1}} {
			s.tell(tea.MouseClickMsg{X: at[0], Y: at[1], Button: tea.MouseLeft})
		}
		s.sent("move 5,6", "attack wharf rat")
	})
}

// TestFightOfOthers: who looks on is shown the ground when they ask for it, and does nothing on it.
func TestFightOfOthers(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		m := brawl()
		m.View.Arena.You = ""
		s.hear(m)
		s.lacks("Seren's turn")
		s.press("grid", "enter")
		s.sees("Round 2, 24 s: Seren's turn")
		s.types(">", 2)
		s.press("f11", "tab", "enter")
		s.sees("You only look on. Type join to take part.")
		s.sent("grid")
		s.hear(evening())
		s.lacks("Nobody fights by turns here.")
		s.lacks("your turn")
	})
}

// TestClockOfATurn: the turn's clock is drawn anew each second, and not by anything that happens.
func TestClockOfATurn(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		s.hear(brawl())
		s.sees("24 s: your turn")
		<-time.After(5 * time.Second)
		s.settle()
		s.sees("19 s: your turn")
	})
}
