package prose_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// told is the notice of an event at the Ropewalk, with captions of everybody and everything.
func told(e world.Event) *world.Notice {
	n := notice(e)
	n.Room = "ropewalk"
	n.Captions = append(n.Captions, world.Caption{ID: "ropewalk", Kind: world.KindRoom, Name: "The Ropewalk"},
		world.Caption{ID: "row", Kind: world.KindRoom, Name: "Lantern Row"})
	return n
}

func sanctions() []world.Event {
	return []world.Event{
		world.Imposed{By: "seren", Sanction: world.Sanction{Kind: world.SanctionBan, Name: "203.0.113.0/24", Reason: "so."}},
		world.Imposed{On: "pc-ben", Sanction: world.Sanction{Kind: world.SanctionMute, Name: "Ben", Until: 1_800_000_000}},
		world.Lifted{By: "seren", Kind: world.SanctionMute, Name: "Ben"},
		world.Lifted{Kind: world.SanctionMute, Name: "Ben", Ended: true}, world.Kicked{By: "seren", Actor: "pc-ben"},
		world.Imposed{Sanction: world.Sanction{Kind: world.SanctionShut, Door: world.EntranceGuests, Reason: "a flood"}},
		world.Lifted{By: "seren", Kind: world.SanctionShut, Name: "new"},
		world.Lifted{Kind: world.SanctionShut, Name: "players", Ended: true},
		world.PowerUsed{Actor: "pc-ann", Power: world.PowerInvis, On: true},
		world.PowerUsed{Actor: "pc-ann", Power: world.PowerInvis}, world.WizTalked{Actor: "pc-ann", Text: "Psst."},
		world.EchoedAll{Actor: "pc-ann", Text: "a bell."}, world.Sent{Actor: "pc-ann", To: "pc-ben", Text: "Psst."},
		world.Forced{Actor: "pc-ben", By: "pc-ann"}, world.Pacified{Actor: "pc-ann"},
		world.Slain{Actor: "pc-ann", Target: "crab-7"}, world.Renamed{Actor: "pc-ben", Was: "Xyzzy", Name: "Ben"},
		world.Redescribed{Actor: "pc-ben", By: "pc-ann"},
		world.CharacterDeleted{Actor: "pc-ben", By: "pc-ann"}, world.CharacterDeleted{Actor: "pc-ben", Whole: true},
		world.CharacterUndeleted{Actor: "pc-ben", By: "pc-ann"}, world.CharacterUndeleted{Actor: "pc-ben", Account: "a-1"},
		world.Noted{By: "seren", On: "pc-ben"}, world.Noted{On: "pc-ben", Drop: 1}, world.Founded{Actor: "pc-ann"},
		world.CommandsSet{By: "seren", Actor: "pc-ben", Commands: []string{"goto", "stat"}},
		world.CommandsSet{Actor: "pc-ben", Commands: []string{"goto"}, Taken: true},
		world.Snooped{By: "seren", Actor: "pc-ben"}, world.Snooped{By: "seren", Actor: "pc-ben", Off: true},
		world.Switched{By: "seren", Actor: "pc-ben"}, world.Switched{By: "seren", Actor: "pc-ben", Off: true},
		world.MotdSet{By: "seren"}, world.MotdSet{By: "seren", Post: &world.Post{Text: "x"}},
		world.NewsPosted{By: "seren", Post: world.Post{N: 3, Text: "x"}}, world.NewsDropped{By: "seren", N: 3},
		world.NewsRead{Actor: "pc-ben"},
		world.ScriptRan{Script: "parrot", Step: "on_say", Trace: []string{"x"}}, world.ScriptTimed{Script: "parrot", N: 1},
		world.ScriptParked{Script: "parrot", Step: "on_say", Why: "3:5: it takes more than 10000 steps"},
		world.ScriptParked{Script: "parrot", Why: "the scripts of the zone took more than 100000 steps"},
		world.ScriptTended{Actor: "pc-ann", Script: "parrot", Do: world.TendResume},
		world.Narrated{Room: "quay", Text: "The gate creaks."}, world.ScriptHurt{Actor: "pc-ann", Harm: 3, HP: 20},
		world.ScriptKept{Of: "actor:pc-ann", Name: "n", Text: "1"},
		world.ScriptEchoed{Script: "parrot", Last: 2}, world.ScriptsForgot{Record: 7},
	}
}

