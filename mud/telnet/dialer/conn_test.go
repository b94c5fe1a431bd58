package dialer_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/mud/telnet"
	"github.com/mudlark-mud/mudlark/mud/telnet/dialer"
)

// TestFlood: of a server that never stops talking no more is read than is taken, and none of it is lost.
func TestFlood(t *testing.T) {
	const lines = 5000
	begin(t, dialer.Config{}, func(s *stage) {
		written := 0
		go func() {
			for i := range lines {
				if _, err := fmt.Fprintf(s.nc, "line %d\r\n", i); err != nil {
					return
				}
				written++
			}
		}()
		synctest.Wait()
		if written > dialer.EventsMax+1 {
			t.Errorf("%d lines were read though nobody took any", written)
		}
		for i := range lines {
			if e, ok := (<-s.conn.Events()).(dialer.Line); !ok || e.Text != fmt.Sprintf("line %d", i) {
				t.Fatalf("line %d is %v", i, e)
			}
		}
	})
}

// TestClosedAmidFlood: Close ends it, and says so, whether anybody takes the rest or not.
func TestClosedAmidFlood(t *testing.T) {
	begin(t, dialer.Config{}, func(s *stage) {
		go func() { _, _ = io.WriteString(s.nc, strings.Repeat("line\r\n", 500)) }()
		synctest.Wait()
		for range 2 { // the second does nothing
			if err := s.conn.Close(); err != nil {
				t.Error(err)
			}
		}
		if got := s.events(); !strings.HasSuffix(got, "\nclosed you hung up\n") ||
			strings.Count(got, "\n") > dialer.EventsMax {
			t.Errorf("got %q", got)
		}
		if err := s.conn.Send("look"); !errors.Is(err, dialer.ErrClosed) {
			t.Errorf("sent: %v", err)
		}
	})
}

// TestDeaf: a server that takes nothing is left when too much waits for it.
func TestDeaf(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := dial(t, dialer.Config{})
		defer s.nc.Close()
		var err error
		line := strings.Repeat("x", dialer.TypedMaxBytes)
		sent := 0
		for err == nil {
			err = s.conn.Send(line)
			sent += len(line)
			synctest.Wait()
		}
		if sent > dialer.OutBytes+3*len(line) {
			t.Errorf("%d bytes wait", sent)
		}
		if got := told(<-s.conn.Events()); got != "closed the server no longer takes what is sent" {
			t.Errorf("got %s", got)
		}
		if err := s.conn.Close(); err != nil {
			t.Error(err)
		}
	})
}

// breaking is a connection whose writing fails.
type breaking struct{ net.Conn }

var errBroken = errors.New("broken pipe")

func (breaking) Write([]byte) (int, error) { return 0, errBroken }

// TestLastWords: a server that has closed its ears may say why.
func TestLastWords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		defer theirs.Close()
		c := dialer.Config{Addr: "mud.example:4000", Dial: func(context.Context, string, string) (net.Conn, error) {
			return breaking{ours}, nil
		}}
		conn := dial(t, c).conn
		if err := conn.Send("look"); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if err := conn.Send("look"); !errors.Is(err, dialer.ErrClosed) {
			t.Errorf("sent: %v", err)
		}
		_, _ = io.WriteString(theirs, "You are banned.\r\n")
		got := ""
		for e := range conn.Events() {
			got += told(e) + "\n"
		}
		expect(t, "the end", got,
			"line \"You are banned.\"\nclosed the server no longer takes what is sent: broken pipe\n")
		_ = conn.Close()
	})
}

