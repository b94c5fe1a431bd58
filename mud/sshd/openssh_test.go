package sshd_test

import (
	"crypto/ed25519"
	"encoding/pem"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"github.com/mudlark-mud/mudlark/mud/sshd"
)

// tmux is a terminal in which OpenSSH's own client runs, as a player would have it.
type tmux struct{ socket string }

func (x tmux) run(t testing.TB, args ...string) string {
	t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", x.socket}, args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("tmux %v: %v: %s", args, err, out)
	}
	return string(out)
}

func (x tmux) waitFor(t testing.TB, text string) {
	t.Helper()
	var last string
	defer func() {
		if t.Failed() {
			t.Logf("the terminal shows:\n%s", last)
		}
	}()
	waitFor(t, text, func() bool {
		last = x.run(t, "capture-pane", "-p")
		return strings.Contains(last, text)
	})
}

// A real client in a real terminal: a guest, an owner with a key, a size that changes, a screen that is put back.
func TestOpenSSH(t *testing.T) {
	if testing.Short() {
		t.Skip("starts programs")
	}
	for _, program := range []string{"ssh", "tmux"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed", program)
		}
	}
	show := newShowing()
	d := open(t, sshd.Limits{}, show.handle)
	d.auth.addKey("ann", signer(t, 1).PublicKey())
	dir := t.TempDir()
	key := filepath.Join(dir, "key")
	writeKey(t, key, 1)
	ssh := sshCommand(t, d, dir)

	x := tmux{socket: filepath.Join(dir, "tmux")}
	x.run(t, "-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "30", "sh")
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", x.socket, "kill-server").Run() })
	x.run(t, "set-option", "-g", "status", "off")
	typed := func(line string) { x.run(t, "send-keys", line, "Enter") }

	typed("echo before; " + ssh + " -i none guest@127.0.0.1; echo after=$?")
	x.waitFor(t, "size=100x30")
	x.run(t, "resize-window", "-x", "90", "-y", "20")
	x.waitFor(t, "size=90x20")
	x.run(t, "send-keys", "héllo", "Up")
	x.waitFor(t, "typed=hélloup")
	x.run(t, "send-keys", "q")
	x.waitFor(t, "after=0")
	if text := x.run(t, "capture-pane", "-p"); !strings.Contains(text, "before") || strings.Contains(text, "size=") {
		t.Errorf("the screen was not put back:\n%s", text)
	}

	typed("clear; " + ssh + " -i " + key + " ann@127.0.0.1; echo after=$?")
	x.waitFor(t, "size=90x20")
	x.run(t, "send-keys", "u") // panics
	x.waitFor(t, "after=1")
	if text := x.run(t, "capture-pane", "-p"); !strings.Contains(text, "went wrong") || strings.Contains(text, "size=") {
		t.Errorf("the screen was not put back:\n%s", text)
	}

	typed("clear; " + ssh + " -i none guest@127.0.0.1 ls; echo ended=$?")
	x.waitFor(t, "ended=1")
	if text := x.run(t, "capture-pane", "-p"); !strings.Contains(text, "runs no commands") {
		t.Errorf("a command was answered with:\n%s", text)
	}
}

func writeKey(t testing.TB, path string, n byte) {
	t.Helper()
	seed := make([]byte, ed25519.SeedSize)
	for i := range seed {
		seed[i] = n
	}
	block, err := gossh.MarshalPrivateKey(ed25519.NewKeyFromSeed(seed), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
}

// sshCommand is OpenSSH's client without the settings and keys of whoever runs the test.
func sshCommand(t testing.TB, d *door, dir string) string {
	t.Helper()
	_, port, err := net.SplitHostPort(d.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	known := filepath.Join(dir, "known_hosts")
	line := "[127.0.0.1]:" + port + " " + string(gossh.MarshalAuthorizedKey(d.HostKey()))
	if err := os.WriteFile(known, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	return "ssh -F none -q -p " + port + " -o UserKnownHostsFile=" + known +
		" -o IdentitiesOnly=yes -o IdentityAgent=none -o StrictHostKeyChecking=yes"
}
