package sshd_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/sshd"
)

// hostKeyAt starts a server on a key file far enough to see its key.
func hostKeyAt(path string) ([]byte, error) {
	s, err := sshd.New(sshd.Config{Addr: "127.0.0.1:0", HostKeyPath: path, Auth: &book{}}, hold)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return s.HostKey().Marshal(), s.Serve(ctx)
}

func TestHostKeyIsMadeAndKept(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "host_key")
	first, err := hostKeyAt(path)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got mode %v, %v, want 0600", info.Mode(), err)
	}
	if again, err := hostKeyAt(path); err != nil || !bytes.Equal(first, again) {
		t.Errorf("after a restart: another key, or %v", err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("got %d files beside the key, %v", len(files)-1, err)
	}
}

func TestTwoServersAgreeOnAKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "host_key")
	keys := make([][]byte, 8)
	var wg sync.WaitGroup
	for i := range keys {
		wg.Go(func() { keys[i], _ = hostKeyAt(path) })
	}
	wg.Wait()
	for _, k := range keys {
		if k == nil || !bytes.Equal(k, keys[0]) {
			t.Fatal("servers that start at once have different keys")
		}
	}
}

func TestHostKeyIsRefused(t *testing.T) {
	good := filepath.Join(t.TempDir(), "good")
	if _, err := hostKeyAt(good); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	for what, tt := range map[string]struct {
		text string
		mode os.FileMode
		want string
	}{
		"others may read it": {string(text), 0o644, "mode 0644"},
		"its group may":      {string(text), 0o640, "mode 0640"},
		"not a key":          {"hello", 0o600, "host_key"},
		"empty":              {"", 0o600, "host_key"},
	} {
		t.Run(what, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "host_key")
			if err := os.WriteFile(path, []byte(tt.text), tt.mode); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, tt.mode); err != nil {
				t.Fatal(err)
			}
			_, err := hostKeyAt(path)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want an error about %q", err, tt.want)
			}
			if after, _ := os.ReadFile(path); string(after) != tt.text {
				t.Error("the file was changed")
			}
		})
	}
	if _, err := hostKeyAt(filepath.Join(t.TempDir(), "no", "such", "dir")); err == nil {
		t.Error("a key in no folder was made")
	}
}

func TestNewNeedsItsParts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "k")
	for what, cfg := range map[string]sshd.Config{
		"auth": {Addr: "127.0.0.1:0", HostKeyPath: path}, "host key": {Addr: "127.0.0.1:0", Auth: &book{}},
		"port": {Addr: "127.0.0.1:-1", Auth: &book{}, HostKeyPath: path},
	} {
		if _, err := sshd.New(cfg, hold); err == nil {
			t.Errorf("made without %s", what)
		}
	}
}
