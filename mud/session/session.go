package session

import (
	"context"
	"log/slog"
	"net"
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
	ReasonKicked   = "kicked"
	ReasonBanned   = "banned"
)

// The words of a world that has stopped, and the bounds of a session.
const (
	// stoppedWord is what sessions tell that find the world stopped.
	stoppedWord = "The world has stopped. Nothing that you were told is lost."
	// uncertainWord follows it for whoever waited for an answer: nobody knows what the disk has.
	uncertainWord = " What you asked for last was done once or not at all."
	// MailMost is how many things told may wait to be shown; a reader slower than that is cut off.
	MailMost = 8192
	// SignInMax is how long a session may take from its first question to play.
	SignInMax = 5 * time.Minute
	// SignInListenTimes is how many times as long that is for somebody to whom the questions are read aloud.
	SignInListenTimes = 3
	// ViewRest is how long a view that was read because of what others did is not read anew for the same reason. What
	// one does oneself is answered with a view at once.
	ViewRest = 250 * time.Millisecond
	// WaitMax is how long somebody waits for a core to hash a password on before being told why.
	WaitMax = time.Second
	// TriesMost is how many wrong passwords one connection may try.
	TriesMost     = 3
	keptPartsMost = 8 // things that an idle session keeps room for
)

// Session is one connection. Only Tell, Wake, Kick, word and Complete may be called from other goroutines.
type Session struct {
	hub      *Hub
	screen   Screen
	from     account.Source
	remote   net.Addr
	door     string // telnet, ssh
	number   uint64 // counts sessions in the order of their opening
	opened   time.Time
	active   atomic.Int64 // when its last line came, Unix milliseconds, for the writer
	ctx      context.Context
	log      *slog.Logger
	protocol func() []string // what was negotiated, a line each
	listed   func()          // tells a crawler, which is no player; may be nil
	mail     *mailbox

	mu   sync.Mutex    // guards body, and by for other goroutines
	body world.ActorID // the same as actor, for other goroutines
	by   *loop.By

	onLine func(line string) // takes the next line; nil when it is a command
	busy   bool              // an intent or a sign-in is under way
	ended  bool
	login  login
	actor  world.ActorID             // "" before play
	play   atomic.Pointer[rehearsal] // the draft that is tried out; nil for none
	staged bool                      // it takes up one of the rehearsals that there may be
	drives world.ActorID             // the creature that its wizard plays, see [world.Switch]; "" for none
	since  uint64                    // what was told up to here was told before it sat down

	memory   verb.Memory
	cmd      *command      // made with the first command
	watch    *agents.Watch // the agent that its owner watches; nil for none
	consults int           // questions of the client's that are unanswered

	frame       Frame // what is shown next
	prompt      prompt
	view        view
	talk        talk
	proposal    proposalTalk
	walk        walk
	sheet       settings.Sheet // what was chosen
	display     display
	recall      recall
	listens     atomic.Bool  // it is read to somebody, for the writer
	readers     atomic.Int32 // how many read along; see [snoops]
	screenState screenState
}

// login is how far somebody has come in.
type login struct {
	account   account.Account
	tries     int         // wrong passwords and claim codes
	character string      // which character the credentials meant; "" for none
	isNew     bool        // the account, or a guest's ready-made body, was made a moment ago
	welcomed  bool        // the welcome was shown
	entering  bool        // it was asked to enter: the body may be in play before the answer is here
	stopTimer func() bool // stops the time that is left to sign in
	hasLonger bool        // it is that of somebody who listens
}

// prompt is the prompt as it was shown, and what the prompt of play is made of.
type prompt struct {
	shown       string          // last
	format      settings.Format // of the prompt of play
	needs       atomic.Uint32   // settings.Needs of the format, for the writer
	facts       settings.Facts  // what the format is filled with
	rendered    string          // the last prompt of play; "" for none
	renderedFor settings.Facts
}

