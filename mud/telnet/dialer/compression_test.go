package dialer_test

import (
	"compress/zlib"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/telnet"
	"github.com/mudlark-mud/mudlark/mud/telnet/dialer"
)

const (
	marker     = sb + mccp + se
	compressed = "note The server compresses what it sends.\n"
)

// packed is a whole zlib stream.
func packed(t testing.TB, text string) string {
	t.Helper()
	return string(packedAt(t, zlib.DefaultCompression, text))
}

func TestCompression(t *testing.T) {
	stream := packed(t, "One.\r\nTwo "+will+"\x19\xff\xff.\r\n")
	wrongSum := stream[:len(stream)-1] + "?"
	two := "line \"One.\"\nline \"Two ÿ.\"\n"
	for name, tt := range map[string]struct{ server, want string }{
		"in the same read as its marker": {"Zero.\r\n" + marker + stream, "line \"Zero.\"\n" + compressed + two},
		"plain text behind its end":      {marker + stream + "Three.\r\n", compressed + two + "line \"Three.\"\n"},
		"twice":                          {marker + stream + marker + stream, compressed + two + two},
		"denied behind its end":          {marker + stream + wont + mccp + "x\r\n", compressed + two + "line \"x\"\n"},
		"a marker within": {marker + packed(t, marker+"One.\r\n") + "x\r\n",
			compressed + "line \"One.\"\nline \"x\"\n"},
		"garbage": {marker + "You see a lamp.\r\n", compressed + "closed what the server compressed cannot be " +
			"read: what came is no zlib stream\n"},
		"a wrong sum": {marker + wrongSum + "x\r\n", compressed + two + "closed what the server compressed cannot be " +
			"read: the checksum of compressed text is wrong\n"},
	} {
		latin1 := "note Some of this server's text is not UTF-8; it is read as Latin-1.\n"
		want := strings.Replace(tt.want, "line \"Two", latin1+"line \"Two", 1)
		for how, parts := range map[string][]string{"whole": {tt.server}, "by bytes": strings.Split(tt.server, "")} {
			begin(t, dialer.Config{}, func(s *stage) {
				s.says(will + mccp)
				expect(t, name, s.heard(), do+mccp)
				for _, p := range parts {
					_, _ = s.nc.Write([]byte(p)) // the client may have hung up
				}
				expect(t, name+", "+how, s.events(), want)
			})
		}
	}
}

// TestUncompressed: who cannot read a server's compression does without.
func TestUncompressed(t *testing.T) {
	begin(t, dialer.Config{Uncompressed: true}, func(s *stage) {
		s.says(will + mccp + will + mccp)
		expect(t, "answers", s.heard(), dont+mccp)
		s.says(marker + "Plain.\r\n")
		expect(t, "events", s.events(), "line \"Plain.\"\n")
	})
}

// TestCompressionUnasked: what was not agreed on does not begin.
func TestCompressionUnasked(t *testing.T) {
	begin(t, dialer.Config{}, func(s *stage) {
		s.says(marker + "Plain.\r\n")
		expect(t, "events", s.events(), "line \"Plain.\"\n")
	})
}

// TestCompressedAsItComes: each piece that a server flushes is told at once, prompts too.
func TestCompressedAsItComes(t *testing.T) {
	server := telnet.NewDeflateStream()
	begin(t, dialer.Config{}, func(s *stage) {
		s.says(will+mccp, marker)
		for _, text := range []string{"One.\r\n> \xff\xf9", "> "} {
			s.says(string(server.Append(nil, []byte(text))))
		}
		expect(t, "events", s.events(), compressed+"line \"One.\"\nprompt \"> \"\n")
		long := strings.Repeat("x", 20_000) // from a handful of bytes
		s.says(string(server.Append(nil, []byte("\r\n"+long+"\r\n> "))))
		expect(t, "a long line", s.events(), "line \"> \"\nline \""+long+"\"\n")
		s.passes(dialer.SilenceMax)
		expect(t, "silence", s.events(), "prompt \"> \"\n")
		if !s.conn.Facts().Compressed {
			t.Error("not known to be compressed")
		}
		s.says(string(server.End(nil)) + "\r\nPlain.\r\n")
		expect(t, "the end", s.events(), "line \"Plain.\"\n")
		if s.conn.Facts().Compressed {
			t.Error("still known to be compressed")
		}
	})
}

// TestBombs: neither lines nor anything else that is made of little grows without bound.
func TestBombs(t *testing.T) {
	for name, text := range map[string]string{
		"zeros": strings.Repeat("\x00", 4<<20), "a line": strings.Repeat("x", 4<<20),
		"colours": strings.Repeat("\x1b[31m", 1<<20),
	} {
		bomb := packed(t, text)
		begin(t, dialer.Config{}, func(s *stage) {
			s.says(will+mccp, marker)
			_, _ = s.nc.Write([]byte(bomb))
			if got := s.events(); !strings.HasSuffix(got, "cannot be read: compressed text grows more than text can\n") {
				t.Errorf("%s: %d bytes end with %.200q", name, len(bomb), got)
			}
		})
	}
}

// TestCutAnywhere: wherever a server hangs up, all that can be known of what came is told, though it be more than is
// inflated at once and nothing of it was flushed.
func TestCutAnywhere(t *testing.T) {
	noise := make([]byte, 8000)
	for i, r := 0, rand.New(rand.NewPCG(1, 2)); i < len(noise); i++ {
		noise[i] = byte('a' + r.UintN(26))
	}
	text := string(noise) + strings.Repeat("x", 600)
	stream := packed(t, text)
	for back := range 20 {
		begin(t, dialer.Config{}, func(s *stage) {
			s.says(will+mccp, marker+stream[:len(stream)-back])
			_ = s.nc.Close()
			got := s.events()
			line, isLine := strings.CutPrefix(got, compressed+`line "`)
			line, end, _ := strings.Cut(line, `"`)
			isWhole := isLine && strings.HasPrefix(text, line) && len(line) >= len(noise)-50
			if !isWhole || end != "\nclosed the server closed the connection\n" {
				t.Errorf("without the last %d: %d bytes, and at the end %.200q", back, len(line), end)
			}
		})
	}
}
