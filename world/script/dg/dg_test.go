package dg_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world/script/dg"
)

// stage is a world of one room, two people and what was done in it.
type stage struct {
	done  []string
	kept  map[string]string
	rolls int
}

func (s *stage) Self() string { return "}actor:bear" }

func (s *stage) Field(of, field, arg string) (string, bool) {
	v, has := map[string]string{
		"}actor:ann name": "Ann", "}actor:ann level": "7", "}actor:ann is_pc": "1", "}actor:ann fighting": "}actor:bear",
		"}actor:bear name": "the bear", "}actor:bear people": "}actor:ann", "time hour": "21",
	}[of+" "+field]
	if of == "}actor:ann" && field == "inventory" {
		return map[string]string{"12": "}item:lamp"}[arg], true
	}
	return v, has
}

func (s *stage) Do(command, rest string) bool {
	if command == "xyzzy" {
		return false
	}
	s.done = append(s.done, strings.TrimSpace(command+" "+rest))
	return true
}

func (s *stage) Kept(ref, name string) (string, bool) { v, has := s.kept[ref+" "+name]; return v, has }

func (s *stage) Keep(ref, name, value string) {
	if value == "" {
		delete(s.kept, ref+" "+name)
		return
	}
	s.kept[ref+" "+name] = value
}

func (s *stage) Roll(sides int) int         { s.rolls++; return s.rolls%sides + 1 }
func (s *stage) Until(hour, minute int) int { return hour*100 + minute }
func (s *stage) Attach(script, ref string, on bool) {
	s.done = append(s.done, fmt.Sprint(script, ref, on))
}

func begin() *dg.Frame {
	return &dg.Frame{Vars: map[string]string{"actor": "}actor:ann", "cmd": "l", "arg": "the red lever", "empty": ""}}
}

// plays runs a script to its end, through all its waits, and returns what was done.
func plays(t *testing.T, source string) []string {
	t.Helper()
	p, err := dg.Parse(source)
	if err != nil {
		t.Fatal(err)
	}
	s, f := &stage{kept: map[string]string{}}, begin()
	for range 20 {
		got := p.Run(f, s, dg.DefaultLimits())
		if got.Fault != "" {
			t.Fatal(got.Fault)
		}
		for _, left := range got.Left {
			s.done = append(s.done, "left "+left)
		}
		if got.Wait == 0 {
			if got.No {
				s.done = append(s.done, "no")
			}
			return s.done
		}
		s.done = append(s.done, fmt.Sprint("waits ", got.Wait))
	}
	t.Fatal("it has no end")
	return nil
}

