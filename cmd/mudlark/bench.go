package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
)

// benchCmd loads a server with bots: each command is a scenario.
type benchCmd struct {
	Load     benchAt[bench.Load]       `cmd:"" default:"withargs" help:"Any bots at any doors and rate (the default)."`
	Closed   benchAt[bench.Closed]     `cmd:"" help:"How much a server does: 500 players, each as fast as answered."`
	Open     benchAt[bench.Open]       `cmd:"" help:"How long answers take: 1,000 players, a command a second each."`
	Crowd    benchAt[bench.Crowd]      `cmd:"" help:"10,000 players who each do little."`
	FanOut   benchAt[bench.FanOut]     `cmd:"" name:"fanout" help:"One who speaks, 500 in the room who listen."`
	Storm    benchAt[bench.LoginStorm] `cmd:"" help:"200 logins at once, while others play."`
	Idle     benchAt[bench.Idle]       `cmd:"" help:"1,000 players who are connected and silent."`
	Misuse   benchAt[bench.Misuse]     `cmd:"" help:"Slow readers, floods and half-open connections beside 300 players."`
	Recovery benchOwn[bench.Recovery]  `cmd:"" help:"Kill a busy server with -9 and start it again."`
	BigWorld benchOwn[bench.BigWorld]  `cmd:"" name:"bigworld" help:"Memory and start of a world of 50,000 rooms."`
	Table    benchTableCmd             `cmd:"" help:"All that was promised, measured in a row; make bench runs it."`
	Echo     benchEchoCmd              `cmd:"" hidden:"" help:"Be the bare echo server that is the floor."`
}

// benchOutput is where a report goes.
type benchOutput struct {
	JSON     bool   `name:"json" help:"Print JSON; BENCHMARKS.md describes it."`
	Pictures string `help:"A folder that takes pictures (SVG) of what was measured." type:"existingdir" placeholder:"DIR"`
}

// benchAt is a scenario that can load a server that runs already.
type benchAt[S any] struct {
	bench.Aim
	bench.Ground
	benchOutput
	Scenario S `embed:""`
}

// Run measures and prints.
func (c *benchAt[S]) Run(e *command.Env, k *kong.Context) error { return c.print(e, c, k.Args) }

func (c *benchAt[S]) measure(e *command.Env, args []string) (*bench.Report, error) {
	return benchMeasure(e, bench.Lab{Aim: c.Aim, Ground: c.Ground}, &c.Scenario, args)
}

// benchOwn is a scenario that starts its servers itself.
type benchOwn[S any] struct {
	bench.Ground
	benchOutput
	Scenario S `embed:""`
}

// Run measures and prints.
func (c *benchOwn[S]) Run(e *command.Env, k *kong.Context) error { return c.print(e, c, k.Args) }

func (c *benchOwn[S]) measure(e *command.Env, args []string) (*bench.Report, error) {
	return benchMeasure(e, bench.Lab{Ground: c.Ground}, &c.Scenario, args)
}

// benchMeasurer is a command that measures; args are those that repeat it.
type benchMeasurer interface {
	measure(e *command.Env, args []string) (*bench.Report, error)
}

// benchMeasure measures a scenario in a lab of which it is known what it stands on.
func benchMeasure(e *command.Env, lab bench.Lab, s any, args []string) (*bench.Report, error) {
	scenario, ok := s.(bench.Scenario)
	if !ok {
		return nil, fmt.Errorf("%T is no scenario", s)
	}
	var err error
	if lab.Program, err = os.Executable(); err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	lab.Args, lab.Version, lab.Log = args, command.Version, e.Stderr
	lab.Told = func(line string) { _, _ = fmt.Fprintln(e.Stderr, line) }
	return scenario.Measure(e.Ctx, &lab)
}

// print measures, prints the report and draws it.
func (o benchOutput) print(e *command.Env, m benchMeasurer, args []string) error {
	r, err := m.measure(e, args)
	if err != nil {
		return err
	}
	if o.Pictures != "" {
		paths, err := bench.WritePictures(o.Pictures, r)
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintln(e.Stderr, "drawn:", strings.Join(paths, " "))
	}
	if o.JSON {
		enc := json.NewEncoder(e.Stdout)
		enc.SetIndent("", "  ")
		return enc.Encode(r)
	}
	return bench.Text(e.Stdout, r)
}

