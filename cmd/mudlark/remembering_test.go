package main

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"
	"go.etcd.io/bbolt"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/store"
)

// cmdRemember has somebody remember things of records of the world, which does not run meanwhile: remember WHO SEQ...
func cmdRemember(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: remember WHO SEQ...")
	}
	k, err := store.Open(filepath.Join(ts.Getenv("MUDLARK_DATA"), store.FileName), store.Options{})
	ts.Check(err)
	for _, arg := range args[1:] {
		seq, err := strconv.ParseUint(arg, 10, 64)
		ts.Check(err)
		row := memory.Row{ID: seq, Seq: seq, Kind: memory.Event, Text: "It was record " + arg + ".", Importance: 5}
		k.Apply(store.Batch{Mind: args[0], Seq: seq, Rows: []memory.Change{{Put: &row}}})
	}
	ts.Check(k.Flush(context.Background()))
	ts.Check(k.Close())
}

// cmdMemories does something to what is remembered: a newer program writes it, or ours again; somebody has it open, or
// no longer: memories newer|older|held|free.
func cmdMemories(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: memories newer|older|held|free")
	}
	s := stageOf(ts)
	path := filepath.Join(ts.Getenv("MUDLARK_DATA"), store.FileName)
	format := func(do func(is []byte) []byte) {
		db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: patience})
		ts.Check(err)
		ts.Check(errors.Join(db.Update(func(tx *bbolt.Tx) error {
			meta := tx.Bucket([]byte("meta"))
			return meta.Put([]byte("format"), do(bytes.Clone(meta.Get([]byte("format")))))
		}), db.Close()))
	}
	switch args[0] {
	case "newer":
		format(func(is []byte) []byte { s.format = is; return []byte{0, 0, 0, 0, 0, 0, 0, 99} })
	case "older":
		format(func([]byte) []byte { return s.format })
	case "held":
		var err error
		s.held, err = bbolt.Open(path, 0o600, &bbolt.Options{Timeout: patience})
		ts.Check(err)
	case "free":
		ts.Check(s.held.Close())
	default:
		ts.Fatalf("memories %s: what is that?", args[0])
	}
}

// cmdRelapse makes what minds keep of a world that was killed what it was at a record: as if the process had died
// before anything later was written down. relapse SEQ
func cmdRelapse(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) == 1, "relapse SEQ")
	seq, err := strconv.ParseUint(args[0], 10, 64)
	ts.Check(err)
	k, err := store.Open(filepath.Join(ts.Getenv("MUDLARK_DATA"), store.FileName), store.Options{})
	ts.Check(err)
	ts.Check(k.Rewind(context.Background(), seq))
	ts.Check(k.Close())
}
