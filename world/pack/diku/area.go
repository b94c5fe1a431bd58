package diku

// Vnum is the number by which an area's files name a room, creature, thing, zone or shop, each kind for itself.
type Vnum int

// nowhere is the number of nothing: of an exit that is only looked at, of a lock without a key.
const nowhere = Vnum(-1)

// Area is what was read of a folder. Records stand in the order of their files; of two with one number the first is
// kept.
type Area struct {
	Dialect   Dialect
	Rooms     []Room
	Creatures []Creature
	Things    []Thing
	Zones     []Zone
	Shops     []Shop
	Faults    []Fault
	Notices   []Notice // licences and credits
	Triggers  []Notice // files of scripts and quests, as they are
	read      map[Kind]int
}

// Fault is a record, or part of one, that could not be understood.
type Fault struct {
	Path  string `json:"file"` // slash-separated, within the folder that was read
	Line  int    `json:"line,omitempty"`
	What  string `json:"what"`
	Meant string `json:"meant,omitempty"`
}

// Notice is a file that is taken along as it is.
type Notice struct {
	Path string
	Data []byte
}

// Origin is where a record stood.
type Origin struct {
	Path string
	Line int
}

// Room is a record of a .wld file. Flags and Sector are numbered as in Circle's structs.h.
type Room struct {
	Origin

	Vnum     Vnum
	Name     string
	Desc     string
	Flags    uint64
	Sector   int
	Exits    []Exit
	Extras   []Extra
	Triggers []Vnum
}

// Exit is a way out. Dir counts north, east, south, west, up, down from 0. Kind is 0 without a door, 1 with one, 2 with
// one that cannot be picked; tbaMUD adds 3 and 4 for the same two, hidden.
type Exit struct {
	Dir  int
	Desc string
	Word string
	Kind int
	Key  Vnum
	To   Vnum
}

// Extra is a detail that can be looked at.
type Extra struct{ Words, Desc string }

// Roll is NdS+P as it stands in a file, not yet within any bounds.
type Roll struct{ N, S, P int }

// Creature is a record of a .mob file. Act and Affected are flags, the latter numbered as tbaMUD does: bit 1 is blind.
type Creature struct {
	Origin

	Vnum      Vnum
	Words     string
	Short     string
	Long      string
	Desc      string
	Act       uint64
	Affected  uint64
	Alignment int
	Level     int
	Thac0     int
	AC        int // as in the file: 10 is naked, -10 is plate and magic
	Hit, Blow Roll
	Gold, Exp int
	Position  int
	Sex       int
	Attack    int      // BareHandAttack
	Abilities []string // the other lines of the E section
	Triggers  []Vnum
}

// Thing is a record of an .obj file.
type Thing struct {
	Origin

	Vnum     Vnum
	Words    string
	Short    string
	Long     string
	Action   string
	Type     int
	Flags    uint64
	Wear     uint64
	Affects  uint64
	Values   [4]int
	Weight   int
	Cost     int
	Level    int
	Timer    int
	Extras   []Extra
	Changes  []string // A: "where by how much"
	Triggers []Vnum
}

// Zone is a record of a .zon file. Life is in minutes; Mode is 0 never, 1 when empty of players, 2 always.
type Zone struct {
	Origin

	Vnum               Vnum
	Name, Builders     string
	Bottom, Top        Vnum
	Life, Mode         int
	LevelMin, LevelMax int
	Resets             []Reset
	Wrong              int // commands that were not understood
}

// Reset is one command of a zone: M, O, G, E, P, D, R, T or V with the numbers behind the if-flag.
type Reset struct {
	Line   int
	Letter byte
	If     bool // only when the command before it succeeded
	Args   [3]Vnum
}

// Shop is a record of a .shp file.
type Shop struct {
	Origin

	Vnum       Vnum
	Products   []Vnum
	ProfitBuy  float64 // what customers pay, in costs of the thing
	ProfitSell float64
	Buys       []string // types that it buys, as written
	Keeper     Vnum
	Rooms      []Vnum
	Hours      [4]int
	Trades     int // whom it refuses, as flags
}
