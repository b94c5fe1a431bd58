package script_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world/script"
)

func language() *script.Language {
	return script.NewLanguage([]script.Effect{
		{Name: "say", Params: []script.Param{{Name: "text", Kind: script.Text}}},
		{Name: "make", Params: []script.Param{
			{Name: "item", Kind: script.Text}, {Name: "n", Kind: script.Number, Optional: true},
		}},
		{Name: "after", Timer: true, Params: []script.Param{
			{Name: "seconds", Kind: script.Number}, {Name: "step", Kind: script.Name},
		}},
	})
}

// run compiles a source and runs its function f.
func run(t *testing.T, source string) (script.Result, error) {
	t.Helper()
	p, err := language().Compile("test", source)
	if err != nil {
		return script.Result{}, err
	}
	n := 0
	return p.Run(script.Call{
		Function: "f", Limits: script.DefaultLimits(), Vars: map[string]any{"seen": int64(3)},
		View: script.View{
			"hour": 21, "who": script.View{"name": "Ann", "things": []string{"lamp", "key"}},
			"late": func() any { return true },
		},
		Roll: func(sides int) int { n++; return n%sides + 1 },
	})
}

func TestAnswers(t *testing.T) {
	for name, c := range map[string]struct{ source, want string }{
		"view":           {`return "%s at %d" % (e.who.name, e.hour)`, "Ann at 21"},
		"asked late":     {`return str(e.late)`, "True"},
		"in a list":      {`return "yes" if "lamp" in e.who.things else "no"`, "yes"},
		"nothing":        {`pass`, ""},
		"variables":      {`set("seen", get("seen") + 1); return str(get("seen"))`, "4"},
		"no variable":    {`return get("none", "nobody")`, "nobody"},
		"forgotten":      {`set("seen", None); return str(get("seen"))`, "None"},
		"dice":           {`return str([roll(6) for _ in range(3)])`, "[2, 3, 4]"},
		"sorted":         {`return " ".join(sorted(["b", "c", "a"], reverse=True))`, "c b a"},
		"sorted by":      {`return str(sorted([3, 1, 2], key=lambda n: -n))`, "[3, 2, 1]"},
		"format":         {`return "{} and {1}".replace("{1}", "{}").format("a", 2)`, "a and 2"},
		"in place":       {"x = [1]\n\ty = x\n\tx += [2]\n\treturn str(y)", "[1, 2]"},
		"in place index": {"d = {'n': 1}\n\td['n'] += 2\n\treturn str(d)", `{"n": 3}`},
		"dicts joined":   {"d = {'a': 1}\n\td |= {'b': 2}\n\treturn str(d)", `{"a": 1, "b": 2}`},
		"closure":        {"n = 2\n\tdef g(x):\n\t\treturn x * n\n\treturn str(g(4))", "8"},
		"sliced":         {`return "abcdef"[1:3] + str([1, 2, 3][::-1])`, "bc[3, 2, 1]"},
		"unpacked":       {"a, (b, c) = 1, (2, 3)\n\treturn str(a + b + c)", "6"},
		"a named value":  {"def g(a, b=2): return a - b\n\treturn str(g(b=1, a=5))", "4"},
		"not in":         {`return str(3 not in [1, 2])`, "True"},
		"dict of":        {`return str({k: len(k) for k in e.who.things}["key"])`, "3"},
		"many elifs": {"if False: pass\n" + strings.Repeat("\telif False: pass\n", 100) +
			"\telse: return 'last'", "last"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := run(t, "def f(e):\n\t"+c.source)
			if err != nil || got.Answer != c.want {
				t.Errorf("got %q, %v; want %q", got.Answer, err, c.want)
			}
		})
	}
}

