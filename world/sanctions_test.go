package world_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

const day = 24 * 60 * world.Minute

// host decides something as the operator does, and returns the events or the refusal's code.
func (c *scene) host(a world.Action) (string, world.Code) {
	c.Helper()
	return c.at(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: a})
}

// started is the daemon taking the world up again after a time of the wall clock.
func (c *scene) started(later world.Time) {
	c.Helper()
	if _, code := c.host(world.Start{Build: "next", Wall: c.s.WallClock(c.now) + int64(later)}); code != "" {
		c.Fatalf("the start is refused: %s", code)
	}
}

// OWNERS D2: who is muted is heard by nobody, as no character and by no agent, is told so with the reason and the time,
// and may report; undone it is over.
func TestTheMutedAreNotHeard(t *testing.T) {
	c := newScene(t)
	other := worldtest.Join(c.s, c.now, worldtest.Person{Name: "Berta", Account: "a-benno"})
	c.does(benno, world.MintGrant{Grant: "g-ben", Label: "helper"})
	mute := world.Impose{Kind: world.SanctionMute, Who: benno, Span: 2 * 60 * world.Minute, Reason: "spam\x1b[31m."}
	c.emits(merla, mute, "Imposed")
	for _, who := range []world.ActorID{merla, benno, other} {
		if _, told := c.heardBy(who, c.last)["Imposed"]; !told {
			t.Errorf("%s is not told", who)
		}
	}
	if _, told := c.heardBy(anna, c.last)["Imposed"]; told {
		t.Error("a bystander is told")
	}
	for _, a := range []world.Action{
		world.Say{Text: "hello"}, world.Shout{Text: "hello"}, world.Tell{To: anna, Text: "hello"},
		world.Whisper{To: anna, Text: "hello"}, world.Emote{Text: "grins"}, world.Gesture{Social: "bow"},
		world.TauntAt{Text: "Ha!"},
	} {
		c.refused(benno, a, world.CodeMuted)
		c.refused(other, a, world.CodeMuted)
		in := world.Input{Actor: benno, Via: world.Via{Kind: world.ViaGrant, Grant: "g-ben"}, Action: a}
		if _, code := c.at(in); code != world.CodeMuted {
			t.Errorf("an agent's %T: got %q", a, code)
		}
	}
	_, r := c.s.Decide(c.now, worldtest.Typed(benno, world.Say{Text: "hello"}))
	until := world.WallDate(c.s.Sanctions["mute-pc-benno"].Until)
	if want := "You are muted until " + until + ": spam[31m. You can still report."; r == nil || r.Text != want {
		t.Errorf("got %v, want %q", r, want)
	}
	c.does(benno, world.Report{Text: "They muted me."})
	c.does(anna, world.Say{Text: "hello"})
	c.refused(benno, world.Lift{Sanction: "mute-pc-benno"}, world.CodeNotAllowed)
	c.emits(merla, world.Lift{Sanction: "mute-pc-benno"}, "Lifted")
	c.refused(merla, world.Lift{Sanction: "mute-pc-benno"}, world.CodeUnknown)
	c.does(other, world.Say{Text: "hello"})

	c.emits(merla, world.Impose{Kind: world.SanctionMute, Who: gast}, "Imposed")
	c.refused(merla, world.Impose{Kind: world.SanctionMute, Who: gast}, world.CodeAlready)
	c.emits(merla, world.Impose{Kind: world.SanctionMute, Who: gast, Reason: "noise"}, "Imposed")
	c.does(gast, world.Depart{})
	c.wait(61 * world.Minute)
	if len(c.s.Sanctions) != 0 {
		t.Errorf("the guest is forgotten, and these stand: %v", c.s.Sanctions)
	}
}

