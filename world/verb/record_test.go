package verb_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// TestRecordWords shows what people read who ask the record. testdata/record.txt is meant to be read.
func TestRecordWords(t *testing.T) {
	day := "Saturday 21 November 2026"
	var b strings.Builder
	for _, report := range []any{
		verb.ReceiptReport{Report: 48211, Receipt: "48211:" + strings.Repeat("3f2a", 16), Lines: 34, Minutes: 5},
		verb.ReceiptReport{Report: 48211, Receipt: "48211:" + strings.Repeat("3f2a", 16), Minutes: 5},
		verb.RecordReport{
			Title: "What happened to the rusty key (rusty-key-17)",
			Lines: []verb.RecordLine{
				{Day: "Friday 20 November 2026", Time: "23:59:58", Seq: 48190, Text: "Ann picks up the rusty key at the Ropewalk."},
				{Day: day, Time: "21:04:11", Seq: 48211, Text: "Ann gives the rusty key to Bede at the Dark Hallway."},
				{Text: "Meanwhile \x1b[31mit was inside the pouch."},
			},
			Notes: []string{"There is more before: history rusty-key-17 before #48190"},
		},
		verb.RecordReport{Title: "Open reports", Notes: []string{"There are none."}},
		verb.PastReport{When: "As it was on " + day + " at 21:04:11, #48211.", Room: world.RoomReport{
			Name: "The Ropewalk", Desc: "Tarred rope.", People: []world.Ref{{Name: "Ann", Line: "Ann is here.", Kind: "person"}},
		}},
		world.BackReport{
			What: "Ann", Comes: []string{"the cap (cap-7), into the hands of Ann"}, Changes: []string{"level: 1 now, 2 then"},
			Stays:   []string{"the coat (coat-3): Bede carries it, at the Ropewalk"},
			Barred:  []string{"the pile of coins may have gone into a purse, and would be there twice"},
			Loses:   []string{"3 coins"},
			Refusal: &world.Refusal{Code: world.CodeLoss, Text: "That would take from Ann what was gained since: 3 coins."},
		},
		world.BackReport{What: "the cap", Comes: []string{"the cap (cap-7), into the hands of Merla"},
			Ended: "Merla purges the cap at the Ropewalk."},
	} {
		for _, style := range []prose.Style{{}, {ScreenReader: true}} {
			text := verb.Words(report, style)
			checkWords(t, text, true)
			if style.ScreenReader {
				b.WriteString("for a screen reader:\n" + prose.ReaderText(text) + "\n\n")
				continue
			}
			fmt.Fprintf(&b, "%s\n\n", text)
		}
	}
	golden(t, "record.txt", b.String())
}

// TestHistoryIsOfTwoKinds lets anybody read back what they heard, and only wizards the record.
func TestHistoryIsOfTwoKinds(t *testing.T) {
	for role, lines := range map[world.Role]map[string]string{
		world.RolePlayer: {
			"history tell": `heard ["tell"]`, "history Say": `heard ["say"]`, "history ann": ` []`, "history": ` []`,
		},
		world.RoleWizard: {
			"history channel": `heard ["channel"]`, "history Ann": `history ["Ann"]`, "history": ` []`,
		},
	} {
		s := newStage(t, role)
		for line, want := range lines {
			call := s.table.Parse(s.ctx(s.bob), line)
			if got := fmt.Sprintf("%s %q", call.Ask.Kind, call.Ask.Args); got != want {
				t.Errorf("%s, %s: got %s, want %s", role, line, got, want)
			}
			told := ""
			if call.Refusal != nil {
				told = call.Refusal.Text
			} else if call.Report != nil {
				told = verb.Words(call.Report(s.ctx(s.bob)), prose.Style{}).String()
			}
			if call.Ask.Kind == "" && !strings.Contains(told, "history tell what was told or whispered to you") {
				t.Errorf("%s, %s: got %q", role, line, told)
			}
		}
	}
}

// TestRecordIsAskedOfTheHost holds the verbs to asking, and to asking for what was typed.
func TestRecordIsAskedOfTheHost(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	for line, want := range map[string]string{
		"report Somebody took my boots.":       `report ["Somebody took my boots."]`,
		"reports":                              `reports [""]`,
		"reports close 48211 It is mended.":    `reports ["close 48211 It is mended."]`,
		"history rusty key before #48211":      `history ["rusty key before #48211"]`,
		"provenance rusty key":                 `provenance ["rusty key"]`,
		"rewind look Dark Hallway 21:04":       `rewind ["look" "Dark Hallway 21:04"]`,
		"rewind bring lamp 10m anyway a fault": `rewind ["bring" "lamp 10m anyway a fault"]`,
	} {
		call := s.table.Parse(s.ctx(s.bob), line)
		if got := fmt.Sprintf("%s %q", call.Ask.Kind, call.Ask.Args); got != want || !call.Ask.OfRecord() {
			t.Errorf("%q: got %s, want %s", line, got, want)
		}
	}
	if call := s.table.Parse(s.ctx(s.bob), "rewind unmake lamp 10m"); call.Refusal == nil {
		t.Error("rewind does what there is not")
	}
	for _, line := range []string{"force ann to report x", "at vault report x", "at vault history ann"} {
		if call := s.table.Parse(s.ctx(s.bob), line); call.Refusal == nil {
			t.Errorf("%q is understood", line)
		}
	}
}
