package world_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// door is a way for an input to come in.
type door struct {
	name string
	who  world.ActorID
	via  world.Via
	role world.Role // as which the door lets one act; 0: as nobody
}

// doors are those that there are, and some that are not.
var doors = []door{
	{"a guest", gast, world.Via{Kind: world.ViaKeyboard}, world.RoleGuest},
	{"a player", anna, world.Via{Kind: world.ViaKeyboard}, world.RolePlayer},
	{"a wizard", merla, world.Via{Kind: world.ViaKeyboard}, world.RoleWizard},
	{"a player's grant", anna, world.Via{Kind: world.ViaGrant, Grant: "g-anna"}, world.RolePlayer},
	{"a wizard's grant", merla, world.Via{Kind: world.ViaGrant, Grant: "g-merla"}, world.RolePlayer},
	{"a grant of somebody else", benno, world.Via{Kind: world.ViaGrant, Grant: "g-anna"}, 0},
	{"a grant that is not there", anna, world.Via{Kind: world.ViaGrant, Grant: "g-x"}, 0},
	{"a wizard's force on a player", anna, world.Via{Kind: world.ViaForce, By: merla}, world.RolePlayer},
	{"a wizard's force on a wizard", merla, world.Via{Kind: world.ViaForce, By: merla}, world.RolePlayer},
	{"a player's force", benno, world.Via{Kind: world.ViaForce, By: anna}, 0},
	{"nobody's force", benno, world.Via{Kind: world.ViaForce}, 0},
	{"a mind in a person", anna, world.Via{Kind: world.ViaMind}, 0},
	{"a script in a person", anna, world.Via{Kind: world.ViaScript}, 0},
	{"a creature's mind", bess, world.Via{Kind: world.ViaMind}, world.RoleGuest},
	{"the door of the house's tables, in a person", anna, world.Via{Kind: world.ViaTable}, 0},
	{"no door", anna, world.Via{}, 0},
	{"an unknown door", anna, world.Via{Kind: "window"}, 0},
}

