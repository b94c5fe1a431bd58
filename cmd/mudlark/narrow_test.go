package main

import (
	"os"
	"os/exec"
	"testing"
)

// OWNERS D16: machines whose int has 32 bits can run it.
func TestCompilesWith32Bits(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the whole program once more")
	}
	if os.Getenv("MUDLARK_CROSS") == "" {
		t.Skip("compiles everything for another machine, which takes minutes at first: MUDLARK_CROSS=1 does it")
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-o", os.DevNull, ".")
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=386", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
