package record

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// inWorld does something in a small world.
func inWorld(t *testing.T, do func(d *server.Daemon)) error {
	t.Helper()
	p := worldtest.SmallPack()
	e := &command.Env{Ctx: t.Context(), Stderr: t.Output()}
	_, err := server.DoAlone(e, t.TempDir(), func(ctx context.Context, d *server.Daemon) (string, error) {
		err := d.Begin(ctx, &p)
		if err == nil {
			do(d)
		}
		return "", err
	})
	return err
}

// acts lets somebody act at a keyboard, or the daemon when nobody is named; all in one batch.
func acts(t *testing.T, d *server.Daemon, ins ...world.Input) {
	t.Helper()
	var step func(i int) loop.Step
	for len(ins) > 0 {
		part := ins[:min(len(ins), 10)]
		ins = ins[len(part):]
		step = func(i int) loop.Step {
			s := loop.Step{Input: &part[i]}
			if i+1 < len(part) {
				s.Then = func(*world.State, world.Time) loop.Step { return step(i + 1) }
			}
			return s
		}
		r, err := d.Loop.Do(t.Context(), func(*world.State, world.Time) loop.Step { return step(0) })
		if err != nil || r.Refusal != nil {
			t.Fatalf("%v %v", err, r.Refusal)
		}
	}
}

// peopled is a world with anna on the quay, benno at the market and merla, a wizard.
func peopled(t *testing.T, d *server.Daemon) {
	t.Helper()
	host := func(a world.Action) world.Input {
		return world.Input{Via: world.Via{Kind: world.ViaHost}, Action: a}
	}
	for name, role := range map[string]world.Role{
		"Anna": world.RolePlayer, "Benno": world.RolePlayer, "Merla": world.RoleWizard,
	} {
		acts(t, d, host(world.Create{Account: world.AccountID("a-" + name), Name: name, Role: role}),
			worldtest.Typed(world.ActorID("pc-"+strings.ToLower(name)), world.Enter{}))
	}
	acts(t, d, host(world.Haul{Body: "pc-benno", To: worldtest.Market}))
}

// reported has somebody report, and returns the receipt and what is kept.
func reported(t *testing.T, d *server.Daemon, who world.ActorID) (verb.ReceiptReport, *keptReport) {
	t.Helper()
	c := NewClerk(d, nil) // one that needs no rest
	got, err := c.Answer(t.Context(), verb.Asked{
		Actor: who, Via: world.Via{Kind: world.ViaKeyboard},
		Ask: verb.Ask{Kind: verb.AskReport, Args: []string{"Look at that."}},
	})
	if err != nil {
		t.Fatal(err)
	}
	receipt, _ := got.(verb.ReceiptReport)
	k, err := c.keptReport(receipt.Report)
	if err != nil {
		t.Fatal(err)
	}
	return receipt, k
}

func said(k *keptReport) string {
	var b strings.Builder
	for _, l := range k.Lines {
		b.WriteString(l.Text + "\n")
	}
	return b.String()
}

