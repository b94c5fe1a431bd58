package minds

import (
	"cmp"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/model/usage"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// BudgetFlags say how much may be asked of models. A day is one of UTC; tokens are those of prompts and answers.
type BudgetFlags struct {
	AITokens      int            `name:"ai-tokens" placeholder:"N" help:"Tokens a day for the model; 0: none is asked."`
	AITokensHour  int            `name:"ai-tokens-hour" placeholder:"N" help:"Of these, in one hour at most."`
	AIPlayer      int            `name:"ai-player-tokens" placeholder:"N" help:"Of these, a day for one player at most."`
	AINPC         int            `name:"ai-npc-tokens" placeholder:"N" help:"Of these, a day for one NPC at most."`
	AIPlayerCalls int            `name:"ai-player-calls" default:"30" placeholder:"N" help:"Calls an hour for one player."`
	AINPCCalls    int            `name:"ai-npc-calls" default:"60" placeholder:"N" help:"Calls an hour by one NPC."`
	AIPurpose     map[string]int `name:"ai-purpose" placeholder:"PURPOSE=N" help:"Of these, a day for one purpose."`
	ForeignTokens int            `name:"foreign-ai-tokens" placeholder:"N" help:"Tokens a day for agents of other worlds."`
}

// Check refuses bounds that nobody could have meant.
func (c *BudgetFlags) Check() error {
	for _, f := range []struct {
		name string
		n    int
		part bool // of the day's
	}{
		{"ai-tokens", c.AITokens, false}, {"foreign-ai-tokens", c.ForeignTokens, false},
		{"ai-tokens-hour", c.AITokensHour, true}, {"ai-player-tokens", c.AIPlayer, true}, {"ai-npc-tokens", c.AINPC, true},
	} {
		if err := c.fits("--"+f.name, f.n, f.part); err != nil {
			return err
		}
	}
	for name, n := range map[string]int{"ai-player-calls": c.AIPlayerCalls, "ai-npc-calls": c.AINPCCalls} { // in any order
		if n < 0 {
			return command.Misuse(fmt.Errorf("--%s=%d: a number of calls is meant, and 0 is as many as usual", name, n))
		}
	}
	for name, n := range world.Ordered(c.AIPurpose) {
		if !slices.Contains(usage.Purposes(), usage.Purpose(name)) {
			var all []string
			for _, p := range usage.Purposes() {
				all = append(all, string(p))
			}
			return command.Misuse(fmt.Errorf("--ai-purpose=%s=%d: there is no such purpose; there are %s", name, n,
				strings.Join(all, ", ")))
		}
		// A purpose that may use nothing is one that is switched off.
		if err := c.fits("--ai-purpose="+name, n, true); err != nil {
			return err
		}
	}
	return nil
}

// fits judges one bound; a part is one of the day's tokens.
func (c *BudgetFlags) fits(name string, n int, part bool) error {
	switch {
	case n < 0:
		return command.Misuse(fmt.Errorf("%s=%d: a number of tokens is meant, and 0 is the least", name, n))
	case part && n > 0 && c.AITokens == 0:
		return command.Misuse(
			fmt.Errorf("%s=%d: it is a part of the day's tokens, and there are none: give --ai-tokens as well",
				name, n),
		)
	case part && n > c.AITokens:
		return command.Misuse(
			fmt.Errorf("%s=%d: that is more than the %d tokens a day of --ai-tokens", name, n, c.AITokens),
		)
	}
	return nil
}

// own is what the world's own people may ask.
func (c *BudgetFlags) own(config model.Config) model.Config {
	config.DayTokens, config.HourTokens = c.AITokens, c.AITokensHour
	config.PlayerTokens, config.MindTokens = c.AIPlayer, c.AINPC
	config.PlayerHour, config.MindHour = c.AIPlayerCalls, c.AINPCCalls
	config.PurposeTokens = map[usage.Purpose]int{}
	for name, n := range c.AIPurpose { // into a map
		config.PurposeTokens[usage.Purpose(name)] = n
	}
	return config
}

// foreignBudget names the budget of foreign worlds' agents.
const foreignBudget = "foreign"

// foreign is what the agents of foreign worlds may ask.
func (c *BudgetFlags) foreign(config model.Config) model.Config {
	config.Name, config.DayTokens = foreignBudget, c.ForeignTokens
	return config
}

// newBroker makes a way to a model.
func (m *Minds) newBroker(config model.Config, consent func(person, host string) bool) *model.Broker {
	now := m.d.Now
	if now == nil {
		now = time.Now
	}
	return model.New(config, model.Needs{
		Tape: m.Keep, Usage: m.usage, Log: m.d.Log, Now: now, Consent: consent, Met: m.d.Meter.LimitMet, Dial: m.dial,
		Alert: func(a model.Alert) {
			m.d.Log.Warn("AI budget", slog.String("alert", a.String()), slog.String("of", cmp.Or(config.Name, "world")))
		},
	})
}

// budget shows what may still be asked of models.
func (m *Minds) budget() verb.RecordReport {
	s := m.broker.State()
	out := verb.RecordReport{Title: "Models"}
	line := func(format string, args ...any) {
		out.Lines = append(out.Lines, verb.RecordLine{Text: fmt.Sprintf(format, args...)})
	}
	switch {
	case s.On:
		line("Asked at %s: %s, and %s for small things.", s.Host, s.Large, s.Small)
		line("%d of %d tokens are used today.", s.Tokens, s.Limit)
	default:
		line("None is asked: %s.", cmp.Or(s.Why, "they are switched off"))
	}
	if s.On && s.Bounds.Hour > 0 {
		line("%d of %d tokens are used in this hour.", s.OfHour, s.Bounds.Hour)
	}
	if s.Open {
		line("The endpoint has been failing, and is left alone for a while.")
	}
	for _, p := range usage.Purposes() {
		most, isBound := s.Bounds.Purposes[p]
		switch {
		case s.On && isBound:
			line("%s: %d of %d tokens today.", p, s.By[p], most)
		case s.By[p] > 0:
			line("%s: %d tokens today.", p, s.By[p])
		}
	}
	if s.On {
		line("At most %d calls an hour for one player, and %d by one of the people.", s.Bounds.PlayerCalls,
			s.Bounds.MindCalls)
	}
	if s.On && s.Bounds.Player > 0 {
		line("For one player at most %d tokens a day are used.", s.Bounds.Player)
	}
	if s.On && s.Bounds.Mind > 0 {
		line("By one of the people at most %d tokens a day are used.", s.Bounds.Mind)
	}
	if f := m.abroad.State(); f.On {
		line("Agents of other worlds: %d of %d tokens today.", f.Tokens, f.Limit)
	} else {
		line("Agents of other worlds ask no model.")
	}
	return out
}

// bounds are the figures of every bound of tokens beside the day's.
func (m *Minds) bounds() (out []ops.Bound) {
	s := m.broker.State()
	if s.Bounds.Hour > 0 {
		out = append(out, ops.Bound{Of: "hour", Used: s.OfHour, Limit: s.Bounds.Hour})
	}
	for p, most := range world.Ordered(s.Bounds.Purposes) {
		out = append(out, ops.Bound{Of: string(p), Used: s.By[p], Limit: most})
	}
	f := m.abroad.State()
	return append(out, ops.Bound{Of: foreignBudget, Used: f.Tokens, Limit: f.Limit})
}