// view is the state beside the text, as far as the session follows it.
type view struct {
	wants    atomic.Uint32         // surroundings.Want of the screen, for the writer
	surveyor surroundings.Surveyor // the writer's
	shown    *surroundings.View    // last
	stale    bool                  // it must be read anew
	pending  bool                  // and is being read
	fresh    bool                  // it was read a moment ago, and is not read again yet
	movedTo  world.RoomID          // where the body was moved to last
	lookDue  bool                  // the body was moved, or fled, so that the place is to be shown
	led      bool                  // the place that is shown next is so
}

// talk is what was heard lately.
type talk struct {
	recent       recentTalk
	roundPending bool // a round of blows is told soon
}

// display is how reports and events are shown, as it was chosen.
type display struct {
	brief, worded, stamps bool
	revisits              bool   // brief where one has been, for who listens
	quiet                 bool   // without what the people of the world say of themselves
	hintless              bool   // without lines that say what one could type next
	combat                string // settings.Auto, Few or another value of settings.Combat
}

// Options of a new session.
type Options struct {
	Door    string          // telnet or ssh, for logs and the journal
	From    account.Source  // where it comes from, for limits
	Remote  net.Addr        // the same to the last bit, for the log of failed sign-ins; nil when there is none
	Account account.Account // who it is, when the transport has proof; zero otherwise
	Proof   string          // how it was proven: password or key
	Name    string          // a name the transport brought, as ssh does; it proves nothing
	// Protocol says what was negotiated with the client, a line each; nil where nothing is.
	Protocol func() []string
	// Listed answers a crawler for lists of MUDs that asked in place of a name; nil where none asks.
	Listed func()
	// Woken is called when Pump has something to do and nothing before it waited, from any goroutine and instead of
	// making Wake readable. It must not block and must not call the session.
	Woken func()
}

// New opens a session and asks its first question. The context ends when the connection does.
func (h *Hub) New(ctx context.Context, screen Screen, o Options) *Session {
	s := &Session{
		hub: h, screen: screen, from: o.From, remote: o.Remote, door: o.Door, ctx: ctx, protocol: o.Protocol,
		listed: o.Listed,
		mail:   newMailbox(h.MailMost, o.Woken), sheet: settings.Sheet{Model: h.Model},
	}
	s.proposal = proposalTalk{s: s, host: h.GM}
	h.mu.Lock()
	h.open[s] = struct{}{}
	h.opened++
	s.number, s.opened = h.opened, h.Now()
	s.active.Store(s.opened.UnixMilli())
	s.by = &loop.By{Door: o.Door, Session: o.Door + "-" + strconv.FormatUint(h.opened, 10)}
	parting := h.parting
	h.mu.Unlock()
	s.log = h.Log.With(slog.String("session", s.by.Session), slog.String("remote", string(o.From)))
	s.boundSignIn()
	if parting != "" {
		s.Kick(parting, ReasonShutdown)
		return s
	}
	if s.protocol == nil {
		s.protocol = func() []string { return []string{"Nothing is negotiated on the way you came in."} }
	}
	s.applySettings()
	s.greet(o)
	return s
}

// Wake is readable when Pump has something to do; nil for a session that was opened with Woken.
func (s *Session) Wake() <-chan struct{} { return s.mail.Wake() }

// Busy reports whether no further line is wanted yet.
func (s *Session) Busy() bool { return s.busy }

// Ended reports whether the session is over.
func (s *Session) Ended() bool { return s.ended }

// Tell implements loop.Sink.
func (s *Session) Tell(t *loop.Told) { s.mail.Post(Mail{Told: t}) }

// later runs f on the session's goroutine.
func (s *Session) later(f func()) { s.mail.Post(Mail{Then: f}) }

// Kick ends the session with a word, from any goroutine.
func (s *Session) Kick(word, reason string) { s.later(func() { s.end(word, reason) }) }

// word says something that is no part of the world, from any goroutine.
func (s *Session) word(text string) { s.later(func() { s.say(prose.System, text) }) }

