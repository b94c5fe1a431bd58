package journal_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/mudlark-mud/mudlark/world/journal"
)

const pageBytes = 4096

// worldFile writes a journal with records, cuts and tables, and returns its bytes. It is left as a killed daemon
// leaves it, with the running mark set.
func worldFile(t testing.TB) []byte {
	t.Helper()
	dir := t.TempDir()
	j := open(t, dir, journal.Options{NoSync: true})
	for seq := uint64(1); seq <= 400; seq += 10 {
		b := journal.Batch{Records: records(seq, seq+9)}
		b.Puts = []journal.Put{{Bucket: "accounts", Key: fmt.Appendf(nil, "%d", seq), Value: content(seq + 100)}}
		if seq%100 == 1 {
			b.Cut = killCut(seq)
		}
		mustCommit(t, j, b)
	}
	file, err := os.ReadFile(filepath.Join(dir, journal.FileName))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// openBytes opens a journal whose file holds the given bytes. It loads it too, since some damage shows only then.
func openBytes(t *testing.T, file []byte) error {
	t.Helper()
	dir := t.TempDir()
	if err := writeFile(dir, file, int64(len(file))); err != nil {
		t.Fatal(err)
	}
	j, err := journal.Open(dir, journal.Options{NoSync: true, ProbeChild: probeChild(t)})
	if err != nil {
		return err
	}
	defer func() { _ = j.Close() }()
	_, err = j.Load(func(string, []byte) error { return nil }, func(journal.Record) error { return nil })
	if err != nil {
		return err
	}
	return j.Records(1, j.Last(), sameContent)
}

// writeFile writes a journal's file of so many bytes, of which those behind image are zeros.
func writeFile(dir string, image []byte, size int64) error {
	path := filepath.Join(dir, journal.FileName)
	if err := os.WriteFile(path, bytes.TrimRight(image, "\x00"), 0o600); err != nil {
		return err
	}
	return os.Truncate(path, size)
}

func wantDamaged(t *testing.T, err error) {
	t.Helper()
	var damaged *journal.DamagedError
	if !errors.As(err, &damaged) {
		t.Fatalf("got %v, want a DamagedError", err)
	}
	if !strings.Contains(err.Error(), "restore the latest backup") || damaged.What == "" {
		t.Errorf("no advice in %q", err)
	}
}

func TestUndamagedFileOpens(t *testing.T) {
	if err := openBytes(t, worldFile(t)); err != nil {
		t.Error(err)
	}
	if err := openBytes(t, nil); err != nil {
		t.Errorf("an empty file: %v", err)
	}
}

func TestForeignFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "other.db")
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucket([]byte("theirs"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	otherProgram, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string][]byte{
		"one byte":      {'x'},
		"words":         []byte("this is no database\n"),
		"many words":    []byte(strings.Repeat("this is no database\n", 5_000)),
		"zeros":         make([]byte, 64<<10),
		"other program": otherProgram,
	} {
		t.Run(name, func(t *testing.T) { wantDamaged(t, openBytes(t, file)) })
	}
}

func TestTruncatedFile(t *testing.T) {
	file := worldFile(t)
	for _, pages := range []int{1, 2, 3, 4, 10, 100} {
		t.Run(fmt.Sprintf("%d pages", pages), func(t *testing.T) { wantDamaged(t, openBytes(t, file[:pages*pageBytes])) })
	}
	if err := openBytes(t, file[:100*pageBytes]); !strings.Contains(err.Error(), "truncated: 409600 of") {
		t.Errorf("got %q, want it to say how much is missing", err)
	}
}

// TestGarbagePage spoils one page at a time. Whatever it was, the file is refused with advice, or the page was free
// and everything is there; the test process itself never dies.
func TestGarbagePage(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	file := worldFile(t)
	pages := used(file)
	// Always the same pages, so that none has a key of a hundred megabytes: bbolt writes it out, which takes it gigabytes.
	r := rand.New(rand.NewPCG(1, 4))
	spoil := map[string]func([]byte){
		"zeros": func(p []byte) { clear(p) },
		"noise": func(p []byte) {
			for i := range p {
				p[i] = byte(r.Uint32())
			}
		},
		"noise behind the header": func(p []byte) {
			for i := range p[16:] {
				p[16+i] = byte(r.Uint32())
			}
		},
		"one byte":      func(p []byte) { p[r.IntN(len(p))] ^= 0x40 },
		"another page":  func(p []byte) { copy(p, file[r.IntN(pages)*pageBytes:]) },
		"count of 0xff": func(p []byte) { binary.LittleEndian.PutUint16(p[10:], 0xffff) },
	}
	refused := 0
	for _, name := range slices.Sorted(maps.Keys(spoil)) {
		damage := spoil[name]
		t.Run(name, func(t *testing.T) {
			for range 6 {
				page := 2 + r.IntN(pages-2)
				spoilt := append([]byte{}, file...)
				damage(spoilt[page*pageBytes : (page+1)*pageBytes])
				if err := openBytes(t, spoilt); err != nil {
					wantDamaged(t, err)
					refused++
				}
			}
		})
	}
	if refused == 0 {
		t.Error("no damage was ever found")
	}
}

