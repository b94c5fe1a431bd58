package peers_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/mudlark-mud/mudlark/scripts/peers"
)

// forgetful is a server with the flaw of many: it writes players when they save, and rooms never.
type forgetful struct {
	mu    sync.Mutex
	dir   string
	held  map[string][]string // by player
	floor []string
}

const (
	forgetfulPort = "PEERS_FORGETFUL_PORT"
	forgetfulDir  = "PEERS_FORGETFUL_DIR"
)

// TestMain is the forgetful server when that is what is wanted.
func TestMain(m *testing.M) {
	if port := os.Getenv(forgetfulPort); port != "" {
		if err := serveForgetful(port, os.Getenv(forgetfulDir)); err != nil {
			panic(err)
		}
		return
	}
	os.Exit(m.Run())
}

func serveForgetful(port, dir string) error {
	var lc net.ListenConfig
	l, err := lc.Listen(context.Background(), "tcp", "127.0.0.1:"+port)
	if err != nil {
		return err
	}
	f := &forgetful{dir: dir, held: map[string][]string{}, floor: []string{"lamp", "rope", "book", "coat"}}
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		go f.serve(conn)
	}
}

// serve is for one player.
func (f *forgetful) serve(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	lines := bufio.NewScanner(conn)
	_, _ = fmt.Fprint(conn, "\x1b[1mWho?\x1b[0m ")
	if !lines.Scan() {
		return
	}
	name := lines.Text()
	f.load(name)
	_, _ = fmt.Fprint(conn, "Welcome.\r\nready> ")
	for lines.Scan() {
		_, _ = fmt.Fprintf(conn, "%s\r\nready> ", f.answer(name, lines.Text()))
	}
}

func (f *forgetful) load(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	b, err := os.ReadFile(filepath.Join(f.dir, name))
	var held []string
	if err == nil {
		err = json.Unmarshal(b, &held)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		panic(err)
	}
	f.held[name] = held
	if held != nil {
		f.floor = nil // the world has begun before
	}
}

func (f *forgetful) answer(name, line string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	word, rest, _ := strings.Cut(line, " ")
	thing, to, _ := strings.Cut(rest, " ")
	move := func(from, to []string) ([]string, []string) {
		i := slices.Index(from, thing)
		if i < 0 {
			return from, to
		}
		return slices.Delete(from, i, i+1), append(to, thing)
	}
	switch word {
	case "get":
		f.floor, f.held[name] = move(f.floor, f.held[name])
		return "Taken: " + thing
	case "drop":
		f.held[name], f.floor = move(f.held[name], f.floor)
		return "Dropped: " + thing
	case "give":
		f.held[name], f.held[to] = move(f.held[name], f.held[to])
		return "Given: " + thing
	case "save":
		b, err := json.Marshal(f.held[name])
		if err == nil {
			err = os.WriteFile(filepath.Join(f.dir, name), b, 0o600)
		}
		if err != nil {
			panic(err)
		}
		return "Saved."
	case "look":
		return "Here: " + strings.Join(f.floor, ", ")
	case "inventory":
		return "You have: " + strings.Join(f.held[name], ", ")
	}
	return "You say: " + rest
}

// TestForgetful plays the scenario against a server that forgets, and wants each thing found where that one puts it.
func TestForgetful(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	things := ""
	for _, word := range []string{"lamp", "rope", "book", "coat"} {
		things += fmt.Sprintf("  - {word: %[1]s, made: [\"get {thing}\"], held: %[1]s, lying: %[1]s}\n", word)
	}
	path := filepath.Join(t.TempDir(), "forgetful.yaml")
	text := "name: forgetful\ncommand: [" + program + "]\n" +
		"env: {" + forgetfulPort + ": \"{port}\", " + forgetfulDir + ": \"{dir}\"}\n" +
		"door: [{see: \"Who?\", say: \"{name}\"}]\ninside: ready>\nann: {name: Ann}\nbert: {name: Bert}\n" +
		"things:\n" + things +
		"words: {drop: \"drop {thing}\", dropped: \"Dropped\", get: \"get {thing}\", got: Taken, " +
		"give: \"give {thing} {to}\", given: Given, save: save, saved: Saved, look: look, inventory: inventory, " +
		"mark: \"say {token}\", marked: \"You say: {token}\"}\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := peers.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := peers.Run(t.Context(), d, peers.Config{Server: t.TempDir(), Dir: t.TempDir(), Rounds: 2})
	if err != nil {
		t.Fatal(err)
	}
	want := []peers.Verdict{peers.Kept, peers.Lost, peers.Kept, peers.Doubled}
	for n, round := range r.Rounds {
		var got []peers.Verdict
		for _, o := range round {
			got = append(got, o.Verdict)
		}
		if !slices.Equal(got, want) {
			t.Errorf("round %d: got %v, want %v", n+1, got, want)
		}
	}
	if got, want := len(r.Rounds), 2; got != want {
		t.Errorf("got %d rounds, want %d", got, want)
	}
	if r.Kept() {
		t.Error("it says that all was kept")
	}
}

// TestDescriptions reads those that are here, and some that are not whole.
func TestDescriptions(t *testing.T) {
	paths, err := filepath.Glob("*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("found %d descriptions: %v", len(paths), err)
	}
	for _, path := range paths {
		if _, err := peers.Read(path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, c := range []struct{ name, text, want string }{
		{"no name", "command: [x]\n", "missing: name"},
		{"a field that is none", "nam: x\n", "nam"},
		{"a pattern that is none", "inside: '('\n", "missing closing"},
		{"a wait that is none", "settle: soon\n", "invalid duration"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.yaml")
			if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := peers.Read(path); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error that says %q", err, c.want)
			}
		})
	}
}
