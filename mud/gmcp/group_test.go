package gmcp_test

import (
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/gmcp"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
)

// TestGroup: who asks for it is told with whom they go about and how each of them is, whole, when anything of it
// changed, and that there is no group any more.
func TestGroup(t *testing.T) {
	p := newPort(t)
	ann, ben := p.join("Ann"), p.join("Ben")
	p.st.Actors[ben].Role = world.RoleWizard
	clock := newClock()
	c := gmcp.New(gmcp.Options{Now: clock.now})
	if a := c.Take("Core.Supports.Set", []byte(`["Group 1"]`)); a.Bad || c.Wants() != surroundings.Sight {
		t.Fatalf("%+v, wants %d", a, c.Wants())
	}
	const (
		both = `Group.Info {"leader":"Ben","count":2,"members":[{"name":"Ben","info":{"hp":30,"mhp":30,"lvl":1,"here":1}},` +
			`{"name":"Ann","info":{"hp":30,"mhp":30,"lvl":1,"here":1}}]}`
		away = `Group.Info {"leader":"Ben","count":2,"members":[{"name":"Ben","info":{"hp":30,"mhp":30,"lvl":1,"here":0}},` +
			`{"name":"Ann","info":{"hp":30,"mhp":30,"lvl":1,"here":1}}]}`
	)
	for _, tt := range []struct {
		what string
		by   world.ActorID
		do   world.Action
		want string
	}{
		{"an invitation", ben, world.PartyInvite{Who: ann}, ""},
		{"a group", ann, world.PartyJoin{}, both},
		{"words", ben, world.PartyTell{Text: "hello"}, ""},
		{"one goes", ben, world.Move{Dir: world.North}, away},
		{"one is there again", ben, world.Move{Dir: world.South}, both},
		{"one is seen no more", ben, world.UsePower{Power: world.PowerInvis, On: true}, away},
		{"one is seen again", ben, world.UsePower{Power: world.PowerInvis}, both},
		{"one goes", ben, world.Move{Dir: world.North}, away},
		{"no group", ben, world.PartyLeave{}, `Group.Info {"count":0,"members":[]}`},
	} {
		clock.pass(time.Second)
		rec := p.act(tt.by, tt.do)
		if got := text(c.Of(p.frame(ann, rec))); got != tt.want {
			t.Errorf("%s: told\n%s\nwant\n%s", tt.what, got, tt.want)
		}
	}
}