func TestScripts(t *testing.T) {
	for name, c := range map[string]struct{ source, want string }{
		"a line":         {"say Hello, %actor.name%.", "say Hello, Ann."},
		"a comment":      {"* say no\n\nsay yes", "say yes"},
		"if":             {"if %actor.level% > 5\nsay high\nelse\nsay low\nend\nsay end", "say high; say end"},
		"else":           {"if %actor.level% > 8\nsay high\nelse\nsay low\nend\nsay end", "say low; say end"},
		"elseif":         {"if 0\nsay a\nelseif 1\nsay b\nelseif 1\nsay c\nelse\nsay d\nend", "say b"},
		"else if":        {"if 0\nsay a\nelse if 1\nsay b\nend", "say b"},
		"none of them":   {"if 0\nsay a\nelseif 0\nsay b\nend\nsay c", "say c"},
		"nested":         {"if 1\nif 0\nsay a\nelse\nsay b\nend\nsay c\nelse\nsay d\nend", "say b; say c"},
		"not closed":     {"if 0\nsay a", ""},
		"while":          {"set i 3\nwhile %i%\nsay %i%\neval i %i% - 1\ndone\nsay 0", "say 3; say 2; say 1; say 0"},
		"break in an if": {"while 1\nif 1\nbreak\nend\nsay a\ndone\nsay b", "say b"},
		"switch": {"switch %arg.car%\ncase THE\nsay a\nbreak\ncase x\nsay b\nbreak\ndefault\nsay c\ndone\nsay d",
			"say a; say d"},
		"falls through": {"switch 1\ncase 1\nsay a\ncase 2\nsay b\nbreak\ncase 3\nsay c\ndone", "say a; say b"},
		"default":       {"switch 9\ncase 1\nsay a\nbreak\ndefault\nsay b\ndone", "say b"},
		"no case":       {"switch 9\ncase 1\nsay a\ndone\nsay b", "say b"},
		"a switch in while": {"set i 2\nwhile %i%\nswitch %i%\ncase 2\nsay two\nbreak\ncase 1\nsay one\nbreak\ndone\neval " +
			"i %i% - 1\ndone", "say two; say one"},
		"precedence":         {"eval n 2 + 3 * 4 == 14 && 1\nsay %n%", "say 1"},
		"from the right":     {"eval n 10 - 3 - 2\nsay %n%", "say 9"}, // as DG parts it: 10 - (3 - 2)
		"parentheses":        {"eval n (10 - 3) - 2\nsay %n%", "say 5"},
		"divided by nothing": {"eval n 1 / 0\nsay %n%", "say 0"},
		"contains":           {"if %arg% /= lever\nsay a\nend\nif lever /= %empty%\nsay b\nend", "say a"},
		"words are compared": {"if Ann == %actor.name% && apple < Pear\nsay a\nend", "say a"},
		"not":                {"if !%empty% && !(%actor.level% == 1)\nsay a\nend", "say a"},
		"quoted":             {`if "a && b" == "a && b"` + "\nsay a\nend", "say a"},
		"functions": {"say %arg.strlen% %arg.car% %arg.cdr% %arg.contains(RED)% %cmd.mudcommand% %arg.charat(5)%",
			"say 13 the red lever 1 look r"},
		"chained":      {"say %actor.fighting.name%, %actor.fighting.people.level%", "say the bear, 7"},
		"an argument":  {"set n 12\nsay %actor.inventory(%n%)%", "say }item:lamp"},
		"random":       {"say %random.6% %random.6%", "say 2 3"},
		"time":         {"if %time.hour% > 20\nsay late\nend", "say late"},
		"percent":      {"say 100%%", "say 100%"},
		"unknown":      {"say [%nobody.name%%nothing%]", "say []"},
		"wait seconds": {"say a\nwait 2 sec\nsay b", "say a; waits 2; say b"},
		"wait pulses":  {"wait 25\nsay b", "waits 3; say b"},
		"wait in a loop": {"set i 2\nwhile %i%\nwait 1 s\nsay %i%\neval i %i% - 1\ndone",
			"waits 1; say 2; waits 1; say 1"},
		"wait until":   {"wait until 6:30\nsay a", "waits 630; say a"},
		"return":       {"return 0\nsay a", "say a; no"},
		"return again": {"return 0\nreturn 1", ""},
		"halt":         {"say a\nhalt\nsay b", "say a"},
		"global":       {"set n 5\nglobal n\nset n 6\nsay %n% %self.n%", "say 6 6"},
		"remote":       {"set n 5\nremote n %actor.id%", ""},
		"kept with somebody": {"set n 5\nremote n %actor%\nsay %actor.n% %actor.varexists(n)%\nrdelete n %actor%\nsay " +
			"%actor.varexists(n)%", "say 5 1; say 0"},
		"context": {"context 3\nset n 5\nremote n %actor%\nsay %actor.n%\ncontext 0\nsay [%actor.n%]",
			"say 5; say []"},
		"unset":   {"set n 5\nunset n\nsay [%n%]", "say []"},
		"extract": {"extract w 2 a b c\nsay %w%", "say b"},
		"commands of DG": {"%send% %actor% Hi.\n%echoaround% %actor% Ho.\nmecho Hm.\nwat 3 x",
			"%send }actor:ann Hi.; %echoaround }actor:ann Ho.; %echo Hm.; wat 3 x"},
		"attach":             {"attach 12 %self%\ndetach 12 %self%", "12}actor:beartrue; 12}actor:bearfalse"},
		"what nothing knows": {"xyzzy plugh\nsay a", "say a; left xyzzy plugh"},
		"nop":                {"nop %random.6%\nsay %random.6%", "say 3"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := strings.Join(plays(t, c.source), "; "); got != c.want {
				t.Errorf("got %q\nwant %q", got, c.want)
			}
		})
	}
}

