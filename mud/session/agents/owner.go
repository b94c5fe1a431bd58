package agents

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Owner does what an owner typed behind agent.
func (c *Commands) Owner(d Session, do, text string) {
	words := strings.Fields(text)
	switch do {
	case "grant":
		c.grant(d, words)
	case "scope", "ask", "pause", "resume", "revoke", "watch":
		c.named(d, do, words)
	case "copilot":
		c.copilot(d, text)
	case "yes", "no":
		c.answer(d, do == "yes", text)
	default:
		c.list(d)
	}
}

// Token does what an owner typed behind token, the older and shorter way.
func (c *Commands) Token(d Session, do, label string) {
	switch do {
	case "new":
		c.mint(d, order{label: world.Clean(label), ask: world.AskDestructive})
	case "revoke":
		c.named(d, "revoke", strings.Fields(label))
	default:
		c.list(d)
	}
}

// grant mints a token from words.
func (c *Commands) grant(d Session, words []string) {
	o, r := c.order(words)
	if r != nil {
		d.Say(prose.Refusal, r.Text)
		return
	}
	c.mint(d, o)
}

// mint makes a token and shows it this once.
func (c *Commands) mint(d Session, o order) {
	if o.label == "" {
		d.Say(prose.Refusal, "Give the agent a label, so that you know it again: agent grant scout")
		return
	}
	var secret account.Secret
	var token account.Token
	d.Proof(func(now time.Time) (puts []account.Put, err error) {
		list, err := c.Accounts.Tokens(d.Account())
		if err != nil {
			return nil, err
		}
		for _, t := range list {
			over := !t.Expires.IsZero() && !now.Before(t.Expires)
			if t.Character == d.Body() && strings.EqualFold(t.Label, o.label) && !over {
				return nil, &account.Refusal{
					Code: account.CodeBadLabel,
					Text: "You have a token of that label already.",
				}
			}
		}
		spec := account.TokenSpec{Account: d.Account(), Character: d.Body(), Label: o.label}
		if o.life > 0 {
			spec.Expires = now.Add(o.life)
		}
		secret, token, puts, err = c.Accounts.Mint(spec, now)
		return puts, err
	}, func() world.Action {
		return world.MintGrant{
			Grant: token.Grant, Label: o.label, Role: o.role, Verbs: o.verbs, Ask: o.ask,
			For: world.Time(o.life.Milliseconds()),
		}
	}, func() {
		d.Say(prose.System, "This is the token; it is shown only now, and whoever has it can act for you:")
		d.Say(prose.Command, secret.Reveal())
		d.Say(prose.Hint, "Your agent connects to /mcp with the header Authorization: Bearer and the token. "+
			"While you are at the keyboard yourself it may only look, unless you type agent copilot on. "+asksFor(o.role, o.ask))
	})
}

// asksFor says for what an agent needs its owner's yes.
func asksFor(role world.GrantRole, a world.Asking) string {
	if !role.Reach().Acts {
		return "It can do nothing, so it asks you for nothing."
	}
	if role == world.GrantBuilder {
		return "What you may build it may draft, and it publishes nothing. " + asksFor(world.GrantPlayer, a)
	}
	switch a {
	case world.AskAll:
		return "It asks you before everything it does."
	case world.AskDestructive:
		return "It asks you before it attacks people or gives things away."
	case world.AskNothing:
	}
	return "It asks you for nothing."
}

func (c *Commands) copilot(d Session, value string) {
	value = strings.ToLower(strings.TrimSpace(value))
	if value != "on" && value != "off" {
		d.Say(prose.Refusal, "Say whether your agent may act while you are at the keyboard: agent copilot on, or off.")
		return
	}
	c.Copilot(d, value == "on")
}

// Copilot lets agents act beside their owner, or not.
func (c *Commands) Copilot(d Session, on bool) {
	switch {
	case !d.Copilot(on):
		d.Say(prose.Refusal, "Somebody else sits at your keyboard by now.")
	case on:
		d.Say(prose.System, "Your agent may act while you are here too. copilot off takes the helm back.")
	default:
		d.Say(prose.System, "While you are here, your agent may look and listen only.")
	}
}

func (c *Commands) answer(d Session, yes bool, text string) {
	if strings.TrimSpace(text) == "" {
		var open []int
		d.Read(func(s *world.State, now world.Time) {
			for _, g := range grantsOf(s, d.Body()) {
				for _, h := range g.grant.Holds {
					if now < h.At+world.HoldLasts {
						open = append(open, h.N)
					}
				}
			}
		}, func() {
			if len(open) == 1 {
				c.answer(d, yes, strconv.Itoa(open[0]))
				return
			}
			d.Say(prose.Refusal, "Say which question you answer, by its number: agent yes 3. Type agent to see them.")
		})
		return
	}
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		d.Say(prose.Refusal, "Say which question you answer, by its number: agent yes 3. Type agent to see them.")
		return
	}
	d.Act(func() world.Action { return world.AnswerHold{Hold: n, Yes: yes} }, func() {})
}

