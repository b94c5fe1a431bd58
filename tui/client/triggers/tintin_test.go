package triggers_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/tui/client/triggers"
)

// show writes what an import found: the rules, with their lines and classes, and what was left out.
func show(text string) (rules, left string) {
	found, rest := triggers.ImportTinTin(text)
	var r, l []string
	for _, p := range found {
		s := strings.Repeat("", p.Line) + p.Rule.String()
		if p.Rule.Class != "" {
			s += " @" + p.Rule.Class
		}
		r = append(r, s)
	}
	for _, x := range rest {
		l = append(l, strings.Join([]string{string(rune('0' + x.Line)), x.Text, x.Why}, "|"))
	}
	return strings.Join(r, "\n"), strings.Join(l, "\n")
}

func TestImportTinTin(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"an alias", "#alias {k} {kill %1}", "#alias {k} {kill %1}"},
		{"without blanks", "#alias{k}{kill %1}", "#alias {k} {kill %1}"},
		{"without braces", "#ALIAS k kill %1", "#alias {k} {kill %1}"},
		{"short words", "#al {a} {b}\n#act {c} {d}\n#high {e} {red}\n#sub {f} {g}\n#var {h} {i}",
			"#alias {a} {b}\n#trigger {c} {d}\n#highlight {e} {red}\n#substitute {f} {g}\n#variable {h} {i}"},
		{"over lines", "#action {^%1 tells you '%2'$}\n{\n\t#showme {<118>tell<099> %1};\n\t#var last {%1};\n" +
			"\treply hi\n} {4}",
			"#trigger {^%1 tells you '%2'$} {#showme {tell %1};#variable {last} {%1};reply hi} {4}"},
		{"nested", "#alias {x} {#delay {1} {#act {y} {#gag {z};n};s};#3 {e;w};#2 u}",
			"#alias {x} {#delay {1} {#trigger {y} {#gag {z};n};s};#3 {e;w};#2 {u}}"},
		{"questions", "#action {x} {#if {\"%1\" == \"rat\"} {#math {n} {$n + 1}} {flee;s}}",
			"#trigger {x} {#if {\"%1\" == \"rat\"} {#math {n} {$n + 1}} {flee;s}}"},
		{"otherwise", "#action {x} {#if {$a < 5} {n};#elseif {$a < 9} {s;u};#else {w};e}\n#alias {b} {#if {1} {n};#else {s}}",
			"#trigger {x} {#if {$a < 5} {n} {#if {$a < 9} {s;u} {w}};e}\n#alias {b} {#if {1} {n} {s}}"},
		{"an old otherwise", "#alias {b} {#if {1} {n} else {s}}", "#alias {b} {#if {1} {n} {s}}"},
		{"several in a line", "#var a 1;#var b 2;\n#gag the wind;", "#variable {a} {1}\n#variable {b} {2}\n#gag {the wind}"},
		{"words without braces", "#alias {x} {#showme Out of picks.;#echo {hi there};#Showme {a} {1}}",
			"#alias {x} {#showme {Out of picks.};#showme {hi there};#showme {a}}"},
		{"a colour first", "#highlight {light red} {^%* hits you}", "#highlight {^%* hits you} {light red}"},
		{"classes", "#class {c} {kill}\n#class {c} {open}\n#gag {x}\n#class {c} {close}\n#gag {y}", "#gag {x} @c\n#gag {y}"},
		{"taken back", "#action {x} {y}\n#unaction {x}\n#gag {z}", "#gag {z}"},
		{"a ticker", "#ticker {t} {#showme tick;look} {2.5}", "#ticker {t} {#showme {tick};look} {2.5}"},
		{"keys", "#macro {\\eOP} {cast heal}\n#macro {^[[15~} {x}\n#macro {\\cb} {y}\n#macro {\\ea} {z}",
			"#macro {f1} {cast heal}\n#macro {ctrl+b} {y}\n#macro {alt+a} {z}"},
		{"colours", "#highlight {a} {<118>}\n#highlight {b} {light red}\n#highlight {c} {<178>}\n#highlight {d} {<acd>}",
			"#highlight {a} {bold red}\n#highlight {b} {light red}\n#highlight {c} {bold white}\n#highlight {d} {31}"},
		{"remarks", "#nop {hello}\n/* #alias {a}\n{b} */\n#gag {x}", "#gag {x}"},
		{"another sign", "/alias {k} {kill;/showme hi}\n/gag {w/x}", "#alias {k} {kill;#showme {hi}}\n#gag {w/x}"},
		{"a brace that is never closed", "#alias {a} {b\n  c\n#gag {x}", "#gag {x}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, left := show(tt.text); got != tt.want {
				t.Errorf("\n got %s\nwant %s\nleft %s", got, tt.want, left)
			}
		})
	}
}

