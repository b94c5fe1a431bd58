package guard

import (
	"context"
	"net/http"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Principal is who a bearer token speaks for: a grant that a player gave to an agent. This layer compares and prints
// the world's ids and gives them no meaning.
type Principal struct {
	ID    string        // stable for the life of the grant; sessions, limits and notices are kept under it
	Actor world.ActorID // the character it acts through
	Role  world.Role    // the character's role; the game judges it
	Grant world.GrantID // the grant under which it acts, recorded with every action

	Kind  world.GrantRole // the grant's role; the zero one is a player's
	Tools []string        // the tools that its owner allows it, by name; none: all that its role allows

	// Driver names the program that calls, as it says itself ([DriverHeader]); "" when it does not say.
	Driver string

	// Lent says that the token was lent to a bridge of whoever runs this machine, so that who sits before the bridge may
	// answer for the character's owner.
	Lent bool
	// Asks says that the calling bridge puts what the owner is asked to its own user, and Asked that it has done so for
	// this call ([OwnerHeader]). They are false unless Lent.
	Asks, Asked bool

	// Minded says that the body is a creature with a mind of its own, whatever its id.
	Minded bool

	// Mind says that a creature of the world asks, from within this process: it needs no grant. No token ever stands
	// for one.
	Mind bool
}

// DriverHeader is by which a program may name itself, so that a second one that holds the same token can be told of
// the first: up to [driverCharsMax] printable ASCII characters of its choice.
const DriverHeader = "Mudlark-Driver"

// OwnerHeader is by which a bridge that was lent its token says what it does when the owner has to be asked:
// [OwnerWillAsk] or [OwnerAsked]. Without it the owner is asked at a keyboard of the world. From anybody else it means
// nothing.
const (
	OwnerHeader  = "Mudlark-Owner"
	OwnerWillAsk = "will-ask" // it asks its user; it wants the question and nothing else
	OwnerAsked   = "asked"    // its user was asked already, whatever they answered
)

// AwaitingOwner is the code of a refusal under whose id the owner was asked and has not answered yet.
const AwaitingOwner world.Code = "awaiting_owner"

// consults notes what a bridge says that it does about questions to the owner.
func (p *Principal) consults(h http.Header) {
	told := h.Get(OwnerHeader)
	p.Asks, p.Asked = p.Lent && told == OwnerWillAsk, p.Lent && told == OwnerAsked
}

// driver is how a program names itself; a name of the wrong form is none.
func driver(h http.Header) string {
	name := h.Get(DriverHeader)
	if len(name) > driverCharsMax || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return ""
	}
	return name
}

// Principals says who a token speaks for. Find is asked on every request, and again on every heartbeat of a stream,
// so it must be quick and must stop finding a token before [Guard.Revoked] is called. It reports false for a token
// that is unknown, expired or revoked; it is never handed an empty one.
type Principals interface {
	Find(ctx context.Context, bearer string) (Principal, bool)
}

type principalKey struct{}

// WithPrincipal returns a context that carries p. The guard does it for HTTP; in-process callers do it themselves.
func WithPrincipal(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// PrincipalFrom returns the principal that ctx carries, and whether there is one. Without one everything is refused.
func PrincipalFrom(ctx context.Context) (Principal, bool) {
	p, ok := ctx.Value(principalKey{}).(Principal)
	return p, ok && p.ID != ""
}
