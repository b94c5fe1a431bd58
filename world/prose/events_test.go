package prose_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// The senses in which an event reaches somebody (the rule is world's perceivers).
const (
	self     = world.Did | world.Saw | world.Heard
	target   = world.Mine | world.Saw
	targetH  = world.Mine | world.Saw | world.Heard
	unseen   = world.Mine | world.Heard // done to you in the dark
	felt     = world.Mine               // silently
	hum      = world.Far                // and not heard
	onlooker = world.Saw
	present  = world.Saw | world.Heard
	dark     = world.Heard
	behind   = world.Left | world.Saw | world.Heard
	behindD  = world.Left | world.Heard
	far      = world.Far | world.Heard
	closely  = world.Saw | world.Close
)

// label names a sense in the golden file.
func label(s world.Sense) string {
	switch s { //nolint:exhaustive // combinations, not the single bits
	case self:
		return "you did it"
	case target, targetH:
		return "done to you"
	case unseen:
		return "done to you, dark"
	case felt:
		return "done to you, dark, silent"
	case onlooker, present:
		return "seen"
	case dark:
		return "heard"
	case behind:
		return "left behind"
	case behindD:
		return "left behind, dark"
	case far:
		return "from afar"
	case hum:
		return "felt from afar"
	case closely:
		return "watched"
	}
	return fmt.Sprintf("sense %06b", s)
}

// called are the captions of the samples.
func called() []world.Caption {
	return []world.Caption{
		{ID: "pc-ann", Name: "Ann"}, {ID: "pc-ben", Name: "Ben"}, {ID: "seren", Name: "Seren"},
		{ID: "barkeep", A: "the", Name: "barkeep"}, {ID: "crab-7", A: "a", Name: "shore crab"},
		{ID: "crab-8", A: "a", Name: "shore crab"}, {ID: "crab-9", A: "a", Name: "shore crab"},
		{ID: "gull-1", Kind: world.KindCreature, A: "a", Name: "gull"},
		{ID: "key-3", A: "a", Name: "rusty key"}, {ID: "pouch-1", A: "a", Name: "leather pouch"},
		{ID: "coat-2", A: "an", Name: "oilskin coat"}, {ID: "hook-4", A: "a", Name: "boathook"},
		{ID: "lamp-5", A: "a", Name: "mudlark's lamp"}, {ID: "coins-9", A: "some", Name: "green coins"},
		{ID: "chest-1", A: "the", Name: "treasure chest"}, {ID: "patience", Name: "Second Patience"},
		{ID: "corpse-8", A: "the", Name: "corpse of Ben"},
		{ID: "carved-table", Kind: world.KindTable, A: "the", Name: "carved table"},
		{ID: "slate", Kind: world.KindTable, A: "the", Name: "slate"},
		{ID: "oak", A: "the", Name: "oak door"}, {ID: "three-keys", Name: "Three Keys"},
	}
}

// sample is one event and the senses in which somebody may have it.
type sample struct {
	event  world.Event
	senses []world.Sense
}

func samples() []sample {
	var out []sample
	add := func(e world.Event, senses ...world.Sense) { out = append(out, sample{e, senses}) }
	comings(add)
	moves(add)
	latches(add)
	things(add)
	talks(add)
	fights(add)
	encounters(add)
	news(add)
	games(add)
	trades(add)
	return out
}

type adder = func(world.Event, ...world.Sense)

func comings(add adder) {
	add(world.Entered{Actor: "pc-ann"}, self, onlooker)
	add(world.Rejoined{Actor: "pc-ann"}, self, onlooker)
	add(world.Severed{Actor: "pc-ann"}, self, onlooker)
	add(world.Departed{Actor: "pc-ann"}, onlooker)
	add(world.Departed{Actor: "pc-ann", How: world.LeftLinkdead}, onlooker)
	add(world.MobMade{Actor: "crab-7"}, onlooker)
	add(world.MobMade{Actor: "seren"}, onlooker)
	add(world.MobGone{Actor: "crab-7", By: "pc-ann"}, onlooker)
}

func moves(add adder) {
	senses := []world.Sense{self, behind, behindD, present, dark}
	for _, dir := range []world.Dir{world.North, world.Up, world.In, ""} {
		add(world.Moved{Actor: "pc-ann", Dir: dir}, senses...)
		add(world.Moved{Actor: "crab-7", Dir: dir.Opposite(), Manner: world.Fled}, senses...)
	}
	add(world.Moved{Actor: "pc-ben", Dir: world.East, Manner: world.Followed, Leader: "pc-ann"}, senses...)
	add(world.Moved{Actor: "pc-ben", Dir: world.Down, Manner: world.Followed, Leader: "barkeep"}, senses...)
	add(world.Moved{Actor: "barkeep", Manner: world.Settled}, self)
	for _, manner := range []world.Manner{world.Swept, world.Waded, world.Conjured, world.Woke} {
		add(world.Moved{Actor: "pc-ann", Manner: manner}, senses...)
	}
	add(world.Moved{Actor: "pc-ben", Dir: world.East, Manner: world.Followed, Leader: "pc-ann"}, target, felt)
	add(world.WayFound{Actor: "pc-ann", Room: "quay", Dir: world.North}, self)
	add(world.FollowBegan{Actor: "pc-ben", Leader: "barkeep"}, self, target, felt)
	add(world.FollowEnded{Actor: "pc-ben", Leader: "pc-ann"}, self, target, felt)
	add(world.HeldBack{
		Actor: "pc-ben", Leader: "pc-ann", Dir: world.East, Why: "Cannot move east - there is no room for another person.",
	}, self)
}

