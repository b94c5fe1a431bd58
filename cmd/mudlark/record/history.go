package record

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal/history"
	"github.com/mudlark-mud/mudlark/world/journal/rewind"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

const (
	historyShown = 20     // entries on one page in the game
	historyMost  = 10_000 // and at most on the command line
)

// HistoryCmd is mudlark history.
type HistoryCmd struct {
	Name       []string `arg:"" help:"Whom, what or which place: a name or an id, of now or of the past."`
	Since      string   `placeholder:"TIME|SEQ" help:"Nothing older: 48211, 21:04, \"2026-11-21 21:04\", \"10m ago\"."`
	Before     string   `placeholder:"TIME|SEQ" help:"Nothing from this moment on."`
	Limit      int      `default:"50" help:"How many entries, the newest."`
	Provenance bool     `help:"Of a thing: only how it came to be, and each hand it went through."`
	JSON       bool     `name:"json" help:"Print JSON, an object with entries, for a program."`
	Data       string   `default:"${data}" help:"The data folder."`
	command.QuietFlag
}

// Help is what mudlark history --help adds.
func (c *HistoryCmd) Help() string {
	return "Tells from the record what happened to somebody, something or some place, the newest last, each with wall " +
		"time and sequence. Works while the world runs, on a copy, and without a daemon. What was said to few is not " +
		"quoted. Times are in your zone (TZ).\n\nExit codes: 0 told, 1 there is nothing of that name, 2 it could not look."
}

// Run tells a history.
func (c *HistoryCmd) Run(e *command.Env) error {
	b, err := openRecord(e, c.Data, c.QuietFlag)
	if err != nil {
		return e.Blind("read the history", err)
	}
	told, err := c.tell(e, b)
	err = errors.Join(err, b.Close())
	if no := (*world.Refusal)(nil); errors.As(err, &no) {
		_, _ = fmt.Fprintln(e.Stderr, "mudlark:", no.Text)
		return command.ExitDiffers
	}
	if err != nil {
		return e.Blind("read the history", err)
	}
	if c.JSON {
		return e.JSON(told.forPrograms())
	}
	report := told.report(recordZone{time.Local})
	e.Println(report.Title)
	day := ""
	for _, l := range report.Lines {
		if l.Day != day {
			day = l.Day
			e.Println(day)
		}
		e.Printf("%s  #%d  %s\n", l.Time, l.Seq, world.Clean(l.Text))
	}
	for _, n := range report.Notes {
		e.Println(n)
	}
	return nil
}

// tell finds the subject and reads its history.
func (c *HistoryCmd) tell(e *command.Env, b *borrowed) (*chapter, error) {
	kinds := []string{history.Actor, history.Item, history.Room}
	if c.Provenance {
		kinds = kinds[1:2]
	}
	text := strings.Join(c.Name, " ")
	p := e.Progress("read the record", "records", c.QuietFlag)
	defer p.End()
	s, err := b.Book.At(e.Ctx, b.Book.Last(), p.Tell)
	if err != nil {
		return nil, err
	}
	found := history.Present(s, text, kinds...)
	if len(found) == 0 {
		exists := func(k world.Key) bool { return s.Row(k) != nil }
		if found, err = history.Past(e.Ctx, b.Book, exists, text, kinds...); err != nil {
			return nil, err
		}
	}
	subject, no := history.One(text, found)
	if no != nil {
		return nil, no
	}
	h := &chapter{subject: subject, provenance: c.Provenance, more: moreCalled}
	h.span.Limit = min(max(c.Limit, 1), historyMost)
	if c.Since != "" {
		if h.span.From, err = rewind.Find(e.Ctx, b.Book, c.Since, time.Now()); err != nil {
			return nil, err
		}
	}
	if c.Before != "" {
		before, err := rewind.Find(e.Ctx, b.Book, c.Before, time.Now())
		if err != nil {
			return nil, err
		}
		h.span.To = max(before, 1) - 1
	}
	return h, h.read(e.Ctx, b.Book)
}

// chapter is what the record tells of a subject.
type chapter struct {
	subject    history.Subject
	page       history.Page
	span       history.Span
	provenance bool
	more       func(word, id string, before uint64) string // how to ask for what was before
}

// moreTyped is how the page before is asked for in the game.
func moreTyped(word, id string, before uint64) string {
	return word + " " + id + " before " + prose.Marked(before)
}

