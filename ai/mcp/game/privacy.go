package game

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// The tools by which a mind that drives a creature from elsewhere honours what players wish: whether their words may
// reach a language model, and that they be forgotten. The server says what its players wish to whoever holds their
// words. It can neither see nor hinder what a program elsewhere does with them; a wizard who gives that program a token
// trusts it so far. Only the bodies of creatures with minds are told (EntryAllowed).
const (
	AgreedTool    = "agreed"
	ForgottenTool = "forgotten"
	NamedTool     = "named"
)

// namedWordsMost is how many words may be asked about at once.
const namedWordsMost = 2000

// ForgottenPageMost is how many wishes are told at once; who asks again behind the last is told more.
const ForgottenPageMost = 200

// Forgotten is somebody's wish to be forgotten. N grows from wish to wish. Nobody has more than one.
type Forgotten struct {
	N      uint64        `json:"n"`
	Person world.ActorID `json:"person"`
	Names  []string      `json:"names"`
}

// PrivacyBook knows what players wish of their words.
type PrivacyBook interface {
	// Agreed reports whether a player's words may reach a host; whoever was never asked is asked now, and has not. It
	// is for the book to say about which hosts they are asked at all.
	Agreed(player world.ActorID, host string) bool
	// Since is from when on what a player says may reach a host; false: it may not. Nobody is asked.
	Since(ctx context.Context, player world.ActorID, host string) (at world.Time, ok bool)
	// Forgotten returns the wishes behind a number, the oldest first, at most so many; and the newest number.
	Forgotten(after uint64, most int) (people []Forgotten, newest uint64)
}

// PrivacyWorld is what the tools need of the loop.
type PrivacyWorld interface {
	Do(ctx context.Context, do func(*world.State, world.Time) loop.Step) (loop.Reply, error)
}

// privacyTools answers the tools of privacy.
type privacyTools struct {
	world PrivacyWorld
	book  PrivacyBook
}

// PrivacyTools returns the tools of privacy, which are for many goroutines.
func PrivacyTools(w PrivacyWorld, b PrivacyBook) []mcp.Tool {
	d := &privacyTools{w, b}
	hints := mcp.Hints{ReadOnly: true, Idempotent: true}
	return []mcp.Tool{{
		Name: AgreedTool, Title: "Agreed", Hints: hints, Handler: d.agreed,
		Description: "For minds of creatures alone: whether a player who is here agreed that their words may reach a " +
			"language model at a host, which is the one that this server's own model is at: nobody agrees to another. Who " +
			"was never asked is asked, and until then has not agreed.",
		InputSchema: json.RawMessage(`{"type":"object","properties":{` +
			`"player":{"type":"string","minLength":1,"maxLength":128,"description":"a player's id"},` +
			`"host":{"type":"string","minLength":1,"maxLength":253,"pattern":"^[A-Za-z0-9.:_\\[\\]-]+$",` +
			`"description":"where the words would go, as in api.openai.com"},` +
			`"quiet":{"type":"boolean","description":"ask nobody, and say since when, of the world's time in ` +
			`milliseconds: what they said before is not agreed on"}},` +
			`"required":["player","host"],"additionalProperties":false}`),
		OutputSchema: json.RawMessage(`{"type":"object","properties":{"agreed":{"type":"boolean"},` +
			`"since":{"type":"integer"}},` +
			`"required":["agreed"],"additionalProperties":false}`),
	}, {
		Name: ForgottenTool, Title: "Forgotten", Hints: hints, Handler: d.forgotten,
		Description: "For minds of creatures alone: the players who wished to be forgotten, after a wish that you know of. " +
			"Whoever keeps anything of them drops it.",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"after":{"type":"integer","minimum":0,` +
			`"description":"the number of the last wish that you know of; 0: none"}},` +
			`"required":["after"],"additionalProperties":false}`),
		OutputSchema: json.RawMessage(`{"type":"object","properties":{"people":{"type":"array","items":` +
			`{"type":"object","properties":{"n":{"type":"integer"},"person":{"type":"string"},` +
			`"names":{"type":"array","items":{"type":"string"}}},"required":["n","person","names"],` +
			`"additionalProperties":false}},"newest":{"type":"integer"}},"required":["people","newest"],` +
			`"additionalProperties":false}`),
	}, {
		Name: NamedTool, Title: "Named", Hints: hints, Handler: d.named,
		Description: "For minds of creatures alone: which of some words are names of players, whether they are here or " +
			"not, so that they can be hidden from a language model.",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"words":{"type":"array","maxItems":` +
			strconv.Itoa(namedWordsMost) + `,"items":{"type":"string","minLength":1,"maxLength":` +
			strconv.Itoa(world.NameRunesMax) + `},"description":"in lower case"}},` +
			`"required":["words"],"additionalProperties":false}`),
		OutputSchema: json.RawMessage(`{"type":"object","properties":{"names":{"type":"array","items":` +
			`{"type":"string"}}},"required":["names"],"additionalProperties":false}`),
	}}
}

