package world

import (
	"strconv"
	"strings"
)

// State is everything that is. It changes only by folding events ([State.Fold], [State.Decide]); all else reads.
// Every field but Scripter, Index, Atlas, Dirty, Refit and Loose is part of the world and of its digest; those are
// derived.
type State struct {
	Seq    uint64 // sequence of the last record folded
	Now    Time   // its time
	Seed   uint64 // of the dice
	Made   uint64 // how many ids were made
	Wall   int64  // the wall clock at the last start, Unix milliseconds
	WallAt Time   // and the world time then

	Packs     map[PackID]PackInfo
	Rooms     map[RoomID]*RoomSpec
	Doors     map[DoorID]*Door
	ItemSpecs map[ProtoID]*ItemSpec
	MobSpecs  map[ProtoID]*MobSpec
	Spawns    map[SpawnID]*SpawnSpec
	Quests    map[QuestID]*QuestSpec
	Socials   map[SocialID]*SocialSpec
	Help      map[string]*HelpSpec

	Items  map[ItemID]*Item
	Actors map[ActorID]*Actor
	Timers map[TimerID]*Timer
	Grants map[GrantID]*Grant
	Boards map[BoardID]*Board
	Agents AgentPolicy

	Bulletin Bulletin // what everybody is told who comes in

	Deals    map[DealID]*Deal
	Promises map[PromiseID]*Pledge
	Lore     map[LoreID]*LoreFact

	Encounters map[EncounterID]*Encounter
	Sanctions  map[SanctionID]*Sanction

	Changes map[int]*Change    // edits of content from inside that can be undone, by number
	Drafts  map[DraftID]*Draft // edits that are not made yet
	Edits   map[string]*Edited // what of the content is not as its pack says

	Zones map[ZoneID]*ZoneSpec // of which something is said

	Parties  map[PartyID]*Party // of people who go about together
	Channels map[ChannelID]*ChannelSpec
	Crafts   map[CraftID]*CraftSpec // in which one grows
	Figures  map[FigureID]*FigureSpec
	Liquids  map[LiquidID]*LiquidSpec
	Recipes  map[RecipeID]*RecipeSpec
	Plots    map[PlotID]*Plot // of what was gathered

	Scripts map[ScriptID]*ScriptSpec // of builders
	Running map[ScriptID]*Running    // what they keep, and which are parked

	Pinboards map[RoomID]*Pinboard // what hangs on the boards of rooms

	Scripter Scripter `cbor:"-" json:"-"` // runs them; without one none runs

	Index Index            `cbor:"-" json:"-"` // who is where, by place
	Atlas *Atlas           `cbor:"-" json:"-"` // where the rooms stand
	Dirty map[Key]struct{} `cbor:"-" json:"-"` // what changed since the last cut
	Refit map[ActorID]bool `cbor:"-" json:"-"` // whose most hit points the events folded last may have changed

	Loose map[ItemID]ActorID `cbor:"-" json:"-"` // the lights that they took out of whose hands
}

// PackInfo is what the state remembers of a pack that was applied.
type PackInfo struct {
	Name    string `json:"name"`
	Hash    string `json:"hash"` // of its files; "" while only a part of it was applied
	Start   RoomID `json:"start"`
	Jail    RoomID `json:"jail,omitempty"`
	Welcome string `json:"welcome,omitempty"`
	Texts   *Texts `json:"texts,omitempty"`
}

// Door is a door as it is now.
type Door struct {
	DoorSpec
	Shut bool `json:"shut,omitempty"`
	Bolt bool `json:"bolt,omitempty"` // locked
}

// Place says where a thing is. Exactly one field is set.
type Place struct {
	Room  RoomID  `json:"room,omitempty"`
	Actor ActorID `json:"actor,omitempty"`
	Item  ItemID  `json:"item,omitempty"` // inside this container
}

