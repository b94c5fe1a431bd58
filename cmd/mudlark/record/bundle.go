package record

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/encounterfile"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/journal/history"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// BundleCmd is mudlark bundle.
type BundleCmd struct {
	ID   string `arg:"" optional:"" placeholder:"ID" help:"Which fight by turns, as the list has it; nothing lists them."`
	Out  string `short:"o" placeholder:"FILE" help:"The file to write, - for standard output; ID.json if you do not say."`
	Data string `default:"${data}" help:"The data folder."`
	JSON bool   `name:"json" help:"Print the list as JSON."`
	command.QuietFlag
}

// Help is what mudlark bundle --help adds.
func (c *BundleCmd) Help() string {
	return "A bundle is one fight by turns as a file that stands alone: how it began, with the seed of its dice, each " +
		"act with the events that came of it and a digest of how it stood then, and how it ended. mudlark replay runs it " +
		"again on any machine and says the first step at which it comes out otherwise. Only what is over is written, for " +
		"the seed says what will be rolled. The world remembers the last hundred fights by turns. Works while the world " +
		"runs, on a copy, and without a daemon.\n\nExit codes: 0 listed or written; 1 there is no such fight, or it is " +
		"not over; 2 it could not look."
}

// Run lists the encounters that are over, or writes the bundle of one.
func (c *BundleCmd) Run(e *command.Env) error {
	err := c.run(e)
	if no := (*world.Refusal)(nil); errors.As(err, &no) {
		_, _ = fmt.Fprintln(e.Stderr, command.Wrapped("mudlark: ", no.Text, command.Columns(e.Stderr)))
		return command.ExitDiffers
	}
	if err != nil {
		return e.Blind("make a bundle", err)
	}
	return nil
}

func (c *BundleCmd) run(e *command.Env) error {
	if c.ID == "" && c.Out != "" {
		return fmt.Errorf("%s is to be written, but which fight? mudlark bundle alone lists them; then "+
			"mudlark bundle ID --out %s", c.Out, c.Out)
	}
	b, err := openRecord(e, c.Data, c.QuietFlag)
	if err != nil {
		return err
	}
	p := e.Progress("read the record", "records", c.QuietFlag)
	s, err := b.Book.At(e.Ctx, b.Book.Last(), p.Tell)
	p.End()
	if err == nil && c.ID == "" {
		err = c.list(e, b.Book, s)
	} else if err == nil {
		err = c.export(e, b.Book, s)
	}
	return errors.Join(err, b.Close())
}

// fought is an encounter that is over, as lists have it.
type fought struct {
	ID      world.EncounterID `json:"id"`
	Name    string            `json:"name"`
	Ended   time.Time         `json:"ended"`
	How     world.Outcome     `json:"how"`
	Won     world.Side        `json:"won,omitempty"`
	Rounds  int               `json:"rounds"`
	From    uint64            `json:"from"` // its records
	To      uint64            `json:"to"`
	Missing bool              `json:"missing,omitempty"` // they are no longer kept
}

// foughtIn lists the encounters that are over and remembered, the newest last.
func foughtIn(s *world.State) []fought {
	out := []fought{}
	for _, x := range s.Encounters { // put in order below
		if x.Mode == world.ModeOver {
			out = append(out, fought{
				ID: x.ID, Name: x.Name, How: x.How, Won: x.Won, Rounds: x.Round, From: x.From, To: x.To,
			})
		}
	}
	slices.SortFunc(out, func(a, b fought) int { return cmp.Or(cmp.Compare(a.To, b.To), cmp.Compare(a.ID, b.ID)) })
	return out
}

// dated finds when each was over.
func dated(ctx context.Context, book *archive.Book, list []fought) ([]fought, error) {
	for i := range list {
		f := &list[i]
		if f.Missing = f.From < book.First(); f.To < book.First() {
			continue
		}
		var err error
		if f.Ended, err = book.When(ctx, f.To); err != nil {
			return nil, fmt.Errorf("find when %s ended: %w", f.ID, err)
		}
	}
	return list, nil
}

// ending says how a fight ended.
func (f fought) ending() string { return ended(f.How, f.Won, f.Rounds) }

func ended(how world.Outcome, won world.Side, rounds int) string {
	who := map[world.Side]string{
		world.SideA: " by those who opened it", world.SideB: " by those it was opened against",
	}[won]
	in := ""
	if rounds > 0 {
		in = " in round " + fmt.Sprint(rounds)
	}
	switch how {
	case world.OutcomeWon:
		return "won" + who + in
	case world.OutcomeFled:
		return "won" + who + in + ", the others having left"
	case world.OutcomeSettled:
		return "settled without the last blow" + in
	case world.OutcomeDrawn:
		return "drawn" + in
	case world.OutcomeOff:
		return "called off" + in
	}
	return string(how) + in
}

