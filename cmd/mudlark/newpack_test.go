package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/world/pack"
)

// A new pack is called after its folder, as far as that can be, and is beyond doubt whatever it is called.
func TestNewPackIsCalledAfterItsFolder(t *testing.T) {
	for folder, want := range map[string]string{
		"sallow_hill": "sallow-hill, Sallow Hill", "Sallow Hill": "sallow-hill, Sallow Hill", "2024": "2024, 2024",
		"yes": "yes, Yes", "moor.d": "moor-d, Moor D", "Übersee": "bersee, Bersee", "...": "my-world, My World",
		strings.Repeat("moor", 30): "my-world, My World",
	} {
		files, err := newPack(folder)
		if err != nil {
			t.Fatal(err)
		}
		fsys := fstest.MapFS{}
		for name, text := range files {
			fsys[name] = &fstest.MapFile{Data: text}
		}
		p, problems, err := pack.Check(fsys, ".")
		if err != nil || p == nil || problems.String() != "" {
			t.Errorf("%s: %v\n%v", folder, err, problems)
			continue
		}
		if got := string(p.ID) + ", " + p.Name; got != want {
			t.Errorf("%s: got %s, want %s", folder, got, want)
		}
	}
}

// A pack that cannot be written leaves nothing: no folder where none was, and an empty one as it was.
func TestPackThatCannotBeWrittenLeavesNothing(t *testing.T) {
	clash := map[string][]byte{"a": nil, "a/b": nil, "pack.yaml": nil} // a is a file, and cannot be a folder
	dir := t.TempDir()
	if err := writePack(t.Context(), filepath.Join(dir, "far", "away"), clash); err == nil {
		t.Error("a file was made within a file")
	}
	if err := writePack(t.Context(), dir, clash); err == nil {
		t.Error("a file was made within a file")
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}

// ending is a context that ends when it was asked so often.
type ending struct {
	context.Context

	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// A signal ends an import whenever it comes, and nothing is left of it.
func TestInterruptedImportMakesNothing(t *testing.T) {
	into := filepath.Join(t.TempDir(), "fen")
	for n := 0; ; n++ {
		c := importCmd{Engine: "tba", Dir: "../../world/pack/diku/testdata/fen", Into: into}
		err := c.Run(&command.Env{Ctx: &ending{t.Context(), n}, Stdout: io.Discard, Stderr: io.Discard})
		if err == nil {
			if n < 20 {
				t.Errorf("it asked %d times only whether it is interrupted", n)
			}
			break
		}
		if !errors.Is(err, errInterrupted) {
			t.Fatalf("after %d: %v", n, err)
		}
		if _, err := os.Stat(into); !errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("after %d: something is left: %v", n, err)
		}
	}
	if _, err := os.Stat(filepath.Join(into, "pack.yaml")); err != nil {
		t.Error(err)
	}
	left, err := filepath.Glob(filepath.Join(into, asidePattern))
	if err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}
