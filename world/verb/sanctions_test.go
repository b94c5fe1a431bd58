package verb_test

import (
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// porch says from where people come: everybody from one address.
type porch struct {
	net netip.Prefix
	who []world.ActorID
}

func (p porch) From(who world.ActorID) (netip.Prefix, bool) {
	return p.net, slices.Contains(p.who, who)
}

func (p porch) Within(net netip.Prefix) []world.ActorID {
	if net.Overlaps(p.net) {
		return p.who
	}
	return nil
}

func (p porch) Users() []verb.User {
	return []verb.User{
		{Actor: "pc-ann", Door: "telnet", From: "203.0.113.7", Since: 1_795_000_000_000, For: 8000, Idle: 75},
		{Door: "ssh", From: "203.0.113.8", Since: 1_795_000_000_000, For: 3, Idle: 3},
		{Actor: "pc-ann", Agent: "g-1", Door: "mcp", Since: 1_795_000_000_000, For: 200_000},
	}
}

// reads is what a wizard reads as the answer to a line, with doors that know from where people come.
func (s *stage) reads(doors verb.Doors, line string) string {
	s.t.Helper()
	c := s.ctx(s.bob)
	c.Doors = doors
	got := s.carry(s.bob, s.table.Parse(c, line))
	if got.refusal != nil {
		return got.refusal.Text
	}
	return prose.ReaderText(verb.Words(got.report, prose.Style{}))
}

// OWNERS D2: a wizard's evening with a troll, line by line: what is typed, and what is read.
func TestWizardsDecideAboutPeople(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	for _, v := range [][2]string{
		{"mute ann 2h Shouting  at all.", "Ann, with all characters and agents of the account, is muted until 02:"},
		{"mute ann 3", "How long is that? Say 30m, 2h, 3d or 1w"},
		{"mute ann 5x", "How long is that?"},
		{"mute ann 0m", "How long is that?"},
		{"mute ann forever 3 times warned", "Ann, with all characters and agents of the account, is muted for good: 3"},
		{"mute ann forever 3 times warned", "It is so already, for good."},
		{"mute bob", "Not against yourself."},
		{"mute nan", "Nobody called nan plays here."},
		{"mute npc-nan", "That is for people. npc mute silences a creature."},
		{"mute zed", "Nobody called zed plays here."},
		{"freeze an", "Give the whole name, so that nobody else is meant: Ann."},
		{"sanctions", "Sanctions\nAnn: muted with the account for good: 3 times warned (Bob, "},
		{"sanctions ann", "Sanctions\nAnn: muted"},
		{"sanctions bob", "Sanctions\nThere are none."},
		{"unmute ann", "Ann is muted no longer."},
		{"unmute ann", "Ann is not muted."},
		{"freeze ann 1d12h", "Ann, with all characters and agents of the account, is frozen until 12:"},
		{"unfreeze ann", "Ann is frozen no longer."},
		{"kick ann Enough.", "Ann is sent out, and may come back. To keep them out: ban Ann."},
		{"kick ann", "Ann is not in the world just now. A ban keeps them out: ban Ann."},
		{"ban ann 3d spam", "Ann, with all characters and agents of the account, is banned until 00:"},
		{"unban ann", "Ann is banned no longer."},
		{"ban character ann", "Ann is banned for good. unban Ann ends it."},
		{"unban character ann", "Ann is banned no longer."},
		{"ban 203.0.113.0/24 1w", "Whoever comes from 203.0.113.0/24 is banned until 00:"},
		{"ban guests 203.0.113.7", "Whoever comes from 203.0.113.7 as a guest or with a new account is banned for good."},
		{"sanctions 203.0.113.7", "Sanctions\n203.0.113.0/24: banned until 00:"},
		{"unban 203.0.113.9", "No ban is for exactly that address. sanctions 203.0.113.9 lists those that reach it."},
		{"unban 203.0.113.0/24", "Whoever comes from 203.0.113.0/24 is let in again."},
		{"unban 203.0.113.7", "Whoever comes from 203.0.113.7 is let in again."},
		{"ban 10.0.0.0/4", "That is too wide: /8 is the widest."},
		{"ban guests", "Say which: ban guests and a name or an address."},
		{"ban 2001:db8::1", "Whoever comes from 2001:db8::/64 is banned for good."},
		{"doors", "Who is let in\nNew accounts: yes.\nGuests: yes.\nPlayers: yes."},
		{"doors guests off 2h a flood", "No guests are let in until 02:"},
		{"doors guests", "Say doors new, doors guests or doors players, and then on or off."},
		{"wizlock", "Who is let in\nNew accounts: yes.\nGuests: no, until 02:"},
		{"doors guests on", "The world is open to guests again."},
		{"doors guests on", "It is open already."},
		{"doors players off", "Nobody is let in but those who look after the world. Whoever is in stays."},
		{"notes ann Asked twice.", "Noted. notes Ann reads what is noted of Ann."},
		{"notes ann", "Notes on Ann\n1. Asked twice. (Bob, "},
		{"notes ann drop 1", "That note is gone."},
		{"notes ann", "Notes on Ann\nNothing is noted."},
	} {
		if got := s.reads(nil, v[0]); !strings.HasPrefix(got, v[1]) {
			t.Errorf("%s\n got %q\nwant %q...", v[0], got, v[1])
		}
	}
}

// OWNERS D2: a guest is banned by the address from which they come, with all other guests from there; whoever has an
// account stays.
func TestGuestsAreBannedByTheirAddress(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	first, second := s.join("rolf", world.RoleGuest), s.join("ralf", world.RoleGuest)
	if got := s.reads(nil, "ban rolf"); !strings.HasPrefix(got, "Nobody sits at the keyboard of Rolf") {
		t.Errorf("got %q", got)
	}
	doors := porch{netip.MustParsePrefix("203.0.113.7/32"), []world.ActorID{s.ann, s.bob, first, second}}
	const want = "Whoever comes from 203.0.113.7 as a guest or with a new account is banned for good: trolls. " +
		"Sent out: 2. unban guests 203.0.113.7 ends it."
	if got := s.reads(doors, "ban rolf trolls"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, id := range []world.ActorID{first, second} {
		if s.state.Actors[id].Presence != world.Away {
			t.Errorf("%s is there", id)
		}
	}
	for _, id := range []world.ActorID{s.ann, s.bob} {
		if s.state.Actors[id].Presence != world.Here {
			t.Errorf("%s is gone", id)
		}
	}
	if got := s.reads(doors, "ban 203.0.113.0/24"); !strings.HasPrefix(got, "You come from there yourself.") {
		t.Errorf("got %q", got)
	}
}

// OWNERS D2: the operator decides the same without a body.
func TestTheOperatorDecidesWithoutABody(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	for _, v := range [][3]string{
		{"ban", "bob 1h so be it", "Bob, with all characters and agents of the account, is banned until 01:"},
		{"sanctions", "", "Sanctions\nBob: banned with the account until 01:"},
		{"unban", "bob", "Bob is banned no longer."},
		{"mute", "", "Say whom: mute and a name."},
		{"mute", "me", "Nobody called me plays here."},
		{"jump", "bob", "There is no command jump about people."},
		{"doors", "new off", "No new accounts are made here."},
		{"notes", "bob A good sort.", "Noted."},
	} {
		c := verb.Ctx{State: s.state, Now: s.now, Via: world.Via{Kind: world.ViaHost}}
		call := verb.Moderate(c, v[0], v[1])
		got := ""
		if call.Refusal == nil && call.Input != nil {
			if _, r := s.state.Decide(s.now, *call.Input); r != nil {
				call.Refusal = r
			}
		}
		if call.Refusal != nil {
			got = call.Refusal.Text
		} else {
			got = prose.ReaderText(verb.Words(call.Report(c), prose.Style{}))
		}
		if !strings.HasPrefix(got, v[2]) {
			t.Errorf("%s %s\n got %q\nwant %q...", v[0], v[1], got, v[2])
		}
	}
}
