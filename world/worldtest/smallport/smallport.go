// Package smallport is a small world pack for tests, with one of everything that the rules know. Its one idea: it is
// data and does nothing; whoever asks for it gets their own.
package smallport

import "github.com/mudlark-mud/mudlark/world"

// The rooms.
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

// Pack returns the pack. The caller may change it: nothing in it is shared.
func Pack() world.Pack {
	return world.Pack{
		ID: "smallport", Name: "Smallport", Start: Quay, Welcome: "Mind the tide.", Hash: "small-1",
		Rooms: rooms(), Doors: doors(), Items: items(), Mobs: mobs(), Spawns: spawns(),
		Quests: quests(), Socials: socials(),
		Help:   []world.HelpSpec{{ID: "tides", Keys: []string{"sea"}, Text: "It comes and goes."}},
		Tables: tables(),
		Channels: []world.ChannelSpec{
			{ID: "quays", Name: "the quays", About: "Talk from quay to quay.", Says: "hails the quays"},
		},
	}
}

func tables() []world.TableSpec {
	return []world.TableSpec{
		{ID: "barrel", Name: "barrel", Keys: []string{"lid"}, Desc: "A grid is cut into it.", Room: Quay, Game: "noughts"},
		{ID: "slab", Name: "slab", Thing: "anvil", Room: Market, Game: "noughts"},
		{ID: "slate", Name: "slate", Keys: []string{"chalk"}, Desc: "It is chalked.", Room: Market, Game: "noughts",
			House: true, Default: true},
	}
}