func latches(add adder) {
	for _, w := range []world.Work{world.WorkOpen, world.WorkClose, world.WorkLock, world.WorkUnlock} {
		add(world.DoorWorked{Actor: "pc-ann", Door: "oak", Work: w}, self, present, dark, far)
		add(world.DoorWorked{Door: "oak", Work: w}, present, dark, far)
	}
	add(world.LidWorked{Actor: "pc-ann", Item: "chest-1", Work: world.WorkUnlock}, self, onlooker)
	add(world.LidWorked{Actor: "pc-ann", Item: "chest-1", Work: world.WorkOpen}, self, onlooker)
	add(world.LidWorked{Item: "chest-1", Work: world.WorkClose}, present, dark)
	add(world.LidWorked{Item: "chest-1", Work: world.WorkLock}, present, dark)
}

func things(add adder) {
	add(world.ItemTaken{Actor: "pc-ann", Item: "key-3"}, self, onlooker)
	add(world.ItemTaken{Actor: "barkeep", Item: "key-3", From: "pouch-1"}, self, onlooker)
	add(world.CoinsTaken{Actor: "pc-ann", Item: "coins-9", Coins: 12}, self, onlooker)
	add(world.CoinsTaken{Actor: "pc-ann", Item: "coins-9", Coins: 1}, self)
	add(world.CoinsGiven{Actor: "pc-ann", To: "pc-ben", Coins: 50}, self, target, onlooker)
	add(world.CoinsLaid{Actor: "pc-ann", Item: "coins-9", Place: world.Place{Room: "quay"}, Coins: 1}, self, onlooker)
	add(world.CoinsLaid{Actor: "pc-ann", Item: "coins-9", Place: world.Place{Item: "pouch-1"}, Coins: 5}, self, onlooker)
	add(world.ThingsLeft{Actor: "pc-ann", Items: []world.ItemID{"key-3"}, Why: "No more fits."}, self)
	add(world.ThingsLeft{
		Actor: "pc-ann", Items: slices.Repeat([]world.ItemID{"key-3", "coat-2"}, 4), Why: "You cannot carry any more.",
	}, self)
	add(world.ItemDropped{Actor: "pc-ann", Item: "coat-2"}, self, onlooker)
	add(world.ItemDropped{Actor: "pc-ann", Item: "patience"}, self, onlooker)
	add(world.ItemPut{Actor: "pc-ann", Item: "key-3", Into: "pouch-1"}, self, onlooker)
	add(world.Consumed{Actor: "pc-ann", Item: "key-3", Text: "It tastes of brass."}, self, onlooker)
	add(world.Consumed{Actor: "pc-ann", Item: "key-3", Drunk: true}, self, onlooker)
	add(world.Sipped{Actor: "pc-ann", Item: "key-3", Liquid: "ale", Name: "ale", Text: "It is flat.", Left: 2}, self,
		onlooker)
	add(world.Sipped{Actor: "pc-ann", Item: "key-3", Liquid: "ale", Name: "ale"}, self, onlooker)
	add(world.Invoked{Actor: "pc-ann", Item: "key-3", Way: world.Point, Text: "It hums."}, self, onlooker)
	add(world.Invoked{Actor: "pc-ann", Item: "key-3", Target: "pc-ben", Way: world.Recite, Spent: true}, self, onlooker)
	add(world.Invoked{Actor: "pc-ann", Item: "key-3", Target: "pc-ben", Way: world.Point, Left: 1}, self, target, onlooker)
	add(world.Invoked{Actor: "pc-ann", Item: "key-3", Way: world.Strike, Left: 2}, self, onlooker)
	add(world.Loosed{Actor: "pc-ann", Items: []world.ItemID{"key-3"}}, self)
	add(world.Loosed{Actor: "pc-ann", Items: []world.ItemID{"key-3", "key-3"}}, self)
	add(world.Poured{Actor: "pc-ann", From: "key-3", Liquid: "ale", Name: "ale", Gulps: 2}, self, onlooker)
	add(world.Poured{Actor: "pc-ann", From: "key-3", Into: "coat-2", Liquid: "ale", Name: "ale", Gulps: 2, Has: 2}, self,
		onlooker)
	add(world.FigureMoved{Actor: "pc-ann", Figure: "monk", Name: "Monk", Value: 1, Chosen: true}, self)
	add(world.FigureMoved{Actor: "pc-ann", Figure: "leaning", Name: "Leaning", Was: 4, Value: 9, Word: "kind"}, self)
	add(world.FigureMoved{Actor: "pc-ann", Figure: "strength", Name: "Strength", Was: 4, Value: 9, By: "pc-ben"}, self)
	add(world.FigureMoved{Actor: "pc-ann", Figure: "strength", Name: "Strength", Was: 4, Value: 5}, self)
	add(world.Kindled{Actor: "pc-ann", Item: "key-3"}, self, onlooker)
	add(world.Doused{Actor: "pc-ann", Item: "key-3", Burnt: 7}, self, onlooker)
	add(world.Doused{Actor: "pc-ann", Item: "key-3", Burnt: 9, Out: true}, self, onlooker)
	add(world.EffectBegan{Actor: "pc-ann", Item: "key-3", Name: "warm"}, self)
	add(world.EffectBegan{Actor: "pc-ann", Item: "key-3", Name: "warm", Renewed: true}, self)
	add(world.EffectEnded{Actor: "pc-ann", Name: "warm"}, self)
	add(world.EffectEnded{Actor: "pc-ann", Name: "warm", Text: "The warmth has gone out of you."}, self)
	add(world.EffectEnded{Actor: "pc-ann", Name: "warm", Text: "The warmth has gone out of you.", Dead: true}, self)
	add(world.Refreshed{Actor: "pc-ann", Item: "key-3", Gained: 6, HP: 9}, self)
	add(world.Practised{
		Actor: "pc-ann", Craft: "mudding", Name: "Mudding", Value: 15, Rise: 1, Knacks: []world.Knack{"probe"},
	}, self)
	add(world.Practised{Actor: "pc-ann", Craft: "mudding", Name: "Mudding", Value: 16, Rise: 1}, self)
	add(world.Practised{Actor: "pc-ann", Craft: "mudding", Name: "Mudding", Value: 3, Rise: 3}, self)
	add(world.Practised{Actor: "pc-ann", Craft: "mudding", Name: "Mudding", Value: 16}, self)
	for _, n := range []int{0, 1, 2} {
		add(world.Probed{Actor: "pc-ann", Buried: n}, self)
		add(world.Probed{Actor: "pc-ann", Buried: n, Ways: 1}, self, onlooker)
	}
	add(world.Unearthed{Actor: "pc-ann", Item: "key-3"}, self, onlooker)
	add(world.WadeBegan{Actor: "pc-ann"}, self)
	add(world.Harked{Actor: "pc-ann", Item: "key-3", Text: "It opened a door that is under water."}, self)
	add(world.Harked{Actor: "pc-ann", Item: "key-3", Of: "barkeep"}, self)
	makings(add)
	add(world.ItemGiven{Actor: "pc-ann", Item: "key-3", To: "barkeep"}, self, target, felt, onlooker)
	add(world.ItemGone{Item: "corpse-8", How: world.Decayed}, onlooker)
	add(world.ItemGone{Item: "key-3", How: world.Purged}, onlooker)
	add(world.ItemGone{Item: "key-3", How: world.GivenUp}, onlooker)
	add(world.ItemGone{Item: "key-3", How: world.Ebbed}, onlooker)
	for item, slot := range world.Ordered(map[world.ItemID]world.Slot{
		"coat-2": world.SlotBody, "hook-4": world.SlotWield, "lamp-5": world.SlotHold,
	}) {
		add(world.ItemWorn{Actor: "pc-ann", Item: item, Slot: slot}, self, onlooker)
		add(world.ItemRemoved{Actor: "pc-ann", Item: item, Slot: slot}, self, onlooker)
	}
}

