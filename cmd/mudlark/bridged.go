package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
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

// leftOver lists a character's lent tokens that no living bridge holds open.
func (d *daemon) leftOver(ctx context.Context, name string) (out []account.Token, err error) {
	_, err = d.loop.Do(ctx, func(s *world.State, _ world.Time) loop.Step {
		if a := s.PlayerNamed(name); a != nil {
			for _, g := range s.GrantsOf(a.ID) {
				if g.Label == bridgeLabel && !d.loans.has(g.ID) {
					out = append(out, account.Token{Account: a.Account, Character: a.ID, Grant: g.ID})
				}
			}
		}
		return loop.Step{}
	})
	return out, err
}

// lentDoor answers a bridge: where the agents' door is, and the token for it.
type lentDoor struct {
	URL   string `json:"url,omitempty"`
	Token string `json:"token,omitempty"`
	Proof string `json:"proof,omitempty"`
	Error string `json:"error,omitempty"`
}

// serveBridge lends a token until the borrower or the daemon goes.
func (d *daemon) serveBridge(ctx context.Context) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var call command.ControlCall
		err := json.NewDecoder(io.LimitReader(r.Body, command.ControlBodyMax)).Decode(&call)
		_, _ = io.Copy(io.Discard, io.LimitReader(r.Body, command.ControlBodyMax)) // only then its end is noticed
		var lent lentDoor
		var grant account.Token
		if err == nil {
			lent, grant, err = d.lend(r.Context(), call)
		}
		if err != nil {
			lent = lentDoor{Error: command.Advice(err)}
		}
		flusher := http.NewResponseController(w)
		if err := errors.Join(json.NewEncoder(w).Encode(lent), flusher.Flush()); err != nil || lent.Error != "" {
			d.giveBack(ctx, grant)
			return
		}
		select {
		case <-r.Context().Done():
		case <-ctx.Done():
		}
		d.giveBack(ctx, grant)
	}
}

// lend mints a token for a character, which is made first when the call says so.
func (d *daemon) lend(ctx context.Context, call command.ControlCall) (lentDoor, account.Token, error) {
	none := func(err error) (lentDoor, account.Token, error) { return lentDoor{}, account.Token{}, err }
	if d.agents == "" {
		return none(errors.New("this world takes no agents: it was started with --http="))
	}
	if call.New {
		if err := d.newcomer(ctx, call.Actor); err != nil {
			return none(err)
		}
	}
	old, err := d.leftOver(ctx, call.Actor)
	if err != nil {
		return none(err)
	}
	for _, t := range old {
		d.giveBack(ctx, t)
	}
	var secret account.Secret
	var token account.Token
	now := time.Now()
	err = d.writeWith(ctx, func(s *world.State) (*world.Input, []account.Put, error) {
		a := s.PlayerNamed(call.Actor)
		if a == nil || a.Account == "" {
			return nil, nil, fmt.Errorf("no character called %q has an owner", call.Actor)
		}
		minted, made, puts, err := d.accounts.Mint(account.TokenSpec{
			Account: a.Account, Character: a.ID, Label: bridgeLabel, Expires: now.Add(bridgeLife),
		}, now)
		if err != nil {
			return nil, nil, err
		}
		secret, token = minted, made
		d.loans.begin(made.Grant)
		return &world.Input{Actor: a.ID, Via: world.Via{Kind: world.ViaHost}, Action: world.MintGrant{
			Grant: made.Grant, Label: bridgeLabel, For: world.Time(bridgeLife.Milliseconds()), Ask: world.AskDestructive,
		}}, puts, nil
	})
	if err != nil {
		return none(err)
	}
	lent := lentDoor{URL: d.agents, Token: secret.Reveal()}
	if d.proof != nil {
		lent.Proof = d.proof()
	}
	return lent, token, nil
}

// newcomer makes a character and an account of the same name, unless they are there. Nobody knows the password; the
// operator can set another with passwd.
func (d *daemon) newcomer(ctx context.Context, name string) error {
	isThere := false
	_, err := d.loop.Do(ctx, func(s *world.State, _ world.Time) loop.Step {
		isThere = s.PlayerNamed(name) != nil
		return loop.Step{}
	})
	if err != nil || isThere {
		return err
	}
	draft, err := d.accounts.Draft(ctx, strings.ToLower(name), account.NewSecret(rand.Text()))
	if err != nil {
		return err
	}
	return d.writeWith(ctx, func(*world.State) (*world.Input, []account.Put, error) {
		made, puts, err := d.accounts.Register(draft, time.Now())
		return &world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Create{
			Account: made.ID, Name: name, Role: world.RolePlayer,
		}}, puts, err
	})
}

// giveBack withdraws a lent token, if one was lent and the world still runs.
func (d *daemon) giveBack(ctx context.Context, t account.Token) {
	if t.Grant == "" {
		return
	}
	d.loans.end(t.Grant)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), returnMax)
	defer cancel()
	err := d.writeWith(ctx, func(s *world.State) (*world.Input, []account.Put, error) {
		if s.Grants[t.Grant] == nil {
			return nil, nil, nil // its owner was faster
		}
		puts, err := d.accounts.Revoke(t.Account, t.Grant)
		return &world.Input{
			Actor: t.Character, Via: world.Via{Kind: world.ViaHost}, Action: world.RevokeGrant{Grant: t.Grant},
		}, puts, err
	})
	if err != nil {
		d.log.Debug("could not withdraw a lent token; it ends by itself", slog.Any("err", err))
		return
	}
	d.withdrawn(t.Grant)
}
