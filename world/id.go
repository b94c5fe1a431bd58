package world

// Ids are slugs: lower-case letters, digits and hyphens, 1 to 64 bytes, starting with a letter or digit
// (npc-barkeep-01, pc-seren). Made ones carry a number behind a hyphen: rusty-key-17.
type (
	RoomID     string // a place
	ItemID     string // one thing
	ActorID    string // one body: a player's character or a creature of the world
	DoorID     string // one door, shared by the exits on both of its sides
	ProtoID    string // a pattern from which things or creatures are made
	SpawnID    string // a rule that keeps one place supplied with one pattern
	QuestID    string // a quest
	SocialID   string // a ready-made gesture: bow, wave
	TimerID    string // something that will happen
	PackID     string // a world pack
	GrantID    string // a permission that an owner gave to an agent
	BoardID    string // a table to play at
	ZoneID     string // rooms that belong together
	PartyID    string // people who go about together
	ChannelID  string // a way to talk over any distance, of a pack: row
	CraftID    string // a craft in which one grows
	ScriptID   string // a builder's script
	FigureID   string // a figure of people, of a pack: strength
	LiquidID   string // what is drunk out of things
	RecipeID   string // how something is made of other things
	SanctionID string // something that was decided about people
	AccountID  string // proof of identity; what it proves is no business of the world
)

const idBytesMax = 64

// ValidID reports whether s is a slug fit for an id.
func ValidID(s string) bool {
	if s == "" || len(s) > idBytesMax || s[0] == '-' {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return true
}
