package compression_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/gauge"
	"github.com/mudlark-mud/mudlark/mud/telnet"
	"github.com/mudlark-mud/mudlark/scripts/agentstorm/daemon"
)

var (
	players = flag.Int("compression.players", 0, "how many play at a time; 0: nothing is measured")
	span    = flag.Duration("compression.span", 2*time.Second, "for how long they are measured")
	beat    = flag.Duration("compression.beat", time.Second, "how often each does something")
)

const (
	enterMax = 90 * time.Second // for the whole crowd, on a slow machine
	atOnce   = 16               // who enter at a time
	keepers  = 20               // players who keep what they read

	// Bounds: what is worse is no compression worth having, or costs what it must not.
	wireMost   = 0.6     // of the plain bytes go over the wire
	zlibMost   = 1.4     // times as many bytes as of compress/zlib at level 6, with a history eight times as long
	heapExtra  = 8 << 10 // bytes that a compressed connection may hold beyond a plain one
	heapShared = 4 << 20 // bytes that all of them may hold together: two servers differ by nearly 3 MB anyhow
)

// figures are what a crowd cost.
type figures struct {
	wire, plain float64 // bytes a player and second
	cpu         float64 // µs of the server, a player and second
	heap        float64 // bytes on the server's heap, a connection
	felt        gauge.Latency
}

func (f figures) row(name string) []string {
	return []string{
		name, fmt.Sprintf("%.0f", f.wire), fmt.Sprintf("%.0f", f.plain), fmt.Sprintf("%.0f", f.cpu),
		fmt.Sprintf("%.1f", f.heap/1024), fmt.Sprintf("%.2f", f.felt.P50), fmt.Sprintf("%.2f", f.felt.P99),
	}
}

// TestWorth plays the same crowd with compression and without.
func TestWorth(t *testing.T) {
	if *players == 0 {
		t.Skip("make compression runs it")
	}
	if err := gauge.RaiseFiles(*players); err != nil {
		t.Fatal(err)
	}
	program, err := daemon.Build(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	plain, _ := crowd(t, program, false)
	packed, pieces := crowd(t, program, true)
	t.Logf("%d players, each doing something every %s, for %s\n%s", *players, *beat, *span, table([][]string{
		{"", "wire B/s", "plain B/s", "CPU µs/s", "heap KiB", "p50 ms", "p99 ms"}, plain.row("plain"), packed.row("MCCP2"),
	}))
	for _, f := range []figures{plain, packed} {
		if f.felt.Count == 0 || f.wire == 0 || f.plain == 0 {
			t.Errorf("nobody heard anything, so nothing was measured: %+v", f)
		}
	}
	if plain.wire != plain.plain {
		t.Errorf("without compression %.0f bytes over the wire for %.0f", plain.wire, plain.plain)
	}
	if packed.wire > packed.plain*wireMost {
		t.Errorf("%.0f bytes over the wire for %.0f", packed.wire, packed.plain)
	}
	if extra := packed.heap - plain.heap; extra > heapExtra+heapShared/float64(*players) {
		t.Errorf("compression holds %.0f bytes a connection", extra)
	}
	t.Run("encoders", func(t *testing.T) { encoders(t, pieces) })
}

// crowd lets players in, measures what they cost, and returns what some of them read, if it was compressed.
func crowd(t *testing.T, program string, packed bool) (figures, [][][]byte) {
	t.Helper()
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	at, err := daemon.Start(t.Context(), program, t.TempDir(), log)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := errors.Join(at.Stop(), log.Close()); err != nil {
			text, _ := os.ReadFile(log.Name())
			t.Errorf("the server: %v\n%s", err, text[max(0, len(text)-4000):])
		}
	}()
	empty := heapOf(t, at)
	felt := &gauge.Histogram{}
	all := make([]*player, *players)
	for i := range all {
		all[i] = &player{id: i + 1, packed: packed, keeps: packed && i < keepers, felt: felt}
	}
	var reading sync.WaitGroup
	defer reading.Wait()
	defer func() {
		for _, p := range all {
			if p.conn != nil {
				_ = p.conn.Close()
			}
		}
	}()
	enter(t, all, at.Telnet, &reading)
	if n := unpacked(all); packed && n > 0 {
		t.Fatalf("%d of %d players have no compressed stream", n, len(all))
	}
	f := measure(t, at, all)
	f.felt = felt.Latency()
	f.heap = float64(heapOf(t, at)-empty) / float64(len(all))
	for _, p := range all {
		if err := p.failure(); err != nil {
			t.Fatalf("player %d: %v", p.id, err)
		}
	}
	var pieces [][][]byte
	for _, p := range all[:min(keepers, len(all))] {
		p.mu.Lock()
		pieces = append(pieces, p.pieces)
		p.mu.Unlock()
	}
	return f, pieces
}

// enter lets everybody in, a few at a time.
func enter(t *testing.T, all []*player, addr string, reading *sync.WaitGroup) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), enterMax)
	defer cancel()
	var door sync.WaitGroup
	turn := make(chan *player)
	failed := make(chan error, atOnce)
	for range atOnce {
		door.Go(func() {
			for p := range turn {
				if err := p.enter(ctx, addr, reading); err != nil {
					cancel() // of many who wait in vain one is enough to read of
					failed <- err
					return
				}
			}
		})
	}
	for _, p := range all {
		select {
		case turn <- p:
		case <-ctx.Done():
		}
	}
	close(turn)
	door.Wait()
	close(failed)
	if err := <-failed; err != nil {
		t.Fatal(err)
	}
}

