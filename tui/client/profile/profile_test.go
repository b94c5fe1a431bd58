package profile_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"

	"github.com/mudlark-mud/mudlark/tui/client/profile"
)

func open(t *testing.T) (*profile.Shelf, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "mudlark")
	s, err := profile.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return s, dir
}

func TestParse(t *testing.T) {
	for _, tc := range []struct {
		in, want, key string
		tls           profile.Security
	}{
		{in: "aardmud.org", want: "aardmud.org:4000", key: "aardmud.org_4000"},
		{in: "aardmud.org:23", want: "aardmud.org:23", key: "aardmud.org_23"},
		{in: "telnet://Example.ORG:4000/", want: "Example.ORG:4000", key: "example.org_4000", tls: profile.Plain},
		{in: "TELNETS://example.org:992", want: "example.org:992", key: "example.org_992", tls: profile.TLSOn},
		{in: "[2001:db8::1]:4001", want: "[2001:db8::1]:4001", key: "2001_db8__1_4001"},
		{in: "2001:db8::1", want: "[2001:db8::1]:4000", key: "2001_db8__1_4000"},
		{in: "[::1]", want: "[::1]:4000", key: "1_4000"},
	} {
		got, err := profile.Parse(tc.in)
		if err != nil || got.String() != tc.want || got.TLS != tc.tls || got.Key() != tc.key {
			t.Errorf("Parse(%q): got %s, key %s, tls %q, %v, want %s, key %s, tls %q",
				tc.in, got, got.Key(), got.TLS, err, tc.want, tc.key, tc.tls)
		}
		if !profile.Named(got.Key()) {
			t.Errorf("the key %q cannot name a folder", got.Key())
		}
	}
	for _, bad := range []string{
		"", ":4000", "http://x.org", "telnet://me:secret@x.org", "x.org:0", "x.org:65536", "x.org:a", "a b", "a\x1b[2J",
		"../../etc", "x:y:z", strings.Repeat("a", 300),
	} {
		if got, err := profile.Parse(bad); err == nil {
			t.Errorf("Parse(%q): got %s, want an error", bad, got)
		}
	}
}

func TestProfileKept(t *testing.T) {
	s, dir := open(t)
	want := profile.Profile{Address: "example.org:4000", TLS: profile.TLSOn, Account: "ann", Mouse: true, Log: "html"}
	if err := s.Save("home", want); err != nil {
		t.Fatal(err)
	}
	got, ok, err := s.Load("home")
	if got != want || !ok || err != nil {
		t.Errorf("got %+v %v %v, want %+v", got, ok, err, want)
	}
	if _, ok, err := s.Load("../home"); ok || err != nil {
		t.Errorf("a path as a name: got %v, %v", ok, err)
	}
	if err := s.Save("../x", want); err == nil {
		t.Error("a path was taken for a name")
	}
	private(t, dir)
}

// private fails unless all in a folder is its owner's alone, and no file is left over.
func private(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil && (info.Mode().Perm()&0o077 != 0 || strings.HasPrefix(e.Name(), ".")) {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestProfileNamesThatAreTaken: what lies beside the folders of MUDs is none.
func TestProfileNamesThatAreTaken(t *testing.T) {
	s, _ := open(t)
	for _, name := range []string{"pins", "Pins", profile.OwnWorld, profile.OwnFolder, "../x", ""} {
		if err := s.Save(name, profile.Profile{Address: "example.org"}); err == nil {
			t.Errorf("a profile is called %q", name)
		}
	}
	if err := s.Save("pins2", profile.Profile{Address: "example.org"}); err != nil {
		t.Error(err)
	}
}

func TestProfileErrorsShowTheLine(t *testing.T) {
	s, dir := open(t)
	for text, want := range map[string]string{
		"address: x.org\nadress: y\n":      "[2:1] unknown field",
		"address: x.org\nmouse: [1]\n":     "[2:8]",
		"address: x.org\ntls: sometimes\n": "none of auto, on and off",
		"address: x.org\ntheme: puce\n":    "theme",
		"address: x.org\nlog: stone\n":     "plain",
		"address: ftp://x.org\n":           "telnet://",
		"mouse: true\n":                    "names no host",
		"#" + strings.Repeat("x", 70_000):  "are the most",
	} {
		if err := os.MkdirAll(filepath.Join(dir, "bad"), 0o700); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, "bad", "profile.yaml")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, ok, err := s.Load("bad")
		if ok || err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), file) {
			t.Errorf("%.40q: got %v, %v, want %q and the file's name", text, ok, err, want)
		}
	}
}