// Pump shows what came into the mailbox.
func (s *Session) Pump() {
	full := s.mail.Empty(func(m Mail) {
		switch {
		case s.ended:
		case m.Told != nil && s.isOwnAway(m.Told):
		case m.Told != nil && m.Play != s.play.Load():
			if m.Play == nil {
				s.hearOutside(m.Told)
			}
		case m.Play != nil:
			s.perceive(m.Told)
		case m.Told != nil && s.passesOver(m):
		case m.Told != nil:
			s.perceive(m.Told)
			s.hearSwitched(m.Told.Event)
			s.hearKicked(m.Told.Event)
			s.hearDeleted(m.Told.Event)
			s.hearRank(m.Told.Event)
		default:
			m.Then()
		}
	})
	if full {
		s.end("", ReasonBehind)
		return
	}
	s.flushRound()
	if s.view.lookDue && !s.busy && !s.ended && s.onLine == nil {
		s.view.lookDue, s.view.led = false, true
		s.runLine("look")
	}
	s.flush()
}

// perceive adds something told to the frame.
func (s *Session) perceive(t *loop.Told) {
	s.addTold(t)
	s.proposal.hear(t.Event)
	s.view.stale = s.view.stale || surroundings.Changes(t.Event)
	s.prompt.facts.Hear(t.Event, t.Sense)
	if e, ok := t.Event.(world.Moved); ok {
		if e.Actor == s.played() {
			s.recall.came = s.hub.Now()
		}
		// Who walks sees the place as the answer; who fled or was sent, or whom a leader, a wizard, an agent or the sea
		// takes there, looks too, unless the answer shows it (see showSnapshot).
		isLed := t.Actor != s.played() || s.drives == "" && t.Via.Kind != world.ViaKeyboard || e.Manner != world.Walked
		if e.Actor == s.played() && isLed {
			s.view.lookDue, s.view.movedTo = true, e.To
		}
	}
}

// flush hands the frame to the screen, with the prompt behind it.
func (s *Session) flush() {
	if s.ended {
		return
	}
	shows := s.screen.Wants() != surroundings.Nothing || s.prompt.format.Needs() != 0
	if shows && s.actor != "" && s.view.stale && !s.view.pending && !s.view.fresh && !s.busy {
		s.refreshView()
	}
	if len(s.frame.Parts) == 0 && s.frame.View == nil && s.frame.Card == nil && !s.promptDue() {
		return
	}
	f := s.frame
	f.Asks = s.onLine != nil
	s.frame = Frame{}
	switch {
	case s.busy: // it is due with the answer
		s.frame.Prompt, f.Prompt = f.Prompt, ""
	case s.promptPending(): // it is due with what is read for it
		if len(f.Parts) > 0 || f.Prompt != "" {
			s.frame.Prompt, f.Prompt = s.prompt.shown, ""
		}
	case len(f.Parts) == 0 && f.Prompt == "" && s.screen.Face() == settings.Lines:
		// What goes beside the text moves no prompt.
	default:
		was, isDue := s.prompt.shown, f.Prompt != ""
		if s.actor != "" && s.onLine == nil {
			s.prompt.shown = s.playPrompt()
		}
		if isDue || s.prompt.shown != was || !isSilent(f.Parts) {
			f.Prompt = s.prompt.shown
		}
	}
	if s.actor != "" {
		s.recall.keep(f.Parts, s.hub.Now(), s.keepsAll())
		s.readAlong(f.Parts)
	}
	s.screen.Show(f)
	if clear(f.Parts); cap(f.Parts) <= keptPartsMost {
		s.frame.Parts = f.Parts[:0]
	}
}

func (s *Session) promptDue() bool { return !s.busy && !s.promptPending() && s.frame.Prompt != "" }

// promptPending reports whether the prompt waits for facts that are being read.
func (s *Session) promptPending() bool {
	return s.view.pending && s.prompt.format.Needs() != 0 && s.actor != "" && s.onLine == nil
}

