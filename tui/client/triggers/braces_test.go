package triggers_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/tui/client/triggers"
)

func TestSplit(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"a", []string{"a"}},
		{" a ; b;;c; ", []string{"a", "b", "c"}},
		{`a\;b;c`, []string{`a\;b`, "c"}},
		{"#x {a;b};c", []string{"#x {a;b}", "c"}},
		{"say {a;b}", []string{"say {a", "b}"}},
		{"##x {a;b}", []string{"##x {a", "b}"}},
		{"#x {a\n b}\nc", []string{"#x {a\n b}", "c"}},
		{`#x {\};a};b`, []string{`#x {\};a}`, "b"}},
		{"#x {a}\n{b\n;c}\n d\n{e}", []string{"#x {a}\n{b\n;c}", "d", "{e}"}},
		{"", nil},
		{" ; ", nil},
		{`a\`, []string{`a\`}},
	}
	for _, tt := range tests {
		if got := triggers.Split(tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestWords(t *testing.T) {
	tests := []struct {
		text string
		rest int
		want []string
	}{
		{"{a b} {c {d} e} {}", 1, []string{"a b", "c {d} e", ""}},
		{"k kill %1 now", 1, []string{"k", "kill %1 now"}},
		{"the wind howls", 0, []string{"the wind howls"}},
		{"{a}{b}", 1, []string{"a", "b"}},
		{`chat /^\w+ (says|tells)/`, 1, []string{"chat", `/^\w+ (says|tells)/`}},
		{"/a b/i {c}", 1, []string{"/a b/i", "c"}},
		{"/a b {c}", 1, []string{"/a", "b {c}"}},
		{`{a\}b} c`, 1, []string{`a\}b`, "c"}},
		{"", 1, nil},
	}
	for _, tt := range tests {
		if got, err := triggers.Words(tt.text, tt.rest); err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%q: got %q, %v, want %q", tt.text, got, err, tt.want)
		}
	}
	if _, err := triggers.Words("{a", 1); err == nil {
		t.Error("an open brace was taken")
	}
}

func TestText(t *testing.T) {
	args := triggers.Args{0: "a;b", 1: "a", 12: "x"}
	value := func(name string) (string, bool) {
		v, ok := map[string]string{"t": "rat", "Char.hp": "5"}[name]
		return v, ok
	}
	tests := []struct{ text, want string }{
		{"say %0 %1 %2 %12 %*", "say a;b a  x a;b"},
		{"100%% %q %", "100% %q %"},
		{`\%1 \; \\ \o/ \$t`, `%1 ; \ \o/ $t`},
		{"$t ${t}s $tt $5 $ ${x", "rat rats $tt $5 $ ${x"},
		{"$Char.hp. $t.", "5. rat."},
		{"$t.box $Char.hp.x.y $no.box ${t.box}", "rat.box 5.x.y $no.box ${t.box}"},
	}
	for _, tt := range tests {
		if got := triggers.Text(tt.text, args, value); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
	if got, want := triggers.Text("100%1 %%", nil, value), "100%1 %%"; got != want {
		t.Errorf("without arguments: got %q, want %q", got, want)
	}
}

func TestStatements(t *testing.T) {
	text := "# a {remark\n#alias {a} {\n  b;\n  c}\n\n#gag {x\ny\n#gag z\r\n#act {p}\n{q}\n"
	var got []string
	for _, s := range triggers.Statements(text) {
		got = append(got, s.Text)
	}
	want := []string{"# a {remark", "#alias {a} {\n  b;\n  c}", "", "#gag {x\ny", "#gag z", "#act {p}\n{q}"}
	if !slices.Equal(got, want) {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
}

// FuzzNested looks for a word of a MUD that becomes a statement of its own: whatever is put into a rule's commands,
// there are as many of them as before, and the word comes out as it went in.
func FuzzNested(f *testing.F) {
	for _, s := range []string{"a;b", "}", "{", `\`, `\;`, "#x", "$t", "%1", "};#gag {x", "a\\"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, word string) {
		if strings.ContainsAny(word, "\n\r\t\v\f") || word != strings.TrimSpace(word) || word == "" {
			return // a line of a MUD has none
		}
		args := triggers.Args{1: word}
		nested := triggers.Nested(" {2} {say <%1>}", args)
		words, err := triggers.Words(nested, 1)
		if err != nil || len(words) != 2 {
			t.Fatalf("%q: %q, %v", nested, words, err)
		}
		statements := triggers.Split(words[1])
		if len(statements) != 1 {
			t.Fatalf("%q became %q", word, statements)
		}
		value := func(string) (string, bool) { return "!", true }
		if got, want := triggers.Text(statements[0], nil, value), "say <"+word+">"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
