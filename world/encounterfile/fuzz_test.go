package encounterfile_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world/encounterfile"
)

// FuzzRead holds that a file that somebody made up is refused in words or run: it never panics, and what holds once
// holds again when it is written and read back.
func FuzzRead(f *testing.F) {
	b, err := encounterfile.Of(brawl(f))
	if err != nil {
		f.Fatal(err)
	}
	for _, n := range []int{0, 3, 5, len(b.Steps)} {
		short := *b
		short.Steps = b.Steps[:n]
		raw, err := json.Marshal(short)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add([]byte(`{"meta":{"format":"mudlark-encounter-1"},"steps":[{"action":{"type":"JOIN","fighter":{"id":"a"}}}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		b, err := encounterfile.Read(bytes.NewReader(raw))
		if err != nil {
			return
		}
		err = b.Verify()
		var d *encounterfile.Difference
		if errors.As(err, &d) && (d.Step < 0 || d.Step > len(b.Steps) || !strings.HasPrefix(d.Error(), "step ")) {
			t.Fatalf("%+v", d)
		}
		if err != nil {
			return
		}
		again, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		back, err := encounterfile.Read(bytes.NewReader(again))
		if err != nil {
			t.Fatal(err)
		}
		if err := back.Verify(); err != nil {
			t.Fatal(err)
		}
	})
}
