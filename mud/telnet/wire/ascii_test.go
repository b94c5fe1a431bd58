package wire_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

func TestAppendRune(t *testing.T) {
	for in, want := range map[string]string{
		"caf\u00e9 na\u00efve \u0141\u00f3d\u017a": "cafe naive Lodz",
		"cafe\u0301":                              "cafe",
		"\u201cDon\u2019t\u201d \u2014 he\u2026":  `"Don't" -- he...`,
		"\u00df\u00c6\u00f8\u0153":                "ssAEooe",
		"\u2500\u2502\u250c\u2588":                "-|+#",
		"\u00bd \ufb01 \u2460 \uff21":             "1/2 fi 1 A",
		"\u4e16\U0001F409":                        "??",
		"\U0001F469\u200d\U0001F680\ufe0f\u00a0x": "?? x",
		"\u1e69 \u1ec7 \u01d6 \u0390":             "s e u ?",
		"5\u00d73\u00b0\u00b7\u20ac\n":            "5x3 deg*EUR\n",
		"bad \xff utf":                            "bad ? utf",
	} {
		var b []byte
		for _, r := range in {
			b = wire.AppendASCII(b, r)
		}
		if got := string(b); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
