package agents

import (
	"slices"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Session is whoever typed a command: a player at a keyboard.
type Session interface {
	// Account and Body say who they are.
	Account() world.AccountID
	Body() world.ActorID
	// Say shows a line of one role.
	Say(role prose.Role, text string)
	// Read looks at the world on its writer and goes on when what it saw is durable. It keeps nothing of the state.
	Read(look func(*world.State, world.Time), then func())
	// Act wants something of the world and goes on when it has happened; a refusal is shown instead.
	Act(act func() world.Action, then func())
	// Proof writes account rows together with an action: both or neither.
	Proof(rows func(now time.Time) ([]account.Put, error), act func() world.Action, then func())
	// Copilot lets agents act beside whoever sits here, or not. It reports whether they still sit here to say so.
	Copilot(on bool) bool
	// Follow shows from now on what a watch sees, instead of what another did; nil ends it.
	Follow(w *Watch)
}

// Accounts is what the commands need of the accounts.
type Accounts interface {
	Find(name string) (account.Account, bool, error)
	Mint(spec account.TokenSpec, now time.Time) (account.Secret, account.Token, []account.Put, error)
	Tokens(id world.AccountID) ([]account.Token, error)
	Revoke(id world.AccountID, grant world.GrantID) ([]account.Put, error)
}

// Door is the door through which agents come, as far as owners and operators steer it. Its methods do not block.
type Door interface {
	// Changed says that a grant allows something else than before.
	Changed(grant world.GrantID)
	// Ended ends whatever goes on under a grant, because it was withdrawn, or for now.
	Ended(grant world.GrantID)
	// Shut ends whatever goes on, and answers with the reason until Open is called.
	Shut(reason string)
	// Open lets agents come again.
	Open()
	// Seen lists the grants that were used since the start.
	Seen() []Seen
}

// Seen is what the door knows of a grant.
type Seen struct {
	Grant    world.GrantID
	Actor    world.ActorID  // for whom it acts
	From     account.Source // of its last request; "" where that has no address
	Sessions int
	Streams  int
	Calls    uint64
	First    time.Time // since the start
	Last     time.Time
}

// Commands are the commands about agents, for everybody.
type Commands struct {
	Accounts Accounts
	Table    *verb.Table
	Watches  *Watches
	Door     Door // nil: there is no door for agents
	Now      func() time.Time
}

// silentMost is how long an agent without a stream counts as connected after its last call: a body of an agent stands
// link-dead after as long.
const silentMost = 10 * time.Minute

// Connected lists the agents that are there now: they have a stream, or called lately.
func (c *Commands) Connected(now time.Time) []Seen {
	return slices.DeleteFunc(c.door().Seen(), func(s Seen) bool { return s.Streams == 0 && now.Sub(s.Last) >= silentMost })
}

func (c *Commands) door() Door {
	if c.Door == nil {
		return closed{}
	}
	return c.Door
}

// closed stands for a door that is not there.
type closed struct{}

func (closed) Changed(world.GrantID) {}
func (closed) Ended(world.GrantID)   {}
func (closed) Shut(string)           {}
func (closed) Open()                 {}
func (closed) Seen() []Seen          { return nil }
