package world

// Dir is a direction in which an exit leads.
type Dir string

// The directions, in the order in which exits are listed.
const (
	North Dir = "north"
	East  Dir = "east"
	South Dir = "south"
	West  Dir = "west"
	Up    Dir = "up"
	Down  Dir = "down"
	In    Dir = "in"
	Out   Dir = "out"
)

// Dirs lists every direction in the order of exits.
func Dirs() []Dir { return []Dir{North, East, South, West, Up, Down, In, Out} }

// Opposite returns the direction that leads back, or "" for an unknown one.
func (d Dir) Opposite() Dir {
	switch d {
	case North:
		return South
	case South:
		return North
	case East:
		return West
	case West:
		return East
	case Up:
		return Down
	case Down:
		return Up
	case In:
		return Out
	case Out:
		return In
	}
	return ""
}

// Tide is the state of the sea. It turns eight times a game day, which holds two high waters and two low ones.
type Tide string

// The tides, in their order.
const (
	TideHigh Tide = "high"
	TideEbb  Tide = "ebb"
	TideLow  Tide = "low"
	TideFlow Tide = "flow"
)
