package world

// The specs: what a world pack may say, one struct a kind of content. Applying a pack turns them into state;
// nothing reads the pack afterwards, for content is state. The yaml keys are the pack format.

// Light says how a room is lit.
type Light string

// A room is lit unless it says otherwise.
const (
	LightLit     Light = ""        // torches, lamps, windows: one can always see
	LightDark    Light = "dark"    // one sees only by a light that somebody brought
	LightOutdoor Light = "outdoor" // by day as lit, by night as dark
)

// RoomSpec is a place.
type RoomSpec struct {
	ID     RoomID `json:"id" yaml:"id"`
	Zone   string `json:"zone,omitempty" yaml:"-"` // the file's zone
	Name   string `json:"name" yaml:"name"`
	Desc   string `json:"desc" yaml:"desc"`
	Light  Light  `json:"light,omitempty" yaml:"light,omitempty"`
	Safe   bool   `json:"safe,omitempty" yaml:"safe,omitempty"`     // nobody may attack here
	Tame   bool   `json:"tame,omitempty" yaml:"tame,omitempty"`     // no creature comes in by itself
	Silent bool   `json:"silent,omitempty" yaml:"silent,omitempty"` // no shout or tell comes in or goes out
	// Station is what kind of workshop it is: "kiln". See [RecipeSpec].
	Station string      `json:"station,omitempty" yaml:"station,omitempty"`
	Needs   Passage     `json:"needs,omitempty" yaml:"needs,omitempty"` // without which nobody comes in
	Fits    int         `json:"fits,omitempty" yaml:"fits,omitempty"`   // how many people at most; 0: any number
	Exits   []ExitSpec  `json:"exits,omitempty" yaml:"exits,omitempty"`
	Extras  []ExtraSpec `json:"extras,omitempty" yaml:"extras,omitempty"`
	Tidal   *TidalSpec  `json:"tidal,omitempty" yaml:"tidal,omitempty"`
	Edge    string      `json:"edge,omitempty" yaml:"edge,omitempty"` // why one cannot go where no exit leads
	At      []int       `json:"at,omitempty" yaml:"at,omitempty"`     // x, y, z on its zone's map; empty: as its exits say
	Battle  *BattleSpec `json:"battle,omitempty" yaml:"battle,omitempty"`
	Also    []AlsoSpec  `json:"also,omitempty" yaml:"also,omitempty"` // at most [AlsoMost]

	Scripts []ScriptID `json:"scripts,omitempty" yaml:"scripts,omitempty"` // that are asked, at most [ScriptsAtMost]

	Board   *BoardSpec   `json:"board,omitempty" yaml:"board,omitempty"`     // people pin notes to it
	Gathers []GatherSpec `json:"gathers,omitempty" yaml:"gathers,omitempty"` // at most [GathersMost]
	Bank    bool         `json:"bank,omitempty" yaml:"bank,omitempty"`       // coins can be left here
}

// ExitSpec is a way out of a room, in one direction. Hidden exits are not listed but can be walked.
type ExitSpec struct {
	Dir    Dir    `json:"dir" yaml:"dir"`
	To     RoomID `json:"to" yaml:"to"`
	Desc   string `json:"desc,omitempty" yaml:"desc,omitempty"` // what one sees looking that way
	Door   DoorID `json:"door,omitempty" yaml:"door,omitempty"`
	Hidden bool   `json:"hidden,omitempty" yaml:"hidden,omitempty"`
}

// ExtraSpec is a detail of a room or thing that can be looked at though it is not an item. One of a room may lead
// somewhere: whoever steps on it, climbs it or enters it goes that way.
type ExtraSpec struct {
	Keys  []string   `json:"keys" yaml:"keys"`
	Desc  string     `json:"desc" yaml:"desc"`
	Leads Dir        `json:"leads,omitempty" yaml:"leads,omitempty"`
	Does  []DoesSpec `json:"does,omitempty" yaml:"does,omitempty"`
	When  *WhenSpec  `json:"when,omitempty" yaml:"when,omitempty"` // it is there only then, for whom it holds
}

// DoesSpec says what comes of doing something with a detail or a thing that has no rule of its own, such as a tap at a
// pane. It changes nothing.
type DoesSpec struct {
	Verbs []Touch `json:"verbs" yaml:"verbs"`
	Text  string  `json:"text" yaml:"text"`
}

// Touch is a way to lay hands on something.
type Touch string

