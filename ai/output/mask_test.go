package output_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/output"
)

func TestMasks(t *testing.T) {
	text := "Seren says: \"Ann owes Anna a lamp.\" SEREN's friend ann nods; Serena and Annabel do not. (seren)"
	m := output.NewMasks([]string{"Seren", "Ann", "Anna", "Seren"}, text)
	hidden := m.Hide(text)
	for _, name := range []string{"seren ", "seren'", "seren)", "ann ", "anna ", "(seren"} {
		if strings.Contains(strings.ToLower(hidden), name) {
			t.Errorf("%q is in %q", name, hidden)
		}
	}
	if !strings.Contains(hidden, "Serena and Annabel") {
		t.Errorf("other names were hidden: %q", hidden)
	}
	if again := m.Hide(text); again != hidden {
		t.Errorf("not stable: %q, then %q", hidden, again)
	}
	want := strings.NewReplacer("SEREN's", "Seren's", "ann nods", "Ann nods", "(seren)", "(Seren)").Replace(text)
	if got := m.Show(hidden); got != want {
		t.Errorf("put back: got %q, want %q", got, want)
	}
	if got := m.Show("Nobody of that name."); got != "Nobody of that name." {
		t.Errorf("got %q", got)
	}
}

// A pseudonym that stands in the text already would come back as another's name; so it is not used.
func TestMasksAvoid(t *testing.T) {
	text := "Aldren and Bryony saw Seren."
	m := output.NewMasks([]string{"Seren"}, text)
	if got := m.Hide(text); got != "Aldren and Bryony saw Cassel." {
		t.Errorf("got %q", got)
	}
	if got := m.Show("Aldren asks Cassel."); got != "Aldren asks Seren." {
		t.Errorf("got %q", got)
	}
}

func TestMasksBounded(t *testing.T) {
	var names []string
	for i := range output.MasksMax + 5 {
		names = append(names, fmt.Sprintf("Name%cx", 'a'+rune(i)))
	}
	m := output.NewMasks(names)
	hidden := m.Hide(strings.Join(names, ", "))
	if got := strings.Count(hidden, "a stranger"); got != 5 || strings.Contains(hidden, "Name") {
		t.Errorf("%d strangers: %q", got, hidden)
	}
	var none output.Masks
	if got := none.Hide("Seren"); got != "Seren" || none.Show("Seren") != "Seren" {
		t.Errorf("got %q", got)
	}
}

func TestPersonal(t *testing.T) {
	m := output.NewMasks(nil)
	for _, private := range []string{
		"seren.of+mud@example.co.uk", "192.168.17.4", "https://example.com/seren?x=1", "www.example.com", "+44 20 7946 0958",
		"4111 1111 1111 1111", "sk-abcdef0123456789abcdef", "2001:db8:85a3:0:0:8a2e:370:7334",
	} {
		got := m.Hide("Find me at " + private + " , friend.")
		if strings.Contains(got, private) || !strings.Contains(got, "(something private)") {
			t.Errorf("%q: got %q", private, got)
		}
	}
	for _, plain := range []string{"I have 12 coins and 3 lamps.", "At 10:30, by the bell.", "In the year 1204, 16 men.",
		"a1 b2 c3"} {
		if got := m.Hide(plain); got != plain {
			t.Errorf("%q: got %q", plain, got)
		}
	}
}