// TestSpoiltValue flips one bit in what was stored, which bbolt itself does not notice.
func TestSpoiltValue(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	file := worldFile(t)
	for name, value := range map[string][]byte{
		"record": content(299),
		"table":  content(401),
		"row":    append([]byte("301"), make([]byte, 900)...),
	} {
		t.Run(name, func(t *testing.T) {
			if !bytes.Contains(file, value) {
				t.Fatal("not in the file")
			}
			spoilt := append([]byte{}, value...)
			spoilt[len(spoilt)-1] ^= 1
			err := openBytes(t, bytes.ReplaceAll(file, value, spoilt))
			wantDamaged(t, err)
			if !strings.Contains(err.Error(), "checksum") {
				t.Errorf("got %q, want it to speak of the checksum", err)
			}
		})
	}
}

// used is the number of pages up to the high-water mark of the newer of bbolt's two first pages.
func used(file []byte) int {
	const pgidAt, txidAt = 16 + 40, 16 + 48
	best, pages := uint64(0), 0
	for _, meta := range [][]byte{file[:pageBytes], file[pageBytes : 2*pageBytes]} {
		if txid := binary.LittleEndian.Uint64(meta[txidAt:]); txid >= best {
			best, pages = txid, int(binary.LittleEndian.Uint64(meta[pgidAt:]))
		}
	}
	return pages
}

// TestPageThatPointsAtItself makes bbolt recurse without end.
func TestPageThatPointsAtItself(t *testing.T) {
	file := worldFile(t)
	done := 0
	for page := 2; page < used(file); page++ {
		p := file[page*pageBytes : (page+1)*pageBytes]
		const branchFlag = 1
		if binary.LittleEndian.Uint16(p[8:]) != branchFlag || binary.LittleEndian.Uint64(p) != uint64(page) {
			continue
		}
		binary.LittleEndian.PutUint64(p[16+8:], uint64(page)) // the first element's page
		done++
	}
	if done == 0 {
		t.Fatal("no branch page")
	}
	wantDamaged(t, openBytes(t, file))
}

func TestFormats(t *testing.T) {
	for name, c := range map[string]struct {
		format uint64
		words  string
	}{
		"newer": {journal.Format + 1, "run the newer mudlark"},
		"older": {journal.Format - 1, "choose a new data folder"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			mustClose(t, open(t, dir, journal.Options{}))
			path := filepath.Join(dir, journal.FileName)
			db, err := bbolt.Open(path, 0o600, nil)
			if err != nil {
				t.Fatal(err)
			}
			err = db.Update(func(tx *bbolt.Tx) error {
				return tx.Bucket([]byte("meta")).Put([]byte("format"), binary.BigEndian.AppendUint64(nil, c.format))
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			_, err = journal.Open(dir, journal.Options{})
			var format *journal.FormatError
			if !errors.As(err, &format) || format.Found != c.format || format.Want != journal.Format {
				t.Fatalf("got %v, want a FormatError", err)
			}
			if !strings.Contains(err.Error(), c.words) {
				t.Errorf("got %q, want it to say %q", err, c.words)
			}
		})
	}
}

func TestProbeChildThatCannotStart(t *testing.T) {
	err := journal.ProbeBy(filepath.Join(t.TempDir(), "nothing-here"))("some.db")
	var damaged *journal.DamagedError
	if err == nil || errors.As(err, &damaged) {
		t.Errorf("got %v, want an error that blames the machine", err)
	}
}

func TestProbeOfALockedFile(t *testing.T) {
	dir := t.TempDir()
	open(t, dir, journal.Options{})
	err := probeChild(t)(filepath.Join(dir, journal.FileName))
	if !errors.Is(err, journal.ErrLocked) {
		t.Errorf("got %v, want ErrLocked", err)
	}
}

// TestFileThatShrinksWhileOpen has the disk take pages away under a running daemon: reads and commits answer with an
// error, the process lives, and Close does not hang.
func TestFileThatShrinksWhileOpen(t *testing.T) {
	for _, what := range []string{"read", "commit"} {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			j := open(t, dir, journal.Options{NoSync: true})
			mustCommit(t, j, journal.Batch{Records: records(1, 3_000), Cut: killCut(1)})
			if err := os.Truncate(filepath.Join(dir, journal.FileName), 2*pageBytes); err != nil {
				t.Fatal(err)
			}
			var err error
			if what == "read" {
				err = j.Records(1, 3_000, sameContent)
			} else {
				err = j.Commit(journal.Batch{Records: records(3_001, 3_001)})
				if again := j.Commit(journal.Batch{}); !errors.Is(again, journal.ErrStopped) {
					t.Errorf("afterwards: got %v, want ErrStopped", again)
				}
			}
			wantDamaged(t, err)
			_ = j.Close()
			if _, err := journal.Open(dir, journal.Options{ProbeChild: probeChild(t)}); err == nil {
				t.Error("the rest of the file was taken for a world")
			}
		})
	}
}

