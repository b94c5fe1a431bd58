package journal_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/mudlark-mud/mudlark/world/journal"
)

// kill -9 never tests a flush: the kernel writes what a dead process left. Here a process is traced while it commits,
// and the file is put together as a power cut at any moment might have left it: all that was flushed, and of what was
// written since then any part in any order, down to single sectors.

var (
	images    = flag.Int("journal.images", 600, "how many crash images are opened")
	imageSeed = flag.Uint64("journal.seed", 1, "seed of which crash images")
)

const (
	sectorBytes = 512
	imageRows   = 40 // of a cut, which has two chunks
)

// said is how far the child was: what it had begun and what it was told is done, by kind of work.
type said struct {
	begun, acked map[string]uint64
	blank        map[uint64]string // begun or acked
}

func (s *said) hear(words []byte) error {
	for line := range strings.Lines(string(words)) {
		var state, kind string
		var seq uint64
		if _, err := fmt.Sscan(line, &state, &kind, &seq); err != nil {
			return fmt.Errorf("the child said %q: %w", line, err)
		}
		switch {
		case kind == "blank":
			s.blank[seq] = state
		case state == "begun":
			s.begun[kind] = max(s.begun[kind], seq)
		case state == "acked":
			s.acked[kind] = max(s.acked[kind], seq)
		}
	}
	return nil
}

// workTraced is the child: it does all that a journal can do, and says before and after each thing what it is.
func workTraced(dir, batches string, o journal.Options) error {
	n, err := strconv.Atoi(batches)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(dir, wordsName), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	w := &worker{words: f}
	for range 2 { // a start in the middle: closed, opened, looked at
		if w.j, err = journal.Open(dir, o); err != nil {
			return err
		}
		if err := w.work(n / 2); err != nil {
			return err
		}
	}
	return nil
}

type worker struct {
	j     *journal.Journal
	words *os.File
}

// do does a thing and says so.
func (w *worker) do(kind string, seq uint64, fn func() error) error {
	if _, err := fmt.Fprintf(w.words, "begun %s %d\n", kind, seq); err != nil {
		return err
	}
	if err := fn(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w.words, "acked %s %d\n", kind, seq)
	return err
}

func (w *worker) work(batches int) error {
	var wg sync.WaitGroup
	var done = make(chan struct{})
	aside := make(chan error, 2)
	beside := func(fn func() error) {
		wg.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if err := fn(); err != nil {
					aside <- err
					return
				}
			}
		})
	}
	beside(w.cut)
	beside(w.tidy)
	for range batches {
		last := w.j.Last() + 1 + rand.Uint64N(5)
		put := journal.Put{Bucket: "last", Key: []byte("seq"), Value: strconv.AppendUint(nil, last, 10)}
		b := journal.Batch{Records: records(w.j.Last()+1, last), Puts: []journal.Put{put}}
		if err := w.do("record", last, func() error { return w.j.Commit(b) }); err != nil {
			return err
		}
	}
	close(done)
	wg.Wait()
	close(aside)
	return errors.Join(<-aside, w.j.Close())
}

func (w *worker) cut() error {
	last := w.j.Last()
	if last < w.j.CutSeq()+20 {
		return nil
	}
	c := imageCut(last)
	return w.do("cut", last, func() error { return w.j.Commit(journal.Batch{Cut: c}) })
}

// tidy drops, merges, blanks and scrubs.
func (w *worker) tidy() error {
	cut := w.j.CutSeq()
	if cut < w.j.Anchor().Seq+60 {
		return nil
	}
	blank := cut - 1
	return errors.Join(
		w.do("blank", blank, func() error { return w.j.Blank(blank, []byte("blank")) }),
		w.do("drop", cut-40, func() error { return w.j.DropThrough(context.Background(), cut-40) }),
		w.j.Merge(context.Background()), w.j.Scrub(context.Background()),
	)
}

