package triggers_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/mudlark-mud/mudlark/tui/client/triggers"
)

// host notes what a script does.
type host struct {
	sent, said []string
	vars       map[string]string
}

func (h *host) Send(line string)               { h.sent = append(h.sent, line) }
func (h *host) Say(text string)                { h.said = append(h.said, text) }
func (h *host) Get(name string) (string, bool) { v, ok := h.vars[name]; return v, ok }
func (h *host) Set(name, value string) error {
	if name == "" {
		return fmt.Errorf("%q is no name", name)
	}
	h.vars[name] = value
	return nil
}

func load(t *testing.T, files map[string]string, names ...string) (*host, []triggers.Hook, []error) {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	h := &host{vars: map[string]string{}}
	hooks, errs := triggers.LoadScripts(fsys, names, 10_000, h)
	return h, hooks, errs
}

func TestHooks(t *testing.T) {
	h, hooks, errs := load(t, map[string]string{"a.star": `
def hit(m):
    var("hits", int(get("hits", "0")) + 1)
    send("flee from " + m[1])
    say("blow " + get("hits"))
trigger("^%w hits you for %d", hit, priority=2)
alias("heal %1", lambda m: send("cast heal " + m[1]))
timer(2.5, lambda: send("look"))
def vitals(v):
    if v["hp"] < 50 and v["foes"][0] == "rat": send("flee")
on_gmcp("Char.Vitals", vitals)
m = match("%w the %w", "Bob the Brave")
say(m[2], ) if m else None
print("loaded")
`}, "a.star")
	if len(errs) != 0 || len(hooks) != 4 {
		t.Fatalf("%d hooks, errors %v", len(hooks), errs)
	}
	if hooks[0].Priority != 2 || hooks[2].Every != 2500*time.Millisecond || hooks[3].Pattern != "Char.Vitals" ||
		hooks[0].Where != "a.star:6" {
		t.Errorf("got %+v", hooks)
	}
	for i, args := range [][]string{{"Rat hits you for 5", "Rat", "5"}, {"heal me", "me"}, nil,
		{`{"hp": 40, "foes": ["rat"]}`}} {
		if err := hooks[i].Call(h, args); err != nil {
			t.Errorf("hook %d: %v", i, err)
		}
	}
	if got, want := strings.Join(h.sent, ";"), "flee from Rat;cast heal me;look;flee"; got != want {
		t.Errorf("sent %q, want %q", got, want)
	}
	if got, want := strings.Join(h.said, ";"), "Brave;loaded;blow 1"; got != want {
		t.Errorf("said %q, want %q", got, want)
	}
}

func TestMistakes(t *testing.T) {
	tests := []struct{ name, script, says string }{
		{"a slip of syntax", "x = (\n", "a.star:2:"},
		{"an unknown word", "\n\nfoo()\n", "a.star:3:1: undefined: foo"},
		{"a wrong type", "\nsend(3)\n", "a.star:2: send: for parameter line: got int, want string"},
		{"a bad pattern", "trigger('/(/', len)\n", "a.star:1: the parentheses"},
		{"a loop without end", "while True:\n    pass\n", "a.star:1: it took more than"},
		{"a timer too fast", "timer(0.001, len)", "a timer runs every 0.1"},
		{"a timer of nothing", "timer(float('nan'), len)", "a timer runs every 0.1"},
		{"a name that is refused", "var('', 1)", "a.star:1: \"\" is no name"},
		{"a file elsewhere", `load("../b.star", "x")`, "only a script beside this one"},
		{"a file that is none", `load("/etc/passwd", "x")`, "only a script beside this one"},
		{"a file of another kind", `load("rules.txt", "x")`, "only a script beside this one"},
		{"itself", `load("a.star", "x")`, "loads itself"},
		{"too large", "#" + strings.Repeat("x", 20_000), "larger than"},
		{"no files", "open('x')", "undefined: open"},
		{"itself again", "def f(n): return f(n)\nf(1)", "called recursively"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h, hooks, errs := load(t, map[string]string{
				"a.star": tt.script, "b.star": "alias('x', lambda m: send('y'))", "rules.txt": "x = 1",
			}, "a.star", "b.star")
			if len(errs) != 1 || !strings.Contains(errs[0].Error(), tt.says) || strings.Contains(errs[0].Error(), "\n") {
				t.Errorf("errors %q, want one with %q", errs, tt.says)
			}
			if len(hooks) != 1 || hooks[0].Call(h, []string{"x"}) != nil || len(h.sent) != 1 {
				t.Errorf("the other script is not usable: %+v, sent %q", hooks, h.sent)
			}
		})
	}
}

