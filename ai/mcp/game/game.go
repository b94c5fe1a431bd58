package game

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Limits of the game over MCP.
const (
	// IdleMax is how long a body stays in the world after its agent's last call or open stream.
	IdleMax = 10 * time.Minute
	// RingMax is how many notices are kept in memory for each seat; older ones are read from the journal.
	RingMax = 1000
	// EventsShownMax is how many events a result brings along unasked.
	EventsShownMax = 50
	// EventsLimitMax is how many events one call of the tool events answers with, to the end of a record.
	EventsLimitMax = 100
	// WaitMax is how long the tool events may wait: clients give calls up after 30 to 60 seconds.
	WaitMax = 25 * time.Second
	// AmbientMax is how long the tool events gathers what does not concern its caller before it answers.
	AmbientMax = 3 * time.Second
	// ToolsMax is how many tools a player's token is shown; small models lose their way among more.
	ToolsMax = 27

	doorName     = "mcp"                 // of this door, for those who watch the loop
	gather       = 40 * time.Millisecond // a wait that was answered goes on so long, for a burst is one answer
	flushDelay   = 20 * time.Millisecond // changes are gathered for this long before lists are compared
	sweepEvery   = 15 * time.Second      // between looks at idle seats, at most
	keepEvery    = 5 * time.Second       // between keepings of cursors
	keyedCallMax = 30 * time.Second      // a call with a key goes on for this long after its client has gone
	hostWait     = 10 * time.Second      // for a place in the world's intake when a seat is given up
	pagesMax     = 8                     // empty pages of the journal that one call turns
	checkMost    = 256                   // seats whose lists are compared in one intent
)

// World is what the game needs of the loop.
type World interface {
	Offer(ctx context.Context, in loop.Intent) error
	Do(ctx context.Context, do func(*world.State, world.Time) loop.Step) (loop.Reply, error)
}

// Presence knows who is at the other end of a body. Its methods are called on the world's writer and must be quick.
type Presence interface {
	// AtKeyboard reports whether a player drives the body, so that agents may only look and listen.
	AtKeyboard(body world.ActorID) bool
	// AtDesk reports whether a player is at the keyboard of any of some bodies, whoever drives them.
	AtDesk(bodies []world.ActorID) bool
	// Watched reports whether an owner watches an agent, and Did shows them a call, or what one was refused.
	Watched(grant world.GrantID) bool
	Did(grant world.GrantID, asked, refused string)
	// AgentCame says that one more agent keeps the body in the world.
	AgentCame(body world.ActorID)
	// AgentGone says that one agent less does, and reports whether nobody is left.
	AgentGone(body world.ActorID) (sole bool)
}

// History reads from the journal what a body was told.
type History interface {
	// Since returns what a span asks for, whole records only, oldest first. It may stop early, but not inside a record;
	// next is the sequence of the last record that was looked at, and equals After when there is none behind it.
	Since(ctx context.Context, s Span) (told []*loop.Told, next uint64, err error)
}

// Span is a stretch of a body's past.
type Span struct {
	Body  uint32     // its short number
	After uint64     // records behind this sequence
	From  world.Time // of this time or later: what was told before the grant was given is no business of its agent
	Limit int        // stop after the record with which there are so many notices
}

// Hints is where the game says that something changed; *[mcp.Server] is it.
type Hints interface {
	Notify(principal, uri string)
	ListChanged(principal string, lists mcp.Lists)
	Audience(principal string) mcp.Audience
}

// Config is how a [Game] is set up. World, Table and Presence are needed.
type Config struct {
	World           World
	Table           *verb.Table
	Presence        Presence
	Read            []mcp.Tool         // for grants whose role reads; see [Game.Allows]
	Cursors         Cursors            // nil: a restart begins anew with what is new
	Told            History            // nil: what is older than the ring cannot be read again
	More            []More             // tools beside those of the verbs
	Report          verb.Host          // takes reports, and nothing else that the record is asked; nil: none are taken
	Met             func(limit string) // is told of each limit that a result met, by its name; nil: nobody is
	Log             *slog.Logger       // never told what players say; nil means nowhere
	Clock           func() time.Time   // time.Now when nil; for idle seats and idempotency keys only
	IdleMax         time.Duration      // [IdleMax] when zero
	ApprovalWaitMax time.Duration      // [approvalWaitMax] when zero
}

