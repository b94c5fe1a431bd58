package triggers_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/client/triggers"
)

// clock is a time that a test moves.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

// engineOf makes an engine with these lines typed; none of them may be refused.
func engineOf(t *testing.T, lines ...string) (*triggers.Engine, *clock) {
	t.Helper()
	c := &clock{time.Unix(1_000_000, 0)}
	e := triggers.New(triggers.Config{Now: c.Now})
	for _, l := range lines {
		for _, say := range e.Typed(l).Say {
			if !strings.HasPrefix(say, "Set: ") && !strings.Contains(say, "class") && !strings.Contains(say, "Class") {
				t.Fatalf("%s: %s", l, say)
			}
		}
	}
	return e, c
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}

func TestTyped(t *testing.T) {
	tests := []struct {
		name  string
		rules []string
		typed string
		send  []string
	}{
		{"a plain line", nil, "look", []string{"look"}},
		{"Enter alone", nil, "", []string{""}},
		{"a doubled sign", nil, "##hello", []string{"#hello"}},
		{"a backslash lets a line be", []string{"#alias {k} {kill %1}"}, `\k rat;3n`, []string{"k rat;3n"}},
		{"stacked", nil, "get sword;wield sword", []string{"get sword", "wield sword"}},
		{"speech is not cut", nil, "say yes; no", []string{"say yes; no"}},
		{"nor is a command in it", nil, "smile;say we are; #1 look", []string{"smile", "say we are; #1 look"}},
		{"a blank before a command", nil, " #2 look", []string{"look", "look"}},
		{"a walk", nil, "2n1e", []string{"n", "n", "e"}},
		{"arguments", []string{"#alias {k} {kill %1}"}, "k rat now", []string{"kill rat"}},
		{"no argument asked for", []string{"#alias {k} {kill}"}, "k big rat", []string{"kill big rat"}},
		{"all arguments", []string{"#alias {t} {tell bob %0;smile}"}, "t hi you", []string{"tell bob hi you", "smile"}},
		{"all arguments by a star", []string{"#alias {t} {tell bob %*}"}, "t hi you", []string{"tell bob hi you"}},
		{"braces hold an argument together", []string{"#alias {g} {give %1 to %2}"}, "g {long sword} bob",
			[]string{"give long sword to bob"}},
		{"a word's beginning is another word", []string{"#alias {k} {kill}"}, "kiss bob", []string{"kiss bob"}},
		{"a pattern", []string{"#alias {^heal %1 with %2$} {cast %2 %1}"}, "heal bob with salve",
			[]string{"cast salve bob"}},
		{"an expression", []string{`#alias {/^k(\w+)$/} {kill %1}`}, "krat", []string{"kill rat"}},
		{"an argument gives no command", []string{"#alias {t} {tell bob %0}"}, `t a\;quit`, []string{"tell bob a;quit"}},
		{"within itself it is a word", []string{"#alias {get} {get %0;smile}"}, "get all", []string{"get all", "smile"}},
		{"an alias of an alias", []string{"#alias {k} {kill %1}", "#alias {kr} {k rat;k bat}"}, "kr",
			[]string{"kill rat", "kill bat"}},
		{"a variable", []string{"#var {target} {rat}"}, "kill $target for $5", []string{"kill rat for $5"}},
		{"a variable with half a brace", []string{`#var {x} {:-\{ 5\; \\}`}, "smile $x", []string{`smile :-{ 5; \`}},
		{"a variable in braces", []string{"#var target rat"}, "say ${target}s", []string{"say rats"}},
		{"a variable of a variable", []string{"#var a rat", "#var b {big $a}"}, "kill $b", []string{"kill big rat"}},
		{"repeated", nil, "#3 kill rat", []string{"kill rat", "kill rat", "kill rat"}},
		{"sent as it is", []string{"#alias {k} {kill}"}, "#send {k;3n}", []string{"k;3n"}},
		{"a command among others", nil, "n;#2 {look;s}", []string{"n", "look", "s", "look", "s"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e, _ := engineOf(t, tt.rules...)
			o := e.Typed(tt.typed)
			same(t, "sent", o.Send, tt.send)
			same(t, "said", o.Say, nil)
		})
	}
}

func TestLine(t *testing.T) {
	tests := []struct {
		name  string
		rules []string
		line  string
		want  triggers.Outcome
	}{
		{"nothing waits", nil, "You are hungry.", triggers.Outcome{}},
		{"a trigger", []string{"#trigger {You are hungry} {eat bread}"},
			"You are hungry.", triggers.Outcome{Send: []string{"eat bread"}}},
		{"TinTin's word", []string{"#action {^%w tells you '%*'$} {tell %1 you said %2}"}, "Bob tells you 'hi'",
			triggers.Outcome{Send: []string{"tell Bob you said hi"}}},
		{"what was said gives no command", []string{"#trigger {^%w says '%*'$} {%2}"}, "Bob says '#send x;quit'",
			triggers.Outcome{Send: []string{"#send x;quit"}}},
		{"nor inside a command", []string{"#trigger {^%w says '%*'$} {#showme {%2};#2 {say %2}}"},
			"Bob says 'a};quit;{$x%1'",
			triggers.Outcome{Say: []string{"a};quit;{$x%1"}, Send: []string{"say a};quit;{$x%1", "say a};quit;{$x%1"}}},
		{"a question", []string{"#var hp 40",
			`#trigger {^%w hits} {#if {$hp < 50 && "%1" != "Bob"} {flee %1} {smile}}`},
			"Rat hits you", triggers.Outcome{Send: []string{"flee Rat"}}},
		{"otherwise", []string{"#trigger {^%w hits} {#if {%1 == Rat} {flee} {say %1;smile}}"}, "Bob hits you",
			triggers.Outcome{Send: []string{"say Bob", "smile"}}},
		{"what was said answers no question",
			[]string{`#trigger {^%w says %*$} {#if {"%2" == "yes"} {open gate}}`},
			`Bob says x" != "yes`, triggers.Outcome{}},
		{"a sum", []string{"#trigger {dies} {#math {n} {$n0 + 2 * 3};say $n}"}, "It dies",
			triggers.Outcome{Send: []string{"say 6"}}},
		{"a sum of a variable", []string{"#var n 1", "#trigger {dies} {#math {n} {$n + %0x};#math {n} {$n + 1};say $n}"},
			"dies", triggers.Outcome{Say: []string{`#math {n}: "1" + "diesx" are not both numbers`}, Send: []string{"say 2"}}},
		{"the first by priority", []string{"#trigger {rat} {kill rat} {6}", "#trigger {big rat} {flee} {4}"},
			"a big rat",
			triggers.Outcome{Send: []string{"flee"}}},
		{"a gag", []string{"#gag {^The wind}"}, "The wind howls.", triggers.Outcome{Gag: true}},
		{"a gag is anchored", []string{"#gag {^The wind}"}, "Hear The wind howl.", triggers.Outcome{}},
		{"a trigger hears what is gagged", []string{"#gag {wind}", "#trigger {wind} {shiver}"}, "The wind howls.",
			triggers.Outcome{Gag: true, Send: []string{"shiver"}}},
		{"a substitution", []string{"#substitute {a %w orc} {ORC(%1)}"}, "You see a big orc and a small orc.",
			triggers.Outcome{Replace: "You see ORC(big) and ORC(small)."}},
		{"a substitution by nothing", []string{"#substitute {^The wind howls.$} {}"},
			"The wind howls.", triggers.Outcome{Gag: true}},
		{"a highlight", []string{"#highlight {rat} {bold red}"}, "rat, rat", triggers.Outcome{Marks: []triggers.Mark{
			{From: 0, To: 3, Ink: cell.InkBold.On(cell.Indexed(1), 0)},
			{From: 5, To: 8, Ink: cell.InkBold.On(cell.Indexed(1), 0)}}}},
		{"a highlight of what is shown", []string{"#highlight {ORC} {white on blue}", "#substitute {orc} {an ORC}"},
			"orc",
			triggers.Outcome{Replace: "an ORC", Marks: []triggers.Mark{
				{From: 3, To: 6, Ink: cell.Ink(0).On(cell.Indexed(7), cell.Indexed(4))}}}},
		{"a tab", []string{`#tab chat /^\w+ (says|tells)/`}, "Bob says 'x'", triggers.Outcome{Tab: "chat"}},
		{"a class that is off", []string{"#class {c} {open}", "#gag {wind}", "#class {c} {close}", "#class {c} {off}"},
			"The wind", triggers.Outcome{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e, _ := engineOf(t, tt.rules...)
			got := e.Line(tt.line)
			if g, w := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", tt.want); g != w {
				t.Errorf("\n got %s\nwant %s", g, w)
			}
		})
	}
}

