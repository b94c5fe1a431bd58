package quote_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/ai/mcp/quote"
)

// std is what encoding/json makes of a value.
func std(tb rapid.TB, v any) []byte {
	tb.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		tb.Fatal(err)
	}
	return out
}

// Whatever bytes a text holds, it is written as encoding/json writes it.
func TestAppend(t *testing.T) {
	for c := range 0x100 {
		for _, text := range []string{string([]byte{byte(c)}), "a" + string([]byte{byte(c)}) + "b", string(rune(c))} {
			if got, want := quote.Append(nil, text), std(t, text); !bytes.Equal(got, want) {
				t.Errorf("%q: got %s, want %s", text, got, want)
			}
		}
	}
	for _, text := range []string{
		"", "plain", "\u2028\u2029\u202a\u2027", "\xe2\x80", "\xe2\x80\xa8", "x\xf0\x9f\x99", "\xed\xa0\x80",
		"<a href=\"x\">&</a>",
		"\ufffd", "\U0001F600", "\xff\xfe\"", "end\xc3",
	} {
		want := append([]byte("before"), std(t, text)...)
		if got := quote.Append([]byte("before"), text); !bytes.Equal(got, want) {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
		).Draw(t, "text")
		if got, want := quote.Append(nil, text), std(t, text); !bytes.Equal(got, want) {
			t.Fatalf("%q: got %s, want %s", text, got, want)
		}
	})
}

func TestAppendValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOf(rapid.String()).Draw(t, "list")
		n, u := rapid.Int64().Draw(t, "n"), rapid.Uint64().Draw(t, "u")
		for _, c := range []struct {
			got  []byte
			want any
		}{
			{quote.AppendList(nil, list), list},
			{quote.AppendInt(nil, n), n},
			{quote.AppendUint(nil, u), u},
		} {
			if want := std(t, c.want); !bytes.Equal(c.got, want) {
				t.Fatalf("got %s, want %s", c.got, want)
			}
		}
	})
	if got := quote.AppendList[string](nil, nil); string(got) != "null" {
		t.Errorf("no list: got %s, want null", got)
	}
}

type itself struct{}

func (itself) AppendJSON(b []byte) ([]byte, error) { return append(b, "itself"...), nil }

func TestAppendAny(t *testing.T) {
	for _, c := range []struct {
		value any
		want  string
	}{{itself{}, "[itself"}, {map[string]int{"b": 2, "a": 1}, `[{"a":1,"b":2}`}, {nil, "[null"}} {
		got, err := quote.AppendAny([]byte("["), c.value)
		if err != nil || string(got) != c.want {
			t.Errorf("%v: got %s (%v), want %s", c.value, got, err, c.want)
		}
	}
	if got, err := quote.AppendAny([]byte("["), func() {}); err == nil || string(got) != "[" {
		t.Errorf("a function: got %s (%v), want an error and nothing written", got, err)
	}
}
