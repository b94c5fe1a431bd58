package session

import (
	"context"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// exportWish is what the wizards read who are to hand a player a copy.
const exportWish = "I want a copy of all that is held about me (export me). Whoever runs the server makes it with " +
	"mudlark export-player and my name."

// exportMe gives an account's owner a link to a copy of what is held about them, for their password: it holds what was
// told to few. Without a door for the web it is asked of the wizards, by a report.
func (s *Session) exportMe() {
	me := s.login.account
	switch {
	case me.ID == "":
		s.say(prose.System, "A guest has no account, and is forgotten an hour after leaving: of a guest nothing is kept but "+
			"the record of what was said and done. help privacy tells more.")
		return
	case s.hub.Export == nil:
		s.say(prose.System, "There is no door here through which a file could reach you. The wizards are told that you want "+
			"it, and whoever runs this server hands it to you.")
		s.inquire(verb.Ask{Kind: verb.AskReport, Args: []string{exportWish}})
		return
	}
	s.readSecret("Your password: ", func(pw string) {
		s.screen.Secret(false)
		s.waitAside(crowdWord, func(ctx context.Context) func() {
			_, err := s.hub.Accounts.SignIn(ctx, account.Attempt{
				Name: me.Name, Password: account.NewSecret(pw), From: s.from, Now: s.hub.Now(), Remote: s.remote, Door: s.door,
			})
			return func() {
				if err != nil {
					s.showRefusal(err)
					return
				}
				s.showExport(me)
			}
		})
	})
}

func (s *Session) showExport(me account.Account) {
	link, err := s.hub.Export(me)
	if err != nil {
		s.showFault("make a link to an export", err)
		return
	}
	s.say(prose.System, "Here is a copy of all that is held about you, for one hour and one time. Whoever has the link "+
		"can read it, so keep it to yourself:")
	s.say(prose.Plain, link)
}
