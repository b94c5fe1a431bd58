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

// crowdWord is shown while a password waits for a core to be hashed on.
const crowdWord = "Many people are signing in at this moment. Yours waits its turn; please stay."

// changePassword asks for the present password and changes it to a new one.
func (s *Session) changePassword() {
	name := s.login.account.Name
	if name == "" {
		s.say(prose.Refusal, "Guests have no password.")
		return
	}
	s.readSecret("Your present password: ", func(old string) {
		s.waitAside(crowdWord, func(ctx context.Context) func() {
			_, err := s.hub.Accounts.SignIn(ctx, account.Attempt{
				Name: name, Password: account.NewSecret(old), From: s.from, Now: s.hub.Now(),
				Remote: s.remote, Door: s.door,
			})
			return func() {
				if err != nil {
					s.screen.Secret(false)
					s.showRefusal(err)
					return
				}
				s.choosePassword(name, func(draft account.Draft) { s.writePassword(draft) },
					func() { s.say(prose.System, "Your password is as it was.") })
			}
		})
	})
}

// writePassword keeps a new password with the account.
func (s *Session) writePassword(draft account.Draft) {
	s.writeAccount(func(now time.Time) ([]account.Put, error) {
		return s.hub.Accounts.ChangePassword(draft, now)
	}, nil, func() { s.say(prose.System, "Your password is changed.") })
}

// chooseMost is how often a new password is asked for in a row.
const chooseMost = 3

// choosePassword asks for a new password twice, checks and hashes it. One that cannot be is refused before it is asked
// for again, and when the two differ both are; who types nothing gives it up.
func (s *Session) choosePassword(name string, then func(account.Draft), giveUp func()) {
	s.choosesPassword(name, 1, then, giveUp)
}

func (s *Session) choosesPassword(name string, try int, then func(account.Draft), giveUp func()) {
	anew := func() {
		if try >= chooseMost {
			s.screen.Secret(false)
			giveUp()
			return
		}
		s.choosesPassword(name, try+1, then, giveUp)
	}
	s.readSecret("Choose a password (8 characters or more): ", func(first string) {
		if first == "" {
			s.screen.Secret(false)
			giveUp()
			return
		}
		if n, err := account.ParseName(name); err == nil {
			if err := account.CheckPassword(n, account.NewSecret(first)); err != nil {
				s.showRefusal(err)
				anew()
				return
			}
		}
		s.readSecret("The same again: ", func(second string) {
			s.screen.Secret(false)
			if first != second {
				s.say(prose.Refusal, "The two do not match.")
				anew()
				return
			}
			s.waitAside(crowdWord, func(ctx context.Context) func() {
				draft, err := s.hub.Accounts.Draft(ctx, name, account.NewSecret(first))
				return func() {
					if err != nil {
						s.showRefusal(err)
						giveUp()
						return
					}
					then(draft)
				}
			})
		})
	})
}

// manageKeys lists the owner's public keys, adds one or removes one.
func (s *Session) manageKeys(do, text string) {
	owner := s.login.account
	switch do {
	case "add":
		var key account.Key
		s.writeAccount(func(now time.Time) (puts []account.Put, err error) {
			key, puts, err = s.hub.Accounts.AddKey(owner.Name, text, now)
			return puts, err
		}, nil, func() { s.say(prose.System, "The key "+key.Fingerprint+" opens the door for you from now on.") })
	case "remove":
		s.writeAccount(func(time.Time) ([]account.Put, error) {
			return s.hub.Accounts.RemoveKey(owner.ID, strings.TrimSpace(text))
		}, nil, func() { s.say(prose.System, "That key opens nothing any more.") })
	default:
		list, err := s.hub.Accounts.Keys(owner.ID)
		if err != nil {
			s.showFault("list keys", err)
			return
		}
		if len(list) == 0 {
			s.say(prose.System, "You have no keys. key add and the line from your id_ed25519.pub registers one.")
		}
		for _, k := range list {
			s.say(prose.Plain, strings.TrimSpace(k.Fingerprint+"  "+k.Label))
		}
	}
}

// claimWorld makes the owner's character the first wizard, for the code that the server printed.
func (s *Session) claimWorld(code string) {
	owner, body := s.login.account.ID, s.actor
	if owner == "" {
		s.say(prose.Refusal, "Make an account first; a guest cannot claim the world.")
		return
	}
	s.writeAccount(func(now time.Time) ([]account.Put, error) {
		return s.hub.Accounts.Claim(account.NewSecret(code), owner, now)
	}, func() world.Input {
		return world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Anoint{Body: body, Founds: true}}
	}, func() {
		s.say(prose.Gain, "The world is yours to look after. help wizardry lists what you can do now.")
	})
}

