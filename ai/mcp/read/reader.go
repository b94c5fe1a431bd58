package read

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// World is what a [Reader] needs of the loop.
type World interface {
	Do(ctx context.Context, do func(*world.State, world.Time) loop.Step) (loop.Reply, error)
}

// Past reads the record, away from the world's writer.
type Past interface {
	// Room gives the records that concern a place, newest first, until fn says that it has enough.
	Room(ctx context.Context, id world.RoomID, fn func(*world.Record) (more bool)) error
	// Actor gives the records that concern somebody, in the same way.
	Actor(ctx context.Context, id world.ActorID, fn func(*world.Record) (more bool)) error
	// When returns the wall clock at which a record was made.
	When(ctx context.Context, seq uint64) (time.Time, error)
}

// Config is how a [Reader] is set up. World and Past are needed.
type Config struct {
	World    World
	Past     Past
	Version  string           // of this program
	Protocol string           // the newest revision that is served
	Clock    func() time.Time // time.Now when nil
	Slowed   func()           // is told each time somebody reads too fast, from any goroutine; may be nil
	Log      *slog.Logger     // nil means nowhere
}

// Reader answers the tools of this package.
type Reader struct {
	Config

	began time.Time
	pace  pace
	index IndexCache // what can be searched
}

// New returns a reader of a world.
func New(c Config) (*Reader, error) {
	if c.World == nil || c.Past == nil {
		return nil, errors.New("set up the tools that read: they need a world and its record")
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Slowed == nil {
		c.Slowed = func() {}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return &Reader{Config: c, began: c.Clock(), pace: pace{had: map[string]allowance{}}}, nil
}

// The codes of errors, beside the world's.
const (
	codePace    = "rate_limited"
	codeStopped = "world_stopped"
)

// failure is why a tool has no answer. It is told as a tool's error, so that a model can mend its call.
type failure struct {
	Code  string `json:"code"`
	Text  string `json:"text"`
	Retry int64  `json:"retry_after_ms,omitempty"`
}

func unknown(text string) *failure { return &failure{Code: string(world.CodeUnknown), Text: text} }

// ask is one call of a tool.
type ask struct {
	who  mcp.Principal
	args json.RawMessage
}

// answering makes a handler: it keeps the pace, and puts what a tool finds into a result that is JSON only (S0-39).
func (f *Reader) answering(find func(context.Context, ask) (any, *failure, error)) mcp.Handler {
	return func(ctx context.Context, p mcp.Principal, args json.RawMessage) mcp.Result {
		if wait := f.pace.take(p.ID, f.Clock()); wait > 0 {
			f.Slowed()
			return refused(&failure{
				Code: codePace, Retry: wait.Milliseconds(),
				Text: fmt.Sprintf("You read too fast; ask again in %d milliseconds.", wait.Milliseconds()),
			})
		}
		out, no, err := find(ctx, ask{p, args})
		switch {
		case errors.Is(err, loop.ErrStopped):
			return refused(&failure{Code: codeStopped, Text: "The world has stopped."})
		case err != nil:
			return f.broken(ctx, err)
		case no != nil:
			return refused(no)
		}
		text, err := json.Marshal(out)
		if err != nil {
			return f.broken(ctx, fmt.Errorf("write a fact: %w", err))
		}
		return mcp.Result{Text: []string{string(text)}, Structured: json.RawMessage(text)}
	}
}

func refused(no *failure) mcp.Result {
	text, err := json.Marshal(map[string]*failure{"error": no})
	if err != nil {
		panic(err) // texts and numbers always marshal
	}
	return mcp.Result{IsError: true, Text: []string{string(text)}, Structured: json.RawMessage(text)}
}

// broken logs our own fault; the client is told only that the server failed.
func (f *Reader) broken(ctx context.Context, err error) mcp.Result {
	level := slog.LevelError
	if ctx.Err() != nil {
		level = slog.LevelDebug // nobody waits for the answer
	}
	f.Log.LogAttrs(ctx, level, "a fact could not be read",
		slog.String("correlation", guard.CorrelationFrom(ctx)), slog.Any("err", err))
	return mcp.Result{Fault: &guard.Fault{
		Code: guard.CodeInternal,
		Text: "the server failed on this request; the correlation id names it in the server's log",
	}}
}

// found is what a reading on the writer came to.
type found struct {
	is any
	no *failure
}

// see reads from the state for whoever asks, on the writer. What read returns must not point into the state.
func (f *Reader) see(
	ctx context.Context,
	p mcp.Principal,
	read func(readScope) (any, *failure),
) (any, *failure, error) {
	by := &loop.By{Door: "mcp", Session: p.ID, Actor: p.Actor}
	reply, err := f.World.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{By: by, Name: loop.NameView, Report: func(s *world.State, now world.Time) any {
			e, no := readScopeOf(s, now, p)
			if no != nil {
				return found{no: no}
			}
			is, no := read(e)
			return found{is, no}
		}}
	})
	if err != nil {
		return nil, nil, fmt.Errorf("read the state: %w", err)
	}
	out, ok := reply.Report.(found)
	if !ok {
		return nil, nil, errors.New("read the state: nothing was seen")
	}
	return out.is, out.no, nil
}

// health is whether the world is well (S0-34).
type health struct {
	Status   string     `json:"status"`
	Version  string     `json:"version"`
	Protocol string     `json:"protocol"`
	Uptime   int64      `json:"uptime"`     // seconds
	Tick     world.Time `json:"tick"`       // world time, milliseconds
	Seq      uint64     `json:"journalSeq"` // of the newest record
}

func (f *Reader) health(ctx context.Context, _ ask) (any, *failure, error) {
	out := health{
		Status: "ok", Version: f.Version, Protocol: f.Protocol,
		Uptime: int64(f.Clock().Sub(f.began) / time.Second),
	}
	_, err := f.World.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameView, Report: func(s *world.State, now world.Time) any {
			out.Tick, out.Seq = now, s.Seq
			return nil
		}}
	})
	if errors.Is(err, loop.ErrStopped) {
		out.Status = "stopped"
	} else if err != nil {
		return nil, nil, fmt.Errorf("read the state: %w", err)
	}
	return out, nil, nil
}