// TestHostile holds each way to take more than is allowed against what stops it.
func TestHostile(t *testing.T) {
	for name, c := range map[string]struct{ source, want string }{
		"a loop without end": {"while 1\ndone", "1:1: it takes more than 10000 steps"},
		"loops in loops":     {"while 1\nwhile 1\ndone\ndone", "2:1: it takes more than 10000 steps"},
		"a text doubled":     {"set x xxxxxxxxxxxxxxxx\nwhile 1\nset x %x%%x%\ndone", "3:1: it makes more than 65536 bytes"},
		"many variables":     {"set i 1\nwhile 1\nset v%i% 1\neval i %i% + 1\ndone", "3:1: it sets more than 40 variables"},
		"many commands":      {"while 1\nsay x\ndone", "2:1: it does more than 64 things"},
		"deep parentheses":   {"eval x " + strings.Repeat("(", 100) + "1", "1:1: it nests expressions more than 24 deep"},
		"deep variables":     {"say " + strings.Repeat("%actor.inventory(", 100), ""},
		"a huge number":      {"set x 2\nwhile 1\neval x %x% * %x%\ndone", "3:1: it takes more than 10000 steps"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := dg.Parse(c.source)
			if err != nil {
				t.Fatal(err)
			}
			got := p.Run(begin(), &stage{kept: map[string]string{}}, dg.DefaultLimits())
			if tail := func(s string) string { _, s, _ = strings.Cut(s, ": "); return s }; tail(got.Fault) != tail(c.want) {
				t.Errorf("got %q, want %q", got.Fault, c.want)
			}
		})
	}
}

func TestMistakes(t *testing.T) {
	for source, want := range map[string]string{
		"end":                         "1:1: there is no if that this end belongs to",
		"done":                        "1:1: there is no while or switch that this done belongs to",
		"say a\ncase 1":               "2:1: there is no switch that this case belongs to",
		"break":                       "1:1: there is no while or switch that this break leaves",
		"else":                        "1:1: there is no if that this else belongs to",
		"if 1\ndone":                  "2:1: there is no while or switch that this done belongs to",
		strings.Repeat("if 1\n", 40):  "33:1: blocks are nested more than 32 deep",
		strings.Repeat("say\n", 2000): "1001:1: a script has at most 1000 lines",
	} {
		if _, err := dg.Parse(source); err == nil || err.Error() != want {
			t.Errorf("%.20q: got %v, want %s", source, err, want)
		}
	}
}

// FuzzRun holds any source to its limits: it is refused with a place, or ends within them, twice in the same way.
func FuzzRun(f *testing.F) {
	for _, s := range []string{
		"say %actor.name%", "while 1\nset x %x%x\ndone", "if (1 + 2) * 3 == 9\nwait 1 s\nend",
		"switch a\ncase a\nbreak\ndone",
		"set a %b.c(%d%).e%\neval x !(1 || 0)", "context 1\nglobal x\nremote x %self%", "%send% %actor% 100%%",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		p, err := dg.Parse(source)
		if err != nil {
			return
		}
		run := func() (dg.Result, *stage, *dg.Frame) {
			s, f := &stage{kept: map[string]string{}}, begin()
			return p.Run(f, s, dg.DefaultLimits()), s, f
		}
		one, a, f := run()
		two, b, g := run()
		if !reflect.DeepEqual(one, two) || !reflect.DeepEqual(a, b) || !reflect.DeepEqual(f, g) {
			t.Fatalf("got %+v %+v\nthen %+v %+v", one, a, two, b)
		}
		most := dg.DefaultLimits()
		if one.Steps > most.Steps || len(a.done) > most.Commands || len(f.Vars) > dg.VarsMost+4 {
			t.Fatalf("beyond its limits: %+v", one)
		}
	})
}
