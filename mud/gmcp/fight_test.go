package gmcp_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/gmcp"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
	"github.com/mudlark-mud/mudlark/world/worldtest/smallport"
)

// TestEncounter: a fight by turns is told to who takes part and who looks on, when anything of it changes and not
// because time goes by; it says nothing of the dice; and when it is over that is told once.
func TestEncounter(t *testing.T) {
	p := newPort(t)
	ann, ben := p.join("Ann"), p.join("Ben")
	for _, who := range []world.ActorID{ann, ben} {
		p.act(who, world.Move{Dir: world.North})
		p.act(who, world.Move{Dir: world.North})
	}
	c, clock := newOwn(t)
	watcher := gmcp.New(gmcp.Options{Now: clock.now})
	watcher.Take("Core.Supports.Set", []byte(`["Mudlark.Encounter 1"]`))
	if watcher.Wants() != surroundings.Survey {
		t.Error("who wants fights alone is shown none")
	}
	var s, w surroundings.Surveyor
	see := func(who world.ActorID, c *gmcp.Client, s *surroundings.Surveyor) (string, []string) {
		t.Helper()
		clock.pass(time.Second)
		names, by := bodies(t, c.Of(p.look(who, s, nil)))
		return by["Mudlark.Encounter"], names
	}
	if got, _ := see(ann, c, &s); got != "" {
		t.Errorf("before any fight: told %s", got)
	}
	p.act(ann, world.OpenEncounter{Target: "npc-bess"})
	p.act(ann, world.RollInitiative{})
	body, _ := see(ann, c, &s)
	var told proposal.View
	if err := json.Unmarshal([]byte(body), &told); err != nil || told.You != ann || told.Due <= 0 ||
		told.Summary.Combat.Mode != world.ModeCombat || len(told.Summary.Entities) < 2 {
		t.Errorf("told %s, %v", body, err)
	}
	if strings.Contains(body, "seed") || strings.Contains(body, "rolls") {
		t.Errorf("the dice are told: %s", body)
	}
	p.now += 2 * world.Second
	if again, names := see(ann, c, &s); again != "" {
		t.Errorf("time went by, and %v was told: %s", names, again)
	}
	body, names := see(ben, watcher, &w)
	var seen proposal.View
	if err := json.Unmarshal([]byte(body), &seen); err != nil || seen.You != "" || seen.Reach != nil ||
		len(seen.Summary.Entities) < 2 || !slices.Equal(names, []string{"Mudlark.Encounter"}) {
		t.Errorf("told who looks on %v: %s, %v", names, body, err)
	}
	p.st.Actors[ann].Room, p.st.Actors[ben].Room = smallport.Quay, smallport.Quay
	for who, of := range map[world.ActorID]struct {
		c *gmcp.Client
		s *surroundings.Surveyor
	}{ann: {c, &s}, ben: {watcher, &w}} {
		if got, _ := see(who, of.c, of.s); got != "{}" {
			t.Errorf("away from it %s was told %q, want {}", who, got)
		}
		if got, _ := see(who, of.c, of.s); got != "" {
			t.Errorf("and again %s", got)
		}
	}
}

// TestProposal: what words to gm would be is told with the question, how they were read to who asked for that alone,
// and that nothing waits any more; and nobody else is told.
func TestProposal(t *testing.T) {
	c, _ := newOwn(t)
	other := newClient(t, gmcp.Options{})
	for _, tt := range []struct {
		name string
		card *session.ProposalCard
		want string
	}{
		{"read", &session.ProposalCard{Words: "run", Asking: true}, `Mudlark.Proposal {"reads":true}`},
		{"waits", &session.ProposalCard{Words: "run", Open: true, Text: "Ann goes\x1b 1 step."},
			`Mudlark.Proposal {"text":"Ann goes 1 step."}`},
		{"debugged", &session.ProposalCard{Open: true, Text: "x", Debug: true, Trace: []string{"Parse: ok=true \u2014"}},
			`Mudlark.Proposal {"text":"x","debug":["Parse: ok=true \u2014"]}`},
		{"not debugged", &session.ProposalCard{Text: "x", Trace: []string{"secret"}}, `Mudlark.Proposal {}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := session.Frame{Card: tt.card}
			if got := text(c.Of(f)); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if got := text(other.Of(f)); got != "" {
				t.Errorf("another client was told %s", got)
			}
		})
	}
}
