package model

import (
	"context"
	"net"
	"strconv"
	"time"
)

// Dial makes a broker's connections through a function: a network without sockets, for synctest.
func Dial(b *Broker, dial func(ctx context.Context, network, address string) (net.Conn, error)) {
	b.endpoint.any.DialContext, b.endpoint.inside.DialContext = dial, dial
}

// DialAway makes connections fail, and tells of each that is tried.
func DialAway(b *Broker, tell func()) {
	Dial(b, func(context.Context, string, string) (net.Conn, error) {
		tell()
		return nil, net.ErrClosed
	})
}

// MoveAway makes the next minute's lookups say that the endpoint is on another machine.
func MoveAway(b *Broker) { b.endpoint.isHere, b.endpoint.lookedUp = false, time.Now() }

// UsesProxies reports whether a broker asks the environment for proxies.
func UsesProxies(b *Broker) bool {
	return b.endpoint.any.Proxy != nil || b.endpoint.inside.Proxy != nil
}

// OnlyInside reports whether an address may be dialled without consent.
func OnlyInside(address string) bool { return onlyInside("tcp", address, nil) == nil }

// DialInside dials as for a call without consent.
func DialInside(ctx context.Context, b *Broker, address string) error {
	c, err := b.endpoint.inside.DialContext(ctx, "tcp", address)
	if err == nil {
		err = c.Close()
	}
	return err
}

// Clean is what is left of a model's words.
func Clean(s string) string { return clean(s) }

// FillShares has a day's count hold as many people as it may.
func FillShares(b *Broker, now time.Time) int {
	b.budget.mu.Lock()
	defer b.budget.mu.Unlock()
	b.budget.turn(now)
	for n := range windowsMax {
		b.budget.today.Shares[strconv.Itoa(n)] = 1
	}
	return len(b.budget.today.Shares)
}
