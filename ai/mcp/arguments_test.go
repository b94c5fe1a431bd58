package mcp_test

import (
	"encoding/json"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp"
)

// S2-30, S2-31: what does not fit is told in words by which a model can mend its call, however it does not fit.
func TestArguments(t *testing.T) {
	const schema = `{"type":"object","properties":{"item":{"type":"string","minLength":1,"maxLength":8},` +
		`"to":{"type":"string"},"n":{"type":"integer","minimum":1,"maximum":9},"much":{"type":"integer"}},` +
		`"required":["item","to"],"additionalProperties":false}`
	const takes = " It takes: item, much, n, to."
	for _, c := range []struct{ args, want string }{
		{`{"item":"lamp","to":"ann","n":3}`, ""},
		{`{}`, `the argument "item" is missing; the argument "to" is missing.`},
		{`{"item":"lamp","person":"ann"}`, `the argument "to" is missing; there is no argument "person".`},
		{`{"item":7,"to":"ann"}`, `"item" has to be of type string, and is of type number.`},
		{`{"item":"","to":"ann"}`, `"item" may not be empty.`},
		{`{"item":"candelabrum","to":"ann"}`, `"item" has at most 8 characters.`},
		{`{"item":"lamp","to":"ann","n":0}`, `"n" is at least 1.`},
		{`{"item":"lamp","to":"ann","n":10}`, `"n" is at most 9.`},
		{`{"item":"lamp","to":"ann","n":1.5}`, `"n" has to be of type integer, and is of type number.`},
		{`{"item":"lamp","to":"ann","n":3.0}`, ""},
		{`{"item":"lamp","to":"ann","n":9e0}`, ""},
		{`{"item":"lamp","to":"ann","much":1e2}`, ""},
		{`{"item":"lamp","to":"ann","much":9223372036854775808}`, `"much" is at most 9223372036854775807.`},
		{`{"item":"lamp","to":"ann","much":-1e30}`, `"much" is at least -9223372036854775808.`},
		{`{"item":"lamp","to":"ann","\u001b[2J":1}`, `there is no argument "\x1b[2J".`},
		{`{"item":"lamp","to":"ann","a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1}`, `there is no argument "a"; ` +
			`there is no argument "b"; there is no argument "c"; there is no argument "d"; there is no argument "e"; ` +
			`and 2 things more.`},
	} {
		if c.want != "" {
			c.want = "give cannot be called so: " + c.want + takes
		}
		got := mcp.Judge(mcp.Tool{Name: "give", InputSchema: json.RawMessage(schema)}, json.RawMessage(c.args))
		if got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.args, got, c.want)
		}
	}
	none := mcp.Tool{Name: "look", InputSchema: json.RawMessage(`{"type":"object","additionalProperties":false}`)}
	const want = `look cannot be called so: there is no argument "at". It takes no arguments.`
	if got := mcp.Judge(none, json.RawMessage(`{"at":"sea"}`)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
