package client_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/client"
)

// desk is a wire and a host that remember nothing.
type desk struct{}

// Send implements far.Wire.
func (desk) Send(string) {}

// GMCP implements far.Wire.
func (desk) GMCP(string, []byte) {}

// Resize implements far.Wire.
func (desk) Resize(int, int) {}

// Heard implements far.Host.
func (desk) Heard(cell.Line) {}

// Keep implements far.Host.
func (desk) Keep(string) {}

// Save implements far.Host.
func (desk) Save([]byte) {}

// A prompt without an end stands before the next line; it is taken for what it is, and the line for itself.
func TestGluedPrompts(t *testing.T) {
	for _, c := range []struct {
		name, prompt, line string
		want               string // of the text; "" when all of it is the line
		hp                 int    // as the gauges have it then
	}{
		{"other numbers", "26H 100M 84V > ", "5H 100M 83V > Market Square", "Market Square", 5},
		{"flags", "26H 100M 84V (news) (motd) > ", "25H 100M 83V (news) (motd) > You say, 'no'", "You say, 'no'", 25},
		{"colours", "\x1b[32m26H\x1b[m 100M 84V > ", "\x1b[32m7H\x1b[m 100M 83V > \x1b[33mThe Inn\x1b[m", "The Inn", 7},
		{"bare", "> ", "> The Inn", "The Inn", 0},
		{"none", "26H 100M 84V > ", "Market Square", "", 26},
		{"alone", "26H 100M 84V > ", "24H 100M 84V > ", "", 26},
		{"no number", "26H 100M 84V > ", "H 100M 84V > Market Square", "", 26},
		{"another", "? ", "25H 100M 84V (news) > Market Square", "Market Square", 25},
		{"another form", "? ", "\x1b[31m<95/100hp\x1b[m 83mn 82mv> You say, 'no'", "You say, 'no'", 95},
		{"points in a line", "? ", "20h 30x > 40", "", 0},
		{"points in words", "? ", "She has 20h 10m > you", "", 0},
		{"no prompt", " ", " Market Square", "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := client.New(client.Config{Wire: desk{}, Host: desk{}})
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			go f.Run(ctx)
			go func() {
				f.Online()
				f.Prompt(c.prompt)
				f.Line(c.line)
				f.Closed("the end")
			}()
			var shown []string
			hp := 0
			for m := range f.Messages() {
				for _, l := range m.Lines {
					shown = append(shown, l.String())
				}
				if m.View != nil {
					hp = m.View.HP
					for _, g := range m.View.Gauges {
						if g.Name == "health" {
							hp = g.Now
						}
					}
				}
				if m.End != "" {
					break
				}
			}
			want := c.want
			if want == "" {
				want = c.line
			}
			if !slices.Contains(shown, want) {
				t.Errorf("got %q, want %q in it", shown, want)
			}
			if hp != c.hp {
				t.Errorf("got %d points of health, want %d", hp, c.hp)
			}
		})
	}
}
