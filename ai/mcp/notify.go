package mcp

import (
	"context"
	"net/http"
	"sync"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
)

// Lists says which lists have changed.
type Lists struct{ Tools, Prompts, Resources bool }

// Notify tells those clients of a principal that watch uri that it has changed. It never blocks; what is told within
// [NotifyDelay] is told once. A hint may be lost, so results must carry what matters.
func (s *Server) Notify(principal, uri string) {
	s.hub.mark(principal, func(c *client) bool {
		if _, watches := c.uris[uri]; !watches {
			return false
		}
		c.due[uri] = struct{}{}
		return true
	})
}

// ListChanged tells a principal's legacy sessions that what they would be shown has changed. Modern clients see a
// list that does not depend on where their character stands, so there is nothing to tell them.
func (s *Server) ListChanged(principal string, lists Lists) {
	s.hub.mark(principal, func(c *client) bool {
		if c.modern {
			return false
		}
		c.lists.Tools = c.lists.Tools || lists.Tools
		c.lists.Prompts = c.lists.Prompts || lists.Prompts
		c.lists.Resources = c.lists.Resources || lists.Resources
		return true
	})
}

// Audience is who listens for a principal now.
type Audience struct {
	Streams int // open notification streams of both eras, and clients in this process
	Legacy  int // clients that keep a session, to which [Server.ListChanged] means something
}

// Audience returns who listens for a principal now.
func (s *Server) Audience(principal string) Audience {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	var a Audience
	for c := range s.hub.principal[principal] {
		if !c.modern {
			a.Legacy++
		}
		if c.modern || c.local || c.streams > 0 {
			a.Streams++
		}
	}
	return a
}

// hub knows who watches what, in both eras, because mcp-go keeps no account of it. Hints wait in their client's
// record, so their number is bounded by what the client watches, and one goroutine sends them.
type hub struct {
	server  *Server
	kept    Subscriptions
	keeping sync.Mutex // held while subscriptions are kept
	kick    chan struct{}

	mu        sync.Mutex
	sessions  map[string]*client
	principal map[string]map[*client]struct{}
	waiting   map[*client]struct{} // those with something due that may be reachable
	over      map[ended]struct{}   // of which nothing need be kept any longer
}

// client is one legacy session, one modern listen stream, or one client in this process.
type client struct {
	principal string
	session   server.ClientSession // nil while mcp-go has none registered
	modern    bool
	local     bool            // in this process: always reachable
	streams   int             // open GET streams of a legacy session over HTTP
	ready     <-chan struct{} // closed once a modern stream has been acknowledged
	uris      map[string]struct{}
	due       map[string]struct{}
	lists     Lists
}

func newHub(s *Server, kept Subscriptions) *hub {
	return &hub{
		server: s, kept: kept, kick: make(chan struct{}, 1),
		sessions: make(map[string]*client), principal: make(map[string]map[*client]struct{}),
		waiting: make(map[*client]struct{}),
	}
}

// mark lets set note something in each of the principal's clients, and wakes the sender if one did.
func (h *hub) mark(principal string, set func(*client) bool) {
	h.mu.Lock()
	marked := false
	for c := range h.principal[principal] {
		if set(c) {
			h.waiting[c] = struct{}{}
			marked = true
		}
	}
	h.mu.Unlock()
	if marked {
		h.wake()
	}
}

func (h *hub) wake() {
	select {
	case h.kick <- struct{}{}:
	default: // it is awake already
	}
}

// add enters a client. The mutex is held.
func (h *hub) add(c *client) *client {
	c.uris, c.due = make(map[string]struct{}), make(map[string]struct{})
	if h.principal[c.principal] == nil {
		h.principal[c.principal] = make(map[*client]struct{})
	}
	h.principal[c.principal][c] = struct{}{}
	return c
}

// remove takes a client out. The mutex is held.
func (h *hub) remove(c *client) {
	delete(h.waiting, c)
	delete(h.principal[c.principal], c)
	if len(h.principal[c.principal]) == 0 {
		delete(h.principal, c.principal)
	}
}