func TestOnceRunsOnce(t *testing.T) {
	e, _ := engineOf(t, "#once {The gate opens} {north}")
	same(t, "first", e.Line("The gate opens.").Send, []string{"north"})
	same(t, "second", e.Line("The gate opens.").Send, nil)
}

func TestTimers(t *testing.T) {
	e, c := engineOf(t, "#ticker {idle} {look} {10}", "#delay {2.5} {stand}", "#delay {spell} {cast armour} {60}")
	at, ok := e.Next()
	if want := c.now.Add(2500 * time.Millisecond); !ok || !at.Equal(want) {
		t.Fatalf("next at %v, want %v", at, want)
	}
	same(t, "early", e.Tick(c.now).Send, nil)
	same(t, "the delay", e.Tick(at).Send, []string{"stand"})
	same(t, "it is gone", e.Tick(at).Send, nil)
	c.now = c.now.Add(35 * time.Second)
	same(t, "a ticker late by three", e.Tick(c.now).Send, []string{"look"})
	if at, _ = e.Next(); !at.Equal(c.now.Add(10 * time.Second)) {
		t.Errorf("next at %v, want 10 s after %v", at, c.now)
	}
	e.Typed("#undelay spell;#unticker idle")
	if at, ok := e.Next(); ok {
		t.Errorf("something waits for %v", at)
	}
}

