package telnet_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/mud/telnet"
)

// unpackStream reads a whole stream with the standard library's reader.
func unpackStream(t testing.TB, packed []byte) []byte {
	t.Helper()
	r, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatalf("open the stream: %v", err)
	}
	got, err := io.ReadAll(r)
	if err != nil {
		t.Fatalf("read the stream: %v", err)
	}
	return got
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		word := rapid.SampledFrom([]string{"the tide comes in ", "\x1b[1mA room\x1b[0m\r\n", "> ", "\xff\xf9", "caf\u00e9 "})
		piece := rapid.Custom(func(r *rapid.T) string {
			return strings.Join(rapid.SliceOfN(word, 0, 40).Draw(r, "words"), "") +
				string(rapid.SliceOfN(rapid.Byte(), 0, 30).Draw(r, "noise")) +
				strings.Repeat("x", rapid.SampledFrom([]int{0, 1, 13, 4095, 4096, 40_000}).Draw(r, "run"))
		})
		s := telnet.NewDeflateStream()
		var want, packed []byte
		for _, p := range rapid.SliceOfN(piece, 0, 12).Draw(r, "pieces") {
			want = append(want, p...)
			packed = s.Append(packed, []byte(p))
		}
		packed = s.End(packed)
		if got := unpackStream(t, packed); !bytes.Equal(got, want) {
			t.Fatalf("got %d bytes, want %d", len(got), len(want))
		}
		plain, sent := s.Bytes()
		if plain != uint64(len(want)) || sent != uint64(len(packed)) {
			t.Errorf("counted %d and %d, want %d and %d", plain, sent, len(want), len(packed))
		}
	})
}

// TestEachPieceIsReadable reads behind each piece all that was compressed so far: a prompt must not wait for the next.
func TestEachPieceIsReadable(t *testing.T) {
	s := telnet.NewDeflateStream()
	pr, pw := io.Pipe()
	defer func() { _ = pr.Close() }()
	var r io.Reader
	for i := range 50 {
		want := fmt.Sprintf("%d: the tide comes in.\r\n> \xff\xf9", i)
		packed := s.Append(nil, []byte(want))
		go func() { _, _ = pw.Write(packed) }()
		if r == nil {
			var err error
			if r, err = zlib.NewReader(pr); err != nil {
				t.Fatalf("open the stream: %v", err)
			}
		}
		got := make([]byte, len(want))
		if _, err := io.ReadFull(r, got); err != nil || string(got) != want {
			t.Fatalf("piece %d: got %q, %v", i, got, err)
		}
	}
}

// rooms are what a walk shows: a description with a prompt, then a line of a fight.
func rooms(n int) [][]byte {
	var out [][]byte
	names := []string{"Lantern Street", "The Fish Market", "Net Row", "The Harbour Wall", "Gull Steps"}
	for i := range n {
		out = append(out, fmt.Appendf(nil, "\x1b[1m%s\x1b[0m\r\nSalt has silvered every beam here, and %d gulls "+
			"quarrel over what the tide left. A lamp burns in window %d.\r\n[exits: north east]\r\n> \xff\xef",
			names[i%len(names)], i*7%23, i*13%31),
			fmt.Appendf(nil, "You hit a shore crab for %d.\r\n%d of 100 > \xff\xef", i*5%11, 100-i*3%90))
	}
	return out
}

func TestItIsSmaller(t *testing.T) {
	s := telnet.NewDeflateStream()
	for _, p := range rooms(500) {
		s.Append(nil, p)
	}
	if plain, packed := s.Bytes(); packed*2 > plain {
		t.Errorf("%d bytes became %d", plain, packed)
	}
}

func BenchmarkAppend(b *testing.B) {
	s, pieces := telnet.NewDeflateStream(), rooms(500)
	var dst []byte
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		dst = s.Append(dst[:0], pieces[i%len(pieces)])
		i++
	}
	plain, packed := s.Bytes()
	b.ReportMetric(100*float64(packed)/float64(plain), "%size")
}

// BenchmarkDeflateMemory measures what one open stream keeps, ours beside the standard library's.
func BenchmarkDeflateMemory(b *testing.B) {
	pieces := rooms(20)
	measure := func(b *testing.B, streams int, open func() any) {
		for b.Loop() {
			kept := make([]any, 0, streams)
			before := heapBytes()
			for range streams {
				kept = append(kept, open())
			}
			b.ReportMetric(float64(heapBytes()-before)/float64(streams), "B/stream")
			runtime.KeepAlive(kept)
		}
	}
	b.Run("ours", func(b *testing.B) {
		measure(b, 2000, func() any {
			s := telnet.NewDeflateStream()
			for _, p := range pieces {
				s.Append(nil, p)
			}
			return s
		})
	})
	b.Run("compress/zlib", func(b *testing.B) {
		measure(b, 50, func() any {
			w := zlib.NewWriter(io.Discard)
			for _, p := range pieces {
				_, _ = w.Write(p)
				_ = w.Flush()
			}
			return w
		})
	})
}

func heapBytes() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