// moreCalled is how it is asked for on the command line.
func moreCalled(word, id string, before uint64) string {
	if word == "provenance" {
		word = "history --provenance"
	}
	return fmt.Sprintf("mudlark %s --before %d %s", word, before, id)
}

// forPrograms is a chapter as JSON.
func (h *chapter) forPrograms() any {
	return struct {
		Kind  string `json:"kind"` // actor, item or room
		ID    string `json:"id"`
		Name  string `json:"name"`
		Where string `json:"where"`
		history.Page
	}{h.subject.Key.Kind, h.subject.Key.ID, h.subject.Name, h.subject.Where, h.page}
}

func (h *chapter) read(ctx context.Context, b history.Book) (err error) {
	if h.provenance {
		h.page, err = history.Provenance(ctx, b, world.ItemID(h.subject.Key.ID), h.span)
		return err
	}
	h.page, err = history.History(ctx, b, h.subject.Key, h.span)
	return err
}

// recordZone is where times are meant to be read.
type recordZone struct{ *time.Location }

// line is an entry as people read it.
func (z recordZone) line(e history.Entry) verb.RecordLine {
	at := e.Wall.In(z.Location)
	text := e.Text
	if e.Of != "" {
		text = "With it inside: " + text
	}
	return verb.RecordLine{
		Day:  at.Format("Monday 2 January 2006"),
		Time: at.Format(time.TimeOnly),
		Seq:  e.Seq,
		Text: text,
	}
}

// report puts a history into the form in which it is told.
func (h *chapter) report(z recordZone) verb.RecordReport {
	out := verb.RecordReport{Title: "What happened to " + h.subject.Name + " (" + h.subject.Key.ID + ")"}
	word := "history"
	if h.provenance {
		out.Title, word = "The hands that "+h.subject.Name+" ("+h.subject.Key.ID+") went through", "provenance"
	}
	for _, e := range h.page.First {
		out.Lines = append(out.Lines, z.line(e))
	}
	if len(h.page.First) > 0 {
		out.Lines = append(out.Lines, verb.RecordLine{Text: "… and, later:"})
	}
	for _, e := range h.page.Entries {
		out.Lines = append(out.Lines, z.line(e))
	}
	if len(out.Lines) == 0 {
		out.Notes = append(out.Notes, "The record says nothing of that, as far as it is kept.")
	}
	if h.subject.Key.Kind != history.Room && h.span.To == 0 {
		out.Notes = append(out.Notes, "Now: "+h.subject.Where+".")
	}
	if h.page.Older > 0 {
		out.Notes = append(out.Notes, "There is more before: "+h.more(word, h.subject.Key.ID, h.page.Older+1))
	}
	return out
}

// Clerk answers what is asked of the record in the game.
type Clerk struct {
	d         *server.Daemon
	zone      recordZone
	past      chan struct{} // one at a time looks into the past: it takes the memory of a second world
	reporting chan struct{} // and one has what they were shown put by

	memories memories // nil where nobody asks for them
}

// memories are what the people of the world remember, as far as the record has to do with it.
type memories interface {
	// AskForget notes that somebody wants to be forgotten, and tells what will come of it.
	AskForget(ctx context.Context, who world.ActorID) (any, error)
	// NPC answers a wizard who looks after minds.
	NPC(ctx context.Context, who world.ActorID, what, rest string) (any, error)
	// Erase has the people of the world forget what they know of a record.
	Erase(ctx context.Context, seq uint64) error
}

// reportRest is for how many times as long as it took nobody else's report is put by, so that reports never take more
// than a fifth of one core from those who play.
const reportRest = 4

// NewClerk answers for a daemon; m may be nil where nobody asks for memories.
func NewClerk(d *server.Daemon, m memories) *Clerk {
	return &Clerk{
		d: d, zone: recordZone{time.Local}, past: make(chan struct{}, 1), reporting: make(chan struct{}, 1),
		memories: m,
	}
}

// clearLists clears whom somebody has as a friend, and takes down their notes: a list of names is kept with them as
// much as a memory of them is. Whom they ignore stays: who wants to be forgotten is not to be open to whom they keep
// off. A refusal says that there is nothing to clear.
func (c *Clerk) clearLists(ctx context.Context, q verb.Asked) error {
	for _, a := range []world.Action{world.Befriend{Off: true}, world.Unpin{All: true}} {
		_, err := c.d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
			return loop.Step{Name: "forget", Input: &world.Input{Actor: q.Actor, Via: q.Via, Action: a}}
		})
		if err != nil {
			return fmt.Errorf("clear the lists of somebody: %w", err)
		}
	}
	return nil
}