func talks(add adder) {
	add(world.Said{Actor: "pc-ann", Text: "Mind the mud."}, self, present, dark)
	add(world.Said{Actor: "barkeep", Text: "What'll it be?"}, present, dark)
	add(world.Shouted{Actor: "pc-ann", Text: "Three bells!"}, self, present, dark, far)
	add(world.Told{Actor: "pc-ann", To: "pc-ben", Text: "Where are you?"}, self, unseen)
	add(world.Whispered{Actor: "pc-ann", To: "barkeep", Text: "Is it eel?"}, self, targetH, unseen)
	add(world.Hushed{Actor: "pc-ann", To: "barkeep"}, onlooker)
	add(world.Emoted{Actor: "pc-ann", Text: "smiles thinly"}, self, onlooker)
	add(world.Emoted{Actor: "barkeep", Text: "'s apron drips on the floor."}, onlooker)
	add(world.IgnoreBegan{Actor: "pc-ann", Who: "pc-ben", Name: "Ben"}, self)
	add(world.IgnoreEnded{Actor: "pc-ann", Who: "pc-ben", Name: "Ben"}, self)
	both := []world.ActorID{"pc-ann", "pc-ben"}
	add(world.PartyInvited{Actor: "pc-ann", Who: "pc-ben"}, self, unseen)
	add(world.PartyJoined{Actor: "pc-ben", By: "pc-ann", Members: both}, self, far)
	add(world.PartyUnasked{Actor: "pc-ann", Asker: "pc-ann", Asked: "pc-ben"}, self, unseen)
	add(world.PartyUnasked{Actor: "pc-ann", Asker: "pc-ben", Asked: "pc-ann"}, self, unseen)
	add(world.PartyLeft{Actor: "seren", Members: both, Leader: "pc-ann"}, self, far)
	add(world.PartyLeft{Actor: "pc-ben", By: "pc-ann", Members: both[:1]}, self, unseen, far)
	add(world.PartyLed{Actor: "pc-ann", Who: "pc-ben", Members: both}, self, unseen, far)
	add(world.LetterSent{Actor: "pc-ann", To: "pc-ben", N: 3, Text: "The boat leaves at noon."}, self, unseen)
	note := world.NotePinned{Actor: "pc-ann", Board: "the mast", N: 3, Title: "Lost", Text: "One boot.", Open: true}
	add(note, self, onlooker)
	add(world.PinRead{Actor: "pc-ann", N: 3}, self)
	add(world.PinRemoved{Actor: "pc-ann", N: 3}, self)
	add(world.LetterRead{Actor: "pc-ann", N: 3}, self)
	add(world.LetterDropped{Actor: "pc-ann", N: 3}, self)
	add(world.FriendMade{Actor: "pc-ann", Who: "pc-ben", Name: "Ben"}, self)
	add(world.FriendDropped{Actor: "pc-ann", Who: "pc-ben", Name: "Ben"}, self)
	add(world.FriendSeen{Actor: "pc-ben", To: "pc-ann"}, unseen)
	add(world.FriendSeen{Actor: "pc-ben", To: "pc-ann", Left: true}, unseen)
	add(world.Introduced{Actor: "pc-ann", What: world.SelfTitle, Text: "keeper of the well"}, self)
	add(world.Introduced{Actor: "pc-ann", What: world.SelfAbout}, self)
	add(world.Introduced{Actor: "pc-ann", What: world.SelfAway, Text: "gone for tea"}, self)
	add(world.Introduced{Actor: "pc-ann", What: world.SelfAway}, self)
	add(world.Told{Actor: "pc-ann", To: "pc-ben", Text: "Where are you?", Away: "gone for tea"}, self, unseen)
	add(world.PartyTold{Actor: "pc-ann", To: both[1:], Text: "Mind the tide."}, self, far)
	hired := world.Hired{Actor: "pc-ann", Who: "seren", Coins: 25, Hours: 6}
	add(hired, self, targetH, onlooker, dark)
	hired.Coins, hired.Hours = 0, 1
	add(hired, self)
	add(world.HireEnded{Actor: "seren", By: "pc-ann", Why: world.PartedDone}, self, targetH, onlooker, dark)
	chatted := world.Chatted{Actor: "pc-ann", Channel: "row", Name: "the Row", Says: "calls over the Row", Text: "hello"}
	add(chatted, self, far)
	chatted.Acts, chatted.Text = true, "grins"
	add(chatted, self, far)
	add(world.ChannelSwitched{Actor: "pc-ann", Channel: "row", Name: "the Row"}, self)
	add(world.ChannelSwitched{Actor: "pc-ann", Channel: "row", Name: "the Row", Off: true}, self)
	for _, x := range []world.Sanction{
		{Kind: world.SanctionMute, Until: 1_795_000_000_000, Reason: "spam"}, {Kind: world.SanctionMute},
		{Kind: world.SanctionFreeze}, {Kind: world.SanctionBan, Whole: true}, {Kind: world.SanctionShut},
	} {
		x.Who, x.Name = "pc-ben", "Ben"
		add(world.Imposed{By: "pc-ann", On: "pc-ben", Sanction: x}, self, targetH, far)
		add(world.Lifted{By: "pc-ann", On: "pc-ben", Kind: x.Kind, Name: "Ben"}, self, targetH)
	}
	add(world.Kicked{By: "pc-ann", Actor: "pc-ben", Reason: "Enough of that."}, self, targetH)
	add(world.Kicked{Actor: "pc-ben"}, targetH)
	add(world.Kicked{Actor: "pc-ben", Reason: "spam", Banned: true, Until: 1_795_000_000_000}, targetH)
	add(world.Gestured{
		Actor: "pc-ann", Self: "You bow.", Others: "{actor} bows.",
	}, self, onlooker)
	add(world.Gestured{
		Actor: "pc-ann", To: "crab-7", Self: "You bow to {target}.", Target: "{actor} bows to you.",
		Others: "{actor} bows to {target}.",
	}, self, target, felt, onlooker)
}

