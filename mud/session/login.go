package session

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

const (
	guestWord  = "guest"
	newWord    = "new"
	readerWord = "screenreader"
	namePrompt = "Your name, or guest: "
	nameHint   = "Type the name you are known by, a new name to begin, or guest to look around at once."

	readerQuestion = "Do you use a screen reader? Answer yes or no, or go straight on with your name."

	christenPrompt = "What shall your character be called? "
	brokenWord     = "Something went wrong at our end; it was written down."
)

// greet asks who is there, and before anything is drawn, whether they listen rather than read. Whoever the transport
// has proof of goes straight on.
func (s *Session) greet(o Options) {
	_, err := account.ParseName(o.Name)
	switch {
	case o.Account.ID != "":
		s.count(CountSignedIn, o.Proof)
		s.signedIn(o.Account)
	case strings.EqualFold(o.Name, guestWord):
		s.guest("")
	case err == nil:
		s.welcome()
		if !s.screen.Style().ScreenReader {
			s.say(prose.Hint, "If you use a screen reader, type screenreader.")
		}
		s.named(o.Name)
	case !s.screen.Style().ScreenReader:
		world, _, _ := strings.Cut(s.hub.Welcome(), "\n")
		s.say(prose.Plain, strings.TrimSpace(world+". "+readerQuestion))
		s.ask(namePrompt, s.listens)
	default:
		s.welcome()
		s.say(prose.Hint, nameHint)
		s.ask(namePrompt, s.named)
	}
	s.flush()
}

// listens takes the answer to the first question, or a name in its place.
func (s *Session) listens(line string) {
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "":
		s.ask(namePrompt, s.listens)
		return
	case "yes", "y", readerWord:
		s.listen(settings.On)
	case "no", "n":
		s.listen(settings.Off)
	default:
		s.named(line)
		return
	}
	s.welcome()
	s.say(prose.Hint, nameHint)
	s.ask(namePrompt, s.named)
}

// listen turns the screen reader mode on or off before play.
func (s *Session) listen(value string) {
	s.sheet.Set(settings.ScreenReader, value)
	s.apply()
	if value == settings.On {
		s.say(prose.System, "Screen reader mode is on: no drawings, one thing a line, no prompt in play. "+
			"options screenreader off ends it.")
	}
}

// welcome shows once where they have come to: drawn for those who see, and in words.
func (s *Session) welcome() {
	if s.greeted {
		return
	}
	s.greeted = true
	if len(s.hub.Art) > 0 {
		s.frame.Parts = append(s.frame.Parts, Part{Art: s.hub.Art})
	}
	for p := range strings.SplitSeq(s.hub.Welcome(), "\n") {
		if p = strings.TrimSpace(p); p != "" {
			s.say(prose.Plain, p)
		}
	}
}

// named takes the answer to the first question.
func (s *Session) named(line string) {
	name := strings.TrimSpace(line)
	if first, of, isTwo := strings.Cut(name, " "); isTwo && strings.EqualFold(first, guestWord) {
		findReadyBody(desk{s}, of, s.guest, func() {
			s.say(prose.Refusal, "There is nobody called "+of+" whom a guest could be. Type guest alone to be somebody new.")
			s.ask(namePrompt, s.named)
		})
		return
	}
	switch low := strings.ToLower(name); low {
	case "":
		s.ask(namePrompt, s.named)
		return
	case "quit", "exit":
		s.end("Goodbye.", ReasonQuit)
		return
	case guestWord:
		s.guest("")
		return
	case readerWord:
		s.listen(settings.On)
		s.ask(namePrompt, s.named)
		return
	case newWord:
		s.ask("The name you want: ", s.named)
		return
	}
	known, err := s.hub.Accounts.Known(name)
	switch {
	case err != nil:
		s.broken("look up account", err)
	case known:
		s.askSecret("Password: ", func(pw string) { s.password(name, pw) })
	default:
		if _, err := account.ParseName(name); err != nil {
			s.refused(err)
			s.ask(namePrompt, s.named)
			return
		}
		findReadyBody(desk{s}, name, s.guest, func() {
			s.say(prose.System, "Nobody called "+name+" has been here yet. Shall "+name+" be a new account?")
			s.ask("yes or no: ", func(line string) { s.wantsNew(name, line) })
		})
	}
}

func (s *Session) wantsNew(name, line string) {
	if answer := strings.ToLower(strings.TrimSpace(line)); !strings.HasPrefix(answer, "y") {
		if answer != readerWord {
			answer = ""
		}
		s.named(answer)
		return
	}
	if err := s.hub.Accounts.Newcomer(s.from, s.hub.Now()); err != nil {
		s.refused(err)
		s.ask(namePrompt, s.named)
		return
	}
	choosePassword(desk{s}, s.hub.Accounts, name, func(d account.Draft) { s.register(name, d) }, func() {
		s.ask(namePrompt, s.named)
	})
}

