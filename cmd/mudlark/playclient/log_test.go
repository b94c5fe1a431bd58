package playclient

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/client/profile"
	"github.com/mudlark-mud/mudlark/tui/client/sessionlog"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// A recording that can go no further says so once, and what is shown goes on.
func TestRecordingEnds(t *testing.T) {
	dir := t.TempDir()
	book, end, err := newBook(filepath.Join(dir, "evening.cast"), sessionlog.Cast, sessionlog.Options{Most: 200})
	if err != nil {
		t.Fatal(err)
	}
	screen, err := os.Create(filepath.Join(dir, "screen"))
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	r := recorded{screen, book, func(words ...string) { said = append(said, words...) }}
	for range 3 {
		if _, err := r.Write([]byte(strings.Repeat("x", 300))); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"The recording ends here: the log is full."}; !slices.Equal(said, want) {
		t.Errorf("got %q, want %q", said, want)
	}
	if shown, err := os.ReadFile(screen.Name()); err != nil || len(shown) != 900 {
		t.Errorf("%d bytes were shown, %v; want 900", len(shown), err)
	}
	if err := end(); err != nil {
		t.Error(err)
	}
	if err := screen.Close(); err != nil {
		t.Error(err)
	}
}

// A log is begun, asked after and ended by hand; what came between is in it and nothing else.
func TestLogByHand(t *testing.T) {
	dir := t.TempDir()
	shelf, err := profile.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	folder := shelf.Folder("lowtide")
	p := &player{folder: folder}
	say := func(words ...string) string { return strings.Join(p.logs(words), " ") }
	hear := func(text string) { p.Heard(cell.L(prose.Plain, text)) }
	hear("before")
	if got := say(); !strings.HasPrefix(got, "Nothing is written down.") {
		t.Errorf("to begin with: %q", got)
	}
	if got := say("stone"); got != logUsage {
		t.Errorf("another kind: %q", got)
	}
	if got := say("plain"); !strings.HasSuffix(got, ".txt from now on.") {
		t.Errorf("begun: %q", got)
	}
	_, name := p.log.now()
	hear("between")
	if got, want := say(), "What you see is written to "+name+"."; got != want {
		t.Errorf("asked: got %q, want %q", got, want)
	}
	if got, want := say("off"), "The log ends here: "+name+"."; got != want {
		t.Errorf("ended: got %q, want %q", got, want)
	}
	hear("behind")
	if got := say("off"); got != "Nothing is written down." {
		t.Errorf("ended again: %q", got)
	}
	kept, err := os.ReadFile(name)
	if err != nil || !strings.Contains(string(kept), "between") {
		t.Errorf("kept %q, %v", kept, err)
	}
	if strings.Contains(string(kept), "before") || strings.Contains(string(kept), "behind") {
		t.Errorf("kept what nobody asked for: %q", kept)
	}
}
