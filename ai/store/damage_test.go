package store_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/mudlark-mud/mudlark/ai/store"
)

// wreck makes a file with one memory in it and does something to it.
func wreck(t *testing.T, isClosed bool, do func(t *testing.T, path string)) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), store.FileName)
	k := open(t, path)
	k.Apply(store.Batch{Mind: "mara", Seq: 7, Rows: put(row(1, 7, "Somebody had a ring of brass."))})
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
			mark(t, path, "runtime stack:\nruntime.throw()\nruntime.newstack()\nruntime.morestack()\n\n"+
				"goroutine 9 gp=0xc0 m=4 [running]:\ngo.etcd.io/bbolt.(*Tx).x()\n")
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
					k.Apply(store.Batch{Mind: "mara", Rows: put(row(1, 8, "A new day."))})
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

func mark(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path+".opening", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A file is not to blame for what ended a process while it was being opened, unless the crash was in it.
func TestKilledWhileOpening(t *testing.T) {
	const bolt = "\n\ngoroutine 9 [running]:\ngo.etcd.io/bbolt.(*DB).Update()\n"
	for name, text := range map[string]string{
		"kill -9":              "",
		"kill -QUIT":           "SIGQUIT: quit\nPC=0x1 m=0" + bolt,
		"no memory left":       "runtime stack:\nruntime.throw()\nruntime.sysMapOS()" + bolt,
		"something else":       "panic: no\n\ngoroutine 1 [running]:\nmain.main()" + bolt,
		"the world's own file": "panic: page 3" + bolt + "github.com/mudlark-mud/mudlark/world/journal.(*Journal).write()\n",
		"cut off":              "[signal SIGBUS: bus error code=0x2]\n",
	} {
		t.Run(name, func(t *testing.T) {
			path := wreck(t, false, func(*testing.T, string) {})
			for range 3 {
				mark(t, path, text)
				k := open(t, path)
				equal(t, "aside", k.Aside(), "")
				equal(t, "rows", rowTexts(t, k, "mara"), []string{"Somebody had a ring of brass."})
				if _, err := os.Stat(path + ".opening"); err == nil {
					t.Error("the mark is still there")
				}
				closed(t, k)
			}
		})
	}
}

// Damage that ends the process which looks at it ends one process, and the next start does without.
func TestDiesOfIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), store.FileName)
	k := open(t, path)
	for n := range uint64(400) {
		k.Apply(store.Batch{Mind: "mara", Rows: put(row(n+1, 1, fmt.Sprint("number ", n)))})
	}
	closed(t, k)
	change(t, path, func(tx *bbolt.Tx) error { return tx.Bucket([]byte("meta")).Delete([]byte("clean")) })
	rewrite(func(b []byte) []byte {
		page := os.Getpagesize()
		b = b[:len(b)-2*page] // bbolt maps more of it to memory than there is: the next power of two
		at := bytes.LastIndex(b, []byte("number 200")) / page * page
		const head, size = 16, 16 // of a page, and of what it says of each of its values
		for n := range int(binary.NativeEndian.Uint16(b[at+10:])) {
			is := at + head + n*size
			binary.NativeEndian.PutUint32(b[is+4:], uint32(len(b)+page/2-is)) // where the value lies
		}
		return b
	})(t, path)
	child := exec.CommandContext(t.Context(), os.Args[0])
	child.Env = append(os.Environ(), childOf+"="+path)
	if out, err := child.CombinedOutput(); err == nil || !bytes.Contains(out, []byte("unexpected fault address")) {
		t.Fatalf("the child lived: %v, %.2000s", err, out)
	}
	k = open(t, path)
	equal(t, "aside", k.Aside(), path+".damaged-1")
	equal(t, "rows", rowTexts(t, k, "mara"), []string{})
}

// A file that was made, and nothing written into it because whoever made it was killed, is no damage: it is begun.
func TestInspectUnused(t *testing.T) {
	path := filepath.Join(t.TempDir(), store.FileName)
	change(t, path, func(*bbolt.Tx) error { return nil })
	r, err := store.Inspect(path)
	equal(t, "what is in it", r, store.Report{})
	equal(t, "damage", err, nil)
	equal(t, "aside", open(t, path).Aside(), "")
	mark(t, path, "")
	if _, err := store.Inspect(path + ".opening"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("of a file with nothing in it: %v, want that there is none", err)
	}
}

// Whoever only looks is told, and changes nothing.
func TestInspectDamaged(t *testing.T) {
	path := wreck(t, true, rewrite(func(b []byte) []byte {
		return bytes.ReplaceAll(b, []byte("ring of brass"), []byte("ring of glass"))
	}))
	_, err := store.Inspect(path)
	d, ok := errors.AsType[*store.DamagedError](err)
	if !ok || !strings.Contains(d.Advice(), "latest backup") {
		t.Errorf("got %v, want damage and what to do", err)
	}
	if _, err := store.Inspect(path + "-not-there"); !errors.Is(err, os.ErrNotExist) {
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
	if _, err := store.Open(path, store.Options{}); func() bool {
		_, ok := errors.AsType[*store.FormatError](err)
		return !ok
	}() {
		t.Errorf("got %v, want that a newer program wrote it", err)
	}
	path = filepath.Join(t.TempDir(), store.FileName)
	k := open(t, path)
	k.Apply(store.Batch{Mind: "mara", Rows: put(row(1, 1, "Mine."))})
	flushed(t, k)
	_, err := store.Open(path, store.Options{})
	l, ok := errors.AsType[*store.LockedError](err)
	if !ok || runtime.GOOS == "linux" && !strings.Contains(l.Advice(), fmt.Sprintf("process %d", os.Getpid())) {
		t.Errorf("got %v, want that it is in use, and by whom", err)
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
	if _, ok := errors.AsType[*store.DamagedError](err); !ok {
		t.Errorf("got %v, want damage", err)
	}
}
