package strictjson_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world/strictjson"
)

func TestCheck(t *testing.T) {
	good := []string{
		`{}`, `[]`, `0`, `"x"`, `true`, `null`, ` {"a" : [ 1 , -2.5e+3 , {"b":{}} ] , "c":"\u00e9\n\"\\" } `,
		`{"a":{"a":{"a":1}}}`, `[{"a":1},{"a":1}]`, `"\ud83d\ude00"`, `{"\ud83d\ude00":"\ud83d\ude00"}`,
		strings.Repeat("[", strictjson.DepthMax) + strings.Repeat("]", strictjson.DepthMax),
		strings.Repeat("9", strictjson.NumberCharsMax), `[1e999,1E+999,-1.5e-999]`,
		`{"requestId":1,"params":{"requestId":2,"arguments":{"URI":1,"Name":2}}}`,
	}
	for _, text := range good {
		if err := strictjson.Check([]byte(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	bad := map[string]string{
		"duplicate":                `{"a":1,"b":2,"a":3}`,
		"duplicate by escape":      `{"ab":1,"a\u0062":3}`,
		"duplicate by case":        `{"uri":1,"URI":3}`,
		"duplicate by long s":      "{\"s\":1,\"\u017f\":3}",
		"duplicate by Kelvin":      "{\"k\":1,\"\u212a\":3}",
		"duplicate among many":     `{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"c":1}`,
		"duplicate deep":           `[[{"x":{"a":1,"a":1}}]]`,
		"deep":                     strings.Repeat("[", strictjson.DepthMax+1) + strings.Repeat("]", strictjson.DepthMax+1),
		"deep objects":             strings.Repeat(`{"a":`, 100) + "1" + strings.Repeat("}", 100),
		"long number":              strings.Repeat("9", strictjson.NumberCharsMax+1),
		"huge exponent":            `[1e` + strings.Repeat("0", 40) + `1]`,
		"large exponent":           `[1e1000]`,
		"small exponent":           `{"n":1E-1000000}`,
		"lone high":                `"\ud800"`,
		"lone low":                 `"\udc00"`,
		"two highs":                `"\ud800\ud800"`,
		"lone in a key":            `{"\udc00":1}`,
		"high at the end":          `"x\ud83d"`,
		"high before other escape": `"\ud83d\n"`,
		"invalid UTF-8":            "\"\xc3\x28\"",
		"trailing":                 `{} {}`,
		"nothing":                  ``,
		"space":                    ` `,
		"comment":                  `{} // x`,
		"reserved top":             `{"Method":"x"}`,
		"reserved params":          `{"params":{"_Meta":{}}}`,
		"reserved long s":          "{\"param\u017f\":{}}",
	}
	for name, text := range bad {
		t.Run(name, func(t *testing.T) {
			if err := strictjson.Check([]byte(text)); err == nil {
				t.Errorf("%s was taken", text)
			}
		})
	}
}

// FuzzCheck: what is taken is valid JSON, means one thing only, and the check never panics.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,{"b":"\ud83d\ude00"}]}`, `{"a":1,"A":2}`, `"\ud800"`, `[[[[]]]]`, "{\"\u017f\":0}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if strictjson.Check(text) != nil {
			return
		}
		var v any
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatalf("%q was taken: %v", text, err)
		}
		out, err := json.Marshal(v)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if strings.Contains(string(out), "\ufffd") && !strings.Contains(string(text), "\ufffd") &&
			!strings.Contains(strings.ToLower(string(text)), `\ufffd`) {
			t.Fatalf("%q was changed to %q in reading", text, out)
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	text := []byte(`{"jsonrpc":"2.0","id":17,"method":"tools/call",` +
		`"params":{"name":"move","arguments":{"direction":"north"}}}`)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if err := strictjson.Check(text); err != nil {
			b.Fatal(err)
		}
	}
}
