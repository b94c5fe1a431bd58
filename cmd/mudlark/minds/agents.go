package minds

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/model/usage"
	"github.com/mudlark-mud/mudlark/ai/runner"
	"github.com/mudlark-mud/mudlark/ai/runner/remote"
	"github.com/mudlark-mud/mudlark/ai/store"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// AgentsCmd is mudlark agents: minds that live in a program of their own.
type AgentsCmd struct {
	Tokens   string `required:"" placeholder:"FILE" help:"A file of mode 0600, a line for each body: BODY TOKEN."`
	URL      string `default:"http://127.0.0.1:7397/mcp" help:"The running world's endpoint."`
	Proof    string `name:"tls-proof" help:"The SHA-256 of a self-made certificate, as the server printed it."`
	Insecure bool   `help:"Let tokens travel unencrypted to another machine."`
	Data     string `default:"${agents}" help:"The folder of what these minds remember; made if absent."`
	AITokens int    `name:"ai-tokens" placeholder:"N" help:"Tokens a day for the model of OPENAI_MODEL."`
	AIStages string `name:"ai-stages" default:"usual" enum:"usual,all" help:"Which steps a model makes."`
	LogLevel string `default:"${log_level}" help:"debug, info, warn or error (LOG_LEVEL, RUST_LOG)."`
}

// Help says what the flags do not.
func (AgentsCmd) Help() string {
	return `The minds of the world's people, in a process of their own: on this machine or another.

In the game, a wizard types: npc token BODY. The token goes into FILE as a line "BODY TOKEN", as in
"npc-barkeep-01 mlk_...". What follows a # is a comment. When FILE changes, or on SIGHUP, it is read again: new
bodies come to life, and those that are gone have their own mind in the world back, as has everybody when this
process ends or a token is revoked. Two processes never drive one body: the second waits.

The minds remember in minds.db of --data, which one process at a time may use. Nothing depends on this machine's
clock. A model is asked if OPENAI_MODEL names one and --ai-tokens is given, with OPENAI_BASE_URL, OPENAI_API_KEY and
OPENAI_MODEL_SMALL as for serve. What a player says reaches a model on another machine only if they agreed to it in
the game (options ai), which the server is asked; when it cannot be asked they have not. They agree to the host of the
server's own model, so serve has to be given the same OPENAI_BASE_URL. Who wishes to be forgotten in
the game (forget me) is forgotten here too: within half a minute, or before anybody wakes at the next start.`
}

const (
	tokensLook  = 2 * time.Second  // between looks whether the file of tokens has changed
	wishesLook  = 20 * time.Second // between questions who wishes to be forgotten
	wishesRetry = time.Second      // while nobody can be asked
	wishMost    = 10 * time.Second // for the server to say
	driverName  = "driver"
	agreedFor   = 5 * time.Second // an answer is believed so long: whoever says no is heard soon
	agreedMost  = 10_000
)

// farMinds are minds that live in bodies of a world elsewhere.
type farMinds struct {
	*AgentsCmd

	e     *command.Env
	log   *slog.Logger
	dir   string
	read  stamp // the file of tokens as it was read last
	keep  *store.Store
	door  *remote.Client
	usage *usage.Tracker
	model runner.Model
	where func(ctx context.Context) (host string, isHome bool) // that is
	yes   agreements

	house    atomic.Pointer[runner.Runner]
	caughtUp atomic.Bool // with who wishes to be forgotten
	back     chan uint64 // the world has gone back to a record
}

