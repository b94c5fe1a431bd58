package mcp

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"log/slog"
	"maps"
	"slices"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
)

// Subscriptions keeps what legacy sessions watch, because the sessions outlive a restart of the server. A session goes
// by a digest of its id, with which whoever reads what is kept cannot speak in its place. Methods are called from many
// goroutines.
type Subscriptions interface {
	// Kept returns what a session of a principal's watched last; nil when nothing is known of it. It must be quick.
	Kept(principal, session string) (uris []string)
	// Keep keeps what a session watches from now on, nothing when it has ended; with an empty session, of all of the
	// principal's. It returns when that is durable.
	Keep(ctx context.Context, principal, session string, uris []string) error
}

// forgetful keeps no subscriptions.
type forgetful struct{}

func (forgetful) Kept(_, _ string) []string                             { return nil }
func (forgetful) Keep(_ context.Context, _, _ string, _ []string) error { return nil }

// digest is how a session is called where it is kept.
func digest(session string) string {
	const bytesKept = 12 // of so few sessions no two are alike
	sum := sha256.Sum256([]byte(session))
	return base64.RawURLEncoding.EncodeToString(sum[:bytesKept])
}

// resume has a session from before a restart watch again what it did, and tells its client that all of it may have
// changed meanwhile, the lists too. The mutex is held.
func (h *hub) resume(c *client, session string) {
	if h.server.guard.Revision(session) != "" {
		return // it began in this run
	}
	c.lists = Lists{Tools: true, Prompts: true, Resources: true}
	for _, uri := range h.kept.Kept(c.principal, digest(session)) {
		c.watch(uri)
		c.due[uri] = struct{}{}
	}
}

// keep keeps what a session watches. Only resources that there are by that very name ever change.
func (h *hub) keep(ctx context.Context, session string) {
	h.keeping.Lock() // so that what is kept last is how it is
	defer h.keeping.Unlock()
	h.mu.Lock()
	c := h.sessions[session]
	if c == nil || c.local {
		h.mu.Unlock()
		return
	}
	who, uris := c.principal, slices.Sorted(maps.Keys(c.uris))
	h.mu.Unlock()
	uris = slices.DeleteFunc(uris, func(uri string) bool {
		_, isKnown := h.server.context[Entry{KindResource, uri}]
		return !isKnown
	})
	h.store(ctx, who, digest(session), uris)
}

// store hands over what is to be kept. What cannot be is lost with a restart, and with nothing less.
func (h *hub) store(ctx context.Context, principal, session string, uris []string) {
	if err := h.kept.Keep(ctx, principal, session, uris); err != nil && ctx.Err() == nil {
		h.server.log.LogAttrs(ctx, slog.LevelWarn, "a subscription would not outlive a restart",
			slog.String("correlation", guard.CorrelationFrom(ctx)), slog.Any("err", err))
	}
}

// ended is a session that is over, or all of a principal's when it has none.
type ended struct{ principal, session string }

// release notes that nothing need be kept of a session any longer. The mutex is held.
func (h *hub) release(e ended) {
	if h.over == nil {
		h.over = map[ended]struct{}{}
	}
	h.over[e] = struct{}{}
	h.wake()
}

// forget lets go of what is kept of sessions that are over. It is called by the goroutine that sends hints, because
// whoever ends a session does not wait. Those that end with the server keep what they have.
func (h *hub) forget(ctx context.Context) {
	h.mu.Lock()
	over := h.over
	h.over = nil
	h.mu.Unlock()
	for one := range over { // each is let go by itself; the order does not matter
		h.store(ctx, one.principal, one.session, nil)
	}
}
