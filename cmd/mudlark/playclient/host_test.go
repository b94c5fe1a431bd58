package playclient

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/tui/client/triggers"
)

// TestImportFile reads what a person names after #import.
func TestImportFile(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	for name, size := range map[string]int{"main.tin": 10, "large.tin": 2 * triggers.SheetMaxBytes} {
		if err := os.WriteFile(filepath.Join(home, name), []byte(strings.Repeat("x", size)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		path string
		size int
		says string
	}{
		{filepath.Join(home, "main.tin"), 10, ""},
		{"~/main.tin", 10, ""},
		{"~/large.tin", triggers.SheetMaxBytes + 1, ""}, // which the rules refuse
		{"~/none.tin", 0, "no such file or directory"},
		{"~/", 0, "it is no file"},
		{os.DevNull, 0, "it is no file"},
	} {
		text, err := importFile(tt.path)
		says := ""
		if err != nil {
			says = err.Error()
		}
		if len(text) != tt.size || says != tt.says {
			t.Errorf("%s: %d bytes, %q, want %d, %q", tt.path, len(text), says, tt.size, tt.says)
		}
	}
}
