package dialer_test

import (
	"bytes"
	"compress/zlib"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/telnet"
	"github.com/mudlark-mud/mudlark/mud/telnet/dialer"
)

func newInflater() *dialer.Inflater { return dialer.NewInflater(dialer.InflateRatio) }

// grow inflates src in reads and into rooms of these sizes, 0 meaning all at once. It returns what was not taken too.
func grow(s *dialer.Inflater, src []byte, read, room int) (out, rest []byte, err error) {
	if room == 0 {
		room = 4096
	}
	dst := make([]byte, room)
	for {
		part := src
		if read > 0 {
			part = src[:min(read, len(src))]
		}
		for {
			wrote, took, err := s.Take(dst, part)
			out = append(out, dst[:wrote]...)
			part, src = part[took:], src[took:]
			if err != nil {
				return out, src, err
			}
			if wrote < len(dst) {
				break
			}
		}
		if len(src) == 0 {
			return out, nil, nil
		}
	}
}

// packedAt is text as zlib compresses it at a level.
func packedAt(t testing.TB, level int, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := zlib.NewWriterLevel(&b, level)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func texts() map[string]string {
	noise := make([]byte, 36_000)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range noise {
		noise[i] = byte(r.UintN(256))
	}
	return map[string]string{
		"empty": "", "a word": "hello", "repeated": strings.Repeat("A goblin hits you. ", 2000),
		"noise": string(noise), "longest repetition": strings.Repeat("x", 258*3+1),
		"far back": string(noise[:32_000]) + string(noise[:9_000]),
	}
}

func TestWhatIsPackedIsRead(t *testing.T) {
	for name, text := range texts() {
		for _, level := range []int{zlib.NoCompression, 1, zlib.DefaultCompression, 9, zlib.HuffmanOnly} {
			for _, read := range []int{0, 1, 7} {
				for _, room := range []int{1, 100, 0} {
					s := newInflater()
					out, rest, err := grow(s, append(packedAt(t, level, text), "plain"...), read, room)
					if !errors.Is(err, io.EOF) || string(out) != text || string(rest) != "plain" {
						t.Errorf("%s at level %d, %d by %d: %d of %d bytes, rest %q, %v", name, level, read, room,
							len(out), len(text), rest, err)
					}
				}
			}
		}
	}
}

// TestEachPieceAtOnce: what a server flushes is read before anything more comes, once it is flushed.
func TestEachPieceAtOnce(t *testing.T) {
	server := telnet.NewDeflateStream()
	client := newInflater()
	for _, piece := range []string{"You see a lamp.\r\n", "> ", strings.Repeat("You see a lamp.\r\n", 500)} {
		out, rest, err := grow(client, server.Append(nil, []byte(piece)), 0, 0)
		if string(out) != piece || len(rest) != 0 || err != nil {
			t.Errorf("got %q, %v", out, err)
		}
	}
	out, rest, err := grow(client, append(server.End(nil), 'x'), 0, 0)
	if len(out) != 0 || string(rest) != "x" || !errors.Is(err, io.EOF) {
		t.Errorf("the end: got %q, rest %q, %v", out, rest, err)
	}

	// "hi" in a block of fixed codes, then the empty fixed block of Z_PARTIAL_FLUSH, by hand: given when nothing more
	// comes.
	partial := []byte{0x78, 0x9C, 0xCA, 0xC8, 0x04, 0x04, 0x01}
	cut := newInflater()
	if out, _, err := grow(cut, partial, 0, 0); err != nil {
		t.Errorf("a partial flush: got %q, %v", out, err)
	}
	cut.End()
	if out, _, err := grow(cut, nil, 0, 0); string(out) != "hi" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("cut behind a partial flush: got %q, %v", out, err)
	}
}

