package yaml_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

func TestSuggest(t *testing.T) {
	many := strings.Fields("a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3 b4 c1 c2")
	long := strings.Repeat("x", 40)
	for name, test := range map[string]struct {
		typed string
		among []string
		want  string
	}{
		"letter missing":      {"rom", []string{"door", "room"}, `did you mean "room"?`},
		"letter too many":     {"rooom", []string{"door", "room"}, `did you mean "room"?`},
		"letters swapped":     {"romo", []string{"door", "room"}, `did you mean "room"?`},
		"beginning":           {"n", []string{"south", "north"}, `did you mean "north"?`},
		"upper case":          {"North", []string{"south", "north"}, `did you mean "north"?`},
		"first of two equals": {"hat", []string{"bat", "cat"}, `did you mean "bat"?`},
		"nothing near, few":   {"zzzz", []string{"low", "ebb"}, "there are: low, ebb"},
		"nothing near, many":  {"zzzz", many, ""},
		"nothing at all":      {"zzzz", nil, ""},
		"too long to guess":   {long + "x", []string{long}, "there are: " + long},
		"longest guessed":     {long, []string{long[1:]}, `did you mean "` + long[1:] + `"?`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := yaml.Suggest(test.typed, test.among); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestFold(t *testing.T) {
	for name, test := range map[string]struct {
		text   string
		joined bool
		want   string
	}{
		"line breaks":       {" One\n two. \n", false, "One two."},
		"blank lines":       {"One.\n\n \n\nTwo.", false, "One.\n\nTwo."},
		"joined by YAML":    {"One.\nTwo.\n", true, "One.\n\nTwo."},
		"only blank":        {"\n \n", false, ""},
		"spaces in between": {"One  two.", false, "One  two."},
		"a drawing":         {"One:\n  |   /-\\\n  |\n  | -  -\nTwo.", false, "One:\n\n|   /-\\\n|\n| -  -\n\nTwo."},
		"no drawing":        {"|One\n||", false, "|One ||"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := yaml.Fold(test.text, test.joined); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// FuzzFold asks that what was folded once stays as it is.
func FuzzFold(f *testing.F) {
	f.Add("One\ntwo.\n\n Three.", true)
	f.Fuzz(func(t *testing.T, text string, joined bool) {
		once := yaml.Fold(text, joined)
		if got := yaml.Fold(once, false); got != once {
			t.Errorf("got %q, want %q", got, once)
		}
	})
}

// Rows of a drawing may hold as many blanks as they like, up to the right edge; running text may not.
func TestProseOfDrawings(t *testing.T) {
	for name, test := range map[string]struct{ text, what string }{
		"a map at the end":     {"A map:\n\n| A --  B", ""},
		"two spaces outside":   {"A  map:\n\n| A --  B", `two spaces after "A"`},
		"too wide":             {"| A  " + strings.Repeat("=", 90), "a row of a drawing of 95 characters"},
		"longer than a page":   {strings.TrimSuffix(strings.Repeat("| 1234567890\n", 300), "\n"), ""},
		"a sentence behind it": {"| A  B\n\nA map", `ends with "map"`},
	} {
		if what, _ := yaml.Prose(test.text, ".!?"); what != test.what {
			t.Errorf("%s: got %q, want %q", name, what, test.what)
		}
	}
}
