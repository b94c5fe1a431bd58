package playclient

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// depthSeen is a model that waits to be told of all colours.
type depthSeen struct{ last *colorprofile.Profile }

func (d depthSeen) Init() tea.Cmd { return nil }

func (d depthSeen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if m, ok := msg.(tea.ColorProfileMsg); ok {
		*d.last = m.Profile
		if m.Profile == colorprofile.TrueColor {
			return d, tea.Quit
		}
	}
	if _, ok := msg.(tea.KeyPressMsg); ok { // ctrl+c, behind a refusal
		return d, tea.Quit
	}
	return d, nil
}

func (d depthSeen) View() tea.View { return tea.NewView("") }

// A terminal that says that it shows all colours gets them, however it says so; one that says no gets what it had.
func TestColoursAsked(t *testing.T) {
	for _, tc := range []struct {
		name, answer string
		want         colorprofile.Profile
	}{
		{name: "with bits, as xterm", answer: "\x1bP1+r524742=382F382F38\x1b\\", want: colorprofile.TrueColor},
		{name: "bare, as tmux", answer: "\x1bP1+r5463\x1b\\", want: colorprofile.TrueColor},
		{name: "no", answer: "\x1bP0+r524742\x1b\\\x03", want: colorprofile.ANSI256},
	} {
		t.Run(tc.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			in, keys := io.Pipe()
			defer func() { _ = keys.Close() }()
			var out bytes.Buffer
			var got colorprofile.Profile
			program := tea.NewProgram(depthSeen{&got}, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(&out),
				tea.WithColorProfile(colorprofile.ANSI256), tea.WithFilter(onlyNames))
			done := make(chan struct{})
			go func() {
				defer close(done)
				askColours(program)
				_, _ = io.WriteString(keys, tc.answer)
			}()
			if _, err := program.Run(); err != nil {
				t.Fatal(err)
			}
			_ = in.Close()
			<-done
			if got != tc.want {
				t.Errorf("got %v, want %v", got, tc.want)
			}
			if !strings.Contains(out.String(), "\x1bP+q524742\x1b\\") {
				t.Errorf("the terminal was not asked: %q", out.String())
			}
		})
	}
}