// register makes the account, and its first character if the name can be a character's.
func (s *Session) register(name string, d account.Draft) {
	var made account.Account
	var refusal error
	var staged []account.Put
	s.offerSure(func(st *world.State, now world.Time) loop.Step {
		acct, puts, err := s.hub.Accounts.Register(d, s.hub.Now())
		if err != nil {
			refusal = err
			return loop.Step{}
		}
		made, staged = acct, puts
		step := loop.Step{Puts: s.hub.stage(puts)}
		if st.NameFit(name) == nil {
			step.Then = func(*world.State, world.Time) loop.Step {
				return loop.Step{Input: create(acct.ID, name)}
			}
		}
		return step
	}, func(loop.Reply) { s.hub.Staged.Settled(staged) }, func(loop.Reply) {
		if refusal != nil {
			s.refused(refusal)
			s.ask(namePrompt, s.named)
			return
		}
		s.log.Info("account registered", slog.String("account", string(made.ID)))
		s.count(CountSignedIn, ProofNew)
		s.fresh = true
		s.signedIn(made)
	})
}

func create(id world.AccountID, name string) *world.Input {
	role := world.RolePlayer
	if id == "" {
		role = world.RoleGuest
	}
	return &world.Input{
		Via:    world.Via{Kind: world.ViaHost},
		Action: world.Create{Account: id, Name: name, Role: role},
	}
}

func (s *Session) password(name, pw string) {
	s.screen.Secret(false)
	s.prove(Credentials{Account: name, Password: account.NewSecret(pw)})
}

// prove tries credentials.
func (s *Session) prove(c Credentials) {
	s.away(crowdWord, func(ctx context.Context) func() {
		acct, err := s.hub.Accounts.SignIn(ctx, account.Attempt{
			Name: c.Account, Password: c.Password, From: s.from, Now: s.hub.Now(),
		})
		return func() {
			c.Answer(err, brokenWord)
			if err == nil {
				s.count(CountSignedIn, ProofPassword)
				s.wanted = c.Character
				s.signedIn(acct)
				return
			}
			s.refused(err)
			if s.tries++; s.tries >= TriesMost {
				s.end("Come back when you remember it.", ReasonTries)
				return
			}
			s.ask(namePrompt, s.named)
		}
	})
}

// signedIn goes on to the choice of a character.
func (s *Session) signedIn(acct account.Account) {
	s.account = acct
	s.screen.Settled()
	staged := s.settle()
	s.welcome()
	var names []string
	var ids []world.ActorID
	s.offerSure(func(st *world.State, _ world.Time) loop.Step {
		for _, id := range st.Characters(acct.ID) {
			ids, names = append(ids, id), append(names, st.Actors[id].Name)
		}
		return loop.Step{Puts: s.hub.stage(staged)}
	}, func(loop.Reply) { s.hub.Staged.Settled(staged) }, func(loop.Reply) {
		wanted := wantedCharacter(s.wanted, names)
		s.wanted = ""
		switch {
		case len(ids) == 0:
			s.ask(christenPrompt, s.christen)
		case wanted >= 0:
			s.enter(ids[wanted])
		case len(ids) == 1:
			s.enter(ids[0])
		default:
			s.choose(ids, names)
		}
	})
}

// choose lets the owner of several characters pick one.
func (s *Session) choose(ids []world.ActorID, names []string) {
	for i, n := range names {
		s.say(prose.Plain, strconv.Itoa(i+1)+". "+n)
	}
	s.ask("Which of them, or new: ", func(line string) {
		line = strings.TrimSpace(line)
		if strings.EqualFold(line, newWord) {
			s.ask(christenPrompt, s.christen)
			return
		}
		for i, n := range names {
			if line == strconv.Itoa(i+1) || strings.EqualFold(line, n) {
				s.enter(ids[i])
				return
			}
		}
		s.say(prose.Refusal, "Say a number from 1 to "+strconv.Itoa(len(ids))+", a name, or new.")
		s.choose(ids, names)
	})
}

// christen makes another character of the account. No name leads back to those that are.
func (s *Session) christen(line string) {
	name := strings.TrimSpace(line)
	if name == "" {
		s.signedIn(s.account)
		return
	}
	s.offer(func(*world.State, world.Time) loop.Step {
		return loop.Step{Input: create(s.account.ID, name)}
	}, func(r loop.Reply) {
		if r.Refusal != nil {
			s.print(prose.RefusalText(r.Refusal))
			s.ask(christenPrompt, s.christen)
			return
		}
		s.enter(createdCharacter(r))
	})
}

