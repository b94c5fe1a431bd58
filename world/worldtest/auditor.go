package worldtest

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest/audit"
)

// Auditor reads records from the first on and keeps its own simple model of where everything is, made from events
// and never from rules or state. It objects when a record says what cannot be: a thing that is in two places or
// comes from nowhere, a purse that does not add up, somebody walking through a closed door or into the sea, hit
// points out of bounds, and above all somebody perceiving what is none of their business.
type Auditor struct {
	now    world.Time
	start  world.RoomID
	wakes  bool // the record is of a kind that may move anybody anywhere
	starts bool // nobody is there yet to be told anything

	rooms   map[world.RoomID]world.RoomSpec
	doors   map[world.DoorID]*doorFacts
	specs   map[world.ProtoID]world.ItemSpec
	things  map[world.ItemID]*thing
	lost    map[world.ItemID]bool // things that are no more, and became nothing else
	bodies  map[world.ActorID]*body
	nums    map[uint32]world.ActorID // of bodies that were asked for; see numbered
	minds   map[world.ProtoID]bool   // the creatures that have one, by their patterns
	keeps   map[world.ProtoID]*world.KeepsSpec
	wilds   beasts
	whens   map[world.SpawnID]*world.WhenSpec // the conditions of rules
	came    world.ActorID                     // who came somewhere in this record, last
	zones   map[world.ZoneID]world.ZoneSpec
	crafts  map[world.CraftID]world.CraftSpec
	figures map[world.FigureID]world.FigureSpec
	liquids map[world.LiquidID]world.LiquidSpec
	recipes map[world.RecipeID]world.RecipeSpec
	boards  map[world.RoomID]*boardFacts
	plots   map[world.PlotID]world.Plot
	deeds   []done                              // of the present record
	usedUp  []world.ProtoID                     // in this record, to make something
	jails   map[world.SanctionID]world.Sanction // that stand, or whose time is over and nobody said so yet
	tables  *audit.TableLedger
	trade   *audit.TradeLedger
	quests  *audit.QuestLedger
	ring    *audit.FightLedger
	groups  map[world.PartyID][]world.ActorID

	byTurns bool // something happened in a fight by turns, in this record

	found []error
}

type doorFacts struct{ shut, bolt bool }

type thing struct {
	at    world.Place
	coins int
	proto world.ProtoID
	kit   world.ActorID // the ready-made body to which it belongs
	guest world.ActorID // who bought it, and takes it along
	worn  world.Slot    // where somebody wears it
	spawn world.SpawnID // the rule that made it
	used  int           // how often somebody ate or drank of it
	wet   wet           // what is in it
	loose bool          // it clings no more
	burnt int           // for how many seconds it burnt before
	lit   world.Time    // since when it burns; 0: it does not

	buried bool // it lies in its room unseen
}

type body struct {
	num     uint32
	kind    world.ProtoID // of a creature
	spawn   world.SpawnID // the rule that made it
	owner   world.AccountID
	player  bool
	role    world.Role
	in      bool          // in the world, link-dead or not
	cut     bool          // link-dead
	driver  world.ActorID // the wizard who plays it
	drives  world.ActorID // the creature that a wizard plays
	by      world.ActorID // who hired it
	room    world.RoomID
	hp, top int
	level   int
	extra   int // what they wear, and what is upon them, adds to top
	effects map[string]world.Effect
	craft   learner
	figures map[world.FigureID]int
	coins   int
	work    world.RecipeID // that they are at
	bank    int
	foe     world.ActorID
	deaf    map[world.ActorID]uint32     // whom it ignores, by their ids, with their numbers
	asked   map[world.ActorID]world.Time // who asked it into a group, and until when that holds
	off     map[world.ChannelID]bool     // the channels that it does not hear
	letters map[int]uint32               // that it has, and the numbers of who wrote them
	friends map[world.ActorID]uint32     // of whose coming it is told, by their ids, with their numbers
	powers  []world.Power
	gone    deletion
}

// objectionsMost bounds what is said about one record.
const objectionsMost = 10

