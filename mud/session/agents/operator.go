package agents

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Operator does what a wizard typed behind agents.
func (c *Commands) Operator(d Session, do, text string) {
	text = strings.TrimSpace(text)
	switch do {
	case "kick":
		c.kick(d, text)
	case "ban":
		c.ban(d, strings.Fields(text))
	case "off":
		reason := text
		d.Act(func() world.Action { return world.ShutAgents{Reason: reason} }, func() { c.door().Shut(reason) })
	case "on":
		d.Act(func() world.Action { return world.ShutAgents{Open: true} }, c.door().Open)
	case "caps":
		c.caps(d, strings.Fields(text))
	default:
		c.listAll(d)
	}
}

// theirs is what the world knows of somebody's agent.
type theirs struct {
	grant   world.Grant
	name    string
	account world.AccountID
	inWorld bool
}

// all reads every grant.
func all(d Session, then func(grants map[world.GrantID]theirs, policy world.AgentPolicy)) {
	grants := map[world.GrantID]theirs{}
	var policy world.AgentPolicy
	d.Read(func(s *world.State, _ world.Time) {
		policy = s.Agents
		policy.Banned = append([]world.AccountID(nil), policy.Banned...)
		for id, g := range world.Ordered(s.Grants) {
			t := theirs{grant: *g}
			if a := s.Actors[g.Actor]; a != nil {
				t.name, t.account, t.inWorld = a.Name, a.Account, a.Driven() && a.Agent == id
			}
			grants[id] = t
		}
	}, func() { then(grants, policy) })
}

// listAll shows the agents that were here since the start, and what is decided about agents.
func (c *Commands) listAll(d Session) {
	all(d, func(grants map[world.GrantID]theirs, policy world.AgentPolicy) {
		seen := c.door().Seen()
		n := 0
		for _, s := range seen {
			g, ok := grants[s.Grant]
			if !ok {
				continue
			}
			n++
			d.Say(prose.Plain, g.line(s))
		}
		d.Say(
			prose.System,
			fmt.Sprintf("%d of %d grants were used since the start. Caps: %s.", n, len(grants), caps(policy)),
		)
		if policy.Shut {
			d.Say(prose.System, policy.ShutText())
		}
		if len(policy.Banned) > 0 {
			d.Say(prose.System, "Accounts whose agents are shut out: "+joined(policy.Banned)+".")
		}
	})
}

func joined(ids []world.AccountID) string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = string(id)
	}
	return strings.Join(out, ", ")
}

func (t theirs) line(s Seen) string {
	where := "not in the world"
	if t.inWorld {
		where = "in the world"
	}
	if t.grant.Paused {
		where += ", paused by its owner"
	}
	return fmt.Sprintf(
		"%s (%s): %s for %s of %s, %s, %d sessions, %d streams, %d calls, last at %s",
		world.Clean(t.grant.Label),
		t.grant.ID,
		t.grant.Role,
		world.Clean(t.name),
		t.account,
		where,
		s.Sessions,
		s.Streams,
		s.Calls,
		s.Last.UTC().Format("15:04:05"),
	)
}

func caps(p world.AgentPolicy) string {
	var out []string
	for _, c := range []struct {
		name string
		most int
	}{{"all", p.All}, {"account", p.Account}, {"room", p.Room}} {
		if c.most > 0 {
			out = append(out, fmt.Sprintf("%s %d", c.name, c.most))
		}
	}
	if len(out) == 0 {
		return "none"
	}
	return strings.Join(out, ", ")
}

func (c *Commands) caps(d Session, words []string) {
	if len(words) == 0 {
		all(d, func(_ map[world.GrantID]theirs, p world.AgentPolicy) { d.Say(prose.System, "Caps: "+caps(p)+".") })
		return
	}
	n, err := 0, error(nil)
	if len(words) > 1 {
		n, err = strconv.Atoi(words[1])
	}
	if len(words) != len([]string{"all", "5"}) || err != nil {
		d.Say(prose.Refusal, "Say what is counted and how many may be: agents caps all 50, account 3 or room 10. "+
			"0 is any number.")
		return
	}
	what := world.AgentCap(strings.ToLower(words[0]))
	d.Act(func() world.Action { return world.CapAgents{What: what, Most: n} }, func() {})
}

// kick ends an agent's connections. It may come back; agents ban keeps it out.
func (c *Commands) kick(d Session, name string) {
	if name == "" {
		d.Say(prose.Refusal, "Say which agent, by its label or its grant. Type agents to see them.")
		return
	}
	all(d, func(grants map[world.GrantID]theirs, _ world.AgentPolicy) {
		var found []theirs
		for id, g := range world.Ordered(grants) {
			if string(id) == name {
				found = []theirs{g}
				break
			}
			if strings.EqualFold(g.grant.Label, name) {
				found = append(found, g)
			}
		}
		switch {
		case len(found) == 0:
			d.Say(prose.Refusal, "There is no agent of that label or grant. Type agents to see them.")
		case len(found) > 1:
			ids := make([]string, len(found))
			for i, g := range found {
				ids[i] = string(g.grant.ID) + " of " + world.Clean(g.name)
			}
			d.Say(prose.Refusal, "Several agents have that label. Say which by its grant: "+strings.Join(ids, ", ")+".")
		default:
			c.door().Ended(found[0].grant.ID)
			d.Say(prose.System, "All connections of "+world.Clean(found[0].grant.Label)+" are ended. It may come back; "+
				"agents ban "+world.Clean(found[0].name)+" keeps it out.")
		}
	})
}

// ban shuts an owner's agents out, or lets them in again.
func (c *Commands) ban(d Session, words []string) {
	off := len(words) > 1 && strings.EqualFold(words[1], "off")
	if len(words) == 0 || len(words) > 1 && !off {
		d.Say(
			prose.Refusal,
			"Say whose agents: agents ban and the name of an account or a character; with off behind it, "+
				"they may come again.",
		)
		return
	}
	account, ofThem := world.AccountID(words[0]), []world.GrantID{}
	d.Read(func(s *world.State, _ world.Time) {
		if a := s.PlayerNamed(words[0]); a != nil {
			account = a.Account
		} else if found, ok, err := c.Accounts.Find(words[0]); err == nil && ok {
			account = found.ID
		} else if len(s.Characters(account)) == 0 {
			account = ""
		}
		for _, body := range s.Characters(account) {
			for _, g := range s.GrantsOf(body) {
				ofThem = append(ofThem, g.ID)
			}
		}
	}, func() {
		if account == "" {
			d.Say(prose.Refusal, "There is no account and no character with an owner of that name.")
			return
		}
		d.Act(func() world.Action { return world.BanAgents{Account: account, Off: off} }, func() {
			for _, id := range ofThem {
				if off {
					c.door().Changed(id)
				} else {
					c.door().Ended(id)
				}
			}
		})
	})
}