// guest makes a character that is forgotten an hour after it leaves, or a ready-made body. It is made and enters in one
// go: one that was made and never entered would never leave either.
func (s *Session) guest(ready world.ProtoID) {
	s.welcome()
	var id world.ActorID
	var old *Session
	var free []string
	s.entering = true
	s.offerSure(func(st *world.State, _ world.Time) loop.Step {
		name := account.GuestName(st.Made, func(name string) bool { return st.NameFit(name) == nil })
		in := create("", name)
		if m := st.MobSpecs[ready]; m != nil {
			in.Action, name, free = world.Embody{Body: ready}, m.Name, st.ReadyFree()
		}
		return loop.Step{Input: in, Then: func(st *world.State, _ world.Time) loop.Step {
			if body := st.PlayerNamed(name); body != nil {
				id = body.ID
			}
			return s.sitDown(st, id, &old)
		}}
	}, func(r loop.Reply) { old.takenOver(r) }, func(r loop.Reply) {
		if s.fresh = ready != "" && r.Refusal == nil; r.Refusal == nil {
			s.screen.Settled() // who was refused a body is as strange as before
		}
		if ready != "" {
			r.Refusal = withFreeBodies(r.Refusal, free)
		}
		s.entered(r, id)
	})
}

// enter puts the session at the keyboard of a body and brings it into the world. Whoever sat there is told and leaves.
func (s *Session) enter(id world.ActorID) {
	var old *Session
	s.entering = true
	s.offerSure(
		func(st *world.State, _ world.Time) loop.Step { return s.sitDown(st, id, &old) },
		func(r loop.Reply) { old.takenOver(r) },
		func(r loop.Reply) { s.entered(r, id) },
	)
}

// takenOver tells a session, if there is one, that another sits at its keyboard now. When that could not be written
// nobody does: the world has stopped.
func (s *Session) takenOver(r loop.Reply) {
	switch {
	case s == nil:
	case r.Err != nil:
		s.Kick(stoppedWord, ReasonStopped)
	default:
		s.Kick("Somebody else sits down at your keyboard: this character was taken over from another place.", ReasonTaken)
	}
}

// sitDown is the step that enters. The keyboard changes hands only once the world has let the body in.
func (s *Session) sitDown(st *world.State, id world.ActorID, old **Session) loop.Step {
	body := st.Actors[id]
	if body == nil || s.account.ID != "" && body.Account != s.account.ID {
		return loop.Step{Refusal: &world.Refusal{Code: world.CodeNotAllowed, Text: "That character is not yours."}}
	}
	step := loop.Step{Name: loop.NameEnter, Input: &world.Input{
		Actor: id, Via: world.Via{Kind: world.ViaKeyboard}, Action: world.Enter{},
	}}
	step.Then = func(*world.State, world.Time) loop.Step {
		*old = s.hub.Sit(id, s)
		s.mu.Lock()
		s.sitting = id
		s.mu.Unlock()
		next := loop.Step{
			Attach: []loop.Attachment{{Actor: id, Sink: s}},
			Report: func(st *world.State, now world.Time) any {
				c := verb.Ctx{State: st, Now: now, Actor: st.Actors[id]}
				return s.snapshot(c, st.LookAround(id, now))
			},
		}
		if *old != nil {
			next.Detach = []loop.Attachment{{Actor: id, Sink: *old}}
		}
		return next
	}
	return step
}

func (s *Session) entered(r loop.Reply, id world.ActorID) {
	if r.Refusal != nil {
		s.entering, s.account = false, account.Account{}
		s.print(prose.RefusalText(r.Refusal))
		s.ask(namePrompt, s.named)
		return
	}
	s.actor, s.since = id, r.Seq
	s.late()
	by := &loop.By{Door: s.door, Session: s.by.Session, Actor: id}
	s.mu.Lock()
	s.by = by
	s.mu.Unlock()
	if s.account.ID == "" {
		s.sheet.Tell(id) // who had this name or body before agreed for themselves alone
		s.count(CountSignedIn, ProofGuest)
	}
	s.log = s.log.With(slog.String("actor", string(id)))
	s.log.Info("entered the world", slog.Uint64("seq", r.Seq))
	if g, ok := r.Report.(snapshot); ok {
		introduce(desk{s}, g.facts.Name, s.fresh)
	}
	s.see(r.Report)
}

// refused shows why a proof of identity was refused.
func (s *Session) refused(err error) {
	if r, ok := errors.AsType[*account.Refusal](err); ok {
		s.count(CountRefused, string(r.Code))
		s.say(prose.Refusal, r.Text) // which says how long to wait, if that is it
		return
	}
	s.broken("check identity", err)
}

// broken logs our own fault and says so in one sentence. That nothing can be read from a journal that has stopped is no
// fault of its own: then the world has.
func (s *Session) broken(doing string, err error) {
	if errors.Is(err, journal.ErrStopped) {
		s.end(stoppedWord, ReasonStopped)
		return
	}
	s.log.Error("session error", slog.String("doing", doing), slog.Any("err", err))
	s.say(prose.Refusal, brokenWord)
	if s.actor == "" {
		s.ask(namePrompt, s.named)
	}
}
