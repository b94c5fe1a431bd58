package main

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
)

// TestTargetsAreCommands wants every row of the table to be something that one can type.
func TestTargetsAreCommands(t *testing.T) {
	for _, target := range bench.Targets() {
		for _, args := range [][]string{target.Args, target.Quick} {
			parser, err := kong.New(&benchCmd{}, kong.Exit(func(int) {}))
			if err != nil {
				t.Fatal(err)
			}
			k, err := parser.Parse(args)
			if err != nil {
				t.Errorf("%s: %s: %v", target.Name, args, err)
				continue
			}
			if _, ok := reflect.TypeAssert[benchMeasurer](k.Selected().Target.Addr()); !ok {
				t.Errorf("%s: %s measures nothing", target.Name, args)
			}
		}
	}
}

func TestBenchTable(t *testing.T) {
	dir := t.TempDir()
	figures, page := filepath.Join(dir, "figures"), filepath.Join(dir, "PAGE.md")
	bench := func(args ...string) (string, error) {
		var out bytes.Buffer
		none := func(string) string { return "" }
		e := &command.Env{Ctx: t.Context(), Getenv: none, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out}
		err := run(e, append([]string{"bench", "table"}, args...))
		return out.String(), err
	}
	for _, c := range []struct {
		name, want string
		args       []string
	}{
		{"a row that is none", `there is no row "fly"; there are closed, open,`, []string{"--only=fly"}},
		{"a page without a board", "--board", []string{"--page", page}},
		{"a redrawing without a board", "--board", []string{"--redraw"}},
		{"a page of little load", "--quick", []string{"--quick", "--board", figures, "--page", page}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if out, err := bench(c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q\n%s", err, c.want, out)
			}
		})
	}
	if out, err := bench("--redraw", "--board", figures, "--page", page); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if text, err := os.ReadFile(page); err != nil || !bytes.Contains(text, []byte("No figures")) {
		t.Errorf("page: %v\n%s", err, text)
	}
}