// A sanction lasts by the wall clock: days count while the server is off, when world time hardly goes on.
func TestSanctionsEndByTheWallClock(t *testing.T) {
	c := newScene(t)
	c.started(0)
	c.does(benno, world.Enter{})
	c.does(merla, world.Enter{})
	c.emits(merla, world.Impose{Kind: world.SanctionMute, Who: benno, Span: 20 * day}, "Imposed")
	c.emits(merla, world.Impose{Kind: world.SanctionMute, Who: anna, Only: true}, "Imposed")
	c.started(19 * day) // far more than a start lets the world's time go on
	c.does(benno, world.Enter{})
	c.refused(benno, world.Say{Text: "hello"}, world.CodeMuted)
	c.started(day + world.Minute)
	c.does(benno, world.Enter{})
	c.does(merla, world.Enter{})
	c.does(anna, world.Enter{})
	c.does(benno, world.Say{Text: "hello"})
	c.refused(anna, world.Say{Text: "hello"}, world.CodeMuted)
	c.refused(merla, world.Lift{Sanction: "mute-pc-benno"}, world.CodeUnknown)
	c.emits(merla, world.Impose{Kind: world.SanctionMute, Who: gast}, "Lifted Imposed")
	c.refused(merla, world.Impose{Kind: world.SanctionMute, Who: gast, Span: -1}, world.CodeBadValue)
	c.refused(merla, world.Impose{Kind: world.SanctionMute, Who: gast, Span: 4000 * day}, world.CodeBadValue)
	long := strings.Repeat("x", world.SanctionReasonMost+1)
	c.refused(merla, world.Impose{Kind: world.SanctionMute, Who: gast, Reason: long}, world.CodeBadValue)
}

// OWNERS D2: the frozen look, report and go, and do nothing else; their fights are over.
func TestTheFrozenDoNothing(t *testing.T) {
	c := newScene(t)
	c.goes(benno, worldtest.Arena)
	c.does(benno, world.Attack{Target: c.mob("rat")})
	c.does(merla, world.Impose{Kind: world.SanctionFreeze, Who: benno, Reason: "wait"})
	if c.s.Actors[benno].Fighting != "" {
		t.Error("the fight goes on")
	}
	left := []string{"Enter", "Depart", "Report", "Listen", "ReadNews", "ReadLetter", "DropLetter", "ReadPin", "Unpin",
		"Introduce"}
	for _, a := range world.ActionKinds() {
		_, before := c.s.Decide(c.now, worldtest.Typed(benno, a))
		name := strings.TrimPrefix(fmt.Sprintf("%T", a), "world.")
		if slices.Contains(left, name) {
			if before != nil && before.Code == world.CodeFrozen {
				t.Errorf("%s is refused: %s", name, before.Text)
			}
			if c.s.Actors[benno].Presence != world.Here {
				c.does(benno, world.Enter{})
			}
			continue
		}
		if before == nil || before.Code != world.CodeFrozen && before.Code != world.CodeNotAllowed {
			t.Errorf("%s: got %v", name, before)
		}
	}
	c.does(merla, world.Lift{Sanction: "freeze-pc-benno"})
	c.does(benno, world.Say{Text: "Thank you."})
}

// OWNERS D2: a ban of an account sends out all its characters, lets none of them in, nor its agents, and says why and
// until when; nobody else is touched.
func TestTheBannedAreOut(t *testing.T) {
	c := newScene(t)
	other := worldtest.Join(c.s, c.now, worldtest.Person{Name: "Berta", Account: "a-benno"})
	c.does(other, world.MintGrant{Grant: "g-ben", Label: "helper"})
	ban := world.Impose{Kind: world.SanctionBan, Who: benno, Span: 3 * day, Reason: "spam"}
	c.emits(merla, ban, "Imposed Kicked Departed Kicked Departed")
	if sense := c.heardBy(other, c.last)["Kicked"]; sense&world.Mine == 0 {
		t.Errorf("the other character is told %v", sense)
	}
	for _, who := range []world.ActorID{benno, other} {
		c.refused(who, world.Enter{}, world.CodeBanned)
	}
	_, r := c.s.Decide(c.now, worldtest.Typed(other, world.Enter{}))
	until := world.WallDate(c.s.Sanctions["ban-pc-benno"].Until)
	if r == nil || r.Text != "You are banned from this world until "+until+": spam." {
		t.Errorf("got %v", r)
	}
	if r := c.s.GrantStands("g-ben", other, c.now); r == nil || r.Code != world.CodeBanned {
		t.Errorf("an agent of theirs: got %v", r)
	}
	for _, who := range []world.ActorID{anna, gast, merla} {
		if c.s.Actors[who].Presence != world.Here {
			t.Errorf("%s is gone too", who)
		}
	}
	c.refused(merla, world.Impose{Kind: world.SanctionBan, Who: gast}, world.CodeCannot)
	c.emits(merla, world.Impose{Kind: world.SanctionBan, Who: other}, "Imposed") // the same ban, for good now
	if x := c.s.Sanctions["ban-pc-benno"]; len(c.s.Sanctions) != 1 || x.Until != 0 {
		t.Errorf("got %+v", c.s.Sanctions)
	}
	c.does(merla, world.Lift{Sanction: "ban-pc-benno"})
	c.does(benno, world.Enter{})
	c.emits(merla, world.Impose{Kind: world.SanctionBan, Who: benno, Only: true}, "Imposed Kicked Departed")
	c.does(other, world.Enter{})
	c.refused(benno, world.Enter{}, world.CodeBanned)
}

