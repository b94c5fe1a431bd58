package bench_test

import (
	"bytes"
	"flag"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/gauge"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/load"
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

func open() *bench.Report {
	return &bench.Report{
		Format: bench.Format, Scenario: "open", Title: "Open loop: 1,000 players, one command a second each",
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
func full() *bench.Report {
	r := open()
	r.Title, r.Scenario = "Everything at once", "everything"
	r.Server = result("mudlark", .42, "quiet", "guests", "with")
	r.Server.Doors = append(r.Server.Doors, load.Entrance{Door: load.DoorScreen, Players: 10, Login: latency(100)})
	r.Server.Phases[1].Doors[1].Door, r.Server.Phases[1].Doors[1].Frames = load.DoorScreen, 8.25
	r.Server.Phases[1].All.Lost = 12
	r.Logins = []bench.Storm{
		{Server: "mudlark", Kind: "passwords", Tried: 200, In: 199, Waits: 3, Seconds: 7.2, Prompt: latency(1000)},
	}
	r.Misuse = []bench.Misusers{{Kind: "slow readers", AtATime: 50, Connections: 61, CutOff: 11, Bytes: 3e6}}
	r.Starts = []bench.Start{
		{Server: "mudlark", Name: "first start", Ready: 2.2, Anonymous: 60e6, File: 40e6, OnDisk: 70e6},
		{Server: "mudlark", Name: "after a stop", Ready: 1.2, Answer: 1.25, Anonymous: 50e6, File: 40e6, OnDisk: 70e6},
		{Server: "mudlark", Name: "after kill -9, 1", Ready: 1.5, Answer: 1.6, Anonymous: 50e6, File: 40e6, OnDisk: 70e6},
		{Server: "mudlark", Name: "after kill -9, 2", Ready: 1.9, Answer: 2.1, Anonymous: 50e6, File: 40e6, OnDisk: 70e6},
		{Server: "echo", Name: "a bare echo server", Ready: .01, Answer: .02, Anonymous: 5e6, File: 4e6},
	}
	return r
}

// board has a row for each target, of one report that has everything.
func board(t *testing.T) *bench.Board {
	t.Helper()
	b := &bench.Board{}
	all := bench.Targets()
	slices.Reverse(all) // the board knows their order
	for _, target := range all {
		row, err := target.Measure(nil, 1, func([]string) (*bench.Report, error) { return full(), nil })
		if err != nil {
			t.Fatal(err)
		}
		b.Put(row)
		b.Put(row) // in place of the first
	}
	return b
}

func TestPage(t *testing.T) {
	b := &bench.Board{}
	for _, target := range bench.Targets()[:2] {
		row, err := target.Measure(nil, 3, func([]string) (*bench.Report, error) { return open(), nil })
		if err != nil {
			t.Fatal(err)
		}
		b.Put(row)
	}
	var page strings.Builder
	if err := bench.Page(&page, b, "cmd/mudlark/bench/figures"); err != nil {
		t.Fatal(err)
	}
	golden(t, "page.md", page.String())
	var empty strings.Builder
	if err := bench.Page(&empty, &bench.Board{}, "x"); err != nil || !strings.Contains(empty.String(), "No figures") {
		t.Errorf("a page about nothing: %v\n%s", err, empty.String())
	}
}

// TestFieldsAreDescribed wants every field of the JSON on the page.
func TestFieldsAreDescribed(t *testing.T) {
	var page strings.Builder
	if err := bench.Page(&page, board(t), "dir"); err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(page.String(), "## The JSON")
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(of reflect.Type) {
		switch {
		case of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice:
			walk(of.Elem())
		case of.Kind() == reflect.Struct && of != reflect.TypeFor[time.Time]() && !seen[of]:
			seen[of] = true
			for f := range of.Fields() {
				name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				if name == "" || !strings.Contains(text, "`"+name+"`") && !strings.Contains(text, "`."+name+"`") {
					t.Errorf("%s.%s: the page does not describe %q", of, f.Name, name)
				}
				walk(f.Type)
			}
		}
	}
	walk(reflect.TypeFor[bench.Board]())
}

func TestBoardKeepsWhatItHas(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "report")
	page := filepath.Join(filepath.Dir(dir), "PAGE.md")
	b := board(t)
	if got, want := len(b.Rows), len(bench.Targets()); got != want {
		t.Fatalf("got %d rows, want %d", got, want)
	}
	for i, target := range bench.Targets() {
		if b.Rows[i].Name != target.Name {
			t.Errorf("row %d: got %s, want %s", i, b.Rows[i].Name, target.Name)
		}
	}
	if err := b.Write(dir, page); err != nil {
		t.Fatal(err)
	}
	again, err := bench.ReadBoard(dir)
	if err != nil || !reflect.DeepEqual(again, b) {
		t.Errorf("what was read is not what was written: %v", err)
	}
	text, err := os.ReadFile(page)
	if err != nil || !bytes.Contains(text, []byte("](report/open-time.svg)")) {
		t.Errorf("page: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "closed-shape.svg")); err != nil {
		t.Error(err)
	}
	if empty, err := bench.ReadBoard(t.TempDir()); err != nil || len(empty.Rows) != 0 {
		t.Errorf("a folder without a board: got %v, %v", empty, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "bench.json"), []byte(`{"format":99}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := bench.ReadBoard(dir); err == nil {
		t.Error("a board of another format was read")
	}
}

// TestJudges wants each target met by a good report and not met by a bad one.
func TestJudges(t *testing.T) {
	good, bad := full(), full()
	good.Server.Phases[0].All.Lost, good.Server.Phases[0].Server.Written = 0, 0
	good.Server.Phases[0].Server.Cores, good.Server.Phases[0].Server.MicrosReply = .001, 39
	p := &bad.Server.Phases[0]
	p.All.Replies, p.All.Command, p.All.Deliveries = 1, latency(500), 2
	p.Server.MicrosReply, p.Server.AnonymousPlayer, p.Server.Cores = 41, 50_000, .02
	for i := range bad.Starts[:4] {
		bad.Starts[i].Ready, bad.Starts[i].Anonymous = 9, 1e9
	}
	for _, target := range bench.Targets() {
		if target.Judge == nil {
			continue
		}
		for _, c := range target.Judge(good) {
			if !c.Met || c.Measured == "" || c.Floor == "" {
				t.Errorf("%s: good: got %+v", target.Name, c)
			}
		}
		for _, c := range target.Judge(bad) {
			if c.Met {
				t.Errorf("%s: bad: got %+v", target.Name, c)
			}
		}
		without := full()
		without.Floor, without.Server.Phases[0].Server = nil, nil
		for _, c := range target.Judge(without) { // nobody to compare with, on a system that tells nothing
			if c.Wanted == "" {
				t.Errorf("%s: without a floor: got %+v", target.Name, c)
			}
		}
	}
}

// TestMedian wants the run in the middle.
func TestMedian(t *testing.T) {
	replies := []float64{50, 10, 30}
	n := 0
	row, err := bench.Targets()[0].Measure([]string{"closed"}, len(replies), func([]string) (*bench.Report, error) {
		r := open()
		r.Server.Phases[0].All.Replies = replies[n]
		n++
		return r, nil
	})
	if err != nil || row.Report.Server.Phases[0].All.Replies != 30 || row.Runs != 3 {
		t.Errorf("got %+v, %v", row, err)
	}
}

func TestSummary(t *testing.T) {
	var b strings.Builder
	if err := bench.Summary(&b, board(t)); err != nil {
		t.Fatal(err)
	}
	golden(t, "summary.txt", b.String())
}
