package tui

import (
	"strings"

	"github.com/mudlark-mud/mudlark/tui/pane"
	"github.com/mudlark-mud/mudlark/tui/view"
)

// board returns the board that is in view, nil when there is none or its panel is hidden.
func (s *Screen) board() *view.Board {
	if s.view == nil || s.areas.panel.width == 0 {
		return nil
	}
	return s.view.Board
}

// point gives the keys to the board, or back to the line.
func (s *Screen) point() {
	if s.board() == nil {
		s.finger = pane.Finger{}
		s.notice = "There is no board here to play on."
		if s.view != nil && s.view.Board != nil {
			s.notice = "The board is hidden. Press F2, or make the window wider."
		}
		return
	}
	s.finger.On = !s.finger.On
	s.finger.Within(s.board())
	s.sideRows = nil
}

// boardKey takes a key while the board has the keys, and reports whether it was for the board. Any other key gives them
// back to the line.
func (s *Screen) boardKey(key string) bool {
	b := s.board()
	if !s.finger.On || b == nil || s.input.Secret {
		return false
	}
	s.sideRows = nil
	switch key {
	case "up":
		s.finger.Row--
	case "down":
		s.finger.Row++
	case "left":
		s.finger.Col--
	case "right":
		s.finger.Col++
	case "enter", "space", "ctrl+j", "ctrl+m":
		s.chooseSquare(b)
	case "esc":
		s.finger.On = false
	default:
		for _, k := range b.Keys {
			if key == string(k.Key) {
				s.strike(k)
				return true
			}
		}
		s.finger.On = false
		return false
	}
	s.finger.Within(b)
	return true
}

// chooseSquare sends the line of the square that is pointed at.
func (s *Screen) chooseSquare(b *view.Board) {
	square := b.Squares[s.finger.Row][s.finger.Col]
	switch {
	case square.Send == "" && square.Text != "":
		s.notice = "That square is taken."
	case square.Send == "":
		s.notice = "You cannot play there now."
	default:
		s.send(square.Send)
	}
}

// strike does what a board's key is for.
func (s *Screen) strike(k view.BoardKey) {
	if strings.HasSuffix(k.Send, " ") {
		s.finger.On = false
		s.input.Set(k.Send)
		return
	}
	s.send(k.Send)
}