// TestReportKeepsWhatWasShown: in a busy world what its author was shown is found among what others were, and a crowd
// of words is kept in part.
func TestReportKeepsWhatWasShown(t *testing.T) {
	err := inWorld(t, func(d *server.Daemon) {
		peopled(t, d)
		tell := func(text string) world.Input {
			return worldtest.Typed("pc-benno", world.Tell{To: "pc-anna", Text: text})
		}
		acts(t, d, tell("the first word"), worldtest.Typed("pc-merla", world.Say{Text: "on the quay"}))
		acts(t, d, worldtest.Typed("pc-anna", world.Move{Dir: world.North}),
			worldtest.Typed("pc-benno", world.Say{Text: "at the market"}),
			worldtest.Typed("pc-anna", world.Move{Dir: world.South}))
		for range (reportDecodedMost + 1000) / 10 {
			acts(t, d, repeated(worldtest.Typed("pc-benno", world.Say{Text: "where nobody is"}), 10)...)
		}
		acts(t, d, tell("the last word"))
		receipt, k := reported(t, d, "pc-anna")
		shown := said(k)
		for _, want := range []string{
			"the first word", "on the quay", "at the market", "You come to Market.", "the last word",
		} {
			if strings.Count(shown, want) != 1 {
				t.Errorf("%q is kept %d times in:\n%s", want, strings.Count(shown, want), shown)
			}
		}
		if strings.Contains(shown, "where nobody is") || receipt.Lines != len(k.Lines) {
			t.Errorf("kept are %d lines:\n%s", receipt.Lines, shown)
		}
		acts(
			t,
			d,
			repeated(worldtest.Typed("pc-merla", world.Say{Text: strings.Repeat("words ", 60)}), reportLinesMost)...)
		if _, k = reported(t, d, "pc-anna"); !k.Cut || len(said(k)) > reportBytesMost+reportLinesMost ||
			len(k.Lines) < 100 {
			t.Errorf("of a crowd of words %d lines are kept, cut: %v", len(k.Lines), k.Cut)
		}
	})
	if err != nil {
		t.Error(err)
	}
}

func repeated(in world.Input, n int) []world.Input {
	out := make([]world.Input, n)
	for i := range out {
		out[i] = in
	}
	return out
}

// TestReportTells: a receipt that is not on the chain and a copy that the record contradicts are told in capitals.
func TestReportTells(t *testing.T) {
	err := inWorld(t, func(d *server.Daemon) {
		peopled(t, d)
		acts(t, d, worldtest.Typed("pc-merla", world.Say{Text: "on the quay"}))
		receipt, k := reported(t, d, "pc-anna")
		reads := func() string {
			t.Helper()
			number, _, _ := strings.Cut(receipt.Receipt, ":")
			got, err := NewClerk(d, nil).reports(t.Context(), verb.Asked{Actor: "pc-merla"}, number)
			if err != nil {
				t.Fatal(err)
			}
			r, _ := got.(verb.RecordReport)
			return strings.Join(r.Notes, "\n")
		}
		if got := reads(); !strings.Contains(got, "The receipt holds") || !strings.Contains(got, "word for word") {
			t.Errorf("of a report that nobody touched: %s", got)
		}
		forged := *k
		forged.Receipt = receipt.Receipt[:len(receipt.Receipt)-4] + "dead"
		forged.Lines = append([]keptLine(nil), k.Lines...)
		forged.Lines[0].Text = "Merla says: \"I took them.\""
		b, err := json.Marshal(forged)
		if err != nil {
			t.Fatal(err)
		}
		put := journal.Put{Bucket: reportsTable, Key: reportKey(k.Seq), Value: b}
		if _, err := d.Loop.Do(t.Context(), func(*world.State, world.Time) loop.Step {
			return loop.Step{Puts: []journal.Put{put}}
		}); err != nil {
			t.Fatal(err)
		}
		got := reads()
		for _, want := range []string{"THE RECEIPT DOES NOT HOLD", "THE RECORD SAYS OTHERWISE"} {
			if !strings.Contains(got, want) {
				t.Errorf("of a forged one: %s", got)
			}
		}
	})
	if err != nil {
		t.Error(err)
	}
}

