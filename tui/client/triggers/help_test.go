package triggers_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/mudlark-mud/mudlark/tui/client/triggers"
)

// proofs tries each example of the help pages. Behind the example stand what the engine is given next ("<" a line of
// the MUD, ">" a typed one, "@" a key, "!" GMCP, "+" seconds that pass; nothing for the example alone) and what comes
// of that.
const proofs = `
#alias {k} {kill %1} | > k rat | sends kill rat
#alias {gg} {get all;wear all} | > gg | sends get all; sends wear all
#alias {heal %1 with %2} {cast %2 %1} | > heal bob with salve | sends cast salve bob
#class {combat} {open} | > #gag {x};#class | says Set: #gag {x}; says Class combat is on and has 1 rules.
#class {combat} {close} | > #ungag {x} | says There is no #gag {x}.
#class {combat} {off} | > #class | says Class combat is off and has 0 rules.
#class {combat} {kill} | | says Taken away: the 0 rules of class combat.
#delay {2.5} {stand} | + 2.5 | sends stand
#delay {spell} {cast armour} {60} | > #undelay spell | says It no longer waits.
#gag {^The wind howls} | < The wind howls. | hides
#gmcp {Char.Vitals} {#showme {$Char.Vitals.hp health left}} | ! Char.Vitals {"hp":7} | says 7 health left
#highlight {%w arrives} {bold yellow} | < Bob arrives. | colours Bob arrives
#highlight {your purse} {#ff8800} | < It is in your purse. | colours your purse
#highlight {/^\w+ tells you/} {white on blue} | < Bob tells you 'x' | colours Bob tells you
#if {$Char.Vitals.hp < 50} {flee} | | sends flee
#trigger {^%w attacks you} {#if {"%1" == "rat" && !$tired} {kill rat} {flee}} | < rat attacks you | sends kill rat
#ignore {triggers} {on} | | says Ignored from now on: #trigger.
#import main.tin | > q | sends quaff
#macro {f1} {cast heal} | @ f1 | sends cast heal
#macro {alt+r} {recall} | @ alt+r | sends recall
#math {kills} {$kills + 1} | > look $kills | sends look 1
#trigger {You get %d coins} {#math {gold} {$gold + %1};#showme {$gold}} | < You get 12 coins. | says 12
#once {The gate opens} {north} | < The gate opens. | sends north
#send {3n2e} | | sends 3n2e
#showme {The spell is over.} | | says The spell is over.
#substitute {a grizzled orc} {ORC} | < Here is a grizzled orc. | shows Here is ORC.
#substitute {/(\d+) coins of copper/} {%1 cp} | < You get 5 coins of copper. | shows You get 5 cp.
#tab {chat} {/^\w+ (says|tells|chats)/} | < Bob chats: x | tab chat
#test Bob tells you 'follow me' | | says No rule waits for this line.
#ticker {idle} {look} {300} | + 300 | sends look
#trigger {You are hungry} {eat bread} | < You are hungry. | sends eat bread
#trigger {^%w tells you 'follow me'} {follow %1} | < Bob tells you 'follow me' | sends follow Bob
#trigger {/^(\w+) hits you for (\d+)/} {#showme {Ouch: %2}} | < Rat hits you for 12. | says Ouch: 12
#trigger {%w is DEAD} {get all corpse} {3} | < The rat is DEAD! | sends get all corpse
#variable {target} {rat} | > kill $target | sends kill rat
`

// example finds those of a page: a line that begins with blanks and #, up to the remark behind it.
var example = regexp.MustCompile(`(?m)^  (#.*?)(?:    .*)?$`)

func TestExamplesOfHelp(t *testing.T) {
	proof := map[string][2]string{}
	for line := range strings.SplitSeq(strings.TrimSpace(proofs), "\n") {
		parts := strings.Split(line, " | ")
		if len(parts) != 3 {
			parts = append(strings.Split(line, " | | "), "")
			parts = []string{parts[0], "", parts[1]}
		}
		proof[parts[0]] = [2]string{parts[1], parts[2]}
	}
	paths, err := filepath.Glob("help/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		page, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range example.FindAllStringSubmatch(string(page), -1) {
			p, ok := proof[m[1]]
			if !ok {
				t.Errorf("%s: nothing proves %s", path, m[1])
				continue
			}
			delete(proof, m[1])
			if got := try(m[1], p[0]); got != p[1] {
				t.Errorf("%s: %s, then %s:\n got %s\nwant %s", path, m[1], p[0], got, p[1])
			}
		}
	}
	for text := range proof {
		t.Errorf("no page has %s", text)
	}
}

// try types an example and gives the engine what follows it; it returns what comes of the last of them.
func try(typed, then string) string {
	c := &clock{time.Unix(1_000_000, 0)}
	e := triggers.New(triggers.Config{Now: c.Now, Files: fstest.MapFS{}, Sheet: "rules.txt",
		Import: func(string) ([]byte, error) { return []byte("#alias {q} {quaff}"), nil }})
	o := e.Typed(typed)
	sign, rest, _ := strings.Cut(then, " ")
	switch sign {
	case ">":
		o = e.Typed(rest)
	case "<":
		o = e.Line(rest)
	case "@":
		o, _ = e.Key(rest)
	case "!":
		pkg, data, _ := strings.Cut(rest, " ")
		o = e.GMCP(pkg, []byte(data))
	case "+":
		seconds, _ := strconv.ParseFloat(rest, 64)
		o = e.Tick(c.now.Add(time.Duration(seconds * float64(time.Second))))
	}
	var out []string
	for _, s := range o.Send {
		out = append(out, "sends "+s)
	}
	for _, s := range o.Say {
		out = append(out, "says "+s)
	}
	for _, m := range o.Marks {
		out = append(out, "colours "+rest[m.From:m.To])
	}
	if o.Replace != "" {
		out = append(out, "shows "+o.Replace)
	}
	if o.Tab != "" {
		out = append(out, "tab "+o.Tab)
	}
	if o.Gag {
		out = append(out, "hides")
	}
	return strings.Join(out, "; ")
}

// TestScriptOfHelp runs the script that the page on scripts shows.
func TestScriptOfHelp(t *testing.T) {
	page := triggers.New(triggers.Config{}).Typed("#help scripts").Say
	script := ""
	for _, line := range page[1:] {
		script += strings.TrimPrefix(line, "  ") + "\n"
		if strings.HasPrefix(line, "  trigger(") {
			break
		}
	}
	e := triggers.New(triggers.Config{Files: fstest.MapFS{"a.star": {Data: []byte(script)}}, Sheet: "rules.txt"})
	same(t, "said of it", e.Load().Say, []string{"You have 1 #trigger."})
	e.Line("Rat hits you for 3.")
	same(t, "the second blow", e.Line("Rat hits you for 12.").Say, []string{"That was blow 2, for 12"})
}

func TestPagesAreParagraphs(t *testing.T) {
	e := triggers.New(triggers.Config{})
	for topic, want := range map[string]int{"import": 3, "walking": 1, "if": 4, "trigger": 6} {
		if page := e.Typed("#help " + topic).Say; len(page) != want {
			t.Errorf("#help %s has %d lines, want %d:\n%s", topic, len(page), want, strings.Join(page, "\n"))
		}
	}
}
