package mcp_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp"
)

func TestCanonical(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{ \"b\":[1.0, 10e-1,\t2.50],\n\"a\":\"\\u0065\\/\"}", `{"a":"e/","b":[1,1,25e-1]}`},
		{`{"n":-0.0,"m":1E+2,"o":"1.0","p":null,"q":true}`, `{"m":100,"n":0,"o":"1.0","p":null,"q":true}`},
		{`[1e30,1.0e30,12345678901234567890,0.1e1,1e-7]`, `[1e30,1e30,12345678901234567890,1,1e-7]`},
		{`{"a":1} x`, `{"a":1} x`},
	} {
		if got := string(mcp.Canonical([]byte(c.text))); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

// Whole numbers become digits, and nothing else changes: digests of arguments are kept (DOOR D4).
func TestWholes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{ "a" : 500.0, "b":[5e2,-0,-3.0E0],"c":2.5 }`, `{ "a" : 500, "b":[500,0,-3],"c":2.5 }`},
		{`{"b":"5e2 \" 1.0","a":1,"c":1e30,"d":100,"e":"\\"}`, `{"b":"5e2 \" 1.0","a":1,"c":1e30,"d":100,"e":"\\"}`},
		{`{"x":25e-1,"y":1e999}`, `{"x":25e-1,"y":1e999}`},
	} {
		if got := string(mcp.Wholes([]byte(c.text))); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}
