package bots_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/scripts/bots"
	"github.com/mudlark-mud/mudlark/world/pack"
)

func TestStream(t *testing.T) {
	const iac = "\xff"
	for _, c := range []struct {
		name, in       string
		lines, prompts []string
		answer         string
	}{
		{name: "lines of all kinds of end", in: "one\r\ntwo\nthree\r\x00\nfour", lines: []string{"one", "two", "three"}},
		{name: "offers are refused", in: iac + "\xfb\x19" + iac + "\xfd\x18", answer: iac + "\xfe\x19" + iac + "\xfc\x18"},
		{name: "what is withdrawn is not answered", in: iac + "\xfc\x01" + iac + "\xfe\x19"},
		{
			name: "a go-ahead ends a prompt", in: "name: " + iac + "\xf9hello\r\n", lines: []string{"hello"},
			prompts: []string{"name: "},
		},
		{name: "an end of record does too", in: "> " + iac + "\xef", prompts: []string{"> "}},
		{name: "colours are no text", in: "\x1b[1;31mred\x1b[0m\r\n", lines: []string{"red"}},
		{name: "a subnegotiation is no text", in: iac + "\xfa\xc9Core {}" + iac + "\xf0x\r\n", lines: []string{"x"}},
	} {
		for _, size := range []int{1, 2, 1 << 10} {
			t.Run(c.name, func(t *testing.T) {
				var lines, prompts []string
				var answer string
				s := bots.Stream{
					Line:   func(b []byte) { lines = append(lines, string(b)) },
					Prompt: func(b []byte) { prompts = append(prompts, string(b)) },
				}
				for part := range slices.Chunk([]byte(c.in), size) {
					answer += string(s.Feed(part))
				}
				if !slices.Equal(lines, c.lines) || !slices.Equal(prompts, c.prompts) || answer != c.answer {
					t.Errorf("in parts of %d: got lines %q, prompts %q, answer %q; want %q, %q, %q", size, lines, prompts, answer,
						c.lines, c.prompts, c.answer)
				}
			})
		}
	}
}

func TestLatency(t *testing.T) {
	var h bots.Histogram
	if got := h.Latency(); got != (bots.Latency{}) {
		t.Errorf("of nothing: got %+v", got)
	}
	for i := 1; i <= 1000; i++ {
		h.Add(time.Duration(i) * time.Millisecond)
	}
	h.Add(-time.Second)
	got := h.Latency()
	for _, c := range []struct {
		name      string
		got, want float64
	}{{"p50", got.P50, 500}, {"p90", got.P90, 900}, {"p99", got.P99, 990}, {"max", got.Max, 1000}} {
		if c.got < c.want*.98 || c.got > c.want*1.02 {
			t.Errorf("%s: got %v ms, want %v within 2%%", c.name, c.got, c.want)
		}
	}
	if got.Count != 1001 {
		t.Errorf("count: got %d, want 1001", got.Count)
	}
	h.Add(1 << 62) // a lifetime is counted among the longest
	if got := h.Latency().Count; got != 1002 {
		t.Errorf("count after a lifetime: got %d, want 1002", got)
	}
}

func TestParseMix(t *testing.T) {
	m, err := bots.ParseMix("say=1, look=3")
	if err != nil || m["say"] != 1 || m["look"] != 3 {
		t.Errorf("got %v, %v", m, err)
	}
	for _, bad := range []string{"", "say", "say=x", "say=-1", "say=1,fly=2", "say=100000"} {
		t.Run("refuses "+bad, func(t *testing.T) {
			if m, err := bots.ParseMix(bad); err == nil {
				t.Errorf("got %v", m)
			}
		})
	}
}

// TestTown wants a world that the daemon will take.
func TestTown(t *testing.T) {
	for _, rooms := range []int{1, 2, 9, 500} {
		dir := t.TempDir()
		if err := (bots.Town{Rooms: rooms, Stones: 3}).WriteTo(dir); err != nil {
			t.Fatal(err)
		}
		p, problems, err := pack.Check(os.DirFS(dir), ".")
		if err != nil || p == nil {
			t.Fatalf("%d rooms: %v\n%s", rooms, err, problems.String())
		}
		if len(p.Rooms) != rooms {
			t.Errorf("got %d rooms, want %d", len(p.Rooms), rooms)
		}
	}
}