// past is one event of each kind and form, as history tells them.
func past() []world.Event {
	hands := world.Place{Actor: "barkeep"}
	out := append(skirmishes(), []world.Event{
		world.Started{Build: "1.0", Rules: 1}, world.PackApplied{ID: "lowtide", Rooms: make([]world.RoomSpec, 3),
			HelpGone: []string{"x"}}, world.TimerSet{}, world.TimerGone{},
		world.Created{Actor: "pc-ann", Role: world.RolePlayer}, world.Embodied{Actor: "pc-ann"},
		world.Entered{Actor: "pc-ann"}, world.Rejoined{Actor: "pc-ann", Agent: "g-1"},
		world.HelmTaken{Actor: "pc-ann", Agent: "g-1"}, world.HelmTaken{Actor: "pc-ann"},
		world.Listening{Actor: "pc-ann", On: true}, world.Severed{Actor: "pc-ann"}, world.Departed{Actor: "pc-ann"},
		world.Departed{Actor: "pc-ann", How: world.LeftLinkdead}, world.Forgotten{Actor: "pc-ann"},
		world.MobMade{Actor: "crab-7", Spawn: "s-crab"}, world.MobMade{Actor: "crab-7", By: "pc-ann"},
		world.MobGone{Actor: "crab-7"}, world.MobGone{Actor: "crab-7", By: "pc-ann"},
		world.MobGone{Actor: "crab-7", Over: true}, world.ItemGone{Item: "key-3", How: world.Ebbed},
		world.FollowBegan{Actor: "pc-ann", Leader: "seren"}, world.FollowEnded{Actor: "pc-ann", Leader: "seren"},
		world.HeldBack{Actor: "pc-ann", Leader: "seren", Dir: world.East, Why: "It is full."},
		world.DoorWorked{Actor: "pc-ann", Door: "oak", Work: world.WorkUnlock}, world.DoorWorked{Door: "oak", Work: "close"},
		world.LidWorked{Actor: "pc-ann", Item: "chest-1", Work: world.WorkOpen},
		world.TideWarned{}, world.TideTurned{Now: world.TideEbb}, world.SeaHurt{Actor: "pc-ann", Harm: 3, HP: 20},
	}...)
	out = append(append(out, handled()...), []world.Event{
		world.EffectBegan{Actor: "pc-ann", Name: "warm"}, world.EffectBegan{Actor: "pc-ann", Name: "warm", Renewed: true},
		world.Practised{Actor: "pc-ann", Craft: "mudding", Name: "Mudding", Value: 16, Rise: 1},
		world.Probed{Actor: "pc-ann", Buried: 1}, world.Unearthed{Actor: "pc-ann", Item: "key-3"},
		world.WadeBegan{Actor: "pc-ann"}, world.Harked{Actor: "pc-ann", Item: "key-3"},
		world.MakeBegan{Actor: "pc-ann", Name: "brass key"}, world.MakeStopped{Actor: "pc-ann", Name: "brass key"},
		world.Crafted{Actor: "pc-ann", Name: "brass key", Items: []world.ItemID{"key-3"}},
		world.Crafted{Actor: "pc-ann", Name: "brass key", Used: 2}, world.Gathered{Actor: "pc-ann", Item: "key-3", Left: 2},
		world.CoinsBanked{Actor: "pc-ann", Coins: 5, Total: 7}, world.CoinsDrawn{Actor: "pc-ann", Coins: 5, Total: 2},
		world.Kindled{Actor: "pc-ann", Item: "key-3"}, world.Doused{Actor: "pc-ann", Item: "key-3"},
		world.Doused{Actor: "pc-ann", Item: "key-3", Out: true},
		world.EffectEnded{Actor: "pc-ann", Name: "warm"}, world.Refreshed{Actor: "pc-ann", Gained: 1},
		world.ItemRemoved{Actor: "pc-ann", Item: "coat-2"}, world.MostChanged{Actor: "pc-ann", Extra: 4, HP: 9},
		world.Consumed{Actor: "pc-ann", Item: "coat-2"},
		world.Consumed{Actor: "pc-ann", Item: "coat-2", Drunk: true, Text: "It was wet."}, world.CorpseLeft{Item: "corpse-8"},
		world.CorpseLeft{Item: "corpse-8", Holds: slices.Repeat([]world.ItemID{"key-3", "coat-2"}, 4)},
		world.ItemRestored{Item: "key-3", By: "pc-ann", As: 48, Place: hands, Reason: "a slip."},
		world.Said{Actor: "pc-ann", Text: "Eel pie?"}, world.Shouted{Actor: "pc-ann", Text: "Eel!"},
		world.Told{Actor: "pc-ann", To: "pc-ben", Text: "a secret"}, world.Hushed{},
		world.Whispered{Actor: "pc-ann", To: "pc-ben", Text: "a secret"}, world.Emoted{Actor: "pc-ann", Text: "yawns."},
		world.Gestured{Actor: "pc-ann", Social: "bow"}, world.Gestured{Actor: "pc-ann", Social: "bow", To: "barkeep"},
		world.Echoed{Actor: "pc-ann", Text: "The floor trembles."}, world.FightBegan{Actor: "pc-ann", Target: "crab-7"},
		world.FightBegan{Actor: "crab-7", Target: "pc-ann", Answer: true},
		world.BlowLanded{Actor: "pc-ann", Target: "crab-7", Verb: "strike", With: "hook-4", Harm: 3, HP: 1},
		world.BlowMissed{Actor: "crab-7", Target: "pc-ann"}, world.FightEnded{Actor: "pc-ann"},
		world.Outwitted{Actor: "pc-ann", Foe: "crab-7"}, world.WayFound{Actor: "pc-ann", Dir: world.North},
		world.FleeFailed{Actor: "pc-ann"}, world.Died{Actor: "pc-ann", By: "crab-7"}, world.Healed{Actor: "pc-ann", HP: 30},
		world.Healed{Actor: "pc-ann", HP: 30, By: "seren"}, world.Learned{Actor: "pc-ann", XP: 10},
		world.Learned{Actor: "pc-ann", XP: 10, Level: 2, Up: true},
		world.QuestAccepted{Actor: "pc-ann", Quest: "three-keys"},
		world.QuestAdvanced{Actor: "pc-ann", Quest: "three-keys", What: "tide key", Done: 1, Of: 3},
		world.QuestAbandoned{Actor: "pc-ann", Quest: "three-keys"},
		world.QuestDone{Actor: "pc-ann", Quest: "three-keys", Coins: 50},
		world.GrantMinted{Actor: "pc-ann", Label: "laptop"}, world.GrantRevoked{Actor: "pc-ann", Label: "laptop"},
		world.SeatTaken{Actor: "pc-ann", Board: "carved-table"}, world.SeatLeft{Actor: "pc-ann", Board: "carved-table"},
		world.SeatLeft{Actor: "pc-ann", Board: "carved-table", Why: world.RoseFight},
		world.WatchBegan{Actor: "pc-ann", Board: "carved-table"}, world.WatchEnded{Actor: "pc-ann", Board: "carved-table"},
		began("pc-ann", "seren"), began("", ""), moved("pc-ann"), moved(""),
		world.KeyKept{Grant: "g-1", Key: "k", Sum: "s", Seq: 1},
		world.FieldSet{Actor: "pc-ann", Field: "coins", Was: 5, Value: 500, By: "seren"},
		world.FieldSet{Actor: "pc-ann", Field: "role", Was: 2, Value: 4},
	}...)
	out = append(append(append(append(out, together()...), sanctions()...), wizardry()...), agentEvents()...)
	return append(append(append(append(out, byThemselves()...), ways()...), endings()...), traded()...)
}