// Answer is a [verb.Host].
func (c *Clerk) Answer(ctx context.Context, q verb.Asked) (any, error) {
	if q.Ask.Kind == verb.AskForget {
		if err := c.clearLists(ctx, q); err != nil {
			return nil, err
		}
		return c.memories.AskForget(ctx, q.Actor)
	}
	if q.Ask.Kind == verb.AskAnswers {
		return c.answers(ctx, q.Actor)
	}
	place := c.past
	if q.Ask.Kind == verb.AskReport {
		place = c.reporting
	}
	select {
	case place <- struct{}{}:
		defer c.leave(place, time.Now())
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	arg := func(i int) string {
		if i < len(q.Ask.Args) {
			return strings.TrimSpace(q.Ask.Args[i])
		}
		return ""
	}
	switch q.Ask.Kind {
	case verb.AskReport:
		return c.report(ctx, q, arg(0))
	case verb.AskLetter:
		return c.letter(ctx, q, arg(0))
	case verb.AskBoard:
		return c.board(ctx, q, arg(1))
	case verb.AskReports:
		return c.reports(ctx, q, arg(0))
	case verb.AskHistory:
		return c.history(ctx, q, arg(0), false)
	case verb.AskProvenance:
		return c.history(ctx, q, arg(0), true)
	case verb.AskRewind:
		return c.rewind(ctx, q, rewindWish{do: arg(0), rest: arg(1)})
	case verb.AskBundle:
		return c.bundles(ctx, arg(0))
	case verb.AskNPC:
		return c.memories.NPC(ctx, q.Actor, arg(0), arg(1))
	}
	return nil, fmt.Errorf("nobody answers %q", q.Ask.Kind)
}

// leave gives a place free: at once, or after a rest.
func (c *Clerk) leave(place chan struct{}, began time.Time) {
	if place == c.reporting {
		time.AfterFunc(reportRest*time.Since(began), func() { <-place })
		return
	}
	<-place
}

// history tells what happened to somebody, something or some place.
func (c *Clerk) history(ctx context.Context, q verb.Asked, text string, provenance bool) (any, error) {
	h := &chapter{span: history.Span{Limit: historyShown}, provenance: provenance, more: moreTyped}
	text, before, no := beforeSeq(text)
	if no != nil {
		return nil, no
	}
	if before > 0 {
		h.span.To = before - 1
	}
	kinds := []string{history.Actor, history.Item, history.Room}
	if provenance {
		kinds = kinds[1:2]
	}
	var found []history.Subject
	if err := c.d.See(ctx, func(s *world.State, _ world.Time) {
		found = history.Present(s, meant(s, q.Actor, text), kinds...)
	}); err != nil {
		return nil, err
	}
	if len(found) == 0 {
		var err error
		if found, err = history.Past(ctx, c.d.Book, func(world.Key) bool { return false }, text, kinds...); err != nil {
			return nil, err
		}
	}
	if h.subject, no = history.One(text, found); no != nil {
		return nil, no
	}
	if err := h.read(ctx, c.d.Book); err != nil {
		return nil, err
	}
	return h.report(c.zone), nil
}

// meant understands here and me.
func meant(s *world.State, who world.ActorID, text string) string {
	me := s.Actors[who]
	switch low := strings.ToLower(text); {
	case me != nil && (low == "here" || low == "room"):
		return string(me.Room)
	case me != nil && (low == "me" || low == "self"):
		return string(me.ID)
	}
	return text
}

// beforeSeq takes "before #48211" off the end of what was typed.
func beforeSeq(text string) (string, uint64, *world.Refusal) {
	words := strings.Fields(text)
	n := len(words)
	if n < 2 || words[n-2] != "before" {
		return text, 0, nil
	}
	seq, err := strconv.ParseUint(strings.TrimPrefix(words[n-1], "#"), 10, 64)
	if err != nil || seq == 0 || n == 2 {
		return "", 0, &world.Refusal{
			Code: world.CodeBadValue,
			Text: "Say a name, before, and a sequence such as #48211.",
		}
	}
	return strings.Join(words[:n-2], " "), seq, nil
}
