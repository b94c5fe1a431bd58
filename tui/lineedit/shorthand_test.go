package lineedit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mudlark-mud/mudlark/tui/lineedit"
)

func TestWalk(t *testing.T) {
	cases := []struct {
		text string
		want string // the steps with blanks; "" for no walk
	}{
		{"3n2e", "n n n e e"},
		{"3ne", "ne ne ne"},
		{"3n1e", "n n n e"},
		{"1nu", "n u"},
		{".nne3u", "n ne u u u"},
		{".s", "s"},
		{" 2d ", "d d"},
		{"n", ""},
		{"ne", ""},
		{"nnn", ""},
		{"need", ""},
		{"3", ""},
		{".", ""},
		{"...", ""},
		{"3n2", ""},
		{"0n", ""},
		{"3x", ""},
		{"3n 2e", ""},
		{"2.sword", ""},
		{"1000n", ""},
		{"say 3n", ""},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			steps, ok := lineedit.Walk(c.text)
			if got := strings.Join(steps, " "); got != c.want || ok != (c.want != "") {
				t.Errorf("got %q, %v, want %q", got, ok, c.want)
			}
		})
	}
	if steps, ok := lineedit.Walk("999n999e"); !ok || len(steps) != lineedit.LinesMax+1 {
		t.Errorf("a long walk: got %d steps, %v, want %d", len(steps), ok, lineedit.LinesMax+1)
	}
}

