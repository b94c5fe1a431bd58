package session

import (
	"log/slog"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// option shows or sets how the world is shown.
func (s *Session) option(name, value string) {
	chosen := s.sheet.With(s.hub.Accounts.Settings(s.account.ID))
	c := chosen.Ask(settings.Meant(name, value), value, s.screen)
	s.print(c.Words)
	if c.Changed == "" {
		return
	}
	s.keep(chosen, c.Changed)
}

// keep has a choice apply once it is kept with the account. A guest has none, and it lasts as long as the session.
func (s *Session) keep(chosen settings.Sheet, name string) {
	take := func() {
		s.sheet = chosen
		s.apply()
		s.print(s.sheet.Says(name, s.screen))
	}
	if s.account.ID == "" || s.actor == "" {
		chosen.Tell(s.actor)
		take()
		return
	}
	id := s.account.ID
	s.proof(func(time.Time) ([]account.Put, error) {
		raw, err := s.hub.Accounts.Settings(id)
		if err == nil {
			raw, err = chosen.Into(raw, name)
		}
		if err != nil {
			return nil, err
		}
		return s.hub.Accounts.KeepSettings(id, raw)
	}, nil, take)
}

// settle reads what the account's owner chose, once they have shown who they are. What was chosen on the way in, by the
// first question, comes before it, and is kept with the rows that it returns.
func (s *Session) settle() []account.Put {
	raw, err := s.hub.Accounts.Settings(s.account.ID)
	if err == nil {
		raw, err = s.sheet.Settle(raw)
	}
	s.apply()
	var puts []account.Put
	if err == nil && raw != nil {
		puts, err = s.hub.Accounts.KeepSettings(s.account.ID, raw)
	}
	if err != nil { // they stay as they are, for whoever can read them
		s.log.Warn("settings not read", slog.Any("err", err))
	}
	return puts
}

// apply has things shown as they were chosen.
func (s *Session) apply() {
	s.screen.Apply(&s.sheet)
	s.format = settings.Format{}
	if text := s.Setting(settings.Prompt); text != settings.Off {
		s.format, _ = settings.ParseFormat(text) // it was judged when it was chosen
	}
	s.needs.Store(uint32(s.format.Needs()))
	if s.format.Needs() != 0 {
		s.stale, s.rests = true, false // it is read at once
	}
	s.shows.brief = s.sheet.Value(settings.Brief) == settings.On
	s.shows.worded = s.sheet.Value(settings.Map) == settings.Off
	s.shows.stamps = s.sheet.Value(settings.Timestamps) == settings.On
	s.shows.combat = s.sheet.Value(settings.Combat)
	s.played.text = ""
}

// Setting returns what a setting is at this moment, whether chosen or not. It is for the session's goroutine.
func (s *Session) Setting(name string) string { return s.sheet.Effective(name, s.screen) }

// style is how this session's owner likes reports.
func (s *Session) style() prose.Style {
	style := s.screen.Style()
	style.Brief, style.Worded = s.shows.brief, s.shows.worded
	return style
}
