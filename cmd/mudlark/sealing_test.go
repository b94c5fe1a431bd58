package main

import (
	"errors"
	"os"
	"testing"
	"time"

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

func TestByteSize(t *testing.T) {
	for text, want := range map[string]byteSize{
		"0": 0, "10GiB": 10 << 30, "500 MiB": 500 << 20, "64m": 64 << 20, "7": 7, "1 tb": 1 << 40, " 3 KB ": 3 << 10,
	} {
		var got byteSize
		if err := got.UnmarshalText([]byte(text)); err != nil || got != want {
			t.Errorf("%q is %d (%v), want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "GiB", "ten", "-1", "1.5GiB", "10GiBs", "9999999TiB", "1 2", "0x10"} {
		var got byteSize
		if err := got.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q was taken for %d bytes", text, got)
		}
	}
}

func TestSealRetry(t *testing.T) {
	r := sealRetry{every: 10 * time.Second}
	now := time.Unix(0, 0)
	failed := errors.New("the disk is full")
	for i, want := range []time.Duration{10 * time.Second, 20 * time.Second, 40 * time.Second, 80 * time.Second} {
		r.told(now, failed)
		if got := r.at.Sub(now); got != want {
			t.Errorf("after %d failures it waits %s", i+1, got)
		}
	}
	for range 20 {
		r.told(now, failed)
	}
	if got := r.at.Sub(now); got != time.Hour {
		t.Errorf("it waits %s in the end", got)
	}
	if r.told(now, nil); r.at.After(now) {
		t.Error("it waits though all is well")
	}
}