// OWNERS D2: a ban of an address sends out who the doors say comes from there, and keeps out who comes later; wizards
// it never does, and nobody bans where they come from themselves.
func TestBansOfAddresses(t *testing.T) {
	c := newScene(t)
	all := []world.ActorID{anna, gast, merla}
	ban := world.Impose{Kind: world.SanctionBan, Net: "203.0.113.0/24", Out: all}
	c.refused(merla, ban, world.CodeCannot)
	ban.Strangers = true
	if got := names(c.does(merla, ban)); !strings.HasPrefix(got, "Imposed Kicked") || strings.Count(got, "Kicked") != 1 {
		t.Errorf("got %q, want one guest sent out", got)
	}
	ban.Strangers = false
	if got, code := c.host(ban); got != "Imposed Kicked Departed" {
		t.Errorf("the operator's: got %q %q, want one player sent out", got, code)
	}
	for _, v := range []struct {
		from string
		who  world.ActorID
		want world.Code
	}{
		{"203.0.113.9", "", world.CodeBanned}, {"203.0.113.9", anna, world.CodeBanned}, {"203.0.113.9", merla, ""},
		{"203.0.114.1", "", ""}, {"unknown", "", ""}, {"2001:db8::/64", "", ""},
	} {
		r := c.s.BarredFrom(v.from, c.s.Actors[v.who], c.now)
		if got := codeOf(r); got != v.want {
			t.Errorf("%s from %s: got %q", v.who, v.from, got)
		}
	}
	c.does(merla, world.Lift{Sanction: "ban-203-0-113-0-24"})
	if r := c.s.BarredFrom("203.0.113.9", c.s.Actors[anna], c.now); r != nil {
		t.Errorf("who has an account is kept out with the strangers: %v", r)
	}
	if r := c.s.BarredFrom("203.0.113.9", nil, c.now); r == nil || !strings.Contains(r.Text, "no guests") {
		t.Errorf("a stranger: got %v", r)
	}
	for text, want := range map[string]string{
		"203.0.113.7": "203.0.113.7/32", "203.0.113.7/24": "203.0.113.0/24", "::ffff:203.0.113.7": "203.0.113.7/32",
		"2001:db8::1": "2001:db8::/64", "2001:db8::1/128": "2001:db8::/64", "2001:db8::/32": "2001:db8::/32",
		"fe80::1%eth0": "fe80::/64", "0.0.0.0/0": "", "2001::/8": "", "nowhere": "", "203.0.113": "",
		"::ffff:1.2.3.4/120": "",
	} {
		net, r := world.ParseNet(text)
		if got := net.String(); r == nil && got != want || (r != nil) != (want == "") {
			t.Errorf("%s: got %s, %v", text, got, r)
		}
	}
	c.does(merla, world.Impose{Kind: world.SanctionBan, Net: "2001:db8::1"})
	if r := c.s.BarredFrom("2001:db8::/64", nil, c.now); codeOf(r) != world.CodeBanned {
		t.Errorf("from the household of a banned address: got %v", r)
	}
}

