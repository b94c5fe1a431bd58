package model

import (
	"context"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/ai/model/usage"
)

const (
	attemptsMax = 2                      // one, and one more after 429 or 5xx
	pause       = 500 * time.Millisecond // before the second, when the endpoint does not say
	answerMin   = time.Second            // what must be left of the time for a second one to make sense
	// mock is the model's name in the telemetry when none was asked and the scripted mind will answer (S0-102).
	mock = "mock"
)

// Tracker counts calls; [usage.Tracker] does.
type Tracker interface {
	TrackAICall(p usage.Purpose, model string, k usage.Tokens, took time.Duration, dims usage.Dims) error
	Track(name usage.Name, dims usage.Dims) error
}

// Needs are what a [Broker] uses of its surroundings. All of them but Dial must be there.
type Needs struct {
	Tape    Tape
	Usage   Tracker
	Log     *slog.Logger
	Now     func() time.Time // for budgets, the breaker and dates; the wall clock, outside tests
	Consent func(player, host string) bool
	Alert   func(Alert) // called at 80 % and at 100 % of a day's tokens, once a day each
	// Met is told when a call is not made because of a limit that has a name; nil: nobody is.
	Met func(limit string)
	// Dial reaches endpoints on other machines; nil: over the network.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Broker asks models. Make one with [New].
type Broker struct {
	config   Config
	why      error // why it cannot be switched on; nil when it can
	needs    Needs
	endpoint *endpoint
	budget   *budget
	gate     gate
	breakers [Large + 1]breaker // one a tier: a model that does not exist must not take the other one along

	mu   sync.Mutex
	on   context.Context // nil while it is off; cancelled when it is switched off
	stop context.CancelFunc
}

// New makes a broker, which is off. A configuration that names no model or no budget is a fine one for a broker that
// stays off: [Broker.On] says why.
func New(c Config, n Needs) *Broker {
	c, u, err := c.settled()
	b := &Broker{config: c, why: err, needs: n}
	b.budget = newBudget(c, n.Tape, b.alert)
	if n.Met != nil {
		b.budget.met = n.Met
	}
	if err == nil {
		b.endpoint = newEndpoint(u, c.Key)
		if n.Dial != nil {
			b.endpoint.any.DialContext = n.Dial
		}
	}
	return b
}

// On switches the broker on, or says why it stays off.
func (b *Broker) On() error {
	if b.why != nil {
		return b.why
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.on == nil {
		b.on, b.stop = context.WithCancel(context.Background())
	}
	return nil
}

// Off switches the broker off: calls in flight end now, and new ones fail at once with [Off]. Doing it twice does no
// harm.
func (b *Broker) Off() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.on != nil {
		b.stop()
		b.on, b.stop = nil, nil
		b.endpoint.inside.CloseIdleConnections()
		b.endpoint.any.CloseIdleConnections()
	}
}

// State tells an operator how things stand.
type State struct {
	On     bool
	Why    string // why it cannot be switched on; "" when it can
	Host   string // where words would go
	Large  string
	Small  string
	Tokens int // used today
	Limit  int // of tokens a day
	By     map[usage.Purpose]int
	OfHour int  // of Tokens, used in this hour
	Open   bool // an endpoint is being left alone

	Bounds Bounds
}

// Bounds are the bounds of tokens beside the day's. 0 is none.
type Bounds struct {
	Hour, Player, Mind int
	// Calls an hour.
	PlayerCalls, MindCalls int

	Purposes map[usage.Purpose]int
}

// State returns how things stand.
func (b *Broker) State() State {
	now := b.needs.Now()
	used := b.budget.used(now)
	s := State{
		On: b.running() != nil, Large: b.config.Large, Small: b.config.Small, Tokens: used.Tokens,
		Limit: b.config.DayTokens, By: used.Purposes, OfHour: used.OfHour,
		Bounds: Bounds{
			Hour: b.config.HourTokens, Player: b.config.PlayerTokens, Mind: b.config.MindTokens,
			Purposes: maps.Clone(b.config.PurposeTokens), PlayerCalls: b.config.PlayerHour, MindCalls: b.config.MindHour,
		},
		Open: !b.breakers[Small].passes(now) || !b.breakers[Large].passes(now),
	}
	if b.why != nil {
		s.Why = b.why.Error()
	} else {
		s.Host = b.endpoint.url.Host
	}
	return s
}

// Where tells at which host the models are, and whether that is this machine, where nobody has to agree to anything.
// Without an endpoint nothing leaves, and that is home too.
func (b *Broker) Where(ctx context.Context) (host string, isHome bool) {
	if b.endpoint == nil {
		return "", true
	}
	return b.endpoint.url.Host, b.endpoint.isInside(ctx)
}

func (b *Broker) running() context.Context {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.on
}

// Do asks a model and waits for its answer, at most [AnswerMax], or less when ctx or the call say so. It never fails:
// when there is no answer, the reply says why.
func (b *Broker) Do(ctx context.Context, c Call) Reply {
	start := b.needs.Now()
	reply, retries := b.do(ctx, c)
	b.track(c, reply, retries, b.needs.Now().Sub(start))
	return reply
}

// do is Do without its telemetry. It goes from what costs nothing to what costs most.
func (b *Broker) do(ctx context.Context, c Call) (Reply, int) {
	on := b.running()
	if on == nil {
		return Reply{Failed: Off}, 0
	}
	ctx, cancel := context.WithTimeout(ctx, AnswerMax)
	defer cancel()
	if !c.Deadline.IsZero() {
		ctx, cancel = context.WithDeadline(ctx, c.Deadline)
		defer cancel()
	}
	defer context.AfterFunc(on, cancel)()

	if c = c.settled(); !b.config.Schemas {
		c.Schema = ""
	}
	by := b.endpoint.route(ctx, c, b.needs.Consent)
	if by == nil {
		return Reply{Failed: Consent}, 0
	}
	if len(c.System)+len(c.User) > promptBytesMax {
		return Reply{Failed: Budget}, 0
	}
	name := b.config.Small
	if c.Tier == Large {
		name = b.config.Large
	}
	if reply, ok := b.cached(c, name); ok {
		return reply, 0 // it costs nothing, whatever is left
	}
	if !b.budget.has(b.needs.Now(), c, c.estimate()+c.MaxTokens) {
		return Reply{Failed: Budget}, 0
	}
	if !b.breakers[c.Tier].passes(b.needs.Now()) {
		return Reply{Failed: Breaker}, 0
	}
	leave := b.gate.enter(ctx, c)
	if leave == nil {
		return Reply{Failed: Busy}, 0
	}
	defer leave()
	if !b.stands(ctx, by, c) {
		return Reply{Failed: Consent}, 0
	}
	reply, retries := b.attempt(ctx, by, name, c)
	switch {
	case on.Err() != nil && reply.Failed != "":
		return Reply{Failed: Off}, retries
	case !b.stands(ctx, by, c):
		// Somebody took their word back while the answer was on its way: it is paid for, and nobody hears of it.
		return Reply{Failed: Consent, Model: reply.Model, Prompt: reply.Prompt, Completion: reply.Completion}, retries
	}
	return b.keep(c, name, reply), retries
}

// stands reports whether a call may still go, or have gone, by a transport: whoever had to agree agrees still.
func (b *Broker) stands(ctx context.Context, by *http.Transport, c Call) bool {
	return by == b.endpoint.inside || b.endpoint.route(context.WithoutCancel(ctx), c, b.needs.Consent) == by
}

// cached returns the answer to the same call, if there is one and nobody touched it.
func (b *Broker) cached(c Call, name string) (Reply, bool) {
	at := c.key(name)
	kept, ok := b.needs.Tape.Load(at)
	if !ok {
		return Reply{}, false
	}
	r, err := kept.open(at)
	if err != nil {
		b.needs.Log.Error("cassette was changed", slog.Any("err", err))
		return Reply{}, false
	}
	reply := r.reply(at, c.Masks)
	reply.Cached, reply.Prompt, reply.Completion = true, 0, 0
	return reply, true
}

// attempt asks, and once more when the endpoint is only busy or stumbling and there is time and budget for it. The
// reply's text still wears its masks.
func (b *Broker) attempt(ctx context.Context, by *http.Transport, name string, c Call) (Reply, int) {
	breaker, tokens := &b.breakers[c.Tier], c.estimate()+c.MaxTokens
	var reply Reply
	for n := range attemptsMax {
		granted, ok := b.budget.take(b.needs.Now(), c, tokens)
		if !ok {
			return or(reply, Budget), n
		}
		if !breaker.enter(b.needs.Now()) {
			b.budget.settle(b.needs.Now(), granted, 0)
			return or(reply, Breaker), n
		}
		a := b.endpoint.ask(ctx, by, name, c)
		now := b.needs.Now()
		breaker.leave(now, a.verdict, a.alone)
		reply = cost(c, a)
		reply.Text, reply.Failed, reply.Model = a.text, a.failed, name
		b.budget.settle(now, granted, reply.Prompt+reply.Completion)
		if a.failed != "" {
			b.needs.Log.Info("model did not answer", slog.String("failed", string(a.failed)), slog.String("model", name),
				slog.String("purpose", string(c.Purpose)), slog.Int("status", a.status))
		}
		if !a.isAgain || n == attemptsMax-1 || !wait(ctx, max(a.alone, pause)) || !b.stands(ctx, by, c) {
			return reply, n
		}
	}
	return reply, attemptsMax - 1
}

// or returns what came of the first attempt, or the reason why there was none.
func or(first Reply, failed Failure) Reply {
	if first.Failed == "" {
		first.Failed = failed
	}
	return first
}

// wait sleeps, if then there is still time for an answer.
func wait(ctx context.Context, d time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < d+answerMin {
		return false
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// cost returns a reply with the tokens that an attempt came to: as the endpoint says, else estimated. What was broken
// off may have been paid for in full; what never began cost nothing.
func cost(c Call, a answer) Reply {
	switch a.failed {
	case Status, Unreachable, Consent:
		return Reply{}
	case Timeout, Garbage:
		return Reply{Prompt: c.estimate(), Completion: c.MaxTokens}
	default:
	}
	r := Reply{Prompt: min(a.prompt, tokensMax), Completion: min(a.completion, tokensMax)}
	if r.Prompt <= 0 {
		r.Prompt = c.estimate()
	}
	if r.Completion <= 0 {
		r.Completion = len(a.text)*2/7 + 1
	}
	return r
}

// keep puts what came of a call on the tape, and takes the masks off.
func (b *Broker) keep(c Call, name string, reply Reply) Reply {
	switch reply.Failed {
	case Off, Consent, Budget, Breaker, Busy:
		return reply
	default:
	}
	key := c.key(name)
	r := record{
		Purpose: c.Purpose, Mind: c.Mind, Model: name, Template: c.Template, Tools: c.Tools, Correlation: c.Correlation,
		Call: key[:], Context: c.Context[:], Text: reply.Text, Failed: reply.Failed,
		Prompt: reply.Prompt, Completion: reply.Completion,
	}
	at := address(key, reply.Failed)
	b.needs.Tape.Save(sealed(Cassette{Key: at, People: c.people(), At: b.needs.Now().Unix()}, r))
	return r.reply(at, c.Masks)
}

// track counts a call.
func (b *Broker) track(c Call, r Reply, retries int, took time.Duration) {
	dims := usage.Dims{usage.DimCached: r.Cached, usage.DimRetries: retries}
	if c.Template.ID != "" {
		dims[usage.DimTemplate] = c.Template.String()
	}
	if r.Failed != "" {
		dims[usage.DimOutcome], dims[usage.DimFailure] = string(usage.Rejected), string(r.Failed)
	}
	name := r.Model
	if name == "" {
		name = mock
	}
	tokens := usage.Tokens{Prompt: r.Prompt, Completion: r.Completion}
	if err := b.needs.Usage.TrackAICall(c.Purpose, name, tokens, took, dims); err != nil {
		b.needs.Log.Error("model call was not counted", slog.Any("err", err))
	}
}

// alert tells that a budget runs out.
func (b *Broker) alert(a Alert) {
	dims := usage.Dims{usage.DimScope: "day", usage.DimPercent: a.Percent}
	if a.Purpose != "" {
		dims[usage.DimScope], dims[usage.DimPurpose] = "purpose", string(a.Purpose)
	}
	if err := b.needs.Usage.Track(usage.PromptBudgetReached, dims); err != nil {
		b.needs.Log.Error("budget alert was not counted", slog.Any("err", err))
	}
	b.needs.Alert(a)
}