func TestAFunctionGoesOnAfterAMistake(t *testing.T) {
	h, hooks, errs := load(t, map[string]string{"a.star": `
def f(m):
    if m[0] == "loop":
        while True: pass
    send(m[1])
trigger("x", f)
def g(m):
    trigger("y", f)
trigger("z", g)
`}, "a.star")
	if len(errs) != 0 {
		t.Fatal(errs)
	}
	for _, tt := range []struct {
		hook int
		args []string
		says string
	}{
		{0, []string{"x"}, "a.star:5: list index 1 out of range"},
		{0, []string{"loop"}, "it took more than"},
		{0, []string{"x", "ok"}, ""},
		{1, []string{"z"}, "for the body of a script"},
	} {
		err := hooks[tt.hook].Call(h, tt.args)
		if tt.says == "" && err != nil || tt.says != "" && (err == nil || !strings.Contains(err.Error(), tt.says)) {
			t.Errorf("%q: error %v, want %q", tt.args, err, tt.says)
		}
	}
	if len(h.sent) != 1 || h.sent[0] != "ok" {
		t.Errorf("sent %q", h.sent)
	}
}

func TestLoad(t *testing.T) {
	h, hooks, errs := load(t, map[string]string{
		"a.star": `load("b.star", "greet")` + "\n" + `alias("hi %1", lambda m: greet(m[1]))`,
		"b.star": "say('once')\ndef greet(who): send('bow ' + who)\n",
	}, "a.star", "b.star")
	if len(errs) != 0 || len(hooks) != 1 || len(h.said) != 1 {
		t.Fatalf("%d hooks, said %q, errors %v", len(hooks), h.said, errs)
	}
	if err := hooks[0].Call(h, []string{"hi bob", "bob"}); err != nil || h.sent[0] != "bow bob" {
		t.Errorf("sent %q, error %v", h.sent, err)
	}
}

func TestAScriptThatIsLoadedByOneWithAMistake(t *testing.T) {
	h, hooks, errs := load(t, map[string]string{
		"a.star": `load("b.star", "on")` + "\non('mine')\nfoo = 1 + ''\n",
		"b.star": "def on(p): alias(p, lambda m: send('y'))\non('theirs')\n",
	}, "a.star", "b.star")
	if len(errs) != 1 || len(hooks) != 1 || hooks[0].Pattern != "theirs" || hooks[0].Call(h, []string{"x"}) != nil {
		t.Errorf("hooks %+v, errors %v, want what b.star waits for", hooks, errs)
	}
}

func TestScriptsThatLoadTooDeep(t *testing.T) {
	files := map[string]string{}
	for i := range 8 {
		files[fmt.Sprintf("a%d.star", i)] = fmt.Sprintf("load('a%d.star', y='x')\nx = y\n", i+1)
		files[fmt.Sprintf("b%d.star", i)] = fmt.Sprintf("load('b%d.star', y='x')\nx = y\n", i+1)
	}
	files["a8.star"], files["b7.star"] = "x = 1\n", "x = 1\n"
	_, _, errs := load(t, files, "a0.star", "b0.star") // b0 goes as deep as may be, after one that went deeper
	if len(errs) != 1 || !strings.Contains(errs[0].Error(), "8 deep") {
		t.Errorf("errors %v, want one of a0.star", errs)
	}
}