// Game is the world as package mcp wants it.
type Game struct {
	world           World
	table           *verb.Table
	presence        Presence
	cursors         Cursors
	told            History
	report          verb.Host
	met             func(limit string)
	log             *slog.Logger
	clock           func() time.Time
	idleMax         time.Duration
	approvalWaitMax time.Duration

	catalogue mcp.Catalogue
	isTool    map[string]bool
	allowed   map[world.Role]map[string]bool // tools by the weakest role that may call them
	shown     []Contextual

	drivers  DriverLeases
	kick     chan struct{}
	stopping chan struct{} // closed when Run ends, so that nobody waits for events any longer

	mu    sync.Mutex
	seats map[string]*seat // by principal
	dirty map[*seat]struct{}
}

var _ interface {
	mcp.Game
	mcp.Greeter
} = (*Game)(nil)

// New returns a game. The caller must [Game.Run] it.
func New(c Config) (*Game, error) {
	if c.World == nil || c.Table == nil || c.Presence == nil {
		return nil, errors.New("set up the game for agents: it needs a world, a table and a presence")
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.IdleMax <= 0 {
		c.IdleMax = IdleMax
	}
	if c.Met == nil {
		c.Met = func(string) {}
	}
	if c.Cursors == nil {
		c.Cursors = forgetful{}
	}
	g := &Game{
		cursors: c.Cursors, met: c.Met,
		world: c.World, table: c.Table, presence: c.Presence, told: c.Told, log: c.Log, report: c.Report,
		clock: c.Clock, idleMax: c.IdleMax, approvalWaitMax: cmp.Or(c.ApprovalWaitMax, approvalWaitMax),
		isTool: map[string]bool{}, allowed: map[world.Role]map[string]bool{},
		kick: make(chan struct{}, 1), stopping: make(chan struct{}),
		seats: map[string]*seat{}, dirty: map[*seat]struct{}{},
	}
	book := NewViews(c.Table, g.see, g.recent)
	own := slices.Concat(g.tools(), g.more(c.More))
	for i := range own {
		own[i].Refuse = g.unfit
	}
	g.catalogue = mcp.Catalogue{
		Tools: slices.Concat(own, c.Read), Prompts: book.Prompts(), Resources: book.Resources(),
	}
	g.shown = append(g.shown, book.Contextual()...)
	return g, nil
}

// Catalogue returns all that a player's token may use; it is the same for every principal ([Game.Allows]).
func (g *Game) Catalogue() mcp.Catalogue { return g.catalogue }

// seat returns the principal's seat, made at need.
func (g *Game) seat(p mcp.Principal) *seat {
	g.mu.Lock()
	defer g.mu.Unlock()
	st := g.seats[p.ID]
	if st == nil {
		st = &seat{
			game: g, who: p, by: &loop.By{Door: doorName, Session: p.ID, Actor: p.Actor},
			last: g.clock(), news: make(chan struct{}),
		}
		if !p.Mind {
			st.cursor, _ = g.cursors.Cursor(p.Grant)
			st.kept = st.cursor
		}
		g.seats[p.ID] = st
	}
	return st
}

// Wake has a function called whenever the principal's body is told something; now says that it concerns that body. It
// is called by whoever tells, and must not block. The body is told from the principal's first call on.
func (g *Game) Wake(p mcp.Principal, wake func(now bool)) {
	st := g.seat(p)
	st.mu.Lock()
	defer st.mu.Unlock()
	st.wake = wake
}

// Seated returns how many agents keep a body in the world. Creatures' own minds are none.
func (g *Game) Seated() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := 0
	for _, st := range g.seats { // each is only counted; the order does not matter
		if !st.who.Mind && st.isSeated() {
			n++
		}
	}
	return n
}

// mark says that hints may be due for a seat. It never blocks.
func (g *Game) mark(st *seat) {
	g.mu.Lock()
	g.dirty[st] = struct{}{}
	g.mu.Unlock()
	select {
	case g.kick <- struct{}{}:
	default: // Run is awake already
	}
}