// TestWhatWaitsIsNoCommand has a MUD say something that would be a command, or an answer, were it read once more.
func TestWhatWaitsIsNoCommand(t *testing.T) {
	e, c := engineOf(t, `#trigger {^%w says %*$} {#delay {1} {#if {"%2" == "yes"} {open gate} {say %2}}}`,
		"#gmcp {x} {#ticker {t} {say %0} {1}}")
	e.Line(`Bob says x" == "x" || "yes`)
	same(t, "waiting", e.Typed("#delay").Say, []string{
		`In 1.0 s: #if {"x" == "x" || "yes" == "yes"} {open gate} {say x" == "x" || "yes}`,
	})
	same(t, "a question", e.Tick(c.now.Add(time.Second)).Send, []string{`say x" == "x" || "yes`})
	e.GMCP("x", []byte("[1,\n2]"))
	same(t, "the end of a line", e.Tick(c.now.Add(time.Second)).Send, []string{"say [1, 2]"})
}

func TestMacro(t *testing.T) {
	e, _ := engineOf(t, "#macro {F1} {cast heal;#showme {healing}}")
	o, ok := e.Key("f1")
	if !ok {
		t.Fatal("f1 is not known")
	}
	same(t, "sent", o.Send, []string{"cast heal"})
	if _, ok := e.Key("f2"); ok {
		t.Error("f2 is known")
	}
}

func TestGMCP(t *testing.T) {
	e, _ := engineOf(t, "#gmcp {char.vitals} {#showme {$Char.Vitals.hp of $char.vitals.maxhp}}")
	o := e.GMCP("Char.Vitals", []byte(`{"hp": 42, "maxhp": "100", "list": [{"a": "x"}]}`))
	same(t, "said", o.Say, []string{"42 of 100"})
	same(t, "sent", e.Typed("say ${Char.Vitals.list.1.a}").Send, []string{"say x"})
	e.GMCP("Char.Vitals", []byte(`{"maxhp": 1}`))
	same(t, "a figure that is gone", e.Typed("get $Char.Vitals.hp").Send, []string{"get $Char.Vitals.hp"})
	e.GMCP("Char.Name", []byte(`{"name": "a;quit\u001b[31m"}`))
	same(t, "control characters", e.Typed("get $Char.Name.name").Send, []string{"get a;quit [31m"})
}

