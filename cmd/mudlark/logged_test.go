package main

import (
	"os"

	"github.com/rogpeppe/go-internal/testscript"
)

// cmdLogged waits until the daemon has logged something.
func cmdLogged(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) == 1, "logged REGEXP")
	want := pattern(ts, args[0])
	path := ts.MkAbs("world.err")
	if !eventually(func() bool {
		b, err := os.ReadFile(path)
		return err == nil && want.Match(b)
	}) {
		ts.Fatalf("%q was not logged", args[0])
	}
}