// Item is one thing.
type Item struct {
	ID    ItemID  `json:"id"`
	Proto ProtoID `json:"proto"`
	Name  string  `json:"name,omitempty"` // in place of the pattern's name: "corpse of Ann"
	At    Place   `json:"at"`
	Order uint64  `json:"order"`           // when it came to where it is; later lies further down the list
	Worn  Slot    `json:"worn,omitempty"`  // with At.Actor: where it is worn or wielded
	Shut  bool    `json:"shut,omitempty"`  // a container's lid
	Bolt  bool    `json:"bolt,omitempty"`  // and its lock
	Coins int     `json:"coins,omitempty"` // of a pile
	Burnt int     `json:"burnt,omitempty"` // seconds that a light has burnt down; see [ItemSpec.Burns]
	Lit   Time    `json:"lit,omitempty"`   // since when it burns; 0: it does not
	Used  int     `json:"used,omitempty"`  // how often it was eaten, drunk or used; see [ItemSpec.Charges]
	// Drawn says that somebody drank of it or poured: Liquid and Gulps are what is in it then. Else it is as it was made.
	Drawn  bool     `json:"drawn,omitempty"`
	Loose  bool     `json:"loose,omitempty"` // it clings no more
	Liquid LiquidID `json:"liquid,omitempty"`
	Gulps  int      `json:"gulps,omitempty"`
	Spawn  SpawnID  `json:"spawn,omitempty"` // the rule that made it
	Home   bool     `json:"home,omitempty"`  // it still lies where that rule put it
	// Buried things are in their room, and nobody sees them.
	Buried bool    `json:"buried,omitempty"`
	Kit    ActorID `json:"kit,omitempty"`   // the ready-made body that it belongs to, and goes with
	Guest  ActorID `json:"guest,omitempty"` // the guest who bought it or got it by a quest, and with whom it goes
	Lent   bool    `json:"lent,omitempty"`  // by a quest, with which it goes; nobody buys it, no quest finds it
	// Script is the one that made it. Built says that it was made by a script or rule of a builder's for which nobody
	// vouched then: no shop buys it.
	Script ScriptID `json:"script,omitempty"`
	Built  bool     `json:"built,omitempty"`

	Kept []ScriptVar `json:"kept,omitempty"` // what scripts keep with it, by name; see [ScriptKept]
}

// Presence says whether a body is in the world.
type Presence uint8

// The presences. A body that is away is in no room; it remembers where it stood.
const (
	Away     Presence = iota // out of the world
	Here                     // in its room, with somebody at the other end (or a mind of its own)
	Linkdead                 // in its room, with nobody at the other end
)

