package remote_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/runner/remote"
)

func TestReadTokens(t *testing.T) {
	const two = "# who drives whom\n\nnpc-mara mlk_a # she\n\tnpc-hob\tmlk_b\r\n"
	for _, tt := range []struct {
		name string
		mode os.FileMode
		text string
		want string // the bodies, or what is wrong
	}{
		{"two", 0o600, two, "npc-mara npc-hob"},
		{"only to be read", 0o400, two, "npc-mara npc-hob"},
		{"none", 0o600, "# nobody yet\n", ""},
		{"read by a group", 0o640, two, "can be read or written by others (its mode is 0640)"},
		{"read by all", 0o604, two, "(its mode is 0604)"},
		{"written by a group", 0o620, two, "(its mode is 0620)"},
		{"a token alone", 0o600, "npc-mara mlk_a\nmlk_b\n", "tokens:2: a line is a body and its token"},
		{"three words", 0o600, "npc-mara mlk_a mlk_b\n", "tokens:1: a line is a body and its token"},
		{"a body twice", 0o600, "npc-mara mlk_a\nnpc-mara mlk_b\n", "tokens:2: npc-mara has a token already, in line 1"},
		{"a token twice", 0o600, "npc-mara mlk_a\nnpc-hob mlk_a\n", "tokens:2: that token stands in line 1 already"},
		{"a long one", 0o600, "npc-mara " + strings.Repeat("a", 513), "too long for a body or a token"},
		{"too many", 0o600, crowd(remote.TokensMost + 1), "more than 1000 bodies are too many"},
		{"too much", 0o600, strings.Repeat("#", 2<<20), "so much cannot be tokens"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "tokens")
			if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, tt.mode); err != nil {
				t.Fatal(err)
			}
			tokens, err := remote.ReadTokens(path)
			var got []string
			for _, one := range tokens {
				got = append(got, one.Body)
			}
			switch said := strings.Join(got, " "); {
			case err == nil && said != tt.want:
				t.Errorf("got %q, want %q", said, tt.want)
			case err != nil && (tt.want == "" || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("got %v, want %q", err, tt.want)
			case err != nil && strings.Contains(err.Error(), "mlk_a"):
				t.Errorf("a token is told: %v", err)
			}
			if all := fmt.Sprintf("%v %+v %#v %s", tokens, tokens, tokens, tokens); strings.Contains(all, "mlk_") {
				t.Errorf("a token is printed: %s", all)
			}
		})
	}
	if _, err := remote.ReadTokens(t.TempDir()); err == nil {
		t.Error("a folder was read")
	}
}

func crowd(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "npc-%d mlk_%d\n", i, i)
	}
	return b.String()
}

func TestTokensStayOffTheOpenRoad(t *testing.T) {
	for _, tt := range []struct {
		url      string
		insecure bool
		want     string
	}{
		{"http://127.0.0.1:7397/mcp", false, ""},
		{"http://[::1]:7397/mcp", false, ""},
		{"http://localhost/mcp", false, ""},
		{"https://mud.example/mcp", false, ""},
		{"http://mud.example/mcp", true, ""},
		{"http://mud.example/mcp", false, "not https"},
		{"http://192.0.2.1/mcp", false, "not https"},
		{"http://127.0.0.1.example/mcp", false, "not https"},
		{"https://user:secret@mud.example/mcp", false, "without user"},
		{"https://mud.example/mcp?token=x", false, "without user"},
		{"ftp://mud.example/mcp", true, "no http or https URL"},
		{"mud.example:7397", false, "no http or https URL"},
	} {
		err := remote.CheckURL(tt.url, tt.insecure)
		if got := fmt.Sprint(err); (tt.want == "") != (err == nil) || err != nil && !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %v, want %q", tt.url, err, tt.want)
		}
	}
}