// imageCut has a row that comes and goes, and others that all name the cut.
func imageCut(seq uint64) *journal.Cut {
	c := killCut(seq)
	c.Rows = c.Rows[:imageRows]
	for i := range c.Rows {
		c.Rows[i].Value = append(c.Rows[i].Value, c.Rows[i].Value...)
	}
	extra := journal.Row{Key: "row-extra"}
	if seq%2 == 0 {
		extra.Value = []byte{}
	}
	c.Rows = append(c.Rows, extra)
	return c
}

// span is the time between two flushes.
type span struct {
	base   []byte // what is on the disk for certain
	size   int64  // the file's length for certain
	writes []call
	said   said // at its end

	forgotten bool // what the kernel has of the file was thrown away
}

// spans cuts a trace at its flushes. base is the file before the first call.
func spans(base []byte, calls []call) ([]span, error) {
	known := said{begun: map[string]uint64{}, acked: map[string]uint64{}, blank: map[uint64]string{}}
	at := span{base: bytes.TrimRight(base, "\x00"), size: int64(len(base))}
	var all []span
	end := func() {
		at.said = said{begun: maps.Clone(known.begun), acked: maps.Clone(known.acked), blank: maps.Clone(known.blank)}
		all = append(all, at)
	}
	for _, c := range calls {
		switch c.name {
		case opSay:
			if err := known.hear(c.data); err != nil {
				return nil, err
			}
		case opForget:
			at.forgotten = true
		case opFlush:
			if len(at.writes) == 0 {
				continue
			}
			end()
			image, size := at.apply(at.writes)
			at = span{base: image, size: size}
		default:
			at.writes = append(at.writes, c)
		}
	}
	end()
	return all, nil
}

// apply puts writes onto the base, and says how long the file is. What is behind the image up to there are zeros.
func (s *span) apply(writes []call) (image []byte, size int64) {
	image, size = bytes.Clone(s.base), s.size
	for _, c := range writes {
		if c.name == opTruncate {
			size = c.at
			image = image[:min(int64(len(image)), size)]
			continue
		}
		end := c.at + int64(len(c.data))
		if grow := end - int64(len(image)); grow > 0 {
			image = append(image, make([]byte, grow)...)
		}
		copy(image[c.at:], c.data)
		size = max(size, end)
	}
	return image, size
}

// torn leaves some sectors of a write, or half of it.
func torn(r *rand.Rand, c call) []call {
	if c.name != opWrite {
		return []call{c}
	}
	if r.IntN(3) == 0 {
		half := len(c.data) / 2
		return []call{{name: opWrite, at: c.at, data: c.data[:half]}}
	}
	var parts []call
	for at := 0; at < len(c.data); at += sectorBytes {
		if r.IntN(2) == 0 {
			end := min(at+sectorBytes, len(c.data))
			parts = append(parts, call{name: opWrite, at: c.at + int64(at), data: c.data[at:end]})
		}
	}
	return parts
}

// draw chooses which of a span's writes came to the disk: a prefix, or any of them in any order, whole or torn.
func (s *span) draw(r *rand.Rand) (kept []call, how string) {
	n := len(s.writes)
	kind := r.IntN(4)
	if kind < 2 {
		k := r.IntN(n + 1)
		kept = append(kept, s.writes[:k]...)
		how = fmt.Sprintf("the first %d of %d writes", k, n)
		if kind == 1 && k < n {
			kept = append(kept, torn(r, s.writes[k])...)
			how += ", the next torn"
		}
		return kept, how
	}
	for _, i := range r.Perm(n) {
		switch {
		case r.IntN(2) == 0:
		case kind == 3 && r.IntN(3) == 0:
			kept = append(kept, torn(r, s.writes[i])...)
			how += fmt.Sprintf(" %d torn,", i+1)
		default:
			kept = append(kept, s.writes[i])
			how += fmt.Sprintf(" %d,", i+1)
		}
	}
	return kept, fmt.Sprintf("of %d writes%s in this order", n, how)
}

// chance is the same in each run, but for the flag.
func chance() *rand.Rand { return rand.New(rand.NewPCG(*imageSeed, 0)) }