// Actor is one body: a player's character or a creature of the world. Actors of the world have a Proto.
type Actor struct {
	ID    ActorID `json:"id"`
	Num   uint32  `json:"num"` // short stable number, for records
	Name  string  `json:"name"`
	Desc  string  `json:"desc,omitempty"`
	Proto ProtoID `json:"proto,omitempty"` // "" for players' characters
	Spawn SpawnID `json:"spawn,omitempty"`

	Account AccountID `json:"account,omitempty"` // who owns it; "" for guests and creatures
	Body    ProtoID   `json:"body,omitempty"`    // the pattern of a ready-made body, which a guest has; see [ReadySpec]
	Kit     []ItemID  `json:"kit,omitempty"`     // what its pattern gave it, be it still there or not
	Role    Role      `json:"role"`
	Founder bool      `json:"founder,omitempty"` // claimed the world: no wizard demotes them
	Powers  []Power   `json:"powers,omitempty"`  // that a wizard turned on, in order; see [Actor.Has]
	Allowed []string  `json:"allowed,omitempty"` // commands above their rank that they may use, in order; see [Allow]
	Denied  []string  `json:"denied,omitempty"`  // commands of their rank that were taken from them, in order

	Presence Presence `json:"presence,omitempty"`
	Agent    GrantID  `json:"agent,omitempty"` // under which grant an agent brought it into the world; "" for a person
	Room     RoomID   `json:"room"`
	Order    uint64   `json:"order,omitempty"` // when it came to the room

	HP    int  `json:"hp"`
	HPMax int  `json:"hp_max"`          // by themselves; see [Actor.HPMost]
	Extra int  `json:"extra,omitempty"` // hit points that what they wear adds to that
	HPAt  Time `json:"hp_at,omitempty"` // when HP was true; it grows from there
	Level int  `json:"level"`
	XP    int  `json:"xp,omitempty"`
	Coins int  `json:"coins,omitempty"`
	Bank  int  `json:"bank,omitempty"` // coins that a player has in the bank

	Effects []Effect `json:"effects,omitempty"` // that are upon it, in the order in which they began

	Fighting  ActorID `json:"fighting,omitempty"`
	Following ActorID `json:"following,omitempty"`
	Driver    ActorID `json:"driver,omitempty"` // the wizard whose keyboard plays a creature; see [Switch]
	Drives    ActorID `json:"drives,omitempty"` // the creature that a wizard's keyboard plays
	ReplyTo   ActorID `json:"reply_to,omitempty"`

	Breath  Time      `json:"breath,omitempty"`  // until when it is spent; see [BreathAheadMax]
	Ignores []Ignored `json:"ignores,omitempty"` // whom a person does not hear, as they were named

	Invited []Invitation `json:"invited,omitempty"` // into groups, the oldest first
	Off     []ChannelID  `json:"off,omitempty"`     // the channels that a person switched off, in order

	Quests  map[QuestID]QuestRun `json:"quests,omitempty"`
	Known   map[RoomID]bool      `json:"known,omitempty"` // the places it has seen
	Found   map[RoomID][]Dir     `json:"found,omitempty"` // the hidden ways it has walked
	Reports ReportCount          `json:"reports,omitzero"`
	Answers []uint64             `json:"answers,omitempty"` // reports that were closed while it was away, see [TellAnswer]
	Games   Tally                `json:"games,omitzero"`    // at tables
	Lessons []string             `json:"lessons,omitempty"` // that it learned, in order; see [Taught]

	Crafts    map[CraftID]int `json:"crafts,omitempty"`    // how sure it is of what, 1 to [CraftMost]
	Practised []PractisedIn   `json:"practised,omitempty"` // within the last hour of the world, or some time before
	Wading    Time            `json:"wading,omitempty"`    // until when the flow lets it be; see [Wade]

	Figures map[FigureID]int `json:"figures,omitempty"` // a player's own that are not as they begin; see [FigureSpec]
	Making  *Making          `json:"making,omitempty"`  // what a player is at work on; see [Make]

	Beat    map[ProtoID]Time `json:"beat,omitempty"`    // when a player last beat a creature that a promise is about
	Gave    map[ProtoID]Time `json:"gave,omitempty"`    // when a creature gave what it may give every so often
	Engaged Time             `json:"engaged,omitempty"` // when somebody last spoke to a creature that has rounds
	Hire    *Service         `json:"hire,omitempty"`    // for whom a creature goes along; see [Hire]
	Spoke   Time             `json:"spoke,omitempty"`   // when a creature last reacted; see [OnSpec]
	Tolled  Time             `json:"tolled,omitempty"`  // and when to an hour
	Grudges map[ActorID]Time `json:"grudges,omitempty"` // which creatures remember a player, since when

	Title   string   `json:"title,omitempty"`   // behind its name
	About   string   `json:"about,omitempty"`   // what it tells whoever asks who it is
	Gone    string   `json:"gone,omitempty"`    // why it is away from the keyboard; "" while it is not
	Friends []Friend `json:"friends,omitempty"` // of whose coming and going it is told
	Letters []Letter `json:"letters,omitempty"` // that wait for it, the oldest first

	Pins map[RoomID]int `json:"pins,omitempty"` // up to which number it has read the boards of rooms

	Read  int    `json:"read,omitempty"`  // the news, up to this number; see [NewsRead]
	Notes []Note `json:"notes,omitempty"` // of those who look after the world; see [Annotate]

	Kept []ScriptVar `json:"kept,omitempty"` // what scripts keep with it, by name; see [ScriptKept]

	Deleted Deletion `json:"deleted,omitzero"` // it is only kept, see [DeleteCharacter]

	Listens bool `json:"listens,omitempty"` // the world is read to it, see [Listen]

	Born Time `json:"born,omitempty"`
	Seen Time `json:"seen,omitempty"` // of its last arrival or leaving
}

// Player reports whether the body belongs to a person (or that person's agent) and not to the world.
func (a *Actor) Player() bool { return a.Proto == "" }

// Guest reports whether the body is a guest's.
func (a *Actor) Guest() bool { return a.Proto == "" && a.Account == "" }

// Key names one entity of the state, for cuts.
type Key struct {
	Kind string
	ID   string
}

// String returns the key as it stands in a cut: kind/id.
func (k Key) String() string { return k.Kind + "/" + k.ID }

// The kinds of entities, in no order that matters.
const (
	kindMeta   = "meta"
	kindPack   = "pack"
	kindRoom   = "room"
	kindDoor   = "door"
	kindThing  = "itemspec"
	kindMob    = "mobspec"
	kindSpawn  = "spawn"
	kindQuest  = "quest"
	kindSocial = "social"
	kindHelp   = "help"
	kindItem   = "item"
	kindActor  = "actor"
	kindTimer  = "timer"
	kindGrant  = "grant"
	kindBoard  = "board"
	kindAgents = "agents"

	kindDeal    = "deal"
	kindPromise = "promise"
	kindLore    = "lore"
	kindBattle  = "battle"

	kindSanction = "sanction"
	kindChange   = "change"
	kindEdited   = "edited"
	kindBulletin = "bulletin"
	kindZone     = "zone"
	kindParty    = "party"
	kindChannel  = "channel"
	kindCraft    = "craft"
	kindScript   = "script"
	kindRunning  = "running"
	kindFigure   = "figure"
	kindLiquid   = "liquid"
	kindRecipe   = "recipe"
	kindPinboard = "pinboard"
	kindDraft    = "draft"
	kindPlot     = "plot"
)