// Touches lists what [DoesSpec] may answer, as it is typed.
func Touches() []Touch {
	return []Touch{
		"touch", "tap", "knock", "feel", "push", "pull", "press", "shake", "smell", "light", "eat", "drink", "ring",
	}
}

// TidalSpec marks a room that the sea covers. It can be entered only while the tide is in one of Open;
// whoever is inside when the water comes is swept to Swept and hurt by Hurt hit points (never killed).
type TidalSpec struct {
	Open  []Tide `json:"open" yaml:"open"`
	Swept RoomID `json:"swept" yaml:"swept"`
	Hurt  int    `json:"hurt,omitempty" yaml:"hurt,omitempty"`
	Shut  string `json:"shut,omitempty" yaml:"shut,omitempty"` // why one cannot come there at other tides, a clause
}

// DoorSpec is a door, gate or hatch; both exits that lead through it name it. Key is the pattern of the item that
// locks and unlocks it; without one it cannot be locked. Resets, after which it returns to how it was, is in seconds.
type DoorSpec struct {
	ID     DoorID   `json:"id" yaml:"id"`
	Name   string   `json:"name" yaml:"name"`                     // "oak door"
	Keys   []string `json:"keys,omitempty" yaml:"keys,omitempty"` // further words for it
	Closed bool     `json:"closed,omitempty" yaml:"closed,omitempty"`
	Locked bool     `json:"locked,omitempty" yaml:"locked,omitempty"`
	Key    ProtoID  `json:"key,omitempty" yaml:"key,omitempty"`
	Resets int      `json:"resets,omitempty" yaml:"resets,omitempty"`
}

// Dice is NdS+P: N dice of S sides and P on top.
type Dice struct {
	N int `json:"n,omitempty" yaml:"n"`
	S int `json:"s,omitempty" yaml:"s"`
	P int `json:"p,omitempty" yaml:"p"`
}

// ItemSpec is a pattern from which things are made.
type ItemSpec struct {
	ID     ProtoID     `json:"id" yaml:"id"`
	Name   string      `json:"name" yaml:"name"`                     // "rusty key": no article, what lists and MCP show
	A      string      `json:"a,omitempty" yaml:"a,omitempty"`       // article; made from Name when empty, "none" for none
	Keys   []string    `json:"keys,omitempty" yaml:"keys,omitempty"` // further words for it; those of Name always count
	Desc   string      `json:"desc" yaml:"desc"`                     // looked at closely
	Long   string      `json:"long,omitempty" yaml:"long,omitempty"` // as it lies in a room; default "X is here."
	Text   string      `json:"text,omitempty" yaml:"text,omitempty"` // what is written on it, for reading
	Extras []ExtraSpec `json:"extras,omitempty" yaml:"extras,omitempty"`
	Does   []DoesSpec  `json:"does,omitempty" yaml:"does,omitempty"`
	Eat    string      `json:"eat,omitempty" yaml:"eat,omitempty"`     // what is told to whoever eats it
	Drink  string      `json:"drink,omitempty" yaml:"drink,omitempty"` // or drinks it; it is gone afterwards
	// Charges is how often it is eaten, drunk or used before it is gone or spent; 0 and 1: once.
	Charges int         `json:"charges,omitempty" yaml:"charges,omitempty"`
	Fixed   bool        `json:"fixed,omitempty" yaml:"fixed,omitempty"`   // cannot be taken
	Refuse  string      `json:"refuse,omitempty" yaml:"refuse,omitempty"` // why it cannot be taken, a sentence
	Wear    Slot        `json:"wear,omitempty" yaml:"wear,omitempty"`
	Armour  int         `json:"armour,omitempty" yaml:"armour,omitempty"`
	Bonus   *Bonus      `json:"bonus,omitempty" yaml:"bonus,omitempty"`     // while it is worn
	Effect  *EffectSpec `json:"effect,omitempty" yaml:"effect,omitempty"`   // of eating, drinking or putting it on
	Damage  Dice        `json:"damage,omitzero" yaml:"damage,omitempty"`    // yaml: "1d6+1"
	Light   bool        `json:"light,omitempty" yaml:"light,omitempty"`     // shines while carried or lying about
	Burns   int         `json:"burns,omitempty" yaml:"burns,omitempty"`     // seconds of light in it; 0: no end
	Value   int         `json:"value,omitempty" yaml:"value,omitempty"`     // in pence
	Coins   bool        `json:"coins,omitempty" yaml:"coins,omitempty"`     // a pile of coins; Value is the sum
	Holds   *HoldsSpec  `json:"holds,omitempty" yaml:"holds,omitempty"`     // a container
	Level   int         `json:"level,omitempty" yaml:"level,omitempty"`     // that one needs to wear, eat or drink it
	Clings  bool        `json:"clings,omitempty" yaml:"clings,omitempty"`   // whoever has it cannot part with it
	Reveals bool        `json:"reveals,omitempty" yaml:"reveals,omitempty"` // by it one sees what hides
	Serves  []Passage   `json:"serves,omitempty" yaml:"serves,omitempty"`   // what it is to whoever has it, or wears it
	Story   string      `json:"story,omitempty" yaml:"story,omitempty"`     // whose it was, for who harks to it
	Scripts []ScriptID  `json:"scripts,omitempty" yaml:"scripts,omitempty"` // that are asked
	Drinks  *DrinksSpec `json:"drinks,omitempty" yaml:"drinks,omitempty"`   // a vessel, or a fountain
	Power   *PowerSpec  `json:"power,omitempty" yaml:"power,omitempty"`     // a scroll, wand or staff
	// Figures is what it adds to its wearer's, Bars who cannot wear, eat or drink it: see [FigureSpec].
	Figures []FigureSum  `json:"figures,omitempty" yaml:"figures,omitempty"`
	Bars    []FigureSpan `json:"bars,omitempty" yaml:"bars,omitempty"`
	// Station is what can be made where it lies, as at a workshop: "forge". See [RecipeSpec].
	Station string `json:"station,omitempty" yaml:"station,omitempty"`
	// Kind is what traders take it for: "jewel". Left out: what it is good for, see [ItemSpec.ThingKind].
	Kind string `json:"kind,omitempty" yaml:"kind,omitempty"`
}

