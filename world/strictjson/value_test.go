package strictjson_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mudlark-mud/mudlark/world/strictjson"
)

func TestParse(t *testing.T) {
	limits := strictjson.Limits{Bytes: 100, Depth: 3, NumberChars: strictjson.WholeCharsMax}
	got, err := strictjson.Parse([]byte(` {"b":[1,-2.5e3,true,false,null,"\u00e9\ud800"], "a":{}, "A":[]} `), limits)
	want := &strictjson.Object{Members: []strictjson.Member{
		{Name: "b", Value: []strictjson.Value{
			json.Number("1"), json.Number("-2.5e3"), true, false, nil, "\u00e9\ufffd",
		}},
		{Name: "a", Value: &strictjson.Object{}},
		{Name: "A", Value: []strictjson.Value{}},
	}}
	if diff := cmp.Diff(strictjson.Value(want), got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	for text, want := range map[string]string{
		" ":                           "it is empty",
		strings.Repeat(" ", 101):      "it is longer than 100 bytes",
		"\"\xc3\x28\"":                "it is not valid UTF-8",
		"[[[[":                        "it nests deeper than 3 levels",
		`{} {}`:                       "it is not one JSON value",
		`{"a":1,"b\n":2,"b\u000a":3}`: `"b" occurs twice in one object`,
		`[1234567890]`:                "a number is written longer than 9 characters",
	} {
		if _, err := strictjson.Parse([]byte(text), limits); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	limits.NumberChars = 0
	if _, err := strictjson.Parse([]byte(strings.Repeat("9", 100)), limits); err != nil {
		t.Errorf("without a limit of numbers: %v", err)
	}
}

// plain returns a value as encoding/json decodes it.
func plain(v strictjson.Value) any {
	switch v := v.(type) {
	case []strictjson.Value:
		out := make([]any, len(v))
		for i := range v {
			out[i] = plain(v[i])
		}
		return out
	case *strictjson.Object:
		out := map[string]any{}
		for _, m := range v.Members {
			out[m.Name] = plain(m.Value)
		}
		return out
	}
	return v
}

// FuzzParse holds that what is taken is what encoding/json reads, and that what is refused is refused in words.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,{"b":"\ud83d\ude00"}],"c":"\ud800"}`, `{"a":1,"a":2}`, `[true,false,null,-1.5e+3,"\\\""]`, `[[[[]]]]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := strictjson.Parse(text, strictjson.Limits{Bytes: 1 << 10, Depth: 8, NumberChars: 16})
		if err != nil {
			if said := err.Error(); said == "" || len(said) > 300 {
				t.Fatalf("%q", said)
			}
			return
		}
		var want any
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&want); err != nil {
			t.Fatalf("%q was taken: %v", text, err)
		}
		if diff := cmp.Diff(want, plain(got)); diff != "" {
			t.Fatalf("%q: %s", text, diff)
		}
	})
}
