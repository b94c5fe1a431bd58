package remote

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"

	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
	"github.com/mudlark-mud/mudlark/ai/runner"
	"github.com/mudlark-mud/mudlark/world"
)

// Config is how a [Door] is set up. URL and Driver are needed.
type Config struct {
	URL    string // the endpoint, https://mud.example:7397/mcp
	Proof  string // the SHA-256 of a certificate that the server made itself; "": authorities vouch for it
	Driver string // names this program among all that might drive the same body; the same after a restart
	// Insecure lets tokens travel in the clear to other machines.
	Insecure bool
	// Changed is told, and must not block, that other bodies can be driven than before.
	Changed func()
	// Rewound is told, and must not block, that the world has not got further than a record which minds have seen: it
	// was restored to an earlier moment, and minds must forget what has not happened.
	Rewound func(seq uint64)
	Log     *slog.Logger
}

// Client is the way into a world that runs elsewhere. It is the [runner.Connector] of a runner.
type Client struct {
	cfg       Config
	transport *http.Transport
	log       *slog.Logger

	crew sync.WaitGroup

	mu    sync.Mutex
	ctx   context.Context //nolint:containedctx // of all lines; Run hands it in
	lines map[string]*connection
}

var _ runner.Connector = (*Client)(nil)

// New returns a door. The caller must [Door.Run] it.
func New(c Config) (*Client, error) {
	if err := CheckURL(c.URL, c.Insecure); err != nil {
		return nil, err
	}
	if c.Driver == "" {
		return nil, errors.New("set up the way into the world: whoever drives needs a name")
	}
	t, err := newTransport(c.Proof)
	if err != nil {
		return nil, err
	}
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	return &Client{cfg: c, transport: t, log: c.Log, lines: map[string]*connection{}}, nil
}

// Run keeps lines to bodies until ctx ends, and returns when all have said goodbye.
func (c *Client) Run(ctx context.Context, tokens []Token) {
	c.mu.Lock()
	c.ctx = ctx
	c.mu.Unlock()
	c.Hold(tokens)
	<-ctx.Done()
	c.crew.Wait()
	c.transport.CloseIdleConnections()
}

// Hold keeps lines to these bodies and no others: new ones begin, and those that are not named end.
func (c *Client) Hold(tokens []Token) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ctx == nil || c.ctx.Err() != nil {
		return
	}
	named := map[Token]bool{}
	for _, t := range tokens {
		named[t] = true
	}
	for body, l := range c.lines { // each is judged by itself; the order does not matter
		if !named[l.Token] || l.is(Revoked) { // which may have been a mistake of the server's
			l.end()
			delete(c.lines, body)
		}
	}
	for _, t := range tokens {
		if c.lines[t.Body] != nil {
			continue
		}
		ctx, end := context.WithCancel(c.ctx)
		l := &connection{door: c, Token: t, log: c.log.With(slog.String("body", t.Body)), end: end, stand: Seeking}
		l.calls.ctx, l.calls.cut = context.WithCancel(context.Background())
		c.lines[t.Body] = l
		c.crew.Go(func() { l.run(ctx) })
	}
	c.changed()
}

func (c *Client) changed() {
	if c.cfg.Changed != nil {
		c.cfg.Changed()
	}
}

func (c *Client) rewound(seq uint64) {
	if c.cfg.Rewound != nil {
		c.cfg.Rewound(seq)
	}
}

// Census lists the bodies that can be driven now.
func (c *Client) Census(context.Context) ([]string, error) {
	var out []string
	for _, l := range c.all() {
		if l.is(Driving) {
			out = append(out, l.Body)
		}
	}
	return out, nil
}

// Statuses counts the lines by how they stand.
func (c *Client) Statuses() map[Status]int {
	out := map[Status]int{Seeking: 0, Driving: 0, Barred: 0, Revoked: 0}
	for _, l := range c.all() {
		l.mu.Lock()
		out[l.stand]++
		l.mu.Unlock()
	}
	return out
}

// all returns the lines in the order of their bodies.
func (c *Client) all() []*connection {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make([]*connection, 0, len(c.lines))
	for _, l := range c.lines { // sorted below
		out = append(out, l)
	}
	slices.SortFunc(out, func(a, b *connection) int { return cmp.Compare(a.Body, b.Body) })
	return out
}

