package triggers_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/mudlark-mud/mudlark/tui/client/triggers"
)

func TestScripts(t *testing.T) {
	c := &clock{time.Unix(1_000_000, 0)}
	files := fstest.MapFS{
		"rules.txt": {Data: []byte("#var food bread\n#trigger {hungry} {eat $food}\n")},
		"a.star": {Data: []byte(`
trigger("%w hits you for %d", lambda m: send("flee from " + m[1]))
trigger("hungry", lambda m: say("your " + get("food") + "?"))
alias("count %d", lambda m: [send(str(i + 1)) for i in range(int(m[1]))] and None)
timer(10, lambda: var("ticks", int(get("ticks", "0")) + 1))
on_gmcp("char.vitals", lambda v: say("hp %d" % v["hp"]))
trigger("oops", lambda m: m[7])
`)},
		"b.star": {Data: []byte("send(\n")},
		"c.txt":  {Data: []byte("trigger('x')")},
	}
	e := triggers.New(triggers.Config{Now: c.Now, Files: files, Sheet: "rules.txt"})
	o := e.Load()
	if len(o.Say) != 2 || !strings.HasPrefix(o.Say[0], "b.star:2:") ||
		o.Say[1] != "You have 1 #alias, 4 #trigger, 1 #ticker, 1 #variable and 1 #gmcp." {
		t.Fatalf("said %q", o.Say)
	}
	same(t, "a trigger", e.Line("Rat hits you for 3.").Send, []string{"flee from Rat"})
	o = e.Line("You are hungry.")
	same(t, "a script's beside the player's", o.Send, []string{"eat bread"})
	same(t, "and what it says", o.Say, []string{"your bread?"})
	same(t, "an alias", e.Typed("count 3").Send, []string{"1", "2", "3"})
	same(t, "a script's hand is the player's", e.Typed("count 300").Send[299:], []string{"300"})
	e.Tick(c.now.Add(10 * time.Second))
	same(t, "a timer", e.Typed("x $ticks").Send, []string{"x 1"})
	same(t, "GMCP", e.GMCP("Char.Vitals", []byte(`{"hp": 7}`)).Say, []string{"hp 7"})
	said := e.GMCP("Char.Vitals", []byte(`{`)).Say
	if len(said) != 1 || !strings.HasPrefix(said[0], "a.star:6: what the MUD") {
		t.Errorf("of broken GMCP: said %q", said)
	}

	for i := range 7 {
		said := e.Line("oops").Say
		switch {
		case i < 4 && (len(said) != 1 || !strings.HasPrefix(said[0], "a.star:7: ")):
			t.Errorf("mistake %d: said %q", i+1, said)
		case i == 4 && (len(said) != 2 || !strings.Contains(said[1], "rests now")):
			t.Errorf("the fifth: said %q", said)
		case i > 4 && len(said) != 0:
			t.Errorf("mistake %d: said %q, want silence", i+1, said)
		}
	}
	e.Typed("#load")
	if said := e.Line("oops").Say; len(said) != 1 {
		t.Errorf("after #load: said %q", said)
	}
	same(t, "listed", e.Typed("#alias").Say, []string{"{count %d}, by the script a.star:4"})
	e.Typed("#untrigger *")
	same(t, "a script's trigger stays", e.Line("Rat hits you for 3.").Send, []string{"flee from Rat"})
}

func TestAScriptThatSendsWithoutEnd(t *testing.T) {
	files := fstest.MapFS{"a.star": {Data: []byte("def f(m):\n    for i in range(10000): send('x')\ntrigger('go', f)\n" +
		"alias('go', f)\n")}}
	e := triggers.New(triggers.Config{Files: files, Sheet: "rules.txt"})
	e.Load()
	if o := e.Line("go"); len(o.Send) != triggers.SendsPerSecond || len(o.Say) != 1 {
		t.Errorf("a trigger sent %d and said %q", len(o.Send), o.Say)
	}
	if o := e.Typed("go"); len(o.Send) > triggers.StepsMax {
		t.Errorf("an alias sent %d", len(o.Send))
	}
}

func TestImport(t *testing.T) {
	text := "#class {fight} {open}\n#action {^%1 attacks} {kill %1}\n#class {fight} {close}\n#action {/x} {y}\n" +
		"#alias {x} {#system {rm}}\n#highlight {a} {<888>}\n#gag {(?=b)}\n"
	read := func(path string) ([]byte, error) {
		switch path {
		case "my rules.tin":
			return []byte(text), nil
		case "big":
			return make([]byte, triggers.SheetMaxBytes+1), nil
		}
		return nil, errors.New("there is no such file")
	}
	e := triggers.New(triggers.Config{Files: fstest.MapFS{}, Sheet: "rules.txt", Import: read})
	e.Load()
	o := e.Typed("#import my rules.tin")
	want := []string{
		"line 5 left out: #alias {x} {#system {rm}} (#system starts a program, which an import never does)",
		`line 6 left out: #highlight {a} {} ("" is no colour; for example: bold red, white on blue, 208, #ff8800)`,
		"3 rules were taken over from my rules.tin; 2 statements were left out.",
	}
	same(t, "said", o.Say, want)
	if got, want := string(o.Save), "#class {fight} {open}\n#trigger {^%1 attacks} {kill %1}\n#class {fight} {close}\n"+
		"#trigger {/x} {y}\n#gag {(?=b)}\n"; got != want {
		t.Errorf("saved %q, want %q", got, want)
	}
	same(t, "in force", e.Line("Bob attacks").Send, []string{"kill Bob"})
	for _, path := range []string{"none", "big"} {
		if o := e.Typed("#import " + path); len(o.Say) != 1 || !strings.Contains(o.Say[0], "could not be read") {
			t.Errorf("%s: said %q", path, o.Say)
		}
	}
}

// BenchmarkLine is 200 triggers beside the lines of an evening; each op is 10,000 of them.
func BenchmarkLine(b *testing.B) {
	e := triggers.New(triggers.Config{})
	for i := range 200 {
		switch i % 4 {
		case 0:
			e.Typed(fmt.Sprintf("#trigger {^%%w tells you 'word%d %%*'} {say %%1}", i))
		case 1:
			e.Typed(fmt.Sprintf(`#trigger {/^(\w+) hits you for (\d+) with weapon%d/} {flee}`, i))
		case 2:
			e.Typed(fmt.Sprintf("#trigger {The monster%d is DEAD} {get all}", i))
		default:
			e.Typed(fmt.Sprintf("#trigger {{potion|scroll} number%d$} {drink}", i))
		}
	}
	lines := []string{
		"You are standing in the southern end of the temple hall in the Temple of Midgaard.",
		"Bob tells you 'hello there, how are you doing today?'",
		"The beastly fido hits you for 4 with its teeth.", "[ Exits: n e s w d ]", "",
		"A large, sociable bulletin board is mounted on a wall here.", "You hit the beastly fido very hard.",
	}
	b.ReportAllocs()
	for b.Loop() {
		for i := range 10_000 {
			if o := e.Line(lines[i%len(lines)]); len(o.Send) > 0 {
				b.Fatal("a trigger ran")
			}
		}
	}
}
