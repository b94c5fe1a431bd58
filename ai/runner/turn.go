package runner

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/world"
	"golang.org/x/sync/semaphore"
)

// agent is one mind in its body.
type agent struct {
	runner *Runner
	id     string
	since  time.Time           // when it came in
	hands  Hands               // while it is held, as all that follows up to the mutex
	still  *semaphore.Weighted // held for a turn, or by whoever wants none
	mind   mind.Mind
	turns  int // since it woke
	past

	mu        sync.Mutex
	stop      func() bool // of the timer that begins the next turn; nil: none is set
	at        time.Duration
	isRunning bool
	isWaiting bool // something happened while a turn ran
	isSoon    bool // and it concerns this mind
	isGone    bool
}

// wake has a turn begin before long. It never blocks.
func (a *agent) wake(now bool) {
	wait := later
	if now {
		wait = soon
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.isGone:
	case a.isRunning:
		a.isWaiting, a.isSoon = true, a.isSoon || now
	default:
		a.set(wait)
	}
}

// set has a turn begin after a while, unless one begins sooner. The mutex is held.
func (a *agent) set(wait time.Duration) {
	if a.stop != nil && a.at <= wait {
		return
	}
	if a.stop != nil {
		a.stop()
	}
	a.at = wait
	a.stop = a.runner.After(wait+pause(a.id), a.begin)
}

// begin is called when the time has come. No lock is held while the runner is asked: whoever tells the body of
// something waits for this one's, and the runner lets go of it under its own.
func (a *agent) begin() {
	a.mu.Lock()
	a.stop = nil
	if a.isGone || a.isRunning {
		a.mu.Unlock()
		return
	}
	a.isRunning = true
	a.mu.Unlock()
	if !a.runner.begin(a.run) {
		a.mu.Lock()
		a.isRunning = false
		a.mu.Unlock()
	}
}

// leave ends it for good. No lock may be held: closing the door asks the world.
func (a *agent) leave() {
	a.mu.Lock()
	was := a.isGone
	a.isGone = true
	if a.stop != nil {
		a.stop()
	}
	a.mu.Unlock()
	if !was {
		a.runner.Connector.Close(a.id)
	}
}

// run takes one turn. A mind that panics is let go, and let in again later; the world goes on.
func (a *agent) run(ctx context.Context, s *slot) {
	isCompany := false
	defer func() { a.rest(isCompany) }()
	if a.still.Acquire(ctx, 1) != nil {
		return
	}
	defer a.still.Release(1)
	defer a.leftover()
	if a.gone() || !s.take(ctx) {
		return
	}
	defer s.give()
	defer func() {
		if what := recover(); what != nil {
			a.runner.Log.Error("a mind panicked", slog.String("body", a.id), slog.Any("panic", what),
				slog.String("stack", string(debug.Stack())))
			a.leave()
			a.runner.clearBackoff(a)
			a.runner.backOff(a.id, fmt.Sprint(what))
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, turnMost)
	defer cancel()
	var err error
	if isCompany, err = a.turn(ctx, s); err != nil && ctx.Err() == nil {
		a.runner.Log.Warn("a mind's turn came to nothing", slog.String("body", a.id), slog.Any("err", err))
	}
	if a.turns++; a.turns >= AwakeMost && !isCompany && err == nil {
		_ = a.wakeAnew(ctx) // it is told there
	}
}

// leftover lets the mind sleep whose body was let go meanwhile. It is held.
func (a *agent) leftover() {
	if a.gone() && !a.runner.closed() {
		a.runner.drop(a)
	}
}

func (a *agent) gone() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.isGone
}

// rest ends a turn, and sets when the next begins: soon when something happened meanwhile, and in a while when there
// is company.
func (a *agent) rest(isCompany bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	isWaiting, isSoon := a.isWaiting, a.isSoon
	a.isRunning, a.isWaiting, a.isSoon = false, false, false
	switch {
	case a.isGone:
	case isWaiting && isSoon:
		a.set(soon)
	case isWaiting:
		a.set(later)
	case isCompany:
		a.set(idleAgain)
	}
}

// turn looks, thinks, and does what was chosen.
func (a *agent) turn(ctx context.Context, s *slot) (isCompany bool, err error) {
	v, news, err := a.look(ctx)
	if err != nil {
		if a.tries++; a.after > 0 && a.tries < triesMost {
			a.wake(false)
		}
		return false, err
	}
	a.tries = 0
	if v.Error != nil {
		if v.Error.Code == string(world.CodeAbsent) {
			a.leave() // it died; who comes after it moves in at the next census
			return false, nil
		}
		return false, fmt.Errorf("look around: %s", v.Error.Text)
	}
	isCompany = humans(v)
	old, news := bygone(news, world.Time(v.At))
	for chunk := range chunks(old) {
		a.recall(v, chunk)
	}
	seen := look(v, a.runner.Table, a.runner.keys)
	seen.Percepts = news
	seen.Open, seen.Host = a.isHome, a.host
	seen.Mute = a.runner.isMute(a.id) || v.You.Driven
	if v.You.Driven { // an agent from elsewhere speaks and acts for it just now
		seen.Actions = nil
	}
	seen.Model = a.runner.Model != nil && isCompany && !seen.Mute
	t := &talk{agent: a, slot: s, listed: v.Actions, isCompany: isCompany, isHome: a.isHome}
	err = t.run(ctx, mind.Input{At: moment(v, seen), Look: seen})
	a.runner.Brain.Took(a.id, t.turn)
	return isCompany, err
}

// moment is the world's time of what a view tells of.
func moment(v *play.View, seen *mind.Look) world.Time {
	at := world.Time(v.At)
	for _, p := range seen.Percepts {
		at = max(at, p.At)
	}
	return at
}