// legacy returns the record of the session that ctx belongs to, made at need. The mutex is held.
func (h *hub) legacy(ctx context.Context, session server.ClientSession) *client {
	id := session.SessionID()
	c := h.sessions[id]
	if c == nil {
		who, ok := guard.PrincipalFrom(ctx)
		if !ok {
			return nil
		}
		c = h.add(&client{principal: who.ID, local: guard.CorrelationFrom(ctx) == ""})
		h.sessions[id] = c
		if !c.local {
			h.resume(c, id)
		}
	}
	return c
}

// register notes that mcp-go can reach a session. It happens after the answer to initialize has been written, so the
// session may have been ended by then; mcp-go would keep it for ever.
func (h *hub) register(ctx context.Context, session server.ClientSession) {
	id := session.SessionID()
	isRemote := guard.CorrelationFrom(ctx) != ""
	h.mu.Lock()
	if c := h.legacy(ctx, session); c != nil {
		c.session = session
		h.waiting[c] = struct{}{}
	}
	h.mu.Unlock()
	if isRemote && !h.server.guard.Live(id) {
		h.Ended(id)
		return
	}
	h.wake()
}

// unregister notes that mcp-go can no longer reach a session. One that was taken up after a restart is registered
// only while its stream is open, and keeps its subscriptions meanwhile.
func (h *hub) unregister(_ context.Context, session server.ClientSession) {
	id := session.SessionID()
	isLive := h.server.guard.Live(id)
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.sessions[id]
	if c == nil {
		return
	}
	if c.session = nil; !isLive {
		delete(h.sessions, id)
		h.remove(c)
		h.release(ended{c.principal, digest(id)})
	}
}

// Opened notes that a legacy session's GET stream is open. It is part of [guard.Watcher].
func (h *hub) Opened(principal, session string) {
	h.mu.Lock()
	c := h.sessions[session]
	if c == nil { // taken up from before a restart, or mcp-go has not registered it yet
		c = h.add(&client{principal: principal})
		h.sessions[session] = c
		h.resume(c, session)
	}
	c.streams++
	h.waiting[c] = struct{}{}
	h.mu.Unlock()
	h.wake()
}

// Closed notes that a legacy session's GET stream has ended.
func (h *hub) Closed(session string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if c := h.sessions[session]; c != nil {
		c.streams--
	}
}

// Ended makes mcp-go forget a session that the guard has ended.
func (h *hub) Ended(session string) {
	h.server.transport.Handle(nowhere{http.Header{}}, &server.HTTPRequest{
		Method: http.MethodDelete, Context: context.Background(),
		Header: http.Header{server.HeaderKeySessionID: {session}},
	})
	h.mu.Lock()
	defer h.mu.Unlock()
	if c := h.sessions[session]; c != nil {
		delete(h.sessions, session)
		h.remove(c)
		h.release(ended{c.principal, digest(session)})
	}
}

// subscribed notes a legacy resources/subscribe.
func (h *hub) subscribed(ctx context.Context, _ any, r *mcpgo.SubscribeRequest, _ *mcpgo.EmptyResult) {
	session := server.ClientSessionFromContext(ctx)
	if session == nil {
		return
	}
	h.mu.Lock()
	if c := h.legacy(ctx, session); c != nil {
		c.watch(r.Params.URI)
	}
	h.mu.Unlock()
	h.keep(ctx, session.SessionID())
}

// unsubscribed notes a legacy resources/unsubscribe.
func (h *hub) unsubscribed(ctx context.Context, _ any, r *mcpgo.UnsubscribeRequest, _ *mcpgo.EmptyResult) {
	session := server.ClientSessionFromContext(ctx)
	if session == nil {
		return
	}
	h.mu.Lock()
	if c := h.legacy(ctx, session); c != nil {
		delete(c.uris, r.Params.URI)
		delete(c.due, r.Params.URI)
	}
	h.mu.Unlock()
	h.keep(ctx, session.SessionID())
}

