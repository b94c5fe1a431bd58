package again_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// planted is a package whose one test does what stands for BODY. What asks for firstTime fails once only; a file is its
// memory.
const planted = `package planted

import (
	"flag"
	"os"
	"strconv"
	"testing"
)

var (
	_      = strconv.Itoa // a body may want it
	ending bool
	word   = flag.String("planted.word", "", "")
)

func firstTime() bool {
	if _, err := os.Stat("been-here"); err == nil {
		return false
	}
	return os.WriteFile("been-here", nil, 0o600) == nil
}

func TestMain(m *testing.M) {
	code := m.Run()
	if ending {
		code = 3
	}
	os.Exit(code)
}

func TestPlanted(t *testing.T) {
	BODY
}
`

// planting is one planted test and what must come of it.
type planting struct {
	name  string
	plant string // the body of the test
	red   bool
	races bool
	flags []string
	want  string // in what is printed; "" for: no word of anything flaky
}

func plantings() []planting {
	return []planting{
		{name: "green", plant: `t.Log("panic: is a word")`},
		{name: "red by chance", plant: `if firstTime() { t.Error("by chance") }`,
			want: "planted: example.org/planted.TestPlanted: 2 runs, 1 failures"},
		{name: "a part red by chance", plant: `
			t.Run("a part", func(t *testing.T) { if firstTime() { t.Error("by chance") } })
			t.Run("another", func(t *testing.T) {})`,
			want: "example.org/planted.TestPlanted/a_part: 2 runs, 1 failures"},
		{name: "a part red by chance beside one that speaks of panics", plant: `
			t.Run("a part", func(t *testing.T) { if firstTime() { t.Error("by chance") } })
			t.Run("another", func(t *testing.T) { t.Log("the child said panic: oh") })`,
			want: "example.org/planted.TestPlanted/a_part: 2 runs, 1 failures"},
		{name: "red by chance beside one that is always skipped", plant: `
			t.Run("a part", func(t *testing.T) { if firstTime() { t.Error("by chance") } })
			t.Run("another", func(t *testing.T) { t.Skip("not here") })`,
			want: "example.org/planted.TestPlanted/a_part: 2 runs, 1 failures"},
		{name: "red", plant: `t.Error("for good")`, red: true, want: "for good"},
		{name: "a race that is seen once", races: true, red: true, want: "DATA RACE", plant: `
			if firstTime() {
				n, done := 0, make(chan bool)
				go func() { n++; close(done) }()
				n++
				<-done
				t.Log(n)
			}`},
		{name: "a race of another process", red: true, want: "not by chance", plant: `
			if firstTime() { t.Error("the log ends:\n   WARNING: DATA RACE\n") }`},
		{name: "a flag of its own", flags: []string{"-planted.word=well"}, plant: `
			if *word != "well" { t.Error(*word) }`},
		{name: "a panic that is seen once", red: true, want: "panic", plant: `if firstTime() { panic("oh") }`},
		{name: "a panic of another process", red: true, want: "not by chance", plant: `
			if firstTime() { t.Error("the log ends:\n  panic: oh\n") }`},
		{name: "an end outside a test", red: true, want: "FAIL", plant: `
			if firstTime() { t.Cleanup(func() { os.Exit(3) }) }`},
		{name: "an end after the tests", red: true, want: "outside its tests", plant: `ending = firstTime()`},
		{name: "an end in the midst of a test, where another is red by chance", red: true, want: "outside its tests", plant: `
			isFirst := firstTime()
			t.Run("a part", func(t *testing.T) { if isFirst { t.Error("by chance") } })
			t.Run("another", func(t *testing.T) { if isFirst { os.Exit(1) } })
			t.Run("what never ran", func(t *testing.T) { if isFirst { t.Error("for good") } })`},
		{name: "many races of another process", red: true, want: "not by chance", plant: `
			if firstTime() {
				for range 2000 { t.Log("WARNING: DATA RACE") }
				t.Error("the log has ended")
			}`},
		{name: "a session of another process", red: true, want: "not by chance", plant: `
			if firstTime() { t.Error("level=ERROR msg=\"session panicked\" panic=oh") }`},
		{name: "what a test at random knows better", red: true, want: "not by chance", plant: `
			if firstTime() { t.Error("a record is gone, and that is never by chance") }`},
		{name: "a name that is another each time", red: true, want: "did not pass", plant: `
			t.Run(strconv.Itoa(os.Getpid()), func(t *testing.T) { t.Error("for good") })`},
		{name: "skipped the second time", red: true, want: "did not pass", plant: `
			if !firstTime() { t.Skip("not now") }
			t.Error("at first")`},
		{name: "more than chance explains", red: true, want: "exceeds maximum", plant: `
			isFirst := firstTime()
			for range 9 { t.Run("a part", func(t *testing.T) { if isFirst { t.Error("by chance") } }) }`},
	}
}

// The script's law: by chance red is green with a word, and what chance does not explain is red for good.
func TestRun(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("compiles with the race detector")
	}
	for _, tt := range plantings() {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir, bin := t.TempDir(), t.TempDir()
			write(t, filepath.Join(dir, "go.mod"), "module example.org/planted\n\ngo 1.26.0\n")
			write(t, filepath.Join(dir, "planted_test.go"), strings.Replace(planted, "BODY", tt.plant, 1))
			args := append([]string{"planted", "./...", "-race=" + strconv.FormatBool(tt.races), "-shuffle=on"}, tt.flags...)
			out, code := run(t, dir, bin, args...)
			if (code != 0) != tt.red || !strings.Contains(out, tt.want) {
				t.Errorf("code %d, want red: %v and %q in\n%s", code, tt.red, tt.want, out)
			}
			list, _ := run(t, dir, bin, "--list")
			if isListed := strings.Contains(list, "flaky"); isListed != (!tt.red && tt.want != "") {
				t.Errorf("the list at the end: %q", list)
			}
			if out, _ := run(t, dir, bin, "--forget"); out != "" {
				t.Errorf("forget: %q", out)
			}
			if list, _ := run(t, dir, bin, "--list"); list != "" {
				t.Errorf("the list after it was forgotten: %q", list)
			}
		})
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// run runs the script in a folder, and returns what it printed and its code.
func run(t *testing.T, dir, bin string, args ...string) (string, int) {
	t.Helper()
	script, err := filepath.Abs("run")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), script, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "AGAIN_BIN="+bin, "GOFLAGS=", "GOWORK=off", "CGO_ENABLED=1")
	out, err := cmd.CombinedOutput()
	exit, isExit := errors.AsType[*exec.ExitError](err)
	if err != nil && !isExit {
		t.Fatal(err)
	}
	if isExit {
		return string(out), exit.ExitCode()
	}
	return string(out), 0
}
