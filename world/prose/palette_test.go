package prose_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/mudlark-mud/mudlark/world/prose"
)

// opposed are the roles that must never be taken for each other: harm and help, danger and news, words for all and
// words for few.
func opposed() [][2]prose.Role {
	return [][2]prose.Role{
		{prose.Loss, prose.Gain}, {prose.Foe, prose.Person}, {prose.Warning, prose.Quest}, {prose.Refusal, prose.System},
		{prose.Speech, prose.Private}, {prose.Loss, prose.Person}, {prose.Foe, prose.Gain}, {prose.Warning, prose.Gain},
	}
}

// vision is how an eye mixes linear red, green and blue.
type vision [3][3]float64

// visions are those of an ordinary eye and of eyes without the long, middle or short cones (Machado, Oliveira and
// Fernandes 2009, severity 1).
func visions() map[string]vision {
	return map[string]vision{
		"ordinary": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"protanopia": {
			{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998},
		},
		"deuteranopia": {
			{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881},
		},
		"tritanopia": {
			{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900},
		},
	}
}

// lightness is how light an eye sees a colour, as CIE L*, 0 to 100.
func (v vision) lightness(rgb uint32) float64 {
	linear := func(shift uint) float64 {
		c := float64(rgb>>shift&0xff) / 0xff
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	in := [3]float64{linear(16), linear(8), linear(0)}
	y := 0.0
	for i, weight := range [3]float64{0.2126, 0.7152, 0.0722} {
		seen := v[i][0]*in[0] + v[i][1]*in[1] + v[i][2]*in[2]
		y += weight * min(max(seen, 0), 1)
	}
	if y <= 0.008856 {
		return 903.3 * y
	}
	return 116*math.Cbrt(y) - 16
}

// What must be told apart differs in lightness by more than anybody overlooks, and in weight or slant as well, for the
// eyes that a theme is made for; and it can be read on black.
func TestThemesForColourBlindEyes(t *testing.T) {
	const apartLeast, contrastLeast = 12, 4.5
	for theme, eyes := range map[string][]string{
		"redgreen": {"ordinary", "protanopia", "deuteranopia"}, "blueyellow": {"ordinary", "tritanopia"},
	} {
		palette, ok := prose.Theme(theme)
		if !ok {
			t.Fatalf("there is no theme %s", theme)
		}
		for depth, of := range map[string]func(prose.Ink) uint32{
			"full": func(k prose.Ink) uint32 { return k.RGB }, "256": func(k prose.Ink) uint32 { return xterm(k.Indexed) },
		} {
			for role := prose.Title; role < prose.Roles; role++ {
				if got := contrast(of(palette[role]), 0); got < contrastLeast {
					t.Errorf("%s, %s colours: role %d has a contrast of %.1f on black, want %.1f", theme, depth, role, got,
						contrastLeast)
				}
			}
			for _, eye := range eyes {
				for _, pair := range opposed() {
					a, b := visions()[eye].lightness(of(palette[pair[0]])), visions()[eye].lightness(of(palette[pair[1]]))
					if math.Abs(a-b) < apartLeast {
						t.Errorf("%s, %s colours, %s: roles %d and %d have the lightnesses %.0f and %.0f, want %d apart", theme, depth,
							eye, pair[0], pair[1], a, b, apartLeast)
					}
				}
			}
		}
		for _, pair := range opposed() {
			a, b := palette[pair[0]], palette[pair[1]]
			marks := func(k prose.Ink) [3]bool { return [3]bool{k.Bold, k.Italic, k.Underline} }
			if pair[0] != prose.Speech && marks(a) == marks(b) {
				t.Errorf("%s: roles %d and %d differ by colour alone", theme, pair[0], pair[1])
			}
		}
	}
}

// Colour never carries meaning alone: no two things that are told have the same words and other colours.
func TestColourIsNeverAlone(t *testing.T) {
	meant := map[string]string{}
	for _, s := range samples() {
		for _, sense := range s.senses {
			for _, l := range prose.Of(notice(s.event), sense) {
				roles := fmt.Sprint(rolesOf(l))
				words := l.String()
				if before, ok := meant[words]; ok && before != roles {
					t.Errorf("%q is told as %s and as %s", words, before, roles)
				}
				meant[words] = roles
			}
		}
	}
	if len(meant) < len(samples()) {
		t.Errorf("only %d sentences were compared", len(meant))
	}
}

func rolesOf(l prose.Line) []prose.Role {
	var out []prose.Role
	for _, s := range l.Spans {
		out = append(out, s.Role)
	}
	return out
}
