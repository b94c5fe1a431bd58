package command

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// TestProgress lets time pass and reads what a person would: a line that is drawn over on a terminal, plain lines that
// stay elsewhere, and nothing where silence was asked for.
func TestProgress(t *testing.T) {
	for _, c := range []struct {
		name         string
		drawn, quiet bool
		want         []string
		lines        int
	}{
		{"a terminal", true, false, []string{
			"\r\x1b[Kverify [#####-----] 50,000 of 100,000 records, 10,000/s, 5 s left",
			"\r\x1b[Kverify [##########] 100,000 of 100,000 records, 10,000/s, 0 s left",
		}, 0},
		{"a file", false, false, []string{"verify: 50,000 of 100,000 records, 10,000/s, 5 s left\n"}, 2},
		{"quiet", true, true, nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			now := time.Unix(0, 0)
			p := &Progress{what: "verify", unit: "records", drawn: c.drawn, began: now, said: now}
			p.now = func() time.Time { return now }
			if !c.quiet {
				p.out = &out
			}
			for i := range uint64(100) {
				now = now.Add(100 * time.Millisecond)
				p.Tell((i+1)*1000, 100_000)
			}
			p.End()
			for _, want := range c.want {
				if !strings.Contains(out.String(), want) {
					t.Errorf("got %q, want %q", out.String(), want)
				}
			}
			if got := strings.Count(out.String(), "\n"); got != c.lines {
				t.Errorf("got %d lines, want %d", got, c.lines)
			}
			if c.quiet && out.Len() > 0 {
				t.Errorf("got %q", out.String())
			}
			if c.drawn && !c.quiet && !strings.HasSuffix(out.String(), "\r\x1b[K") {
				t.Errorf("the line stays: %q", out.String())
			}
		})
	}
}

func TestFigures(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := Grouped(n); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for n, want := range map[uint64]string{0: "0 bytes", 1023: "1023 bytes", 1 << 10: "1.0 KiB", 5 << 29: "2.5 GiB"} {
		if got := Bytes(n); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for d, want := range map[time.Duration]string{
		0: "0 s", 59 * time.Second: "59 s", 61 * time.Second: "1 min 1 s", 100 * time.Minute: "1 h 40 min",
	} {
		if got := Duration(d); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestHung wraps a paragraph behind a lead; what came from elsewhere is cleaned on the way.
func TestHung(t *testing.T) {
	got := Hung("chain    holds    ", "every record follows the \x1b[31mone before", 40)
	want := "chain    holds    every record follows\n                  the [31mone before"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Hung("", strings.Repeat("long ", 40), 0); strings.Contains(got, "\n") {
		t.Errorf("%q is wrapped", got)
	}
}