// Every kind of action at every door by every role: who may do what is one table, and what is not in it is refused.
func TestWhoMayDoWhat(t *testing.T) {
	wizards := map[string]bool{
		"Haul": true, "Conjure": true, "Purge": true, "SetField": true, "Echo": true, "Restore": true, "Halt": true,
		"CloseReport": true, "BringBack": true, "BanAgents": true, "ShutAgents": true, "CapAgents": true, "MintFor": true,
		"WriteLore": true, "DropLore": true, "ReadMind": true, "Impose": true, "Lift": true, "Kick": true, "Annotate": true,
		"ResetZone": true, "UsePower": true, "WizTalk": true, "EchoAll": true, "Send": true, "Gather": true,
		"RestoreAll": true, "ClearRoom": true, "Pacify": true, "Slay": true, "Rename": true, "Redescribe": true,
		"UndeleteCharacter": true, "EditContent": true, "UndoChange": true, "TendScript": true, // builders' too
		"HoldDraft": true, "PublishDraft": true, "DiscardDraft": true, "Snoop": true, "Switch": true,
		"Unaffect": true, "SetMotd": true, "PostNews": true, "DropNews": true}
	heads := map[string]bool{"Allow": true} // of these doors none
	hosts := map[string]bool{
		"Start": true, "ApplyPack": true, "Tick": true, "Create": true, "Embody": true, "Sever": true, "Anoint": true,
		"Erase": true, "TellAnswer": true, "HousePlay": true, "HouseTaunt": true, "HouseDeal": true,
	}
	players := map[string]bool{ // no guests
		"SplitCoins": true, "SendLetter": true, "ReadLetter": true, "DropLetter": true, "Unpin": true, "Befriend": true,
		"Deposit": true, "Withdraw": true}
	owners := map[string]bool{ // only at a keyboard, only with an account
		"MintGrant": true, "RevokeGrant": true, "TuneGrant": true, "AnswerHold": true, "DeleteCharacter": true,
	}
	agents := map[string]bool{"StateIntent": true, "AskOwner": true} // only under a grant
	c := newScene(t)
	for who, id := range map[world.ActorID]world.GrantID{anna: "g-anna", merla: "g-merla"} {
		c.does(who, world.MintGrant{Grant: id, Label: "helper", Verbs: []string{world.VerbsAll, world.VerbMail}})
	}
	forbidden := func(code world.Code) bool { return code == world.CodeNotAllowed || code == world.CodeKeyboard }
	for _, d := range doors {
		t.Run(d.name, func(t *testing.T) {
			for _, kind := range world.ActionKinds() {
				name := strings.TrimPrefix(fmt.Sprintf("%T", kind), "world.")
				want := d.role == 0 || hosts[name] || heads[name] || wizards[name] && d.role < world.RoleWizard ||
					owners[name] && (d.role < world.RolePlayer || d.via.Kind != world.ViaKeyboard) ||
					players[name] && d.role < world.RolePlayer || agents[name] && d.via.Kind != world.ViaGrant
				if name == "Enter" || name == "Depart" || name == "Flee" || name == "Echo" || name == "ShutAgents" {
					continue // zero values of these are no wild shots: below and in their own tests
				}
				_, r := c.s.Decide(c.now, world.Input{Actor: d.who, Via: d.via, Action: kind})
				if got := r != nil && forbidden(r.Code); got != want {
					t.Errorf("%s: forbidden: %v (%v), want %v", name, got, r, want)
				}
			}
		})
	}
	t.Run("a withdrawn grant lets nobody in", func(t *testing.T) {
		c.does(anna, world.RevokeGrant{Grant: "g-anna"})
		in := world.Input{Actor: anna, Via: world.Via{Kind: world.ViaGrant, Grant: "g-anna"}, Action: world.Say{Text: "hi"}}
		if _, code := c.at(in); code != world.CodeNotAllowed {
			t.Errorf("got %q, want not_allowed", code)
		}
	})
	t.Run("who is away does nothing", func(*testing.T) {
		c.does(anna, world.Depart{})
		c.refused(anna, world.Say{Text: "hi"}, world.CodeAbsent)
		c.refused("pc-nobody", world.Say{Text: "hi"}, world.CodeAbsent)
	})
	t.Run("the daemon needs a body for what bodies do", func(t *testing.T) {
		for _, kind := range world.ActionKinds() {
			rec, r := c.s.Decide(c.now, world.Input{Via: world.Via{Kind: world.ViaHost}, Action: kind})
			if rec == nil && r == nil || r != nil && r.Text != "" {
				continue
			}
			switch kind.(type) {
			case world.Start, world.Halt, world.Tick:
			default:
				t.Errorf("%T without a body made %s", kind, names(rec))
			}
		}
	})
}

func TestGrants(t *testing.T) {
	c := newScene(t)
	c.emits(anna, world.MintGrant{Grant: "g-0", Label: " my \x07agent "}, "GrantMinted")
	c.refused(benno, world.MintGrant{Grant: "g-0", Label: "x"}, world.CodeTaken)
	c.refused(benno, world.RevokeGrant{Grant: "g-0"}, world.CodeUnknown)
	for i := 1; i < world.GrantsMost; i++ {
		c.does(anna, world.MintGrant{Grant: world.GrantID(fmt.Sprintf("g-%d", i)), Label: "x"})
	}
	c.refused(anna, world.MintGrant{Grant: "g-more", Label: "x"}, world.CodeFull)
	if got := c.s.GrantsOf(anna); len(got) != world.GrantsMost || got[0].Label != "my agent" {
		t.Errorf("anna has %d grants, the first labelled %q", len(got), got[0].Label)
	}
	c.emits(anna, world.RevokeGrant{Grant: "g-0"}, "GrantRevoked")
}

