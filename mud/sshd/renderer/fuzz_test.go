package renderer_test

import (
	"errors"
	"io"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/mudlark-mud/mudlark/mud/sshd/renderer"
)

// deaf is a model that listens to everything and does nothing, until it is told to end.
type deaf struct{}

func (deaf) Init() tea.Cmd                           { return nil }
func (deaf) Update(msg tea.Msg) (tea.Model, tea.Cmd) { return deaf{}, nil }
func (deaf) View() tea.View                          { return tea.NewView("") }

// FuzzKeys sends anything as keys, in two pieces: a terminal may be anybody's.
func FuzzKeys(f *testing.F) {
	for _, seed := range []string{
		"abc", "\x1b[A", "\x1b[200~paste\x1b[201~", "\x1b[<0;3;4M", "\x1b[M !!", "\x9bM_cA", "\x1b]11;rgb:00/00/00\x07",
		"\x1bP>|term\x1b\\", "\x1b[1;2;3;4:5u",
		"\x1b[27;5;107~", "\xc3", "\x1b\x1b[A", "\x1b_G\x1b\\", "\x8f", "\x1b[?2026;2$y",
		"\x1b[200~\x1b[200~\x1b[201", "\x1b[1;10R", "\x1bP1+r524742\x1b\\", "\x1b]52;c;aGk=\x07", "\x1b[$", "\x9b$",
	} {
		f.Add([]byte(seed), 3)
	}
	f.Fuzz(func(t *testing.T, typed []byte, at int) {
		at = min(max(at, 0), len(typed))
		keys := make(chan []byte, 2)
		keys <- append([]byte(nil), typed[:at]...) // of no more room than it needs, as a reader's last piece is
		keys <- append([]byte(nil), typed[at:]...)
		close(keys)
		to := renderer.Terminal{Size: renderer.Size{Width: 9, Height: 3}, Keys: keys, Out: io.Discard}
		_, err := renderer.Run(t.Context(), to, deaf{})
		if !errors.Is(err, renderer.ErrGone) && !errors.Is(err, renderer.ErrFlood) {
			t.Fatalf("ended with %v", err)
		}
	})
}