// New returns an empty world whose dice grow from seed. Nothing runs scripts in it: see NewWorld of package script.
func New(seed uint64) *State {
	s := &State{
		Seed:       seed,
		Packs:      map[PackID]PackInfo{},
		Rooms:      map[RoomID]*RoomSpec{},
		Doors:      map[DoorID]*Door{},
		ItemSpecs:  map[ProtoID]*ItemSpec{},
		MobSpecs:   map[ProtoID]*MobSpec{},
		Spawns:     map[SpawnID]*SpawnSpec{},
		Quests:     map[QuestID]*QuestSpec{},
		Socials:    map[SocialID]*SocialSpec{},
		Help:       map[string]*HelpSpec{},
		Items:      map[ItemID]*Item{},
		Actors:     map[ActorID]*Actor{},
		Timers:     map[TimerID]*Timer{},
		Grants:     map[GrantID]*Grant{},
		Boards:     map[BoardID]*Board{},
		Deals:      map[DealID]*Deal{},
		Promises:   map[PromiseID]*Pledge{},
		Lore:       map[LoreID]*LoreFact{},
		Dirty:      map[Key]struct{}{},
		Encounters: map[EncounterID]*Encounter{},
		Sanctions:  map[SanctionID]*Sanction{},
		Changes:    map[int]*Change{},
		Edits:      map[string]*Edited{},
		Zones:      map[ZoneID]*ZoneSpec{},
		Parties:    map[PartyID]*Party{},
		Channels:   map[ChannelID]*ChannelSpec{},
		Crafts:     map[CraftID]*CraftSpec{},
		Scripts:    map[ScriptID]*ScriptSpec{},
		Running:    map[ScriptID]*Running{},
		Figures:    map[FigureID]*FigureSpec{},
		Liquids:    map[LiquidID]*LiquidSpec{},
		Recipes:    map[RecipeID]*RecipeSpec{},
		Pinboards:  map[RoomID]*Pinboard{},
		Drafts:     map[DraftID]*Draft{},
		Plots:      map[PlotID]*Plot{},
	}
	s.Reindex()
	return s
}

func (s *State) touch(kind, id string) { s.Dirty[Key{kind, id}] = struct{}{} }

// item returns a thing for changing.
func (s *State) item(id ItemID) *Item {
	s.touch(kindItem, string(id))
	return s.Items[id]
}

// actor returns a body for changing.
func (s *State) actor(id ActorID) *Actor {
	s.touch(kindActor, string(id))
	return s.Actors[id]
}

// door returns a door for changing.
func (s *State) door(id DoorID) *Door {
	s.touch(kindDoor, string(id))
	return s.Doors[id]
}

// spec returns the pattern of a thing; a thing whose pattern is gone gets an empty one.
func (s *State) spec(it *Item) *ItemSpec {
	if sp := s.ItemSpecs[it.Proto]; sp != nil {
		return sp
	}
	return &ItemSpec{ID: it.Proto, Name: string(it.Proto)}
}

// mob returns the pattern of a creature, or nil for a player's character.
func (s *State) mob(a *Actor) *MobSpec { return s.MobSpecs[a.Proto] }

// start returns the room where people arrive.
func (s *State) start() RoomID {
	for _, p := range Ordered(s.Packs) {
		return p.Start
	}
	return ""
}

// ItemName returns what a thing is called, without article.
func (s *State) ItemName(it *Item) string {
	if it.Name != "" {
		return it.Name
	}
	return s.spec(it).Name
}

// ItemWords returns the words by which a thing can be named, lower case.
func (s *State) ItemWords(it *Item) []string {
	return append(strings.Fields(strings.ToLower(s.ItemName(it))), s.spec(it).Keys...)
}

// ActorWords returns the words by which somebody can be named, lower case.
func (s *State) ActorWords(a *Actor) []string {
	words := strings.Fields(strings.ToLower(a.Name))
	if m := s.mob(a); m != nil {
		words = append(words, m.Keys...)
	}
	return words
}

// ActorByNum returns the body with a short number, or nil.
func (s *State) ActorByNum(num uint32) *Actor { return s.Actors[s.Index.Nums[num]] }

// PlayerNamed returns the player's character of that name, whatever its case, or nil.
func (s *State) PlayerNamed(name string) *Actor {
	return s.Actors[s.Index.Names[strings.ToLower(name)]]
}

// Characters returns the ids of an account's characters, in order.
func (s *State) Characters(account AccountID) []ActorID { return s.Index.Accounts[account] }

// numbered makes an id from a stem and a counter: rusty-key-17.
func numbered(stem string, n uint64) string { return stem + "-" + strconv.FormatUint(n, 10) }
