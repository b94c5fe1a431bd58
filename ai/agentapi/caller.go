package agentapi

import (
	"context"
	"net/http"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/world"
)

// LocalPath is where connections without a token are served.
const LocalPath = "/"

// EnterLocal lets programs of this machine in without a token, all as one principal. What a proxy passes on, what was
// asked under a foreign name (DNS rebinding) and what a page from elsewhere asks is refused.
func EnterLocal(principal string) func(w http.ResponseWriter, r *http.Request) (Caller, bool) {
	p := mcp.Principal{ID: principal, Kind: world.GrantMinds}
	return func(w http.ResponseWriter, r *http.Request) (Caller, bool) {
		switch {
		case r.URL.Path != LocalPath:
			http.Error(w, "There is nothing here; agents are at "+LocalPath+".", http.StatusNotFound)
		case !guard.IsLocal(r):
			http.Error(w, "This address is for programs and pages of this machine.", http.StatusForbidden)
		default:
			return func(context.Context) (mcp.Principal, bool) { return p, true }, true
		}
		return nil, false
	}
}

// EnterBearer lets those in whose token is one for minds. Tokens are looked at again before each message.
func EnterBearer(gate guard.Gate, tokens guard.Principals) func(w http.ResponseWriter, r *http.Request) (Caller, bool) {
	return func(w http.ResponseWriter, r *http.Request) (Caller, bool) {
		if fault := gate.Check(r); fault != guard.SourceFine {
			http.Error(w, fault.Text(), http.StatusForbidden)
			return nil, false
		}
		if guard.CarriesToken(r.URL) {
			http.Error(w, guard.URLTokenText, http.StatusBadRequest)
			return nil, false
		}
		token := bearer(r.Header)
		who := func(ctx context.Context) (mcp.Principal, bool) {
			p, ok := tokens.Find(ctx, token)
			return p, ok && p.ID != "" && p.Kind.Reach().Minds
		}
		if token != "" {
			if _, ok := who(r.Context()); ok {
				return who, true
			}
		}
		w.Header().Set("WWW-Authenticate", "Bearer")
		http.Error(w, "A bearer token of the role minds is needed.", http.StatusUnauthorized)
		return nil, false
	}
}

// bearer returns the token of the Authorization header, or "" when there is not exactly one (RFC 6750, 2.1).
func bearer(h http.Header) string {
	values := h.Values("Authorization")
	if len(values) != 1 || len(values[0]) > guard.TokenCharsMax {
		return ""
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}
