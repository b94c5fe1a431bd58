package resident

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
	"github.com/mudlark-mud/mudlark/ai/resident/latch"
	"github.com/mudlark-mud/mudlark/world"
)

// resident is one mind in its body.
type resident struct {
	house *House
	id    string
	since time.Time   // when it came in
	hands Hands       // while it is held, as all that follows up to the mutex
	still latch.Latch // held for a turn, or by whoever wants none
	mind  mind.Mind
	turns int // since it woke
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
func (r *resident) wake(now bool) {
	wait := later
	if now {
		wait = soon
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.isGone:
	case r.isRunning:
		r.isWaiting, r.isSoon = true, r.isSoon || now
	default:
		r.set(wait)
	}
}

// set has a turn begin after a while, unless one begins sooner. The mutex is held.
func (r *resident) set(wait time.Duration) {
	if r.stop != nil && r.at <= wait {
		return
	}
	if r.stop != nil {
		r.stop()
	}
	r.at = wait
	r.stop = r.house.After(wait+pause(r.id), r.begin)
}

// begin is called when the time has come. No lock is held while the house is asked: whoever tells the body of something
// waits for this one's, and the house lets go of it under its own.
func (r *resident) begin() {
	r.mu.Lock()
	r.stop = nil
	if r.isGone || r.isRunning {
		r.mu.Unlock()
		return
	}
	r.isRunning = true
	r.mu.Unlock()
	if !r.house.begin(r.run) {
		r.mu.Lock()
		r.isRunning = false
		r.mu.Unlock()
	}
}

// leave ends it for good. No lock may be held: closing the door asks the world.
func (r *resident) leave() {
	r.mu.Lock()
	was := r.isGone
	r.isGone = true
	if r.stop != nil {
		r.stop()
	}
	r.mu.Unlock()
	if !was {
		r.house.Door.Close(r.id)
	}
}

// run takes one turn. A mind that panics is let go, and let in again later; the world goes on.
func (r *resident) run(ctx context.Context, s *slot) {
	isCompany := false
	defer func() { r.rest(isCompany) }()
	if !r.still.Hold(ctx) {
		return
	}
	defer r.still.Release()
	defer r.leftover()
	if r.gone() || !s.take(ctx) {
		return
	}
	defer s.give()
	defer func() {
		if what := recover(); what != nil {
			r.house.Log.Error("a mind came to grief", slog.String("body", r.id), slog.Any("panic", what),
				slog.String("stack", string(debug.Stack())))
			r.leave()
			r.house.risen(r)
			r.house.fell(r.id, fmt.Sprint(what))
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, TurnMost)
	defer cancel()
	var err error
	if isCompany, err = r.turn(ctx, s); err != nil && ctx.Err() == nil {
		r.house.Log.Warn("a mind's turn came to nothing", slog.String("body", r.id), slog.Any("err", err))
	}
	if r.turns++; r.turns >= AwakeMost && !isCompany && err == nil {
		_ = r.wakeAnew(ctx) // it is told there
	}
}

// leftover lets the mind sleep whose body was let go meanwhile. It is held.
func (r *resident) leftover() {
	if r.gone() && !r.house.closed() {
		r.house.drop(r)
	}
}

func (r *resident) gone() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.isGone
}

// rest ends a turn, and sets when the next begins: soon when something happened meanwhile, and in a while when there
// is company.
func (r *resident) rest(isCompany bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	isWaiting, isSoon := r.isWaiting, r.isSoon
	r.isRunning, r.isWaiting, r.isSoon = false, false, false
	switch {
	case r.isGone:
	case isWaiting && isSoon:
		r.set(soon)
	case isWaiting:
		r.set(later)
	case isCompany:
		r.set(idleAgain)
	}
}

// turn looks, thinks, and does what was chosen.
func (r *resident) turn(ctx context.Context, s *slot) (isCompany bool, err error) {
	v, news, err := r.look(ctx)
	if err != nil {
		if r.tries++; r.after > 0 && r.tries < triesMost {
			r.wake(false)
		}
		return false, err
	}
	r.tries = 0
	if v.Error != nil {
		if v.Error.Code == string(world.CodeAbsent) {
			r.leave() // it died; who comes after it moves in at the next census
			return false, nil
		}
		return false, fmt.Errorf("look around: %s", v.Error.Text)
	}
	isCompany = humans(v)
	old, news := bygone(news, world.Time(v.At))
	for chunk := range chunks(old) {
		r.recall(v, chunk)
	}
	seen := look(v, r.house.Table, r.house.keys)
	seen.Percepts = news
	seen.Mute = r.house.isMute(r.id) || v.You.Driven
	if v.You.Driven { // an agent from elsewhere speaks and acts for it just now
		seen.Actions = nil
	}
	seen.Model = r.house.Model != nil && isCompany && !seen.Mute
	t := &talk{r: r, slot: s, listed: v.Actions, isCompany: isCompany}
	err = t.run(ctx, mind.Input{At: moment(v, seen), Look: seen})
	r.house.Brain.Took(r.id, t.turn)
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
	r         *resident
	slot      *slot
	listed    []play.Action
	isCompany bool
	turn      Turn
	asked     int
}

func (t *talk) run(ctx context.Context, in mind.Input) error {
	for range ChoicesMost {
		choice := t.think(ctx, in)
		if choice == nil {
			return nil
		}
		v, err := do(ctx, t.r.hands, t.r.house.Table, t.listed, *choice)
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
		came.Percepts = t.r.along(ctx, v, came.Percepts)
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
	out := t.r.mind.Step(in)
	if out.Later {
		t.r.wake(false)
	}
	if out.Again {
		t.r.wake(true)
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
		case t.r.house.Model == nil:
			out[i] = mind.Reply{ID: ask.ID, Failed: failedOff}
		case t.asked > AsksMost:
			out[i] = mind.Reply{ID: ask.ID, Failed: failedBudget}
		default:
			out[i] = mind.Reply{ID: ask.ID, Failed: failedTimeout}
			waits++
			t.r.house.crew.Go(func() {
				late[i] = t.answer(ctx, ask)
				come <- i
			})
		}
	}
	if waits == 0 {
		return out
	}
	t.slot.give()
	defer t.slot.take(t.r.house.ctx)
	musing := time.NewTimer(MusingAfter)
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
			t.r.house.Log.Error("a model came to grief", slog.String("body", t.r.id), slog.Any("panic", what),
				slog.String("stack", string(debug.Stack())))
			r = mind.Reply{ID: ask.ID, Failed: failedPanic}
		}
	}()
	return t.r.house.Model.Answer(ctx, t.r.id, ask)
}

// muse lets those present see that somebody thinks, once a turn.
func (t *talk) muse(ctx context.Context) {
	words, ok := t.r.mind.(interface{ Thinks() string })
	if !ok || words.Thinks() == "" || !t.isCompany || t.turn.Mused {
		return
	}
	t.turn.Mused = true
	v, err := t.r.hands.Call(ctx, commandTool, play.Args{"line": "emote " + words.Thinks()})
	if err != nil {
		t.r.house.Log.Debug("could not act out thinking", slog.String("body", t.r.id), slog.Any("err", err))
		return
	}
	// What happened meanwhile is taken in with what comes of the deed, or with the next look.
	others := slices.DeleteFunc(t.r.between(ctx, v, percepts(v.Events)), did)
	if len(others) > 0 {
		t.r.missed = append(t.r.missed, others...)
		t.r.wake(true)
	}
}