func TestEffects(t *testing.T) {
	got, err := run(t, `
def f(e):
	say("Hm.")
	make("lamp", n=2)
	after(5, grumble, who=e.who.name, loud=True)
	print("seen", e.hour)
	return False

def grumble(e):
	say("Well.")
`)
	want := script.Result{
		No: true, Lines: []string{"seen 21"}, Steps: got.Steps, Memory: got.Memory,
		Vars: map[string]any{"seen": int64(3)},
		Done: []script.Done{
			{Effect: "say", Args: map[string]any{"text": "Hm."}},
			{Effect: "make", Args: map[string]any{"item": "lamp", "n": int64(2)}},
			{Effect: "after", Args: map[string]any{"seconds": int64(5), "step": "grumble"},
				More: map[string]any{"who": "Ann", "loud": int64(1)}},
		},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
}

// TestHostile holds each way to take more than is allowed against the limit that stops it.
func TestHostile(t *testing.T) {
	for name, c := range map[string]struct{ source, limit string }{
		"a loop without end":  {"for _ in range(1 << 60): pass", "steps"},
		"loops in loops":      {"for _ in range(1000):\n\t\tfor _ in range(1000):\n\t\t\tpass", "steps"},
		"a comprehension":     {"[0 for _ in range(1 << 60)]", "steps"},
		"a text doubled":      {"x = 'x'\n\tfor _ in range(60): x += x", "memory"},
		"a text times":        {"'x' * (1 << 29)", "memory"},
		"times a text":        {"(1 << 29) * 'x'", "memory"},
		"a list times":        {"[0] * (1 << 29)", "memory"},
		"a tuple times":       {"(0, 1) * (1 << 28)", "memory"},
		"a list doubled":      {"x = [0]\n\tfor _ in range(60): x += x", "memory"},
		"a list and itself":   {"x = [0]\n\tfor _ in range(60): x = x + x", "memory"},
		"a list extended":     {"x = [0]\n\tfor _ in range(60): x.extend(x)", "memory"},
		"a list of a range":   {"list(range(1 << 40))", "memory"},
		"a tuple of a range":  {"tuple(range(1 << 40))", "memory"},
		"extended by a range": {"[].extend(range(1 << 40))", "memory"},
		"a tuple of itself":   {"t = (0, 0)\n\tfor _ in range(60): t = (t, t)", "memory"},
		"a list in itself":    {"x = []\n\tx.append(x)\n\treturn str(x)", "steps"},
		"a list of lists":     {"x = [0]\n\tfor _ in range(60): x = [x, x]\n\treturn str(x)", "steps"},
		"lists compared": {
			"x = [0]\n\ty = [0]\n\tfor _ in range(60):\n\t\tx = [x, x]\n\t\ty = [y, y]\n\treturn x == y", "steps"},
		"lists found":            {"x = [0]\n\tfor _ in range(60): x = [x, x]\n\treturn x in [x]", "steps"},
		"a list and its index":   {"x = [0]\n\tfor _ in range(60): x = [x, x]\n\treturn x.index(x)", "steps"},
		"the largest of a range": {"max(range(1 << 40))", "memory"},
		"any of a range":         {"any(range(0, 1 << 40))", "memory"},
		"a range zipped":         {"zip(range(1 << 40), range(1 << 40))", "memory"},
		"a range counted":        {"enumerate(range(1 << 40))", "memory"},
		"a range sorted":         {"sorted(range(1 << 40))", "memory"},
		"a range reversed":       {"reversed(range(1 << 40))", "memory"},
		"a dict doubled": {
			"d = {}\n\tfor i in range(100): d[i] = d.items()\n\treturn str(d)", "memory"},
		"dicts joined":       {"d = {i: 0 for i in range(200)}\n\tfor _ in range(99): d = d | d", "memory"},
		"joined":             {"x = 'x' * 1000\n\treturn x.join(['y' for _ in range(200)])", "memory"},
		"replaced":           {"x = 'x' * 1000\n\treturn x.replace('x', x)", "memory"},
		"split":              {"x = 'x ' * 9000\n\treturn x.split(' ')", "memory"},
		"upper":              {"x = 'x' * 9000\n\tfor _ in range(99): x.upper()", "memory"},
		"formatted":          {"x = 'x' * 1000\n\treturn ('{0}' * 900).format(x)", "memory"},
		"a format of names":  {"x = 'x' * 1000\n\treturn ('%(a)s' * 900) % {'a': x}", "memory"},
		"a format of many":   {"x = 'x' * 9000\n\treturn '%s%s%s%s%s' % (x, x, x, x, x)", "memory"},
		"printed":            {"x = [0]\n\tfor _ in range(60): x = [x, x]\n\tprint(x)", "steps"},
		"a huge number":      {"1 << 10000000", "number"},
		"a huge product":     {"x = 2\n\tfor _ in range(60): x = x * x", "number"},
		"a huge sum":         {"x = 1\n\tfor _ in range(99): x += x", "number"},
		"a huge number read": {"int('9' * 60000)", "number"},
		"texts compared":     {"x = 'x' * 30000\n\ty = 'x' * 30000\n\tfor _ in range(2000): x == y", "steps"},
		"texts searched":     {"x = 'x' * 60000\n\tfor _ in range(2000): 'y' in x", "steps"},
		"texts sorted":       {"x = 'x' * 300\n\treturn sorted([x + str(i) for i in range(60)])", "steps"},
		"sorted by a dear key": {
			"def k(n):\n\t\tfor _ in range(1000): pass\n\t\treturn n\n\treturn sorted(range(90), key=k)", "steps"},
		"calls": {"def g(): return 0\n\tfor _ in range(1 << 40): g()", "steps"},
		"a wide function called": {"def g():\n\t\treturn 0\n" + strings.Repeat("\t\ta = [0, 0, 0, 0]\n", 500) +
			"\tfor _ in range(999): g()", "steps"},
		"effects": {"for _ in range(1000): say('x')", "effects"},
		"timers":  {"for _ in range(1000): after(1, 'f')", "timers"},
		"sliced":  {"x = [0] * 2000\n\tfor _ in range(99): x[:]", "memory"},
		"moved":   {"x = [0] * 3000\n\tfor _ in range(999): x.insert(0, 1)", "steps"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := run(t, "def f(e):\n\t"+c.source)
			var fault *script.Fault
			if !errors.As(err, &fault) || fault.Limit != c.limit || fault.Line < 2 || len(got.Done) > 0 {
				t.Errorf("got %v, limit %+v, %v; want the limit of %s", got.Done, fault, err, c.limit)
			}
			if most := script.DefaultLimits(); got.Steps > most.Steps+1<<13 {
				t.Errorf("it took %d steps of %d", got.Steps, most.Steps)
			}
		})
	}
}

