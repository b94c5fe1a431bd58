package telnet_test

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/mud/telnet"
)

// FuzzMachine promises: no panic; the same whatever the packets; no more output than the limits allow; every 255 sent
// begins a telnet command; lines are clean and bounded; Ready before all but GMCP,
// Closed last.
func FuzzMachine(f *testing.F) {
	for _, in := range conversations() {
		f.Add([]byte(in), "caf\u00e9 \xff\n", uint8(3))
	}
	f.Add([]byte(will+ttype+strings.Repeat(is("x"), 6)+sb+ttype), "\xff\xff\x00\r\u2028", uint8(0))
	f.Add([]byte(do+echo+dont+echo+do+echo), "", uint8(1))
	f.Fuzz(func(t *testing.T, in []byte, text string, at uint8) {
		whole, cut := talk(in, text, len(in)), talk(in, text, int(at))
		sent := decoded(t, whole.sent)
		if sent != decoded(t, cut.sent) || tellAll(whole.events) != tellAll(cut.events) {
			t.Errorf("cut at %d: %q %s", at, cut.sent, tellAll(cut.events))
			t.Errorf("whole: %q %s", whole.sent, tellAll(whole.events))
		}
		wantEscaped(t, sent)
		if limit := 128 + 16*len(in) + 8*len(text); len(whole.sent) > limit {
			t.Errorf("sent %d bytes for %d", len(whole.sent), len(in))
		}
		wantOrderly(t, whole.events)
	})
}

// wantOrderly checks the order of events and what lines may hold.
func wantOrderly(t *testing.T, events []telnet.Event) {
	t.Helper()
	greeted := false
	for i, e := range events {
		_, ready := e.(telnet.Ready)
		_, message := e.(telnet.GMCP)
		_, closed := e.(telnet.Closed)
		if ready == greeted && !message && !closed {
			t.Errorf("Ready is not the first, or comes twice: %s", tellAll(events))
		}
		greeted = greeted || ready
		if last := i == len(events)-1; closed && !last {
			t.Errorf("Closed is not the last: %s", tellAll(events))
		}
		l, ok := e.(telnet.Line)
		if ok && (len(l.Text) > 3*telnet.LineMaxBytes || !utf8.ValidString(l.Text) ||
			strings.ContainsAny(l.Text, "\x00\x07\x1b\r\n\u009b\u202e")) {
			t.Errorf("line %q", l.Text)
		}
	}
}

// talk feeds in with one cut, shows text before, and asks for a secret after the greeting.
func talk(in []byte, text string, at int) *client {
	c := &client{Machine: telnet.New(telnet.Options{Now: func() time.Time { return time.Unix(1, 0) }})}
	c.Send(telnet.Output{Text: text, Prompt: text})
	c.BeginSecret()
	at = min(at, len(in))
	c.says(string(in[:at]))
	c.says(string(in[at:]))
	c.EndSecret()
	c.Expire()
	c.says("")
	return c
}

// wantEscaped walks over what was sent: a 255 must begin a command that this side uses.
func wantEscaped(t *testing.T, sent string) {
	t.Helper()
	for {
		i := strings.IndexByte(sent, 0xFF)
		if i < 0 {
			return
		}
		sent = sent[i+1:]
		switch {
		case sent == "":
			t.Error("ends in an IAC")
			return
		case sent[0] == 0xF1, sent[0] == 0xF9, sent[0] == 0xEF:
			sent = sent[1:]
		case sent[0] >= 0xFB && sent[0] <= 0xFE && len(sent) > 1:
			sent = sent[2:]
		case sent[0] == 0xFA:
			end := strings.Index(strings.ReplaceAll(sent, iac+iac, "xx"), se)
			if end < 0 {
				t.Errorf("endless subnegotiation %q", sent)
				return
			}
			sent = sent[end+2:]
		default:
			t.Errorf("a bare 255 before %q", sent)
			return
		}
	}
}

func BenchmarkFeed(b *testing.B) {
	for name, in := range map[string]string{
		"lines":       strings.Repeat("say the tide is coming in\r\n", 100),
		"utf8":        strings.Repeat("say le caf\u00e9 est ferm\u00e9\r\n", 100),
		"one line":    strings.Repeat("x", 4000) + "\r\n",
		"commands":    strings.Repeat(iac+"\xf1", 1000),
		"endless SBs": strings.Repeat(sb+gmcp+strings.Repeat("x", 500)+se, 10),
	} {
		b.Run(name, func(b *testing.B) {
			m := telnet.New(telnet.Options{})
			p := []byte(in)
			b.SetBytes(int64(len(p)))
			b.ReportAllocs()
			for b.Loop() {
				for range m.Feed(p) {
				}
			}
		})
	}
}

func BenchmarkSend(b *testing.B) {
	room := "\x1b[1mThe Drowned Lantern\x1b[0m\n" +
		strings.Repeat("Salt has silvered every beam of the low room. ", 6) + "\n[exits: north east]\n"
	for name, text := range map[string]string{"ascii room": room, "accents": strings.ReplaceAll(room, "e", "\u00e9")} {
		for _, charset := range []telnet.Charset{telnet.CharsetUTF8, telnet.CharsetASCII} {
			b.Run(fmt.Sprintf("%s to charset %d", name, charset), func(b *testing.B) {
				m := telnet.New(telnet.Options{})
				m.SetCharset(charset)
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					m.Send(telnet.Output{Text: text, Prompt: "> "})
					_, _ = io.Discard.Write(m.Out())
				}
			})
		}
	}
}
