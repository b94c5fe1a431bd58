package worldtest

import (
	"fmt"

	"github.com/mudlark-mud/mudlark/world"
)

// Seed is the seed of the dice in [Small].
const Seed = 42

// The rooms of [Small].
const (
	Quay   world.RoomID = "quay"   // lit and safe; where people arrive
	Market world.RoomID = "market" // outdoor; quests are offered here
	Store  world.RoomID = "store"  // behind the locked store-door and the closed hatch
	Loft   world.RoomID = "loft"   // up a hidden exit from the store
	Arena  world.RoomID = "arena"  // lit; a rat and a bandit
	Cave   world.RoomID = "cave"   // dark; an aggressive crab; east of the arena behind a grate
	Strand world.RoomID = "strand" // open at ebb and low water; the sea sweeps to the quay
	Rock   world.RoomID = "rock"   // open at low water only; the sea sweeps to the strand's quay
)

// Small returns a small world at time 0: started and its pack applied, nobody in it. It panics when the rules refuse
// that, for then no test has a world.
func Small() *world.State {
	s := world.New(0)
	for _, in := range Genesis() {
		if _, r := s.Decide(0, in); r != nil {
			panic("worldtest: genesis was refused: " + r.Text)
		}
	}
	return s
}

// Genesis returns the inputs that make the small world out of nothing.
func Genesis() []world.Input {
	host := world.Via{Kind: world.ViaHost}
	return []world.Input{
		{Via: host, Action: world.Start{Build: "test", Wall: 1_700_000_000_000, Seed: Seed}},
		{Via: host, Action: world.ApplyPack{Pack: SmallPack()}},
	}
}

// Person is somebody to add to a world. A zero Role is a guest's without Account and a player's with one.
type Person struct {
	Name    string
	Account world.AccountID
	Role    world.Role
}

// Join creates a character and brings it into the world, and returns its id. It panics when the rules refuse.
func Join(s *world.State, now world.Time, p Person) world.ActorID {
	if p.Role == 0 {
		p.Role = world.RoleGuest
		if p.Account != "" {
			p.Role = world.RolePlayer
		}
	}
	rec, r := s.Decide(now, world.Input{
		Via: world.Via{Kind: world.ViaHost}, Action: world.Create{Account: p.Account, Name: p.Name, Role: p.Role},
	})
	if r != nil {
		panic(fmt.Sprintf("worldtest: create %s: %s", p.Name, r.Text))
	}
	made, ok := rec.Notices[0].Event.(world.Created)
	if !ok {
		panic("worldtest: creating somebody did not begin with Created")
	}
	if _, r := s.Decide(now, Typed(made.Actor, world.Enter{})); r != nil {
		panic(fmt.Sprintf("worldtest: enter %s: %s", p.Name, r.Text))
	}
	return made.Actor
}

// Typed is an input from somebody's keyboard.
func Typed(who world.ActorID, a world.Action) world.Input {
	return world.Input{Actor: who, Via: world.Via{Kind: world.ViaKeyboard}, Action: a}
}

// Timed is the input that lets timers fire.
func Timed() world.Input {
	return world.Input{Via: world.Via{Kind: world.ViaTimer}, Action: world.Tick{}}
}

// RunTimers lets everything happen that is due at a time, as the loop does, and returns the records of it.
func RunTimers(s *world.State, now world.Time) []*world.Record {
	var out []*world.Record
	for {
		due, ok := s.NextTimer(nil)
		if !ok || due > now {
			return out
		}
		rec, r := s.Decide(now, Timed())
		if r != nil || rec == nil {
			panic("worldtest: a timer is due and a tick does nothing")
		}
		out = append(out, rec)
	}
}

// SmallPack returns the pack of the small world. The caller may change it: nothing in it is shared.
func SmallPack() world.Pack {
	return world.Pack{
		ID: "smallport", Name: "Smallport", Start: Quay, Welcome: "Mind the tide.", Hash: "small-1",
		Rooms: smallRooms(), Doors: smallDoors(), Items: smallItems(), Mobs: smallMobs(), Spawns: smallSpawns(),
		Quests: smallQuests(), Socials: smallSocials(),
		Help: []world.HelpSpec{{ID: "tides", Keys: []string{"sea"}, Text: "It comes and goes."}},
	}
}