// handled is what happens to things.
func handled() []world.Event {
	hands, row := world.Place{Actor: "barkeep"}, world.Place{Room: "ropewalk"}
	return []world.Event{
		world.ItemMade{Item: "key-3", Place: row, Spawn: "s-key"}, world.ItemMade{Item: "key-3", Place: hands, By: "pc-ann"},
		world.ItemMade{Item: "key-3", Place: world.Place{Item: "pouch-1"}, Spawn: "s-key"},
		world.ItemMoved{Item: "key-3", Place: row}, world.ItemMoved{Item: "key-3", Place: hands},
		world.ItemGone{Item: "corpse-8", How: world.Decayed}, world.ItemGone{Item: "key-3", How: world.Purged, By: "pc-ann"},
		world.ItemGone{Item: "key-3", How: world.GivenUp, By: "pc-ann"},
		world.ItemTaken{Actor: "pc-ann", Item: "key-3"}, world.ItemTaken{Actor: "pc-ann", Item: "key-3", From: "pouch-1"},
		world.CoinsGiven{Actor: "pc-ann", To: "pc-ben", Coins: 5}, world.CoinsLaid{Actor: "pc-ann", Place: row, Coins: 5},
		world.CoinsLaid{Actor: "pc-ann", Place: world.Place{Item: "pouch-1"}, Coins: 5},
		world.ThingsLeft{Actor: "pc-ann", Items: []world.ItemID{"key-3"}, Why: "No more fits."},
		world.CoinsTaken{Actor: "pc-ann", Item: "coins-9", Coins: 12}, world.ItemDropped{Actor: "pc-ann", Item: "key-3"},
		world.ItemPut{Actor: "pc-ann", Item: "key-3", Into: "pouch-1"},
		world.ItemGiven{Actor: "pc-ann", Item: "key-3", To: "barkeep"}, world.ItemWorn{Actor: "pc-ann", Item: "coat-2"},
	}
}

