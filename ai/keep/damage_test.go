package keep_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/mudlark-mud/mudlark/ai/keep"
)

// wreck makes a file with one memory in it and does something to it.
func wreck(t *testing.T, isClosed bool, do func(t *testing.T, path string)) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), keep.FileName)
	k := open(t, path)
	k.Apply(keep.Batch{Mind: "mara", Seq: 7, Rows: put(row(1, 7, "Somebody had a ring of brass."))})
	closed(t, k)
	if !isClosed {
		change(t, path, func(tx *bbolt.Tx) error { return tx.Bucket([]byte("meta")).Delete([]byte("clean")) })
	}
	do(t, path)
	return path
}

// change writes to a file behind the back of the package.
func change(t *testing.T, path string, do func(tx *bbolt.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(do), db.Close()); err != nil {
		t.Fatal(err)
	}
}

func rewrite(do func(text []byte) []byte) func(t *testing.T, path string) {
	return func(t *testing.T, path string) {
		t.Helper()
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, do(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// A damaged file stops nobody: it is set aside whole, and a new one begun.
func TestDamaged(t *testing.T) {
	for name, path := range map[string]string{
		"not a database": wreck(t, true, rewrite(func([]byte) []byte { return []byte("memories of a tavern") })),
		"cut off":        wreck(t, true, rewrite(func(b []byte) []byte { return b[:len(b)/2] })),
		"noise":          wreck(t, false, rewrite(func(b []byte) []byte { return bytes.Repeat([]byte{0xA5}, len(b)) })),
		"a changed letter": wreck(t, false, rewrite(func(b []byte) []byte {
			return bytes.ReplaceAll(b, []byte("ring of brass"), []byte("ring of glass"))
		})),
		"something else": wreck(t, true, func(t *testing.T, path string) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			change(t, path, func(tx *bbolt.Tx) error {
				_, err := tx.CreateBucket([]byte("accounts"))
				return err
			})
		}),
		"died of it": wreck(t, true, func(t *testing.T, path string) {
			if err := os.WriteFile(path+".opening", nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}),
	} {
		t.Run(name, func(t *testing.T) {
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for n := range 2 { // and never twice for one damage
				k := open(t, path)
				equal(t, "aside", k.Aside(), map[int]string{0: path + ".damaged-1"}[n])
				if n == 0 {
					equal(t, "rows", rowTexts(t, k, "mara"), []string{})
					k.Apply(keep.Batch{Mind: "mara", Rows: put(row(1, 8, "A new day."))})
				}
				closed(t, k)
			}
			after, err := os.ReadFile(path + ".damaged-1")
			if err != nil {
				t.Fatal(err)
			}
			if name != "a changed letter" && !bytes.Equal(before, after) {
				t.Error("what was set aside is not what there was")
			}
			k := open(t, path)
			equal(t, "goes on", rowTexts(t, k, "mara"), []string{"A new day."})
		})
	}
}

// Whoever only looks is told, and changes nothing.
func TestInspectDamaged(t *testing.T) {
	path := wreck(t, true, rewrite(func(b []byte) []byte {
		return bytes.ReplaceAll(b, []byte("ring of brass"), []byte("ring of glass"))
	}))
	_, err := keep.Inspect(path)
	d, ok := errors.AsType[*keep.DamagedError](err)
	if !ok || !strings.Contains(d.Advice(), "latest backup") {
		t.Errorf("got %v, want damage and what to do", err)
	}
	if _, err := keep.Inspect(path + "-not-there"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want that there is none", err)
	}
	if _, err := os.Stat(path + "-not-there"); err == nil {
		t.Error("looking made a file")
	}
}

// A file of a newer program is left alone, and so is one that somebody has open.
func TestNotOurs(t *testing.T) {
	path := wreck(t, true, func(t *testing.T, path string) {
		change(t, path, func(tx *bbolt.Tx) error {
			return tx.Bucket([]byte("meta")).Put([]byte("format"), []byte{0, 0, 0, 0, 0, 0, 0, 99})
		})
	})
	if _, err := keep.Open(path, keep.Options{}); func() bool {
		_, ok := errors.AsType[*keep.FormatError](err)
		return !ok
	}() {
		t.Errorf("got %v, want that a newer program wrote it", err)
	}
	path = filepath.Join(t.TempDir(), keep.FileName)
	k := open(t, path)
	k.Apply(keep.Batch{Mind: "mara", Rows: put(row(1, 1, "Mine."))})
	flushed(t, k)
	if _, err := keep.Open(path, keep.Options{}); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("got %v, want that it is in use", err)
	}
	closed(t, k)
	k = open(t, path)
	equal(t, "aside", k.Aside(), "")
	equal(t, "rows", rowTexts(t, k, "mara"), []string{"Mine."})
}

// A file that was closed in good order is not looked through when it is opened again; what is wrong with a value is
// found out when it is read.
func TestClosedInGoodOrder(t *testing.T) {
	path := wreck(t, true, rewrite(func(b []byte) []byte {
		return bytes.ReplaceAll(b, []byte("ring of brass"), []byte("ring of glass"))
	}))
	k := open(t, path)
	equal(t, "aside", k.Aside(), "")
	_, err := k.Rows("mara")
	if _, ok := errors.AsType[*keep.DamagedError](err); !ok {
		t.Errorf("got %v, want damage", err)
	}
}