// NewAuditor returns an auditor of a world in which nothing has happened yet.
func NewAuditor() *Auditor {
	return &Auditor{
		rooms: map[world.RoomID]world.RoomSpec{}, doors: map[world.DoorID]*doorFacts{},
		specs: map[world.ProtoID]world.ItemSpec{}, things: map[world.ItemID]*thing{}, bodies: map[world.ActorID]*body{},
		keeps: map[world.ProtoID]*world.KeepsSpec{}, wilds: newBeasts(),
		jails: map[world.SanctionID]world.Sanction{}, zones: map[world.ZoneID]world.ZoneSpec{},
		crafts: map[world.CraftID]world.CraftSpec{}, figures: map[world.FigureID]world.FigureSpec{},
		liquids: map[world.LiquidID]world.LiquidSpec{}, recipes: map[world.RecipeID]world.RecipeSpec{},
		boards: map[world.RoomID]*boardFacts{},
		plots:  map[world.PlotID]world.Plot{},
		whens:  map[world.SpawnID]*world.WhenSpec{},
		minds:  map[world.ProtoID]bool{}, lost: map[world.ItemID]bool{}, nums: map[uint32]world.ActorID{},
		tables: audit.NewTableLedger(), trade: audit.NewTradeLedger(), ring: audit.NewFightLedger(),
		quests: audit.NewQuestLedger(), groups: map[world.PartyID][]world.ActorID{},
	}
}

// Record takes the next record in and returns what is wrong with it, or nil. After an error the model may be off.
func (a *Auditor) Record(r *world.Record) error {
	a.found = nil
	if r.At < a.now {
		a.object("time went back from %d to %d", a.now, r.At)
	}
	a.now = r.At
	switch r.Action.(type) {
	case world.Haul, world.Gather, world.ApplyPack, world.EditContent, world.UndoChange, world.PublishDraft:
		a.wakes = true
	default:
		a.wakes = false
	}
	_, a.starts = r.Action.(world.Start)
	a.wilds.begin(r)
	a.quests.Begin()
	a.byTurns = false
	a.deeds, a.usedUp = nil, nil
	for i := range r.Notices {
		n := &r.Notices[i]
		a.quests.Apply(n.Event, a.customs())
		a.beast(n.Event)
		a.seasonal(n.Event)
		a.byTurns = a.byTurns || audit.KnowsFight(n.Event)
		a.deed(n.Event)
		a.apply(n.Event)
		a.perceived(n)
	}
	a.tables.Settle(a.witness())
	a.together()
	a.served()
	return errors.Join(a.found...)
}

func (a *Auditor) object(format string, args ...any) {
	if len(a.found) < objectionsMost {
		a.found = append(a.found, fmt.Errorf(format, args...))
	}
}

// witness is what the ledger of tables has to know beside what it is told.
func (a *Auditor) witness() audit.TableWitness {
	return audit.TableWitness{Now: a.now, Object: a.object, Stands: func(id world.ActorID) (world.RoomID, bool) {
		b := a.bodies[id]
		if b == nil {
			return "", false
		}
		return b.room, b.in
	}}
}

// customs is what the ledger of trade has to know beside what it is told, and how it moves coins and things.
func (a *Auditor) customs() audit.TradeWitness {
	return audit.TradeWitness{
		Now: a.now, Object: a.object, Stands: a.witness().Stands,
		Proto: func(id world.ItemID) world.ProtoID { return a.thing(id).proto },
		Kind:  func(id world.ActorID) world.ProtoID { return a.who(id).kind },
		Pay:   func(id world.ActorID, coins int) { a.who(id).coins += coins; a.bounds(id) },
		Carry: func(id world.ItemID, from, to world.ActorID) {
			a.carry(id, world.Place{Actor: from}, world.Place{Actor: to})
		},
	}
}

