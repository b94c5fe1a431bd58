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

// greet asks for a name, and before anything is drawn, whether a screen reader is used. A session whose transport has
// proof of an account skips both questions.
func (s *Session) greet(o Options) {
	_, err := account.ParseName(o.Name)
	switch {
	case o.Account.ID != "":
		s.count(CountSignedIn, o.Proof)
		s.signedIn(o.Account)
	case strings.EqualFold(o.Name, guestWord):
		s.enterAsGuest("")
	case err == nil || o.Name != "" && s.hub.hasAccount(o.Name):
		s.welcome()
		if !s.screen.Style().ScreenReader {
			s.say(prose.Hint, "If you use a screen reader, type screenreader.")
		}
		s.nameGiven(o.Name)
	case !s.screen.Style().ScreenReader:
		world, _, _ := strings.Cut(s.hub.Welcome(), "\n")
		s.say(prose.Plain, strings.TrimSpace(world+". "+readerQuestion))
		s.readLine(namePrompt, s.readerAnswered)
	default:
		s.welcome()
		s.say(prose.Hint, nameHint)
		s.readLine(namePrompt, s.nameGiven)
	}
	s.flush()
}

// readerAnswered takes the answer to the first question, or a name in its place.
func (s *Session) readerAnswered(line string) {
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "":
		s.readLine(namePrompt, s.readerAnswered)
		return
	case "yes", "y", readerWord:
		s.setReader(settings.On)
	case "no", "n":
		s.setReader(settings.Off)
	default:
		s.nameGiven(line)
		return
	}
	s.welcome()
	s.say(prose.Hint, nameHint)
	s.readLine(namePrompt, s.nameGiven)
}

// setReader turns the screen reader mode on or off before play.
func (s *Session) setReader(value string) {
	s.sheet.Set(settings.ScreenReader, value)
	s.applySettings()
	s.boundSignIn()
	if value == settings.On {
		s.say(prose.System, "Screen reader mode is on: no drawings, one thing a line, no prompt in play. "+
			"options screenreader off ends it.")
	}
}

// welcome shows the welcome once: the drawing, if the screen shows drawings, and the words.
func (s *Session) welcome() {
	if s.login.welcomed {
		return
	}
	s.login.welcomed = true
	if len(s.hub.Art) > 0 {
		s.frame.Parts = append(s.frame.Parts, Part{Art: s.hub.Art})
	}
	for p := range strings.SplitSeq(s.hub.Welcome(), "\n") {
		if p = strings.TrimSpace(p); p != "" {
			s.say(prose.Plain, p)
		}
	}
}

// nameGiven takes the answer to the first question.
func (s *Session) nameGiven(line string) {
	name := strings.TrimSpace(line)
	if first, of, isTwo := strings.Cut(name, " "); isTwo && strings.EqualFold(first, guestWord) {
		s.findReadyBody(of, s.enterAsGuest, func() {
			s.say(prose.Refusal, "There is nobody called "+of+
				" whom a guest could be. Type guest alone to be somebody new.")
			s.readLine(namePrompt, s.nameGiven)
		})
		return
	}
	if s.answersCrawler(name) {
		return
	}
	switch low := strings.ToLower(name); low {
	case "":
		s.readLine(namePrompt, s.nameGiven)
		return
	case "quit", "exit":
		s.end("Goodbye.", ReasonQuit)
		return
	case "help", "?", "h":
		s.say(prose.System, nameHint+" A new name is asked for a password, and is all that is needed; quit goes away.")
		s.readLine(namePrompt, s.nameGiven)
		return
	case guestWord:
		s.enterAsGuest("")
		return
	case readerWord:
		s.setReader(settings.On)
		s.readLine(namePrompt, s.nameGiven)
		return
	case newWord:
		s.readLine("The name you want: ", s.nameGiven)
		return
	}
	known, err := s.hub.Accounts.Known(name)
	switch {
	case err != nil:
		s.showFault("look up account", err)
	case known:
		s.readSecret("Password: ", func(pw string) { s.passwordGiven(name, pw) })
	default:
		if _, err := account.ParseName(name); err != nil {
			s.showRefusal(err)
			s.readLine(namePrompt, s.nameGiven)
			return
		}
		s.findReadyBody(name, s.enterAsGuest, func() { s.offerAccount(name) })
	}
}