// named does what concerns one agent, which the words begin with.
func (c *Commands) named(d Session, do string, words []string) {
	if do == "watch" && len(words) == 1 && strings.EqualFold(words[0], "off") {
		d.Follow(nil)
		d.Say(prose.System, "You watch no agent any more.")
		return
	}
	var grants []world.Grant
	d.Read(func(s *world.State, _ world.Time) {
		for _, g := range grantsOf(s, d.Body()) {
			grants = append(grants, g.grant)
		}
	}, func() {
		g, rest, r := pick(grants, words)
		if r != nil {
			d.Say(prose.Refusal, r.Text)
			return
		}
		c.about(d, do, g, rest)
	})
}

// ownFirst lists the characters of a body's owner, that body first: its agent is meant where two have one label.
func ownFirst(s *world.State, body world.ActorID) []world.ActorID {
	out := []world.ActorID{body}
	for _, id := range s.OwnerOf(body) {
		if id != body {
			out = append(out, id)
		}
	}
	return out
}

// grantsOf lists the agents that a body's owner may command: their own, those of this body first, and for a wizard
// those that play creatures, which go by the creature's id, for that is what a wizard knows them by, and by a number
// where a creature has several.
func grantsOf(s *world.State, body world.ActorID) []mine {
	var out []mine
	add := func(g *world.Grant) *mine {
		a := s.Actors[g.Actor]
		out = append(out, mine{grant: *g, inWorld: a != nil && a.Driven() && a.Agent == g.ID})
		return &out[len(out)-1]
	}
	for _, id := range ownFirst(s, body) {
		for _, g := range s.GrantsOf(id) {
			if one := add(g); s.Actors[id] != nil && id != body {
				one.name = s.Actors[id].Name
			}
		}
	}
	if me := s.Actors[body]; me == nil || me.Role < world.RoleWizard {
		return out
	}
	nth := map[world.ActorID]int{}
	for _, g := range world.Ordered(s.Grants) {
		if a := s.Actors[g.Actor]; a != nil && !a.Player() {
			one := add(g)
			one.grant.Label = string(g.Actor)
			if nth[g.Actor]++; nth[g.Actor] > 1 {
				one.grant.Label += " " + strconv.Itoa(nth[g.Actor])
			}
		}
	}
	return out
}

func (c *Commands) about(d Session, do string, g world.Grant, rest []string) {
	tune := world.TuneGrant{Grant: g.ID}
	switch do {
	case "revoke":
		c.revoke(d, g)
		return
	case "watch":
		c.watch(d, g)
		return
	case "pause", "resume":
		tune.What, tune.Pause = world.TunePause, do == "pause"
	case "ask":
		ask, ok := asking(strings.Join(rest, " "))
		if !ok {
			d.Say(prose.Refusal, "Say for what it must ask you: agent ask "+g.Label+" none, destructive or all.")
			return
		}
		tune.What, tune.Ask = world.TuneAsk, ask
	case "scope":
		verbs, r := c.Table.Scope(rest)
		if r != nil {
			d.Say(prose.Refusal, r.Text)
			return
		}
		tune.What, tune.Verbs = world.TuneVerbs, verbs
	}
	d.Act(func() world.Action { return tune }, func() { c.door().Changed(g.ID) })
}

func (c *Commands) revoke(d Session, g world.Grant) {
	d.Proof(func(time.Time) ([]account.Put, error) {
		own, err := c.Accounts.Tokens(d.Account())
		if err != nil || !slices.ContainsFunc(own, func(t account.Token) bool { return t.Grant == g.ID }) {
			return nil, err // another wizard's, for a creature: the world lets it in no more, and that is all it needs
		}
		return c.Accounts.Revoke(d.Account(), g.ID)
	},
		func() world.Action { return world.RevokeGrant{Grant: g.ID} },
		func() {
			c.Watches.Revoked(g.ID)
			c.door().Ended(g.ID)
		})
}

func (c *Commands) watch(d Session, g world.Grant) {
	d.Follow(&Watch{Grant: g.ID, Body: g.Actor, Label: g.Label, Own: g.Actor == d.Body()})
	d.Say(
		prose.System,
		"You see from now on what "+world.Clean(g.Label)+" does and perceives. agent watch off ends that.",
	)
	if g.Intent != "" {
		d.Say(prose.Plain, "["+world.Clean(g.Label)+`] says what it is about: "`+world.Clean(g.Intent)+`"`)
	}
}
