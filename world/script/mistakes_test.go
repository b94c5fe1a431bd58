package script_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/script"
)

// F37: what is wrong with a script is said before it ever runs, with line, column and what was meant.
func TestCheckSaysWhatWasMeant(t *testing.T) {
	dg := func(on ...string) world.ScriptSpec {
		return world.ScriptSpec{Language: world.LanguageDG, On: on, Source: "say Hm."}
	}
	starlark := func(source string) world.ScriptSpec { return world.ScriptSpec{Source: source} }
	for name, c := range map[string]struct {
		spec world.ScriptSpec
		want string
	}{
		"sound": {starlark("def f(a, b=1): say(a)\ndef on_say(e):\n    f('x')\n    f('x', b=2)\n    after(3, late, n=1)\n" +
			"def late(e): tell(text='x', who=e.data.n)"), ""},
		"a hook that there is not": {starlark("x = 1\ndef on_sya(e): pass"),
			`2:5: nothing ever asks on_sya; did you mean "on_say"?`},
		"a hook without a value": {starlark("def on_say(): pass"),
			"1:5: on_say is asked with one value and takes 0: def on_say(e)"},
		"a hook with too many": {starlark("def on_say(e, f): pass"),
			"1:5: on_say is asked with one value and takes 2: def on_say(e)"},
		"an effect without a value": {starlark("def on_say(e):\n    say()"),
			"2:8: say is not given text; it takes text"},
		"an effect with too many": {starlark("def on_say(e): tell(e.who.id, 'a', 'b')"),
			"1:20: tell is given 3 values; it takes who, text"},
		"a name that it has not": {starlark("def on_say(e): say(txt='a')"),
			"1:23: say has no txt; it takes text"},
		"a name twice": {starlark("def on_say(e): say('a', text='b')"),
			"1:29: say is given text twice; it takes text"},
		"a number for a text": {starlark("def on_say(e): say(3)"),
			"1:20: text of say has to be a text and not 3"},
		"a text for a number": {starlark("def on_say(e): roll('six')"),
			"1:21: sides of roll has to be a whole number and not 'six'"},
		"a function of its own": {starlark("def f(a): say(a)\ndef on_say(e): f()"),
			"2:17: f is not given a; it takes a"},
		"a variable of that name": {starlark("def on_say(e):\n    f = lambda: say('x')\n    f()\ndef f(a): pass"),
			""},
		"what it does not know": {starlark("def on_say(e): sya('x')"),
			`1:16: undefined: sya; did you mean "say"?`},
		"what is not closed": {starlark("def on_say(e): say('x'"), "1:23: got end of file, want ')'"},
		"nothing that is asked": {starlark("def f(e): pass"),
			"it has no function that anything asks, such as on_say(e)"},
		"dg":                  {dg("on_say"), ""},
		"dg and a wrong hook": {dg("on_sya"), `nothing ever asks on_sya; did you mean "on_say"?`},
		"dg and what only says no": {dg("may_get"),
			"nothing ever asks may_get; a script in dg that may say no is one of on_get"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := script.NewEngine().Check(&c.spec); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
