package server

import (
	"os"
	"path/filepath"
	"testing"
)

// The operators' key is made once, is long, and is nobody else's to read.
func TestOperatorKey(t *testing.T) {
	dir := t.TempDir()
	key, err := operatorKey(dir)
	if err != nil || len(key) != 2*operatorKeyBytes {
		t.Fatalf("got %q, %v", key, err)
	}
	if again, err := operatorKey(dir); err != nil || again != key {
		t.Errorf("got %q, %v, want the same", again, err)
	}
	info, err := os.Stat(filepath.Join(dir, OperatorKeyName))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got %v, %v, want a file of mode 0600", info, err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) > 0 {
		t.Errorf("it left %q behind, %v", left, err)
	}
	if _, err := operatorKey(filepath.Join(dir, "nowhere")); err == nil {
		t.Error("a folder that is not there: no error")
	}
	for _, torn := range []string{"", "\n", key[:len(key)/3]} { // as a crash once left it
		if err := os.WriteFile(filepath.Join(dir, OperatorKeyName), []byte(torn), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := operatorKey(dir); err == nil {
			t.Errorf("%q in the file: got the key %q, want an error", torn, got)
		}
	}
}
