package main

import (
	"context"
	"path/filepath"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/mudlark-mud/mudlark/ai/keep"
	"github.com/mudlark-mud/mudlark/ai/memory"
)

// cmdRemember has somebody remember things of records of the world, which does not run meanwhile: remember WHO SEQ...
func cmdRemember(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: remember WHO SEQ...")
	}
	k, err := keep.Open(filepath.Join(ts.Getenv("MUDLARK_DATA"), keep.FileName), keep.Options{})
	ts.Check(err)
	for _, arg := range args[1:] {
		seq, err := strconv.ParseUint(arg, 10, 64)
		ts.Check(err)
		row := memory.Row{ID: seq, Seq: seq, Kind: memory.Event, Text: "It was record " + arg + ".", Importance: 5}
		k.Apply(keep.Batch{Mind: args[0], Seq: seq, Rows: []memory.Change{{Put: &row}}})
	}
	ts.Check(k.Flush(context.Background()))
	ts.Check(k.Close())
}
