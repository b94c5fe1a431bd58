package server

import (
	"errors"
	"testing"
	"time"
)

func TestSealRetry(t *testing.T) {
	r := sealRetry{every: 10 * time.Second}
	now := time.Unix(0, 0)
	failed := errors.New("the disk is full")
	for i, want := range []time.Duration{10 * time.Second, 20 * time.Second, 40 * time.Second, 80 * time.Second} {
		r.observe(now, failed)
		if got := r.at.Sub(now); got != want {
			t.Errorf("after %d failures it waits %s", i+1, got)
		}
	}
	for range 20 {
		r.observe(now, failed)
	}
	if got := r.at.Sub(now); got != time.Hour {
		t.Errorf("it waits %s in the end", got)
	}
	if r.observe(now, nil); r.at.After(now) {
		t.Error("it waits though all is well")
	}
}
