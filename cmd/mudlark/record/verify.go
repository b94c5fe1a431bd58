package record

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/verify"
)

// VerifyCmd is mudlark verify.
type VerifyCmd struct {
	Data    string   `default:"${data}" help:"The data folder."`
	From    string   `placeholder:"SEQ|SEGMENT" help:"Begin with the segment that holds this record."`
	Receipt []string `placeholder:"SEQ:HEAD" help:"A head that was noted down; may be given several times."`
	JSON    bool     `name:"json" help:"Print what was found as JSON."`
	command.QuietFlag
}

// Help is what mudlark verify --help adds.
func (c *VerifyCmd) Help() string {
	return "Reads the whole record, sealed segments first; follows its chain; folds it; decides again what the present " +
		"rules decided; and compares what comes out with the world that a start loads. Works while the world runs, on a " +
		"copy, and without a daemon. No record is changed. With --from the state before is taken on " +
		"trust.\n\nExit codes: 0 everything is as it should be; 1 something " +
		"differs; 2 it could not look."
}

// Run verifies the record.
func (c *VerifyCmd) Run(e *command.Env) error {
	v, err := c.Verify(e)
	if err != nil {
		return e.Blind("verify", err)
	}
	if c.JSON {
		if err := e.JSON(v); err != nil {
			return err
		}
	} else {
		printVerdict(e, v.Verdict)
		printMinds(e, v.Minds)
	}
	if !v.Holds() || v.Minds != nil && !v.Minds.Holds {
		return command.ExitDiffers
	}
	return nil
}

// Verify holds the record against its sums, its seals and the state, and looks through what minds remember.
func (c *VerifyCmd) Verify(e *command.Env) (*verified, error) {
	o := verify.Options{}
	for _, text := range c.Receipt {
		head, err := journal.ParseHead(text)
		if err != nil {
			return nil, fmt.Errorf("read the receipt: %w", err)
		}
		o.Receipts = append(o.Receipts, head)
	}
	from, err := fromSegment(c.From)
	if err != nil {
		return nil, err
	}
	o.From = from
	b, err := OpenRecordWith(e, c.Data, recordAndMinds, c.QuietFlag)
	if verify.Damaged(err) {
		return &verified{Verdict: broken(err)}, nil
	}
	if err != nil {
		return nil, err
	}
	p := e.Progress("verify", "records", c.QuietFlag)
	o.Progress = p.Tell
	v, err := verify.Verify(e.Ctx, b.Book, b.journal, o)
	p.End()
	out := &verified{Verdict: v, Minds: lookAtMinds(b)}
	return out, errors.Join(err, b.Close())
}

// fromSegment reads a sequence, or a segment's name, which begins with its first one.
func fromSegment(text string) (uint64, error) {
	if text == "" {
		return 0, nil
	}
	digits := strings.TrimPrefix(strings.TrimSuffix(filepath.Base(text), ".seg"), "#")
	seq, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || seq == 0 {
		return 0, fmt.Errorf("--from %q is neither a record's sequence nor a segment's name, such as 48211 or "+
			"00000000000000048211.seg", text)
	}
	return seq, nil
}

// broken is the verdict on a file that cannot be read at all.
func broken(err error) *verify.Verdict {
	d := &verify.Difference{What: err.Error()}
	return &verify.Verdict{Findings: []verify.Finding{
		{Check: verify.CheckRecords, Seen: true, About: d.What, First: d},
	}}
}

// printVerdict says what was found.
func printVerdict(e *command.Env, v *verify.Verdict) {
	width := command.Columns(e.Stdout)
	first := v.First()
	if first != nil {
		printDifference(e, first.First, width)
	}
	for _, f := range v.Findings {
		word := "holds"
		if first != nil && f.Check == first.Check {
			f.About = "see above"
		}
		switch {
		case !f.Seen:
			word = "unknown"
		case !f.Holds:
			word = "DIFFERS"
		}
		e.Println(command.Hung(fmt.Sprintf("%-8s %-8s ", f.Check, word), f.About, width))
	}
	if v.Records == 0 && v.From == 0 {
		return
	}
	e.Println()
	e.Println(command.Hung("", summary(v), width))
	e.Println(command.Hung("", "Head: "+v.Head, 0))
}

// summary counts what was looked at.
func summary(v *verify.Verdict) string {
	parts := []string{folded(v)}
	switch v.Segments {
	case 0:
	case 1:
		parts = append(parts, "from one sealed segment and the journal")
	default:
		parts = append(parts, "from "+command.Grouped(uint64(v.Segments))+" sealed segments and the journal")
	}
	parts = append(parts, command.Grouped(v.Again)+" of them decided again")
	if v.Blanked > 0 {
		parts = append(parts, command.Grouped(v.Blanked)+" blanked and so only folded")
	}
	text := strings.Join(append(parts, older(v)...), ", ")
	if v.Holds() {
		text += ": the world is what its journal says"
	}
	text += " (" + command.Took(v.Took) + ")."
	if v.Trusted {
		text += fmt.Sprintf(" What was before record %d was taken on trust.", v.From)
	}
	return text
}

func folded(v *verify.Verdict) string {
	return fmt.Sprintf("%s folded (%d to %d)", command.Counted(v.Records, "record"), v.From, v.To)
}

func older(v *verify.Verdict) []string {
	if v.Older == 0 {
		return nil
	}
	return []string{command.Grouped(v.Older) + " decided by older rules and so only folded"}
}

// printDifference says the first difference at length.
func printDifference(e *command.Env, d *verify.Difference, width int) {
	where := ""
	if d.Seq > 0 {
		where = fmt.Sprintf(" at record %d", d.Seq)
	}
	e.Println(command.Hung("", "THE RECORD IS NOT AS IT SHOULD BE. The first difference is"+where+":", width))
	e.Println()
	if d.Deed != "" {
		e.Println(command.Hung("  ", d.Deed, width))
	}
	if d.Kind != "" {
		e.Println(command.Hung("  ", d.Kind, width))
	}
	e.Println(command.Hung("  ", command.Capitalized(d.What)+".", width))
	if place := d.Place(); place != "" {
		e.Println(command.Hung("  ", command.Capitalized(place)+":", width))
	}
	if d.Wants != "" {
		pad := max(len(d.Wants), len(d.Gets))
		e.Println(command.Hung(fmt.Sprintf("    %-*s  ", pad, d.Wants), d.Want, whole(d.Want, width)))
		e.Println(command.Hung(fmt.Sprintf("    %-*s  ", pad, d.Gets), d.Got, whole(d.Got, width)))
	}
	e.Println()
}

// whole is the width for a text that may be a head, which nobody can copy in two pieces.
func whole(text string, width int) int {
	if strings.Contains(text, " ") {
		return width
	}
	return 0
}
