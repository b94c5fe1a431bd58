package client_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/tui/client"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// reads sits down where a reader reads what is said to gm, and answers by what the words are.
func reads(t *testing.T) *seat {
	t.Helper()
	s := &seat{t: t}
	s.f = client.New(client.Config{Wire: s, Host: s, Propose: func(
		_ context.Context, words string, _ proposal.Summary, me world.ActorID,
	) (proposal.Proposal, error) {
		switch {
		case words == "too often":
			return proposal.Proposal{}, client.Refused("Wait a few minutes.")
		case words == "as another":
			return proposal.Parse(`{"type":"END_TURN","entityId":"rat-1"}`), nil
		case words == "hit it":
			return proposal.Parse(`{"type":"ATTACK","attackerId":"` + string(me) + `","targetId":"rat-1"}`), nil
		case strings.HasPrefix(words, "nothing"):
			return proposal.Proposal{Reason: "That is nothing."}, nil
		}
		return proposal.Proposal{}, errors.New("there is no bridge")
	}})
	ctx, cancel := context.WithCancel(t.Context())
	var work sync.WaitGroup
	work.Go(func() { s.f.Run(ctx) })
	work.Go(func() {
		for m := range s.f.Messages() {
			s.show(m)
		}
	})
	t.Cleanup(func() { cancel(); work.Wait() })
	s.f.Online()
	return s
}

// TestWordsAreRead: S3-41: what is said to gm is read elsewhere; a refusal is shown; where nobody answers the grammar
// reads it without a word about that; and only a yes sends what it came to, as it could have been typed.
func TestWordsAreRead(t *testing.T) {
	s := reads(t)
	s.types("gm hit it")
	s.sends("gm hit it") // nothing is known of a fight: the MUD may read it
	s.f.GMCP("Mudlark.Encounter", []byte(brawl))
	s.types("gm hit it")
	s.reads("That would be: attack rat-1 [yes/no]")
	s.sees("the proposal", func(v *view.View) bool {
		return v.Arena != nil && v.Arena.Asked == "That would be: attack rat-1"
	})
	s.types("no")
	s.reads("Then not.")
	s.types("gm hit it")
	s.sees("it again", func(v *view.View) bool { return v.Arena.Asked != "" })
	s.types("y")
	s.sends("attack rat-1")
	s.sees("that it is done", func(v *view.View) bool { return v.Arena.Asked == "" })
	s.types("yes") // nothing waits: it is for the MUD
	s.sends("yes")

	s.types("gm too often")
	s.reads("Wait a few minutes.")
	s.types("gm as another")
	s.reads("That body is not yours to move.")
	s.types("gm nothing much")
	s.reads("That is nothing.")
	s.types("gm move 2 to the east")
	s.reads("That would be: move 2,0 [yes/no]")
	s.types("gm attack the wharf rat with my knife")
	s.reads("That would be: attack rat-1. One strikes with what one wields. [yes/no]")
	s.types("look") // takes it back, and is done
	s.sends("look")
	s.types("yes")
	s.types("gm end my turn")
	s.reads("That would be: end turn [yes/no]")
	s.f.GMCP("Mudlark.Encounter", []byte(`{}`))
	s.sees("that it is over", func(v *view.View) bool { return v.Arena == nil })
	s.types("yes")
	s.types("over")
	s.sends("over")
	s.until("what was sent, and no word of a bridge that is not there", func(m *tui.Message, sent []string) bool {
		return strings.Join(sent, "; ") == "gm hit it; attack rat-1; yes; look; yes; yes; over" &&
			!strings.Contains(strings.ToLower(textOf(m.Lines)), "bridge")
	})
}