// benchTableCmd measures the rows of the table of targets.
type benchTableCmd struct {
	Quick  bool     `help:"Measure every row in little, to see that all of it works."`
	Only   []string `help:"Rows to measure; the others stay as they are on the board." placeholder:"ROW"`
	Runs   int      `default:"1" help:"Measure each row so often, and take the run in the middle."`
	Board  string   `help:"The folder that keeps bench.json and the pictures." placeholder:"DIR"`
	Page   string   `help:"The page to write; it needs --board." placeholder:"FILE"`
	Redraw bool     `help:"Measure nothing; write pictures and page anew from what the board keeps."`
	Dir    string   `help:"Where data folders of servers are made; empty: where temporary files are." type:"existingdir"`
}

// Run measures rows one after another, printing each, and writes the board after each.
func (c *benchTableCmd) Run(e *command.Env) error {
	switch {
	case c.Board == "" && (c.Page != "" || c.Redraw):
		return errors.New("name the folder of the pictures with --board")
	case c.Quick && c.Page != "":
		return errors.New("the quick form says nothing about targets, so it writes no page; leave out --quick or --page")
	}
	board := &bench.Board{}
	if c.Board != "" {
		var err error
		if board, err = bench.ReadBoard(c.Board); err != nil {
			return err
		}
	}
	if c.Redraw {
		return board.Write(c.Board, c.Page)
	}
	targets, err := c.targets()
	if err != nil {
		return err
	}
	for _, t := range targets {
		if err := c.row(e, board, t); err != nil {
			return err
		}
	}
	if c.Quick {
		e.Println("This was the quick form: it shows that everything can be measured, and says nothing about targets.")
		return nil
	}
	return bench.Summary(e.Stdout, board)
}

// targets are the rows that were asked for.
func (c *benchTableCmd) targets() ([]bench.Target, error) {
	all := bench.Targets()
	if len(c.Only) == 0 {
		return all, nil
	}
	var out []bench.Target
	var names []string
	found := map[string]bool{}
	for _, t := range all {
		names = append(names, t.Name)
		for _, name := range c.Only {
			if name == t.Name {
				out, found[name] = append(out, t), true
			}
		}
	}
	for _, name := range c.Only {
		if !found[name] {
			return nil, fmt.Errorf("there is no row %q; there are %s", name, strings.Join(names, ", "))
		}
	}
	return out, nil
}

// row measures one row and keeps it.
func (c *benchTableCmd) row(e *command.Env, board *bench.Board, t bench.Target) error {
	args := t.Args
	if c.Quick {
		args = t.Quick
	}
	if c.Dir != "" {
		args = append(slices.Clone(args), "--dir="+c.Dir)
	}
	_, _ = fmt.Fprintf(e.Stderr, "== %s: mudlark bench %s\n", t.Name, strings.Join(args, " "))
	row, err := t.Measure(args, c.Runs, func(args []string) (*bench.Report, error) { return benchArgs(e, args) })
	if err != nil {
		return err
	}
	board.Put(row)
	if err := bench.Text(e.Stdout, row.Report); err != nil {
		return err
	}
	e.Println()
	if c.Board == "" {
		return nil
	}
	return board.Write(c.Board, c.Page)
}

// benchArgs measures what arguments of `mudlark bench` say.
func benchArgs(e *command.Env, args []string) (*bench.Report, error) {
	parser, err := kong.New(&benchCmd{}, kong.Exit(func(int) {}))
	if err != nil {
		return nil, fmt.Errorf("set up the scenarios: %w", err)
	}
	k, err := parser.Parse(args)
	if err != nil {
		return nil, fmt.Errorf("mudlark bench %s: %w", strings.Join(args, " "), err)
	}
	m, ok := reflect.TypeAssert[benchMeasurer](k.Selected().Target.Addr())
	if !ok {
		return nil, fmt.Errorf("mudlark bench %s: this measures nothing", strings.Join(args, " "))
	}
	return m.measure(e, append([]string{"bench"}, args...))
}

// benchEchoCmd is the floor.
type benchEchoCmd struct {
	FanBytes int `help:"Send what one connection says to all others, in lines of so many bytes."`
}

// Run serves until the context ends.
func (c *benchEchoCmd) Run(e *command.Env) error {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	e.Println("telnet", ln.Addr())
	(&bots.Echo{FanBytes: c.FanBytes}).Serve(e.Ctx, ln)
	return nil
}
