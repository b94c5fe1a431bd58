package listener_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"net"
	"net/netip"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/mud/listener"
)

const signature = "\r\n\r\n\x00\r\nQUIT\n"

// header writes one as a proxy does.
func header(command, family byte, body string) []byte {
	b := append([]byte(signature), command, family)
	b = binary.BigEndian.AppendUint16(b, uint16(len(body)))
	return append(b, body...)
}

const (
	told4 = "\xcb\x00\x71\x09" + "\x0a\x00\x00\x05" + "\x30\x39" + "\x0f\xa0" // 203.0.113.9:12345 to 10.0.0.5:4000
	told6 = "\x20\x01\x0d\xb8\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x07" +
		"\x20\x01\x0d\xb8\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x08" + "\x30\x39" + "\x0f\xa0"
	// The longer form of an IPv4 address.
	mapped = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\xcb\x00\x71\x09" +
		"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\x0a\x00\x00\x05" + "\x30\x39" + "\x0f\xa0"
	part  = "\xe0\x00\x03abc" // optional, of a private kind
	empty = "\x04\x00\x00"    // of kind NOOP, with nothing in it
)

// summed is a header with a checksum, of which a mistake flips a bit.
func summed(mistake byte) []byte {
	b := header(0x21, 0x11, told4+"\x03\x00\x04\x00\x00\x00\x00"+part)
	at := 16 + len(told4) + 3
	binary.BigEndian.PutUint32(b[at:], crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)))
	b[at] ^= mistake
	return b
}

// sending is what a proxy begins with.
type sending struct {
	name string
	sent []byte
	from string // "" for the connection's own address
	err  error
}

func sendings() []sending {
	unix := strings.Repeat("\x00", 216)
	return []sending{
		{"TCP over IPv4", header(0x21, 0x11, told4), "203.0.113.9:12345", nil},
		{"TCP over IPv6", header(0x21, 0x21, told6), "[2001:db8::7]:12345", nil},
		{"IPv4 in the longer form", header(0x21, 0x21, mapped), "203.0.113.9:12345", nil},
		{"with optional parts", header(0x21, 0x11, told4+part+empty), "203.0.113.9:12345", nil},
		{"with its checksum", summed(0), "203.0.113.9:12345", nil},
		{"LOCAL", header(0x20, 0x00, ""), "", nil},
		{"LOCAL with addresses", header(0x20, 0x11, told4), "", nil},
		{"LOCAL with garbage", header(0x20, 0xff, "garbage"), "", nil},
		{"no family", header(0x21, 0x00, ""), "", nil},
		{"no family, with parts", header(0x21, 0x00, part), "", nil},
		{"a Unix socket", header(0x21, 0x31, unix), "", nil},
		{"no transport", header(0x21, 0x10, told4), "", nil},
		{"the longest", header(0x21, 0x11, told4+"\xe0\x0f\xe1"+strings.Repeat("x", 4065)), "203.0.113.9:12345", nil},

		{"none, but a name", []byte("guest\r\n"), "", listener.ErrProxyMissing},
		{"none, but telnet", []byte("\xff\xfb\x18"), "", listener.ErrProxyMissing},
		{"none, but line ends", []byte("\r\n\r\nguest\r\n"), "", listener.ErrProxyMissing},
		{"none, but a line like the first version", []byte("PROBABLY\r\n"), "", listener.ErrProxyMissing},
		{"none at all", nil, "", listener.ErrProxyMissing},
		{"the first version", []byte("PROXY TCP4 203.0.113.9 10.0.0.5 12345 4000\r\n"), "", listener.ErrProxyOld},
		{"too long", header(0x21, 0x11, told4+"\xe0\x0f\xe2"+strings.Repeat("x", 4066)), "", listener.ErrProxyLong},
		{"the longest there can be", header(0x21, 0x11, strings.Repeat("x", 65535)), "", listener.ErrProxyLong},
		{"version 1 in binary", header(0x11, 0x11, told4), "", listener.ErrProxyBroken},
		{"version 3", header(0x31, 0x11, told4), "", listener.ErrProxyBroken},
		{"an unknown command", header(0x22, 0x11, told4), "", listener.ErrProxyBroken},
		{"an unknown family", header(0x21, 0x41, told4), "", listener.ErrProxyBroken},
		{"datagrams", header(0x21, 0x12, told4), "", listener.ErrProxyBroken},
		{"an unknown transport", header(0x21, 0x13, told4), "", listener.ErrProxyBroken},
		{"too few addresses", header(0x21, 0x11, told4[:11]), "", listener.ErrProxyBroken},
		{"too few for IPv6", header(0x21, 0x21, told4), "", listener.ErrProxyBroken},
		{"too short a path", header(0x21, 0x31, unix[1:]), "", listener.ErrProxyBroken},
		{"half of a part's head", header(0x21, 0x11, told4+"\xe0\x00"), "", listener.ErrProxyBroken},
		{"half of a part", header(0x21, 0x11, told4+"\xe0\x00\x04abc"), "", listener.ErrProxyBroken},
		{"a short checksum", header(0x21, 0x11, told4+"\x03\x00\x02ab"), "", listener.ErrProxyBroken},
		{"a wrong checksum", summed(0x40), "", listener.ErrProxyBroken},
		{"cut off in the signature", header(0x21, 0x11, told4)[:5], "", listener.ErrProxyBroken},
		{"cut off in the addresses", header(0x21, 0x11, told4)[:20], "", listener.ErrProxyBroken},
	}
}