// A ban that sends out more people than one record takes leaves the rest, and goes on when it is given once more.
func TestBansOfCrowds(t *testing.T) {
	c := newScene(t)
	var crowd []world.ActorID
	for i := range 600 {
		name := "Z" + string(rune('a'+i/676)) + string(rune('a'+i/26%26)) + string(rune('a'+i%26))
		crowd = append(crowd, worldtest.Join(c.s, c.now, worldtest.Person{Name: name}))
	}
	isThere := func(id world.ActorID) bool { return c.s.Actors[id].Presence != world.Away }
	times := 0
	for ; times < 5 && slices.ContainsFunc(crowd, isThere); times++ {
		c.does(merla, world.Impose{Kind: world.SanctionBan, Net: "203.0.113.7", Strangers: true, Out: crowd})
	}
	if times < 2 || slices.ContainsFunc(crowd, isThere) {
		t.Errorf("given %d times, want it to take more than once, and to send out all", times)
	}
}

// OWNERS, section 2: nobody sanctions themselves, nor a wizard; whoever claimed the world is demoted by nobody; a
// second wizard undoes what a first did; the operator reaches all.
func TestWhomNoSanctionReaches(t *testing.T) {
	c := newScene(t)
	worldtest.Join(c.s, c.now, worldtest.Person{Name: "Wanda", Account: "a-wanda", Role: world.RoleWizard})
	const wanda = world.ActorID("pc-wanda")
	if got, _ := c.host(world.Anoint{Body: merla, Founds: true}); got != "FieldSet Founded" {
		t.Fatalf("got %q", got)
	}
	for _, kind := range []world.SanctionKind{world.SanctionMute, world.SanctionFreeze, world.SanctionBan} {
		c.refused(wanda, world.Impose{Kind: kind, Who: wanda}, world.CodeCannot)
		c.refused(wanda, world.Impose{Kind: kind, Who: merla}, world.CodeNotAllowed)
		c.refused(merla, world.Impose{Kind: kind, Who: wanda}, world.CodeNotAllowed)
		c.refused(merla, world.Impose{Kind: kind, Who: bess}, world.CodeCannot)
		c.refused(merla, world.Impose{Kind: kind, Who: "pc-nobody"}, world.CodeUnknown)
	}
	c.refused(wanda, world.Kick{Who: merla}, world.CodeNotAllowed)
	c.refused(wanda, world.Kick{Who: wanda}, world.CodeCannot)
	c.refused(wanda, world.SetField{Actor: merla, Field: "role", Value: int(world.RolePlayer)}, world.CodeNotAllowed)
	c.does(merla, world.Impose{Kind: world.SanctionMute, Who: anna})
	c.emits(wanda, world.Lift{Sanction: "mute-pc-anna"}, "Lifted")
	c.does(merla, world.SetField{Actor: wanda, Field: "role", Value: int(world.RolePlayer)})
	c.emits(merla, world.Kick{Who: wanda, Reason: "Sleep on it."}, "Kicked Departed")
	c.refused(merla, world.Kick{Who: wanda}, world.CodeAbsent)
	c.does(wanda, world.Enter{})
	if got, code := c.host(world.Impose{Kind: world.SanctionBan, Who: merla}); got != "Imposed Kicked Departed" {
		t.Errorf("the operator bans a wizard: got %q %q", got, code)
	}
}