// HoldsSpec makes a thing a container for at most Most things.
type HoldsSpec struct {
	Most   int     `json:"most" yaml:"most"`
	Lid    bool    `json:"lid,omitempty" yaml:"lid,omitempty"` // can be opened and closed
	Closed bool    `json:"closed,omitempty" yaml:"closed,omitempty"`
	Locked bool    `json:"locked,omitempty" yaml:"locked,omitempty"`
	Key    ProtoID `json:"key,omitempty" yaml:"key,omitempty"`
	Long   string  `json:"long,omitempty" yaml:"long,omitempty"`     // as it lies in a room with something in it
	Resets int     `json:"resets,omitempty" yaml:"resets,omitempty"` // seconds until it is as it began; 0: five minutes
}

// MobSpec is a pattern from which creatures and people of the world are made.
type MobSpec struct {
	ID         ProtoID  `json:"id" yaml:"id"`
	Name       string   `json:"name" yaml:"name"`               // "barkeep", "Seren"
	A          string   `json:"a,omitempty" yaml:"a,omitempty"` // "a", "the", "none" for a proper name
	Keys       []string `json:"keys,omitempty" yaml:"keys,omitempty"`
	Desc       string   `json:"desc" yaml:"desc"`
	Long       string   `json:"long,omitempty" yaml:"long,omitempty"` // in a room: "The barkeep polishes a glass."
	Level      int      `json:"level,omitempty" yaml:"level,omitempty"`
	HP         int      `json:"hp" yaml:"hp"`
	Armour     int      `json:"armour,omitempty" yaml:"armour,omitempty"` // added to 10; a blow must reach it on a d20
	Skill      int      `json:"skill,omitempty" yaml:"skill,omitempty"`   // added to its d20
	Damage     Dice     `json:"damage,omitzero" yaml:"damage,omitempty"`
	Blow       string   `json:"blow,omitempty" yaml:"blow,omitempty"`   // how it strikes: "claw", "strike"; default "hit"
	Speed      int      `json:"speed,omitempty" yaml:"speed,omitempty"` // steps a turn in an encounter; default 6
	Aggressive bool     `json:"aggressive,omitempty" yaml:"aggressive,omitempty"`
	Guarded    bool     `json:"guarded,omitempty" yaml:"guarded,omitempty"` // cannot be attacked
	Bank       bool     `json:"bank,omitempty" yaml:"bank,omitempty"`       // coins can be left where it stands
	Says       []string `json:"says,omitempty" yaml:"says,omitempty"`       // answers when somebody speaks to it

	// What it does by itself; only for one that has no mind. See wandering.go and behaving.go.
	Wanders   *WandersSpec `json:"wanders,omitempty" yaml:"wanders,omitempty"`
	Flees     int          `json:"flees,omitempty" yaml:"flees,omitempty"`         // below so many per cent of hit points
	Helps     []ProtoID    `json:"helps,omitempty" yaml:"helps,omitempty"`         // joins a plain fight of one of these
	Scavenges bool         `json:"scavenges,omitempty" yaml:"scavenges,omitempty"` // picks up what lies about
	Remembers bool         `json:"remembers,omitempty" yaml:"remembers,omitempty"` // attacks who fought it
	On        []OnSpec     `json:"on,omitempty" yaml:"on,omitempty"`               // what it says or does at what
	Lies      Pose         `json:"lies,omitempty" yaml:"lies,omitempty"`           // how it is there out of fights
	Sneaks    bool         `json:"sneaks,omitempty" yaml:"sneaks,omitempty"`       // nobody sees it come and go
	Hides     bool         `json:"hides,omitempty" yaml:"hides,omitempty"`         // unseen out of fights
	Serves    []Passage    `json:"serves,omitempty" yaml:"serves,omitempty"`       // it can pass where others cannot
	Scripts   []ScriptID   `json:"scripts,omitempty" yaml:"scripts,omitempty"`     // that are asked

	// Auras is what it is by nature, beyond its figures.
	Auras []Aura `json:"auras,omitempty" yaml:"auras,omitempty"`

	// Figures is by how much its own are other than those with which everybody begins; Hates whom it attacks on sight.
	Figures []FigureSum  `json:"figures,omitempty" yaml:"figures,omitempty"`
	Hates   []FigureSpan `json:"hates,omitempty" yaml:"hates,omitempty"`

	Keeps *KeepsSpec `json:"keeps,omitempty" yaml:"keeps,omitempty"` // what it lets nobody at
	Plays *PlaysSpec `json:"plays,omitempty" yaml:"plays,omitempty"` // it sits down with whoever is alone at a table
	Mind  *MindSpec  `json:"mind,omitempty" yaml:"mind,omitempty"`   // it thinks for itself
	Trade *TradeSpec `json:"trade,omitempty" yaml:"trade,omitempty"` // it keeps a shop
	Ready *ReadySpec `json:"ready,omitempty" yaml:"ready,omitempty"` // no creature, but a body that guests may be
}