// listens notes a modern subscriptions/listen for as long as its stream is open.
func (h *hub) listens(ctx context.Context, _ any, r *mcpgo.SubscriptionsListenRequest) {
	session := server.ClientSessionFromContext(ctx)
	who, ok := guard.PrincipalFrom(ctx)
	if session == nil || !ok {
		return
	}
	h.mu.Lock()
	c := h.add(&client{
		principal: who.ID, session: session, modern: true,
		local: guard.CorrelationFrom(ctx) == "", ready: guard.Streaming(ctx),
	})
	for _, uri := range r.Params.Notifications.ResourceSubscriptions {
		c.watch(uri)
	}
	h.mu.Unlock()
	context.AfterFunc(ctx, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.remove(c)
	})
}

// watch notes a subscription within the client's limits; beyond them the client is simply not told.
func (c *client) watch(uri string) {
	if len(c.uris) < subscriptionsPerClientMax && len(uri) <= subscriptionURICharsMax {
		c.uris[uri] = struct{}{}
	}
}

// reachable reports whether a hint would arrive now. Without an open stream it would be delivered with the answer to
// some later call, when it is stale; it waits for a stream instead.
func (c *client) reachable() bool {
	switch {
	case c.session == nil:
		return false
	case c.local:
		return true
	case c.modern:
		select {
		case <-c.ready:
			return true
		default:
			return false
		}
	}
	return c.streams > 0
}

// run sends hints until ctx ends.
func (h *hub) run(ctx context.Context) {
	wait := time.NewTimer(0)
	defer wait.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.kick:
			wait.Reset(NotifyDelay)
		}
		select {
		case <-ctx.Done():
			return
		case <-wait.C:
		}
		h.forget(ctx)
		if !h.flush() {
			time.AfterFunc(NotifyRetry, h.wake)
		}
	}
}

// flush sends what is due to whom it can reach, and reports whether everything went out.
func (h *hub) flush() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.waiting {
		if c.flush() {
			delete(h.waiting, c)
		}
	}
	return len(h.waiting) == 0
}

// flush reports false when it is worth trying again soon.
func (c *client) flush() bool {
	if len(c.due) == 0 && c.lists == (Lists{}) {
		return true
	}
	if !c.reachable() {
		return !c.modern // a modern stream is about to be acknowledged; a legacy one comes back here when it opens
	}
	for uri := range c.due {
		if !c.send(mcpgo.MethodNotificationResourceUpdated, map[string]any{"uri": uri}) {
			return false
		}
		delete(c.due, uri)
	}
	for _, list := range []struct {
		isDue  *bool
		method string
	}{
		{&c.lists.Tools, mcpgo.MethodNotificationToolsListChanged},
		{&c.lists.Prompts, mcpgo.MethodNotificationPromptsListChanged},
		{&c.lists.Resources, mcpgo.MethodNotificationResourcesListChanged},
	} {
		if *list.isDue && !c.send(list.method, nil) {
			return false
		}
		*list.isDue = false
	}
	return true
}

// send queues a notification and reports false when the client's queue is full.
func (c *client) send(method string, fields map[string]any) bool {
	n := mcpgo.JSONRPCNotification{JSONRPC: mcpgo.JSONRPC_VERSION, Notification: mcpgo.Notification{
		Method: method, Params: mcpgo.NotificationParams{AdditionalFields: fields},
	}}
	select {
	case c.session.NotificationChannel() <- n:
		return true
	default:
		return false
	}
}

// nowhere is a response that nobody reads.
type nowhere struct{ header http.Header }

func (n nowhere) Header() http.Header       { return n.header }
func (nowhere) WriteHeader(int)             {}
func (nowhere) Write(p []byte) (int, error) { return len(p), nil }
func (nowhere) Flush()                      {}
func (nowhere) CanStream() bool             { return false }
