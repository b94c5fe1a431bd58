package telnet_test

import (
	"bytes"
	"compress/zlib"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/mud/telnet"
)

// TestMCCP2 is `mccp2` on the machine: what comes before and after, who gets it, and who gets it no more.
func TestMCCP2(t *testing.T) {
	text := func(m *telnet.Machine) { m.Send(telnet.Output{Text: "The tide comes in.\n", Prompt: "> "}) }
	t.Run("offered last, in the second step", func(t *testing.T) {
		if c := newClient(t); !strings.HasSuffix(c.says(iac+"\xf1"), will+mccp2) {
			t.Error("not the last")
		}
	})
	t.Run("nothing plain behind the marker", func(t *testing.T) {
		c := newClient(t)
		c.says(wont + ttype)
		before := c.shows(text)
		got := c.says(do + mccp2)
		wantAnswer(t, got, marker)
		got += c.shows(text) + c.says(do+timingMark) + c.shows(func(m *telnet.Machine) { m.BeginSecret() })
		want := marker + "\r\nThe tide comes in.\r\n> " + ga + wont + timingMark + will + echo
		wantAnswer(t, decoded(t, []byte(got)), want)
		if strings.Contains(before, "\x78\x9c") || strings.Count(got, marker) != 1 {
			t.Errorf("got %q and %q", before, got)
		}
		if !c.Capabilities().Compressed {
			t.Error("not known as compressed")
		}
	})
	t.Run("what was queued before goes plain", func(t *testing.T) {
		c := newClient(t)
		c.says(iac + "\xf1")
		text(c.Machine)
		got := c.says(do + mccp2 + "look\r\n")
		wantAnswer(t, got, "The tide comes in.\r\n> "+ga+marker)
	})
	t.Run("a client that cannot read it", func(t *testing.T) {
		c := newClient(t)
		c.says(wont + ttype + do + mccp2)
		text(c.Machine)
		got := marker + string(c.Out()) + c.says(dont+mccp2) + c.shows(text)
		want := marker + "The tide comes in.\r\n> " + ga + wont + mccp2 + "\r\nThe tide comes in.\r\n> " + ga
		wantAnswer(t, decoded(t, []byte(got)), want)
		wantAnswer(t, c.says(do+mccp2), wont+mccp2) // once is enough
		if c.Capabilities().Compressed {
			t.Error("still known as compressed")
		}
	})
	t.Run("never when encrypted", func(t *testing.T) {
		c, _ := newPicky(t, telnet.Options{Encrypted: true})
		wantAnswer(t, c.says(iac+"\xf1"), do+environ+will+charset)
		wantAnswer(t, c.says(do+mccp2), wont+mccp2)
	})
}

// newPacked is a connection over a pipe that has just agreed to compression.
func newPacked(t *testing.T) *pipe {
	t.Helper()
	p := newPipe(t)
	p.says(t, wont+ttype+dont+charset)
	<-p.Events()
	synctest.Wait()
	p.got.take()
	p.says(t, do+mccp2)
	<-p.Events() // Terminal
	return p
}

func TestCompressedWrites(t *testing.T) {
	t.Run("marker in one write", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p := newPipe(t)
			p.says(t, wont+ttype)
			synctest.Wait()
			p.got.take()
			p.says(t, do+timingMark+do+mccp2+do+timingMark+dont+charset)
			<-p.Events()
			synctest.Wait()
			got := p.got.take()
			if len(got) != 3 || got[0] != wont+timingMark || got[1] != marker {
				t.Fatalf("got %q", got)
			}
			wantAnswer(t, decoded(t, []byte(got[1]+got[2])), marker+wont+timingMark)
		})
	})
	t.Run("flushed at each prompt, ended on quit", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p := newPacked(t)
			want := ""
			for range 20 {
				p.Send(telnet.Output{Text: "The tide comes in.\n", Prompt: "> "})
				want += "\r\nThe tide comes in.\r\n> " + ga
			}
			p.Send(telnet.Output{Text: "Bye.\n"})
			p.Close(telnet.ReasonQuit)
			p.Wait()
			synctest.Wait() // until the last of it is collected
			all := strings.TrimPrefix(strings.Join(p.got.take(), ""), marker)
			r, err := zlib.NewReader(strings.NewReader(all))
			if err != nil {
				t.Fatalf("open the stream: %v", err)
			}
			got, err := io.ReadAll(r) // fails if the stream does not end, or its checksum is wrong
			if want = strings.TrimPrefix(want, "\r\n") + "\r\nBye.\r\n"; err != nil || string(got) != want {
				t.Errorf("got %q, %v, want %q", got, err, want)
			}
		})
	})
	t.Run("decodable at once", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p := newPacked(t)
			sent := ""
			for i := range 10 {
				p.Send(telnet.Output{Text: strings.Repeat("A room. ", i), Prompt: "> "})
				synctest.Wait()
				sent += strings.Join(p.got.take(), "")
				if got := decoded(t, []byte(sent)); !strings.HasSuffix(got, strings.Repeat("A room. ", i)+"> "+ga) {
					t.Fatalf("after %d: got %q", i, got)
				}
			}
		})
	})
}

