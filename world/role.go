package world

// Role says how much somebody may do; each role may do all that the lower ones may. The zero Role may do nothing, and
// nothing that needs the zero Role can be done: what forgets to say stays shut.
type Role uint8

// The roles, lowest first.
const (
	RoleGuest   Role = 1 // in the world without an account
	RolePlayer  Role = 2 // owns an account
	RoleBuilder Role = 3 // shapes the world
	RoleWizard  Role = 4 // runs it from inside
	RoleHead    Role = 5 // makes and unmakes wizards
	RoleHost    Role = 6 // the daemon itself; no body ever has it
)

// String returns the role's name.
func (r Role) String() string {
	switch r {
	case RoleGuest:
		return "guest"
	case RolePlayer:
		return "player"
	case RoleBuilder:
		return "builder"
	case RoleWizard:
		return "wizard"
	case RoleHead:
		return "head"
	case RoleHost:
		return "host"
	}
	return "nobody"
}

// ViaKind names the door through which an action came.
type ViaKind string

// The doors. The zero kind is refused everything.
const (
	ViaKeyboard ViaKind = "keyboard" // typed by the owner, over telnet, SSH or the client
	ViaGrant    ViaKind = "grant"    // called by an agent under a grant
	ViaMind     ViaKind = "mind"     // chosen by a creature's mind
	ViaScript   ViaKind = "script"   // asked by a builder's script
	ViaTimer    ViaKind = "timer"    // due
	ViaForce    ViaKind = "force"    // a wizard made them
	ViaHost     ViaKind = "host"     // the daemon: starting, packs, creation
	ViaTable    ViaKind = "table"    // the chairs of a table of the house: nobody's body, and nothing else
)

// Via says through which door an action came, under which grant, or by which wizard's force. Key and Sum are there
// when an agent gave the deed an idempotency key: digests of the key and of all that was asked under it.
type Via struct {
	Kind  ViaKind `json:"kind"`
	Grant GrantID `json:"grant,omitempty"`
	By    ActorID `json:"by,omitempty"`
	Key   KeySum  `json:"key,omitempty"`
	Sum   KeySum  `json:"sum,omitempty"`
	Told  bool    `json:"told,omitempty"` // who is forced reads by whom; see [Forced]
}
