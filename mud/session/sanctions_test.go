package session_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/agents"
	"github.com/mudlark-mud/mudlark/world"
)

// wizard is somebody at a keyboard who looks after the world.
func (h *house) wizard(name string, from account.Source) *person {
	h.t.Helper()
	p := h.come(session.Options{Account: h.register(name), From: from})
	p.sees("Quay")
	h.act(world.Input{
		Via: world.Via{Kind: world.ViaHost}, Action: world.Anoint{Body: world.ActorID("pc-" + name)},
	})
	return p
}

// ends holds that somebody's session ended for a reason, and that they were told why before.
func (p *person) ends(reason, why string) {
	p.t.Helper()
	p.pump("the end", p.Ended)
	if got := p.screen.text() + p.screen.noted(); !strings.Contains(got, why) || !strings.Contains(got, "end "+reason) {
		p.t.Errorf("got %s, want an end by %s with the words %q", got, reason, why)
	}
}

// OWNERS D2: who is kicked, or banned by account or by address, is told why, and their session ends at once; nobody
// else's does. Whoever is banned reads why when they come again.
func TestSanctionsEndSessions(t *testing.T) {
	h := newHouse(t)
	const troll, street = account.Source("203.0.113.7"), account.Source("198.51.100.1")
	wanda := h.wizard("wanda", street)
	benAccount := h.register("ben")
	ben := h.come(session.Options{Account: benAccount, From: troll})
	ben.sees("Quay")
	guests := make([]*person, 3)
	for i := range guests {
		guests[i] = h.come(session.Options{From: troll})
		guests[i].types("guest")
	}
	other := h.come(session.Options{From: street})
	other.types("guest")

	wanda.types("kick ben Enough of that.")
	ben.ends(session.ReasonKicked, "You are sent out of the world: Enough of that. You may come back.")
	ben = h.come(session.Options{Account: benAccount, From: troll})
	ben.sees("Quay")

	wanda.types("ban guests ben trolls")
	for _, g := range guests {
		g.ends(session.ReasonKicked, "You are banned from this world for good: trolls.")
	}
	wanda.sees("Sent out: 3.")
	ben.types("look")
	const closed = "From where you come no guests and no new accounts are let in, for good: trolls."
	for _, name := range []string{"guest", "guest seren", "newname"} {
		again := h.come(session.Options{From: troll})
		again.types(name)
		again.ends(session.ReasonBanned, closed)
	}

	wanda.types("ban ben 3d spam")
	ben.ends(session.ReasonKicked, "You are banned from this world until ")
	ben = h.come(session.Options{Account: benAccount, From: street})
	ben.ends(session.ReasonBanned, "You are banned from this world until ")

	wanda.types("unban ben")
	ben = h.come(session.Options{Account: benAccount, From: troll})
	ben.sees("Quay")
	wanda.types("ban 203.0.113.0/24")
	ben.ends(session.ReasonKicked, "You are banned from this world for good.")
	ben = h.come(session.Options{Account: benAccount, From: troll})
	ben.ends(session.ReasonBanned, "From where you come nobody is let in, for good.")

	wanda.types("doors guests off a flood")
	shut := h.come(session.Options{From: street})
	shut.types("guest")
	shut.sees("No guests are let in: a flood.")
	shut.types("guest seren", "ben", "wrong")
	if shut.Ended() {
		t.Error("whoever finds the door for guests shut may not come by another")
	}
	other.types("look")
	if other.Ended() || wanda.Ended() {
		t.Error("somebody else was sent out")
	}
}

// OWNERS, section 2: while no new accounts are made nobody is asked for a password in vain; one that is under way when
// the door is shut is not made.
func TestNoNewAccounts(t *testing.T) {
	h := newHouse(t)
	wanda := h.wizard("wanda", "198.51.100.1")
	late := h.come(session.Options{From: "198.51.100.2"})
	late.types("cora", "yes", "a long walk")
	wanda.types("doors new off 2h")
	late.types("a long walk")
	late.sees("No new accounts are made here until ")
	if known, err := h.accounts.Known("cora"); err != nil || known {
		t.Errorf("the account is made: %v, %v", known, err)
	}
	soon := h.come(session.Options{From: "198.51.100.2"})
	soon.types("dora")
	soon.sees("No new accounts are made here until ")
	wanda.types("doors new on")
	soon.types("dora", "yes", "a long walk", "a long walk")
	soon.sees("Your account is made")
}

// OWNERS section 2: a wizard sees who is connected: by which door, from where, since when and how idle, also who has
// not signed in, and agents. When a line came last is the session's; the state has none of it.
func TestUsersAreThoseConnected(t *testing.T) {
	h := newHouse(t)
	wanda := h.wizard("wanda", "198.51.100.1")
	ben := h.come(session.Options{Account: h.register("ben"), From: "2001:db8::/64", Door: "ssh"})
	ben.sees("Quay")
	h.come(session.Options{From: "203.0.113.7", Door: "websocket"})
	gone := h.come(session.Options{From: "203.0.113.9"})
	gone.Closed("test")
	now := h.hub.Now()
	h.hub.Now = func() time.Time { return now.Add(90 * time.Minute) }
	ben.types("look")
	h.hub.Now = func() time.Time { return now.Add(100 * time.Minute) }
	h.hub.OpenAgents(callers{
		{Grant: "g-7", Actor: "pc-ben", From: "192.0.2.1", First: now, Last: now.Add(95 * time.Minute)},
		{Grant: "g-8", Actor: "pc-ben", From: "192.0.2.2", First: now, Last: now.Add(80 * time.Minute)},
		{Grant: "g-9", Actor: "pc-ben", First: now, Last: now, Streams: 1},
	})
	wanda.screen.clear()
	wanda.types("users")
	for _, want := range []string{
		"Connected: 5\nWanda (pc-wanda), wizard, by test from 198.51.100.1, since ",
		", for 1 hour 40 minutes, idle 0 seconds\nBen (pc-ben), player, by ssh from 2001:db8::/64, since ",
		", idle 10 minutes\nnot signed in, by websocket from 203.0.113.7, since ",
		", idle 1 hour 40 minutes\nthe agent g-7 of Ben (pc-ben), player, by mcp from 192.0.2.1, since ",
		", idle 5 minutes\nthe agent g-9 of Ben (pc-ben), player, by mcp, since ",
	} {
		if got := wanda.screen.text(); !strings.Contains(got, want) {
			t.Errorf("got %s, want %q in it", got, want)
		}
	}
	ben.screen.clear()
	ben.types("users")
	if got := ben.screen.text(); !strings.Contains(got, "To see who is in the world, type who.") {
		t.Errorf("a player is told %s", got)
	}
}

// callers are the agents that a door has seen.
type callers []agents.Seen

func (callers) Changed(world.GrantID) {}
func (callers) Ended(world.GrantID)   {}
func (callers) Shut(string)           {}
func (callers) Open()                 {}
func (c callers) Seen() []agents.Seen { return slices.Clone(c) }
