package mcphost

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// A bridge that runs as the operator needs no token of its own: whoever can open the control socket may do as they like
// with the world, so a token is lent to it, and withdrawn when its connection ends. Should the daemon die first, the
// grant ends by itself; it is one like any other, so the owner sees it in the list of agents and can revoke it.
const (
	bridgeLabel = "lent bridge" // two words, which no owner types
	bridgeLife  = 24 * time.Hour
	returnMax   = 5 * time.Second // for withdrawing a lent token
)

// loans are the tokens that this daemon has lent. One labelled so that it has not lent is left over from a daemon that
// was killed: whoever has it still is lent another as soon as it fails them.
type loans struct {
	mu   sync.Mutex
	live map[world.GrantID]bool
}

func (l *loans) begin(id world.GrantID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.live == nil {
		l.live = map[world.GrantID]bool{}
	}
	l.live[id] = true
}

func (l *loans) end(id world.GrantID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.live, id)
}

func (l *loans) has(id world.GrantID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.live[id]
}

// TokenLender lends tokens to bridges of the operator's, and takes what their users answer for the owner.
type TokenLender struct {
	d      *server.Daemon
	loans  loans
	making sync.Mutex // held while a character is made, for two bridges may want the same
}

// NewTokenLender lends tokens for the characters of a daemon.
func NewTokenLender(d *server.Daemon) *TokenLender { return &TokenLender{d: d} }

// leftOver lists a character's lent tokens that no living bridge holds open.
func (n *TokenLender) leftOver(ctx context.Context, name string) (out []account.Token, err error) {
	_, err = n.d.Loop.Do(ctx, func(s *world.State, _ world.Time) loop.Step {
		if a := s.PlayerNamed(name); a != nil {
			for _, g := range s.GrantsOf(a.ID) {
				if g.Label == bridgeLabel && !n.loans.has(g.ID) {
					out = append(out, account.Token{Account: a.Account, Character: a.ID, Grant: g.ID})
				}
			}
		}
		return loop.Step{}
	})
	return out, err
}

// LentDoor answers a bridge: where the agents' door is, and the token for it.
type LentDoor struct {
	URL   string `json:"url,omitempty"`
	Token string `json:"token,omitempty"`
	Proof string `json:"proof,omitempty"`
	Error string `json:"error,omitempty"`
}

// ServeBridge lends a token until the borrower or the daemon goes.
func (n *TokenLender) ServeBridge(ctx context.Context) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var call command.ControlCall
		err := json.NewDecoder(io.LimitReader(r.Body, command.ControlBodyMax)).Decode(&call)
		_, _ = io.Copy(io.Discard, io.LimitReader(r.Body, command.ControlBodyMax)) // only then its end is noticed
		var lent LentDoor
		var grant account.Token
		if err == nil {
			lent, grant, err = n.lend(r.Context(), call)
		}
		if err != nil {
			lent = LentDoor{Error: command.Advice(err)}
		}
		flusher := http.NewResponseController(w)
		if err := errors.Join(json.NewEncoder(w).Encode(lent), flusher.Flush()); err != nil || lent.Error != "" {
			n.giveBack(ctx, grant)
			return
		}
		select {
		case <-r.Context().Done():
		case <-ctx.Done():
		}
		n.giveBack(ctx, grant)
	}
}

// lend mints a token for a character, which is made first when the call says so.
func (n *TokenLender) lend(ctx context.Context, call command.ControlCall) (LentDoor, account.Token, error) {
	none := func(err error) (LentDoor, account.Token, error) { return LentDoor{}, account.Token{}, err }
	if n.d.Agents == "" {
		return none(errors.New("this world takes no agents: it was started with --http="))
	}
	if call.New {
		if err := n.newcomer(ctx, call.Actor); err != nil {
			return none(err)
		}
	}
	old, err := n.leftOver(ctx, call.Actor)
	if err != nil {
		return none(err)
	}
	for _, t := range old {
		n.giveBack(ctx, t)
	}
	var secret account.Secret
	var token account.Token
	now := time.Now()
	err = n.d.WriteWith(ctx, func(s *world.State) (*world.Input, []account.Put, error) {
		a := s.PlayerNamed(call.Actor)
		if a == nil || a.Account == "" {
			return nil, nil, fmt.Errorf("no character called %q has an owner: sign in under that name once, or play in "+
				"a world of your own with: mudlark mcp --solo", call.Actor)
		}
		minted, made, puts, err := n.d.Accounts.Mint(account.TokenSpec{
			Account: a.Account, Character: a.ID, Label: bridgeLabel, Expires: now.Add(bridgeLife),
		}, now)
		if err != nil {
			return nil, nil, err
		}
		secret, token = minted, made
		n.loans.begin(made.Grant)
		return &world.Input{Actor: a.ID, Via: world.Via{Kind: world.ViaHost}, Action: world.MintGrant{
			Grant: made.Grant, Label: bridgeLabel, For: world.Time(bridgeLife.Milliseconds()), Ask: asking(call),
		}}, puts, nil
	})
	if err != nil {
		return none(err)
	}
	lent := LentDoor{URL: n.d.Agents, Token: secret.Reveal()}
	if n.d.Proof != nil {
		lent.Proof = n.d.Proof()
	}
	return lent, token, nil
}

