package session

import (
	"context"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// ReasonDeleted is why the session of a character ends that is deleted.
const ReasonDeleted = "deleted"

// keptDays is how long deleted characters are kept, in words.
//
//nolint:gochecknoglobals // immutable: never written
var keptDays = strconv.Itoa(int(world.DeletedKept/(24*60*world.Minute))) + " days"

// deletion is what somebody wants deleted.
type deletion struct {
	who   world.ActorID
	name  string
	owner world.AccountID
	whole bool            // the account of whoever asks
	all   []string        // names of its characters
	own   []world.ActorID // of whoever asks: whom the people of the world forget
}

// askDeletion asks whether somebody means it who wants a character deleted, or with me the account: by the name in
// full, and of what is one's own by the password. Nothing is deleted before both are given.
func (s *Session) askDeletion(name string) {
	me := s.login.account
	if me.ID == "" {
		s.say(prose.System, "A guest has no account, and is forgotten an hour after leaving. forget me has the people of "+
			"the world forget you now; help privacy tells what else is kept.")
		return
	}
	var d deletion
	var refusal *world.Refusal
	self := s.actor
	s.readWorld(func(st *world.State, _ world.Time) { d, refusal = planDeletion(st, self, name) }, func() {
		if refusal != nil {
			s.show(prose.RefusalText(refusal))
			return
		}
		s.confirmDeletion(d, me)
	})
}

// planDeletion finds what is meant. The rules say later whether it may be.
func planDeletion(st *world.State, self world.ActorID, name string) (deletion, *world.Refusal) {
	body := st.Actors[self]
	if body == nil {
		return deletion{}, lostKeyboard()
	}
	who, whole := st.PlayerNamed(name), strings.EqualFold(name, "me")
	if whole {
		who = body
	}
	switch {
	case who == nil:
		return deletion{}, &world.Refusal{Code: world.CodeUnknown, Text: "Nobody of that name plays here. Give the whole " +
			"name, or type delete me for your account."}
	case who.Account != body.Account && body.Role < world.RoleWizard:
		return deletion{}, &world.Refusal{Code: world.CodeNotAllowed, Text: "That is for its owner to delete."}
	}
	d := deletion{who: who.ID, name: who.Name, owner: who.Account, whole: whole}
	switch playable, deleted := st.CharactersOf(who.Account); {
	case whole:
		for _, id := range append(playable, deleted...) {
			d.own, d.all = append(d.own, id), append(d.all, st.Actors[id].Name)
		}
	case who.Account == body.Account:
		d.own = []world.ActorID{who.ID}
	}
	return d, nil
}

func (s *Session) confirmDeletion(d deletion, me account.Account) {
	switch {
	case d.whole:
		s.say(prose.System, "This deletes your account with its password, keys, tokens and settings, and its characters: "+
			strings.Join(d.all, ", ")+". You cannot come back. The people of the world forget you. The characters are "+
			"erased after "+keptDays+". What you said and did stays in the record: help privacy tells for how long.")
	case d.owner == me.ID:
		s.say(prose.System, "This deletes "+d.name+", with all that "+d.name+" carries, and the people of the world forget "+
			d.name+". Your account stays. For "+keptDays+" a wizard can bring "+d.name+" back; then "+d.name+" is erased.")
	default:
		s.say(prose.System, "This deletes "+d.name+", with all that "+d.name+" carries, and their agents are shut out. For "+
			keptDays+" undelete brings "+d.name+" back; then "+d.name+" is erased.")
	}
	s.readLine("Type the name "+d.name+" in full if you mean it: ", func(line string) {
		switch {
		case !strings.EqualFold(strings.TrimSpace(line), d.name):
			s.say(prose.System, "That is not the name. Nothing is deleted.")
		case d.owner == me.ID:
			s.readSecret("Your password: ", func(pw string) { s.proveDeletion(d, me, pw) })
		default:
			s.deleteNow(d)
		}
	})
}

// proveDeletion deletes what is one's own if the password is right, and has the people of the world forget it first:
// what is deleted asks for nothing any more.
func (s *Session) proveDeletion(d deletion, me account.Account, pw string) {
	s.screen.Secret(false)
	s.waitAside(crowdWord, func(ctx context.Context) func() {
		_, err := s.hub.Accounts.SignIn(ctx, account.Attempt{
			Name: me.Name, Password: account.NewSecret(pw), From: s.from, Now: s.hub.Now(), Remote: s.remote, Door: s.door,
		})
		if err == nil {
			s.forgetDeleted(ctx, d)
		}
		return func() {
			if err != nil {
				s.showRefusal(err)
				s.say(prose.System, "Nothing is deleted.")
				return
			}
			s.deleteNow(d)
		}
	})
}

// forgetDeleted asks that the people of the world forget somebody. That they cannot be asked is logged and keeps nobody
// here.
func (s *Session) forgetDeleted(ctx context.Context, d deletion) {
	if s.hub.Host == nil {
		return
	}
	for _, id := range d.own {
		_, err := askHost(ctx, s.hub.Host, verb.Asked{
			Actor: id, Via: world.Via{Kind: world.ViaKeyboard}, Ask: verb.Ask{Kind: verb.AskForget},
		})
		if err != nil {
			s.log.Warn("nobody forgets a deleted character", slog.String("deleted", string(id)), slog.Any("err", err))
		}
	}
}

// deleteNow deletes in one transaction: the character of the world, and the rows that prove who somebody is.
func (s *Session) deleteNow(d deletion) {
	name, body := s.login.account.Name, s.actor
	s.writeAccount(func(time.Time) ([]account.Put, error) {
		if d.whole {
			return s.hub.Accounts.Delete(name)
		}
		return s.hub.Accounts.RevokeAll(d.owner, d.who)
	}, func() world.Input {
		return world.Input{
			Actor: body, Via: world.Via{Kind: world.ViaKeyboard},
			Action: world.DeleteCharacter{Who: d.who, Whole: d.whole},
		}
	}, func() { // whoever is deleted hears so, and does not come here
		s.say(prose.System, d.name+" is deleted, and is kept for "+keptDays+".")
	})
}

// hearDeleted ends the session of somebody whose character is deleted: they have been told so. What their screen
// remembers goes with the account.
func (s *Session) hearDeleted(e world.Event) {
	d, ok := e.(world.CharacterDeleted)
	if !ok || d.Actor != s.actor {
		return
	}
	if d.Whole {
		s.screenState.written = s.screenState.newest
	}
	s.end("", ReasonDeleted)
}
