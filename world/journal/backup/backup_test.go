package backup_test

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/mudlark-mud/mudlark/world/journal/backup"
)

// files are what the tests back up.
func files() map[string]string {
	return map[string]string{
		backup.DatabaseName: strings.Repeat("pages ", 5_000), "session_key": "secret", "crash.json": "",
		"segments/00000000000000000001.seg": "sealed",
	}
}

func header() backup.Header {
	h := backup.Header{Build: "0.2.0", Head: "7:00", First: 1, Last: 7}
	for _, name := range []string{
		backup.DatabaseName, "segments/00000000000000000001.seg", "session_key", "crash.json",
	} {
		h.Members = append(h.Members, backup.Member{Name: name, Bytes: int64(len(files()[name]))})
	}
	return h
}

func opener(name string) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader(files()[name])), nil
}

func written(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := backup.Write(t.Context(), &b, header(), opener, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

type sink struct{ bytes.Buffer }

func (*sink) Close() error { return nil }

// read reads a backup into a map.
func read(t testing.TB, b []byte) (map[string]string, *backup.Header, error) {
	sinks := map[string]*sink{}
	take := func(m backup.Member) (io.WriteCloser, error) {
		sinks[m.Name] = &sink{}
		return sinks[m.Name], nil
	}
	h, err := backup.Read(t.Context(), bytes.NewReader(b), backup.Taker{Member: take}, nil)
	got := map[string]string{}
	for name, s := range sinks {
		got[name] = s.String()
	}
	return got, h, err
}

func TestThereAndBack(t *testing.T) {
	got, h, err := read(t, written(t))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files() {
		if got[name] != want {
			t.Errorf("%s: got %q, want %q", name, got[name], want)
		}
	}
	if h.Head != "7:00" || h.Segments() != 1 || h.Bytes() != 30_012 || h.Has("ssh_host_ed25519_key") {
		t.Errorf("got %+v", h)
	}
}

func why(err error) backup.Why {
	if f := (*backup.FaultError)(nil); errors.As(err, &f) {
		return f.Why
	}
	return ""
}

// TestEveryByteCounts cuts a backup off everywhere and changes every byte of it.
func TestEveryByteCounts(t *testing.T) {
	whole := written(t)
	for n := range whole {
		_, _, err := read(t, whole[:n])
		if got := why(err); got != backup.CutOff {
			t.Fatalf("cut off after %d of %d bytes: got %v", n, len(whole), err)
		}
	}
	for n := range whole {
		for _, bit := range []byte{1, 0x80} {
			b := bytes.Clone(whole)
			b[n] ^= bit
			got, _, err := read(t, b)
			// A few bits of a frame mean nothing, and all that was backed up is there without them.
			if why(err) == "" && (err != nil || !maps.Equal(got, files())) {
				t.Fatalf("byte %d of %d changed: got %v", n, len(whole), err)
			}
		}
	}
	if _, _, err := read(t, append(bytes.Clone(whole), "more"...)); why(err) != backup.Altered {
		t.Errorf("with something behind: got %v", err)
	}
}

// part is a member of a forged backup.
type part struct {
	tar.Header
	text string
}

func plain(name, text string) part { return part{tar.Header{Typeflag: tar.TypeReg, Name: name}, text} }

func forged(t *testing.T, parts ...part) []byte {
	t.Helper()
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(z)
	for _, p := range parts {
		p.Size = int64(len(p.text))
		if err := w.WriteHeader(&p.Header); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, p.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func announcing(t *testing.T, change func(*backup.Header)) part {
	t.Helper()
	h := header()
	h.Format = backup.Format
	change(&h)
	text, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	return plain("mudlark-backup.json", string(text))
}

func TestForged(t *testing.T) {
	member := func(name string) func(*backup.Header) {
		return func(h *backup.Header) { h.Members = append(h.Members, backup.Member{Name: name, Bytes: 1}) }
	}
	change := func(do func(*backup.Header)) []byte { return forged(t, announcing(t, do)) }
	same := announcing(t, func(*backup.Header) {})
	link := part{tar.Header{Typeflag: tar.TypeSymlink, Name: "mudlark.db", Linkname: "/etc"}, ""}
	tests := map[string]struct {
		file []byte
		want backup.Why
	}{
		"something else":      {[]byte("MZ and so on"), backup.Foreign},
		"another tar":         {forged(t, plain("etc/passwd", "root")), backup.Foreign},
		"no header":           {forged(t, plain("mudlark-backup.json", "{}")), backup.Foreign},
		"a newer one":         {change(func(h *backup.Header) { h.Format++ }), backup.Newer},
		"nothing in it":       {change(func(h *backup.Header) { h.Members = nil }), backup.Altered},
		"out of the folder":   {change(member("../mudlark.db")), backup.Altered},
		"from the root":       {change(member("/etc/passwd")), backup.Altered},
		"out of segments":     {change(member("segments/../00000000000000000009.seg")), backup.Altered},
		"two of one name":     {change(member("session_key")), backup.Altered},
		"less than nothing":   {change(func(h *backup.Header) { h.Members[0].Bytes = -1 }), backup.Altered},
		"more than any":       {change(func(h *backup.Header) { h.Members[0].Bytes = 1 << 50 }), backup.Altered},
		"nothing follows":     {forged(t, same), backup.CutOff},
		"another size":        {forged(t, same, plain("mudlark.db", "x")), backup.Altered},
		"a link":              {forged(t, same, link), backup.Altered},
		"what none announced": {forged(t, same, plain("crash.json", "x")), backup.Altered},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, _, err := read(t, tt.file)
			if why(err) != tt.want || len(got) > 0 {
				t.Errorf("got %v and %v, want %q", got, err, tt.want)
			}
		})
	}
}

var errFull = errors.New("no space left")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
func (full) Read([]byte) (int, error)  { return 0, errFull }
func (full) Close() error              { return nil }

// TestFailingMachine tells errors of the machine from those of the file.
func TestFailingMachine(t *testing.T) {
	if err := backup.Write(t.Context(), full{}, header(), opener, nil); !errors.Is(err, errFull) {
		t.Errorf("a writer that fails: got %v", err)
	}
	err := backup.Write(t.Context(), io.Discard, header(), func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("short")), nil
	}, nil)
	if err == nil || !strings.Contains(err.Error(), "it became shorter") {
		t.Errorf("a file that became shorter: got %v", err)
	}
	whole := written(t)
	_, err = backup.Read(t.Context(), io.MultiReader(bytes.NewReader(whole[:100]), full{}), backup.Taker{}, nil)
	if !errors.Is(err, errFull) || why(err) != "" {
		t.Errorf("a reader that fails: got %v", err)
	}
	_, err = backup.Read(t.Context(), bytes.NewReader(whole), backup.Taker{
		Member: func(backup.Member) (io.WriteCloser, error) { return full{}, nil },
	}, nil)
	if !errors.Is(err, errFull) || why(err) != "" {
		t.Errorf("a taker that fails: got %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(written(f))
	f.Fuzz(func(t *testing.T, b []byte) {
		if _, h, err := read(t, b); err == nil && !h.Has(backup.DatabaseName) {
			t.Errorf("got %+v", h)
		}
	})
}
