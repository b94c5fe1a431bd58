package store_test

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/store"
)

// Who is only spoken of is taken out by their names, wherever those stand: in others' memories, in what was
// before, in steps, and in answers that name them.
func TestForgetByName(t *testing.T) {
	dir := t.TempDir()
	k := open(t, filepath.Join(dir, store.FileName))
	k.Apply(store.Batch{
		Mind: "mara", Seq: 1, Rows: put(row(1, 1, "Bob told of Seren and the goat."), row(2, 1, "Seren!")),
		Working: &memory.Working{Goal: "to find SEREN"}, Turn: json.RawMessage(`{"text":"who is\nSeren","seq":1}`),
	})
	merged := row(1, 1, "Bob told of Seren and the goat.")
	merged.Count = 1
	k.Apply(store.Batch{
		Mind: "mara", Seq: 2, Rows: append(put(merged), memory.Change{Drop: 2}),
		Working: &memory.Working{Goal: "to sleep"},
	})
	k.Save(cassette("it was\nSeren", time.Now().Unix(), "pc-bob"))
	k.Save(cassette("it was nobody", time.Now().Unix(), "pc-bob"))
	flushed(t, k)
	if err := k.Forget(t.Context(), "pc-seren", []string{"Seren"}); err != nil {
		t.Fatal(err)
	}
	equal(t, "after", grep(t, dir, "Seren", "SEREN"), []string{})
	equal(t, "others", grep(t, dir, "it was nobody", "to sleep"), []string{"it was nobody", "to sleep"})
	equal(t, "rows", rowTexts(t, k, "mara"), []string{"Bob told of somebody and the goat."})
	equal(t, "ledger", turns(t, k, "mara"), []string{`1@1{"seq":1,"text":"who is\nsomebody"}`})
	if err := k.Rewind(t.Context(), 1); err != nil { // what is undone brings nobody back
		t.Fatal(err)
	}
	equal(t, "rows before", rowTexts(t, k, "mara"), []string{"Bob told of somebody and the goat."})
	w, err := k.Working("mara")
	if err != nil || w.Goal != "" {
		t.Errorf("got %v %v, want nothing in mind", w, err)
	}
}

// Whoever is known to nobody does not have the file written anew, however often they ask; but who was spoken of since
// does, also when that is gone again and only stands between the pages.
func TestForgetIsCheap(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, store.FileName)
	k := open(t, path)
	forgettable(k)
	file := func() os.FileInfo {
		t.Helper()
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	forget := func(person string, names ...string) (isAnew bool) {
		t.Helper()
		before := file()
		if err := k.Forget(t.Context(), person, names); err != nil {
			t.Fatal(err)
		}
		return !os.SameFile(before, file())
	}
	equal(t, "the first time", forget("pc-nobody", "Nobody At All"), true)
	equal(t, "from then on", forget("pc-nobody", "Nobody At All"), false)
	equal(t, "another", forget("guest-7", "Guest Seven"), false)
	equal(t, "somebody who is there", forget("pc-ann", "Ann"), true)
	equal(t, "once more", forget("pc-ann", "Ann"), false)
	for n, text := range []string{
		`"\nWren sang"`, `"Wr\u00e9n sang"`, `{"inner":"{\"text\":\"hi\\nWrin\"}"}`, nested("\nWrun sang"),
	} {
		k.Apply(store.Batch{Mind: "bran", Seq: 3, Turn: json.RawMessage(text)})
		name := []string{"wren", "Wrén", "WRIN", "Wrun"}[n]
		equal(t, name+" was spoken of", forget("pc-w", name), true)
		equal(t, name+" is forgotten", forget("pc-w", name), false)
	}
	k.Apply(store.Batch{Mind: "bran", Rows: put(row(9, 3, "Wrona came in."))})
	flushed(t, k)
	k.Apply(store.Batch{Mind: "bran", Rows: []memory.Change{{Drop: 9}}})
	flushed(t, k)
	equal(t, "between the pages", grep(t, dir, "Wrona"), []string{"Wrona"})
	equal(t, "who is only there", forget("pc-wrona", "Wrona"), true)
	equal(t, "not any more", grep(t, dir, "Wrona"), []string{})
}