// NamesAmong returns which of some words, in lower case, are names of players, whether they are in the world or not.
func NamesAmong(s *world.State, words []string) []string {
	out := []string{}
	for _, word := range words {
		if a := s.PlayerNamed(word); a != nil {
			out = append(out, a.Name)
		}
	}
	return out
}

func (d *privacyTools) named(ctx context.Context, _ mcp.Principal, raw json.RawMessage) mcp.Result {
	var args struct{ Words []string }
	if err := json.Unmarshal(raw, &args); err != nil {
		return privacyFailure(err)
	}
	ctx, cancel := context.WithTimeout(ctx, privacyWaitMax)
	defer cancel()
	reply, err := d.world.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{
			Name:   loop.NameView,
			Report: func(s *world.State, _ world.Time) any { return NamesAmong(s, args.Words) },
		}
	})
	if err != nil {
		return privacyFailure(err)
	}
	names, _ := reply.Report.([]string)
	return privacyResult(map[string][]string{"names": names})
}

// privacyWaitMax is how long the world may take to say who is where.
const privacyWaitMax = 5 * time.Second

func (d *privacyTools) agreed(ctx context.Context, p mcp.Principal, raw json.RawMessage) mcp.Result {
	var args struct {
		Player world.ActorID
		Host   string
		Quiet  bool
	}
	if err := json.Unmarshal(raw, &args); err != nil {
		return privacyFailure(err)
	}
	ctx, cancel := context.WithTimeout(ctx, privacyWaitMax)
	defer cancel()
	reply, err := d.world.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameView, Report: func(s *world.State, _ world.Time) any {
			me, other := s.Actors[p.Actor], s.Actors[args.Player]
			return me != nil && other != nil && other.Player() && me.Room == other.Room
		}}
	})
	if err != nil {
		return privacyFailure(err)
	}
	isHere, _ := reply.Report.(bool)
	if args.Quiet && isHere {
		if at, ok := d.book.Since(ctx, args.Player, args.Host); ok {
			return privacyResult(map[string]any{"agreed": true, "since": at})
		}
		isHere = false
	}
	return privacyResult(map[string]bool{"agreed": isHere && d.book.Agreed(args.Player, args.Host)})
}

func (d *privacyTools) forgotten(_ context.Context, _ mcp.Principal, raw json.RawMessage) mcp.Result {
	var args struct{ After uint64 }
	if err := json.Unmarshal(raw, &args); err != nil {
		return privacyFailure(err)
	}
	var out struct {
		People []Forgotten `json:"people"`
		Newest uint64      `json:"newest"`
	}
	out.People, out.Newest = d.book.Forgotten(args.After, ForgottenPageMost)
	if out.People == nil {
		out.People = []Forgotten{}
	}
	return privacyResult(out)
}

func privacyResult(v any) mcp.Result {
	text, err := json.Marshal(v)
	if err != nil {
		return privacyFailure(fmt.Errorf("write an answer: %w", err))
	}
	return mcp.Result{Text: []string{string(text)}, Structured: json.RawMessage(text)}
}

func privacyFailure(err error) mcp.Result {
	if errors.Is(err, loop.ErrStopped) {
		const text = "The world has stopped."
		return mcp.Result{
			IsError: true, Text: []string{"Error: " + text},
			Structured: map[string]result.Failure{"error": {Code: string(codeStopped), Text: text}},
		}
	}
	return mcp.Result{Fault: &guard.Fault{Code: guard.CodeInternal, Text: "the server failed on this request"}}
}
