package agentapi_test

import (
	"context"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/agentapi"
	"github.com/mudlark-mud/mudlark/ai/mcp"
)

// keenGame wants to know who begins.
type keenGame struct {
	bareGame

	greeted string
}

func (g *keenGame) Greeted(_ context.Context, p mcp.Principal) { g.greeted += p.ID }

// A game beside which the tools of foreign worlds are offered is told of clients that begin, as it is by itself.
func TestBesideGreets(t *testing.T) {
	g := &keenGame{}
	beside, wants := agentapi.Beside(g, &agentapi.Service{}).(mcp.Greeter)
	if !wants {
		t.Fatal("nobody would tell it")
	}
	beside.Greeted(t.Context(), mcp.Principal{ID: "g-ann"})
	if g.greeted != "g-ann" {
		t.Errorf("it is told of %q", g.greeted)
	}
	bare, _ := agentapi.Beside(bareGame{}, &agentapi.Service{}).(mcp.Greeter)
	bare.Greeted(t.Context(), mcp.Principal{ID: "g-ann"}) // a game that does not want to know is left alone
}
