package diku

import "slices"

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
	Gestures  []Gesture
	Scripts   []Trigger
	Faults    []Fault
	Notices   []Notice // licences and credits
	Triggers  []Notice // files of scripts, quests and helps, as they are
	read      map[Kind]int
	specials  []special
	assigned  []assigned
}

// Fault is a record, or part of one, that could not be understood.
type Fault struct {
	Path  string `json:"file"` // slash-separated, within the folder that was read
	Line  int    `json:"line,omitempty"`
	What  string `json:"what"`
	Meant string `json:"meant,omitempty"`
}

// Notice is a file that is taken along as it is, or a page of an engine's help that its licence wants to be shown.
type Notice struct {
	Path string
	Data []byte
	help []string // the words of the page; none of a file
}

// beyond is what only one engine's records have: marks, which are counted, and what is kept of them under "was".
type beyond struct {
	marks []mark
	kept  fields
}

func (b *beyond) lost(name string) { b.marks = append(b.marks, mark{name, false}) }
func (b *beyond) idle(name string) { b.marks = append(b.marks, mark{name, true}) }

// keep keeps a value; of two with one key the later.
func (b *beyond) keep(key string, value any) {
	b.kept = slices.DeleteFunc(b.kept, func(p pair) bool { return p.key == key })
	b.kept.add(key, value)
}

// Origin is where a record stood.
type Origin struct {
	Path string
	Line int
}

// Room is a record of a .wld file. Flags and Sector are numbered as in Circle's structs.h.
type Room struct {
	Origin
	beyond

	Vnum     Vnum
	Name     string
	Desc     string
	Flags    uint64
	Sector   int
	Exits    []Exit
	Doubles  int // ways in a direction in which a later one leads
	Extras   []Extra
	Triggers []Vnum
}

// Exit is a way out. Dir counts north, east, south, west, up, down from 0. Kind is 0 without a door, 1 with one, 2 with
// one that cannot be picked; tbaMUD adds 3 and 4 for the same two, hidden.
type Exit struct {
	beyond

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
	beyond

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
	Usual     int // the position to which it returns
	Sex       int
	Attack    int    // BareHandAttack
	Verb      string // how it strikes, where an engine says it with a word
	race      string
	special   string    // a procedure of ROM
	can       [4]uint64 // of ROM: what it does in a fight, its immunities, resistances and weaknesses
	Abilities []string  // the other lines of the E section
	Triggers  []Vnum
}

// Thing is a record of an .obj file.
type Thing struct {
	Origin
	beyond

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
	Rent     int
	Level    int
	Timer    int
	Extras   []Extra
	Changes  []string // A: "where by how much"
	Triggers []Vnum
	Liquid   string   // what is in it, where an engine says it with a word
	Spells   []string // likewise of what it casts
}

// Zone is a record of a .zon file. Life is in minutes; Mode is 0 never, 1 when empty of players, 2 always.
type Zone struct {
	Origin
	beyond

	Vnum               Vnum
	Name, Builders     string
	Bottom, Top        Vnum
	Life, Mode         int
	LevelMin, LevelMax int
	Resets             []Reset
	isMerc             bool
	Wrong              int // commands that were not understood
}

// Reset is one command of a zone: M, O, G, E, P, D, R, T or V with the numbers behind the if-flag.
type Reset struct {
	Line   int
	Letter byte
	If     bool // only when the command before it succeeded
	Args   [3]Vnum
	Here   int // of the Merc family: how many of them one place holds, creatures in a room or things in a container
}

// Shop is a record of a .shp file.
type Shop struct {
	Origin
	beyond

	Vnum       Vnum
	Products   []Vnum
	ProfitBuy  float64 // what customers pay, in costs of the thing
	ProfitSell float64
	Buys       []string // types that it buys, as written
	Keeper     Vnum
	Rooms      []Vnum
	Hours      [4]int
	Trades     int // whom it refuses, as flags
	Temper     int
	Bits       uint64 // 1 it may be attacked, 2 it banks its money, 4 it never runs out of money
	Messages   []string
}

// Gesture is one of the Merc family's socials: what the doer, the others and the target read, with $n for the doer and
// $N for the target. Texts are in the order of the files: alone, alone to others, with a target, to others, to it, when
// it is not there, to oneself, to others.
type Gesture struct {
	Origin

	Word  string
	Texts [gestureTexts]string
}

// gestureTexts is how many texts a gesture has.
const gestureTexts = 8

// special is a creature's procedure in the engine's code, by name.
type special struct {
	Origin

	creature Vnum
	name     string
}
