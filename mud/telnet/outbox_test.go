package telnet_test

import (
	"bytes"
	"compress/zlib"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/mud/telnet"
)

const beginMarker = "\xff\xfa\x56\xff\xf0"

// TestOutbox puts text in and takes pieces out in any order, with compression begun and ended anywhere: what a client
// reads is the text, with the marker as a piece of its own and nothing but the end of the stream in the piece that
// must rest.
func TestOutbox(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var b telnet.Outbox
		var want, got, packed []byte
		var pieces []telnet.OutPiece
		take := func(most int) {
			for range most {
				w, ok := b.Next(nil)
				if !ok {
					return
				}
				pieces = append(pieces, w)
				b.Reuse(nil)
			}
		}
		begin := rapid.IntRange(0, 10).Draw(r, "begin")
		end := begin + rapid.IntRange(0, 10).Draw(r, "end")
		for i := range 12 {
			if i == begin {
				b.Begin()
			}
			if i == end {
				b.End()
			}
			text := rapid.SliceOfN(rapid.Byte(), 0, 40_000).Draw(r, "text")
			b.Plain = append(b.Plain, text...)
			want = append(want, text...)
			take(rapid.IntRange(0, 3).Draw(r, "take"))
		}
		take(100)
		if !b.Empty() {
			r.Fatal("not empty")
		}
		markers, plain := 0, true
		for _, w := range pieces {
			switch {
			case string(w.P) == beginMarker && !w.Packed && plain && markers == 0 && begin < 12:
				markers, plain = 1, false
			case w.Packed:
				packed = append(packed, w.P...)
				if w.Rest {
					got = append(got, unpack(r, packed)...)
					plain = true
				}
			default:
				got = append(got, w.P...)
			}
		}
		if b.Open() {
			got = append(got, unpack(r, b.Finish(packed))...)
		}
		if !bytes.Equal(got, want) {
			r.Errorf("got %d bytes, want %d; begin %d, end %d", len(got), len(want), begin, end)
		}
	})
}

// TestOutboxMemory compresses what is long piece by piece, and keeps small memory alone.
func TestOutboxMemory(t *testing.T) {
	var b telnet.Outbox
	b.Begin()
	random := rand.New(rand.NewPCG(1, 2))
	for range 100 << 10 { // which gets no smaller
		b.Plain = append(b.Plain, byte(random.Uint32()))
	}
	pieces, longest := 0, 0
	for w, ok := b.Next(nil); ok; w, ok = b.Next(nil) {
		pieces, longest = pieces+1, max(longest, len(w.P))
	}
	if pieces != 1+7 || longest > 17<<10 || !b.Empty() {
		t.Errorf("%d pieces, the longest of %d bytes", pieces, longest)
	}
	if b.Reuse(make([]byte, 2<<10)); cap(b.Plain) > 1<<10 {
		t.Errorf("keeps %d bytes", cap(b.Plain))
	}
	if b.Reuse(make([]byte, 100)); cap(b.Plain) != 100 || !b.Empty() {
		t.Errorf("does not keep what it may: %d bytes", cap(b.Plain))
	}
}

func unpack(r *rapid.T, packed []byte) []byte {
	z, err := zlib.NewReader(bytes.NewReader(packed))
	if errors.Is(err, io.EOF) && len(packed) == 0 {
		return nil
	}
	if err != nil {
		r.Fatalf("open the stream: %v", err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		r.Fatalf("inflate: %v", err)
	}
	return text
}