func (c *BundleCmd) list(e *command.Env, book *archive.Book, s *world.State) error {
	list, err := dated(e.Ctx, book, foughtIn(s))
	switch {
	case err != nil:
		return err
	case c.JSON:
		return e.JSON(list)
	case len(list) == 0:
		e.Println("No fight by turns is over yet.")
		return nil
	}
	for _, f := range list {
		at := f.Ended.Local().Format("2006-01-02 15:04:05 MST")
		if f.Missing {
			at = "no longer in the record"
		}
		e.Println(
			command.Hung(
				fmt.Sprintf("%-12s ", f.ID),
				world.Clean(f.Name)+", "+at+": "+f.ending()+".",
				command.Columns(e.Stdout),
			),
		)
	}
	e.Println("mudlark bundle ID writes one of them.")
	return nil
}

// one finds an encounter by its id among those that are remembered.
func one(s *world.State, id string) (*world.Encounter, *world.Refusal) {
	x := s.Encounters[world.EncounterID(id)]
	switch {
	case x == nil:
		return nil, server.Refuse(world.CodeUnknown, "No fight by turns of the id %s is remembered.", world.Clean(id))
	case x.Mode != world.ModeOver:
		return nil, server.Refuse(world.CodeCannot, "%s is not over yet, and its dice are secret until then.", x.ID)
	}
	return x, nil
}

// bind makes the bundle of an encounter that is over from its record. Making it runs it again once.
func bind(ctx context.Context, book *archive.Book, f fought) (*encounterfile.File, error) {
	if f.From < book.First() {
		return nil, server.Refuse(world.CodeUnknown, "The record of %s is no longer kept.", f.ID)
	}
	var events []world.Event
	err := book.Records(ctx, f.From, f.To, func(r journal.Record) error {
		rec, err := journal.Decode(r.Bytes)
		if err != nil {
			return err
		}
		for _, n := range rec.Notices {
			if isOf(n.Event, f.ID) {
				events = append(events, n.Event)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the record of %s: %w", f.ID, err)
	}
	b, err := encounterfile.Of(events)
	if err != nil {
		return nil, fmt.Errorf("make the bundle of %s: %w", f.ID, err)
	}
	b.Meta.From, b.Meta.To = f.From, f.To
	return b, nil
}

// isOf reports whether an event tells of an encounter. What else happened meanwhile is let go of at once: a fight may
// last for hours.
func isOf(e world.Event, id world.EncounterID) bool {
	switch e := e.(type) {
	case world.EncounterOpened:
		return e.Encounter == id
	case world.Stroke:
		return e.In() == id
	default:
		return false
	}
}

// printed is a bundle as it is written.
func printed(b *encounterfile.File) ([]byte, error) {
	raw, err := json.MarshalIndent(b, "", " ")
	if err != nil {
		return nil, fmt.Errorf("write a bundle: %w", err)
	}
	return append(raw, '\n'), nil
}

func (c *BundleCmd) export(e *command.Env, book *archive.Book, s *world.State) error {
	x, refused := one(s, c.ID)
	if refused != nil {
		return refused
	}
	b, err := bind(e.Ctx, book, fought{ID: x.ID, From: x.From, To: x.To})
	if err != nil {
		return err
	}
	raw, err := printed(b)
	if err != nil {
		return err
	}
	if c.Out == "-" {
		_, err := e.Stdout.Write(raw)
		return err
	}
	path := cmp.Or(c.Out, string(x.ID)+".json")
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already, and is left alone: choose another name", path)
	}
	if err != nil {
		return fmt.Errorf("make the bundle's file: %w", err)
	}
	_, err = f.Write(raw)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	how := ended(x.How, x.Won, x.Round)
	wrote := fmt.Sprintf(
		"Wrote %s: %s, %s, %s.",
		path,
		world.Clean(x.Name),
		command.Counted(uint64(len(b.Steps)), "step"),
		how,
	)
	e.Println(command.Hung("", wrote, command.Columns(e.Stdout)))
	return nil
}

// bundlesFolder is where the running world writes bundles.
const bundlesFolder = "bundles"

// bundles lists for a wizard the encounters that are over, or writes the bundle of one into the data folder, reads it
// back and runs it again.
func (c *Clerk) bundles(ctx context.Context, id string) (any, error) {
	var list []fought
	var refused *world.Refusal
	err := c.d.See(ctx, func(s *world.State, _ world.Time) {
		if list = foughtIn(s); id != "" {
			_, refused = one(s, id)
		}
	})
	switch {
	case err != nil:
		return nil, err
	case refused != nil:
		return nil, refused
	case id == "":
		return c.foughtReport(ctx, list)
	}
	i := slices.IndexFunc(list, func(f fought) bool { return string(f.ID) == id })
	if i < 0 {
		return nil, server.Refuse(world.CodeUnknown, "No fight by turns of the id %s is remembered.", world.Clean(id))
	}
	b, err := bind(ctx, c.d.Book, list[i])
	if err != nil {
		return nil, err
	}
	path := filepath.Join(c.d.Dir, bundlesFolder, id+".json")
	if err := put(path, b); err != nil {
		return nil, err
	}
	again, err := readBundle(path)
	if err == nil {
		err = again.Verify()
	}
	out := verb.RecordReport{Title: "The bundle of " + list[i].Name + " (" + id + ")"}
	out.Lines = append(out.Lines, verb.RecordLine{Text: "It is in " + path + ": " +
		command.Counted(uint64(len(b.Steps)), "step") + ", " + list[i].ending() + "."})
	if err != nil {
		out.Notes = append(
			out.Notes,
			"RUN AGAIN, IT DOES NOT COME OUT AS IT DID: "+command.Capitalized(err.Error())+".",
		)
	} else {
		out.Notes = append(out.Notes, "Run again, it comes out as it did, step for step. mudlark replay does the same with "+
			"the file, anywhere.")
	}
	return out, nil
}

// foughtReport lists the encounters that are over.
func (c *Clerk) foughtReport(ctx context.Context, list []fought) (any, error) {
	list, err := dated(ctx, c.d.Book, list)
	if err != nil {
		return nil, err
	}
	out := verb.RecordReport{Title: "Fights by turns that are over"}
	for _, f := range list {
		l := c.zone.line(history.Entry{
			Seq: f.To, Wall: f.Ended, Text: fmt.Sprintf("%s: %s, %s.", f.ID, f.Name, f.ending()),
		})
		if f.Missing {
			l.Day, l.Time, l.Text = "", "", l.Text+" Its record is no longer kept."
		}
		out.Lines = append(out.Lines, l)
	}
	if len(list) == 0 {
		out.Notes = append(out.Notes, "There are none yet.")
	} else {
		out.Notes = append(out.Notes, "bundle "+string(list[len(list)-1].ID)+" writes the last of them into a file that can "+
			"be run again.")
	}
	return out, nil
}

// put writes a bundle whole or not at all; one that is there is replaced.
func put(path string, b *encounterfile.File) error {
	raw, err := printed(b)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("make the folder of bundles: %w", err)
	}
	draft := path + ".new"
	if err := os.WriteFile(draft, raw, 0o600); err != nil {
		return errors.Join(fmt.Errorf("write a bundle: %w", err), os.Remove(draft))
	}
	if err := os.Rename(draft, path); err != nil {
		return errors.Join(fmt.Errorf("write a bundle: %w", err), os.Remove(draft))
	}
	return nil
}

// readBundle reads a bundle's file.
func readBundle(path string) (b *encounterfile.File, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open the bundle: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return encounterfile.Read(f)
}

// isBundle reports whether a file looks like a bundle rather than like a slice, which never begins with a brace.
func isBundle(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	head := make([]byte, 64)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return false, errors.Join(err, f.Close())
	}
	return bytes.HasPrefix(bytes.TrimLeft(head[:n], " \t\r\n"), []byte("{")), f.Close()
}

