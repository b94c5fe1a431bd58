package peers_test

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/mudlark-mud/mudlark/scripts/peers"
)

var (
	about  = flag.String("peers.about", "", "a description of a server; \"\": mudlark, which is built")
	folder = flag.String("peers.server", "", "the server's folder, with the program built; it is left as it is")
	rounds = flag.Int("peers.rounds", 0, "how often the scenario is played; 0: not at all")
	file   = flag.String("peers.json", "", "a file that gets what was found as JSON")
	loud   = flag.Bool("peers.log", false, "show what the server logs")
)

// TestPeers plays the scenario against a server. Of mudlark alone it wants that all is kept.
func TestPeers(t *testing.T) {
	if *rounds == 0 {
		t.Skip("make peers runs it")
	}
	path, server := *about, *folder
	if path == "" {
		path, server = "mudlark.yaml", build(t)
	}
	d, err := peers.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if server == "" {
		t.Fatal("say with -peers.server in which folder the server is")
	}
	c := peers.Config{Server: server, Dir: t.TempDir(), Rounds: *rounds}
	if *loud {
		c.Log = os.Stderr
	}
	r, err := peers.Run(t.Context(), d, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r)
	if *file != "" {
		b, err := json.MarshalIndent(r, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(*file, append(b, '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if *about == "" && !r.Kept() {
		t.Error("what people were told is not what is there")
	}
}

// build builds mudlark into a folder of its own.
func build(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-o", filepath.Join(dir, "mudlark"),
		"../../cmd/mudlark")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build mudlark: %v\n%s", err, out)
	}
	return dir
}
