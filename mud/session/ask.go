package session

import (
	"context"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// asked does what a verb wants of the host.
func (s *Session) asked(a verb.Ask) {
	first, second := "", ""
	if len(a.Args) > 0 {
		first = a.Args[0]
	}
	if len(a.Args) > 1 {
		second = a.Args[1]
	}
	switch a.Kind {
	case verb.AskQuit:
		s.quit()
	case verb.AskPassword:
		s.changePassword()
	case verb.AskKey:
		s.keys(first, second)
	case verb.AskToken:
		s.hub.commands.Token(desk{s}, first, second)
	case verb.AskOption:
		s.option(first, second)
	case verb.AskCharacters:
		s.characters(first, second)
	case verb.AskCopilot:
		s.hub.commands.Copilot(desk{s}, first == "on")
	case verb.AskAgent:
		s.hub.commands.Owner(desk{s}, first, second)
	case verb.AskAgents:
		s.hub.commands.Operator(desk{s}, first, second)
	case verb.AskClaim:
		s.claim(first)
	case verb.AskAudit:
		s.audit(world.ActorID(first))
	case verb.AskUnpoison:
		if err := s.hub.Unpoison(); err != nil {
			s.broken("clear the crash note", err)
			return
		}
		s.say(prose.System, "What met the crash may happen again.")
	}
}

// quit takes the body out of the world and says goodbye.
func (s *Session) quit() {
	id := s.actor
	s.offer(s.seated(func(*world.State, world.Time) loop.Step {
		return loop.Step{
			Input: &world.Input{Actor: id, Via: world.Via{Kind: world.ViaKeyboard}, Action: world.Depart{}},
		}
	}), func(r loop.Reply) {
		if r.Refusal != nil {
			s.print(prose.RefusalText(r.Refusal))
			return
		}
		s.end("You let the world go on without you. Everything is kept. Goodbye.", ReasonQuit)
	})
}

func (s *Session) changePassword() {
	name := s.account.Name
	if name == "" {
		s.say(prose.Refusal, "Guests have no password.")
		return
	}
	s.askSecret("Your present password: ", func(old string) {
		s.away(crowdWord, func(ctx context.Context) func() {
			_, err := s.hub.Accounts.SignIn(ctx, account.Attempt{
				Name: name, Password: account.NewSecret(old), From: s.from, Now: s.hub.Now(),
			})
			return func() {
				if err != nil {
					s.screen.Secret(false)
					s.refused(err)
					return
				}
				s.choosePassword(s.setPassword, name, func() { s.say(prose.System, "Your password is as it was.") })
			}
		})
	})
}

func (s *Session) setPassword(d account.Draft) {
	s.proof(func(now time.Time) ([]account.Put, error) { return s.hub.Accounts.ChangePassword(d, now) }, nil, func() {
		s.say(prose.System, "Your password is changed.")
	})
}

// proof writes account rows, with an action if there is one, and goes on when both are durable.
func (s *Session) proof(
	make func(now time.Time) ([]account.Put, error), act func() world.Action, then func(),
) {
	id := s.actor
	var refusal error
	var staged []account.Put
	s.offerSure(s.seated(func(*world.State, world.Time) loop.Step {
		puts, err := make(s.hub.Now())
		if err != nil {
			refusal = err
			return loop.Step{}
		}
		step := loop.Step{}
		keep := func() { staged, step.Puts = puts, s.hub.stage(puts) }
		if act == nil {
			keep()
			return step
		}
		// The rows are written only if the world agrees.
		step.Input = &world.Input{Actor: id, Via: world.Via{Kind: world.ViaKeyboard}, Action: act()}
		step.Then = func(*world.State, world.Time) loop.Step {
			staged = puts
			return loop.Step{Puts: s.hub.stage(puts)}
		}
		return step
	}), func(loop.Reply) { s.hub.Staged.Settled(staged) }, func(r loop.Reply) {
		switch {
		case refusal != nil:
			s.refused(refusal)
		case r.Refusal != nil:
			s.print(prose.RefusalText(r.Refusal))
		default:
			then()
		}
	})
}

func (s *Session) keys(do, text string) {
	switch do {
	case "add":
		var key account.Key
		s.proof(func(now time.Time) (puts []account.Put, err error) {
			key, puts, err = s.hub.Accounts.AddKey(s.account.Name, text, now)
			return puts, err
		}, nil, func() { s.say(prose.System, "The key "+key.Fingerprint+" opens the door for you from now on.") })
	case "remove":
		s.proof(func(time.Time) ([]account.Put, error) {
			return s.hub.Accounts.RemoveKey(s.account.ID, strings.TrimSpace(text))
		}, nil, func() { s.say(prose.System, "That key opens nothing any more.") })
	default:
		list, err := s.hub.Accounts.Keys(s.account.ID)
		if err != nil {
			s.broken("list keys", err)
			return
		}
		if len(list) == 0 {
			s.say(prose.System, "You have no keys. key add and the line from your id_ed25519.pub registers one.")
		}
		for _, k := range list {
			s.say(prose.Plain, k.Fingerprint+"  "+k.Label)
		}
	}
}

// characters lists the account's characters, or makes another.
func (s *Session) characters(do, name string) {
	if do == newWord {
		s.offer(func(*world.State, world.Time) loop.Step {
			return loop.Step{Input: create(s.account.ID, name)}
		}, func(r loop.Reply) {
			if r.Refusal != nil {
				s.print(prose.RefusalText(r.Refusal))
				return
			}
			s.say(prose.System, "Your account has a new character. You choose between them when you come in again.")
		})
		return
	}
	var names []string
	s.offer(func(st *world.State, _ world.Time) loop.Step {
		for _, id := range st.Characters(s.account.ID) {
			names = append(names, st.Actors[id].Name)
		}
		return loop.Step{}
	}, func(loop.Reply) { s.say(prose.Plain, "Your characters: "+strings.Join(names, ", ")+".") })
}

// claim makes the first wizard.
func (s *Session) claim(code string) {
	if s.account.ID == "" {
		s.say(prose.Refusal, "Make an account first; a guest cannot claim the world.")
		return
	}
	id := s.actor
	var refusal error
	var staged []account.Put
	s.offerSure(s.seated(func(*world.State, world.Time) loop.Step {
		puts, err := s.hub.Accounts.Claim(account.NewSecret(code), s.account.ID, s.hub.Now())
		if err != nil {
			refusal = err
			return loop.Step{}
		}
		staged = puts
		return loop.Step{
			Puts:  s.hub.stage(puts),
			Input: &world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Anoint{Body: id}},
		}
	}), func(loop.Reply) { s.hub.Staged.Settled(staged) }, func(r loop.Reply) {
		switch {
		case refusal != nil:
			s.refused(refusal)
			if s.tries++; s.tries >= TriesMost {
				s.end("That is enough guessing.", ReasonTries)
			}
		case r.Refusal != nil:
			s.print(prose.RefusalText(r.Refusal))
		default:
			s.say(prose.Gain, "The world is yours to look after. help wizardry lists what you can do now.")
		}
	})
}

func (s *Session) audit(who world.ActorID) {
	if s.hub.Audit == nil {
		s.say(prose.Refusal, "There is no journal to read here.")
		return
	}
	s.away("The journal is long; this takes a moment.", func(ctx context.Context) func() {
		lines, err := s.hub.Audit(ctx, who)
		return func() {
			if err != nil {
				s.broken("read the journal", err)
				return
			}
			for _, l := range lines {
				s.say(prose.Plain, l)
			}
			if len(lines) == 0 {
				s.say(prose.System, "The journal holds nothing of theirs.")
			}
		}
	})
}