// measure lets everybody play for the span, after a while in which they go apart.
func measure(t *testing.T, at *daemon.Daemon, all []*player) figures {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	var playing sync.WaitGroup
	for _, p := range all {
		playing.Go(func() { p.play(ctx, *beat) })
	}
	wait := func(d time.Duration) {
		over := time.NewTimer(d)
		defer over.Stop()
		<-over.C
	}
	wait(*span)
	all[0].felt.Reset()
	used, err := gauge.UsageOf(at.PID)
	if err != nil {
		t.Fatal(err)
	}
	wire, plain := bytesOf(all)
	began := time.Now()
	wait(*span)
	wireNow, plainNow := bytesOf(all)
	seconds := time.Since(began).Seconds() * float64(len(all))
	now, err := gauge.UsageOf(at.PID)
	if err != nil {
		t.Fatal(err)
	}
	stop()
	playing.Wait()
	return figures{
		wire: float64(wireNow-wire) / seconds, plain: float64(plainNow-plain) / seconds,
		cpu: float64(now.Since(used).CPU().Microseconds()) / seconds,
	}
}

// heapLine is where the heap's profile says how much is in use after the collection.
var heapLine = regexp.MustCompile(`(?m)^# HeapAlloc = (\d+)$`)

// heapOf is the least of a few looks: what is on its way to somebody, or lies in a pool, outlives a collection or two.
func heapOf(t *testing.T, at *daemon.Daemon) int {
	t.Helper()
	least := math.MaxInt
	for range 5 {
		least = min(least, heapNow(t, at))
	}
	return least
}

func heapNow(t *testing.T, at *daemon.Daemon) int {
	t.Helper()
	page, err := at.Page(t.Context(), "/debug/pprof/heap?gc=1&debug=1")
	if err != nil {
		t.Fatal(err)
	}
	found := heapLine.FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("the heap's profile does not say how large it is: %.300s", page)
	}
	n, err := strconv.Atoi(found[1])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

const ours = "ours, 4 KB"

// encoder compresses a stream, flushing behind each piece.
type encoder struct {
	name string
	make func() func(piece []byte) int // returns how many bytes came of a piece
}

func encoderList() []encoder {
	var scratch []byte // one for all, as the server's writers have it for a moment
	out := []encoder{{ours, func() func([]byte) int {
		s := telnet.NewDeflateStream()
		return func(p []byte) int {
			scratch = s.Append(scratch[:0], p)
			return len(scratch)
		}
	}}}
	for _, level := range []int{1, 2, 6} {
		out = append(out, encoder{fmt.Sprintf("zlib level %d", level), func() func([]byte) int {
			var to bytes.Buffer
			z, err := zlib.NewWriterLevel(&to, level)
			if err != nil {
				panic(err) // the levels are constant
			}
			return func(p []byte) int {
				to.Reset()
				if _, err := z.Write(p); err != nil {
					panic(err) // a buffer takes everything
				}
				if err := z.Flush(); err != nil {
					panic(err)
				}
				return to.Len()
			}
		}})
	}
	return out
}

// collect collects twice: what streams share lies in pools, which outlive one collection.
func collect() {
	runtime.GC()
	runtime.GC()
}

// encoders compares encoders over what players read.
func encoders(t *testing.T, streams [][][]byte) {
	plain := 0
	for _, pieces := range streams {
		for _, p := range pieces {
			plain += len(p)
		}
	}
	if plain == 0 {
		t.Fatal("nobody read anything")
	}
	rows := [][]string{{"", "bytes", "of plain", "ns/byte", "held KiB"}}
	size := map[string]int{}
	for _, e := range encoderList() {
		const turns = 3 // the quickest of which counts
		quickest := time.Duration(0)
		var held uint64
		for range turns {
			var before, after runtime.MemStats
			collect()
			runtime.ReadMemStats(&before)
			packed := 0
			open := make([]func([]byte) int, len(streams))
			began := time.Now()
			for i, pieces := range streams {
				open[i] = e.make()
				for _, p := range pieces {
					packed += open[i](p)
				}
			}
			if took := time.Since(began); quickest == 0 || took < quickest {
				quickest = took
			}
			collect()
			runtime.ReadMemStats(&after)
			held = (after.HeapAlloc - min(before.HeapAlloc, after.HeapAlloc)) / uint64(len(streams))
			runtime.KeepAlive(open)
			size[e.name] = packed
		}
		rows = append(rows, []string{
			e.name, strconv.Itoa(size[e.name]), fmt.Sprintf("%.1f%%", 100*float64(size[e.name])/float64(plain)),
			fmt.Sprintf("%.1f", float64(quickest.Nanoseconds())/float64(plain)), fmt.Sprintf("%.1f", float64(held)/1024),
		})
	}
	t.Logf("%d streams, %d bytes, flushed where the server flushed\n%s", len(streams), plain, table(rows))
	if ours, theirs := size[ours], size["zlib level 6"]; float64(ours) > float64(theirs)*zlibMost {
		t.Errorf("ours are %d bytes, zlib's %d", ours, theirs)
	}
}