// echoing serves echo on loopback for the length of a test.
func echoing(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); bots.ServeEcho(ctx, ln) }()
	t.Cleanup(func() { stop(); <-done })
	return ln.Addr().String()
}

func TestRun(t *testing.T) {
	base := bots.Config{
		Players: 20, Time: 300 * time.Millisecond, Mix: bots.Mix{"say": 1, "look": 1}, Logins: 8, Echo: true,
	}
	t.Run("an open loop sends what it was told to", func(t *testing.T) {
		c := base
		c.Addr, c.PerSecond, c.PID = echoing(t), 20, os.Getpid()
		r, err := bots.Run(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if r.Players != 20 || r.Failed != 0 || r.Unanswered != 0 || r.Login.Count != 20 {
			t.Errorf("got %+v", r)
		}
		if r.Replies < 200 || r.Replies > 450 {
			t.Errorf("replies: got %.0f a second, want about 400", r.Replies)
		}
		if r.Memory == 0 || r.Server != "echo" {
			t.Errorf("the server is unknown: %+v", r)
		}
		var table bytes.Buffer
		if err := bots.Table(&table, r, r); err != nil || !strings.Contains(table.String(), "replies/s") {
			t.Errorf("table: %v\n%s", err, table.String())
		}
		if b, err := json.Marshal(r); err != nil || !bytes.Contains(b, []byte(`"p99_ms"`)) {
			t.Errorf("json: %v %s", err, b)
		}
	})
	t.Run("a closed loop is faster", func(t *testing.T) {
		c := base
		c.Addr = echoing(t)
		r, err := bots.Run(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if r.Replies < 1000 || r.Unanswered != 0 {
			t.Errorf("got %+v", r)
		}
	})
	t.Run("nobody at home", func(t *testing.T) {
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		c := base
		c.Addr = ln.Addr().String()
		_ = ln.Close()
		if r, err := bots.Run(t.Context(), c); err == nil {
			t.Errorf("got %+v", r)
		}
	})
	t.Run("a server that hangs up is counted", func(t *testing.T) {
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = ln.Close() })
		go hangUp(ln)
		c := base
		c.Addr, c.PerSecond = ln.Addr().String(), 10
		r, err := bots.Run(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if r.Players != 10 || r.Failed != 10 || r.FirstError == "" {
			t.Errorf("got %+v", r)
		}
	})
}

// hangUp sends back one line of every second connection and closes it; the others it serves well.
func hangUp(ln net.Listener) {
	for n := 0; ; n++ {
		conn, err := ln.Accept()
		if err != nil {
			return
		}
		if n%2 == 0 {
			go func() { _, _ = io.Copy(conn, conn) }()
			continue
		}
		b := make([]byte, 100)
		size, _ := conn.Read(b)
		_, _ = conn.Write(b[:size])
		_ = conn.Close()
	}
}

func TestSpawn(t *testing.T) {
	for _, c := range []struct {
		name, script string
		isGood       bool
	}{
		{"says where it serves", "echo telnet 127.0.0.1:1; exec sleep 60", true},
		{"ends at once", "exit 3", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			sh, err := exec.LookPath("sh")
			if err != nil {
				t.Skip("there is no shell")
			}
			s, err := bots.Spawn(t.Context(), bots.Program{Path: sh, Args: []string{"-c", c.script}, Log: os.Stderr})
			if (err == nil) != c.isGood {
				t.Fatalf("got error %v", err)
			}
			if err != nil {
				if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) {
					t.Errorf("got %v, want the program's own end", err)
				}
				return
			}
			defer s.Kill()
			if s.Addr != "127.0.0.1:1" {
				t.Errorf("address: got %q", s.Addr)
			}
			if u, err := bots.UsageOf(s.PID); err != nil || u.Resident == 0 {
				t.Errorf("usage: got %+v, %v", u, err)
			}
			if err := s.Stop(); err == nil {
				t.Error("a program that dies of a signal has not stopped well")
			}
		})
	}
}

func BenchmarkStream(b *testing.B) {
	text := []byte(strings.Repeat("Botaa says: \"words and more words\"\r\n[30/30] > \xff\xf9", 20))
	n := 0
	s := bots.Stream{Line: func([]byte) { n++ }}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		s.Feed(text)
	}
}
