package journal_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// oneRecord loads nothing but a record.
type oneRecord struct{ r journal.Record }

func (o oneRecord) Load(_ func(string, []byte) error, tail func(journal.Record) error) (journal.LoadInfo, error) {
	return journal.LoadInfo{}, tail(o.r)
}

// TestRecordThatCannotBeTakenUp: a start names the record and says what to do, be it of a release that knows more, or
// one that folding meets a defect in; it does not panic.
func TestRecordThatCannotBeTakenUp(t *testing.T) {
	encoded := func(e world.Event) []byte {
		t.Helper()
		b, err := journal.Encode(&world.Record{
			Seq: 7, Action: world.Say{Text: "hello"}, Notices: []world.Notice{{Seq: 7, Event: e}},
		})
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for name, c := range map[string]struct {
		bytes []byte
		want  string
	}{
		"newer":  {bytes.ReplaceAll(encoded(world.Said{}), []byte("Said"), []byte("Sung")), "cannot be read: "},
		"defect": {encoded(world.Moved{Actor: "pc-nobody", To: "nowhere"}), "cannot be folded: it met a defect: "},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := journal.Recover(oneRecord{journal.Record{Seq: 7, Bytes: c.bytes}})
			broken, ok := errors.AsType[*journal.RecordError](err)
			if !ok || broken.Seq != 7 || broken.Kind != "Say" {
				t.Fatalf("got %v", err)
			}
			for _, want := range []string{"record 7 (Say) " + c.want, "run that one again", "restore the latest backup"} {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("got %q, want %q in it", err, want)
				}
			}
		})
	}
}
