package session

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session/agents"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Reasons why a session ends, for logs and counts.
const (
	ReasonQuit     = "quit"
	ReasonTaken    = "taken_over"
	ReasonBehind   = "mailbox_full"
	ReasonTries    = "too_many_tries"
	ReasonSlow     = "no_login"
	ReasonStopped  = "world_stopped"
	ReasonShutdown = "shutdown"
)

// The words of a world that has stopped, and the bounds of a session.
const (
	// stoppedWord is what sessions tell that find the world stopped.
	stoppedWord = "The world has stopped. Nothing that you were told is lost."
	// unsureWord follows it for whoever waited for an answer: nobody knows what the disk has.
	unsureWord = " What you asked for last was done once or not at all."
	// MailMost is how many things told may wait to be shown; a reader slower than that is cut off.
	MailMost = 8192
	// SignInMax is how long a session may take from its first question to play.
	SignInMax = 5 * time.Minute
	// ViewRest is how long a view that was read because of what others did is not read anew for the same reason. What
	// one does oneself is answered with a view at once.
	ViewRest = 250 * time.Millisecond
	// WaitMax is how long somebody waits for a core to hash a password on before being told why.
	WaitMax = time.Second
	// TriesMost is how many wrong passwords one connection may try.
	TriesMost     = 3
	keptPartsMost = 8 // things that an idle session keeps room for
)

// Session is one connection. Only Tell, Wake, Kick, Word and Complete may be called from other goroutines.
type Session struct {
	hub    *Hub
	screen Screen
	from   account.Source
	door   string // telnet, ssh
	number uint64 // counts sessions in the order of their opening
	ctx    context.Context
	log    *slog.Logger
	late   func() bool // stops the time that is left to sign in

	protocol func() []string // what was negotiated

	box *Mailbox

	mu      sync.Mutex
	sitting world.ActorID // the body, for Complete
	by      *loop.By

	next     func(line string) // what the next line answers
	busy     bool              // an intent or a sign-in is under way
	ended    bool
	account  account.Account
	actor    world.ActorID // "" before play
	entering bool          // it was asked to enter: a body may be ours before we know
	memory   verb.Memory
	turn     *turn // made with the first command
	tries    int
	fresh    bool          // the account was made a moment ago
	watching *agents.Watch // whose shoulder they look over; nil: nobody's

	greeted bool // they were shown where they are
	ear     RecentTalk
	summing bool // a round is told soon
	shows   struct {
		brief, worded, stamps bool
		combat                string
	} // as it was chosen

	frame  Frame
	prompt string // as last shown
	sheet  settings.Sheet
	format settings.Format       // the prompt of play
	needs  atomic.Uint32         // what it wants to know, for the writer
	draws  atomic.Uint32         // how much of a view the screen draws, for the writer
	around surroundings.Surveyor // the writer's
	facts  settings.Facts
	played struct {
		facts settings.Facts
		text  string
	} // the last prompt of play
	stale   bool // the view must be read anew
	carried bool // somebody else took the body to another place, which is to be shown
	reading bool // and is being read
	rests   bool // the view was read anew a moment ago
	seen    *surroundings.View

	talk     ProposalTalk
	consults int    // questions of the client's that are unanswered
	since    uint64 // what was told up to here was told before it sat down
	shelf    ScreenState
	wanted   string // the character that credentials meant
}

// Options of a new session.
type Options struct {
	Door    string          // telnet or ssh, for logs and the journal
	From    account.Source  // where it comes from, for limits
	Account account.Account // who it is, when the transport has proof; zero otherwise
	Proof   string          // how it was proven: password or key
	Name    string          // a name the transport brought, as ssh does; it proves nothing
	// Protocol says what was negotiated with the client, a line each; nil where nothing is.
	Protocol func() []string
	// Woken is called when Pump has something to do and nothing before it waited, from any goroutine and instead of
	// making Wake readable. It must not block and must not call the session.
	Woken func()
}

// New opens a session and asks its first question. The context ends when the connection does.
func (h *Hub) New(ctx context.Context, screen Screen, o Options) *Session {
	s := &Session{
		hub: h, screen: screen, from: o.From, door: o.Door, ctx: ctx, protocol: o.Protocol,
		box: NewMailbox(h.MailMost, o.Woken), sheet: settings.Sheet{Model: h.Model}, talk: NewProposalTalk(h.GM),
	}
	h.mu.Lock()
	h.open[s] = struct{}{}
	h.opened++
	s.number = h.opened
	s.by = &loop.By{Door: o.Door, Session: o.Door + "-" + strconv.FormatUint(h.opened, 10)}
	parting := h.parting
	h.mu.Unlock()
	s.log = h.Log.With(slog.String("session", s.by.Session), slog.String("remote", string(o.From)))
	s.late = h.After(h.SignInMax, func() { s.later(s.tooSlow) })
	if parting != "" {
		s.Kick(parting, ReasonShutdown)
		return s
	}
	if s.protocol == nil {
		s.protocol = func() []string { return []string{"Nothing is negotiated on the way you came in."} }
	}
	s.apply()
	s.greet(o)
	return s
}