func fights(add adder) {
	all := []world.Sense{self, targetH, unseen, present, dark}
	add(world.FightBegan{Actor: "pc-ann", Target: "crab-7"}, all...)
	add(world.FightBegan{Actor: "crab-7", Target: "pc-ann"}, all[1:]...)
	for i, verb := range []string{"claw", "scratch", "crush", "slash", "strike"} {
		harm := []int{1, 4, 7, 12, 19}[i]
		add(world.BlowLanded{Actor: "crab-7", Target: "pc-ann", Verb: verb, Harm: harm}, all[1:]...)
	}
	add(world.BlowLanded{Actor: "pc-ann", Target: "crab-7", Verb: "hit", Harm: 2}, self, present)
	add(world.BlowLanded{Actor: "pc-ann", Target: "seren", Verb: "hit", Harm: 8, With: "hook-4"}, all...)
	add(world.BlowMissed{Actor: "crab-7", Target: "pc-ann", Verb: "pinch", Roll: 3}, all...)
	add(world.BlowMissed{Actor: "crab-7", Target: "pc-ann", Verb: "pinch", Roll: 4}, all...)
	add(world.FleeFailed{Actor: "pc-ann"}, self, present, dark)
	add(world.Outwitted{Actor: "pc-ann", Foe: "crab-7", Text: "The crab goes back to the water."}, self, present)
	add(world.Died{Actor: "crab-7", By: "pc-ann"}, targetH, unseen, present, dark)
	add(world.Died{Actor: "pc-ann", By: "crab-7"}, self, present, dark)
	add(world.Died{Actor: "pc-ann"}, self, present)
	add(world.Learned{Actor: "pc-ann", XP: 40, Level: 2}, self)
	add(world.Learned{Actor: "pc-ann", XP: 60, Level: 3, Up: true}, self)
	add(world.Healed{Actor: "pc-ann", By: "pc-ben"}, world.Mine|world.Saw)
}