// TestFileIsLookedThroughWhenItMustBe: after a stop that was none, and when the machine was restarted, since a disk
// that claims to have flushed what it has not shows only then.
func TestFileIsLookedThroughWhenItMustBe(t *testing.T) {
	dir := t.TempDir()
	probes := 0
	probe := func(path string) error {
		probes++
		return journal.Probe(path)
	}
	for i, c := range []struct {
		boot    string
		crashes bool
		want    int
	}{
		{"monday", false, 0}, {"monday", true, 0}, {"monday", false, 1}, {"monday", false, 0},
		{"tuesday", false, 1}, {"tuesday", false, 0}, {"wednesday", true, 1}, {"thursday", false, 1},
	} {
		probes = 0
		o := journal.Options{NoSync: true, Boot: c.boot, ProbeChild: probe}
		if c.crashes {
			o.Inject = failAt(journal.StepClose, 1)
		}
		j := open(t, dir, o)
		if probes != c.want {
			t.Errorf("start %d: looked through %d times, want %d", i, probes, c.want)
		}
		if err := j.Close(); (err != nil) != c.crashes {
			t.Fatal(err)
		}
	}
}

// TestFileIsMadeWhole: the file appears under its name with all of its first pages, and what died while making one is
// swept.
func TestFileIsMadeWhole(t *testing.T) {
	dir := t.TempDir()
	left := filepath.Join(dir, journal.FileName+".new-123")
	if err := os.WriteFile(left, []byte("half a page"), 0o600); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	opened := make(chan *journal.Journal, 8)
	for range cap(opened) { // all at once, in a folder where there is nothing yet
		wg.Go(func() {
			j, err := journal.Open(dir, journal.Options{})
			switch {
			case err == nil:
				opened <- j
			case !errors.Is(err, journal.ErrLocked):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if len(opened) != 1 {
		t.Fatalf("%d of 8 opened the folder, want 1", len(opened))
	}
	mustClose(t, <-opened)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 || entries[0].Name() != journal.FileName {
		t.Errorf("the folder holds %v", entries)
	}
}

// FuzzRootPage spoils what is read before anybody has looked through the file. Whatever it says then, the process
// lives.
func FuzzRootPage(f *testing.F) {
	for i := range 60 {
		f.Add(uint16(i*37), byte(1<<(i%8)), uint16(i*11), byte(i))
	}
	file := worldFile(f)
	file = file[:used(file)*pageBytes]
	root := rootPage(file)
	f.Fuzz(func(t *testing.T, at uint16, flip byte, at2 uint16, flip2 byte) {
		spoilt := append([]byte{}, file...)
		spoilt[root*pageBytes+int(at)%pageBytes] ^= flip
		spoilt[root*pageBytes+int(at2)%pageBytes] ^= flip2
		dir := t.TempDir()
		if err := writeFile(dir, spoilt, int64(len(file))); err != nil {
			t.Fatal(err)
		}
		j, err := journal.Open(dir, journal.Options{NoSync: true, ProbeChild: func(string) error { return errInjected }})
		if err == nil {
			t.Error("a file that was not closed was not looked through")
			_ = j.Close()
		}
	})
}

// rootPage is the page from which the newest commit is read, with the bucket of the format in it.
func rootPage(file []byte) int {
	const rootAt, txidAt = 16 + 16, 16 + 48
	best, root := uint64(0), 0
	for _, meta := range [][]byte{file[:pageBytes], file[pageBytes : 2*pageBytes]} {
		if txid := binary.NativeEndian.Uint64(meta[txidAt:]); txid >= best {
			best, root = txid, int(binary.NativeEndian.Uint64(meta[rootAt:]))
		}
	}
	return root
}
