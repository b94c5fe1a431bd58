package prose_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world/prose"
)

// DOOR D6: no mark within somebody's words can be taken for the end of them.
func TestUnquoted(t *testing.T) {
	for words, want := range map[string]string{
		`it's fine`:           `it's fine`,
		`say "hello" to`:      `say 'hello' to`,
		"“a” „b‟ «c» ″d″ ＂e＂": "'a' 'b' 'c' 'd' 'e'",
		`""`:                  `'`,
		`''x'`:                `'x'`,
		"〝a〞 《b》 ״ c ʺ":       "'a' 'b' ' c '",
		"":                    "",
	} {
		if got := prose.Unquoted(words); got != want {
			t.Errorf("%q: got %q, want %q", words, got, want)
		}
	}
}