// together is what people do with one another who are apart.
func together() []world.Event {
	return []world.Event{
		world.IgnoreBegan{Actor: "pc-ann", Who: "pc-ben", Name: "Ben"},
		world.IgnoreEnded{Actor: "pc-ann", Who: "pc-ben", Name: "Ben"},
		world.Chatted{Actor: "pc-ann", Name: "the Row", Says: "calls over the Row", Text: "Eel?"},
		world.Chatted{Actor: "pc-ann", Name: "the Row", Says: "calls over the Row", Text: "yawns", Acts: true},
		world.ChannelSwitched{Actor: "pc-ann", Name: "the Row"},
		world.ChannelSwitched{Actor: "pc-ann", Name: "the Row", Off: true},
		world.Hired{Actor: "pc-ann", Who: "seren", Coins: 25, Hours: 6},
		world.HireEnded{Actor: "seren", By: "pc-ann", Why: world.PartedDone},
		world.HireEnded{Actor: "seren", By: "pc-ann", Why: world.PartedHurt},
		world.HireEnded{Actor: "seren", By: "pc-ann", Why: world.PartedWronged},
		world.PartyInvited{Actor: "pc-ann", Who: "pc-ben"}, world.PartyJoined{Actor: "pc-ben", By: "pc-ann"},
		world.PartyLeft{Actor: "pc-ben"}, world.PartyLeft{Actor: "pc-ben", By: "pc-ann"},
		world.PartyUnasked{Actor: "pc-ann", Asker: "pc-ben", Asked: "pc-ann"},
		world.PartyUnasked{Actor: "pc-ann", Asker: "pc-ann", Asked: "pc-ben"},
		world.NotePinned{Actor: "pc-ann", Board: "the mast", N: 3}, world.PinRead{Actor: "pc-ben", N: 3},
		world.PinRemoved{Actor: "pc-ben", N: 3}, world.PinRemoved{N: 3, Why: world.PinFell},
		world.LetterSent{Actor: "pc-ann", To: "pc-ben", N: 3, Text: "a secret"}, world.LetterRead{Actor: "pc-ben", N: 3},
		world.LetterDropped{Actor: "pc-ben", N: 3}, world.FriendMade{Actor: "pc-ann", Who: "pc-ben"},
		world.FriendSeen{Actor: "pc-ben", To: "pc-ann"}, world.FriendDropped{Actor: "pc-ann", Who: "pc-ben"},
		world.Introduced{Actor: "pc-ann", What: world.SelfTitle},
		world.PartyLed{Actor: "pc-ann", Who: "pc-ben"}, world.PartyTold{Actor: "pc-ann", Text: "a secret"},
		world.Sipped{Actor: "pc-ann", Item: "coat-2", Name: "ale"},
		world.Invoked{Actor: "pc-ann", Item: "coat-2", Way: world.Point, Target: "pc-ben"},
		world.Invoked{Actor: "pc-ann", Item: "coat-2", Way: world.Recite, Spent: true},
		world.Loosed{Actor: "pc-ann", Items: []world.ItemID{"coat-2"}},
		world.Poured{Actor: "pc-ann", From: "coat-2", Name: "ale"},
		world.Poured{Actor: "pc-ann", From: "coat-2", Into: "coat-2", Name: "ale"},
		world.FigureMoved{Actor: "pc-ann", Figure: "leaning", Name: "Leaning", Was: 4, Value: 9},
	}
}

