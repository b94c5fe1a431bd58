package minds

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/ai/proposer"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// Consents knows which players agreed that their words may reach a model on another machine. What somebody with an
// account chose lies with the account, together with the host that it is about; it is read for each call, so that
// whoever says no is heard at once. What an agent says for a character is its owner's to agree to. A guest's choice is
// their session's; whoever has neither session nor account has not agreed.
type Consents struct {
	d   *server.Daemon
	hub *session.Hub
	// where tells where the model is, once there is one.
	where func(ctx context.Context) (host string, isHome bool)

	mu    sync.Mutex
	asked map[askedOf]bool // who was told of which host since the start
}

// askedOf is somebody and a host.
type askedOf struct{ who, host string }

const (
	consentsMost = 10_000
	consentWait  = 2 * time.Second // for the world to say whose character it is
)

// NewConsents knows what the players of a daemon agreed to, who are asked through a hub.
func NewConsents(d *server.Daemon, hub *session.Hub) *Consents {
	home := func(context.Context) (string, bool) { return "", true }
	return &Consents{d: d, hub: hub, where: home, asked: map[askedOf]bool{}}
}

// Agreed reports whether a player's words may go to a host. Who was never told of it is told now, if they are there,
// and has not agreed.
func (c *Consents) Agreed(player, host string) bool {
	if player == proposer.LocalPrincipal {
		return true // whoever opened the bridge to programs of this machine has agreed for them
	}
	ctx, cancel := context.WithTimeout(context.Background(), consentWait)
	defer cancel()
	body := world.ActorID(player)
	owner, ok := c.owner(ctx, body)
	if !ok {
		return false
	}
	yes, asked := owner == "" && c.hub.At(body) != nil && c.hub.Model.Guest(body, host), false
	if owner != "" {
		var err error
		if yes, asked, err = c.chose(owner, host); err != nil {
			c.d.Log.Warn("could not read whether somebody agreed to a model", slog.Any("err", err))
			return false
		}
	}
	if !yes && !asked && c.hub.At(body) != nil {
		c.ask(ctx, body, owner, host)
	}
	return yes
}

// Where implements [runner.Consent].
func (c *Consents) Where(ctx context.Context) (host string, isHome bool) { return c.where(ctx) }

// Since implements [runner.Consent]: since when a player agrees that what they say goes to a host. Nobody is asked.
func (c *Consents) Since(ctx context.Context, player, host string) (world.Time, bool) {
	ctx, cancel := context.WithTimeout(ctx, consentWait)
	defer cancel()
	body := world.ActorID(player)
	owner, ok := c.owner(ctx, body)
	switch {
	case !ok:
		return 0, false
	case owner == "":
		if c.hub.At(body) == nil {
			return 0, false
		}
		return c.hub.Model.GuestSince(body, host)
	}
	sheet, err := c.sheet(owner)
	if err != nil {
		c.d.Log.Warn("could not read since when somebody agrees to a model", slog.Any("err", err))
		return 0, false
	}
	yes, _ := sheet.Agreed(host)
	return sheet.Since(), yes
}

// owner returns whose character somebody is; "" for a guest. It is false for whoever is no player.
func (c *Consents) owner(ctx context.Context, body world.ActorID) (world.AccountID, bool) {
	r, err := c.d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameHost, Report: func(s *world.State, _ world.Time) any {
			if a := s.Actors[body]; a != nil && a.Player() {
				return a.Account
			}
			return nil
		}}
	})
	owner, ok := r.Report.(world.AccountID)
	return owner, err == nil && ok
}

// chose reads what an account's owner chose.
func (c *Consents) chose(owner world.AccountID, host string) (yes, asked bool, err error) {
	sheet, err := c.sheet(owner)
	if err != nil {
		return false, false, err
	}
	yes, asked = sheet.Agreed(host)
	return yes, asked, nil
}

// sheet reads all that an account's owner chose.
func (c *Consents) sheet(owner world.AccountID) (settings.Sheet, error) {
	raw, err := c.d.Accounts.Settings(owner)
	if err != nil {
		return settings.Sheet{}, err //nolint:wrapcheck // whoever asked says what for
	}
	return settings.Decode(raw) //nolint:wrapcheck // likewise
}

// ask tells somebody what they may agree to, once for each host, and has their account remember that.
func (c *Consents) ask(ctx context.Context, body world.ActorID, owner world.AccountID, host string) {
	who := askedOf{string(body), host}
	if owner != "" {
		who.who = string(owner)
	}
	c.mu.Lock()
	was := c.asked[who]
	if len(c.asked) >= consentsMost {
		clear(c.asked)
	}
	c.asked[who] = true
	c.mu.Unlock()
	if was {
		return
	}
	c.hub.WordTo([]world.ActorID{body}, "Some people of this world can answer in words of their own, "+
		"by way of a language model at "+host+". What you say to them goes there, without your name, only if you type: "+
		"options ai on. Until then they answer out of their own heads. The same holds for what you say to gm in a fight "+
		"and it does not understand by itself.")
	if owner == "" {
		return
	}
	c.remember(ctx, owner, host)
}

// remember keeps with an account that its owner was told of a host. It is the writer who reads and writes, so that
// nothing that is chosen meanwhile is lost. Nobody waits for it.
func (c *Consents) remember(ctx context.Context, owner world.AccountID, host string) {
	var puts []account.Put
	var failed error
	settled := func(err error) {
		if err != nil {
			c.d.Log.Warn("could not remember that somebody was asked about a model", slog.Any("err", err))
		}
	}
	err := c.d.Loop.Offer(ctx, loop.Intent{
		Do: func(*world.State, world.Time) loop.Step {
			var raw []byte
			if raw, failed = c.d.Accounts.Settings(owner); failed == nil {
				raw, failed = settings.Asked(raw, host)
			}
			if failed == nil {
				puts, failed = c.d.Accounts.KeepSettings(owner, raw)
			}
			if failed != nil {
				return loop.Step{Name: loop.NameHost}
			}
			c.d.Staged.Stage(puts)
			return loop.Step{Name: loop.NameHost, Puts: server.JournalPuts(puts)}
		},
		Reply: func(r loop.Reply) {
			c.d.Staged.Settled(puts)
			settled(errors.Join(failed, r.Err))
		},
	})
	if err != nil {
		settled(err)
	}
}
