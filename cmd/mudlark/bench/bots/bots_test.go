package bots_test

import (
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
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

// TestTown wants a world that the daemon will take.
func TestTown(t *testing.T) {
	for _, rooms := range []int{1, 2, 9, 2500} {
		dir := t.TempDir()
		if err := (bots.Town{Rooms: rooms, Stones: rooms % 2}).WriteTo(dir); err != nil {
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