// rerun is what came of running a bundle again.
type rerun struct {
	File string `json:"file"`
	encounterfile.Meta
	Steps   int                       `json:"steps"`
	Final   encounterfile.Final       `json:"final"`
	Holds   bool                      `json:"holds"`
	Differs *encounterfile.Difference `json:"differs,omitempty"` // the first difference
	Wrong   string                    `json:"wrong,omitempty"`   // what kept it from being run
}

// rerun runs a bundle again.
func (c *ReplayCmd) rerun(e *command.Env) error {
	if c.To != "" {
		return e.Blind(
			"replay "+c.Slice,
			errors.New("nobody can walk about in a bundle: it holds one fight alone. Without "+
				"--to it is run again"),
		)
	}
	b, err := readBundle(c.Slice)
	if err != nil {
		return e.Blind("replay "+c.Slice, err)
	}
	r := rerun{File: c.Slice, Meta: b.Meta, Steps: len(b.Steps), Final: b.Final}
	err = b.Verify()
	if r.Holds = err == nil; !r.Holds && !errors.As(err, &r.Differs) {
		r.Wrong = err.Error()
	}
	if c.JSON {
		err = e.JSON(r)
	} else {
		printRerun(e, r)
		err = nil
	}
	if err == nil && !r.Holds {
		return command.ExitDiffers
	}
	return err
}

// rerunMost is how many characters of one remark are printed: what stands in a bundle may be anything.
const rerunMost = 4000

func printRerun(e *command.Env, r rerun) {
	say := func(format string, a ...any) {
		words := []rune(world.Clean(fmt.Sprintf(format, a...)))
		if len(words) > rerunMost {
			words = append(words[:rerunMost], []rune(" …")...)
		}
		e.Println(command.Hung("", string(words), command.Columns(e.Stdout)))
	}
	say("%s: %s (%s), %s, %s.", r.File, r.Name, r.Encounter, command.Counted(uint64(r.Steps), "step"),
		ended(r.Final.How, r.Final.Won, r.Final.Round))
	switch d := r.Differs; {
	case r.Holds:
		say("The fight comes out as it did: each step with the same events, and the same stand after it.")
	case d != nil:
		say("THE FIGHT DOES NOT COME OUT AS THE BUNDLE SAYS, first in step %d, at %s.", d.Step, d.What)
		say("The bundle has: %s", d.Want)
		say("Run again: %s", d.Got)
	default:
		say("THE BUNDLE CANNOT BE RUN: %s.", r.Wrong)
	}
	if !r.Holds && r.Rules != world.Rules {
		say("It was fought by the rules %d, and these are %d.", r.Rules, world.Rules)
	}
}