func news(add adder) {
	add(world.QuestAccepted{Actor: "pc-ann", Quest: "three-keys", Needs: 4}, self)
	add(world.QuestAdvanced{Actor: "pc-ann", Quest: "three-keys", What: "key of tide", Done: 2, Of: 4}, self)
	add(world.QuestAdvanced{Actor: "pc-ann", Quest: "three-keys", What: "the guardian", Done: 4, Of: 4}, self)
	add(world.QuestAbandoned{Actor: "pc-ann", Quest: "three-keys"}, self)
	done := world.QuestDone{Actor: "pc-ann", Quest: "three-keys", Text: "The last lid lifts.\n\nInside is a receipt."}
	add(done, self, onlooker)
	done.Coins = 250
	add(done, self)
	for _, wait := range []world.Time{2 * world.Minute, world.Minute, 30 * world.Second, world.Second} {
		add(world.TideWarned{Next: world.TideLow, Wait: wait}, far)
	}
	for _, tide := range []world.Tide{world.TideEbb, world.TideLow, world.TideFlow, world.TideHigh} {
		add(world.TideWarned{Next: tide, Wait: world.Minute}, far, hum)
		add(world.TideTurned{Now: tide}, far)
	}
	add(world.SeaHurt{Actor: "pc-ann", Harm: 6}, self)
	add(world.GrantMinted{Actor: "pc-ann", Grant: "g-1", Label: "my copilot"}, self)
	add(world.GrantRevoked{Actor: "pc-ann", Grant: "g-1", Label: "laptop"}, self)
	add(world.GrantRevoked{Actor: "pc-ann", Grant: "g-1", Label: "laptop", Lapsed: true}, self)
	for _, e := range agentEvents() {
		add(e, self, far)
	}
	for i, field := range []string{"hp", "hpmax", "level", "xp", "coins", "role"} {
		add(world.FieldSet{Actor: "pc-ann", Field: field, Value: 4 + 10*((5-i)%5)}, self)
	}
	add(world.Echoed{Actor: "pc-ann", Text: "The lamp goes out, and on again."}, self, present, dark)
	decrees(add)
	for _, s := range []int{1800, 300, 60, 5, 1, 0} {
		add(world.HaltAnnounced{Seconds: s, Reason: "a new release."}, far)
	}
	add(world.HaltAnnounced{Seconds: 60}, far)
	add(world.HaltAnnounced{Off: true}, far)
	add(world.Halted{Reason: "a new release"}, far)
	add(world.Halted{}, far)
	add(world.ItemRestored{Item: "key-3", By: "pc-ann", Place: world.Place{Actor: "pc-ben"}}, self, target, onlooker)
	back := world.CharacterRestored{Actor: "pc-ann", Level: 3, XP: 420, Coins: 1, HP: 12, HPMax: 46, Reason: "a fault"}
	add(back, targetH)
	add(world.Reported{Actor: "pc-ann", Text: "Somebody stole my boots."}, self, far)
	add(world.ReportClosed{Actor: "pc-ann", Report: 48211, To: "pc-ben", Text: "They are back."}, self, targetH)
	late := world.ReportClosed{Actor: "pc-ann", Report: 48211, To: "pc-ben", Late: true}
	add(late, targetH)
	late.Text = "They are back."
	add(late, self, targetH)
}