func TestComingAndGoing(t *testing.T) {
	c := newScene(t)
	host := func(a world.Action) (string, world.Code) {
		return c.at(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: a})
	}
	for _, tt := range []struct {
		name string
		a    world.Create
		want world.Code
	}{
		{"too short", world.Create{Name: "Al", Role: world.RoleGuest}, world.CodeBadValue},
		{"too long", world.Create{Name: strings.Repeat("a", 17), Role: world.RoleGuest}, world.CodeBadValue},
		{"not a letter", world.Create{Name: "Al1ce", Role: world.RoleGuest}, world.CodeBadValue},
		{"not plain", world.Create{Name: "Zoë", Role: world.RoleGuest}, world.CodeBadValue},
		{"somebody's, in other letters", world.Create{Name: "ANNA", Role: world.RoleGuest}, world.CodeTaken},
		{"a creature's", world.Create{Name: "Keeper", Role: world.RoleGuest}, world.CodeTaken},
		{"a word", world.Create{Name: "someone", Role: world.RoleGuest}, world.CodeTaken},
		{"a player without an account", world.Create{Name: "Paul", Role: world.RolePlayer}, world.CodeBadValue},
		{"no role", world.Create{Name: "Paul", Account: "a"}, world.CodeBadValue},
		{"the daemon's role", world.Create{Name: "Paul", Account: "a", Role: world.RoleHost}, world.CodeBadValue},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, code := host(tt.a); code != tt.want {
				t.Errorf("got %q, want %q", code, tt.want)
			}
		})
	}
	t.Run("an account has an end", func(t *testing.T) {
		for i := range world.CharactersMax {
			host(world.Create{Name: "Paul" + string(rune('a'+i)), Account: "a-p", Role: world.RolePlayer})
		}
		if _, code := host(world.Create{Name: "Pauline", Account: "a-p", Role: world.RolePlayer}); code != world.CodeFull {
			t.Errorf("got %q, want full", code)
		}
	})
}

func TestLeaving(t *testing.T) {
	c := newScene(t)
	host := func(a world.Action) (string, world.Code) {
		return c.at(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: a})
	}
	t.Run("the link-dead stand ten minutes, keep their place among those present, and may come back", func(t *testing.T) {
		present := slices.Clone(c.s.Index.Present[worldtest.Quay])
		host(world.Sever{Body: anna})
		if got, _ := host(world.Sever{Body: anna}); got != "" {
			t.Errorf("a second severing made %q", got)
		}
		c.wait(9 * world.Minute)
		c.emits(anna, world.Enter{}, "Rejoined")
		if got := c.s.Index.Present[worldtest.Quay]; !slices.Equal(got, present) {
			t.Errorf("present are %v, want %v", got, present)
		}
		host(world.Sever{Body: anna})
		c.wait(10*world.Minute + world.Second)
		if got := c.s.Actors[anna].Presence; got != world.Away {
			t.Errorf("ten minutes later anna's presence is %d, want away", got)
		}
		c.emits(anna, world.Enter{}, "Entered")
		c.emits(anna, world.Enter{}, "")
	})
	t.Run("coming back to a body moves it nowhere", func(t *testing.T) {
		crab := eventOf[world.MobMade](t, c.does(merla, world.Conjure{Mob: "crab"})).Actor
		c.wait(highWater - c.now)
		c.goes(crab, worldtest.Rock)
		c.goes(benno, worldtest.Rock) // in the sea, as only a wizard may
		c.does(benno, world.Attack{Target: crab})
		host(world.Sever{Body: benno})
		c.does(benno, world.Enter{})
		if b := c.s.Actors[benno]; b.Room != worldtest.Rock || b.Fighting != crab {
			t.Errorf("benno is in %s, fighting %q; want where he was", b.Room, b.Fighting)
		}
		if err := c.s.Check(); err != nil {
			t.Error(err)
		}
	})
	t.Run("a guest's things stay behind, and an hour later nobody remembers", func(t *testing.T) {
		stone := c.gets(gast, "stone")
		mint := world.MintGrant{Grant: "g-gast", Label: "x"}
		c.at(world.Input{Actor: gast, Via: world.Via{Kind: world.ViaHost}, Action: mint})
		c.emits(gast, world.Depart{}, "ItemDropped Departed")
		if got := c.s.Items[stone].At.Room; got != worldtest.Quay {
			t.Errorf("the stone is in %q", got)
		}
		c.wait(61 * world.Minute)
		if c.s.Actors[gast] != nil || c.s.Grants["g-gast"] != nil {
			t.Error("the guest or his grant is still known")
		}
		if _, code := host(world.Create{Name: "Gast", Role: world.RoleGuest}); code != "" {
			t.Errorf("the name is not free again: %s", code)
		}
	})
	t.Run("a start severs everybody and tells nobody", func(t *testing.T) {
		next := world.Start{Build: "next", Seed: 99}
		rec, _ := c.s.Decide(c.now, world.Input{Via: world.Via{Kind: world.ViaHost}, Action: next})
		for _, n := range rec.Notices {
			if len(n.To) > 0 {
				t.Errorf("%T was told to %v, and nobody is connected", n.Event, n.To)
			}
		}
		if c.s.Actors[anna].Presence != world.Linkdead || c.s.Seed != worldtest.Seed {
			t.Errorf("presence %d, seed %d; want link-dead and the first seed", c.s.Actors[anna].Presence, c.s.Seed)
		}
	})
}