// answersTold has anna told of the answers that wait for her, and returns what the record says of that.
func answersTold(t *testing.T, d *server.Daemon, c *Clerk) (out []world.ReportClosed) {
	t.Helper()
	from := d.Journal.Head().Seq + 1
	if _, err := c.Answer(t.Context(), verb.Asked{
		Actor: "pc-anna", Via: world.Via{Kind: world.ViaHost}, Ask: verb.Ask{Kind: verb.AskAnswers},
	}); err != nil {
		t.Fatal(err)
	}
	err := d.Book.Records(t.Context(), from, d.Journal.Head().Seq, func(r journal.Record) error {
		rec, err := journal.Decode(r.Bytes)
		if err != nil {
			return err
		}
		for i := range rec.Notices {
			if e, ok := rec.Notices[i].Event.(world.ReportClosed); ok {
				out = append(out, e)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// closes has merla close a report, and returns what she is told.
func closes(t *testing.T, c *Clerk, k *keptReport, text string) string {
	t.Helper()
	asked := verb.Asked{Actor: "pc-merla", Via: world.Via{Kind: world.ViaKeyboard}}
	got, err := c.closeReport(t.Context(), asked, k, text)
	done, ok := got.(verb.DoneReport)
	if err != nil || !ok {
		t.Fatalf("got %v, %v", got, err)
	}
	return done.Text
}

// TestClosedReportReachesAuthor: who was away when a report was answered is told at the next arrival, once; words that
// were erased meanwhile are not told (OWNERS D8).
func TestClosedReportReachesAuthor(t *testing.T) {
	err := inWorld(t, func(d *server.Daemon) {
		peopled(t, d)
		c := NewClerk(d, nil)
		answered := func(text string) (closed uint64) {
			t.Helper()
			receipt, k := reported(t, d, "pc-anna")
			acts(t, d, worldtest.Typed("pc-anna", world.Depart{}))
			if got := closes(t, c, k, text); !strings.Contains(got, "Anna is away, and reads") {
				t.Errorf("the wizard is told %q", got)
			}
			if k, err := c.keptReport(receipt.Report); err != nil || k.Closed == nil || k.Closed.Seq == 0 {
				t.Fatalf("kept as %+v, %v", k, err)
			}
			return k.Closed.Seq
		}

		answered("They are back.")
		if got := answersTold(t, d, c); len(got) != 0 {
			t.Errorf("told while away: %+v", got)
		}
		acts(t, d, worldtest.Typed("pc-anna", world.Enter{}))
		got := answersTold(t, d, c)
		if len(got) != 1 || got[0].Text != "They are back." || got[0].Actor != "pc-merla" || !got[0].Late {
			t.Errorf("told at the arrival: %+v", got)
		}
		if got := answersTold(t, d, c); len(got) != 0 {
			t.Errorf("told again: %+v", got)
		}

		closed := answered("It was Benno, of Mill Lane 3.")
		if n, err := eraseKept(t.Context(), d, closed); err != nil || n != 1 {
			t.Fatalf("erased from %d reports, %v", n, err)
		}
		acts(t, d, worldtest.Typed("pc-anna", world.Enter{}))
		if got := answersTold(t, d, c); len(got) != 1 || got[0].Text != world.Blanked {
			t.Errorf("told what was erased: %+v", got)
		}

		_, k := reported(t, d, "pc-benno")
		k.Num = 999 // as if another Benno had been made since
		if got := closes(t, c, k, "Thank you."); !strings.Contains(got, "Benno is no more, so nobody") {
			t.Errorf("the wizard is told %q", got)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestOldReportsGo a year after they were closed, when another one is; open ones stay.
func TestOldReportsGo(t *testing.T) {
	err := inWorld(t, func(d *server.Daemon) {
		peopled(t, d)
		c := NewClerk(d, nil)
		_, old := reported(t, d, "pc-anna")
		closes(t, c, old, "They are back.")
		_, open := reported(t, d, "pc-benno")
		_, next := reported(t, d, "pc-anna")
		old.Closed.Wall = d.Now().Add(-ReportsKept - time.Hour)
		open.Wall = old.Closed.Wall
		for _, k := range []*keptReport{old, open} {
			row, err := k.row()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := d.Loop.Do(t.Context(), func(*world.State, world.Time) loop.Step {
				return loop.Step{Puts: []journal.Put{row}}
			}); err != nil {
				t.Fatal(err)
			}
		}
		closes(t, c, next, "Thank you.")
		for seq, want := range map[uint64]bool{old.Seq: false, open.Seq: true, next.Seq: true} {
			if b, err := d.Journal.Get(reportsTable, reportKey(seq)); (b != nil) != want || err != nil {
				t.Errorf("report %d is kept: %v, want %v (%v)", seq, b != nil, want, err)
			}
		}
	})
	if err != nil {
		t.Error(err)
	}
}