func TestLoopsAreCut(t *testing.T) {
	t.Run("a trigger that answers itself", func(t *testing.T) {
		e, c := engineOf(t, "#trigger {pong} {ping}")
		sent, said := 0, 0
		for range 5 * triggers.SendsPerSecond {
			o := e.Line("pong")
			sent, said = sent+len(o.Send), said+len(o.Say)
		}
		if sent != triggers.SendsPerSecond || said != 1 {
			t.Errorf("sent %d and said %d, want %d and 1", sent, said, triggers.SendsPerSecond)
		}
		c.now = c.now.Add(time.Second)
		same(t, "a second later", e.Line("pong").Send, []string{"ping"})
		same(t, "the hand is not counted", e.Typed("look").Send, []string{"look"})
	})
	t.Run("aliases that call each other", func(t *testing.T) {
		var lines []string
		for i := range triggers.ChainMax + 5 {
			lines = append(lines, fmt.Sprintf("#alias {a%d} {a%d}", i, i+1))
		}
		e, _ := engineOf(t, lines...)
		o := e.Typed("a0")
		if len(o.Send) != 0 || len(o.Say) != 1 || !strings.Contains(o.Say[0], "deep") {
			t.Errorf("got %+v, want a word about depth", o)
		}
	})
	t.Run("aliases that double", func(t *testing.T) {
		var lines []string
		for i := range 20 {
			lines = append(lines, fmt.Sprintf("#alias {a%d} {a%d;a%d}", i, i+1, i+1))
		}
		e, _ := engineOf(t, lines...)
		o := e.Typed("a0")
		if len(o.Send) > triggers.StepsMax || len(o.Say) != 1 || !strings.Contains(o.Say[0], fmt.Sprint(triggers.StepsMax)) {
			t.Errorf("%d sent, said %q", len(o.Send), o.Say)
		}
	})
	t.Run("a delay that delays itself many times", func(t *testing.T) {
		e, _ := engineOf(t)
		for range 3 {
			e.Typed("#100 {#delay {1} {x}}")
		}
		o := e.Tick(time.Unix(2_000_000, 0))
		if len(o.Send) != triggers.SendsPerSecond {
			t.Errorf("%d sent, want %d", len(o.Send), triggers.SendsPerSecond)
		}
	})
}

func TestRefusals(t *testing.T) {
	tests := []struct{ typed, says string }{
		{`#trigger {/(?=x)/} {y}`, "looks ahead"},
		{`#trigger {/(\w+) \1/} {y}`, "refers back"},
		{`#trigger {/(x/} {y}`, "parentheses"},
		{`#gag /[a/`, "bracket"},
		{`#trigger {~x} {y}`, "colour codes"},
		{`#highlight {x} {purpel}`, "bold red"},
		{`#ticker {x} {y} {0.01}`, "0.1"},
		{`#ticker {x} {y}`, "for example"},
		{`#trigger {x} {y} {0}`, "priority"},
		{`#alias {k} {kill`, "A brace { is not closed"},
		{`#ungag`, "{^The wind howls}"},
		{`#unhighlight`, "{%w arrives}"},
		{`#untab`, "{chat}"},
		{`#undelay x`, "Nothing waits"},
		{`#test`, "for example"},
		{`#var {a b} {c}`, "no name of a variable"},
		{`#flurble`, "no command #flurble"},
		{`#un`, "may be"},
		{`#101 x`, "1 to 100"},
		{`#`, "#help"},
		{`#class {c} {sideways}`, "kill"},
		{`#trigger {` + strings.Repeat("x", 2000) + `} {y}`, "1024 bytes"},
		{`#delay {soon} {x}`, "seconds"},
		{`#if {1 <} {x}`, "missing"},
		{`#if x`, "for example"},
		{`#math {a b} {1}`, "no name of a variable"},
		{`#load`, "no folder"},
		{`#import x`, "Nothing can be imported"},
	}
	for _, tt := range tests {
		e, _ := engineOf(t)
		o := e.Typed(tt.typed)
		if len(o.Send) > 0 || len(o.Say) != 1 || !strings.Contains(o.Say[0], tt.says) {
			t.Errorf("%s: sent %q, said %q, want a sentence with %q", tt.typed, o.Send, o.Say, tt.says)
		}
	}
}

