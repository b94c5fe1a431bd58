package dialer_test

import (
	"context"
	"io"
	"net"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/mud/telnet/dialer"
)

// recording is a connection on which a server has said all that it will, in pieces of size bytes.
type recording struct {
	net.Conn
	said []byte
	size int
}

func (r *recording) Read(p []byte) (int, error) {
	if len(r.said) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.said[:min(r.size, len(r.said))])
	r.said = r.said[n:]
	return n, nil
}

func (r *recording) Write(p []byte) (int, error)      { return len(p), nil }
func (r *recording) Close() error                     { return nil }
func (r *recording) SetDeadline(time.Time) error      { return nil }
func (r *recording) SetReadDeadline(time.Time) error  { return nil }
func (r *recording) SetWriteDeadline(time.Time) error { return nil }

// feed calls a server that says this and hangs up, and returns what was told.
func feed(t testing.TB, c dialer.Config, said []byte, size int) (events []dialer.Event) {
	t.Helper()
	c.Addr = "mud.example:4000"
	c.Dial = func(context.Context, string, string) (net.Conn, error) {
		return &recording{said: said, size: size}, nil
	}
	conn, err := dialer.Dial(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	for e := range conn.Events() {
		events = append(events, e)
	}
	if err := conn.Close(); err != nil {
		t.Error(err)
	}
	return events
}

// FuzzCaller promises of whatever a server sends, however it is split: the same is told; of text nothing is left but
// what may be shown; and the end is told, once and last.
func FuzzCaller(f *testing.F) {
	for _, in := range []string{
		"You see a \x1b[1;31mlamp\x1b[0m.\r\nName: \xff\xf9", will + "\x01Password: " + wont + "\x01\r\n",
		do + ttyp + sb + ttyp + "\x01" + se + do + naws + do + envi + sb + envi + "\x01\x00CLIENT_NAME" + se,
		will + chst + sb + chst + "\x01;ISO-8859-1" + se + "caf\xe9\xff\xff", will + gmcp + says(`Char.Vitals {"hp":1}`),
		will + mccp + marker + packed(f, "One.\r\n"+will+"\x19> \xff\xef") + "plain\r\n" + marker + "garbage",
		will + mssp + sb + mssp + "\x01NAME\x02x\x01TLS\x0244" + se, sb + "\xff\xf0" + sb + ttyp + do + "\x06", "\xff", sb,
		will + gmcp + says(`Char.Login.Default {"type":["password-credentials"]}`), strings.Repeat(do+"\x06", 301),
	} {
		f.Add([]byte(in), uint8(0))
		f.Add([]byte(in), uint8(6))
	}
	sgr := regexp.MustCompile("\x1b\\[[0-9;:]*m")
	shown := func(t *testing.T, text string) {
		rest := sgr.ReplaceAllString(text, "")
		if !utf8.ValidString(text) || strings.ContainsFunc(rest, func(r rune) bool {
			return !unicode.IsGraphic(r) && r != '\u200d' && r != '\u200c'
		}) {
			t.Errorf("shown: %q", text)
		}
	}
	f.Fuzz(func(t *testing.T, said []byte, size uint8) {
		c := dialer.Config{Limits: dialer.Limits{LineBytes: 200, GMCPBytes: 300, SubBytes: 300}}
		whole := feed(t, c, said, max(len(said), 1))
		split := feed(t, c, said, int(size)+1)
		if len(whole) != len(split) {
			t.Errorf("%d events, by %d bytes %d", len(whole), int(size)+1, len(split))
		}
		for i, e := range whole {
			if i < len(split) && told(e) != told(split[i]) {
				t.Errorf("%s, by %d bytes %s", told(e), int(size)+1, told(split[i]))
			}
			switch e := e.(type) {
			case dialer.Line:
				shown(t, e.Text)
			case dialer.Prompt:
				shown(t, e.Text)
			case dialer.Note:
				shown(t, e.Text)
			case dialer.MSSP:
				for _, v := range e.Variables {
					shown(t, v.Name+strings.Join(v.Values, " "))
				}
			case dialer.Closed:
				if i != len(whole)-1 {
					t.Error("something comes behind the end")
				}
			case dialer.GMCP, dialer.Hidden:
			}
		}
		if _, ok := whole[len(whole)-1].(dialer.Closed); !ok {
			t.Error("no end is told")
		}
	})
}