// openImages opens so many crash images, each of which probe looks through first, and returns what is wrong with those
// that are not as they must be.
func openImages(t *testing.T, r *rand.Rand, all []span, n int, probe func(string) error) (faults []string) {
	t.Helper()
	counts := make([]int, len(all))
	for i := range n {
		counts[(i*len(all)/n+r.IntN(2))%len(all)]++
	}
	dir := t.TempDir()
	for i, s := range all {
		for range counts[i] {
			kept, how := s.draw(r)
			image, size := s.apply(kept)
			if err := s.said.holds(dir, image, size, probe); err != nil {
				faults = append(faults, fmt.Sprintf("between flushes %d and %d, %s: %v", i, i+1, how, err))
			}
		}
	}
	return faults
}

// holds opens an image as a start does, and compares it with what was said.
func (s *said) holds(dir string, image []byte, size int64, probe func(string) error) (err error) {
	if err := writeFile(dir, image, size); err != nil {
		return err
	}
	// After a power cut the machine starts again.
	j, err := journal.Open(dir, journal.Options{NoSync: true, ProbeChild: probe, Boot: "another"})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	for kind, got := range map[string]uint64{"record": j.Last(), "cut": j.CutSeq(), "drop": j.Anchor().Seq} {
		if got < s.acked[kind] || got > s.begun[kind] {
			return fmt.Errorf("%s: %d was acknowledged, %d begun, and %d is there", kind, s.acked[kind], s.begun[kind], got)
		}
	}
	v, err := j.Get("last", []byte("seq"))
	if err != nil {
		return err
	}
	if want := strconv.FormatUint(j.Last(), 10); string(v) != want && j.Last() != 0 {
		return fmt.Errorf("records end at %s, and the put beside them says %s", want, v)
	}
	return errors.Join(s.holdsRecords(j), holdsRows(j))
}

func (s *said) holdsRecords(j *journal.Journal) error {
	if got, want := j.Head(), chainOf(j.Last())[j.Last()]; got != want {
		return fmt.Errorf("head: got %v, want %v", got, want)
	}
	if got, err := follow(j); err != nil || got != j.Head() {
		return fmt.Errorf("the records lead to %v, %w, want %v", got, err, j.Head())
	}
	return j.Records(0, j.Last(), func(r journal.Record) error {
		state, blank := s.blank[r.Seq]
		switch {
		case r.Was == nil && state == "acked":
			return fmt.Errorf("record %d was blanked, and is not", r.Seq)
		case r.Was == nil:
			return sameContent(r)
		case !blank || string(r.Bytes) != "blank" || *r.Was != sha256.Sum256(content(r.Seq)):
			return fmt.Errorf("record %d is blanked as nobody wanted: %q", r.Seq, r.Bytes)
		}
		return nil
	})
}

func holdsRows(j *journal.Journal) error {
	rows := map[string]string{}
	info, err := j.Load(func(key string, value []byte) error {
		rows[key] = string(value)
		return nil
	}, func(journal.Record) error { return nil })
	if err != nil || info.Cut == 0 {
		return err
	}
	if int(info.Records) != int(info.Last-info.Cut) {
		return fmt.Errorf("%d records behind the cut, want %d", info.Records, info.Last-info.Cut)
	}
	for _, r := range imageCut(info.Cut).Rows {
		got, ok := rows[r.Key]
		if ok != (r.Value != nil) || got != string(r.Value) {
			return fmt.Errorf("cut %d: row %s is not as it was cut: %.20q", info.Cut, r.Key, got)
		}
		delete(rows, r.Key)
	}
	if len(rows) > 0 {
		return fmt.Errorf("cut %d has %d rows too many", info.Cut, len(rows))
	}
	return nil
}

// traceWork runs the child and returns the file before it and what it did.
func traceWork(t *testing.T, role string, batches int) (base []byte, calls []call) {
	t.Helper()
	dir := t.TempDir()
	base = made(t, dir)
	log := filepath.Join(dir, "log")
	if code := strace(t, dir, log, nil, role, dir, strconv.Itoa(batches)); code != 0 {
		t.Fatalf("the child ended with %d", code)
	}
	calls, err := readTrace(log)
	if err != nil {
		t.Fatal(err)
	}
	return base, calls
}