// second is what the ledger of encounters has to know beside what it is told, and how it hurts people.
func (a *Auditor) second() audit.FightWitness {
	return audit.FightWitness{
		Object: a.object, Stands: a.witness().Stands,
		Player: func(id world.ActorID) bool { return a.who(id).player },
		Health: func(id world.ActorID) (int, int) { return a.who(id).hp, a.who(id).most() },
		Hurt: func(id world.ActorID, hp int) {
			a.who(id).hp = hp
			a.bounds(id)
		},
	}
}

// who returns somebody's facts; an unknown one is an objection.
func (a *Auditor) who(id world.ActorID) *body {
	if b := a.bodies[id]; b != nil {
		return b
	}
	a.object("nobody is called %q", id)
	return &body{}
}

// thing returns a thing's facts; an unknown one is an objection.
func (a *Auditor) thing(id world.ItemID) *thing {
	if t := a.things[id]; t != nil {
		return t
	}
	a.object("there is no thing %q", id)
	return &thing{}
}

// apply takes an event in. Kinds that tell of no fact which the auditor keeps are listed and left.
func (a *Auditor) apply(e world.Event) {
	switch e := e.(type) {
	case world.PackApplied:
		a.start = e.Info.Start
		a.pack(e)
	case world.ContentChanged:
		a.pack(e.Now.Applied())
	case world.DraftHeld, world.DraftEdited, world.DraftClosed, world.Started, world.TimerSet, world.TimerGone,
		world.FollowBegan, world.FollowEnded, world.HeldBack, world.Said, world.Shouted, world.Told, world.Whispered,
		world.Hushed, world.Emoted, world.Gestured, world.FleeFailed, world.Died, world.QuestAccepted, world.QuestAdvanced,
		world.QuestAbandoned, world.TideWarned, world.TideTurned, world.GrantMinted, world.GrantRevoked, world.Echoed,
		world.HaltAnnounced, world.KeyKept, world.GrantTuned, world.IntentStated, world.HoldAsked, world.HoldAnswered,
		world.HoldEnded, world.AgentsBanned, world.AgentsShut, world.AgentsCapped, world.Reported, world.ReportClosed,
		world.Halted, world.LidWorked, world.Erased, world.Engaged, world.GiftCounted, world.Bested, world.ScriptRan,
		world.ScriptTimed, world.ScriptParked, world.ScriptTended, world.Narrated, world.ScriptKept, world.ScriptEchoed,
		world.ScriptsForgot, world.LoreWritten, world.LoreDropped, world.ThingsLeft, world.Listening, world.WayFound,
		world.Outwitted, world.MindRead, world.Kicked, world.Noted, world.Founded, world.CommandsSet, world.MotdSet,
		world.NewsPosted, world.NewsDropped, world.NewsRead, world.Snooped, world.WizTalked, world.EchoedAll, world.Sent,
		world.Forced, world.Pacified, world.Renamed, world.Redescribed:
	case world.PowerUsed, world.Slain, world.Switched:
		a.decree(e)
	case world.CharacterDeleted, world.CharacterUndeleted:
		a.delete(e)
	case world.Imposed, world.Lifted:
		a.jail(e)
	case world.IgnoreBegan, world.IgnoreEnded, world.Chatted, world.ChannelSwitched:
		a.ears(e)
	case world.PartyInvited, world.PartyJoined, world.PartyUnasked, world.PartyLeft, world.PartyLed, world.PartyTold:
		a.grouped(e)
	case world.LetterSent, world.LetterRead, world.LetterDropped:
		a.mailed(e)
	case world.NotePinned, world.PinRead, world.PinRemoved:
		a.pinned(e)
	case world.FriendMade, world.FriendDropped, world.FriendSeen, world.Introduced:
		a.company(e)
	case world.Hired, world.HireEnded:
		a.hires(e)
	case world.ItemWorn, world.ItemRemoved, world.MostChanged:
		a.fitted(e)
	case world.Kindled, world.Doused:
		a.burning(e)
	case world.EffectBegan, world.EffectEnded, world.Refreshed:
		a.affected(e)
	case world.Practised, world.Probed, world.Unearthed, world.WadeBegan, world.Harked:
		a.crafted(e)
	case world.Invoked, world.Loosed:
		a.invoked(e)
	case world.Sipped, world.Poured, world.FigureMoved:
		a.drank(e)
	case world.MakeBegan, world.MakeStopped, world.Crafted, world.Gathered, world.CoinsBanked, world.CoinsDrawn:
		a.made(e)
	case world.DoorWorked:
		a.door(e)
	case world.Created, world.Embodied, world.Entered, world.Rejoined, world.HelmTaken, world.Severed,
		world.Departed, world.Forgotten, world.Moved, world.MobMade, world.MobGone:
		a.applyBody(e)
	case world.ItemMade, world.ItemMoved, world.ItemGone, world.ItemTaken, world.CoinsTaken, world.ItemDropped,
		world.ItemPut, world.ItemGiven, world.CoinsGiven, world.CoinsLaid, world.CorpseLeft, world.ItemRestored,
		world.Consumed:
		a.applyThing(e)
	case world.Bought:
		a.trade.Apply(e, a.customs())
		a.bought(e)
	case world.FightBegan, world.BlowLanded, world.BlowMissed, world.FightEnded, world.Healed, world.Learned,
		world.SeaHurt, world.ScriptHurt, world.FieldSet, world.QuestDone, world.CharacterRestored:
		a.applyNumbers(e)
	default:
		a.ledger(e)
	}
}

