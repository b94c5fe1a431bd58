package record

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"strings"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/journal/verify"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// reproduced is what came of replaying a slice.
type reproduced struct {
	File  string          `json:"file"`
	Build string          `json:"build"`
	Full  bool            `json:"full"`
	Holds bool            `json:"reproduces"`
	Found *verify.Verdict `json:"verdict"`
	Crash *crashAgain     `json:"crash,omitempty"`
}

// crashAgain is what came of deciding once more what crashed.
type crashAgain struct {
	Action string `json:"action"`
	Panics bool   `json:"panics"`
	Panic  string `json:"panic,omitempty"`
	Stack  string `json:"stack,omitempty"`
	Came   string `json:"came,omitempty"` // what came of it instead
	Words  bool   `json:"words_blanked,omitempty"`
	Lost   uint64 `json:"records_lost,omitempty"`
}

// reproduce verifies a slice, decides it again, and decides what crashed behind it.
func (c *ReplayCmd) reproduce(e *command.Env) error {
	out, err := c.again(e)
	if err != nil {
		return e.Blind("replay "+c.Slice, err)
	}
	if c.JSON {
		err = e.JSON(out)
	} else {
		printReproduced(e, out)
	}
	if err == nil && !out.Holds {
		return command.ExitDiffers
	}
	return err
}

func (c *ReplayCmd) again(e *command.Env) (*reproduced, error) {
	book, err := archive.OpenSlice(c.Slice)
	if err != nil {
		return nil, err
	}
	info := book.Segments()[0].Info
	note, err := noteOf(info.Note)
	if err != nil {
		return nil, err
	}
	p := e.Progress("replay", "records", c.QuietFlag)
	v, err := verify.Verify(e.Ctx, book, nil, verify.Options{Progress: p.Tell})
	p.End()
	if err != nil {
		return nil, err
	}
	out := &reproduced{File: c.Slice, Build: info.Build, Full: note.Full, Found: v, Holds: v.Holds()}
	if note.Crash == nil {
		return out, nil
	}
	s, err := book.At(e.Ctx, book.Last(), nil)
	if err != nil {
		return nil, err
	}
	if out.Crash, err = crashOnce(e.Ctx, s, note); err != nil {
		return nil, err
	}
	out.Holds = out.Holds && out.Crash.Panics
	return out, nil
}

// crashOnce decides what crashed the world, in a state of one's own. It may go on for ever, as it may have done then:
// the end of the context leaves it behind.
func crashOnce(ctx context.Context, s *world.State, note sliceNote) (*crashAgain, error) {
	out := &crashAgain{Words: note.Words, Lost: note.Lost}
	kind, who, _ := server.DeedParts(note.Crash.Action)
	out.Action = strings.TrimSpace(kind + " " + who)
	in := world.Input{Actor: world.ActorID(who), Via: note.Crash.Via}
	if strings.HasPrefix(note.Crash.Action, "timer ") {
		in = world.Input{Via: world.Via{Kind: world.ViaTimer}, Action: world.Tick{}}
	} else {
		action, ok := crashAction(note.Crash)
		if !ok {
			return nil, fmt.Errorf("this release does not know the action %s: replay it with the mudlark that wrote it", kind)
		}
		in.Action = action
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if p := recover(); p != nil {
				if timer, ok := p.(world.TimerPanic); ok {
					p = fmt.Sprintf("timer %s: %v", timer.Timer, timer.Cause)
				}
				out.Panics, out.Panic, out.Stack = true, fmt.Sprint(p), string(debug.Stack())
			}
		}()
		rec, refusal := s.Decide(note.Crash.Now, in)
		switch {
		case refusal != nil:
			out.Came = "it is refused: " + refusal.Text
		case rec == nil:
			out.Came = "nothing comes of it"
		default:
			out.Came = "it has " + command.Counted(uint64(len(rec.Notices)), "event")
		}
	}()
	select {
	case <-done:
		return out, nil
	case <-ctx.Done():
		return nil, errors.New("it was interrupted while deciding what crashed the world")
	}
}

// actionOf makes an action of its kind's name and its JSON.
func actionOf(kind string, text []byte) (action world.Action, ok bool) {
	for _, a := range world.ActionKinds() {
		if reflect.TypeOf(a).Name() != kind {
			continue
		}
		v := reflect.New(reflect.TypeOf(a))
		if err := json.Unmarshal(text, v.Interface()); err != nil {
			return nil, false
		}
		return reflect.TypeAssert[world.Action](v.Elem())
	}
	return nil, false
}

// stackLinesMost is how much of a panic's stack is shown; --json has all of it.
const stackLinesMost = 30

func printReproduced(e *command.Env, r *reproduced) {
	width := command.Columns(e.Stdout)
	say := func(format string, args ...any) { e.Println(command.Hung("", fmt.Sprintf(format, args...), width)) }
	v := r.Found
	say("%s: records %d to %d, cut by mudlark %s (this is %s).", r.File, v.From, v.To, r.Build, command.Version)
	if first := v.First(); first != nil {
		e.Println()
		printDifference(e, first.First, width)
		say("THE RECORD DOES NOT REPRODUCE: %s.", r.summary())
		return
	}
	say("The record reproduces: %s.", r.summary())
	c := r.Crash
	if c == nil {
		return
	}
	e.Println()
	say("What crashed the world behind it: %s.", c.Action)
	if c.Lost > 0 {
		say(
			"%s decided in the same moment were never on the disk; they are missing here.",
			command.Capitalized(command.Counted(c.Lost, "record")),
		)
	}
	if c.Words {
		say("Its words were private and are blanked.")
	}
	if !c.Panics {
		say("THE CRASH DOES NOT REPRODUCE: decided now, %s.", c.Came)
		return
	}
	say("The crash reproduces: deciding it panics.")
	e.Println()
	e.Println("  panic: " + prose.Clean(upToLine(c.Panic)))
	lines := strings.Split(strings.TrimSpace(c.Stack), "\n")
	for i, line := range lines {
		if i == stackLinesMost {
			e.Printf("  ... and %d more lines; --json shows them.\n", len(lines)-i)
			break
		}
		e.Println("  " + prose.Clean(strings.ReplaceAll(line, "\t", "    ")))
	}
}

// summary counts what was looked at in a slice.
func (r *reproduced) summary() string {
	v := r.Found
	parts := []string{folded(v), command.Grouped(v.Again) + " of them decided again with the same events"}
	if !v.Holds() {
		parts[1] = command.Grouped(v.Again) + " of them decided again"
	}
	if v.Blanked > 0 {
		parts = append(parts, command.Grouped(v.Blanked)+" blanked or under other names and so only folded")
	}
	return strings.Join(append(parts, older(v)...), ", ")
}

// upToLine returns the first line of a text.
func upToLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