// Run lets minds live in bodies of a world elsewhere until the context ends.
func (c *AgentsCmd) Run(e *command.Env) (err error) {
	hangUp := make(chan os.Signal, 1)
	signal.Reset(syscall.SIGHUP)
	signal.Notify(hangUp, syscall.SIGHUP)
	defer signal.Stop(hangUp)
	log, err := e.Logger(c.LogLevel)
	if err != nil {
		return err
	}
	if err := (&BudgetFlags{AITokens: c.AITokens}).Check(); err != nil {
		return err
	}
	read := stampOf(c.Tokens)
	tokens, err := remote.ReadTokens(c.Tokens)
	if err != nil {
		return err
	}
	f := &farMinds{AgentsCmd: c, read: read, e: e, log: log, dir: c.Data, back: make(chan uint64, 1)}
	if err := f.open(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.keep.Close()) }()
	e.Println("world  ", c.URL)
	e.Println("bodies ", len(tokens), "of", c.Tokens)
	ctx, cancel := context.WithCancel(context.WithoutCancel(e.Ctx))
	defer cancel()
	var crew sync.WaitGroup
	crew.Go(func() { f.door.Run(ctx, tokens) })
	err = f.live(e.Ctx, hangUp)
	cancel()
	crew.Wait()
	log.Info("stopped")
	return err
}

// open opens what minds remember and the way into the world.
func (f *farMinds) open() error {
	if err := command.MakeFolder(f.dir); err != nil {
		return err
	}
	driver, err := driverOf(filepath.Join(f.dir, driverName))
	if err != nil {
		return err
	}
	if f.door, err = remote.New(remote.Config{
		URL: f.URL, Proof: f.Proof, Insecure: f.Insecure, Driver: driver, Log: f.log,
		Changed: func() {
			if h := f.house.Load(); h != nil {
				h.Recount()
			}
		},
		Rewound: func(seq uint64) {
			select {
			case f.back <- seq:
			default: // somebody has said so already
			}
		},
	}); err != nil {
		return err
	}
	if f.keep, err = store.Open(filepath.Join(f.dir, store.FileName), store.Options{Log: f.log}); err != nil {
		return fmt.Errorf("open what the minds remember: %w", err)
	}
	if f.usage, err = usage.New(usage.Config{}); err != nil {
		return errors.Join(fmt.Errorf("count what is asked of models: %w", err), f.keep.Close())
	}
	b := f.broker()
	f.model, f.where = &runner.Asker{Broker: b, Named: f.door.Named}, b.Where
	return nil
}

// broker makes the way to a model, and says how it stands when one is named.
func (f *farMinds) broker() *model.Broker {
	e := f.e
	config := model.FromEnv(e.Getenv)
	config = (&BudgetFlags{AITokens: f.AITokens}).own(config)
	f.yes.ask = f.door.Agreed
	b := model.New(config, model.Needs{
		Tape: f.keep, Usage: f.usage, Log: f.log, Now: time.Now, Consent: f.yes.agreed,
		Alert: func(alert model.Alert) { f.log.Warn("AI budget", slog.String("alert", alert.String())) },
	})
	if config.Large == "" && config.Small == "" {
		return b
	}
	if err := b.On(); err != nil {
		e.Println("minds  ", "without a model:", err.Error())
		return b
	}
	s := b.State()
	e.Println("minds  ", "with", s.Large, "at", s.Host)
	return b
}

// live lets the minds live until ctx ends; when the world has gone back, they forget what has not happened and wake
// anew.
func (f *farMinds) live(ctx context.Context, hangUp <-chan os.Signal) error {
	inner, stop := context.WithCancel(ctx)
	defer stop()
	var crew sync.WaitGroup
	defer crew.Wait()
	defer stop()
	crew.Go(func() { f.reread(inner, hangUp) })
	crew.Go(func() { f.honour(inner) })
	for {
		seq, isBack, err := f.dwell(inner)
		if err != nil || !isBack {
			return err
		}
		f.log.Warn("the world was restored; minds forget what has not happened", slog.Uint64("from", seq))
		if err := f.keep.Rewind(inner, seq); err != nil {
			return fmt.Errorf("forget what has not happened: %w", err)
		}
		select {
		case <-f.back: // said of the same
		default:
		}
	}
}