func decrees(add adder) {
	for _, p := range world.AllPowers() {
		add(world.PowerUsed{Actor: "pc-ann", Power: p, On: true}, self)
		add(world.PowerUsed{Actor: "pc-ann", Power: p}, self)
	}
	add(world.PowerUsed{Actor: "pc-ann", Power: world.PowerInvis, On: true}, onlooker)
	add(world.PowerUsed{Actor: "pc-ann", Power: world.PowerInvis}, onlooker)
	add(world.WizTalked{Actor: "pc-ann", Text: "Somebody is at the lock."}, self, far)
	add(world.EchoedAll{Actor: "pc-ann", Text: "A bell rings under the water."}, self, far)
	add(world.Sent{Actor: "pc-ann", To: "pc-ben", Text: "You feel watched."}, self, unseen)
	add(world.Forced{Actor: "pc-ben", By: "pc-ann"}, targetH)
	add(world.ScriptParked{Script: "parrot", Step: "on_say", Why: "3:5: it takes more than 10000 steps"}, far)
	add(world.ScriptParked{Script: "parrot", Why: "the scripts of the zone took more than 100000 steps"}, far)
	add(world.ScriptRan{Script: "parrot", Step: "on_say", Self: "a:b", Steps: 4, Trace: []string{"prints x", "y"}}, far)
	for _, do := range []world.Tending{world.TendResume, world.TendTrace, world.TendUntrace, world.TendApprove} {
		add(world.ScriptTended{Actor: "pc-ann", Script: "parrot", Do: do}, self)
	}
	add(world.Narrated{Room: "quay", Text: "The gate creaks."}, present, dark)
	add(world.Narrated{Room: "quay", To: "pc-ben", Text: "It looks at you."}, targetH)
	add(world.ScriptHurt{Actor: "pc-ann", Harm: 4, HP: 9}, self)
	add(world.Pacified{Actor: "pc-ann"}, self, present, dark)
	add(world.Slain{Actor: "pc-ann", Target: "crab-7"}, self, targetH, unseen, present, dark)
	add(world.Renamed{Actor: "pc-ben", Was: "Xyzzy", Name: "Ben", By: "pc-ann"}, targetH)
	add(world.Renamed{Actor: "pc-ben", Was: "Xyzzy", Name: "Ben"}, targetH)
	add(world.Redescribed{Actor: "pc-ben", Text: "Tall.", By: "pc-ann"}, targetH)
	const until = 1_800_000_000_000
	add(world.CharacterDeleted{Actor: "pc-ben", By: "pc-ben", Until: until}, self)
	add(world.CharacterDeleted{Actor: "pc-ben", By: "pc-ben", Whole: true, Until: until}, self)
	add(world.CharacterDeleted{Actor: "pc-ben", By: "pc-ann", Until: until}, targetH)
	add(world.CharacterDeleted{Actor: "pc-ben", Until: until}, targetH)
	add(world.CommandsSet{Actor: "pc-ben", By: "pc-ann", Commands: []string{"goto", "stat"}}, targetH)
	add(world.CommandsSet{Actor: "pc-ben", By: "pc-ann", Commands: []string{"goto"}, Taken: true}, targetH)
	add(world.Snooped{By: "pc-ann", Actor: "pc-ben"}, targetH)
	add(world.Snooped{By: "pc-ann", Actor: "pc-ben", Off: true}, targetH)
	add(world.Switched{By: "pc-ann", Actor: "rat-1"}, self)
	add(world.Switched{By: "pc-ann", Actor: "rat-1", Off: true}, self)
	add(world.NewsPosted{By: "pc-ann", Post: world.Post{N: 3, Text: "The bridge is open."}}, self, far)
}

// silent lists the kinds that are nobody's news.
func silent() []string {
	return []string{
		"LetterRead", "PinRead",
		"Started", "HelmTaken", "Listening", "PackApplied", "TimerSet", "TimerGone", "Created", "Embodied", "Forgotten",
		"ItemMade",
		"GiftCounted", "Bested", "MindRead", "Noted", "Founded", "MotdSet", "NewsDropped", "NewsRead", "CharacterUndeleted",
		"ItemMoved", "CorpseLeft", "FightEnded", "Erased", "KeyKept", "HoldEnded", "BoardCleared", "Engaged",
		"GiftCounted", "Bested", "MindRead", "Noted", "Founded", "MotdSet", "NewsDropped", "NewsRead", "ScriptKept",
		"ScriptTimed", "ScriptEchoed", "ScriptsForgot",
		"CharacterUndeleted",
		"WayFound", "DealGone", "PromiseGone", "FighterChanged", "TurnTimed", "MostChanged",
	}
}