// listCharacters lists the characters of the owner's account.
func (s *Session) listCharacters() {
	id := s.login.account.ID
	var names []string
	s.readWorld(func(st *world.State, _ world.Time) {
		playable, deleted := st.CharactersOf(id)
		for _, c := range playable {
			names = append(names, st.Actors[c].Name)
		}
		for _, c := range deleted {
			names = append(names, st.Actors[c].Name+" (deleted)")
		}
	}, func() { s.say(prose.Plain, "Your characters: "+strings.Join(names, ", ")+".") })
}

// showAudit shows a wizard what somebody did; read lists it, newest last, and nil means that nobody can.
func (s *Session) showAudit(
	q verb.Audit, read func(ctx context.Context, q verb.Audit) (verb.RecordReport, error),
) {
	if read == nil {
		s.say(prose.Refusal, "There is no journal to read here.")
		return
	}
	s.waitAside("The journal is long; this takes a moment.", func(ctx context.Context) func() {
		report, err := read(ctx, q)
		return func() {
			no := (*world.Refusal)(nil)
			switch {
			case err == nil:
				s.show(verb.Words(report, s.style()))
			case errors.As(err, &no):
				s.show(prose.RefusalText(no))
			default:
				s.showFault("read the journal", err)
			}
		}
	})
}

// findReadyBody calls then with the ready-made body of a name, or otherwise when there is none of that name.
func (s *Session) findReadyBody(name string, then func(body world.ProtoID), otherwise func()) {
	var body world.ProtoID
	s.readWorld(func(st *world.State, _ world.Time) { body = st.ReadyNamed(strings.TrimSpace(name)) }, func() {
		if body == "" {
			otherwise()
			return
		}
		then(body)
	})
}

// withFreeBodies adds to the refusal of a ready-made body, if it is one, who else a guest can be.
func withFreeBodies(r *world.Refusal, names []string) *world.Refusal {
	if r == nil || r.Code == world.CodeShut || r.Code == world.CodeBanned {
		return r
	}
	who := " Type guest to come in as somebody new."
	if len(names) > 0 {
		who = " You can be " + strings.Join(names, " or ") + "; or type guest to come in as somebody new."
	}
	return &world.Refusal{Code: r.Code, Text: r.Text + who}
}

// introduce tells those who are new who they are; fresh is an account, or a guest's ready-made body, that was made a
// moment ago.
func (s *Session) introduce(name string, fresh bool) {
	switch {
	case s.login.account.ID == "" && fresh:
		s.say(prose.System, "You are "+name+" for as long as you stay. The next guest finds "+name+" as you did; what you "+
			"picked up stays where you stand when you go. The people of this world take whoever is "+name+
			" for the same: what you tell them they may tell the next, unless you type forget me. New here? Type help newbie.")
	case s.login.account.ID == "":
		s.say(prose.System, "You are called "+name+" here. A guest is forgotten an hour after leaving; "+
			"to stay somebody, come in with a name of your own. New here? Type help newbie.")
	case fresh:
		s.say(prose.System, "Your account is made, and "+name+" with it. Welcome. New here? Type help newbie.")
	}
}

// listRequest is what a crawler for a list of MUDs types in place of a name (MSSP over plaintext).
const listRequest = "MSSP-REQUEST"

// answersCrawler answers a crawler that asks in place of a name, and asks for a name again.
func (s *Session) answersCrawler(name string) bool {
	if name != listRequest || s.listed == nil {
		return false
	}
	s.listed()
	s.readLine(namePrompt, s.nameGiven)
	return true
}

// warn tells a wizard who comes in what is wrong with the world.
func (s *Session) warn(role world.Role) {
	if text := s.hub.Trouble(); role >= world.RoleWizard && text != "" {
		s.say(prose.System, text)
	}
}

// createdCharacter finds the character that a reply's records made.
func createdCharacter(r loop.Reply) world.ActorID {
	for _, rec := range r.Records {
		for i := range rec.Notices {
			if c, ok := rec.Notices[i].Event.(world.Created); ok {
				return c.Actor
			}
		}
	}
	return ""
}
