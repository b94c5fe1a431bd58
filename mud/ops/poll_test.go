package ops_test

import (
	"runtime"
	"testing"
	"time"
)

// await polls until something holds.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for late := time.Now().Add(60 * time.Second); !holds(); {
		if time.Now().After(late) {
			t.Fatal(what + " did not come")
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func goVersion() string { return runtime.Version() }