func TestWhatIsLeftOut(t *testing.T) {
	tests := []struct{ text, want string }{
		{"#system {rm -rf x}", "1|#system {rm -rf x}|#system starts a program, which an import never does"},
		{"#gag {x}\n#run {a} {b}", "2|#run {a} {b}|#run starts a program"},
		{"#alias {x} {n;#sys {y}}", "1|#alias {x} {n;#sys {y}}|#system starts a program"},
		{"#action {x} {#delay {1} {#script {y} {z}}}", "#script starts a program"},
		{"#read {more.tin}", "import that file by itself"},
		{"#alias {r} {#textin {x}}", "#textin reads or writes a file"},
		{"#session {a} {mud.example} {4000}", "connects"},
		{"#action {x} {flee;#else {kill rat}}", "#else is programming"},
		{"#action {x} {#if {1} {y};#else {z};#else {z}}", "#else is programming"},
		{"#action {x} {#echo {%s} {y}}", "formats"},
		{"#action {x} {#if {$hp <} {flee}}", "its question: something is missing"},
		{`#action {x} {#if {"$a" == "%*rat"} {flee}}`, "wildcard"},
		{"#action {x} {#if {$hp < 5} {#run {y}}}", "#run starts a program"},
		{"#action {x} {#math {y} {1 ** 2}}", "does not belong"},
		{"#alias {x} {say @upper{%1}}", "function"},
		{"#alias {x} {say $list[1]}", "table"},
		{"#var {t} {{a}{1}{b}{2}}", "table"},
		{"#flurb {x}", "#flurb has no counterpart"},
		{"look", "for the MUD"},
		{"#macro {\\e[1;5C} {x}", "not known"},
		{"#alias {x}", "lists rules"},
		{"#alias {a} {b", "not closed"},
		{"#alias {x} {" + strings.Repeat("#delay {1} {", 40) + "x" + strings.Repeat("}", 40) + "}", "nested"},
	}
	for _, tt := range tests {
		got, left := show(tt.text)
		if !strings.Contains(left, tt.want) || strings.Contains(left, "\n") ||
			got != "" && !strings.HasPrefix(tt.text, "#gag") {
			t.Errorf("%s:\n left %q\n want %q\nfound %q", tt.text, left, tt.want, got)
		}
	}
}

// FuzzImport looks for a file that an import does not survive, or that makes a rule with a command of TinTin++ in it
// that starts a program.
func FuzzImport(f *testing.F) {
	f.Add("#alias {k} {kill %1;#system {x}}")
	f.Add("/act {^%1 x} {#delay {1} {/run {y}}} {3}")
	f.Add("#class{a}{open}\n#var{x}{{y}{z}}\n{")
	f.Fuzz(func(t *testing.T, text string) {
		found, _ := triggers.ImportTinTin(text)
		for _, p := range found {
			if p.Line < 1 || p.Rule.Pattern == "" {
				t.Errorf("got %+v", p)
			}
		}
	})
}