// ledger has one of the ledgers take an event in.
func (a *Auditor) ledger(e world.Event) {
	switch {
	case audit.KnowsTable(e):
		a.tables.Apply(e, a.witness())
	case audit.KnowsTrade(e):
		a.trade.Apply(e, a.customs())
	case audit.KnowsFight(e):
		a.ring.Apply(e, a.second())
	default:
		a.object("the auditor does not know %T", e)
	}
}

func (a *Auditor) pack(e world.PackApplied) {
	for _, id := range e.RoomsGone {
		delete(a.rooms, id)
	}
	for _, r := range e.Rooms {
		a.rooms[r.ID] = r
	}
	for _, id := range e.ZonesGone {
		delete(a.zones, id)
	}
	for i := range e.Zones {
		a.zones[e.Zones[i].ID] = e.Zones[i]
	}
	for i := range e.Spawns {
		a.whens[e.Spawns[i].ID] = e.Spawns[i].When
	}
	for _, id := range e.CraftsGone {
		delete(a.crafts, id)
	}
	for i := range e.Crafts {
		a.crafts[e.Crafts[i].ID] = e.Crafts[i]
	}
	for _, id := range e.FiguresGone {
		delete(a.figures, id)
	}
	for i := range e.Figures {
		a.figures[e.Figures[i].ID] = e.Figures[i]
	}
	for _, id := range e.LiquidsGone {
		delete(a.liquids, id)
	}
	for i := range e.Liquids {
		a.liquids[e.Liquids[i].ID] = e.Liquids[i]
	}
	for _, id := range e.RecipesGone {
		delete(a.recipes, id)
	}
	for i := range e.Recipes {
		a.recipes[e.Recipes[i].ID] = e.Recipes[i]
	}
	for _, id := range e.ItemsGone {
		delete(a.specs, id)
	}
	for _, sp := range e.Items {
		a.specs[sp.ID] = sp
	}
	for _, id := range e.MobsGone {
		delete(a.minds, id)
		delete(a.keeps, id)
		delete(a.wilds.kinds, id)
	}
	for i := range e.Mobs {
		a.minds[e.Mobs[i].ID] = e.Mobs[i].Mind != nil
		a.keeps[e.Mobs[i].ID] = e.Mobs[i].Keeps
		a.wilds.kinds[e.Mobs[i].ID] = e.Mobs[i]
	}
	for _, id := range e.DoorsGone {
		delete(a.doors, id)
	}
	for _, d := range e.Doors {
		a.doors[d.ID] = &doorFacts{shut: d.Closed || d.Locked, bolt: d.Locked}
	}
	a.tables.Pack(e, a.witness())
	a.trade.Pack(e)
	a.quests.Pack(e)
}