func TestReadProxyHeader(t *testing.T) {
	for _, c := range sendings() {
		t.Run(c.name, func(t *testing.T) {
			const behind = "guest\r\n"
			sent := c.sent
			if c.err == nil {
				sent = append(bytes.Clone(sent), behind...)
			}
			for how, r := range map[string]io.Reader{
				"at once": bytes.NewReader(sent), "split at every byte": iotest.OneByteReader(bytes.NewReader(sent)),
				"by halves":       iotest.HalfReader(bytes.NewReader(sent)),
				"its end with it": iotest.DataErrReader(bytes.NewReader(sent)),
			} {
				got, err := listener.ReadProxyHeader(r)
				if !errors.Is(err, c.err) {
					t.Fatalf("%s: error %v, want %v", how, err, c.err)
				}
				from := ""
				if got.From.IsValid() {
					from = got.From.String()
				}
				if from != c.from {
					t.Errorf("%s: from %q, want %q", how, from, c.from)
				}
				if rest, _ := io.ReadAll(r); c.err == nil && string(rest) != behind {
					t.Errorf("%s: left for the client %q, want %q", how, rest, behind)
				}
			}
		})
	}
}

// What is no header is refused at once and not after a deadline, even if it is short.
func TestProxyHeaderIsRefusedAtTheFirstWrongByte(t *testing.T) {
	for sent, want := range map[string]error{
		"g": listener.ErrProxyMissing, "\r\n\r\r": listener.ErrProxyMissing, "PROXY ": listener.ErrProxyOld,
	} {
		ours, theirs := net.Pipe()
		go func() { _, _ = theirs.Write([]byte(sent)) }()
		if _, err := listener.ReadProxyHeader(ours); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", sent, err, want)
		}
		_ = theirs.Close()
	}
}

// A proxy that stops in the middle meets the caller's deadline.
func TestProxyHeaderKeepsTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		defer func() { _ = theirs.Close() }()
		go func() { _, _ = theirs.Write(header(0x21, 0x11, told4)[:18]) }()
		began := time.Now()
		_ = ours.SetDeadline(began.Add(3 * time.Second))
		if _, err := listener.ReadProxyHeader(ours); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("error %v, want that the deadline passed", err)
		}
		if got, want := time.Since(began), 3*time.Second; got != want {
			t.Errorf("it took %v, want %v", got, want)
		}
	})
}

// Whatever comes, the header is one or refused, no byte behind it is touched, and what was taken is bounded.
func FuzzProxyHeader(f *testing.F) {
	f.Add(header(0x21, 0x11, told4))
	f.Add(header(0x21, 0x21, told6+part))
	f.Add(header(0x20, 0x00, ""))
	f.Add(summed(0))
	f.Add([]byte("PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n"))
	f.Fuzz(func(t *testing.T, sent []byte) {
		whole := bytes.NewReader(sent)
		got, err := listener.ReadProxyHeader(whole)
		split := bytes.NewReader(sent)
		again, errAgain := listener.ReadProxyHeader(iotest.OneByteReader(split))
		if got != again || (err == nil) != (errAgain == nil) {
			t.Fatalf("split it is %v %v, whole %v %v", again, errAgain, got, err)
		}
		taken := len(sent) - whole.Len()
		switch {
		case taken > listener.ProxyHeaderBytesMax:
			t.Fatalf("took %d bytes", taken)
		case err == nil && taken != 16+int(binary.BigEndian.Uint16(sent[14:])):
			t.Fatalf("took %d bytes of a header of %d", taken, 16+int(binary.BigEndian.Uint16(sent[14:])))
		case err != nil && got.From != netip.AddrPort{}:
			t.Fatalf("an address of a header that was refused: %v", got.From)
		}
	})
}
