package bench_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/load"
)

// TestBenchProgram runs the program as an operator does, every scenario in little.
func TestBenchProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds and loads a daemon")
	}
	program := filepath.Join(t.TempDir(), "mudlark")
	build := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-o", program, "../../../cmd/mudlark")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the daemon: %v\n%s", err, out)
	}
	for _, c := range []struct {
		name  string
		args  []string
		check func(*testing.T, *bench.Report)
	}{
		{"every door",
			[]string{"load", "--telnet=12", "--ssh=4", "--screen=3", "--agents=4", "--rate=3", "--seconds=1"}, everyDoor},
		{"lowtide", []string{"--telnet=10", "--rate=0", "--lowtide", "--seconds=0.5"}, played},
		{"closed", []string{"closed", "--players=20", "--seconds=0.5"}, played},
		{"open", []string{"open", "--players=30", "--rate=4", "--arrivals=random", "--seconds=1"}, played},
		{"crowd", []string{"crowd", "--players=50", "--every=.5", "--seconds=1"}, played},
		{"fanout", []string{"fanout", "--listeners=20", "--seconds=0.5"}, fannedOut},
		{"idle", []string{"idle", "--players=20", "--settle=0.2", "--seconds=0.5"}, wasIdle},
		{"storm", []string{"storm", "--at-once=3", "--players=8", "--quiet=0.5"}, stormed},
		{"misuse", []string{"misuse", "--players=8", "--slow=2", "--floods=1", "--half-open=2", "--seconds=1"}, misused},
		{"recovery", []string{"recovery", "--kills=1", "--players=10", "--seconds=0.5"}, recovered},
		{"bigworld", []string{"bigworld", "--rooms=1500", "--stones=1", "--characters=5", "--settle=0.1"}, recovered},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			pictures := t.TempDir()
			args := append(append([]string{"bench"}, c.args...), "--json", "--pictures", pictures, "--dir", t.TempDir(),
				"--warm-up=0.2", "--disk-seconds=0.02")
			cmd := exec.CommandContext(t.Context(), program, args...)
			var log bytes.Buffer
			cmd.Stderr = &log
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%v\n%s", err, log.String())
			}
			var r bench.Report
			if err := json.Unmarshal(out, &r); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if want := "mudlark bench " + strings.Join(c.args, " ") + " --warm-up=0.2 --disk-seconds=0.02"; r.Command != want {
				t.Errorf("to be repeated by: got %q, want %q", r.Command, want)
			}
			if r.Disk == nil || r.Machine.Cores == 0 || r.Format != bench.Format {
				t.Errorf("got %+v", r)
			}
			c.check(t, &r)
			if drawn, err := os.ReadDir(pictures); err != nil || len(bench.Pictures(&r)) != len(drawn) {
				t.Errorf("drawn: %v, %v", drawn, err)
			}
		})
	}
}

// bothPlayed wants that bots were answered by the game and by the floor, and lost nothing.
func bothPlayed(t *testing.T, r *bench.Report) {
	t.Helper()
	for _, o := range []*load.Result{r.Server, r.Floor} {
		if o == nil {
			t.Fatal("a server was not played")
		}
		for _, d := range o.Doors {
			if d.Players == 0 || d.Failed != 0 || d.Login.Count == 0 {
				t.Errorf("%s: got %+v, %s", o.Server, d, o.FirstError)
			}
		}
		for _, p := range o.Phases {
			if p.All.Lost+p.All.Refused+p.All.Unheard != 0 || p.Server == nil || p.Server.Anonymous == 0 || p.Bots == nil {
				t.Errorf("%s: got %+v, %s", o.Server, p, o.FirstError)
			}
		}
	}
}

func played(t *testing.T, r *bench.Report) {
	t.Helper()
	bothPlayed(t, r)
	for _, o := range []*load.Result{r.Server, r.Floor} {
		if a := o.Phases[0].All; a.Command.Count == 0 || a.Replies == 0 || len(o.Histogram) == 0 {
			t.Errorf("%s: got %+v", o.Server, a)
		}
	}
}

func everyDoor(t *testing.T, r *bench.Report) {
	t.Helper()
	played(t, r)
	var doors []string
	for _, d := range r.Server.Phases[0].Doors {
		doors = append(doors, d.Door)
		if d.Command.Count == 0 || d.In == 0 || d.Out == 0 {
			t.Errorf("got %+v", d)
		}
		if d.Door == load.DoorScreen && d.Frames == 0 {
			t.Error("no frame was drawn")
		}
	}
	if got, want := strings.Join(doors, " "), "telnet ssh screen mcp"; got != want {
		t.Errorf("doors: got %q, want %q", got, want)
	}
}

func fannedOut(t *testing.T, r *bench.Report) {
	t.Helper()
	bothPlayed(t, r)
	for _, o := range []*load.Result{r.Server, r.Floor} {
		if a := o.Phases[0].All; a.Deliveries == 0 || a.Delivery.Count == 0 {
			t.Errorf("%s: got %+v", o.Server, a)
		}
	}
	game, echo := r.Server.Phases[0].All, r.Floor.Phases[0].All
	if a, b := game.In/game.Deliveries, echo.In/echo.Deliveries; a < b*.9 || a > b*1.1 {
		t.Errorf("bytes for each delivery: the game spends %.1f, the floor %.1f", a*21, b*21)
	}
}

func wasIdle(t *testing.T, r *bench.Report) {
	t.Helper()
	bothPlayed(t, r)
	if a := r.Server.Phases[0].All; a.Replies != 0 || a.Players != 20 {
		t.Errorf("got %+v", a)
	}
}

func stormed(t *testing.T, r *bench.Report) {
	t.Helper()
	bothPlayed(t, r)
	if len(r.Logins) != 3 || len(r.Server.Phases) != 4 {
		t.Fatalf("got %+v", r.Logins)
	}
	for _, s := range r.Logins {
		if s.In != s.Tried || s.Prompt.Count == 0 {
			t.Errorf("got %+v", s)
		}
	}
}

func misused(t *testing.T, r *bench.Report) {
	t.Helper()
	if len(r.Misuse) != 3 || len(r.Server.Phases) != 3 {
		t.Fatalf("got %+v", r)
	}
	for _, m := range r.Misuse {
		if m.Connections < int64(m.AtATime) || m.Bytes == 0 {
			t.Errorf("got %+v", m)
		}
	}
	for _, p := range r.Server.Phases {
		if p.All.Lost != 0 || p.All.Command.Count == 0 {
			t.Errorf("those who behave: got %+v", p)
		}
	}
}

func recovered(t *testing.T, r *bench.Report) {
	t.Helper()
	if len(r.Starts) < 2 {
		t.Fatalf("got %+v", r.Starts)
	}
	for _, s := range r.Starts {
		if s.Ready <= 0 || s.Anonymous == 0 || s.Answer > 0 && s.Answer < s.Ready || s.Server == "mudlark" && s.OnDisk == 0 {
			t.Errorf("got %+v", s)
		}
	}
}
