package bench_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench"
)

func TestText(t *testing.T) {
	for name, r := range map[string]*bench.Report{"open.txt": open(), "everything.txt": full()} {
		var b bytes.Buffer
		if err := bench.Text(&b, r); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 80 {
				t.Errorf("%s: %d columns: %s", name, n, line)
			}
		}
		golden(t, name, b.String())
	}
}

func TestPictures(t *testing.T) {
	got := bench.Pictures(open())
	if len(got) != 2 || got[0].Name != "open-time.svg" || got[1].Name != "open-shape.svg" {
		t.Fatalf("got %d pictures", len(got))
	}
	for _, p := range got {
		if !bytes.Contains(p.SVG, []byte("$ mudlark bench open")) || p.Alt == "" {
			t.Errorf("%s does not say how it is repeated", p.Name)
		}
	}
	if got := bench.Pictures(full()); len(got) != 2 || !bytes.Contains(got[0].SVG, []byte("misuse")) {
		t.Error("the phase is not marked")
	}
	if got := bench.Pictures(&bench.Report{}); got != nil {
		t.Errorf("of nothing: got %d", len(got))
	}
}

// TestReportIsJSON wants what was written to be what is read.
func TestReportIsJSON(t *testing.T) {
	text, err := json.Marshal(full())
	if err != nil {
		t.Fatal(err)
	}
	var again bench.Report
	if err := json.Unmarshal(text, &again); err != nil || !reflect.DeepEqual(&again, full()) {
		t.Errorf("got %+v, %v", again, err)
	}
}