// offerAccount asks whether somebody is to be new here, if the name can be their character's as well: nobody is asked
// for a second name later.
func (s *Session) offerAccount(name string) {
	var refusal *world.Refusal
	s.readWorld(func(st *world.State, now world.Time) {
		if refusal = s.newcomerBarred(st, now); refusal == nil {
			refusal = s.nameFit(st, name)
		}
	}, func() {
		if refusal != nil {
			s.showBarred(refusal)
			return
		}
		s.say(prose.System, "Nobody called "+name+" has been here yet. Shall "+name+" be a new account?")
		s.readLine("yes or no: ", func(line string) { s.newAccountAnswered(name, line) })
	})
}

// nameFit refuses a name that cannot be a new character's: the world's reasons, and every word that is a command.
func (s *Session) nameFit(st *world.State, name string) *world.Refusal {
	if r := st.NameFit(name); r != nil {
		return r
	}
	if s.hub.Table.Answers(name) {
		return &world.Refusal{Code: world.CodeTaken, Text: "That word is a command here. Choose another name."}
	}
	return nil
}

// hasAccount reports whether there is an account of that name, which may be one that no new account could have.
func (h *Hub) hasAccount(name string) bool {
	known, err := h.Accounts.Known(name)
	return err == nil && known
}

func (s *Session) newAccountAnswered(name, line string) {
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
	case "n", "no":
		s.nameGiven("")
		return
	default: // another name was meant
		s.nameGiven(line)
		return
	}
	if err := s.hub.Accounts.Newcomer(s.from, s.hub.Now()); err != nil {
		s.showRefusal(err)
		s.readLine(namePrompt, s.nameGiven)
		return
	}
	s.choosePassword(name, func(d account.Draft) { s.register(name, d) }, func() {
		s.readLine(namePrompt, s.nameGiven)
	})
}

// register makes the account, and its first character if the name can be a character's.
func (s *Session) register(name string, d account.Draft) {
	var made account.Account
	var refusal error
	var staged []account.Put
	s.offerDurable(func(st *world.State, now world.Time) loop.Step {
		if r := s.newcomerBarred(st, now); r != nil {
			return loop.Step{Refusal: r}
		}
		acct, puts, err := s.hub.Accounts.Register(d, s.hub.Now())
		if err != nil {
			refusal = err
			return loop.Step{}
		}
		made, staged = acct, puts
		step := loop.Step{Puts: s.hub.stage(puts)}
		if s.nameFit(st, name) == nil {
			step.Then = func(*world.State, world.Time) loop.Step {
				return loop.Step{Input: createInput(acct.ID, name)}
			}
		}
		return step
	}, func(loop.Reply) { s.hub.Staged.Settled(staged) }, func(r loop.Reply) {
		switch {
		case refusal != nil:
			s.showRefusal(refusal)
			s.readLine(namePrompt, s.nameGiven)
			return
		case r.Refusal != nil && made.ID == "": // the world was shut to new accounts meanwhile
			s.showBarred(r.Refusal)
			return
		}
		s.log.Info("account registered", slog.String("account", string(made.ID)))
		s.count(CountSignedIn, ProofNew)
		s.login.isNew = true
		s.signedIn(made)
	})
}

func createInput(id world.AccountID, name string) *world.Input {
	role := world.RolePlayer
	if id == "" {
		role = world.RoleGuest
	}
	return &world.Input{
		Via:    world.Via{Kind: world.ViaHost},
		Action: world.Create{Account: id, Name: name, Role: role},
	}
}

func (s *Session) passwordGiven(name, pw string) {
	s.screen.Secret(false)
	s.signInWith(Credentials{Account: name, Password: account.NewSecret(pw)})
}

// signInWith tries credentials.
func (s *Session) signInWith(c Credentials) {
	s.waitAside(crowdWord, func(ctx context.Context) func() {
		acct, err := s.hub.Accounts.SignIn(ctx, account.Attempt{
			Name: c.Account, Password: c.Password, From: s.from, Now: s.hub.Now(),
			Remote: s.remote, Door: s.door,
		})
		return func() {
			c.answer(err, brokenWord)
			if err == nil {
				s.count(CountSignedIn, ProofPassword)
				s.login.character = c.Character
				s.signedIn(acct)
				return
			}
			s.showRefusal(err)
			if s.login.tries++; s.login.tries >= TriesMost {
				s.end("Come back when you remember it.", ReasonTries)
				return
			}
			s.readLine(namePrompt, s.nameGiven)
		}
	})
}

