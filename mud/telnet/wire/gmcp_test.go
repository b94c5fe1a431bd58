package wire_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// FuzzGMCP promises of any payload: what is taken is within the limits, part of what came, and safe to log by name.
func FuzzGMCP(f *testing.F) {
	for _, in := range []string{
		"Core.Ping", `Core.Hello { "client": "Mudlet", "version": "4.19"}`, `core.hello {"Client":1}`, "", " ", "A \t ",
		`Core.Supports.Set [ "Char 1", "Room 1"]`, "X " + strings.Repeat("[", 40), `X "[[[\"[[["`, "\xff\x00 {}",
		"X " + strings.Repeat(`{"a":`, 32) + "1" + strings.Repeat("}", 32),
	} {
		f.Add([]byte(in))
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		name, data, verdict := wire.ParseGMCP(payload)
		if verdict != wire.GMCPFine {
			if name != "" || data != nil {
				t.Errorf("refused and given: %q %q", name, data)
			}
			return
		}
		if name == "" || len(name) > wire.GMCPPackageMaxBytes || strings.ContainsFunc(name, func(r rune) bool {
			return r <= ' ' || r > '~'
		}) {
			t.Errorf("name %q", name)
		}
		if len(data) > wire.GMCPDataMaxBytes || !strings.HasPrefix(string(payload), name) {
			t.Errorf("%d bytes under %q", len(data), name)
		}
		var v any
		if json.Unmarshal(data, &v) == nil && jsonDepth(v) > wire.GMCPDepthMax {
			t.Errorf("depth %d", jsonDepth(v))
		}
		if client, version, ok := wire.ParseHello(name, data); ok && !utf8.ValidString(client+version) {
			t.Errorf("hello of %q %q", client, version)
		}
	})
}

// jsonDepth is how deep a decoded value is nested.
func jsonDepth(v any) int {
	deepest := 0
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			deepest = max(deepest, jsonDepth(e))
		}
	case map[string]any:
		for _, e := range v {
			deepest = max(deepest, jsonDepth(e))
		}
	default:
		return 0
	}
	return deepest + 1
}