// dwell runs a house until ctx ends or the world goes back.
func (f *farMinds) dwell(ctx context.Context) (seq uint64, isBack bool, err error) {
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	brain := &runner.Minds{Keep: f.keep, Build: command.Version, Log: f.log, Stages: npc.Usual()}
	if f.AIStages == "all" {
		brain.Stages = npc.All()
	}
	house, err := runner.New(runner.Config{
		Census: f.census, Connector: f.door, Brain: judged{brain, f.usage, f.log}, Table: verb.New(), Log: f.log,
		Model: f.model, Consent: farConsent{f.where, f.door.Since},
	})
	if err != nil {
		return 0, false, fmt.Errorf("let the minds live: %w", err)
	}
	f.house.Store(house)
	ended := make(chan error, 1)
	go func() { ended <- house.Run(ctx) }()
	house.Recount()
	select {
	case err := <-ended:
		return 0, false, err
	case seq = <-f.back:
		isBack = true
	case <-ctx.Done():
	}
	leave()
	return seq, isBack, <-ended
}

// census lists the bodies that can be driven now. Nobody wakes before those are forgotten who wished it.
func (f *farMinds) census(ctx context.Context) ([]string, error) {
	if !f.caughtUp.Load() {
		return nil, nil
	}
	return f.door.Census(ctx)
}

// reread reads the file of tokens again whenever it has changed, or somebody says so.
func (f *farMinds) reread(ctx context.Context, hangUp <-chan os.Signal) {
	tick := time.NewTicker(tokensLook)
	defer tick.Stop()
	for seen := f.read; ; {
		var now stamp
		select {
		case <-ctx.Done():
			return
		case <-hangUp:
			now = stampOf(f.Tokens)
		case <-tick.C:
			if now = stampOf(f.Tokens); now == f.read || now != seen {
				seen = now // it may be half written: only what stays as it is counts
				continue
			}
		}
		f.read = now
		tokens, err := remote.ReadTokens(f.Tokens)
		if err != nil {
			f.log.Error("the tokens could not be read again; all stays as it is", slog.Any("err", err))
			continue
		}
		f.log.Info("the tokens were read again", slog.Int("bodies", len(tokens)))
		f.door.Hold(tokens)
	}
}

// stamp is by what a file is known to have changed.
type stamp struct {
	size    int64
	changed time.Time
	mode    fs.FileMode
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{info.Size(), info.ModTime(), info.Mode()}
}

// driverOf reads by which name the server knows this program, or makes one: the same after a restart, so that it finds
// its bodies free.
func driverOf(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err == nil && strings.TrimSpace(string(text)) != "" {
		return strings.TrimSpace(string(text)), nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("read by which name bodies are driven: %w", err)
	}
	name := rand.Text()
	if err := os.WriteFile(path, []byte(name+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("keep by which name bodies are driven: %w", err)
	}
	return name, nil
}

// farConsent is what the server says of who agreed, about the model that is asked from here.
type farConsent struct {
	where func(ctx context.Context) (host string, isHome bool)
	since func(ctx context.Context, player, host string) (world.Time, bool)
}

func (c farConsent) Where(ctx context.Context) (host string, isHome bool) { return c.where(ctx) }

func (c farConsent) Since(ctx context.Context, player, host string) (world.Time, bool) {
	return c.since(ctx, player, host)
}

// agreements remembers for a moment what the server says of who agreed to a model.
type agreements struct {
	ask func(ctx context.Context, player, host string) bool

	mu    sync.Mutex
	known map[[2]string]agreement
}

type agreement struct {
	yes   bool
	until time.Time
}

// agreed reports whether a player's words may go to a host.
func (y *agreements) agreed(player, host string) bool {
	key, now := [2]string{player, host}, time.Now()
	y.mu.Lock()
	was, ok := y.known[key]
	y.mu.Unlock()
	if ok && now.Before(was.until) {
		return was.yes
	}
	ctx, cancel := context.WithTimeout(context.Background(), consentWait)
	defer cancel()
	yes := y.ask(ctx, player, host)
	y.mu.Lock()
	defer y.mu.Unlock()
	if y.known == nil || len(y.known) >= agreedMost {
		y.known = map[[2]string]agreement{}
	}
	y.known[key] = agreement{yes, time.Now().Add(agreedFor)}
	return yes
}