// TestSlowLogin: who looks for a remembered login may use the connection meanwhile.
func TestSlowLogin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		found := make(chan struct{})
		s := dial(t, dialer.Config{Login: func() (string, string, bool) { <-found; return "ann", "pw", true }})
		go s.listen()
		s.says(will + gmcp + says(`Char.Login.Default {"type":["password-credentials"]}`) + "Text.\r\n")
		s.heard()
		s.conn.Resize(100, 30)
		if err := s.conn.Send("look"); err != nil {
			t.Error(err)
		}
		expect(t, "meanwhile", s.heard()+s.events(), "look\r\n")
		close(found)
		expect(t, "afterwards", s.heard(), says(`Char.Login.Credentials {"account":"ann","password":"pw"}`))
		expect(t, "told", s.events(), "note Entering with the login that is remembered.\nline \"Text.\"\n")
		_ = s.conn.Close()
		_ = s.nc.Close()
	})
}

func TestPreview(t *testing.T) {
	const asked = "MSSP-REQUEST\r\n"
	plain := "By what name? \r\nMSSP-REPLY-START\r\nNAME\tLowtide\r\nPLAYERS\t3\r\nPORT\t4000\t4001\r\nMSSP-REPLY-END\r\n"
	for name, tt := range map[string]struct {
		greeting, answer string
		heard, want      string
	}{
		"over telnet": {"Hello.\r\n" + do + ttyp + do + ttyp + will + gmcp + will + mccp + will + mssp + sb + mssp +
			"\x01NAME\x02Lowtide" + se, "", wont + ttyp + dont + gmcp + dont + mccp + do + mssp, "Lowtide"},
		"in plain text":  {"Name: ", plain, asked, "Lowtide"},
		"behind a name":  {"Name: ", "\x1b[1mName: MSSP-REPLY-START" + plain[32:], asked, "Lowtide"},
		"nothing":        {"Name: ", "MSSP-REQUEST is no name.\r\n", asked, ""},
		"silence":        {"", "", asked, ""},
		"talks for ever": {"Name: ", strings.Repeat("no\r\n", 300), asked, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			ours, theirs := net.Pipe()
			s := &stage{t: t, nc: theirs}
			var wg sync.WaitGroup
			wg.Go(func() {
				_, _ = io.WriteString(theirs, tt.greeting)
				<-time.After(dialer.PreviewPlainMax)
				_, _ = io.WriteString(theirs, tt.answer)
			})
			wg.Go(s.listen)
			card, err := dialer.Preview(t.Context(), dialer.Config{
				Addr: "mud.example:4000", Dial: func(context.Context, string, string) (net.Conn, error) { return ours, nil },
			})
			if got := card.Value("NAME"); got != tt.want || errors.Is(err, dialer.ErrNoServerInfo) != (tt.want == "") {
				t.Errorf("%s: got %q, %v", name, got, err)
			}
			expect(t, name, s.heard(), tt.heard)
			_ = theirs.Close()
			wg.Wait()
		})
	}
}

// benchmarked is what a MUD says in a row: 4 lines.
const benchmarked = "\x1b[1;33mThe Fish Quay\x1b[0m\r\nNets hang from the beams like weather, and the gulls know " +
	"every one of them by name.\r\nCaf\u00e9 Seren is open.\r\n\x1b[32m100H\x1b[0m 83M 82V [ n e ]\r\n"

// BenchmarkLines tells how many lines a second come through, as they are and compressed.
func BenchmarkLines(b *testing.B) {
	const times = 2500
	plain := []byte(strings.Repeat(benchmarked, times))
	server := telnet.NewDeflateStream()
	packed := []byte(will + mccp + marker)
	for range times { // flushed after each four, as by our own server
		packed = server.Append(packed, []byte(benchmarked))
	}
	for name, said := range map[string][]byte{"plain": plain, "compressed": packed} {
		b.Run(name, func(b *testing.B) {
			lines := 0
			for b.Loop() {
				for _, e := range feed(b, dialer.Config{}, said, 8<<10) {
					if _, ok := e.(dialer.Line); ok {
						lines++
					}
				}
			}
			if lines != 4*times*b.N {
				b.Errorf("%d lines", lines)
			}
			b.ReportMetric(float64(lines)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}
