package session

import (
	"log/slog"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// changeOption shows or sets how the world is shown.
func (s *Session) changeOption(name, value string) {
	chosen := s.sheet.With(s.hub.Accounts.Settings(s.login.account.ID))
	c := chosen.Ask(settings.Meant(name, value), value, s.screen)
	s.show(c.Words)
	if c.Changed == "" {
		return
	}
	s.saveSetting(&chosen, c.Changed)
}

// saveSetting has a choice apply once it is kept with the account. A guest has none, and it lasts as long as the
// session.
func (s *Session) saveSetting(chosen *settings.Sheet, name string) {
	take := func() {
		s.sheet = *chosen
		s.applySettings()
		s.show(s.sheet.Says(name, s.screen))
	}
	if s.login.account.ID == "" || s.actor == "" {
		s.saveForSession(chosen, name, take)
		return
	}
	id := s.login.account.ID
	s.writeAccountAt(func(_ time.Time, at world.Time) ([]account.Put, error) {
		raw, err := s.hub.Accounts.Settings(id)
		if err != nil {
			return nil, err
		}
		if before, err := settings.Decode(raw); err == nil {
			chosen.Date(&before, at)
		}
		if raw, err = chosen.Into(raw, name); err != nil {
			return nil, err
		}
		return s.hub.Accounts.KeepSettings(id, raw)
	}, nil, take)
}

// saveForSession has a choice apply for as long as the session lasts. Only of words that go to a model does the time
// matter.
func (s *Session) saveForSession(chosen *settings.Sheet, name string, take func()) {
	if name != settings.AI || s.actor == "" {
		chosen.Tell(s.actor)
		take()
		return
	}
	before := s.sheet.Clone()
	s.offer(func(_ *world.State, at world.Time) loop.Step {
		chosen.Date(&before, at)
		return loop.Step{}
	}, func(loop.Reply) {
		chosen.Tell(s.actor)
		take()
	})
}

// loadSettings reads what the account's owner chose, once they have shown who they are. What was chosen on the way in,
// by the first question, comes before it, and is kept with the rows that it returns.
func (s *Session) loadSettings() []account.Put {
	raw, err := s.hub.Accounts.Settings(s.login.account.ID)
	if err == nil {
		raw, err = s.sheet.Settle(raw)
	}
	s.applySettings()
	var puts []account.Put
	if err == nil && raw != nil {
		puts, err = s.hub.Accounts.KeepSettings(s.login.account.ID, raw)
	}
	if err != nil { // they stay as they are, for whoever can read them
		s.log.Warn("settings not read", slog.Any("err", err))
	}
	return puts
}

// applySettings has things shown as they were chosen.
func (s *Session) applySettings() {
	s.screen.Apply(&s.sheet)
	s.prompt.format = settings.Format{}
	if text := s.Setting(settings.Prompt); text != settings.Off {
		s.prompt.format, _ = settings.ParseFormat(text) // it was judged when it was chosen
	}
	s.prompt.needs.Store(uint32(s.prompt.format.Needs()))
	if s.prompt.format.Needs() != 0 {
		s.view.stale, s.view.fresh = true, false // it is read at once
	}
	s.display.brief = s.sheet.Value(settings.Brief) == settings.On
	s.display.revisits = s.sheet.Value(settings.Brief) == settings.Auto
	s.display.quiet = s.sheet.Value(settings.Chatter) != settings.All
	s.display.worded = s.sheet.Value(settings.Map) == settings.Off
	s.display.hintless = s.sheet.Value(settings.Hints) == settings.Off
	s.display.stamps = s.sheet.Value(settings.Timestamps) == settings.On
	s.display.combat = s.sheet.Value(settings.Combat)
	s.prompt.rendered = ""
}

// Setting returns what a setting is at this moment, whether chosen or not. It is for the session's goroutine.
func (s *Session) Setting(name string) string { return s.sheet.Effective(name, s.screen) }

// style is how this session's owner likes reports.
func (s *Session) style() prose.Style {
	style := s.screen.Style()
	style.Brief, style.Worded = s.display.brief, s.display.worded
	return style
}
