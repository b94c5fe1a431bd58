package tap_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/scripts/terminals/tap"
)

const waitMax = 20 * time.Second

// talk lets a client and a server say their parts through a tap, a byte at a time if it is slow, and returns the
// record.
func talk(t *testing.T, client, server string, isSlow bool) *tap.Record {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), waitMax)
	defer cancel()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	said := make(chan error, 1)
	go func() {
		conn, err := ln.Accept()
		if err != nil {
			said <- err
			return
		}
		if err = hear(conn, len(client)); err == nil {
			err = say(conn, server, isSlow)
		}
		said <- err
		_ = conn.Close()
	}()
	door, err := tap.Listen(ctx, ln.Addr().String(), 1)
	check(t, err)
	conn, err := net.Dial("tcp", net.JoinHostPort(door.Host, door.Port))
	check(t, err)
	check(t, say(conn, client, isSlow))
	check(t, hear(conn, len(server)))
	check(t, <-said)
	r, err := door.Next(ctx)
	check(t, err)
	check(t, r.AwaitEnd(ctx))
	check(t, conn.Close())
	check(t, door.Close())
	check(t, ln.Close())
	return r
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func say(conn net.Conn, text string, isSlow bool) error {
	if !isSlow {
		_, err := conn.Write([]byte(text))
		return err
	}
	for i := range len(text) {
		if _, err := conn.Write([]byte{text[i]}); err != nil {
			return err
		}
	}
	return nil
}

func hear(conn net.Conn, n int) error {
	_, err := io.CopyN(io.Discard, conn, int64(n))
	return err
}

// compressed is what a server sends that compresses a text.
func compressed(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	z := zlib.NewWriter(&out)
	_, err := z.Write([]byte(text))
	check(t, err)
	check(t, z.Close())
	return out.String()
}

func TestRecord(t *testing.T) {
	const greeting = "\x1b[1mHarbour Steps\x1b[0m\r\nname\xff\xff: \xff\xf9"
	for _, isSlow := range []bool{false, true} {
		r := talk(t, "\xff\xfd\x56gu\xff\xff\xffest\xff\xfa\x1f\x00\xff\xff\x00\x18\xff\xf0\r\n",
			"\xff\xfb\x56\xff\xfa\x56\xff\xf0"+compressed(t, greeting), isSlow)
		if got, want := string(r.Sent()), "gu\xffst\r\n"; got != want {
			t.Errorf("slow %t: sent %q, want %q", isSlow, got, want)
		}
		if got, want := string(r.Shown()), "\x1b[1mHarbour Steps\x1b[0m\r\nname\xff: "; got != want {
			t.Errorf("slow %t: shown %q, want %q", isSlow, got, want)
		}
		if got, want := tap.Words(tap.Plain(r.Shown())), "Harbour Steps name\xff:"; got != want {
			t.Errorf("slow %t: plain %q, want %q", isSlow, got, want)
		}
		var got []string
		for _, c := range r.Commands() {
			got = append(got, c.String())
		}
		want := []string{"DO MCCP2", "command 101", "SB NAWS 00 ff 00 18", "WILL MCCP2", "SB MCCP2", "GA"}
		if !slices.Equal(got, want) {
			t.Errorf("slow %t: commands %q, want %q", isSlow, got, want)
		}
	}
}

// an answer is never written down before the question, though the question has to be inflated first.
func TestRecordKeepsTheOrder(t *testing.T) {
	const rounds = 3000
	ctx, cancel := context.WithTimeout(t.Context(), waitMax)
	defer cancel()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	said := make(chan error, 1)
	go func() { said <- asksInTurn(ln, rounds) }()
	door, err := tap.Listen(ctx, ln.Addr().String(), 1)
	check(t, err)
	conn, err := net.Dial("tcp", net.JoinHostPort(door.Host, door.Port))
	check(t, err)
	check(t, say(conn, "\xff\xfd\x56", false))
	check(t, hear(conn, len("\xff\xfa\x56\xff\xf0")))
	z, err := zlib.NewReader(conn)
	check(t, err)
	for range rounds {
		_, err := io.ReadFull(z, make([]byte, 3))
		check(t, err)
		check(t, say(conn, "\xff\xfd\x01", false))
	}
	check(t, <-said)
	r, err := door.Next(ctx)
	check(t, err)
	check(t, r.AwaitEnd(ctx))
	check(t, conn.Close())
	check(t, door.Close())
	check(t, ln.Close())
	all := r.Commands()[2:]
	if len(all) != 2*rounds {
		t.Fatalf("%d commands were written down, want %d", len(all), 2*rounds)
	}
	for i, c := range all {
		if c.FromClient != (i%2 == 1) {
			t.Fatalf("command %d is %v, from the client: %t", i, c, c.FromClient)
		}
	}
}