func (c *connection) is(s Status) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stand == s
}

// Open implements runner.Connector.
func (c *Client) Open(_ context.Context, body string, wake func(now bool)) (runner.Hands, error) {
	c.mu.Lock()
	l := c.lines[body]
	c.mu.Unlock()
	if l == nil || !l.is(Driving) {
		return nil, fmt.Errorf("%s cannot be driven now", body)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.wake, l.seen, l.cursor = wake, 0, 0
	return hands{l}, nil
}

// Close implements runner.Connector.
func (c *Client) Close(body string) {
	c.mu.Lock()
	l := c.lines[body]
	c.mu.Unlock()
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.wake, l.seen, l.cursor, l.people = nil, 0, 0, nil
}

// The tools by which players' wishes are asked for.
const (
	agreedTool    = "agreed"
	forgottenTool = "forgotten"
	namedTool     = "named"
)

// Agreed reports whether a player agreed, on the server, that their words may reach a host. It asks by a body that has
// just seen them; whoever nobody has seen has not agreed, nor has anybody whom the server cannot be asked about.
func (c *Client) Agreed(ctx context.Context, player, host string) bool {
	return c.consent(ctx, player, play.Args{"player": player, "host": host}).Agreed
}

// Since is from when on what a player says may reach a host, as the server says it; false: it may not, or nobody can
// be asked. The player hears nothing of it.
func (c *Client) Since(ctx context.Context, player, host string) (world.Time, bool) {
	out := c.consent(ctx, player, play.Args{"player": player, "host": host, "quiet": true})
	if !out.Agreed || out.Since == nil {
		return 0, false
	}
	return *out.Since, true
}

// consent is what the server says of a player's words.
type consent struct {
	Agreed bool
	Since  *world.Time // a server that says none does not know
}

// consent asks by the bodies that have just seen the player, until one is answered.
func (c *Client) consent(ctx context.Context, player string, args play.Args) consent {
	for _, l := range c.all() {
		l.mu.Lock()
		sees := l.stand == Driving && l.people[player]
		l.mu.Unlock()
		if !sees {
			continue
		}
		var out consent
		err := l.ask(ctx, agreedTool, args, &out)
		if err == nil {
			return out
		}
		l.log.Warn("could not ask whether a player agrees to a model; they do not", slog.Any("err", err))
	}
	return consent{}
}

// Wish is somebody's wish to be forgotten. N numbers wishes in their order.
type Wish struct {
	N      uint64   `json:"n"`
	Person string   `json:"person"`
	Names  []string `json:"names"`
}

// Wishes are the wishes behind a number, and the number of the newest.
type Wishes struct {
	People []Wish `json:"people"`
	Newest uint64 `json:"newest"`
}

// ErrNobody says that no body can be driven now, so that nothing can be asked.
var ErrNobody = errors.New("no body can be driven now")

// Forgotten asks who wished to be forgotten after a wish.
func (c *Client) Forgotten(ctx context.Context, after uint64) (out Wishes, err error) {
	err = ErrNobody
	for _, l := range c.all() {
		if !l.is(Driving) {
			continue
		}
		if err = l.ask(ctx, forgottenTool, play.Args{"after": after}, &out); err == nil {
			return out, nil
		}
	}
	return out, err
}

// Named asks which of some words, in lower case, are names of players. While nobody can be asked it fails.
func (c *Client) Named(ctx context.Context, words []string) ([]string, error) {
	if len(words) == 0 {
		return nil, nil
	}
	err := ErrNobody
	for _, l := range c.all() {
		if !l.is(Driving) {
			continue
		}
		var out struct{ Names []string }
		if err = l.ask(ctx, namedTool, play.Args{"words": words}, &out); err == nil {
			return out.Names, nil
		}
	}
	return nil, err
}

// ask calls a tool that answers in a shape of its own.
func (c *connection) ask(ctx context.Context, tool string, args play.Args, out any) error {
	s, err := c.dial(ctx)
	if err != nil {
		return err
	}
	v, err := s.Call(ctx, tool, args)
	switch {
	case err != nil:
		return brokenOff(err)
	case v.Error != nil:
		return errors.New(clip(v.Error.Text))
	}
	if err := json.Unmarshal(v.Raw, out); err != nil {
		return fmt.Errorf("read what %s answered: %w", tool, err)
	}
	return nil
}
