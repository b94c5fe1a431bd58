package verb_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// Every report that the transcript of words shows can be heard: the halves of it that are for a screen reader hold no
// drawing, no line of signs, no columns.
func TestReportsCanBeHeard(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("testdata", "words.txt"))
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(raw), "for a screen reader:\n")
	if len(parts) < 20 {
		t.Fatalf("only %d reports are in the transcript", len(parts)-1)
	}
	for _, part := range parts[1:] {
		text, _, _ := strings.Cut(part, "\n\n")
		for _, fault := range worldtest.HardToHear(strings.TrimSpace(text)) {
			t.Error(fault)
		}
	}
}