func TestNobodyIsBornIntoNothing(t *testing.T) {
	s := world.New(1)
	host := world.Via{Kind: world.ViaHost}
	_, r := s.Decide(0, world.Input{Via: host, Action: world.Create{Name: "Anna", Role: world.RoleGuest}})
	if r == nil || r.Code != world.CodeAbsent {
		t.Errorf("got %v, want a refusal", r)
	}
}

func TestWizardry(t *testing.T) {
	c := newScene(t)
	for _, tt := range []struct {
		name string
		a    world.Action
		want world.Code
	}{
		{"haul nobody", world.Haul{Body: "pc-x", To: worldtest.Quay}, world.CodeAbsent},
		{"haul to nowhere", world.Haul{Body: anna, To: "x"}, world.CodeUnknown},
		{"haul to where they are", world.Haul{Body: anna, To: worldtest.Quay}, world.CodeAlready},
		{"conjure the unknown", world.Conjure{Item: "grail"}, world.CodeUnknown},
		{"purge the unknown", world.Purge{Item: "grail"}, world.CodeNotHere},
		{"purge a person", world.Purge{Actor: anna}, world.CodeCannot},
		{"set an unknown field", world.SetField{Actor: anna, Field: "soul"}, world.CodeBadValue},
		{"set nobody's field", world.SetField{Actor: "pc-x", Field: "hp", Value: 1}, world.CodeAbsent},
		{"set hp to nothing", world.SetField{Actor: anna, Field: "hp"}, world.CodeBadValue},
		{"set hp above the most", world.SetField{Actor: anna, Field: "hp", Value: 31}, world.CodeBadValue},
		{"set coins above the most", world.SetField{Actor: anna, Field: "coins", Value: 1_000_001}, world.CodeBadValue},
		{"set the daemon's role", world.SetField{Actor: anna, Field: "role", Value: int(world.RoleHost)}, world.CodeBadValue},
		{"set a guest's role", world.SetField{Actor: gast, Field: "role", Value: 2}, world.CodeCannot},
		{"set a creature's role", world.SetField{Actor: bess, Field: "role", Value: 4}, world.CodeCannot},
		{"set one's own role", world.SetField{Actor: merla, Field: "role", Value: 2}, world.CodeKeyboard},
		{"echo nothing", world.Echo{}, world.CodeMissing},
		{"restore nobody", world.Restore{Actor: "pc-x"}, world.CodeAbsent},
		{"call off no shutdown", world.Halt{Off: true}, world.CodeAlready},
		{"halt in a day", world.Halt{Seconds: 86400}, world.CodeBadValue},
	} {
		t.Run(tt.name, func(*testing.T) { c.refused(merla, tt.a, tt.want) })
	}
	c.host(world.SetField{Actor: anna, Field: "role", Value: int(world.RoleWizard)})
	c.emits(merla, world.Echo{Text: "A bell."}, "Echoed")
	c.emits(merla, world.Purge{Actor: bess}, "ItemMoved ItemMoved ItemMoved MobGone")

	t.Run("a shutdown counts down and stops", func(t *testing.T) {
		c.emits(merla, world.Halt{Seconds: 40, Reason: "tide"}, "HaltAnnounced")
		c.refused(merla, world.Halt{Seconds: 4}, world.CodeAlready)
		c.emits(merla, world.Halt{Off: true}, "HaltAnnounced")
		c.does(merla, world.Halt{Seconds: 40, Reason: "tide"})
		var said []string
		for range 45 {
			for _, r := range c.wait(world.Second) {
				if n := names(r); strings.HasPrefix(n, "Halt") {
					said = append(said, n)
				}
			}
		}
		if got, want := strings.Join(said, " "), "HaltAnnounced HaltAnnounced HaltAnnounced Halted"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
	t.Run("a made id never meets one that a pack gave", func(t *testing.T) {
		p := worldtest.SmallPack()
		p.Hash = "small-2"
		for i := range uint64(8) {
			id := fmt.Sprintf("stone-%d", c.s.Made+i)
			sp := world.SpawnSpec{ID: world.SpawnID("s-" + id), Item: "cap", As: id, Room: worldtest.Quay, Max: 1}
			p.Spawns = append(p.Spawns, sp)
		}
		c.at(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: p}})
		before := len(c.s.Items)
		for range 8 {
			c.gets(merla, "stone")
		}
		if got := len(c.s.Items); got != before+8 {
			t.Errorf("eight stones later there are %d things more", got-before)
		}
	})
}

