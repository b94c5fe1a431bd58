package agents

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// mine is what the world knows of an owner's agent.
type mine struct {
	grant   world.Grant
	inWorld bool
	name    string // of the character, when it is another than the one at the keyboard
}

// list shows an owner their agents, those of this character first, and every question that waits for an answer.
func (c *Commands) list(d Session) {
	var own []mine
	var waiting []string
	d.Read(func(s *world.State, now world.Time) {
		own = grantsOf(s, d.Body())
		for i := range own {
			waiting = append(waiting, asked(s, &own[i].grant, now)...)
		}
	}, func() {
		tokens, err := c.Accounts.Tokens(d.Account())
		if err != nil {
			tokens = nil // what the world knows is shown all the same
		}
		used := map[world.GrantID]time.Time{}
		until := map[world.GrantID]time.Time{}
		for _, t := range tokens {
			used[t.Grant], until[t.Grant] = t.Used, t.Expires
		}
		for _, g := range own {
			when, isKnown := used[g.grant.ID]
			d.Say(prose.Plain, g.line(isKnown, when, until[g.grant.ID]))
			if g.grant.Intent != "" {
				d.Say(prose.Plain, `  It says what it is about: "`+world.Clean(g.grant.Intent)+`"`)
			}
		}
		if len(own) == 0 {
			d.Say(prose.System, "No agent may act for this character. agent grant and a label mints a token for one.")
		}
		for _, line := range waiting {
			d.Say(prose.Plain, line)
		}
	})
}

// line says what an agent may and does. When it last did is known of the tokens of one's own account.
func (m mine) line(isKnown bool, used, until time.Time) string {
	parts := []string{"a " + m.grant.Role.String()}
	if m.grant.Role == world.GrantNPC {
		parts[0] = "an npc"
	}
	if len(m.grant.Verbs) == 0 {
		parts = append(parts, "may all")
	} else {
		isTool := func(v string) bool { return v == "look_around" } // look's
		typed := slices.DeleteFunc(slices.Clone(m.grant.Verbs), isTool)
		parts = append(parts, "may "+strings.Join(typed, " "))
	}
	if m.grant.Role.Reach().Acts {
		parts = append(parts, "asks: "+m.grant.Ask.String())
	}
	switch {
	case !isKnown:
	case used.IsZero():
		parts = append(parts, "never used")
	default: // it is kept to the hour
		hour := used.UTC().Truncate(time.Hour)
		parts = append(parts, "last used "+hour.Format("2 January 2006 between 15:04")+" and "+
			hour.Add(time.Hour).Format("15:04"))
	}
	if !until.IsZero() {
		parts = append(parts, "ends "+until.UTC().Format("2 January 2006 15:04"))
	}
	switch {
	case m.grant.Paused:
		parts = append(parts, "paused")
	case m.inWorld:
		parts = append(parts, "drives its character now")
	}
	label := world.Clean(m.grant.Label)
	if m.name != "" {
		label += " (of " + m.name + ")"
	}
	return label + ": " + strings.Join(parts, ", ")
}

// asked lists the questions of an agent that have no answer yet, and the answers that stand.
func asked(s *world.State, g *world.Grant, now world.Time) []string {
	var out []string
	for _, h := range g.Holds {
		if now >= h.At+world.HoldLasts {
			continue
		}
		state := fmt.Sprintf("waits for your word: agent yes %d, or agent no %d", h.N, h.N)
		switch {
		case h.Answered && h.Yes:
			state = "you said yes"
		case h.Answered:
			state = "you said no"
		}
		who := ""
		if a := s.Actors[g.Actor]; a != nil {
			who = " for " + world.Clean(a.Name)
		}
		out = append(
			out,
			fmt.Sprintf("  %d. %s%s wants to %s (%s)", h.N, world.Clean(g.Label), who, world.Clean(h.What),
				state),
		)
	}
	return out
}