// byThemselves are events that no one's deed is behind.
func byThemselves() []world.Event {
	return []world.Event{
		world.GrantRevoked{Actor: "pc-ann", Label: "laptop", Lapsed: true}, world.HoldEnded{Actor: "pc-ann"},
		world.Engaged{Actor: "barkeep"}, world.GiftCounted{Actor: "barkeep", Proto: "key"},
		world.Bested{Actor: "pc-ann", Of: "seren"},
		world.Moved{Actor: "barkeep", From: "ropewalk", To: "row", Manner: world.Settled},
		world.GrantMinted{Actor: "barkeep", By: "seren", Label: "far away"},
	}
}

func wizardry() []world.Event {
	return []world.Event{
		world.HaltAnnounced{Seconds: 60, Reason: "Repairs."},
		world.HaltAnnounced{Off: true}, world.Halted{}, world.Erased{Record: 48, Reason: "asked for"},
		world.MindRead{Actor: "seren", Mind: "barkeep", What: world.ReadWhy},
		world.Reported{Actor: "pc-ann", Text: "a secret"},
		world.ReportClosed{Actor: "seren", Report: 48, To: "pc-ann", Text: "a secret"},
		world.CharacterRestored{Actor: "pc-ann", By: "seren", As: 48, Level: 2, XP: 150, Coins: 1, HP: 12, Reason: "a slip"},
	}
}

func endings() []world.Event {
	return []world.Event{
		world.GameEnded{Board: "carved-table", N: 3, How: world.EndWon, Actor: "pc-ann", Other: "seren"},
		world.GameEnded{Board: "slate", N: 3, How: world.EndWon, Chair: world.ChairAI},
		world.GameEnded{Board: "carved-table", N: 3, How: world.EndForfeit, Actor: "pc-ann", Other: "pc-ben"},
		world.GameEnded{Board: "carved-table", N: 3, How: world.EndDrawn, Actor: "pc-ann", Other: "pc-ben"},
		world.GameEnded{Board: "carved-table", N: 3, How: world.EndOff, Actor: "pc-ann", Other: "pc-ben"},
		world.Taunted{Board: "carved-table", Actor: "seren", Other: "pc-ann", Text: "Hm.", Source: world.SourceNPC},
		world.Taunted{Board: "slate", Chair: world.ChairAI, Text: "Hm.", Source: world.SourceMCP},
		world.RematchAsked{Actor: "pc-ann", Other: "pc-ben", Board: "carved-table"},
		world.BoardCleared{Board: "carved-table"},
	}
}

func ways() (out []world.Event) {
	for _, m := range []world.Manner{
		world.Walked, world.Waded, world.Followed, world.Fled, world.Swept, world.Conjured, world.Woke,
	} {
		e := world.Moved{Actor: "pc-ann", From: "ropewalk", To: "row", Manner: m}
		switch m {
		case world.Walked, world.Waded, world.Fled, world.Followed:
			e.Dir = world.North
		case world.Conjured:
			e.By = "seren"
		case world.Swept, world.Woke, world.Settled:
		}
		if m == world.Followed {
			e.Leader = "barkeep"
		}
		out = append(out, e)
	}
	return out
}

// TestHistory tells every kind of event as the record does. The golden file is meant to be read.
func TestHistory(t *testing.T) {
	var b strings.Builder
	seen := map[string]bool{}
	for _, e := range past() {
		words := prose.History(told(e)).String()
		seen[kind(e)] = true
		if strings.Contains(words, "secret") {
			t.Errorf("%T: what was meant for few is told: %q", e, words)
		}
		if words == "" {
			words = "(nothing)"
		}
		fmt.Fprintf(&b, "%-18s| %s\n", kind(e), words)
	}
	golden(t, "history.txt", b.String())
	for _, e := range world.EventKinds() {
		k := kind(e)
		if !seen[k] {
			t.Errorf("%s has no sample here", k)
		}
		silent := slices.Contains([]string{
			"TimerSet", "TimerGone", "Hushed", "KeyKept", "HoldEnded", "Engaged", "GiftCounted", "Bested", "DealGone",
			"PromiseGone", "TurnTimed", "Listening", "NewsRead", "MostChanged",
			"ScriptKept", "ScriptRan", "ScriptTimed", "ScriptEchoed", "ScriptsForgot",
		}, k)
		if got := prose.History(&world.Notice{Event: e}).String(); (got == "") != silent {
			t.Errorf("%s: history says %q", k, got)
		}
	}
}
