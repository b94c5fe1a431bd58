package cell_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"github.com/mudlark-mud/mudlark/tui/cell"
)

// Colours must be legible: WCAG 2.2 asks for a contrast of 4.5 to 1.
func TestContrast(t *testing.T) {
	for i, ink := range cell.Inks() {
		for _, pair := range [][2]string{{ink.Dark, ink.GroundDark}, {ink.Light, ink.GroundLight}} {
			if pair[0] == "" {
				continue
			}
			if got := contrast(luminance(t, pair[0]), luminance(t, pair[1])); got < 4.5 {
				t.Errorf("token %d: %s on %s has a contrast of %.2f, want 4.5", i, pair[0], pair[1], got)
			}
		}
	}
}

// luminance is the relative luminance of a colour, and contrast the ratio of two (WCAG 2.2).
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	var rgb [3]int
	if _, err := fmt.Sscanf(hex, "#%02x%02x%02x", &rgb[0], &rgb[1], &rgb[2]); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		c := float64(rgb[i]) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func contrast(a, b float64) float64 { return (max(a, b) + 0.05) / (min(a, b) + 0.05) }

// What a foreign server coloured comes out in its colours as far as the terminal has them, and its attributes always.
func TestInk(t *testing.T) {
	ink := cell.Ink(0).On(cell.RGB(0xff, 0, 0), cell.Indexed(1)) | cell.InkBold
	line := cell.Line{Spans: []cell.Span{{Text: "gull", Ink: ink}}}
	cases := []struct {
		name    string
		profile colorprofile.Profile
		want    string
	}{
		{"true", colorprofile.TrueColor, "\x1b[1;38;2;255;0;0;41mgull\x1b[m"},
		{"256", colorprofile.ANSI256, "\x1b[1;38;5;196;41mgull\x1b[m"},
		{"16", colorprofile.ANSI, "\x1b[1;91;41mgull\x1b[m"},
		{"none", colorprofile.ASCII, "\x1b[1mgull\x1b[m"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			theme, r := cell.NewTheme(cell.Look{Profile: c.profile}), cell.Ruler{}
			if got := theme.Paint(line, r.Wrap(line, 20)[0]); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	if got, want := ink.Foreground(), cell.RGB(0xff, 0, 0); got != want {
		t.Errorf("foreground: got %x, want %x", got, want)
	}
	if got, want := ink.Background(), cell.Indexed(1); got != want {
		t.Errorf("background: got %x, want %x", got, want)
	}
}