// signedIn goes on to the choice of a character.
func (s *Session) signedIn(acct account.Account) {
	s.login.account = acct
	s.screen.Settled()
	staged := s.loadSettings()
	s.welcome()
	var names []string
	var ids []world.ActorID
	var deleted []string
	s.offerDurable(func(st *world.State, _ world.Time) loop.Step {
		playable, gone := st.CharactersOf(acct.ID)
		for _, id := range playable {
			ids, names = append(ids, id), append(names, st.Actors[id].Name)
		}
		for _, id := range gone {
			deleted = append(deleted, st.Actors[id].DeletedWord())
		}
		return loop.Step{Puts: s.hub.stage(staged)}
	}, func(loop.Reply) { s.hub.Staged.Settled(staged) }, func(loop.Reply) {
		wanted := wantedCharacter(s.login.character, names)
		s.login.character = ""
		for _, word := range deleted {
			s.say(prose.System, word)
		}
		switch {
		case len(ids) == 0:
			s.say(prose.System, "Your account has no character yet. Give it one, or type quit.")
			s.readLine(christenPrompt, s.characterNamed)
		case wanted >= 0:
			s.enter(ids[wanted])
		case len(ids) == 1:
			s.enter(ids[0])
		default:
			s.chooseCharacter(ids, names)
		}
	})
}

// chooseCharacter lets the owner of several characters pick one.
func (s *Session) chooseCharacter(ids []world.ActorID, names []string) {
	for i, n := range names {
		s.say(prose.Plain, strconv.Itoa(i+1)+". "+n)
	}
	s.readLine("Which of them, or new: ", func(line string) {
		line = strings.TrimSpace(line)
		if strings.EqualFold(line, newWord) {
			s.readLine(christenPrompt, s.characterNamed)
			return
		}
		for i, n := range names {
			if line == strconv.Itoa(i+1) || strings.EqualFold(line, n) {
				s.enter(ids[i])
				return
			}
		}
		s.say(prose.Refusal, "Say a number from 1 to "+strconv.Itoa(len(ids))+", a name, or new.")
		s.chooseCharacter(ids, names)
	})
}

// characterNamed makes another character of the account. No name leads back to those that are.
func (s *Session) characterNamed(line string) {
	name := strings.TrimSpace(line)
	switch strings.ToLower(name) {
	case "":
		s.signedIn(s.login.account)
		return
	case "quit", "exit":
		s.end("Goodbye.", ReasonQuit)
		return
	}
	s.offer(func(st *world.State, _ world.Time) loop.Step {
		if r := s.nameFit(st, name); r != nil {
			return loop.Step{Refusal: r}
		}
		return loop.Step{Input: createInput(s.login.account.ID, name)}
	}, func(r loop.Reply) {
		if r.Refusal != nil {
			s.show(prose.RefusalText(r.Refusal))
			s.readLine(christenPrompt, s.characterNamed)
			return
		}
		s.enter(createdCharacter(r))
	})
}

// showRefusal shows why a proof of identity was refused.
func (s *Session) showRefusal(err error) {
	if r, ok := errors.AsType[*account.Refusal](err); ok {
		s.count(CountRefused, string(r.Code))
		s.say(prose.Refusal, r.Text) // which says how long to wait, if that is it
		return
	}
	s.showFault("check identity", err)
}

// showFault logs our own fault and says so in one sentence. That nothing can be read from a journal that has stopped is
// no fault of its own: then the world has.
func (s *Session) showFault(doing string, err error) {
	if errors.Is(err, journal.ErrStopped) {
		s.end(stoppedWord, ReasonStopped)
		return
	}
	s.log.Error("session error", slog.String("doing", doing), slog.Any("err", err))
	s.say(prose.Refusal, brokenWord)
	if s.actor == "" {
		s.readLine(namePrompt, s.nameGiven)
	}
}
