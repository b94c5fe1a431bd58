package triggers_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/tui/client/triggers"
)

func values() triggers.Values {
	return triggers.Values{
		Args: triggers.Args{0: "all", 1: "rat", 2: `x" == "x`, 3: "7"},
		Value: func(name string) (string, bool) {
			v, ok := map[string]string{"hp": "42", "name": "Bob", "Char.mp": "5", "evil": "1 || 1", "empty": ""}[name]
			return v, ok
		},
	}
}

func TestEval(t *testing.T) {
	tests := map[string]string{
		"1":                          "1",
		"$hp < 50":                   "1",
		"$hp<50&&$Char.mp>=5":        "1",
		"$hp > 50 || $name == Bob":   "1",
		`"$name" == "Bob"`:           "1",
		`{x} == "Bob"`:               "0",
		`"%1" == "rat" && %3 > 6`:    "1",
		`"%2" == "y"`:                "0",
		"$evil == 2":                 "0",
		"9 < 10":                     "1",
		"a9 < a10":                   "0",
		"!$nothing":                  "1",
		"!$empty && !0 && !(1 == 2)": "1",
		"$nothing + 1 == 1":          "1",
		"2 + 3 * 4 - 1":              "13",
		"(2 + 3) * 4":                "20",
		"7 / 2":                      "3",
		"7.0 / 2":                    "3",
		"7.5 / 2":                    "3.75",
		"-3 + 1":                     "-2",
		"1 != 2":                     "1",
		"$hp - 2 - 2":                "38",
		"0.1 + 0.2 < 0.4":            "1",
		"'it''s'":                    "",
	}
	for text, want := range tests {
		got, err := triggers.Eval(text, values())
		if want == "" && err == nil || want != "" && (err != nil || got != want) {
			t.Errorf("%s: got %q, %v, want %q", text, got, err, want)
		}
	}
}

func TestLogicRefused(t *testing.T) {
	for text, says := range map[string]string{
		"":                        "missing",
		"1 +":                     "missing",
		"1 2":                     "does not belong",
		"(1":                      "not closed",
		`"a`:                      "not closed",
		"1 / 0":                   "divided by 0",
		"a + 1":                   "not both numbers",
		"&& 1":                    "does not belong",
		strings.Repeat("(", 100):  "deep",
		strings.Repeat("!", 1000): "deep",
		strings.Repeat("9", 300) + "*" + strings.Repeat("9", 300): "too large",
	} {
		if got, err := triggers.Eval(text, values()); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.20s: got %q, %v, want %q", text, got, err, says)
		}
	}
}
