package world

// GrantRole says what a grant is for. Beside the role of the character, it bounds what an agent may do.
type GrantRole string

// The roles of grants. The zero one is a player's: it is what every grant was before there were others.
const (
	GrantPlayer   GrantRole = ""         // plays the character as its owner would
	GrantNPC      GrantRole = "npc"      // plays it, and may read beside it what the character has found out
	GrantNarrator GrantRole = "narrator" // has no body: reads what an open bystander would see, anywhere
	GrantBuilder  GrantRole = "builder"  // plays it, and drafts for its owner who builds; see [Draft]
	GrantMinds    GrantRole = "minds"    // has no body and sees nothing: makes agents for a world of its own
	GrantOps      GrantRole = "ops"      // kept for a door that is not there yet
)

// Reach is what a role of grants may do at all. The zero Reach may do nothing.
type Reach struct {
	Acts   bool // brings its body into the world and acts with it
	Looks  bool // asks what only tells: verbs that read, events, prompts, resources
	Reads  bool // uses the tools for reading places, people and events by their ids
	Health bool // may ask whether the world is well
	Drafts bool // edits the world in drafts, as far as its character may build
	Minds  bool // makes agents for a world of its own
}

// Reach returns what the role may do. A role that is not known reaches nothing.
func (r GrantRole) Reach() Reach {
	switch r {
	case GrantPlayer:
		return Reach{Acts: true, Looks: true}
	case GrantNPC:
		return Reach{Acts: true, Looks: true, Reads: true, Health: true}
	case GrantNarrator:
		return Reach{Reads: true, Health: true}
	case GrantMinds:
		return Reach{Minds: true, Health: true}
	case GrantBuilder:
		return Reach{Acts: true, Looks: true, Drafts: true, Health: true}
	case GrantOps:
		return Reach{Health: true}
	}
	return Reach{}
}

// String returns the role's name for people and programs; the zero role is "player".
func (r GrantRole) String() string {
	if r == GrantPlayer {
		return "player"
	}
	return string(r)
}

// GrantRoleNamed returns the role of that name, and whether there is one.
func GrantRoleNamed(name string) (GrantRole, bool) {
	for _, r := range GrantRoles() {
		if r.String() == name {
			return r, true
		}
	}
	return "", false
}

// GrantRoles lists the roles of grants, a player's first.
func GrantRoles() []GrantRole {
	return []GrantRole{GrantPlayer, GrantNPC, GrantNarrator, GrantBuilder, GrantMinds, GrantOps}
}