// say adds words of one role to the frame.
func (s *Session) say(role prose.Role, text string) {
	s.frame.Parts = append(s.frame.Parts, Part{Text: prose.Text{prose.L(role, text)}})
}

func (s *Session) show(t prose.Text) {
	if len(t) > 0 {
		s.frame.Parts = append(s.frame.Parts, Part{Text: t})
	}
}

// readLine shows a prompt and gives the next line to f.
func (s *Session) readLine(prompt string, f func(line string)) {
	s.onLine, s.prompt.shown = f, prompt
	s.frame.Prompt = prompt
}

// readSecret is ask for a line that must not be shown.
func (s *Session) readSecret(prompt string, f func(line string)) {
	s.screen.Secret(true)
	s.readLine(prompt, f)
}

// Line takes one typed line. It must not be called while Busy.
func (s *Session) Line(text string) {
	if s.ended {
		return
	}
	s.active.Store(s.hub.Now().UnixMilli())
	if len(text) > verb.LineBytesMax {
		s.count(CountLimit, LimitLine)
		s.say(prose.Refusal, "That line is too long.")
		s.frame.Prompt = s.prompt.shown
		s.flush()
		return
	}
	s.frame.Prompt = s.prompt.shown
	if f := s.onLine; f != nil {
		s.onLine = nil
		f(text)
	} else if s.actor != "" && !s.leavesRehearsal(text) && !s.proposal.answer(text) {
		if !s.walks(text) {
			s.runLine(text)
		}
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
	s.login.stopTimer()
	s.dropRehearsal()
	s.leaveStage()
	s.proposal.end()
	s.writeScreenState()
	s.log.Info("session ended", slog.String("reason", reason))
	s.count(CountEnded, reason)
	s.screen.End(word, reason)
	s.endSnoops()
	s.hub.mu.Lock()
	delete(s.hub.open, s)
	s.hub.mu.Unlock()
	if s.login.entering {
		s.leaveBody()
	}
}

// offer sends an intent that is no verb; done runs on the session's goroutine with the reply. Until then the session is
// busy.
func (s *Session) offer(do func(*world.State, world.Time) loop.Step, done func(loop.Reply)) {
	s.offerDurable(do, func(loop.Reply) {}, done)
}

// offerDurable is offer with durable, which is called when the reply is durable even if the session has ended by then.
// It runs on the releaser and must not block.
func (s *Session) offerDurable(
	do func(*world.State, world.Time) loop.Step, durable func(loop.Reply), done func(loop.Reply),
) {
	by := s.by
	s.send(loop.Intent{Do: func(st *world.State, now world.Time) loop.Step {
		step := do(st, now)
		step.By = by
		if step.Name == "" {
			step.Name = loop.NameSignIn
		}
		return step
	}, Reply: func(r loop.Reply) {
		durable(r)
		s.later(func() {
			if s.endBusy(r) {
				done(r)
			}
		})
	}})
}

// readWorld looks at the world on the writer, and goes on when what it saw is durable. look keeps nothing of the state.
func (s *Session) readWorld(look func(*world.State, world.Time), then func()) {
	s.offer(func(st *world.State, now world.Time) loop.Step {
		look(st, now)
		return loop.Step{}
	}, func(loop.Reply) { then() })
}

// send offers an intent; until it is answered the session is busy.
func (s *Session) send(in loop.Intent) { s.sendTo(s.hub.World, in) }

func (s *Session) sendTo(w World, in loop.Intent) {
	s.busy = true
	s.view.wants.Store(uint32(s.screen.Wants()))
	s.listens.Store(s.screen.Style().ScreenReader)
	if err := w.Offer(s.ctx, in); err != nil {
		s.endBusy(loop.Reply{Err: err})
	}
}

// endBusy takes a reply: the session is busy no longer. It reports whether the world answered; if it has stopped, the
// session ends.
func (s *Session) endBusy(r loop.Reply) bool {
	s.busy = false
	if r.Err != nil {
		s.end(stoppedWord+uncertainWord, ReasonStopped)
	}
	return r.Err == nil
}