// OWNERS, section 2: the world is shut to guests, to new accounts, or to all but wizards; whoever is in stays.
func TestShutDoors(t *testing.T) {
	c := newScene(t)
	guest := world.Create{Name: "Hedda", Role: world.RoleGuest}
	for _, door := range []world.Entrance{world.EntranceGuests, world.EntrancePlayers} {
		c.emits(merla, world.Impose{Kind: world.SanctionShut, Door: door, Reason: "a flood"}, "Imposed")
		if _, code := c.host(guest); code != world.CodeShut {
			t.Errorf("%s: a guest gets %q", door, code)
		}
		if _, code := c.host(world.Embody{Body: "pc-seren"}); code != world.CodeShut {
			t.Errorf("%s: a guest in a ready-made body gets %q", door, code)
		}
		c.does(gast, world.Say{Text: "I am in."})
		c.does(anna, world.Depart{})
		_, code := c.at(worldtest.Typed(anna, world.Enter{}))
		if want := door == world.EntrancePlayers; (code == world.CodeShut) != want {
			t.Errorf("%s: a player gets %q", door, code)
		}
		c.does(merla, world.Depart{})
		c.does(merla, world.Enter{})
		if r := c.s.BarredNew(world.EntranceNew, c.now); (r != nil) != (door == world.EntrancePlayers) {
			t.Errorf("%s: a new account gets %v", door, r)
		}
		c.emits(merla, world.Lift{Sanction: "shut-" + world.SanctionID(door)}, "Lifted")
		c.does(anna, world.Enter{})
	}
	c.does(merla, world.Impose{Kind: world.SanctionShut, Door: world.EntranceNew, Span: day})
	r := c.s.BarredNew(world.EntranceNew, c.now)
	if r == nil || !strings.HasPrefix(r.Text, "No new accounts are made here until ") {
		t.Errorf("got %v", r)
	}
	if _, code := c.host(guest); code != "" {
		t.Errorf("a guest gets %q", code)
	}
	c.refused(merla, world.Impose{Kind: world.SanctionShut, Door: "back"}, world.CodeBadValue)
}

// OWNERS, section 2: wizards and the operator keep notes on a player, whom nobody tells.
func TestNotesOnPlayers(t *testing.T) {
	c := newScene(t)
	c.emits(merla, world.Annotate{Who: anna, Text: "Asked \x1b[2Jtwice."}, "Noted")
	if _, told := c.heardBy(anna, c.last)["Noted"]; told {
		t.Error("whom it is about is told")
	}
	c.host(world.Annotate{Who: anna, Text: "Paid."})
	notes := c.s.Actors[anna].Notes
	if len(notes) != 2 || notes[0].Text != "Asked [2Jtwice." || notes[0].By != "Merla" || notes[1].By != "" {
		t.Errorf("got %+v", notes)
	}
	c.emits(merla, world.Annotate{Who: anna, Drop: 1}, "Noted")
	if got := c.s.Actors[anna].Notes; len(got) != 1 || got[0].Text != "Paid." {
		t.Errorf("got %+v", got)
	}
	c.refused(merla, world.Annotate{Who: anna, Drop: 2}, world.CodeUnknown)
	c.refused(merla, world.Annotate{Who: anna}, world.CodeMissing)
	c.refused(merla, world.Annotate{Who: gast, Text: "A guest."}, world.CodeUnknown)
	c.refused(merla, world.Annotate{Who: anna, Text: strings.Repeat("x", world.NoteBytesMost+1)}, world.CodeBadValue)
	for range world.NotesMost - 1 {
		c.does(merla, world.Annotate{Who: anna, Text: "More."})
	}
	c.refused(merla, world.Annotate{Who: anna, Text: "Too much."}, world.CodeFull)
}

// Dates are those of the Gregorian calendar, leap days and ends of years too.
func TestWallDates(t *testing.T) {
	for wall, want := range map[int64]string{
		0: "00:00 UTC on 1 January 1970", -5: "00:00 UTC on 1 January 1970",
		951_782_399_000: "23:59 UTC on 28 February 2000", 951_782_400_000: "00:00 UTC on 29 February 2000",
		951_868_800_000: "00:00 UTC on 1 March 2000", 1_735_689_599_999: "23:59 UTC on 31 December 2024",
		1_735_689_600_000: "00:00 UTC on 1 January 2025", 4_107_542_400_000: "00:00 UTC on 1 March 2100",
	} {
		if got := world.WallDate(wall); got != want {
			t.Errorf("%d: got %q, want %q", wall, got, want)
		}
	}
}

func codeOf(r *world.Refusal) world.Code {
	if r == nil {
		return ""
	}
	return r.Code
}