// Wake is readable when Pump has something to do; nil for a session that was opened with Woken.
func (s *Session) Wake() <-chan struct{} { return s.box.Wake() }

// Busy reports whether no further line is wanted yet.
func (s *Session) Busy() bool { return s.busy }

// Ended reports whether the session is over.
func (s *Session) Ended() bool { return s.ended }

// Tell implements loop.Sink.
func (s *Session) Tell(t *loop.Told) { s.box.Post(Mail{Told: t}) }

// later runs f on the session's goroutine.
func (s *Session) later(f func()) { s.box.Post(Mail{Then: f}) }

// Kick ends the session with a word, from any goroutine.
func (s *Session) Kick(word, reason string) { s.later(func() { s.end(word, reason) }) }

// Word says something that is no part of the world, from any goroutine.
func (s *Session) Word(text string) { s.later(func() { s.say(prose.System, text) }) }

// Pump shows what came in.
func (s *Session) Pump() {
	full := s.box.Empty(func(m Mail) {
		switch {
		case s.ended:
		case m.Told != nil:
			s.perceive(m.Told)
		default:
			m.Then()
		}
	})
	if full {
		s.end("", ReasonBehind)
		return
	}
	s.tellRound()
	if s.carried && !s.busy && !s.ended && s.next == nil {
		s.carried = false
		s.command("look")
	}
	s.flush()
}

// perceive adds something told to the frame.
func (s *Session) perceive(t *loop.Told) {
	s.hear(t)
	s.talk.Hear(desk{s}, t.Event)
	s.stale = s.stale || surroundings.Changes(t.Event)
	s.facts.Hear(t.Event, t.Sense)
	if e, ok := t.Event.(world.Moved); ok {
		// Who walks sees the place as the answer; whom a leader, a wizard, an agent or the sea takes there looks too.
		s.carried = s.carried || e.Actor == s.actor && (t.Actor != s.actor || t.Via.Kind != world.ViaKeyboard)
	}
}

// flush hands the frame to the screen, with the prompt behind it.
func (s *Session) flush() {
	if s.ended {
		return
	}
	shows := s.screen.Wants() != surroundings.Nothing || s.format.Needs() != 0
	if shows && s.actor != "" && s.stale && !s.reading && !s.rests && !s.busy {
		s.refresh()
	}
	if len(s.frame.Parts) == 0 && s.frame.View == nil && s.frame.Card == nil && !s.promptDue() {
		return
	}
	f := s.frame
	s.frame = Frame{}
	switch {
	case s.busy: // it is due with the answer
		s.frame.Prompt, f.Prompt = f.Prompt, ""
	case s.awaits(): // it is due with what is read for it
		if len(f.Parts) > 0 || f.Prompt != "" {
			s.frame.Prompt, f.Prompt = s.prompt, ""
		}
	case len(f.Parts) == 0 && f.Prompt == "" && s.screen.Face() == settings.Lines:
		// What goes beside the text moves no prompt.
	default:
		was, isDue := s.prompt, f.Prompt != ""
		if s.actor != "" && s.next == nil {
			s.prompt = s.playPrompt()
		}
		if isDue || s.prompt != was || !isSilent(f.Parts) {
			f.Prompt = s.prompt
		}
	}
	s.screen.Show(f)
	if clear(f.Parts); cap(f.Parts) <= keptPartsMost {
		s.frame.Parts = f.Parts[:0]
	}
}

func (s *Session) promptDue() bool { return !s.busy && !s.awaits() && s.frame.Prompt != "" }

// awaits reports whether the prompt is on its way: it shows what is being read.
func (s *Session) awaits() bool {
	return s.reading && s.format.Needs() != 0 && s.actor != "" && s.next == nil
}

// say adds words of one role to the frame.
func (s *Session) say(role prose.Role, text string) {
	s.frame.Parts = append(s.frame.Parts, Part{Text: prose.Text{prose.L(role, text)}})
}

func (s *Session) print(t prose.Text) {
	if len(t) > 0 {
		s.frame.Parts = append(s.frame.Parts, Part{Text: t})
	}
}

// ask shows a prompt and gives the next line to f.
func (s *Session) ask(prompt string, f func(line string)) {
	s.next, s.prompt = f, prompt
	s.frame.Prompt = prompt
}

// askSecret is ask for a line that must not be shown.
func (s *Session) askSecret(prompt string, f func(line string)) {
	s.screen.Secret(true)
	s.ask(prompt, f)
}

// Line takes one typed line. It must not be called while Busy.
func (s *Session) Line(text string) {
	if s.ended {
		return
	}
	if len(text) > verb.LineBytesMax {
		s.count(CountLimit, LimitLine)
		s.say(prose.Refusal, "That line is too long.")
		s.frame.Prompt = s.prompt
		s.flush()
		return
	}
	s.frame.Prompt = s.prompt
	if f := s.next; f != nil {
		s.next = nil
		f(text)
	} else if s.actor != "" && !s.talk.Answer(desk{s}, text) {
		s.command(text)
	}
	s.flush()
}