func TestBrokenCompression(t *testing.T) {
	fine := packedAt(t, 9, "some text of some length, some text of some length")
	wrongSum := bytes.Clone(fine)
	wrongSum[len(wrongSum)-1] ^= 1
	for name, tt := range map[string]struct {
		in   string
		want error
	}{
		"text":                    {"You see a lamp.\r\n", dialer.ErrInflateHeader},
		"another method":          {"\x79\x1c", dialer.ErrInflateHeader},
		"a window beyond 32 KiB":  {"\x88\x1c", dialer.ErrInflateHeader},
		"a preset dictionary":     {"\x78\xbb\x00\x00\x00\x00", dialer.ErrInflateHeader},
		"a fourth kind of block":  {"\x78\x9c\x07", dialer.ErrInflateBlock},
		"a length that is none":   {"\x78\x9c\x01\x05\x00\x00\x00", dialer.ErrInflateBlock},
		"repeats what never was":  {"\x78\x9c\x4b\x04\x23\x00", dialer.ErrInflateBlock},
		"too many codes":          {"\x78\x9c\xfd\xff\xff\xff\xff\xff\xff\xff", dialer.ErrInflateBlock},
		"a code that is too full": {"\x78\x9c\x05\xe0\xff\xff\xff\xff\xff\xff\xff\xff\xff", dialer.ErrInflateBlock},
		"a wrong checksum":        {string(wrongSum), dialer.ErrInflateSum},
	} {
		for _, read := range []int{0, 1} {
			s := newInflater()
			if _, _, err := grow(s, []byte(tt.in), read, 0); !errors.Is(err, tt.want) {
				t.Errorf("%s: got %v, want %v", name, err, tt.want)
			}
			if wrote, took, err := s.Take(make([]byte, 9), fine); wrote+took != 0 || !errors.Is(err, tt.want) {
				t.Errorf("%s: goes on afterwards: %d %d %v", name, wrote, took, err)
			}
		}
	}
}

func TestCompressionBomb(t *testing.T) {
	bomb := packedAt(t, 9, strings.Repeat("\x00", 10<<20))
	out, _, err := grow(newInflater(), bomb, 512, 0)
	if !errors.Is(err, dialer.ErrInflateBomb) || len(out) > dialer.InflateFreeBytes+4096 {
		t.Errorf("%d bytes became %d before %v", len(bomb), len(out), err)
	}
	// A table of blank lines is none, and text is none however long it goes on.
	if out, _, err := grow(newInflater(), packedAt(t, 9, strings.Repeat("\r\n", 100_000)), 0, 0); !errors.Is(err, io.EOF) {
		t.Errorf("blank lines: %d, %v", len(out), err)
	}
	who := strings.Repeat("[ 50 Hu Wa ] Grimbold the Unwashed is here, linkless, and has been for hours.\r\n", 20_000)
	if out, _, err := grow(newInflater(), packedAt(t, 1, who), 0, 0); !errors.Is(err, io.EOF) || string(out) != who {
		t.Errorf("a long list: %d of %d, %v", len(out), len(who), err)
	}
}

// FuzzInflate holds the stream, however it is cut, against compress/zlib that reads it whole: whatever one accepts the
// other does, and it means the same and ends at the same byte.
func FuzzInflate(f *testing.F) {
	for _, text := range texts() {
		f.Add(packedAt(f, 9, text[:min(len(text), 3000)]), uint8(0), uint8(0))
		f.Add(packedAt(f, 1, text[:min(len(text), 3000)]), uint8(3), uint8(5))
		f.Add(packedAt(f, zlib.HuffmanOnly, text[:min(len(text), 500)]), uint8(1), uint8(1))
	}
	f.Add([]byte("\x78\x9c\xfd\xff\xff\xff\xff\xff\xff\xff"), uint8(0), uint8(0))
	f.Fuzz(func(t *testing.T, src []byte, read, room uint8) {
		s := newInflater()
		defer s.Stop()
		out, rest, err := grow(s, bytes.Clone(src), int(read), int(room))
		if in, grown := s.Bytes(); in != uint64(len(src)-len(rest)) || grown != uint64(len(out)) {
			t.Errorf("counts %d to %d", in, grown)
		}
		from := bytes.NewReader(src)
		var want []byte
		z, wantErr := zlib.NewReader(from)
		if wantErr == nil {
			want, wantErr = io.ReadAll(io.LimitReader(z, 4<<20))
		}
		switch {
		case errors.Is(err, dialer.ErrInflateBomb) || len(want) == 4<<20:
		case errors.Is(err, io.EOF) != (wantErr == nil):
			t.Errorf("got %v, zlib %v", err, wantErr)
		case !bytes.HasPrefix(out, want) && wantErr == nil:
			t.Errorf("got %d bytes, zlib %d", len(out), len(want))
		case wantErr == nil && from.Len() != len(rest):
			t.Errorf("%d bytes stay, with zlib %d", len(rest), from.Len())
		}
	})
}