func TestSplit(t *testing.T) {
	cases := []struct {
		name, line string
		want       []string
	}{
		{"one line", "get lamp", []string{"get lamp"}},
		{"nothing", "", []string{""}},
		{"two lines", "get lamp;n", []string{"get lamp", "n"}},
		{"blanks around", " get lamp ; n ", []string{"get lamp", "n"}},
		{"empty parts", "n;;e;", []string{"n", "e"}},
		{"an ordinary semicolon", `put a\;b in bag;n`, []string{"put a;b in bag", "n"}},
		{"speech", "say wait; the tide is coming", []string{"say wait; the tide is coming"}},
		{"speech, shortened", "whis ann not here; later", []string{"whis ann not here; later"}},
		{"speech by a sign", "'wait; the tide", []string{"'wait; the tide"}},
		{"a pose by a sign", ":waits; and waits", []string{":waits; and waits"}},
		{"a pose by the sign itself", ";waits", []string{";waits"}},
		{"speech after a deed", "n;say wait; the tide", []string{"n", "say wait; the tide"}},
		{"a short word is no speech", "s;e", []string{"s", "e"}},
		{"speech without words is an ordinary line", "say;n", []string{"say", "n"}},
		{"a quest is no question", "quest join 1;n", []string{"quest join 1", "n"}},
		{"a question", "question why; how", []string{"question why; how"}},
		{"go is no gossip", "go north;look", []string{"go north", "look"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, lineedit.Split(c.line)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestShorthand(t *testing.T) {
	aliases := []string{
		"#alias gg get all", "#alias gi give %2 to %1", "#alias greet say hello %*;smile", "#alias look look;exits",
		"#alias a b", "#alias b a", "#alias home .3s2e", "#alias odd 100%;%0 %",
	}
	cases := []struct {
		name, line string
		want       []string
	}{
		{"no alias", "get lamp", []string{"get lamp"}},
		{"alone", "gg", []string{"get all"}},
		{"arguments go behind", "gg from bag", []string{"get all from bag"}},
		{"arguments by number", "gi ann lamp", []string{"give lamp to ann"}},
		{"a missing argument is nothing", "gi ann", []string{"give  to ann"}},
		{"an alias may stack in speech", "greet ann", []string{"say hello ann", "smile"}},
		{"but what is said with it is whole", "greet ann; and bob", []string{"say hello ann; and bob", "smile"}},
		{"an argument adds no line", `gi ann a\;quit`, []string{"give a;quit to ann"}},
		{"stacked aliases", "gg;n;gg", []string{"get all", "n", "get all"}},
		{"within itself it is a word", "look", []string{"look", "exits"}},
		{"round and round", "a", []string{"a"}},
		{"a walk", "home", strings.Fields("s s s e e")},
		{"a typed walk", "2n;look", []string{"n", "n", "look", "exits"}},
		{"arguments go behind the last", "look in bag", []string{"look", "exits in bag"}},
		{"per cent signs", "odd", []string{"100%", "%0 %"}},
		{"as it is", `\gg;3n`, []string{"gg;3n"}},
		{"an alias in speech is a word", "say gg", []string{"say gg"}},
		{"not the beginning of one", "ggg", []string{"ggg"}},
		{"another's sign", "#3 n", []string{"#3 n"}},
		{"nothing", "", []string{""}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var h lineedit.Shorthand
			for _, a := range aliases {
				if _, say, changed := h.Expand(a); !changed {
					t.Fatalf("%s: %q", a, say)
				}
			}
			got, say, changed := h.Expand(c.line)
			if diff := cmp.Diff(c.want, got); diff != "" || changed || len(say) > 0 {
				t.Errorf("(-want +got):\n%s\nsaid %q, changed %v", diff, say, changed)
			}
		})
	}
}

func TestShorthandTalks(t *testing.T) {
	h := lineedit.Shorthand{Talks: func(word string) bool { return word == "sing" }}
	if got, _, _ := h.Expand("sing oh; ah"); len(got) != 1 {
		t.Errorf("got %q, want one line", got)
	}
}

func TestAliasCommands(t *testing.T) {
	cases := []struct {
		name    string
		lines   []string
		say     string // what the last line answers
		changed bool
	}{
		{"none yet", []string{"#alias"}, "You have no aliases.", false},
		{"made", []string{"#ALIAS gg get all;look"}, "gg is now short for: get all;look", true},
		{"made in braces", []string{"#alias {gg} {get all;look}"}, "gg is now short for: get all;look", true},
		{"braces within", []string{"#alias gg {a};{b}"}, "gg is now short for: {a};{b}", true},
		{"taken away in braces", []string{"#alias gg get all", "#unalias {gg}"}, "gg is no alias any more.", true},
		{"listed", []string{"#alias gg get all", "#alias"}, "gg is short for: get all", false},
		{"asked", []string{"#alias gg get all", "#alias gg"}, "gg is short for: get all", false},
		{"asked in vain", []string{"#alias gg"}, "There is no alias gg.", false},
		{"taken away", []string{"#alias gg get all", "#unalias gg"}, "gg is no alias any more.", true},
		{"taken away in vain", []string{"#unalias gg"}, "There is no alias gg.", false},
		{"a bad name", []string{"#alias #alias x"}, "The name of an alias is one word", false},
		{"a long name", []string{"#alias " + strings.Repeat("g", 21) + " x"}, "The name of an alias is one word", false},
		{"a long body", []string{"#alias gg " + strings.Repeat("g", 501)}, "That is too long", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var h lineedit.Shorthand
			var say []string
			var changed bool
			for _, l := range c.lines {
				var lines []string
				if lines, say, changed = h.Expand(l); len(lines) > 0 {
					t.Errorf("%s would send %q", l, lines)
				}
			}
			if got := strings.Join(say, "\n"); !strings.Contains(got, c.say) || changed != c.changed {
				t.Errorf("got %q, changed %v, want %q, %v", got, changed, c.say, c.changed)
			}
		})
	}
}

func TestShorthandIsBounded(t *testing.T) {
	t.Run("lines", func(t *testing.T) {
		var h lineedit.Shorthand
		h.Expand("#alias many " + strings.Repeat("a;", 40) + "b")
		got, say, _ := h.Expand("many;many")
		if len(got) != lineedit.LinesMax || len(say) != 1 {
			t.Errorf("got %d lines and %q, want %d and a word", len(got), say, lineedit.LinesMax)
		}
	})
	t.Run("a bomb", func(t *testing.T) {
		var h lineedit.Shorthand
		for i := range 6 {
			h.Expand(fmt.Sprintf("#alias x%d %s", i, strings.Repeat(fmt.Sprintf("x%d;", i+1), 160)))
		}
		h.Expand("#alias x6 x7;x7")
		h.Expand("#alias x7 %1")
		got, say, _ := h.Expand("x0")
		if len(got) > lineedit.LinesMax || len(say) == 0 {
			t.Errorf("got %d lines and %q", len(got), say)
		}
	})
	t.Run("aliases", func(t *testing.T) {
		var h lineedit.Shorthand
		for i := range 100 {
			h.Expand(fmt.Sprintf("#alias x%d %s", i, strings.Repeat("y", 400)))
		}
		if got := len(h.Aliases()); got != 7 {
			t.Errorf("kept %d aliases, want 7", got)
		}
	})
	t.Run("what was kept is not trusted", func(t *testing.T) {
		var h lineedit.Shorthand
		h.Restore(map[string]string{
			"gg": "get all", "#alias": "x", "": "x", "a b": "x", "e": "\x1b[2J", "x": strings.Repeat("x", 600),
		})
		if diff := cmp.Diff(map[string]string{"gg": "get all"}, h.Aliases()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// Whatever is typed and whatever it stands for: so many lines at most, each no longer than a line, and what is said
// stays one line.
func FuzzShorthand(f *testing.F) {
	f.Add("#alias gg get %1;%*;3n2e", "gg a b;gg;.nne")
	f.Add("#alias x x;x;y", `say a;b\;c;x`)
	f.Add("#unalias x", "99n;;;\\;")
	f.Fuzz(func(t *testing.T, first, second string) {
		var h lineedit.Shorthand
		for range 3 {
			for _, line := range []string{first, second} {
				if len(line) > lineedit.LineMaxBytes || strings.ContainsAny(line, "\n\r") {
					return
				}
				lines, _, _ := h.Expand(line)
				if len(lines) > lineedit.LinesMax {
					t.Fatalf("%q became %d lines", line, len(lines))
				}
				for _, l := range lines {
					if len(l) > lineedit.LineMaxBytes {
						t.Fatalf("%q became a line of %d bytes", line, len(l))
					}
				}
			}
		}
		if len(h.Aliases()) == 0 {
			if lines, _, _ := h.Expand("say " + second); len(lines) != 1 || lines[0] != "say "+second {
				t.Fatalf("%q was cut into %q", "say "+second, lines)
			}
		}
	})
}
