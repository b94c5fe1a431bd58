package session

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// runHostVerb does what a verb wants of the host.
func (s *Session) runHostVerb(a verb.Ask) {
	var args [2]string
	copy(args[:], a.Args)
	first, second := args[0], args[1]
	switch a.Kind {
	case verb.AskQuit:
		s.quit()
	case verb.AskRehearse:
		s.rehearse(world.DraftID(first))
	case verb.AskWrite:
		s.write(a.Writing())
	case verb.AskPassword:
		s.changePassword()
	case verb.AskKey:
		s.manageKeys(first, second)
	case verb.AskToken:
		s.hub.commands.Token(agentSession{s}, first, second)
	case verb.AskOption:
		s.changeOption(first, second)
	case verb.AskHeard:
		s.showHeard(talkKind(first), second)
	case verb.AskProtocol:
		s.showProtocol()
	case verb.AskCharacters:
		s.characters(first, second)
	case verb.AskDelete:
		s.askDeletion(first)
	case verb.AskExport:
		s.exportMe()
	case verb.AskGM:
		s.proposal.ask(first)
	case verb.AskDebug:
		s.proposal.toggleDebug()
	case verb.AskCopilot:
		s.hub.commands.Copilot(agentSession{s}, first == "on")
	case verb.AskAgent:
		s.hub.commands.Owner(agentSession{s}, first, second)
	case verb.AskAgents:
		s.hub.commands.Operator(agentSession{s}, first, second)
	case verb.AskClaim:
		s.claimWorld(first)
	case verb.AskAudit:
		s.showAudit(a.Audit(), s.hub.Audit)
	case verb.AskSnoop:
		s.snoop(world.ActorID(first))
	case verb.AskSwitch:
		s.switchTo(world.ActorID(first))
	case verb.AskApply:
		s.withPack(s.hub.Apply)
	case verb.AskWritePack:
		s.withPack(s.hub.WritePack)
	case verb.AskUnpoison:
		switch wasAside, err := s.hub.Unpoison(); {
		case err != nil:
			s.showFault("clear the crash note", err)
		case !wasAside:
			s.say(prose.System, "Nothing is set aside: no deed has met a crash.")
		default:
			s.say(prose.System, "What met the crash may happen again.")
		}
	}
}

// withPack reads the world's files again, or writes into them; do is nil where there are none.
func (s *Session) withPack(do func(context.Context) (string, error)) {
	if do == nil {
		s.say(prose.Refusal, "This world is made of no files that can be read again or written: whoever runs it starts it "+
			"with --pack and a folder, or types mudlark apply or mudlark export and one in a shell.")
		return
	}
	s.waitAside("There is much to read; this takes a moment.", func(ctx context.Context) func() {
		said, err := do(ctx)
		return func() {
			if err != nil {
				for line := range strings.Lines(err.Error()) {
					s.say(prose.Refusal, strings.TrimRight(line, "\n"))
				}
				return
			}
			s.say(prose.System, said)
		}
	})
}

// quit takes the body out of the world and says goodbye.
func (s *Session) quit() {
	id := s.actor
	s.offer(s.whileSeated(func(*world.State, world.Time) loop.Step {
		return loop.Step{
			Input: &world.Input{Actor: id, Via: world.Via{Kind: world.ViaKeyboard}, Action: world.Depart{}},
		}
	}), func(r loop.Reply) {
		if r.Refusal != nil {
			s.show(prose.RefusalText(r.Refusal))
			return
		}
		if s.login.account.ID == "" {
			s.end("You let the world go on without you. What you found stays in it. Goodbye.", ReasonQuit)
			return
		}
		s.end("You let the world go on without you. Everything is kept. Goodbye.", ReasonQuit)
	})
}

// writeAccount writes account rows, with an action if there is one, and goes on when both are durable.
func (s *Session) writeAccount(
	make func(now time.Time) ([]account.Put, error), act func() world.Input, then func(),
) {
	s.writeAccountAt(func(now time.Time, _ world.Time) ([]account.Put, error) { return make(now) }, act, then)
}

// writeAccountAt is writeAccount for rows in which the world's time stands.
func (s *Session) writeAccountAt(
	make func(now time.Time, at world.Time) ([]account.Put, error), act func() world.Input, then func(),
) {
	var refusal error
	var staged []account.Put
	s.offerDurable(s.whileSeated(func(_ *world.State, at world.Time) loop.Step {
		puts, err := make(s.hub.Now(), at)
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
		in := act()
		step.Input = &in
		step.Then = func(*world.State, world.Time) loop.Step {
			staged = puts
			return loop.Step{Puts: s.hub.stage(puts)}
		}
		return step
	}), func(loop.Reply) { s.hub.Staged.Settled(staged) }, func(r loop.Reply) {
		switch {
		case refusal != nil:
			s.showRefusal(refusal)
			s.limitGuesses(refusal)
		case r.Refusal != nil:
			s.show(prose.RefusalText(r.Refusal))
		default:
			then()
		}
	})
}

// characters lists the account's characters, or makes another.
func (s *Session) characters(do, name string) {
	if do != newWord {
		s.listCharacters()
		return
	}
	s.offer(func(*world.State, world.Time) loop.Step {
		return loop.Step{Input: createInput(s.login.account.ID, name)}
	}, func(r loop.Reply) {
		if r.Refusal != nil {
			s.show(prose.RefusalText(r.Refusal))
			return
		}
		s.say(prose.System, "Your account has a new character. You choose between them when you come in again.")
	})
}

// showProtocol shows what was negotiated with the client.
func (s *Session) showProtocol() {
	for _, l := range s.protocol() {
		s.say(prose.Plain, l)
	}
}

// limitGuesses counts wrong claim codes, whether or not a claim is open, and ends the session after TriesMost.
func (s *Session) limitGuesses(err error) {
	r, _ := errors.AsType[*account.Refusal](err)
	if r != nil && (r.Code == account.CodeBadClaim || r.Code == account.CodeClaimUsed) {
		s.login.tries++
	}
	if s.login.tries >= TriesMost {
		s.end("That is enough guessing.", ReasonTries)
	}
}