// nested is a text in JSON in JSON, and so on: what a model was told of what a model was told.
func nested(text string) string {
	for range 5 {
		inner, _ := json.Marshal([]string{text}) // strings can always be written
		text = string(inner)
	}
	return text
}

// An answer that nobody is said to have a part in goes with whoever's id stands in it, also right behind a line's end;
// and what is too long once a name was taken out is a blank, not in the way of forgetting.
func TestForgetWhereItIsHard(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	dir := t.TempDir()
	k := open(t, filepath.Join(dir, store.FileName))
	k.Save(cassette("they met:\npc-al", time.Now().Unix()))
	fill := strings.Repeat("Al ", store.EntryBytesMax/8) // three times as long as somebody
	k.Apply(store.Batch{Mind: "mara", Seq: 1, Turn: json.RawMessage(`"` + fill + `"`)})
	k.Apply(store.Batch{Mind: "mara", Seq: 2, Turn: json.RawMessage(`"kept"`)})
	if err := k.Forget(t.Context(), "pc-al", []string{"Al"}); err != nil {
		t.Fatal(err)
	}
	equal(t, "ledger", turns(t, k, "mara"), []string{"1@1", `2@2"kept"`})
	if _, ok := k.Load(cassette("they met:\npc-al", 0).Key); ok {
		t.Error("an answer that names them is there")
	}
}

// Forgetting ends when it is told to, and can be asked for again.
func TestForgetIsToldToEnd(t *testing.T) {
	dir := t.TempDir()
	k := open(t, filepath.Join(dir, store.FileName))
	forgettable(k)
	flushed(t, k)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := k.Forget(ctx, "pc-ann", []string{"Ann"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that it was told to end", err)
	}
	equal(t, "before", grep(t, dir, "XXone", "XXfive"), []string{"XXone", "XXfive"})
	if err := k.Forget(t.Context(), "pc-ann", []string{"Ann"}); err != nil {
		t.Fatal(err)
	}
	equal(t, "after", grep(t, dir, "XXone", "XXfive"), []string{})
}

// A file of many pieces is worked through to its end.
func TestForgetInPieces(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	dir := t.TempDir()
	k := open(t, filepath.Join(dir, store.FileName))
	fill := strings.Repeat("tide ", 100_000)
	for n := range uint64(25) { // half a million bytes each, and pieces are of four
		k.Apply(store.Batch{Mind: "mara", Seq: n + 1, Turn: fmt.Appendf(nil, `{"who":"pc-%d","fill":"%s"}`, n%2, fill)})
	}
	if err := k.Forget(t.Context(), "pc-1", nil); err != nil {
		t.Fatal(err)
	}
	gone, left := 0, 0
	if err := k.Latest("mara", func(e store.Entry) bool {
		if e.Turn == nil && e.Why == store.WhyForgotten {
			gone++
		} else if strings.Contains(string(e.Turn), "pc-0") {
			left++
		}
		return true
	}); err != nil {
		t.Fatal(err)
	}
	equal(t, "gone and left", []int{gone, left}, []int{12, 13})
}

// The words of a record that was erased are gone from what minds keep, to the last byte, with what rests on them
// and wherever they were said again; the steps that had them say why they are blank.
func TestErase(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, store.FileName)
	k := open(t, path)
	const secret = "the gold lies under the third pier"
	answer, other := cassette("Under the pier, you say?", time.Now().Unix(), "pc-ann"), cassette("Aye.", time.Now().Unix())
	rests := memory.Row{ID: 2, Kind: memory.Reflection, Text: "Ann told me of gold three times.", Of: []uint64{1}, Seq: 6}
	k.Apply(store.Batch{Mind: "mara", Seq: 5, Turn: fmt.Appendf(nil,
		`{"look":{"percepts":[{"seq":4,"text":"A gull cries."},{"seq":5,"text":"Ann says, \"%s\"","data":{"text":"%s"}}]},`+
			`"reply":{"cassette":"%s"}}`, secret, secret, hex.EncodeToString(answer.Key[:])),
		Rows:    put(row(1, 5, `Ann says, "`+secret+`"`), row(3, 4, "A gull cries."), rests),
		Working: &memory.Working{Last: []string{`Ann says, "` + secret[:30] + `…`}},
	})
	k.Apply(store.Batch{Mind: "mara", Seq: 6, Turn: json.RawMessage(`{"asks":["She said: ` + secret + `."]}`),
		Working: &memory.Working{Goal: "to sleep"}, Rows: []memory.Change{{Drop: 1}}})
	k.Apply(
		store.Batch{Mind: "bran", Seq: 6, Turn: json.RawMessage(`{"look":{"percepts":[{"seq":6,"text":"It rains."}]}}`),
			Rows: put(row(1, 6, "It rains."))},
	)
	k.Apply(store.Batch{Mind: "cyd", Seq: 5, Turn: json.RawMessage(
		`{"done":[{"choice":{"params":{"text":"I know where it lies"}},"seqs":[5,7]}]}`)})
	k.Save(answer)
	k.Save(other)
	flushed(t, k)
	theirs := []string{"third pier", "Under the pier", "where it lies", "told me of gold"}
	equal(t, "before", grep(t, dir, theirs...), theirs)
	if err := k.Erase(t.Context(), []uint64{5}); err != nil {
		t.Fatal(err)
	}
	equal(t, "after", grep(t, dir, append(theirs, secret[:30])...), []string{})
	equal(t, "rows", rowTexts(t, k, "mara"), []string{"A gull cries."})
	equal(t, "others", rowTexts(t, k, "bran"), []string{"It rains."})
	equal(t, "ledger of others", len(turns(t, k, "bran")[0]) > len("3@6"), true)
	for _, mind := range []string{"mara", "cyd"} {
		if err := k.Latest(mind, func(e store.Entry) bool {
			equal(t, mind+" says why", fmt.Sprint(e.Turn == nil, e.Edited, e.Why), fmt.Sprint(true, true, store.WhyErased))
			return true
		}); err != nil {
			t.Fatal(err)
		}
	}
	_, ok := k.Load(other.Key)
	equal(t, "another answer", ok, true)
	if err := k.Rewind(t.Context(), 5); err != nil {
		t.Fatal(err)
	}
	equal(t, "undone", grep(t, dir, theirs...), []string{})
	closed(t, k)
	if _, err := store.Inspect(path); err != nil {
		t.Error(err)
	}
}