func rooms() []world.RoomSpec {
	return []world.RoomSpec{
		{ID: Quay, Zone: "port", Name: "Quay", Desc: "Stone.", Safe: true, Exits: []world.ExitSpec{
			{Dir: world.North, To: Market}, {Dir: world.Down, To: Strand}, {Dir: world.In, To: Store, Door: "hatch"},
		}, Extras: []world.ExtraSpec{
			{Keys: []string{"stone"}, Desc: "Wet."},
			{Keys: []string{"weed"}, Desc: "Bare.", When: &world.WhenSpec{Tide: []world.Tide{world.TideLow}}},
		}},
		{ID: Market, Zone: "port", Name: "Market", Desc: "Stalls.", Light: world.LightOutdoor, Exits: []world.ExitSpec{
			{Dir: world.South, To: Quay}, {Dir: world.East, To: Store, Door: "store-door"}, {Dir: world.North, To: Arena},
		}, Also: []world.AlsoSpec{
			{When: &world.WhenSpec{Quest: "errand", Stage: world.WhenActive}, Text: "Somebody waits."},
			{When: &world.WhenSpec{Carries: "stone", Hours: []int{22, 9}}, Text: "Nobody buys stones so early."},
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
		}, Also: []world.AlsoSpec{{When: &world.WhenSpec{Carries: "cap"}, Text: "It is no place for a cap."}}},
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

func doors() []world.DoorSpec {
	return []world.DoorSpec{
		{ID: "store-door", Name: "oak door", Closed: true, Locked: true, Key: "brass-key", Resets: 60},
		{ID: "hatch", Name: "hatch", Closed: true, Resets: 20},
		{ID: "grate", Name: "grate", Locked: true, Key: "iron-key", Resets: 30},
	}
}

func items() []world.ItemSpec {
	return []world.ItemSpec{
		{ID: "brass-key", Name: "brass key", Desc: "Brass."},
		{ID: "iron-key", Name: "iron key", Desc: "Iron."},
		{ID: "lamp", Name: "lamp", Desc: "It shines.", Light: true, Wear: world.SlotHold},
		{ID: "torch", Name: "torch", Desc: "Pitch.", Light: true, Burns: 40, Wear: world.SlotHold},
		{ID: "cap", Name: "cap", Desc: "Wool.", Wear: world.SlotHead, Armour: 1},
		{ID: "helmet", Name: "helmet", Desc: "Dented.", Wear: world.SlotHead, Armour: 3},
		{ID: "coat", Name: "coat", Desc: "Oilskin.", Wear: world.SlotBody, Armour: 2},
		{ID: "ring", Name: "ring", Desc: "Tin.", Wear: world.SlotFinger, Bonus: &world.Bonus{HP: 4, Skill: 1}},
		{ID: "cloak", Name: "cloak", Desc: "Grey.", Wear: world.SlotAbout, Armour: 1,
			Bonus:  &world.Bonus{HP: -20, Damage: 2, Armour: -1},
			Effect: &world.EffectSpec{Name: "warm", For: 30, Bonus: &world.Bonus{Skill: -1}}},
		{ID: "tonic", Name: "tonic", Desc: "Brown.", Drink: "It is bitter.", Charges: 3, Effect: &world.EffectSpec{
			Name: "bold", For: 20, Heals: 6, Bonus: &world.Bonus{HP: 3}, Ends: "You are your old self.",
		}},
		{ID: "knife", Name: "knife", Desc: "Sharp.", Wear: world.SlotWield, Damage: world.Dice{N: 1, S: 4, P: 1}},
		{ID: "pearl", Name: "pearl", Desc: "Round.", Value: 100},
		{ID: "stone", Name: "stone", Desc: "Flat.", Eat: "It is a stone, and you are none the fuller."},
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

func mobs() []world.MobSpec {
	return []world.MobSpec{
		{ID: "keeper", Name: "keeper", Desc: "Stout.", Level: 5, HP: 50, Guarded: true, Says: []string{"Aye."},
			Plays: &world.PlaysSpec{Game: "noughts", Slip: 20, Taunts: []string{"Hm.", "Your go."}}},
		{ID: "rat", Name: "rat", Desc: "Sleek.", Level: 1, HP: 5, Skill: 1, Damage: world.Dice{N: 1, S: 2}, Blow: "bite"},
		{ID: "crab", Name: "crab", Desc: "Wide.", Level: 2, HP: 9, Armour: 2, Skill: 3, Aggressive: true,
			Damage: world.Dice{N: 1, S: 6}, Blow: "claw"},
		{ID: "bandit", Name: "Bandit Bess", A: "none", Desc: "Lean.", Level: 2, HP: 12, Skill: 9,
			Damage: world.Dice{N: 3, S: 6}},
		{ID: "pc-seren", Name: "Seren", A: "none", Desc: "Quick.", Level: 3, HP: 18, Ready: &world.ReadySpec{
			Room: Market, Coins: 7,
			Kit: []world.KitSpec{{Item: "knife", Worn: true}, {Item: "cap", Worn: true}, {Item: "pouch"}},
		}},
	}
}

func spawns() []world.SpawnSpec {
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
		{ID: "s-ring", Item: "ring", Room: Arena, Max: 3, Every: 10},
		{ID: "s-cloak", Item: "cloak", Room: Arena, Every: 20},
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

func quests() []world.QuestSpec {
	return []world.QuestSpec{
		{ID: "errand", Name: "An errand", Room: Market, Offer: "Will you?", Active: "Go on.", Done: "Well done.",
			Coins: 7, XP: 30, Needs: []world.NeedSpec{{Find: "pouch"}, {Find: "stone"}}},
		{ID: "pearls", Name: "Two pearls", Room: Market, Offer: "Will you?", Active: "Go on.", Done: "Splendid.",
			Coins: 50, XP: 120, Needs: []world.NeedSpec{{Find: "pearl"}, {Find: "pearl"}}},
		{ID: "vermin", Name: "Vermin", Room: Market, Offer: "Will you?", Active: "Go on.", Done: "Thanks.",
			Coins: 3, Needs: []world.NeedSpec{{Slay: "rat"}}},
		{ID: "ballast", Name: "Ballast", Room: Arena, Offer: "Will you?", Active: "Go on.", Done: "Heavy.", Again: 5,
			Needs: []world.NeedSpec{{Find: "stone", Count: 2}}, Gives: []world.QuestThing{{Item: "box"}}},
		{ID: "rounds", Name: "The rounds", Room: Arena, Offer: "Will you?", Active: "Go on.", Done: "All is well.",
			Again: 60, Order: true, Lends: []world.QuestThing{{Item: "lamp"}, {Item: "cap", Count: 2}}, XP: 5,
			Needs: []world.NeedSpec{
				{Reach: Quay, Text: "Begin at the quay."}, {Say: []string{"ahoy", "keeper"}, To: "keeper"},
				{Give: "stone", To: "keeper", Text: "A stone would settle it."}, {Slay: "rat", Count: 2},
			}},
		{ID: "hoard", Name: "The hoard", Room: Arena, Offer: "Will you?", Active: "Go on.", Done: "Shiny.",
			After: []world.QuestID{"ballast"}, Bars: []world.QuestID{"pearls"},
			Needs: []world.NeedSpec{{Give: "box", To: "bandit"}, {Reach: Strand}},
			Gives: []world.QuestThing{{Item: "pearl", Count: 2}, {Item: "knife"}}},
	}
}

func socials() []world.SocialSpec {
	return []world.SocialSpec{
		{ID: "bow", Alone: "You bow.", AloneAll: "{actor} bows.", At: "You bow to {target}.",
			AtTarget: "{actor} bows to you.", AtAll: "{actor} bows to {target}."},
		{ID: "wave", Alone: "You wave.", AloneAll: "{actor} waves.", At: "You wave to {target}.",
			AtTarget: "{actor} waves to you.", AtAll: "{actor} waves to {target}."},
		{ID: "nod", Alone: "You nod.", AloneAll: "{actor} nods.", At: "You nod at {target}.",
			AtTarget: "{actor} nods at you.", AtAll: "{actor} nods at {target}."},
	}
}