func TestPins(t *testing.T) {
	s, dir := open(t)
	if got, ok, err := s.Pinned("a:1"); ok || err != nil {
		t.Errorf("nothing is pinned: got %q, %v", got, err)
	}
	for _, p := range [][2]string{{"a:1", "one"}, {"b:1", "two"}, {"a:1", "three"}} {
		if err := s.Pin(p[0], p[1]); err != nil {
			t.Fatal(err)
		}
	}
	for addr, want := range map[string]string{"a:1": "three", "b:1": "two"} {
		if got, ok, err := s.Pinned(addr); got != want || !ok || err != nil {
			t.Errorf("%s: got %q %t %v, want %q", addr, got, ok, err, want)
		}
	}
	private(t, dir)
	if err := s.Pin("a:1 evil", "x\nb:1 evil"); err == nil {
		t.Error("a pin with blanks was taken")
	}
	if err := os.WriteFile(filepath.Join(dir, "pins"), []byte("a:1 one\nnonsense here too\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, ok, err := s.Pinned("a:1"); ok || err == nil || !strings.Contains(err.Error(), "pins:2") {
		t.Errorf("a damaged file gave the pin %q, and %v", got, err)
	}
	if err := s.Pin("a:1", "evil"); err == nil || !strings.Contains(err.Error(), "pins:2") {
		t.Errorf("a damaged file was overwritten: %v, want its line", err)
	}
}

func TestHistoryIsBounded(t *testing.T) {
	s, dir := open(t)
	f := s.Folder("a")
	if f.Known() {
		t.Error("a folder is known that nobody made")
	}
	for i := range 2500 {
		if err := f.Remember(fmt.Sprint("line ", i)); err != nil {
			t.Fatal(err)
		}
	}
	for _, dropped := range []string{"", "  ", "a\nb", strings.Repeat("x", 1001)} {
		if err := f.Remember(dropped); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // the second time from a file that was cut down
		got := f.History()
		if len(got) != 1000 || got[0] != "line 1500" || got[999] != "line 2499" {
			t.Fatalf("got %d lines from %q to %q", len(got), got[0], got[len(got)-1])
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, "a", "history"))
	if err != nil || strings.Count(string(data), "\n") != 1000 {
		t.Errorf("the file has %d lines, %v", strings.Count(string(data), "\n"), err)
	}
	private(t, dir)
	if err := errors.Join(f.Forget(), f.Forget()); err != nil || f.History() != nil {
		t.Errorf("forgotten: %v, got %v", err, f.History())
	}
}

// TestHistoryBytesAreBounded remembers without ever reading back, as whoever plays in lines does.
func TestHistoryBytesAreBounded(t *testing.T) {
	s, dir := open(t)
	f := s.Folder("a")
	long := strings.Repeat("y", 999)
	for range 5000 {
		if err := f.Remember(long); err != nil {
			t.Fatal(err)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "a", "history")); err != nil || info.Size() > 1<<20+1000 {
		t.Errorf("the file has %d bytes, %v", info.Size(), err)
	}
	if got := f.History(); len(got) < 524 || got[0] != long {
		t.Errorf("got %d lines, want 524 or more", len(got))
	}
}

func TestKept(t *testing.T) {
	s, dir := open(t)
	f := s.Folder("a")
	if got := f.Kept(); got != "" {
		t.Errorf("got %q", got)
	}
	if err := f.Keep(`{"x":1}`); err != nil || f.Kept() != `{"x":1}` {
		t.Errorf("got %q, %v", f.Kept(), err)
	}
	if err := f.Keep(strings.Repeat("x", profile.KeptMaxBytes+1)); err == nil {
		t.Error("too much was kept")
	}
	private(t, dir)
}

func TestSecret(t *testing.T) {
	keyring.MockInit()
	secret := profile.Secret{Account: "ann", At: "a:1"}
	if _, ok, err := secret.Reveal(); ok || err != nil {
		t.Errorf("an empty keyring: got %v, %v", ok, err)
	}
	if err := secret.Store("pw"); err != nil {
		t.Fatal(err)
	}
	if got, ok, err := secret.Reveal(); got != "pw" || !ok || err != nil {
		t.Errorf("got %q %v %v", got, ok, err)
	}
	if _, ok, _ := (profile.Secret{Account: "ann", At: "b:1"}).Reveal(); ok {
		t.Error("another MUD got the password")
	}
	if err := errors.Join(secret.Erase(), secret.Erase()); err != nil {
		t.Errorf("erase: %v", err)
	}
	for _, tc := range []struct {
		from, want error
		text       string
	}{
		{from: errors.New("no bus"), want: profile.ErrNoKeyring, text: "this machine has no keyring that answers: no bus"},
		{
			from: &exec.Error{Name: "dbus-launch", Err: exec.ErrNotFound}, want: profile.ErrNoKeyring,
			text: "this machine has no keyring that answers",
		},
		{
			from: errors.New("failed to unlock correct collection '/org/freedesktop/secrets/collection/login'"),
			want: profile.ErrLocked, text: "the keyring of this machine stayed locked",
		},
	} {
		keyring.MockInitWithError(tc.from)
		_, _, err := secret.Reveal()
		for _, err := range []error{secret.Store("pw"), secret.Erase(), err} {
			if !errors.Is(err, tc.want) || err.Error() != tc.text {
				t.Errorf("the keyring says %q: got %v, want %s", tc.from, err, tc.text)
			}
		}
	}
}
