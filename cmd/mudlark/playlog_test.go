package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/tui/logbook"
)

// A recording that can go no further says so once, and what is shown goes on.
func TestRecordingEnds(t *testing.T) {
	dir := t.TempDir()
	book, end, err := newBook(filepath.Join(dir, "evening.cast"), logbook.Cast, logbook.Options{Most: 200})
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
