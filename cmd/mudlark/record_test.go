package main

import (
	"bytes"
	"os"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
)

func cmdCatch(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) == 2, "catch VAR REGEXP")
	m := pattern(ts, args[1]).FindStringSubmatch(ts.ReadFile("stdout"))
	if len(m) < 2 {
		ts.Fatalf("%q is not in what was printed", args[1])
	}
	ts.Setenv(args[0], m[1])
}

func cmdBinary(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, len(args) == 2, "binary FILE TEXT")
	b, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	if bytes.Contains(b, []byte(args[1])) == neg {
		ts.Fatalf("%s holds %q: %v", args[0], args[1], neg)
	}
}

func cmdEmpty(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) == 1, "empty DIR")
	if !eventually(func() bool {
		list, err := os.ReadDir(ts.MkAbs(args[0]))
		return err == nil && len(list) == 0
	}) {
		ts.Fatalf("%s is not empty", args[0])
	}
}

// cmdForge appends a record whose event is another than its action asks for, as somebody with the file and a program
// could: the chain goes over it, and only deciding it again finds it. Or one that cannot be taken up: of a newer
// release, or such that folding it meets a defect.
func cmdForge(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) <= 1, "forge [newer|poison]")
	j, err := journal.Open(ts.Getenv("MUDLARK_DATA"), journal.Options{})
	ts.Check(err)
	s, _, err := journal.Recover(j)
	ts.Check(err)
	rec, refusal := s.Decide(s.Now, world.Input{
		Actor: "pc-bob", Via: world.Via{Kind: world.ViaKeyboard}, Action: world.Say{Text: "I said this."},
	})
	if refusal != nil {
		ts.Fatalf("forge: %v", refusal)
	}
	rec.Notices[0].Event = world.Said{Actor: "pc-bob", Text: "I never said this."}
	if len(args) == 1 && args[0] == "poison" {
		rec.Notices[0].Event = world.Moved{Actor: "pc-nobody", To: "nowhere"}
	}
	b, err := journal.Encode(rec)
	ts.Check(err)
	if len(args) == 1 && args[0] == "newer" {
		b = bytes.ReplaceAll(b, []byte("Said"), []byte("Sung"))
	}
	ts.Check(j.Commit(journal.Batch{Records: []journal.Record{{Seq: rec.Seq, Bytes: b}}}))
	ts.Check(j.Close())
}