func smallRooms() []world.RoomSpec {
	return []world.RoomSpec{
		{ID: Quay, Zone: "port", Name: "Quay", Desc: "Stone.", Safe: true, Exits: []world.ExitSpec{
			{Dir: world.North, To: Market}, {Dir: world.Down, To: Strand}, {Dir: world.In, To: Store, Door: "hatch"},
		}, Extras: []world.ExtraSpec{{Keys: []string{"stone"}, Desc: "Wet."}}},
		{ID: Market, Zone: "port", Name: "Market", Desc: "Stalls.", Light: world.LightOutdoor, Exits: []world.ExitSpec{
			{Dir: world.South, To: Quay}, {Dir: world.East, To: Store, Door: "store-door"}, {Dir: world.North, To: Arena},
		}},
		{ID: Store, Zone: "port", Name: "Store", Desc: "Shelves.", Exits: []world.ExitSpec{
			{Dir: world.West, To: Market, Door: "store-door"}, {Dir: world.Up, To: Loft, Hidden: true},
			{Dir: world.Out, To: Quay, Door: "hatch"},
		}},
		{ID: Loft, Zone: "port", Name: "Loft", Desc: "Dust.", Light: world.LightDark, Exits: []world.ExitSpec{
			{Dir: world.Down, To: Store},
		}},
		{ID: Arena, Zone: "pit", Name: "Arena", Desc: "Sand.", Exits: []world.ExitSpec{
			{Dir: world.South, To: Market}, {Dir: world.East, To: Cave, Door: "grate"},
		}},
		{ID: Cave, Zone: "pit", Name: "Cave", Desc: "Drip.", Light: world.LightDark, Exits: []world.ExitSpec{
			{Dir: world.West, To: Arena, Door: "grate"}, {Dir: world.Out, To: Strand},
		}},
		{ID: Strand, Zone: "shore", Name: "Strand", Desc: "Wrack.", Light: world.LightOutdoor, Exits: []world.ExitSpec{
			{Dir: world.Up, To: Quay}, {Dir: world.In, To: Cave}, {Dir: world.East, To: Rock},
		}, Tidal: &world.TidalSpec{Open: []world.Tide{world.TideEbb, world.TideLow}, Swept: Quay, Hurt: 4}},
		{ID: Rock, Zone: "shore", Name: "Rock", Desc: "Weed.", Light: world.LightOutdoor, Exits: []world.ExitSpec{
			{Dir: world.West, To: Strand},
		}, Tidal: &world.TidalSpec{Open: []world.Tide{world.TideLow}, Swept: Quay, Hurt: 100}},
	}
}

func smallDoors() []world.DoorSpec {
	return []world.DoorSpec{
		{ID: "store-door", Name: "oak door", Closed: true, Locked: true, Key: "brass-key", Resets: 60},
		{ID: "hatch", Name: "hatch", Closed: true, Resets: 20},
		{ID: "grate", Name: "grate", Locked: true, Key: "iron-key", Resets: 30},
	}
}

func smallItems() []world.ItemSpec {
	return []world.ItemSpec{
		{ID: "brass-key", Name: "brass key", Desc: "Brass."},
		{ID: "iron-key", Name: "iron key", Desc: "Iron."},
		{ID: "lamp", Name: "lamp", Desc: "It shines.", Light: true, Wear: world.SlotHold},
		{ID: "cap", Name: "cap", Desc: "Wool.", Wear: world.SlotHead, Armour: 1},
		{ID: "helmet", Name: "helmet", Desc: "Dented.", Wear: world.SlotHead, Armour: 3},
		{ID: "coat", Name: "coat", Desc: "Oilskin.", Wear: world.SlotBody, Armour: 2},
		{ID: "knife", Name: "knife", Desc: "Sharp.", Wear: world.SlotWield, Damage: world.Dice{N: 1, S: 4, P: 1}},
		{ID: "pearl", Name: "pearl", Desc: "Round.", Value: 100},
		{ID: "stone", Name: "stone", Desc: "Flat."},
		{ID: "anvil", Name: "anvil", A: "an", Desc: "Heavy.", Fixed: true, Refuse: "It would break your back."},
		{ID: "post", Name: "post", Desc: "Oak.", Fixed: true, Text: "No diving."},
		{ID: "purse", Name: "pile of coins", Desc: "Pennies.", Coins: true, Value: 12},
		{ID: "pouch", Name: "leather pouch", Desc: "Soft.", Holds: &world.HoldsSpec{Most: 2}},
		{ID: "chest", Name: "chest", Desc: "Tarred.", Fixed: true, Holds: &world.HoldsSpec{
			Most: 3, Lid: true, Closed: true, Locked: true, Key: "iron-key",
		}},
		{ID: "box", Name: "box", Desc: "Tin.", Holds: &world.HoldsSpec{Most: 1, Lid: true, Closed: true}},
	}
}

