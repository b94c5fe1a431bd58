package session

import (
	"context"
	"fmt"
	"slices"
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
		s.tokens(first, second)
	case verb.AskOption:
		s.option(first, second)
	case verb.AskCharacters:
		s.characters(first, second)
	case verb.AskCopilot:
		s.copilot(first)
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

func (s *Session) tokens(do, label string) {
	switch do {
	case "new":
		s.mint(label)
	case "revoke":
		s.revoke(label)
	default:
		list, err := s.hub.Accounts.Tokens(s.account.ID)
		if err != nil {
			s.broken("list tokens", err)
			return
		}
		n := 0
		for _, t := range list {
			if t.Character != s.actor {
				continue
			}
			n++
			used := "never used"
			if !t.Used.IsZero() {
				used = "last used " + t.Used.Format("2 January 2006 15:04")
			}
			s.say(prose.Plain, t.Label+"  made "+t.Created.Format("2 January 2006")+", "+used)
		}
		if n == 0 {
			s.say(prose.System, "No agent may act for this character. token new and a label mints a token.")
		}
	}
}

// mint makes a token and shows it this once.
func (s *Session) mint(label string) {
	label = world.Clean(label)
	if label == "" {
		s.say(prose.Refusal, "Give the token a label, so that you know it again: token new laptop")
		return
	}
	var secret account.Secret
	var token account.Token
	s.proof(func(now time.Time) (puts []account.Put, err error) {
		list, err := s.hub.Accounts.Tokens(s.account.ID)
		if err != nil {
			return nil, err
		}
		for _, t := range list {
			if t.Character == s.actor && strings.EqualFold(t.Label, label) {
				return nil, &account.Refusal{Code: account.CodeBadLabel, Text: "You have a token of that label already."}
			}
		}
		secret, token, puts, err = s.hub.Accounts.Mint(account.TokenSpec{
			Account: s.account.ID, Character: s.actor, Label: label,
		}, now)
		return puts, err
	}, func() world.Action { return world.MintGrant{Grant: token.Grant, Label: label} }, func() {
		s.say(prose.System, "This is the token; it is shown only now, and whoever has it can act for you:")
		s.say(prose.Command, secret.Reveal())
		s.say(prose.Hint, "Your agent connects to /mcp with the header Authorization: Bearer and the token. "+
			"While you are at the keyboard yourself it may only look, unless you type copilot on.")
	})
}

func (s *Session) revoke(label string) {
	var grant world.GrantID
	s.proof(func(time.Time) ([]account.Put, error) {
		list, err := s.hub.Accounts.Tokens(s.account.ID)
		if err != nil {
			return nil, err
		}
		for _, t := range list {
			if t.Character == s.actor && strings.EqualFold(t.Label, strings.TrimSpace(label)) {
				grant = t.Grant
				return s.hub.Accounts.Revoke(s.account.ID, t.Grant)
			}
		}
		return nil, &account.Refusal{
			Code: account.CodeUnknownToken, Text: "You have no token of that label; token list shows them.",
		}
	}, func() world.Action { return world.RevokeGrant{Grant: grant} }, func() {
		if s.hub.revoked != nil {
			s.hub.revoked(grant)
		}
	})
}

// optionNames are what options can set, in the order in which they are shown. immutable: a list of words.
var optionNames = []string{"color", "width", "charset", "brief", "screenreader"}

func (s *Session) option(name, value string) {
	if name == "colour" {
		name = "color"
	}
	// color and its values alone are understood too.
	switch name {
	case "":
		for _, n := range optionNames {
			if now, err := s.setOption(n, ""); err == nil {
				s.say(prose.Plain, n+": "+now)
			}
		}
		return
	case "none", "16", "256", "true":
		name, value = "color", name
	}
	now, err := s.setOption(name, value)
	if err != nil {
		s.say(prose.Refusal, sentence(err))
		return
	}
	s.say(prose.System, name+": "+now)
}

// sentence shows an error that was written for a person.
func sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// setOption sets one option, or reads it when value is empty.
func (s *Session) setOption(name, value string) (string, error) {
	if !slices.Contains(optionNames, name) {
		return "", fmt.Errorf("there is no option %q; there are %s", name, strings.Join(optionNames, ", "))
	}
	if name == "brief" {
		if value != "" {
			s.brief = value == "on"
		}
		if s.brief {
			return "on", nil
		}
		return "off", nil
	}
	return s.screen.Set(name, value)
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

func (s *Session) copilot(value string) {
	on := value == "on"
	if !s.hub.setCopilot(s.actor, s, on) {
		s.print(prose.RefusalText(late()))
		return
	}
	if on {
		s.say(prose.System, "Your agent may act while you are here too. copilot off takes the helm back.")
		return
	}
	s.say(prose.System, "While you are here, your agent may look and listen only.")
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