// TestDepth lets functions call each other as far as they may.
func TestDepth(t *testing.T) {
	var b strings.Builder
	b.WriteString("def g00(): return 'deep'\n")
	for i := range 40 {
		b.WriteString("def g" + itoa(i+1) + "(): return g" + itoa(i) + "()\n")
	}
	if got, err := run(t, b.String()+"def f(e): return g14()\n"); err != nil || got.Answer != "deep" {
		t.Errorf("got %q, %v", got.Answer, err)
	}
	var fault *script.Fault
	if _, err := run(t, b.String()+"def f(e): return g40()\n"); !errors.As(err, &fault) || fault.Limit != "depth" {
		t.Errorf("got %v, want the limit of depth", err)
	}
}

func itoa(n int) string { return string(rune('0'+n/10)) + string(rune('0'+n%10)) }

// TestMistakes holds what is wrong against the place and words that a builder is told.
func TestMistakes(t *testing.T) {
	for name, c := range map[string]struct{ source, want string }{
		"grammar":         {"def f(e)\n\tpass", "test:2:1: got newline, want ':'"},
		"an unknown name": {"def f(e):\n\tshout('x')", "test:2:2: undefined: shout"},
		"not offered":     {"def f(e):\n\thash('x')", "test:2:2: there is no hash"},
		"load":            {"load('x', 'y')\ndef f(e): pass", "test:1:1: a script cannot load another file"},
		"while":           {"def f(e):\n\twhile True: pass", "test:2:2: there is no while; a for over range(N) ends"},
		"a fraction":      {"x = 1.5\ndef f(e): pass", "test:1:5: there are no fractions"},
		"divided":         {"def f(e): return 1 / 2", "test:1:20: there are no fractions; // divides whole numbers"},
		"star":            {"def f(e): say(*e)", "test:1:15: a function is given each value by itself, without *"},
		"stars":           {"def f(*e): pass", "test:1:7: a function takes each value by a name of its own, without *"},
		"a large number":  {"x = 99999999999999999999\ndef f(e): pass", "test:1:5: the number has more than 64 bits"},
		"a call assigned": {"def f(e): g()[0] += 1", "test:1:18: what stands left of += may not call anything"},
		"itself":          {"def f(e): f(e)", "test:1:1: function f called recursively"},
		"a mistake":       {"def f(e):\n\treturn 'x' + 1", "test:2:13: unknown binary op: string + int"},
		"by zero":         {"def f(e):\n\treturn 1 // 0", "test:2:11: floored division by zero"},
		"no such field":   {"def f(e):\n\treturn e.who.age", "test:2:14: there is no age to see here"},
		"no such method":  {"def f(e):\n\treturn [].sort()", "test:2:11: a list has no sort"},
		"a tuple as key": {"def f(e):\n\tk = (1, 2)\n\treturn {k: 1}",
			"test:3:10: something is looked up by a text or a number, not by a tuple"},
		"failed":         {"def f(e):\n\tfail('so')", "test:2:6: so"},
		"a wrong effect": {"def f(e):\n\tsay(1)", "test:2:5: text has to be a text and not a int"},
		"too many":       {"def f(e):\n\tsay('a', 'b')", "test:2:5: say takes 1 values"},
		"too few":        {"def f(e):\n\tmake()", "test:2:6: make needs item"},
		"twice":          {"def f(e):\n\tmake('a', item='b')", "test:2:6: make is given item twice"},
		"no such step":   {"def f(e):\n\tafter(1, 'g')", `test:2:7: "g" is no function of this script that takes one value`},
		"a wrong answer": {"def f(e):\n\treturn [1]", "test: f returned a list; it returns a text, True, False or nothing"},
		"frozen":         {"x = []\ndef f(e):\n\tx.append(1)", "test:3:10: append: cannot append to frozen list"},
		"at the top":     {"say('x')\ndef f(e): pass", "test: nothing can be asked for outside of a function"},
		"a loop at top":  {"for x in range(3): pass", "test:1:1: for loop not within a function"},
		"tuples at top":  {tupled(), "test:10:8: it makes more than 65536 bytes"},
		"deep": {"x = " + strings.Repeat("[", 40) + strings.Repeat("]", 40),
			"test:1:37: blocks and expressions are nested more than 32 deep"},
		"wide":           {"x = [" + strings.Repeat("0,", 300) + "]", "test:1:5: more than 200 elements at once"},
		"long":           {strings.Repeat("#", 20_000), "test: a script has at most 16384 bytes"},
		"nothing to run": {"x = 1", "test: there is no function f"},
		"too many to keep": {"def f(e):\n\tfor i in range(99): set(str(i), i)",
			"test:2:25: a script has at most 32 variables; set(name, None) forgets one"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := run(t, c.source)
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v\nwant %s", err, c.want)
			}
		})
	}
}