// asking says for what the agent of a bridge needs a yes.
func asking(call command.ControlCall) world.Asking {
	if call.Yes {
		return world.AskNothing
	}
	return world.AskDestructive
}

// Lent reports whether a grant is one of a bridge that holds its loan open.
func (n *TokenLender) Lent(id world.GrantID) bool { return n.loans.has(id) }

// Answer hands in what a bridge's user answered to a question for the owner. Only questions of lent tokens are answered
// so; one that was answered that way already is no error.
func (n *TokenLender) Answer(ctx context.Context, c command.ControlCall) (string, error) {
	err := n.d.WriteWith(ctx, func(s *world.State) (*world.Input, []account.Put, error) {
		a := s.PlayerNamed(c.Actor)
		if a == nil || !n.asks(s, a.ID, c.Hold) {
			return nil, nil, errors.New("nothing waits for an answer under that number")
		}
		return &world.Input{
			Actor: a.ID, Via: world.Via{Kind: world.ViaHost}, Action: world.AnswerHold{Hold: c.Hold, Yes: c.Yes},
		}, nil, nil
	})
	if no := (*world.Refusal)(nil); errors.As(err, &no) && no.Code == world.CodeAlready {
		return "", nil
	}
	return "", err
}

// asks reports whether a bridge's agent has asked the owner of its body under a number.
func (n *TokenLender) asks(s *world.State, body world.ActorID, hold int) bool {
	return slices.ContainsFunc(s.GrantsOf(body), func(g *world.Grant) bool {
		return n.loans.has(g.ID) && slices.ContainsFunc(g.Holds, func(h world.Hold) bool { return h.N == hold })
	})
}

// newcomer makes a character and an account of the same name, unless they are there. Nobody knows the password; the
// operator can set another with passwd.
func (n *TokenLender) newcomer(ctx context.Context, name string) error {
	n.making.Lock()
	defer n.making.Unlock()
	isThere := false
	_, err := n.d.Loop.Do(ctx, func(s *world.State, _ world.Time) loop.Step {
		isThere = s.PlayerNamed(name) != nil
		return loop.Step{}
	})
	if err != nil || isThere {
		return err
	}
	draft, err := n.d.Accounts.Draft(ctx, strings.ToLower(name), account.NewSecret(rand.Text()))
	if err != nil {
		return err
	}
	return n.d.WriteWith(ctx, func(*world.State) (*world.Input, []account.Put, error) {
		made, puts, err := n.d.Accounts.Register(draft, time.Now())
		return &world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Create{
			Account: made.ID, Name: name, Role: world.RolePlayer,
		}}, puts, err
	})
}

// giveBack withdraws a lent token, if one was lent and the world still runs.
func (n *TokenLender) giveBack(ctx context.Context, t account.Token) {
	if t.Grant == "" {
		return
	}
	n.loans.end(t.Grant)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), returnMax)
	defer cancel()
	err := n.d.WriteWith(ctx, func(s *world.State) (*world.Input, []account.Put, error) {
		if s.Grants[t.Grant] == nil {
			return nil, nil, nil // its owner was faster
		}
		puts, err := n.d.Accounts.Revoke(t.Account, t.Grant)
		return &world.Input{
			Actor: t.Character, Via: world.Via{Kind: world.ViaHost}, Action: world.RevokeGrant{Grant: t.Grant},
		}, puts, err
	})
	if err != nil {
		n.d.Log.Debug("could not withdraw a lent token; it ends by itself", slog.Any("err", err))
		return
	}
	n.d.Withdrawn(t.Grant)
}