func kind(e world.Event) string { return reflect.TypeOf(e).Name() }

func notice(e world.Event) *world.Notice { return &world.Notice{Event: e, Captions: called()} }

// TestEvents renders every kind of event in every sensible sense. The golden file is meant to be read.
func TestEvents(t *testing.T) {
	var b strings.Builder
	shown := ""
	for _, s := range samples() {
		if k := kind(s.event); k != shown {
			shown = k
			fmt.Fprintf(&b, "\n== %s\n", k)
		} else {
			b.WriteString("\n")
		}
		for _, sense := range s.senses {
			text := prose.Of(notice(s.event), sense)
			words := "(nothing)"
			if len(text) > 0 {
				words = strings.ReplaceAll(marks(text), "\n", "\n"+strings.Repeat(" ", 28))
			}
			fmt.Fprintf(&b, "%-26s| %s\n", label(sense), words)
		}
	}
	golden(t, "events.txt", strings.TrimPrefix(b.String(), "\n"))
}

// marks shows a text with the role of each span that is not plain, as in `[Thing rusty key]`.
func marks(text prose.Text) string {
	lines := make([]string, 0, len(text))
	for _, l := range text {
		var b strings.Builder
		for _, s := range l.Spans {
			if s.Role == prose.Plain {
				b.WriteString(s.Text)
				continue
			}
			fmt.Fprintf(&b, "[%s: %s]", roleNames()[s.Role], s.Text)
		}
		lines = append(lines, b.String())
	}
	return strings.Join(lines, "\n")
}

func roleNames() []string {
	return []string{
		"plain", "title", "exit", "person", "foe", "thing", "speech", "private", "emote", "loss", "gain", "warning",
		"quest", "refusal", "hint", "system", "command",
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			t.Fatalf("%s differs from line %d on; run with -update and read the diff\n got %q\nwant %q", name, i+1,
				g[min(i, len(g)-1)], w[min(i, len(w)-1)])
		}
	}
}

// TestEveryKindSpeaks fails when a kind has neither words nor a place among the silent.
func TestEveryKindSpeaks(t *testing.T) {
	spoken := map[string]bool{}
	for _, s := range samples() {
		for _, sense := range s.senses {
			spoken[kind(s.event)] = spoken[kind(s.event)] || len(prose.Of(notice(s.event), sense)) > 0
		}
	}
	for _, e := range world.EventKinds() {
		k := kind(e)
		if quiet := slices.Contains(silent(), k); quiet == spoken[k] {
			t.Errorf("%s: silent %v, and has words %v", k, quiet, spoken[k])
		}
		for sense := range world.Close << 1 { // and no combination is too strange
			if text := prose.Of(&world.Notice{Event: e}, sense); len(text) > 0 && slices.Contains(silent(), k) {
				t.Errorf("%s: has words for sense %06b: %q", k, sense, text)
			}
		}
	}
}