// PlaysSpec says that a creature plays a game, and how: perfectly, but for Slip of a hundred moves.
type PlaysSpec struct {
	Game   string   `json:"game" yaml:"game"`
	Slip   int      `json:"slip,omitempty" yaml:"slip,omitempty"`
	Taunts []string `json:"taunts,omitempty" yaml:"taunts,omitempty"` // said across the table now and then
}

// TableSpec is a table at which two can play. Thing is the pattern of the thing in the room that it is; without one,
// Keys and Desc let people look at it. At a table of the House nobody sits: those who have no body play there.
type TableSpec struct {
	ID      BoardID  `json:"id" yaml:"id"`
	Name    string   `json:"name" yaml:"name"` // "carved table"
	Room    RoomID   `json:"room" yaml:"room"`
	Game    string   `json:"game" yaml:"game"`
	Thing   ProtoID  `json:"thing,omitempty" yaml:"thing,omitempty"`
	Keys    []string `json:"keys,omitempty" yaml:"keys,omitempty"`
	Desc    string   `json:"desc,omitempty" yaml:"desc,omitempty"`
	House   bool     `json:"house,omitempty" yaml:"house,omitempty"`
	Default bool     `json:"default,omitempty" yaml:"default,omitempty"` // the one of the house that is meant
}

// SpawnSpec keeps a place supplied. Of Item and Mob exactly one is set, of Room, In and On exactly one: in a room, in
// the container or on the creature that another spawn made. ID of the thing made is As if set (only then Max is 1),
// else the pattern's with a number behind. When fewer than Max are left where they were put, one more is made Every
// seconds later (0: never again). Under a condition, which asks for tide and hour alone, all that only while it holds;
// see seasons.go.
type SpawnSpec struct {
	ID    SpawnID `json:"id" yaml:"id"`
	Item  ProtoID `json:"item,omitempty" yaml:"item,omitempty"`
	Mob   ProtoID `json:"mob,omitempty" yaml:"mob,omitempty"`
	As    string  `json:"as,omitempty" yaml:"as,omitempty"`
	Room  RoomID  `json:"room,omitempty" yaml:"room,omitempty"`
	In    SpawnID `json:"in,omitempty" yaml:"in,omitempty"`
	On    SpawnID `json:"on,omitempty" yaml:"on,omitempty"`
	Worn  bool    `json:"worn,omitempty" yaml:"worn,omitempty"` // with On: worn or wielded
	Of    SpawnID `json:"of,omitempty" yaml:"of,omitempty"`     // whose it is, while it lies there
	Max   int     `json:"max,omitempty" yaml:"max,omitempty"`   // default 1
	Every int     `json:"every,omitempty" yaml:"every,omitempty"`

	When *WhenSpec `json:"when,omitempty" yaml:"when,omitempty"`
	// Buried things lie in their room unseen, until somebody digs them up who has the knack; see [Unearth].
	Buried bool `json:"buried,omitempty" yaml:"buried,omitempty"`
}

