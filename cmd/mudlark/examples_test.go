package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"
)

// long lets those stories be played too that take a minute; `make examples` sets it.
var long = flag.Bool("long", false, "play the stories that take a minute, too")

// cmdExample builds an example of those for people who write agents; `exec NAME` runs it afterwards.
func cmdExample(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) == 1, "example NAME")
	bin := ts.MkAbs("bin")
	cmd := exec.Command("go", "build", "-o", bin+string(filepath.Separator), "./ai/mcp/examples/"+args[0])
	cmd.Dir, cmd.Env = ts.Getenv("REPO"), os.Environ()
	ts.Check(os.MkdirAll(bin, 0o750))
	if out, err := cmd.CombinedOutput(); err != nil {
		ts.Fatalf("build %s: %v\n%s", args[0], err, out)
	}
	ts.Setenv("PATH", bin+string(filepath.ListSeparator)+ts.Getenv("PATH"))
}