// asksInTurn is a server that compresses, offers ECHO so many times, and waits for each answer.
func asksInTurn(ln net.Listener, rounds int) error {
	conn, err := ln.Accept()
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := hear(conn, 3); err != nil {
		return err
	}
	if err := say(conn, "\xff\xfa\x56\xff\xf0", false); err != nil {
		return err
	}
	z := zlib.NewWriter(conn)
	for range rounds {
		if _, err := z.Write([]byte("\xff\xfb\x01")); err != nil {
			return err
		}
		if err := z.Flush(); err != nil {
			return err
		}
		if err := hear(conn, 3); err != nil {
			return err
		}
	}
	return z.Close()
}

func TestFaults(t *testing.T) {
	for _, c := range []struct{ name, client, server, want string }{
		{"nothing is wrong", "\xff\xfb\x18", "\xff\xfd\x18\xff\xfa\x18\x01\xff\xf0Caf\u00e9\x1b[0;31m\r\n", ""},
		{"an answer to a wish", "\xff\xfd\x03", "\xff\xfc\x03", ""},
		{"a password's ECHO, twice", "x", "\xff\xfb\x01\xff\xfc\x01\xff\xfb\x01\xff\xfc\x01", ""},
		{"asked for again after a refusal, twice", "\xff\xfc\x1f", "\xff\xfd\x1f\xff\xfd\x1f", "a second time"},
		{"a subnegotiation too early", "x", "\xff\xfd\x18\xff\xfa\x18\x01\xff\xf0", "has not agreed"},
		{"after a refusal", "\xff\xfb\x18\xff\xfc\x18", "\xff\xfa\x18\x01\xff\xf0", "has not agreed"},
		{"an offer that is not to be made", "x", "\xff\xfb\x03", "never to be offered"},
		{"an offer made twice", "x", "\xff\xfb\x19\xff\xfb\x19", "a second time"},
		{"a refusal of what nobody asked for", "x", "\xff\xfe\x03", "nobody asked"},
		{"a refusal twice", "\xff\xfd\x03", "\xff\xfc\x03\xff\xfc\x03", "nobody asked"},
		{"a message", "\xff\xfd\xc9", "\xff\xfa\xc9Room.Info {\"num\":1}\xff\xf0\xff\xfa\xc9Core.Ping\xff\xf0", ""},
		{"half a message", "\xff\xfd\xc9", "\xff\xfa\xc9Room.Info {\"num\":\xff\xf0", "not a name and JSON"},
		{"a message in UTF-8", "\xff\xfd\xc9", "\xff\xfa\xc9Char.Name \"Zo\u00eb\"\xff\xf0", "not ASCII"},
		{"a line end", "x", "a\nb", "LF without CR"},
		{"a carriage return", "x", "a\rb", "CR without LF"},
		{"a zero", "x", "a\x00b", "NUL"},
		{"half a rune", "x", "caf\xc3", "broken UTF-8"},
		{"a cursor that moves", "x", "\x1b[2J", "no colour"},
		{"a title", "x", "\x1b]0;mudlark\a", "no colour"},
		{"a torn stream", "\xff\xfd\x56", "\xff\xfb\x56\xff\xfa\x56\xff\xf0\x78\x9cgarbage", "damaged"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := strings.Join(talk(t, c.client, c.server, false).Faults(), "; ")
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