func smallMobs() []world.MobSpec {
	return []world.MobSpec{
		{ID: "keeper", Name: "keeper", Desc: "Stout.", Level: 5, HP: 50, Guarded: true, Says: []string{"Aye."}},
		{ID: "rat", Name: "rat", Desc: "Sleek.", Level: 1, HP: 5, Skill: 1, Damage: world.Dice{N: 1, S: 2}, Blow: "bite"},
		{ID: "crab", Name: "crab", Desc: "Wide.", Level: 2, HP: 9, Armour: 2, Skill: 3, Aggressive: true,
			Damage: world.Dice{N: 1, S: 6}, Blow: "claw"},
		{ID: "bandit", Name: "Bandit Bess", A: "none", Desc: "Lean.", Level: 2, HP: 12, Skill: 9,
			Damage: world.Dice{N: 3, S: 6}},
	}
}

func smallSpawns() []world.SpawnSpec {
	return []world.SpawnSpec{
		{ID: "s-keeper", Mob: "keeper", As: "npc-keeper", Room: Quay},
		{ID: "s-rat", Mob: "rat", Room: Arena, Max: 2, Every: 20},
		{ID: "s-crab", Mob: "crab", Room: Cave, Every: 45},
		{ID: "s-bandit", Mob: "bandit", As: "npc-bess", Room: Arena, Every: 90},
		{ID: "s-bess-knife", Item: "knife", On: "s-bandit", Worn: true},
		{ID: "s-bess-coat", Item: "coat", On: "s-bandit", Worn: true},
		{ID: "s-bess-purse", Item: "purse", On: "s-bandit"},
		{ID: "s-brass", Item: "brass-key", As: "brass-key-01", Room: Quay, Every: 30},
		{ID: "s-iron", Item: "iron-key", Room: Store, Every: 60},
		{ID: "s-lamp", Item: "lamp", Room: Quay, Max: 2, Every: 60},
		{ID: "s-cap", Item: "cap", Room: Market, Every: 15},
		{ID: "s-helmet", Item: "helmet", Room: Arena},
		{ID: "s-stone", Item: "stone", Room: Quay, Max: 3, Every: 5},
		{ID: "s-anvil", Item: "anvil", Room: Market},
		{ID: "s-post", Item: "post", Room: Quay},
		{ID: "s-purse", Item: "purse", Room: Market, Every: 25},
		{ID: "s-pouch", Item: "pouch", Room: Market, Every: 40},
		{ID: "s-pouch-stone", Item: "stone", In: "s-pouch", Every: 40},
		{ID: "s-chest", Item: "chest", As: "chest-01", Room: Store},
		{ID: "s-chest-pearl", Item: "pearl", In: "s-chest", Max: 2, Every: 120},
		{ID: "s-box", Item: "box", Room: Quay, Every: 120},
		{ID: "s-box-pearl", Item: "pearl", In: "s-box", Every: 90},
		{ID: "s-cave-pearl", Item: "pearl", Room: Cave, Every: 100},
	}
}

func smallQuests() []world.QuestSpec {
	return []world.QuestSpec{
		{ID: "errand", Name: "An errand", Room: Market, Offer: "Will you?", Active: "Go on.", Done: "Well done.",
			Coins: 7, XP: 30, Needs: []world.NeedSpec{{Find: "pouch"}, {Find: "stone"}}},
		{ID: "pearls", Name: "Two pearls", Room: Market, Offer: "Will you?", Active: "Go on.", Done: "Splendid.",
			Coins: 50, XP: 120, Needs: []world.NeedSpec{{Find: "pearl"}, {Find: "pearl"}}},
		{ID: "vermin", Name: "Vermin", Room: Market, Offer: "Will you?", Active: "Go on.", Done: "Thanks.",
			Coins: 3, Needs: []world.NeedSpec{{Slay: "rat"}}},
	}
}

func smallSocials() []world.SocialSpec {
	return []world.SocialSpec{
		{ID: "bow", Alone: "You bow.", AloneAll: "{actor} bows.", At: "You bow to {target}.",
			AtTarget: "{actor} bows to you.", AtAll: "{actor} bows to {target}."},
		{ID: "wave", Alone: "You wave.", AloneAll: "{actor} waves.", At: "You wave to {target}.",
			AtTarget: "{actor} waves to you.", AtAll: "{actor} waves to {target}."},
		{ID: "nod", Alone: "You nod.", AloneAll: "{actor} nods.", At: "You nod at {target}.",
			AtTarget: "{actor} nods at you.", AtAll: "{actor} nods at {target}."},
	}
}
