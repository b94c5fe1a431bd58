package load_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/load"
)

func TestGlass(t *testing.T) {
	for _, c := range []struct{ name, sent, want string }{
		{"text and lines", "ab\r\ncd", "ab\ncd\n\n"},
		{"colours are nothing", "a\x1b[1;31mb\x1b[m", "ab\n\n\n"},
		{"cursor", "\x1b[2;3Hx\x1b[Ay\x1b[1Gz", "z  y\n  x\n\n"},
		{"beyond the edges", "\x1b[99;99Hx\x1b[99A\x1b[99Dy", "y\n\n    x\n"},
		{"wrapping at the edge", "abcdef", "abcde\nf\n\n"},
		{"scrolling at the bottom", "1\r\n2\r\n3\r\n4", "2\n3\n4\n"},
		{"a region", "1\r\n2\r\n3\x1b[1;2r\x1b[2;1H\n", "2\n\n3\n"},
		{"scrolling a region down", "1\r\n2\r\n3\x1b[2;3r\x1b[T", "1\n\n2\n"},
		{"scrolling more than there is", "1\r\n2\r\n3\x1b[999S", "\n\n\n"},
		{"a region that is none", "1\r\n2\r\n3\x1b[3;1r\x1b[S", "2\n3\n\n"},
		{"going up over the top", "1\r\n2\x1b[1;1H\x1bM0", "0\n1\n2\n"},
		{"inserting and deleting rows", "1\r\n2\r\n3\x1b[1;1H\x1b[L\x1b[3;1H\x1b[M", "\n1\n\n"},
		{"inserting and deleting cells", "abcd\x1b[1G\x1b[2P\x1b[@x", "xcd\n\n\n"},
		{"repeat", "-\x1b[3b", "----\n\n\n"},
		{"erase to the end", "abcd\x1b[2D\x1b[K", "ab\n\n\n"},
		{"erase to the cursor", "abcd\x1b[2D\x1b[1K", "   d\n\n\n"},
		{"erase some", "abcd\x1b[1G\x1b[2X", "  cd\n\n\n"},
		{"erase below", "1\r\n2\r\n3\x1b[2;1H\x1b[J", "1\n\n\n"},
		{"erase all", "1\r\n2\x1b[2J", "\n\n\n"},
		{"titles and questions", "\x1b]0;t\x07\x1b[?2026h\x1bP+q\x1b\\a", "a\n\n\n"},
		{"wide characters", "日本語", "日本\n語\n\n"},
		{"a new life", "abc\x1bcd", "d\n\n\n"},
	} {
		for _, size := range []int{1, 3, 1 << 10} {
			t.Run(c.name, func(t *testing.T) {
				g := load.NewGlass(5, 3)
				for at := 0; at < len(c.sent); at += size {
					if _, err := g.Write([]byte(c.sent[at:min(at+size, len(c.sent))])); err != nil {
						t.Fatal(err)
					}
				}
				if got := g.String(); got != c.want {
					t.Errorf("in parts of %d: got %q, want %q", size, got, c.want)
				}
			})
		}
	}
}

func TestFramesAndShows(t *testing.T) {
	g := load.NewGlass(40, 4)
	for _, part := range []string{
		"\x1b[?25l[30/30] > say q1x\r\nYou say: \x1b[1m\"q1x\"\x1b[m\x1b[?2", "5h", "\x1b[?25l\x1b[?25h",
	} {
		_, _ = g.Write([]byte(part))
	}
	if got := g.Frames(); got != 2 {
		t.Errorf("got %d frames, want 2", got)
	}
	for _, c := range []struct {
		begins, contains string
		want             bool
	}{{"You say", "q1x", true}, {"You say", "q2x", false}, {"You tell", "q1x", false}, {"", "> say q1x", true}} {
		if got := g.Shows(c.begins, c.contains); got != c.want {
			t.Errorf("shows %q with %q: got %v", c.begins, c.contains, got)
		}
	}
}

func FuzzGlass(f *testing.F) {
	f.Add("\x1b[2;3Hx\x1b[Ay\x1b[1Gz\x1b[5;1r\x1b[999L\x1b[999@", 7, 3)
	f.Add("日本\xff\x1b[", 1, 1)
	f.Fuzz(func(t *testing.T, sent string, width, height int) {
		if len(sent) > 500 {
			return
		}
		width, height = 1+(width&63), 1+(height&31)
		g, slow := load.NewGlass(width, height), load.NewGlass(width, height)
		_, _ = g.Write([]byte(sent))
		for i := range len(sent) {
			_, _ = slow.Write([]byte{sent[i]})
		}
		if g.String() != slow.String() {
			t.Errorf("at once: %q\nbyte by byte: %q", g.String(), slow.String())
		}
		for row := range strings.Lines(g.String()) {
			if n := utf8.RuneCountInString(row); n > width+1 {
				t.Errorf("a row of %d columns has %d characters", width, n)
			}
		}
	})
}

func BenchmarkGlass(b *testing.B) {
	g := load.NewGlass(80, 24)
	frame := []byte("\x1b[?25l\x1b[1;20r\x1b[20;1H\x1b[2S\x1b[1;24r\x1b[19;1H[30/30] > \x1b[38;5;253;1msay " +
		"q1x2\x1b[m\r\nYou say: \x1b[38;5;231m\"q1x2\"\x1b[m\x1b[23;11H\x1b[?25h")
	for b.Loop() {
		_, _ = g.Write(frame)
		if !g.Shows("You say", "q1x2") {
			b.Fatal(g.String())
		}
	}
}