// made makes a journal in a folder and returns its file.
func made(t *testing.T, dir string) []byte {
	t.Helper()
	mustClose(t, open(t, dir, journal.Options{}))
	file, err := os.ReadFile(filepath.Join(dir, journal.FileName))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func readTrace(log string) ([]call, error) {
	f, err := os.Open(log)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return parseTrace(f)
}

// TestCrashImages opens what power cuts may leave. Whatever it is, all that was acknowledged is there, no more than
// what was begun, and nothing in part.
func TestCrashImages(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	needStrace(t)
	base, calls := traceWork(t, roleTraced, 100)
	all, err := spans(base, calls)
	if err != nil {
		t.Fatal(err)
	}
	last := all[len(all)-1]
	written := 0
	for _, s := range all {
		written += len(s.writes)
	}
	t.Logf("%d writes between %d flushes; %d images; acknowledged at the end: %v, %d blanked",
		written, len(all), *images, last.said.acked, len(last.said.blank))
	for _, kind := range []string{"record", "cut", "drop"} {
		if last.said.acked[kind] == 0 {
			t.Errorf("the child never did any %s", kind)
		}
	}
	for _, f := range openImages(t, chance(), all, *images, journal.Probe) {
		t.Error(f)
	}
}

// TestCrashImagesFindMissingFlushes leaves flushes out and must see that it is noticed, or the test above is worth
// nothing.
func TestCrashImagesFindMissingFlushes(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	needStrace(t)
	for name, c := range map[string]struct {
		role  string
		spoil func([]call) []call
	}{
		"no flush at all": {roleTracedNoSync, func(calls []call) []call { return calls }},
		"none between the pages and the page that points to them": {roleTraced, func(calls []call) []call {
			return without(calls, func(c call) bool { return c.name == opWrite && c.at < 2*pageBytes })
		}},
		"none after the page that points to the others": {roleTraced, func(calls []call) []call {
			return without(calls, func(c call) bool { return c.at >= 2*pageBytes })
		}},
	} {
		t.Run(name, func(t *testing.T) {
			base, calls := traceWork(t, c.role, 40)
			all, err := spans(base, c.spoil(calls))
			if err != nil {
				t.Fatal(err)
			}
			r, opened := chance(), 0
			for opened < 60 {
				opened += 5
				if faults := openImages(t, r, all, 5, probeChild(t)); len(faults) > 0 {
					t.Logf("found in the first %d images: %s", opened, faults[0])
					return
				}
			}
			t.Errorf("nothing was found in %d images", opened)
		})
	}
}

// TestCrashImagesOfADiskThatLies has a disk that flushes nothing and says that it did, so that a power cut may leave
// any mixture of old and new pages. What was lost is lost; but what opens is one whole moment of the past, and all else
// is refused with advice. Nothing is taken for what it is not.
func TestCrashImagesOfADiskThatLies(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	base, calls := traceWork(t, roleTracedNoSync, 60)
	all, err := spans(base, calls)
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		all[i].said.acked = nil
		for seq := range all[i].said.blank {
			all[i].said.blank[seq] = "begun"
		}
	}
	n := max(40, *images/10)
	faults := openImages(t, chance(), all, n, probeChild(t))
	for _, f := range faults {
		if !strings.Contains(f, "restore the latest backup") {
			t.Error(f)
		}
	}
	t.Logf("%d of %d images were refused, the others opened as one moment", len(faults), n)
	if len(faults) == 0 || len(faults) == n {
		t.Error("there should be some of each")
	}
}

// without leaves out each flush behind which, before the next, there is a call of the kind.
func without(calls []call, kind func(call) bool) (left []call) {
	for i, c := range calls {
		if c.name == opFlush {
			for _, next := range calls[i+1:] {
				if next.name == opSay {
					continue
				}
				if !kind(next) {
					left = append(left, c)
				}
				break
			}
			continue
		}
		left = append(left, c)
	}
	return left
}
