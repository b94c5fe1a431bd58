package guard

import (
	"errors"
	"net/http"

	"github.com/mark3labs/mcp-go/server"
)

var errForeignSession = errors.New("session not found")

// ResolveSessionIdManager gives mcp-go the sessions of the request's principal, or of everybody when there is no
// request, which is how mcp-go's own sweeper asks. The method's name is mcp-go's ([server.SessionIdManagerResolver]).
//
//nolint:staticcheck // ST1003 would spell it ID, and then mcp-go would not find it
func (g *Guard) ResolveSessionIdManager(r *http.Request) server.SessionIdManager {
	m := sessions{guard: g}
	if r != nil {
		who, _ := PrincipalFrom(r.Context())
		m.principal, m.bound = who.ID, true
		if c := callFrom(r.Context()); c != nil {
			m.revision = c.revision
		}
	}
	return m
}

// sessions answers mcp-go for one principal. The guard has checked before; this is the second lock on the same door.
type sessions struct {
	guard     *Guard
	principal string
	revision  string // of the protocol, when it is agreed on just now
	bound     bool   // to the principal; otherwise it is the sweeper
}

// Generate issues a session to the principal, ending its least recently used one if it has too many.
func (m sessions) Generate() string {
	id, evicted := m.guard.ledger.issue(m.principal, m.revision)
	m.guard.over(evicted)
	return id
}

// Validate reports an error for a session that is not the principal's.
func (m sessions) Validate(id string) (terminated bool, err error) {
	ok, evicted := m.guard.ledger.owns(m.principal, id)
	m.guard.over(evicted)
	if !m.bound || !ok {
		return false, errForeignSession
	}
	return false, nil
}

// Terminate ends a session and its stream.
func (m sessions) Terminate(id string) (notAllowed bool, err error) {
	if m.bound && m.principal != "" {
		ok, evicted := m.guard.ledger.owns(m.principal, id)
		m.guard.over(evicted)
		if !ok {
			return false, nil
		}
	}
	if m.guard.ledger.forget(id) {
		m.guard.over([]string{id})
	}
	return false, nil
}