// talk is one turn under way: inputs go to the mind, and what it wants is done.
type talk struct {
	agent     *agent
	slot      *slot
	listed    []play.Action
	isCompany bool
	turn      Turn
	asked     int
	isHome    bool // what the mind was shown may leave this machine with nobody's consent, and so does not leave
}

func (t *talk) run(ctx context.Context, in mind.Input) error {
	for range ChoicesMost {
		choice := t.think(ctx, in)
		if choice == nil {
			return nil
		}
		v, err := do(ctx, t.agent.hands, t.agent.runner.Table, t.listed, *choice)
		if err != nil {
			return err
		}
		deed := Deed{Choice: *choice}
		came := done(v)
		deed.Refused = came.Refused
		for _, p := range came.Percepts {
			if did(p) {
				deed.Seqs = append(deed.Seqs, p.Seq)
			}
		}
		came.Percepts = t.agent.along(ctx, v, came.Percepts)
		t.turn.Done = append(t.turn.Done, deed)
		t.listed = v.Actions
		in = mind.Input{At: in.At, Done: came}
		for _, p := range came.Percepts {
			in.At = max(in.At, p.At)
		}
	}
	return nil
}

// did reports whether a percept is one's own deed.
func did(p mind.Percept) bool {
	return slices.Contains(p.Sense, "did")
}

// think gives an input to the mind and whatever models say to what it asks, until it has chosen.
func (t *talk) think(ctx context.Context, in mind.Input) *mind.Choice {
	out := t.step(in)
	ctx, cancel := context.WithTimeout(ctx, ThinkMost)
	defer cancel()
	for len(out.Asks) > 0 {
		replies := t.answers(ctx, out.Asks)
		for _, reply := range replies {
			out = t.step(mind.Input{At: in.At, Reply: &reply})
		}
	}
	return out.Choice
}

func (t *talk) step(in mind.Input) mind.Output {
	out := t.agent.mind.Step(in)
	if out.Later {
		t.agent.wake(false)
	}
	if out.Again {
		t.agent.wake(true)
	}
	t.turn.Steps = append(t.turn.Steps, Step{In: in, Out: out})
	return out
}

// answers asks the models, all at once, and returns what came of it in the order of the asks. Whoever is present sees
// somebody think when it takes long, and others may think meanwhile. What comes after the time is over is dropped.
func (t *talk) answers(ctx context.Context, asks []mind.Ask) []mind.Reply {
	out := make([]mind.Reply, len(asks))
	come := make(chan int, len(asks))
	late := make([]mind.Reply, len(asks))
	waits := 0
	for i, ask := range asks {
		t.asked++
		switch {
		case t.agent.runner.Model == nil:
			out[i] = mind.Reply{ID: ask.ID, Failed: failedOff}
		case t.asked > AsksMost:
			out[i] = mind.Reply{ID: ask.ID, Failed: failedBudget}
		default:
			out[i] = mind.Reply{ID: ask.ID, Failed: failedTimeout}
			waits++
			t.agent.runner.crew.Go(func() {
				late[i] = t.answer(ctx, ask)
				come <- i
			})
		}
	}
	if waits == 0 {
		return out
	}
	t.slot.give()
	defer t.slot.take(t.agent.runner.ctx)
	musing := time.NewTimer(musingAfter)
	defer musing.Stop()
	over := time.NewTimer(untilEnd(ctx) + lateMost)
	defer over.Stop()
	for waits > 0 {
		select {
		case i := <-come:
			out[i] = late[i]
			waits--
		case <-over.C: // a model that does not keep to its time
			return out
		case <-musing.C:
			t.muse(ctx)
		}
	}
	return out
}

// Why a model did not answer.
const (
	failedOff     = "off"
	failedBudget  = "budget"
	failedTimeout = "timeout"
	failedPanic   = "panic"
)

// lateMost is how long after its time is over a model may say that it is.
const lateMost = time.Second

func untilEnd(ctx context.Context) time.Duration {
	end, ok := ctx.Deadline()
	if !ok {
		return ThinkMost
	}
	return max(0, time.Until(end))
}

// answer asks a model. One that panics has failed, and nothing more.
func (t *talk) answer(ctx context.Context, ask mind.Ask) (r mind.Reply) {
	defer func() {
		if what := recover(); what != nil {
			t.agent.runner.Log.Error("a model panicked", slog.String("body", t.agent.id), slog.Any("panic", what),
				slog.String("stack", string(debug.Stack())))
			r = mind.Reply{ID: ask.ID, Failed: failedPanic}
		}
	}()
	ask.Home = t.isHome
	return t.agent.runner.Model.Answer(ctx, t.agent.id, ask)
}

// muse lets those present see that somebody thinks, once a turn.
func (t *talk) muse(ctx context.Context) {
	words, ok := t.agent.mind.(interface{ Thinks() string })
	if !ok || words.Thinks() == "" || !t.isCompany || t.turn.Mused {
		return
	}
	t.turn.Mused = true
	v, err := t.agent.hands.Call(ctx, commandTool, play.Args{"line": "emote " + words.Thinks()})
	if err != nil {
		t.agent.runner.Log.Debug("could not act out thinking", slog.String("body", t.agent.id), slog.Any("err", err))
		return
	}
	// What happened meanwhile is taken in with what comes of the deed, or with the next look.
	others := slices.DeleteFunc(t.agent.between(ctx, v, percepts(v.Events)), did)
	if len(others) > 0 {
		t.agent.missed = append(t.agent.missed, others...)
		t.agent.wake(true)
	}
}