func (a *Auditor) door(e world.DoorWorked) {
	d := a.doors[e.Door]
	if d == nil {
		a.object("there is no door %q", e.Door)
		return
	}
	before := *d
	if e.Work == world.WorkOpen || e.Work == world.WorkUnlock {
		a.unguardedDoor(e.Actor, e.Door)
	}
	switch e.Work {
	case world.WorkOpen:
		d.shut = false
	case world.WorkClose:
		d.shut = true
	case world.WorkLock:
		d.bolt = true
	case world.WorkUnlock:
		d.bolt = false
	}
	if *d == before || d.bolt && !d.shut {
		a.object("door %s: %s, when it was %+v", e.Door, e.Work, before)
	}
}

func (a *Auditor) applyBody(e world.Event) {
	switch e := e.(type) {
	case world.Created:
		a.bear(e.Actor, body{
			num: e.Num, player: true, owner: e.Account, role: e.Role, room: e.Room, hp: e.HP, top: e.HP, level: 1,
		})
	case world.Embodied:
		a.bear(e.Actor, body{
			num: e.Num, player: true, role: world.RoleGuest, room: e.Room, hp: e.HP, top: e.HP, coins: e.Coins,
			level: e.Level,
		})
	case world.MobMade:
		a.bear(e.Actor, body{
			num: e.Num, kind: e.Proto, spawn: e.Spawn, in: true, room: e.Room, hp: e.HP, top: e.HP,
		})
	case world.Entered:
		b := a.who(e.Actor)
		if r := a.rooms[e.Room]; r.Tidal != nil && !slices.Contains(r.Tidal.Open, a.now.Tide()) {
			a.object("%s entered the world in the sea, in %s", e.Actor, e.Room)
		}
		if b.in || b.gone != goneNot {
			a.object("%s entered the world, in it: %v, deleted: %d", e.Actor, b.in, b.gone)
		}
		b.in, b.cut, b.room = true, false, e.Room
		a.came = e.Actor
	case world.Rejoined:
		b := a.who(e.Actor)
		if !b.in || !b.cut || b.room != e.Room {
			a.object("%s came back to a body in %s, in the world: %v, link-dead: %v, and is in %s",
				e.Actor, b.room, b.in, b.cut, e.Room)
		}
		b.cut = false
		a.came = e.Actor
	case world.HelmTaken:
		if b := a.who(e.Actor); !b.in || b.cut {
			a.object("the helm of %s was taken, in the world: %v, link-dead: %v", e.Actor, b.in, b.cut)
		}
	case world.Severed:
		b := a.who(e.Actor)
		if !b.in || b.cut {
			a.object("%s was severed, in the world: %v, link-dead: %v", e.Actor, b.in, b.cut)
		}
		b.cut = true
	case world.Departed:
		b := a.who(e.Actor)
		if !b.in || b.foe != "" {
			a.object("%s departed, in the world: %v, fighting %q", e.Actor, b.in, b.foe)
		}
		b.in, b.cut = false, false
		for item, t := range a.things {
			if t.guest == e.Actor {
				a.object("%s departed, and %s, which was bought, is still there", e.Actor, item)
			}
		}
	case world.Forgotten:
		a.bury(e.Actor, a.who(e.Actor).in)
		a.trade.Forget(e.Actor)
	case world.MobGone:
		a.bury(e.Actor, a.who(e.Actor).player)
	case world.Moved:
		a.moved(e)
	default: // makes, moves and buries no body
	}
}

func (a *Auditor) bear(id world.ActorID, b body) {
	if a.bodies[id] != nil {
		a.object("%s was born twice", id)
	}
	for other, o := range a.bodies {
		if o.num == b.num {
			a.object("%s and %s have one number", id, other)
		}
	}
	a.bodies[id] = &b
}

func (a *Auditor) bury(id world.ActorID, wrong bool) {
	if wrong {
		a.object("%s cannot just vanish", id)
	}
	for item, t := range a.things {
		if t.at.Actor == id || t.kit == id || t.guest == id {
			a.object("%s vanished with %s, or left it behind", id, item)
		}
	}
	delete(a.bodies, id)
}