func TestPacks(t *testing.T) {
	c := newScene(t)
	apply := func(p world.Pack) (string, world.Code) {
		return c.at(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: p}})
	}
	p := worldtest.SmallPack()
	if got, code := apply(p); got != "" || code != "" {
		t.Errorf("the same pack again made %q %q", got, code)
	}
	p.Hash, p.Start = "small-2", "nowhere"
	if _, code := apply(p); code != world.CodeBadValue {
		t.Errorf("a pack that starts nowhere: got %q, want bad_value", code)
	}
	p.Start, p.ID = worldtest.Quay, "other"
	if _, code := apply(p); code != world.CodeAlready {
		t.Errorf("another pack: got %q, want already", code)
	}
	t.Run("people and things of a withdrawn room go to the start", func(t *testing.T) {
		c.goes(anna, worldtest.Arena)
		c.goes(gast, worldtest.Arena)
		c.does(gast, world.Depart{})
		c.does(anna, world.Attack{Target: c.mob("rat")})
		helmet := c.floor(worldtest.Arena, "helmet")
		p := worldtest.SmallPack()
		p.Hash = "small-3"
		p.Rooms = slices.DeleteFunc(p.Rooms, func(r world.RoomSpec) bool { return r.ID == worldtest.Arena })
		if _, code := apply(p); code != "" {
			t.Fatalf("refused: %s", code)
		}
		for _, n := range c.last.Notices {
			if m, ok := n.Event.(world.Moved); ok && m.Actor == gast && len(n.To) > 0 {
				t.Errorf("gast is out of the world and was seen coming, by %v", n.To)
			}
		}
		a := c.s.Actors[anna]
		if a.Room != worldtest.Quay || a.Fighting != "" || c.s.Items[helmet].At.Room != worldtest.Quay {
			t.Errorf("anna is in %s, fighting %q; the helmet at %+v", a.Room, a.Fighting, c.s.Items[helmet].At)
		}
		c.does(gast, world.Enter{})
		if got := c.s.Actors[gast].Room; got != worldtest.Quay {
			t.Errorf("gast came back in %s", got)
		}
		c.goes(anna, worldtest.Market)
		c.refused(anna, world.Move{Dir: world.North}, world.CodeNoExit)
	})
}

func TestCrowdInTheSea(t *testing.T) {
	const people = 2100 // more than one tick can sweep
	s := worldtest.Small()
	now := lowWater
	worldtest.RunTimers(s, now)
	for i := range people {
		name := "Z" + string(rune('a'+i/676)) + string(rune('a'+i/26%26)) + string(rune('a'+i%26))
		id := worldtest.Join(s, now, worldtest.Person{Name: name})
		host := world.Via{Kind: world.ViaHost}
		if _, r := s.Decide(now, world.Input{Via: host, Action: world.Haul{Body: id, To: worldtest.Rock}}); r != nil {
			t.Fatal(r)
		}
	}
	worldtest.RunTimers(s, highWater)
	worldtest.RunTimers(s, highWater+world.Second)
	if got := len(s.Index.Present[worldtest.Rock]); got != 0 {
		t.Errorf("%d people stand in the sea", got)
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
}
