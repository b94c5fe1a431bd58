package archive_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/journal/verify"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

const secret = "meet me where the bell hangs"

// evening is a record of two people, an agent's token and a tell.
func evening(t *testing.T) (*archive.Book, *journal.Memory) {
	t.Helper()
	s, m, now := world.New(0), journal.NewMemory(), world.Time(0)
	host := world.Via{Kind: world.ViaHost}
	inputs := append(worldtest.Genesis(),
		world.Input{Via: host, Action: world.Create{Account: "acc-anna", Name: "Anna", Role: world.RolePlayer}},
		worldtest.Typed("pc-anna", world.Enter{}),
		worldtest.Typed("pc-anna", world.MintGrant{Grant: "g-1", Label: "secret laptop"}),
		world.Input{Via: host, Action: world.Create{Account: "acc-benno", Name: "Benno", Role: world.RolePlayer}},
		worldtest.Typed("pc-benno", world.Enter{}),
		worldtest.Typed("pc-anna", world.Tell{To: "pc-benno", Text: secret}),
		worldtest.Typed("pc-anna", world.Say{Text: "Good evening."}),
		worldtest.Typed("pc-anna", world.RevokeGrant{Grant: "g-1"}),
		worldtest.Typed("pc-benno", world.Move{Dir: world.North}))
	for _, in := range inputs {
		now += world.Second
		rec, r := s.Decide(now, in)
		if r != nil || rec == nil {
			t.Fatalf("%T: %v", in.Action, r)
		}
		b, err := journal.Encode(rec)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Commit(journal.Batch{Records: []journal.Record{{Seq: rec.Seq, Bytes: b}}}); err != nil {
			t.Fatal(err)
		}
	}
	b, err := archive.Open(t.TempDir(), m, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return b, m
}

// cut writes a slice to a file and opens it.
func cut(t *testing.T, b *archive.Book, o archive.SliceOptions) (*archive.Slice, *archive.Book) {
	t.Helper()
	var out bytes.Buffer
	done, err := archive.CutSlice(context.Background(), b, &out, o)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "slice.seg")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	slice, err := archive.OpenSlice(path)
	if err != nil {
		t.Fatal(err)
	}
	if done.Bytes != int64(out.Len()) {
		t.Errorf("got %d bytes, want %d", done.Bytes, out.Len())
	}
	return done, slice
}

// everything is all that a slice holds, as text.
func everything(t *testing.T, b *archive.Book) string {
	t.Helper()
	var out strings.Builder
	ctx := context.Background()
	s, err := b.Base(ctx, b.First())
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range s.Keys() {
		fmt.Fprintf(&out, "%s %+v\n", k, s.Row(k))
	}
	err = b.Records(ctx, 0, b.Last(), func(r journal.Record) error {
		rec, err := journal.Decode(r.Bytes)
		fmt.Fprintf(&out, "%+v\n", rec)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestCut cuts every slice there can be of an evening, and reads what is in it.
func TestCut(t *testing.T) {
	b, m := evening(t)
	for from := uint64(1); from <= b.Last(); from++ {
		for to := from; to <= b.Last(); to++ {
			done, slice := cut(t, b, archive.SliceOptions{From: from, To: to, Build: "test", Note: []byte("a note")})
			v, err := verify.Verify(context.Background(), slice, nil, verify.Options{})
			if err != nil || !v.Holds() || v.Records != to-from+1 || done.Records != v.Records {
				t.Fatalf("%d to %d: %+v, %v", from, to, v, err)
			}
			head, err := b.HeadAt(context.Background(), to)
			if err != nil || v.Head != head.String() || done.Head != v.Head {
				t.Errorf("%d to %d: got %s, want %s, %v", from, to, v.Head, head, err)
			}
			text := everything(t, slice)
			for _, word := range []string{secret, "acc-anna", "acc-benno", "secret laptop"} {
				if strings.Contains(text, word) {
					t.Errorf("%d to %d holds %q", from, to, word)
				}
			}
			if note := slice.Segments()[0].Info.Note; string(note) != "a note" {
				t.Errorf("got the note %q", note)
			}
		}
	}
	done, _ := cut(t, b, archive.SliceOptions{From: 1, To: b.Last()})
	if done.Blanked != 1 || done.Texts != 2 || done.Accounts != 2 || done.People != 2 {
		t.Errorf("got %+v", done)
	}
	if m.Head().Seq != b.Last() {
		t.Error("the record was changed")
	}
}

func TestCutFull(t *testing.T) {
	b, _ := evening(t)
	done, slice := cut(t, b, archive.SliceOptions{From: 3, To: b.Last(), Full: true})
	if done.Blanked != 0 || done.Accounts != 0 {
		t.Errorf("got %+v", done)
	}
	v, err := verify.Verify(context.Background(), slice, nil, verify.Options{})
	if err != nil || !v.Holds() || v.Again != v.Records {
		t.Errorf("got %+v, %v: want every record decided again", v, err)
	}
	if text := everything(t, slice); !strings.Contains(text, secret) || !strings.Contains(text, "acc-anna") {
		t.Error("a full slice is not full")
	}
}

func TestCutRefuses(t *testing.T) {
	b, _ := evening(t)
	var outside *archive.RangeError
	for _, c := range []struct {
		from, to uint64
		outside  bool
	}{{0, 3, false}, {4, 3, false}, {1, 999, true}, {999, 999, true}} {
		_, err := archive.CutSlice(context.Background(), b, &bytes.Buffer{}, archive.SliceOptions{From: c.from, To: c.to})
		if err == nil || errors.As(err, &outside) != c.outside {
			t.Errorf("%d to %d: got %v", c.from, c.to, err)
		}
	}
}