// QuestSpec is a quest: meet what Needs lists, then bring what was to be found to where it was offered. Who may take it
// on, and how often, After, Bars and Again say.
type QuestSpec struct {
	ID     QuestID    `json:"id" yaml:"id"`
	Name   string     `json:"name" yaml:"name"`
	Room   RoomID     `json:"room" yaml:"room"`     // where it is offered and ended
	Offer  string     `json:"offer" yaml:"offer"`   // ends with the question
	Active string     `json:"active" yaml:"active"` // while it runs
	Done   string     `json:"done" yaml:"done"`     // told on completion
	Needs  []NeedSpec `json:"needs" yaml:"needs"`
	Coins  int        `json:"coins,omitempty" yaml:"coins,omitempty"`
	XP     int        `json:"xp,omitempty" yaml:"xp,omitempty"`

	After []QuestID    `json:"after,omitempty" yaml:"after,omitempty"` // offered only to who has done these
	Bars  []QuestID    `json:"bars,omitempty" yaml:"bars,omitempty"`   // nobody takes on both this and one of these
	Again int          `json:"again,omitempty" yaml:"again,omitempty"` // seconds until it may be taken again; 0: never
	Order bool         `json:"order,omitempty" yaml:"order,omitempty"` // needs are met in the order of the list
	Lends []QuestThing `json:"lends,omitempty" yaml:"lends,omitempty"` // handed over on taking it, and given back
	Gives []QuestThing `json:"gives,omitempty" yaml:"gives,omitempty"` // handed over at the end
}

// QuestThing is a thing of which a quest hands over Count, default 1.
type QuestThing struct {
	Item  ProtoID `json:"item" yaml:"item"`
	Count int     `json:"count,omitempty" yaml:"count,omitempty"`
}

// NeedSpec is one thing that a quest asks for. Of Find, Slay, Outwit, Say, Give and Reach exactly one is set: a thing
// to bring (given up at the end), a creature to slay, one to get the better of by its ground's wits, words to say to a
// person, a thing to give to one, a room to stand in. Count is how often, default 1.
type NeedSpec struct {
	Find   ProtoID  `json:"find,omitempty" yaml:"find,omitempty"`
	Slay   ProtoID  `json:"slay,omitempty" yaml:"slay,omitempty"`
	Outwit ProtoID  `json:"outwit,omitempty" yaml:"outwit,omitempty"`
	Say    []string `json:"say,omitempty" yaml:"say,omitempty"` // all of these in one saying
	Give   ProtoID  `json:"give,omitempty" yaml:"give,omitempty"`
	To     ProtoID  `json:"to,omitempty" yaml:"to,omitempty"` // to whom it is said or given
	Reach  RoomID   `json:"reach,omitempty" yaml:"reach,omitempty"`
	Count  int      `json:"count,omitempty" yaml:"count,omitempty"`

	// Text is what is told of it, and to nobody before it is their turn to meet it; until then it has no name either.
	Text string `json:"text,omitempty" yaml:"text,omitempty"`
}

// SocialSpec is a gesture. In the texts {actor} and {target} stand for names; the first word of Alone and At, said to
// the doer, is "You".
type SocialSpec struct {
	ID       SocialID `json:"id" yaml:"id"`
	Alone    string   `json:"alone" yaml:"alone"`         // to the doer: "You bow."
	AloneAll string   `json:"alone_all" yaml:"alone_all"` // to the others: "{actor} bows."
	At       string   `json:"at" yaml:"at"`               // to the doer: "You bow to {target}."
	AtTarget string   `json:"at_target" yaml:"at_target"` // to the target: "{actor} bows to you."
	AtAll    string   `json:"at_all" yaml:"at_all"`       // to the others: "{actor} bows to {target}."
}

