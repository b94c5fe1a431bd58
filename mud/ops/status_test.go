package ops_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// busy is the status of a world in which much has happened.
func busy(t *testing.T) ops.Status {
	t.Helper()
	now := time.Unix(1_000_000, 0)
	m := ops.NewMeter(ops.Config{
		Version: "1.2.3", Commit: "0123456789abcdef", Verbs: []string{"say", "look"}, Now: func() time.Time { return now },
		Limits: []ops.Limit{
			{Name: "telnet_line_bytes"}, {Name: "ssh_connections", In: "ssh", Why: "full"}, {Name: "never_met"},
		},
	})
	m.Watch(ops.Sources{
		Journal: func() ops.Journal {
			return ops.Journal{
				First: 40_001, Last: 48_211, CheckpointSeq: 48_100, FileBytes: 71 << 20, Runs: 4, Segments: 3,
				SegmentBytes: 31 << 20, SealedThrough: 40_000, KeepBytes: 10 << 30, DiskFree: 100 << 30,
			}
		},
		Sessions: func() ([]ops.Sessions, int) {
			return []ops.Sessions{{Door: "ssh", Playing: 14}, {Door: "telnet", SigningIn: 3, Playing: 1_103}}, 12
		},
		Doors: func() []ops.Door {
			return []ops.Door{
				{Name: "telnet", Open: 1_106, Accepted: 20_411}, {Name: "mcp", Open: 6, Accepted: 80},
				{Name: "ssh", Open: 14, Accepted: 310, Ended: map[string]uint64{"full": 2}},
			}
		},
		Agents: func() ops.Agents {
			return ops.Agents{Principals: 5, Seated: 4, Served: 9_120, Refused: map[string]uint64{"rate": 31}}
		},
		Hashes:   func() account.HasherStats { return account.HasherStats{Queue: 64, Waiting: 1} },
		MailMost: 8192,
	})
	m.Health().Enter(ops.Open)
	for i := range 1000 {
		by := &loop.By{Door: "telnet"}
		if i%10 == 0 {
			by.Door = "ssh"
		}
		a := loop.Answered{By: by, Name: "say"}
		a.Wait, a.Decide, a.Hold = 100*time.Microsecond, 40*time.Microsecond, 2*time.Millisecond
		switch {
		case i%100 == 0:
			a.Name, a.Code = "look", world.CodeDark
		case i%50 == 0:
			a.Name, a.Code, a.Hold = "", world.CodeUnknown, 400*time.Millisecond
		}
		m.Answered(a)
	}
	for range 100 {
		m.Committed(loop.Commit{Seq: 48_211, Records: 14, Events: 20, Bytes: 4_000, Took: 1500 * time.Microsecond})
	}
	m.SignedIn("telnet", "guest")
	m.SignInRefused("ssh", "wrong")
	for range 40 {
		m.LimitMet("telnet_line_bytes")
	}
	now = now.Add(3*time.Hour + 12*time.Minute)
	s, err := m.Status()
	if err != nil {
		t.Fatal(err)
	}
	// What the process takes differs each time.
	s.Go, s.Process = "go1.26", ops.ProcessStatus{
		CPU: 4_211, Resident: 190 << 20, Heap: 61 << 20, Goroutines: 1_240, Files: 1_131, FilesMost: 1_048_576,
	}
	return s
}

// golden compares with a file, or rewrites it.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", path, got, want)
	}
}

func TestStatusPage(t *testing.T) {
	page := busy(t).Page()
	golden(t, "testdata/busy.txt", page)
	for line := range strings.Lines(page) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

func TestStatusPageOfTrouble(t *testing.T) {
	m := ops.NewMeter(ops.Config{Version: "1.2.3"})
	m.Health().Enter(ops.Stopping)
	s, err := m.Status()
	if err != nil {
		t.Fatal(err)
	}
	s.Process, s.Uptime = ops.ProcessStatus{}, 61
	s.NotReady = append(s.NotReady, strings.Repeat("a very long reason ", 8), strings.Repeat("x", 200))
	s.Content = `the pack mine is left out: rooms.yaml:12: there is no room "nowhere"; mudlark check mine shows all`
	s.Record.Running, s.Stale = 12, []string{"journal", "world"}
	page := s.Page()
	golden(t, "testdata/trouble.txt", page)
	for line := range strings.Lines(page) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

// What a program reads is what the page was made of.
func TestStatusJSON(t *testing.T) {
	want := busy(t)
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got ops.Status
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if got.Page() != want.Page() {
		t.Errorf("got\n%s\nwant\n%s", got.Page(), want.Page())
	}
	for _, part := range []string{
		`"ready":true`, `"players_here":0`, `"name":"telnet","connections":1106,"signing_in":3,"playing":1103`,
		`"limits_met":[{"name":"telnet_line_bytes","count":40},{"name":"ssh_connections","count":2}]`,
		`"file_records":8211`, `"sequence":48211`,
	} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s is not in %s", part, text)
		}
	}
}