func TestWhatOnlyAHandMayDo(t *testing.T) {
	read := 0
	e := triggers.New(triggers.Config{Import: func(string) ([]byte, error) { read++; return nil, nil }})
	e.Typed("#trigger {x} {#import {a};#load}")
	o := e.Line("x")
	if read != 0 || len(o.Say) != 2 || !strings.Contains(o.Say[0], "for you to type") {
		t.Errorf("read %d files, said %q", read, o.Say)
	}
}

func TestFiles(t *testing.T) {
	files := fstest.MapFS{"rules.txt": {Data: []byte("# mine\n#alias {k} {kill %1}\n#flub\n#gag {(}\n#gag {/(/}\n" +
		"#class {c} {open}\n#var food {a\\;b}\n#trigger {hungry}\n{\n  eat $food;\n  smile\n}\n#class {c} {close}\n")}}
	e := triggers.New(triggers.Config{Files: files, Sheet: "rules.txt"})
	o := e.Load()
	same(t, "said", o.Say, []string{
		`rules.txt line 3: "#flub" is no rule; #help lists them`,
		`rules.txt line 5: the parentheses of "(" do not match; a parenthesis that means itself is \( or \)`,
		"You have 1 #alias, 1 #trigger, 1 #gag and 1 #variable.",
	})
	if o.Save != nil {
		t.Errorf("loading writes %q", o.Save)
	}
	same(t, "an alias", e.Typed("k rat").Send, []string{"kill rat"})
	same(t, "a trigger over lines", e.Line("You are hungry").Send, []string{"eat a;b", "smile"})
	saved := string(e.Typed("#alias {kk} {kill %1}").Save)
	want := strings.Replace(string(files["rules.txt"].Data), "#class {c} {close}\n",
		"#class {c} {close}\n#alias {kk} {kill %1}\n", 1)
	if saved != want {
		t.Errorf("saved:\n%s\nwant:\n%s", saved, want)
	}
	if o := e.Line("You are hungry"); o.Save != nil {
		t.Error("a line saves")
	}
	files["rules.txt"].Data = []byte(saved)
	e.Typed("#load")
	same(t, "after another reading", e.Typed("kk rat").Send, []string{"kill rat"})
}

func TestARuleOfARuleIsNotKept(t *testing.T) {
	e := triggers.New(triggers.Config{Files: fstest.MapFS{}, Sheet: "rules.txt"})
	e.Load()
	saved := string(e.Typed("#trigger {x} {#var seen 1;#alias {q} {quit}}").Save)
	if !strings.HasPrefix(saved, "#trigger") {
		t.Fatalf("saved %q", saved)
	}
	if o := e.Line("x"); o.Save != nil || len(o.Say) > 0 {
		t.Errorf("got %+v, want silence", o)
	}
	same(t, "it is in force", e.Typed("q").Send, []string{"quit"})
	if saved := string(e.Typed("#gag y").Save); strings.Count(saved, "\n") != 2 {
		t.Errorf("saved %q", saved)
	}
}

func TestHelp(t *testing.T) {
	e := triggers.New(triggers.Config{Commands: []triggers.Command{{Name: "go", Args: "WORDS", Brief: "walks", Help: "far",
		Do: func(rest string) triggers.Outcome { return triggers.Outcome{Send: []string{"to " + rest}} }}}})
	all := e.Typed("#help").Say
	for _, line := range all {
		word, _, ok := strings.Cut(strings.TrimPrefix(line, "  #"), ":")
		if !ok || !strings.HasPrefix(line, "  #") {
			continue
		}
		word = strings.Fields(word)[0]
		if page := e.Typed("#help " + word).Say; len(page) == 0 || strings.HasPrefix(page[0], "There is no page") {
			t.Errorf("#help %s: %q", word, page)
		}
	}
	if len(all) < 20 {
		t.Errorf("only %d lines", len(all))
	}
	same(t, "the owner's command", e.Typed("#go north gate").Send, []string{"to north gate"})
}
