package triggers_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/tui/client/triggers"
)

func TestFind(t *testing.T) {
	tests := []struct{ pattern, text, want string }{
		{"rat", "a rat is here", "rat"},
		{"rat", "a cat is here", "-"},
		{"^a rat", "a rat", "a rat"},
		{"^rat", "a rat", "-"},
		{"rat$", "a rat", "rat"},
		{"costs 5$ now", "it costs 5$ now", "costs 5$ now"},
		{"(x) [y] a.b c+d e?", "(x) [y] a.b c+d e?", "(x) [y] a.b c+d e?"},
		{"a.b", "axb", "-"},
		{"%1 tells you '%2'", "Bob tells you 'hi'", "Bob tells you 'hi'|Bob|hi"},
		{"%2 hits %1.", "Rat hits Bob.", "Rat hits Bob.|Bob|Rat"},
		{"%w has %d gold", "Bob has 12 gold", "Bob has 12 gold|Bob|12"},
		{"^%w arrives", "Björn arrives", "Björn arrives|Björn"},
		{"^%* says %*$", "Bob the Big says hi you", "Bob the Big says hi you|Bob the Big|hi you"},
		{"%!w tells %w", "Bob tells Ann", "Bob tells Ann|Ann"},
		{"%5 and %w", "x and y", "x and y|||||x|y"},
		{"{rat|bat} dies", "the bat dies", "bat dies|bat"},
		{"{(r|b)at} %w", "bat dies", "bat dies|bat|b|dies"},
		{"%iyou are HUNGRY", "You Are Hungry", "You Are Hungry"},
		{"100%%", "at 100%", "100%"},
		{"%.x%?y", "axy", "axy|a|"},
		{"%+ft", "12ft", "12ft|12"},
		{`\^x`, "a^x", "^x"},
		{`hp: \d`, "hp: 4", "hp: 4"},
		{`hp: {\d+}`, "hp: 42", "hp: 42|42"},
		{`hp: \d+`, "hp: 4+", "hp: 4+"},
		{`50%`, "50%", "50%"},
		{"naïve %w", "naïve Zoë", "naïve Zoë|Zoë"},
		{`\é`, "é", "é"},
		{`/^(\w+) hits (?:you|me) for (\d+)/`, "Rat hits you for 7", "Rat hits you for 7|Rat|7"},
		{`/HUNGRY/i`, "hungry", "hungry"},
		{`/a(b)?c/`, "ac", "ac"},
		{"/", "a/b", "/"},
		{"//", "a//b", "//"},
	}
	for _, tt := range tests {
		p, err := triggers.Compile(tt.pattern)
		if err != nil {
			t.Errorf("%s: %v", tt.pattern, err)
			continue
		}
		got := "-"
		if m, ok := p.Find(tt.text); ok {
			got = strings.Join(m.List(), "|")
		}
		if got != tt.want {
			t.Errorf("%s in %q: got %q, want %q", tt.pattern, tt.text, got, tt.want)
		}
	}
}

func TestRefused(t *testing.T) {
	for source, says := range map[string]string{
		"":                                "missing",
		strings.Repeat("x", 1025):         "1024 bytes",
		`/(?<=a)b/`:                       "looks ahead or behind",
		`/a(?!b)/`:                        "looks ahead or behind",
		`/(a)\1/`:                         "refers back",
		`{(a)\1}`:                         "refers back",
		"{a":                              "not closed",
		"{a(}":                            "parentheses",
		"/[a/":                            "bracket",
		"/*a/":                            `\*`,
		"%c":                              "plain text",
		"/" + `(((a{99}){99}){99})` + "/": "cannot be read",
	} {
		_, err := triggers.Compile(source)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.30s: error %v, want %q", source, err, says)
		}
	}
}

func TestAllAndReplace(t *testing.T) {
	p, err := triggers.Compile("r%wt")
	if err != nil {
		t.Fatal(err)
	}
	if got := p.All("rat rot rxxt"); len(got) != 3 || got[2] != [2]int{8, 12} {
		t.Errorf("got %v", got)
	}
	got, ok := p.Replace("rat rot", func(m triggers.Match) string { return "<" + m.Args[1] + ">" })
	if got != "<a> <o>" || !ok {
		t.Errorf("got %q %v", got, ok)
	}
	for _, tt := range []struct{ pattern, text, want string }{
		{"%*", "abc", "x"},
		{"^", "abc", "xabc"},
		{"^a", "aaa", "xaa"},
		{"/^a/", "aaa", "xaa"},
		{`/\bb/`, "bbb b", "xbb x"},
		{"c", "ab", "ab"},
	} {
		p, err := triggers.Compile(tt.pattern)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := p.Replace(tt.text, func(triggers.Match) string { return "x" })
		if got != tt.want || ok != (got != tt.text) {
			t.Errorf("%s in %q: got %q %v, want %q", tt.pattern, tt.text, got, ok, tt.want)
		}
	}
}

func TestWhole(t *testing.T) {
	for _, tt := range []struct{ pattern, text, want string }{
		{"{k|kill}", "kill", "kill|kill"},
		{"{k|kill}", "kills", "-"},
		{"heal %1 hard", "heal hard hard", "heal hard hard|hard"},
		{"/a|b/i", "B", "B"},
		{"/a|b/", "ab", "-"},
		{"^%w$", "a b", "-"},
	} {
		p, err := triggers.Whole(tt.pattern)
		if err != nil {
			t.Fatal(err)
		}
		got := "-"
		if m, ok := p.Find(tt.text); ok {
			got = strings.Join(m.List(), "|")
		}
		if got != tt.want {
			t.Errorf("%s of %q: got %q, want %q", tt.pattern, tt.text, got, tt.want)
		}
	}
	if _, err := triggers.Whole("/a)(b/"); err == nil {
		t.Error("an expression reaches out of its group")
	}
}

// FuzzCompile looks for a pattern that does harm, and for a match that the quick look denies.
func FuzzCompile(f *testing.F) {
	for _, s := range []string{"%1 tells %2", "{a|b}%w", "/^(a|b)+c{2,3}/", `\`, "%", "^$", "%!{x}", "~x", "/abc|abd/"} {
		f.Add(s, "Bob tells you abcc")
	}
	f.Fuzz(func(t *testing.T, source, text string) {
		p, err := triggers.Compile(source)
		if err != nil {
			return
		}
		m, ok := p.Find(text)
		if ok && (m.From < 0 || m.To > len(text) || m.From > m.To || m.Args[0] != text[m.From:m.To]) {
			t.Errorf("%q in %q: %+v", source, text, m)
		}
		if slow := triggers.Without(p).MatchString(text); slow != ok {
			t.Errorf("%q in %q: found %v, by the expression alone %v", source, text, ok, slow)
		}
	})
}