func TestEncryptedIsNotCompressed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPipeWith(t, telnet.ConnOptions{Encrypted: true})
		p.says(t, do+mccp2)
		synctest.Wait()
		want := firstOffers + wont + mccp2 + do + environ + will + charset
		if got := strings.Join(p.got.take(), ""); got != want || !p.Capabilities().Encrypted {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestCompressionEnds(t *testing.T) { // never with text behind it
	synctest.Test(t, func(t *testing.T) {
		p := newPacked(t)
		p.Send(telnet.Output{Text: "packed\n"})
		synctest.Wait()
		start := time.Now()
		p.says(t, dont+mccp2)
		<-p.Events() // Terminal
		p.Send(telnet.Output{Text: "plain\n"})
		wait(telnet.RestMin - time.Millisecond)
		before := strings.Join(p.got.take(), "")
		wantAnswer(t, decoded(t, []byte(before)), marker+"packed\r\n")
		wait(2 * time.Millisecond)
		if got, want := strings.Join(p.got.take(), ""), wont+mccp2+"plain\r\n"; got != want {
			t.Errorf("after %s: got %q, want %q", time.Since(start), got, want)
		}
		p.Send(telnet.Output{Text: "more\n"})
		synctest.Wait()
		if got, want := strings.Join(p.got.take(), ""), "more\r\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// TestCompressionEndsOverTCP is TestCompressionEnds where the socket takes everything at once.
func TestCompressionEndsOverTCP(t *testing.T) {
	c, client := open(t)
	if _, err := io.WriteString(client, wont+ttype+dont+charset+do+mccp2); err != nil {
		t.Fatalf("write: %v", err)
	}
	for !c.Capabilities().Compressed {
		<-c.Events()
	}
	start := time.Now()
	if _, err := io.WriteString(client, dont+mccp2); err != nil {
		t.Fatalf("write: %v", err)
	}
	for c.Capabilities().Compressed {
		<-c.Events()
	}
	c.Send(telnet.Output{Text: "plain\n"})
	var got []byte
	for !bytes.HasSuffix(got, []byte("plain\r\n")) {
		p := make([]byte, 1<<10)
		n, err := client.Read(p)
		if err != nil {
			t.Fatalf("read behind %q: %v", got, err)
		}
		got = append(got, p[:n]...)
	}
	if d := time.Since(start); d < telnet.RestMin {
		t.Errorf("text came %s after the end was asked for", d)
	}
	wantAnswer(t, decoded(t, got), firstOffers+secondOffers+marker+wont+mccp2+"plain\r\n")
}

// TestPackedReaderThatPauses is TestReaderThatPauses with compression: what the socket does not take at once must
// follow whole, in order, and once.
func TestPackedReaderThatPauses(t *testing.T) {
	server, client := accept(t)
	c := serve(server)
	if err := server.SetWriteBuffer(16 << 10); err != nil {
		t.Fatalf("shrink the buffer: %v", err)
	}
	if _, err := io.WriteString(client, wont+ttype+dont+charset+do+mccp2); err != nil {
		t.Fatalf("write: %v", err)
	}
	for !c.Capabilities().Compressed {
		<-c.Events()
	}
	want, random := "", rand.New(rand.NewPCG(1, 2))
	for range 3 { // each more than the socket takes at once
		text := noise(random, 80_000)
		want += text + "\r\n"
		c.Send(telnet.Output{Paragraphs: []string{text}})
	}
	c.Close(telnet.ReasonQuit)
	got, err := io.ReadAll(client)
	c.Wait()
	_, packed, begun := bytes.Cut(got, []byte(marker))
	if err != nil || !begun {
		t.Fatalf("got %d bytes, %v", len(got), err)
	}
	r, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatalf("open the stream: %v", err)
	}
	if text, err := io.ReadAll(r); err != nil || string(text) != want {
		t.Errorf("got %d bytes, %v, want %d in order", len(text), err, len(want))
	}
}

// noise is text that does not compress well.
func noise(r *rand.Rand, n int) string {
	var b strings.Builder
	for b.Len() < n {
		b.WriteByte('!' + byte(r.IntN(94)))
	}
	return b.String()
}

func TestPackedReaderThatNeverReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		p := serve(far)
		go func() { _, _ = io.WriteString(near, wont+ttype+dont+charset+do+mccp2) }()
		_, _ = io.ReadFull(near, make([]byte, len(firstOffers+secondOffers)))
		for !p.Capabilities().Compressed {
			<-p.Events()
		}
		sent := 0
		for p.Reason() == "" && sent < 4*telnet.QueueMaxBytes {
			p.Send(telnet.Output{Text: strings.Repeat("The tide comes in. ", 100)})
			sent += 1900
		}
		if got := p.Reason(); got != telnet.ReasonSlowReader || sent > 2*telnet.QueueMaxBytes {
			t.Errorf("closed %q after %d bytes", got, sent)
		}
		p.Close(telnet.ReasonQuit)
		p.Wait()
		_ = near.Close()
	})
}