// ChannelSpec is a channel: talk heard all over the world by who has it on. Its id is what one types.
type ChannelSpec struct {
	ID    ChannelID `json:"id" yaml:"id"`
	Name  string    `json:"name" yaml:"name"`                     // within a sentence: "the Row"
	About string    `json:"about" yaml:"about"`                   // for the list of channels
	Says  string    `json:"says,omitempty" yaml:"says,omitempty"` // "calls over the Row"; see [ChannelSpec.Verb]
}

// Verb is what somebody does who speaks on the channel, in the third person.
func (c *ChannelSpec) Verb() string {
	if c.Says != "" {
		return c.Says
	}
	return "says on " + c.Name
}

// HelpSpec is a help page beyond those that the verb table makes by itself.
type HelpSpec struct {
	ID   string   `json:"id" yaml:"id"`
	Keys []string `json:"keys,omitempty" yaml:"keys,omitempty"`
	Text string   `json:"text" yaml:"text"` // paragraphs separated by blank lines
}

// ZoneSpec says of the rooms that name a zone what they have in common. A zone of which nothing is said is open, and
// every builder builds in it.
type ZoneSpec struct {
	ID   ZoneID `json:"id" yaml:"id"`
	Name string `json:"name" yaml:"name"`                     // "The Marsh"
	Desc string `json:"desc,omitempty" yaml:"desc,omitempty"` // for those who ask where to go
	From int    `json:"from,omitempty" yaml:"from,omitempty"` // the lowest level for which it is meant
	To   int    `json:"to,omitempty" yaml:"to,omitempty"`     // the highest; 0 for no highest

	// Builders are the names of those who may change it; with none all builders may, and of a locked one none.
	Builders []string `json:"builders,omitempty" yaml:"builders,omitempty"`
	Locked   bool     `json:"locked,omitempty" yaml:"locked,omitempty"`

	// Closed says that nobody walks in but those who may change it, and those whom Testers names.
	Closed  bool     `json:"closed,omitempty" yaml:"closed,omitempty"`
	Testers []string `json:"testers,omitempty" yaml:"testers,omitempty"`

	Resets Resets `json:"resets,omitempty" yaml:"resets,omitempty"`
}

// Pack is a whole world pack, checked and ready to be applied. Hash is the SHA-256 of its files in hex.
type Pack struct {
	ID      PackID       `json:"id" yaml:"id"`
	Name    string       `json:"name" yaml:"name"`
	Start   RoomID       `json:"start" yaml:"start"`                   // where people arrive, and wake after death
	Jail    RoomID       `json:"jail,omitempty" yaml:"jail,omitempty"` // where the jailed are put
	Welcome string       `json:"welcome" yaml:"welcome"`               // shown before login
	Texts   *Texts       `json:"texts,omitempty" yaml:"texts,omitempty"`
	Hash    string       `json:"hash" yaml:"-"`
	Rooms   []RoomSpec   `json:"rooms" yaml:"-"`
	Doors   []DoorSpec   `json:"doors" yaml:"-"`
	Items   []ItemSpec   `json:"items" yaml:"-"`
	Mobs    []MobSpec    `json:"mobs" yaml:"-"`
	Spawns  []SpawnSpec  `json:"spawns" yaml:"-"`
	Quests  []QuestSpec  `json:"quests" yaml:"-"`
	Socials []SocialSpec `json:"socials" yaml:"-"`
	Help    []HelpSpec   `json:"help" yaml:"-"`
	Tables  []TableSpec  `json:"tables,omitempty" yaml:"-"`
	Zones   []ZoneSpec   `json:"zones,omitempty" yaml:"-"`
	Crafts  []CraftSpec  `json:"crafts,omitempty" yaml:"-"`
	Scripts []ScriptSpec `json:"scripts,omitempty" yaml:"-"`
	Figures []FigureSpec `json:"figures,omitempty" yaml:"-"`
	Liquids []LiquidSpec `json:"liquids,omitempty" yaml:"-"`
	Recipes []RecipeSpec `json:"recipes,omitempty" yaml:"-"`

	Channels []ChannelSpec `json:"channels,omitempty" yaml:"-"`

	// Lore is what everybody with a mind knows. Whoever reads a pack makes lines of it (see [FactSpec.Spread]), and then
	// it is nil: a state has no lore of a pack.
	Lore []FactSpec `json:"-" yaml:"-"`
}