// A file of the first format goes on as it is: its steps keep their order, and new ones come after them.
func TestFirstFormat(t *testing.T) {
	path := filepath.Join(t.TempDir(), store.FileName)
	k := open(t, path)
	for n := range uint64(3) {
		k.Apply(store.Batch{Mind: "mara", Seq: n + 1, Turn: json.RawMessage("1"), Rows: put(row(n+1, n+1, "old"))})
	}
	k.Apply(store.Batch{Mind: "bran", Seq: 3, Turn: json.RawMessage("2")})
	closed(t, k)
	change(t, path, func(tx *bbolt.Tx) error {
		meta, own := tx.Bucket([]byte("meta")), tx.Bucket([]byte("ledger")).Bucket([]byte("bran"))
		key := binary.BigEndian.AppendUint64(nil, 1) // it counted each mind by itself
		return errors.Join(
			meta.Put([]byte("format"), key), meta.Delete([]byte("order")), meta.Delete([]byte("ledger_bytes")),
			tx.DeleteBucket([]byte("past")), own.Put(key, own.Get(binary.BigEndian.AppendUint64(nil, 4))),
			own.Delete(binary.BigEndian.AppendUint64(nil, 4)), own.SetSequence(77))
	})
	if _, err := store.Inspect(path); err != nil {
		t.Fatal(err)
	}
	k = open(t, path)
	k.Apply(store.Batch{Mind: "bran", Seq: 4, Turn: json.RawMessage("3")})
	k.Apply(store.Batch{Mind: "mara", Seq: 4, Turn: json.RawMessage("4")})
	flushed(t, k)
	equal(t, "mara", turns(t, k, "mara"), []string{"1@11", "2@21", "3@31", "5@44"})
	equal(t, "bran", turns(t, k, "bran"), []string{"1@32", "4@43"})
	closed(t, k)
	r, err := store.Inspect(path)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "report", r, store.Report{Minds: 1, Rows: 3, Steps: 6, Seq: 4})
}
