package report_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/scripts/bots/gauge"
	"github.com/mudlark-mud/mudlark/scripts/bots/load"
	"github.com/mudlark-mud/mudlark/scripts/bots/report"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
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
		t.Errorf("%s has changed; got:\n%s", name, got)
	}
}

func latency(ms float64) gauge.Latency {
	return gauge.Latency{Count: 60_000, P50: ms, P90: 2 * ms, P99: 5 * ms, P999: 9 * ms, Max: 30 * ms}
}

// result is what bots may have felt of a server that is so slow.
func result(server string, ms float64, phases ...string) *load.Result {
	o := &load.Result{
		Server: server, Loop: load.Open, PerSecond: 1, Rooms: 201, AllIn: 1.25,
		Doors: []load.Entrance{{Door: load.DoorTelnet, Players: 1000, Login: latency(40 * ms)}},
		Idle:  &load.Process{Anonymous: 9e6, File: 14e6},
	}
	for i, name := range phases {
		all := load.Traffic{
			Players: 1000, Command: latency(ms), Lag: latency(.02), Replies: 999.6, In: 418, Out: 16.2,
			Delivery: latency(1.1 * ms), Deliveries: 2345.6,
		}
		telnet, ssh := all, all
		telnet.Door, ssh.Door = load.DoorTelnet, load.DoorSSH
		o.Phases = append(o.Phases, load.Measured{
			Name: name, From: float64(i) * 60, Seconds: 60, All: all, Doors: []load.Traffic{telnet, ssh}, Others: .03,
			Server: &load.Process{
				Cores: .0812, System: .05, MicrosReply: 81.2 * ms, MicrosDelivery: 34.6, MicrosPlayer: 81.2, Switches: 3100,
				Written: 123_456_789, Anonymous: 39e6, File: 18e6, AnonymousPlayer: 30_000, FilePlayer: 4000,
			},
			Bots: &load.Process{Cores: .061, Anonymous: 21e6},
		})
	}
	for s := 1.0; s <= 60; s++ {
		p50 := ms * (1 + .1*math.Sin(s))
		o.Seconds = append(o.Seconds, gauge.Second{At: s, Count: 1000, P50: p50, P99: 5 * ms, Max: 30 * ms})
	}
	for i := range 20 {
		o.Histogram = append(o.Histogram, gauge.Bar{Millis: ms * math.Pow(2, float64(i-10)/8), Count: uint64(1 + i)})
	}
	return o
}

func open() *report.Report {
	return &report.Report{
		Format: report.Format, Scenario: "open", Title: "Open loop: 1,000 players, one command a second each",
		Command: "mudlark bench open", At: time.Date(2026, 11, 21, 12, 30, 0, 0, time.UTC), Version: "0.2.0",
		Machine: gauge.Machine{
			Cores: 2, CPU: "An Honest CPU", Memory: 16e9, System: "linux 6.1 amd64", Go: "go1.26", Build: "abc",
		},
		Disk: &gauge.Disk{
			FileSystem: "ext4", Append: 2145.3, AppendP50: .2, AppendP99: 4.1, Bolt1: 1203, Bolt100: 89_123, Bolt100P50: 1,
			Bolt100P99: 5.2,
		},
		Server: result("mudlark", .42, ""), Floor: result("echo", .06, ""),
		Remarks: []string{
			"mudlark: other programs kept up to 0.4 of 2 cores busy meanwhile, which is a sentence too long for a row.",
		},
	}
}

// full has whatever a report can have.
func full() *report.Report {
	r := open()
	r.Title, r.Scenario = "Everything at once", "everything"
	r.Server = result("mudlark", .42, "quiet", "guests", "with")
	r.Server.Doors = append(r.Server.Doors, load.Entrance{Door: load.DoorScreen, Players: 10, Login: latency(100)})
	r.Server.Phases[1].Doors[1].Door, r.Server.Phases[1].Doors[1].Frames = load.DoorScreen, 8.25
	r.Server.Phases[1].All.Lost = 12
	r.Logins = []report.Storm{
		{Server: "mudlark", Kind: "passwords", Tried: 200, In: 199, Waits: 3, Seconds: 7.2, Prompt: latency(1000)},
	}
	r.Misuse = []report.Misusers{{Kind: "slow readers", AtATime: 50, Connections: 61, CutOff: 11, Bytes: 3e6}}
	r.Starts = []report.Start{
		{Server: "mudlark", Name: "first start", Ready: 2.2, Anonymous: 60e6, File: 40e6, OnDisk: 70e6},
		{Server: "mudlark", Name: "after a stop", Ready: 1.2, Answer: 1.25, Anonymous: 50e6, File: 40e6, OnDisk: 70e6},
		{Server: "mudlark", Name: "after kill -9, 1", Ready: 1.5, Answer: 1.6, Anonymous: 50e6, File: 40e6, OnDisk: 70e6},
		{Server: "mudlark", Name: "after kill -9, 2", Ready: 1.9, Answer: 2.1, Anonymous: 50e6, File: 40e6, OnDisk: 70e6},
		{Server: "echo", Name: "a bare echo server", Ready: .01, Answer: .02, Anonymous: 5e6, File: 4e6},
	}
	return r
}

func TestText(t *testing.T) {
	for name, r := range map[string]*report.Report{"open.txt": open(), "everything.txt": full()} {
		var b bytes.Buffer
		if err := report.Text(&b, r); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 80 {
				t.Errorf("%s: %d columns: %s", name, n, line)
			}
		}
		golden(t, name, b.String())
	}
}

func TestPictures(t *testing.T) {
	got := report.Pictures(open())
	if len(got) != 2 || got[0].Name != "open-time.svg" || got[1].Name != "open-shape.svg" {
		t.Fatalf("got %d pictures", len(got))
	}
	for _, p := range got {
		if !bytes.Contains(p.SVG, []byte("$ mudlark bench open")) || p.Alt == "" {
			t.Errorf("%s does not say how it is repeated", p.Name)
		}
	}
	if got := report.Pictures(full()); len(got) != 2 || !bytes.Contains(got[0].SVG, []byte("misuse")) {
		t.Error("the phase is not marked")
	}
	if got := report.Pictures(&report.Report{}); got != nil {
		t.Errorf("of nothing: got %d", len(got))
	}
}

// TestReportIsJSON wants what was written to be what is read.
func TestReportIsJSON(t *testing.T) {
	text, err := json.Marshal(full())
	if err != nil {
		t.Fatal(err)
	}
	var again report.Report
	if err := json.Unmarshal(text, &again); err != nil || !reflect.DeepEqual(&again, full()) {
		t.Errorf("got %+v, %v", again, err)
	}
}