// tupled is a source whose constants would double sixty times.
func tupled() string {
	var b strings.Builder
	b.WriteString("x00 = (0, 0)\n")
	for i := range 60 {
		b.WriteString("x" + itoa(i+1) + " = (x" + itoa(i) + ", x" + itoa(i) + ")\n")
	}
	return b.String()
}

// TestTwice runs a program twice and gets the same, and nothing of the first run is left for the second.
func TestTwice(t *testing.T) {
	p, err := language().Compile("test", `
seen = {}
def f(e):
	d = {}
	for w in ["c", "a", "b"] + e.things:
		d[w] = len(d)
	say(str(d) + str(seen))
	set("n", get("n", 0) + 1)
`)
	if err != nil {
		t.Fatal(err)
	}
	call := script.Call{Function: "f", View: script.View{"things": []string{"z", "y"}}, Limits: script.DefaultLimits()}
	one, err := p.Run(call)
	if err != nil {
		t.Fatal(err)
	}
	two, err := p.Run(call)
	if err != nil || !reflect.DeepEqual(one, two) {
		t.Errorf("got %+v, %v\nthen %+v", one, err, two)
	}
}

func TestNames(t *testing.T) {
	got := strings.Join(language().Names(), " ")
	want := "abs after all any bool enumerate fail get int len list make max min print range repr reversed roll say " +
		"set sorted str tuple type zip"
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if p, err := language().Compile("test", "def f(e): pass\ndef g(): pass\nx = 1"); err != nil ||
		!reflect.DeepEqual(p.Functions(), []string{"f"}) {
		t.Errorf("got %v, %v", p, err)
	}
}

// FuzzRun holds any source to its limits: it is refused with a place, or ends within them, twice in the same way.
func FuzzRun(f *testing.F) {
	for _, s := range []string{
		"return e.who.name", "x = 'x'\n\tfor _ in range(60): x += x", "say('%s' % (e,))",
		"return [x for x in e.who.things]",
		"d = {'a': (1, 2)}\n\td['a'] += (3,)\n\treturn str(d.items())", "after(1, f, x=1)", "return sorted('b a'.split())",
		"x, y = 1, [lambda z: z + 1]\n\treturn y[0](x) * 'a'", "t = (0, 0)\n\tfor _ in range(60): t = (t, t)",
	} {
		f.Add("def f(e):\n\t" + s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		one, err := run(t, source)
		var fault *script.Fault
		if err != nil && (!errors.As(err, &fault) || len(one.Done) > 0) {
			t.Fatalf("got %v with %v", err, one.Done)
		}
		most := script.DefaultLimits()
		if len(one.Done) > most.Effects+most.Timers || len(one.Lines) > most.Lines {
			t.Fatalf("beyond its limits: %+v", one)
		}
		two, again := run(t, source)
		if (err == nil) != (again == nil) || err != nil && err.Error() != again.Error() || !reflect.DeepEqual(one, two) {
			t.Fatalf("got %+v, %v\nthen %+v, %v", one, err, two, again)
		}
	})
}

func BenchmarkWorst(b *testing.B) {
	for name, source := range map[string]string{
		"loop":    "for i in range(1 << 60): pass",
		"calls":   "def g(): return 0\n\tfor _ in range(1 << 40): g()",
		"sums":    "x = 0\n\tfor i in range(1 << 40): x = x + i - i",
		"texts":   "x = 'x' * 30000\n\tfor _ in range(2000): 'y' in x",
		"methods": "x = 'x'\n\tfor _ in range(1 << 40): x.isdigit()",
		"view":    "for _ in range(1 << 40): e.who",
		"lists":   "for _ in range(1 << 40): [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]",
	} {
		b.Run(name, func(b *testing.B) {
			p, err := language().Compile("test", "def f(e):\n\t"+source)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				_, _ = p.Run(script.Call{
					Function: "f", Limits: script.DefaultLimits(), View: script.View{"who": script.View{}},
				})
			}
		})
	}
}