// agentEvents are what owners and wizards decide about agents, in every form that has words of its own.
func agentEvents() []world.Event {
	tuned := func(e world.GrantTuned) world.Event {
		e.Actor, e.Grant, e.Label = "pc-ann", "g-1", "scout"
		return e
	}
	return []world.Event{
		tuned(world.GrantTuned{What: world.TuneVerbs, Verbs: []string{"look", "move"}}),
		tuned(world.GrantTuned{What: world.TuneVerbs}),
		tuned(world.GrantTuned{What: world.TuneAsk}),
		tuned(world.GrantTuned{What: world.TuneAsk, Ask: world.AskDestructive}),
		tuned(world.GrantTuned{What: world.TuneAsk, Ask: world.AskAll}),
		tuned(world.GrantTuned{What: world.TunePause, Pause: true}),
		tuned(world.GrantTuned{What: world.TunePause}),
		world.IntentStated{Actor: "pc-ann", Grant: "g-1", Label: "scout", Text: "find the three keys"},
		world.HoldAsked{Actor: "pc-ann", Grant: "g-1", Label: "scout", Hold: 3, What: "give the lamp to Ben"},
		world.HoldAsked{Actor: "pc-ann", Grant: "g-1", Label: "scout", Hold: 4, What: "tell Ben", Words: "hello"},
		world.HoldAnswered{Actor: "pc-ann", Body: "pc-ben", Label: "scout", Hold: 3, What: "give the lamp to Ben", Yes: true},
		world.HoldAnswered{Actor: "pc-ann", Body: "pc-ben", Label: "scout", Hold: 3, What: "give the lamp to Ben"},
		world.AgentsBanned{By: "pc-ann", Account: "a-ben"},
		world.AgentsBanned{By: "pc-ann", Account: "a-ben", Off: true},
		world.AgentsShut{By: "pc-ann", Reason: "a release is tried out."},
		world.AgentsShut{By: "pc-ann", Open: true},
		world.AgentsCapped{By: "pc-ann", What: world.CapAll, Most: 50},
		world.AgentsCapped{By: "pc-ann", What: world.CapAccount, Most: 1},
		world.AgentsCapped{By: "pc-ann", What: world.CapRoom},
		world.LoreWritten{Actor: "pc-ann", Lore: "bell", Text: "It rings.", Facts: 1},
		world.LoreWritten{
			Actor: "pc-ann", Lore: "bell", Text: "It is silent.", Was: "It rings.", Facts: 180, About: []string{"rope"},
			Known: []world.ProtoID{"barkeep", "ferryman", "liar"},
		},
		world.LoreWritten{Actor: "pc-ann", Lore: "bell", Text: "It rings.", Was: "It rings.", Known: []world.ProtoID{"liar"}},
		world.LoreDropped{Actor: "pc-ann", Lore: "bell", Was: "It rings.", Known: []world.ProtoID{"liar"}, Again: true},
		world.LoreDropped{Actor: "pc-ann", Lore: "bell", Was: "It rings."},
		world.DraftHeld{Actor: "pc-ann", Draft: "old-mill"},
		world.DraftHeld{Actor: "pc-ann", Draft: "old-mill", Room: "mill-yard"},
		world.DraftHeld{Actor: "pc-ann", Left: "old-mill"},
		world.DraftEdited{
			Actor: "pc-ann", Draft: "old-mill", Out: []string{"door:gate"},
			Set: world.Entries{
				Rooms: []world.RoomSpec{{ID: "lane"}, {ID: "mill-yard"}}, Doors: []world.DoorSpec{{ID: "gate"}},
				Gone: world.Withdrawn{Items: []world.ProtoID{"lamp"}},
			},
			Bases: []world.Mark{{Entry: "room:mill-yard"}},
		},
		world.DraftClosed{Actor: "pc-ann", Draft: "old-mill", Change: 12},
		world.DraftClosed{Actor: "pc-ann", Draft: "old-mill"},
		world.DraftHeld{Actor: "pc-ann", Draft: "old-mill", Agent: true},
		world.DraftHeld{Actor: "pc-ann", Draft: "old-mill", Room: "mill-yard", Agent: true},
		world.DraftHeld{Actor: "pc-ann", Left: "old-mill", Agent: true},
		world.ContentChanged{
			Actor: "pc-ann", Change: 12,
			Now: world.Entries{Rooms: []world.RoomSpec{{ID: "lane"}}, Gone: world.Withdrawn{Items: []world.ProtoID{"lamp"}}},
			Was: world.Entries{Rooms: []world.RoomSpec{{ID: "lane"}}, Items: []world.ItemSpec{{ID: "lamp"}}},
		},
		world.ContentChanged{
			Actor: "pc-ann", Change: 13, Undoes: 12,
			Now: world.Entries{Rooms: []world.RoomSpec{{ID: "lane"}}, Items: []world.ItemSpec{{ID: "lamp"}}},
			Was: world.Entries{Rooms: []world.RoomSpec{{ID: "lane"}}, Gone: world.Withdrawn{Items: []world.ProtoID{"lamp"}}},
		},
	}
}

func makings(add adder) {
	add(world.DraftClosed{Actor: "pc-ann", Draft: "old-mill", Change: 12, By: "pc-ben", Open: true}, self, target)
	add(world.DraftClosed{Actor: "pc-ann", Draft: "old-mill", By: "pc-ben"}, self, target)
	add(world.Gathered{Actor: "pc-ann", Item: "key-3", Left: 2}, self, onlooker)
	add(world.Gathered{Actor: "pc-ann", Item: "key-3"}, self)
	add(world.CoinsBanked{Actor: "pc-ann", Coins: 5, Total: 7}, self)
	add(world.CoinsDrawn{Actor: "pc-ann", Coins: 1, Total: 1}, self)
	add(world.CoinsDrawn{Actor: "pc-ann", Coins: 7}, self)
	add(world.MakeBegan{Actor: "pc-ann", Recipe: "r-key", Name: "brass key", For: 12}, self, onlooker)
	add(world.MakeBegan{Actor: "pc-ann", Recipe: "r-key", Name: "brass key", For: 1, Spoils: 20}, self)
	add(world.MakeStopped{Actor: "pc-ann", Recipe: "r-key", Name: "brass key"}, self)
	add(world.MakeStopped{Actor: "pc-ann", Recipe: "r-key", Name: "brass key", Why: "You have left the forge."}, self)
	add(world.Crafted{Actor: "pc-ann", Recipe: "r-key", Name: "brass key", Used: 2}, self, onlooker)
	add(world.Crafted{Actor: "pc-ann", Recipe: "r-key", Name: "brass key", Items: []world.ItemID{"key-3"}}, self, onlooker)
	add(world.Crafted{
		Actor: "pc-ann", Recipe: "r-key", Name: "fine key", Items: []world.ItemID{"key-3", "key-3"}, Fine: true,
		Text: "It rings.",
	}, self, onlooker)
}