// Closed says that the connection is gone.
func (s *Session) Closed(reason string) {
	if !s.ended {
		s.end("", reason)
	}
}

// end closes the session: the body, if nobody else is at its other end, stands link-dead.
func (s *Session) end(word, reason string) {
	if s.ended {
		return
	}
	if len(s.frame.Parts) > 0 {
		f := s.frame
		f.Prompt, s.frame = "", Frame{}
		s.screen.Show(f)
	}
	s.ended = true
	s.late()
	s.talk.End()
	s.shelf.Write(desk{s}, s.hub.Accounts)
	s.log.Info("session ended", slog.String("reason", reason))
	s.count(CountEnded, reason)
	s.screen.End(word, reason)
	s.hub.mu.Lock()
	delete(s.hub.open, s)
	s.hub.mu.Unlock()
	if s.entering {
		s.letGo()
	}
}

// letGo leaves the keyboard of the body. Which body that is, if any, is asked on the writer: an intent to enter may
// still be on its way there, before this one.
func (s *Session) letGo() {
	watching := watched(s.watching)
	if s.watching != nil {
		s.hub.Watches.Drop(s.watching)
	}
	in := loop.Intent{Do: func(*world.State, world.Time) loop.Step {
		s.mu.Lock()
		id := s.sitting
		s.mu.Unlock()
		if id == "" {
			return loop.Step{}
		}
		step := loop.Step{
			By: s.by, Name: loop.NameLeave, Detach: append(watching, loop.Attachment{Actor: id, Sink: s}),
		}
		if sat, sole := s.hub.Rise(id, s); sat && sole {
			step.Input = &world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Sever{Body: id}}
		}
		return step
	}, Reply: func(r loop.Reply) {
		if r.Err != nil {
			s.stand()
		}
	}}
	// The connection's own context has ended with it.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.ctx), letGoWait)
	defer cancel()
	if err := s.hub.World.Offer(ctx, in); err != nil {
		s.stand()
		if !errors.Is(err, loop.ErrStopped) { // then there is nothing to let go of, and why was logged once
			s.log.Warn("could not let go of a body", slog.Any("err", err))
		}
	}
}

// stand leaves the keyboard of a world that has stopped.
func (s *Session) stand() {
	s.mu.Lock()
	id := s.sitting
	s.mu.Unlock()
	s.hub.Rise(id, s)
}

const letGoWait = 10 * time.Second

// offer sends an intent that is no verb; done runs on the session's goroutine with the reply. Until then the session is
// busy.
func (s *Session) offer(do func(*world.State, world.Time) loop.Step, done func(loop.Reply)) {
	s.offerSure(do, nil, done)
}

// offerSure is offer with something that is done when the answer is durable, whether or not the session is still there
// to hear it. sure must not block.
func (s *Session) offerSure(
	do func(*world.State, world.Time) loop.Step, sure func(loop.Reply), done func(loop.Reply),
) {
	by := s.by
	s.hand(func(st *world.State, now world.Time) loop.Step {
		step := do(st, now)
		step.By = by
		if step.Name == "" {
			step.Name = loop.NameSignIn
		}
		return step
	}, sure, done)
}

// hand hands an intent to the world.
func (s *Session) hand(
	do func(*world.State, world.Time) loop.Step, sure func(loop.Reply), done func(loop.Reply),
) {
	s.send(loop.Intent{Do: do, Reply: func(r loop.Reply) {
		if sure != nil {
			sure(r)
		}
		s.later(func() {
			if s.answered(r) {
				done(r)
			}
		})
	}})
}

// send offers an intent; until it is answered the session is busy.
func (s *Session) send(in loop.Intent) {
	s.busy = true
	s.draws.Store(uint32(s.screen.Wants()))
	if err := s.hub.World.Offer(s.ctx, in); err != nil {
		s.answered(loop.Reply{Err: err})
	}
}

// answered says that the session is busy no longer, and reports whether the world answered at all.
func (s *Session) answered(r loop.Reply) bool {
	s.busy = false
	if r.Err != nil {
		s.end(stoppedWord+unsureWord, ReasonStopped)
	}
	return r.Err == nil
}

// away does something slow beside the session, and what it returns on the session's goroutine. Whoever has to wait long
// is told why.
func (s *Session) away(why string, slow func(context.Context) func()) {
	s.busy = true
	waits := true
	told := s.hub.After(WaitMax, func() {
		s.later(func() {
			if waits {
				s.say(prose.System, why)
			}
		})
	})
	s.hub.Aside(func() {
		then := s.guarded(slow)
		told()
		s.later(func() {
			s.busy, waits = false, false
			then()
		})
	})
}

// guarded does something slow, and returns what is to be done on the session's goroutine. What breaks there ends the
// session and nothing else.
func (s *Session) guarded(slow func(context.Context) func()) (then func()) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("session panicked beside", slog.String("panic", fmt.Sprint(p)))
			then = func() { s.end("Something went wrong at our end.", "panic") }
		}
	}()
	return slow(s.ctx)
}
