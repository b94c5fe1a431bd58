package main

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// consents knows which players agreed that their words may reach a model on another machine.
type consents struct {
	d    *daemon
	hub  *session.Hub
	host string // where words would go; "" when nowhere

	mu    sync.Mutex
	known map[string]consent
	asked map[string]bool // whom we have asked since the start
}

type consent struct {
	yes   bool
	until time.Time
}

const (
	consentFor   = 5 * time.Second // an answer is believed so long: whoever says no is heard soon
	consentsMost = 10_000
	consentWait  = 2 * time.Second // for the world to say whose character it is
)

func newConsents(d *daemon, hub *session.Hub) *consents {
	return &consents{d: d, hub: hub, known: map[string]consent{}, asked: map[string]bool{}}
}

// agreed reports whether a player's words may go to a host. Who was never asked is asked now, and has not agreed.
func (c *consents) agreed(player, host string) bool {
	now := time.Now()
	c.mu.Lock()
	was, ok := c.known[player]
	c.mu.Unlock()
	if ok && now.Before(was.until) {
		return was.yes
	}
	yes, chose := c.read(player)
	c.mu.Lock()
	if len(c.known) >= consentsMost {
		clear(c.known)
	}
	c.known[player] = consent{yes, now.Add(consentFor)}
	ask := !chose && !c.asked[player]
	if ask {
		if len(c.asked) >= consentsMost {
			clear(c.asked)
		}
		c.asked[player] = true
	}
	c.mu.Unlock()
	if ask {
		c.hub.WordTo([]world.ActorID{world.ActorID(player)}, "Some people of this world can answer in words of their own, "+
			"by way of a language model at "+host+". What you say to them goes there, without your name, only if you type: "+
			"options ai on. Until then they answer out of their own heads.")
	}
	return yes
}

// read looks what a character's owner chose, and whether they chose at all. Guests have nothing to choose with.
func (c *consents) read(player string) (yes, chose bool) {
	ctx, cancel := context.WithTimeout(context.Background(), consentWait)
	defer cancel()
	r, err := c.d.loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameHost, Report: func(s *world.State, _ world.Time) any {
			if a := s.Actors[world.ActorID(player)]; a != nil {
				return a.Account
			}
			return world.AccountID("")
		}}
	})
	if err != nil {
		return false, true
	}
	id, _ := r.Report.(world.AccountID)
	if id == "" {
		return false, true
	}
	raw, err := c.d.accounts.Settings(id)
	if err != nil {
		c.d.log.Warn("could not read whether somebody agreed to a model", slog.Any("err", err))
		return false, true
	}
	sheet, err := settings.Decode(raw)
	if err != nil {
		return false, true
	}
	value, chose := sheet.Chosen(settings.AI)
	return value == settings.On, chose
}
