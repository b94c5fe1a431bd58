package main

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// held are evenings that nothing was tuned on; the program measures others.
func held(t *testing.T) []talk {
	t.Helper()
	var out []talk
	for seed := uint64(101); seed <= 102; seed++ {
		e, err := playEvening(seed)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e.talk())
	}
	return out
}

// What somebody saw and heard of an evening comes back when they are asked, and better than plain BM25 would have it.
func TestEvening(t *testing.T) {
	talks := held(t)
	got := map[string]mean{}
	for _, m := range methods() {
		got[m.name] = measure(talks, m).of(0)
	}
	at10 := func(name string) float64 { return got[name].at[1] / float64(got[name].n) }
	const questionsLeast, floor, ahead = 1000, 0.95, 0.05
	if n := got["a mind's memory"].n; n < questionsLeast {
		t.Errorf("got %d questions, want at least %d", n, questionsLeast)
	}
	for name := range got { // each by itself
		t.Logf("%s: %s", name, got[name].figures())
	}
	mind, plain := at10("a mind's memory"), max(at10("BM25, words"), at10("BM25, stems"))
	if mind < floor || mind < plain+ahead {
		t.Errorf("a mind recalls %.3f among ten, want %.2f and %.2f more than BM25's %.3f", mind, floor, ahead, plain)
	}
}

// Questions in other words than those that fell are hard for whoever goes by words: a third of them is answered, and
// the answer stands further up than with plain BM25. Whoever makes that worse is told.
func TestOtherWords(t *testing.T) {
	l, err := lantern()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]mean{}
	for _, m := range methods() {
		got[m.name] = measure([]talk{l}, m).of(0)
		t.Logf("%s: %s", m.name, got[m.name].figures())
	}
	mind, plain := got["a mind's memory"], got["BM25, words"]
	const questionsLeast, floor = 30, 0.3
	if n := float64(mind.n); n < questionsLeast || mind.at[1]/n < floor || mind.inverse <= plain.inverse {
		t.Errorf("of %d questions a mind answers %s, plain BM25 %s", mind.n, mind.figures(), plain.figures())
	}
}

// set writes a set of conversations in the form of LoCoMo.
func set(t *testing.T, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range files { // each by itself
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "set.zip")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadZip(t *testing.T) {
	path := set(t, map[string]string{"a/1.json": `{"speaker_a": "Ann",
		"session_1": [{"speaker": "Ann", "dia_id": "D1:1", "text": "I painted the bridge.", "blip_caption": "a bridge"},
			{"speaker": "Bob", "dia_id": "D1:2", "text": "Lovely."}],
		"session_2": [{"speaker": "Ann", "dia_id": "D2:1", "text": "My goat died."}],
		"qa": [{"question": "What did Ann paint?", "evidence": ["D1:1; D:2:01"], "category": 4},
			{"question": "Whose?", "evidence": ["D9:9", "D"], "category": 5}]}`, "a/README": "no"})
	talks, err := readZip(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(talks) != 1 || len(talks[0].turns) != 3 || talks[0].turns[2].session != 2 {
		t.Fatalf("got %+v", talks)
	}
	q := talks[0].questions
	if len(q) != 1 || len(q[0].places) != 2 || !q[0].places["D1:1"] || !q[0].places["D2:1"] || q[0].kind != 4 {
		t.Fatalf("got %+v, want one question with two places", q)
	}
	f := measure(talks, method{open: func(t talk) func(string, int) []int {
		return func(string, int) []int { return []int{1, 0} } // the first place second, the other not at all
	}}).of(0)
	if f.n != 1 || f.at != [3]float64{0.5, 0.5, 0.5} || f.inverse != 0.5 {
		t.Errorf("got %+v, want a half of everything", f)
	}
	if _, err := readZip(set(t, nil)); err == nil {
		t.Error("an empty set was taken")
	}
}

// All that is told fits a line, with a figure for each method.
func TestRun(t *testing.T) {
	var b strings.Builder
	if err := run(nil, 1, &b); err != nil {
		t.Fatal(err)
	}
	for _, m := range methods() {
		if !strings.Contains(b.String(), m.name+" ") {
			t.Errorf("got %s, want a line of %s", b.String(), m.name)
		}
	}
	if err := run([]string{"not-there.zip"}, 1, &b); err == nil {
		t.Error("a set that is not there was measured")
	}
}
