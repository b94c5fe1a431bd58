package session_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
)

// Who sits down takes the keyboard over; who was taken over rises from nothing; an agent keeps the body in the world.
func TestKeyboards(t *testing.T) {
	const body = world.ActorID("pc-ann")
	check := func(what string, got, want bool) {
		t.Helper()
		if got != want {
			t.Errorf("%s: got %v, want %v", what, got, want)
		}
	}
	table := session.NewKeyboards[string]()
	check("an empty keyboard", table.AtKeyboard(body) || table.AtDesk([]world.ActorID{body}), false)
	check("the zero player sits nowhere", table.Sits(body, ""), false)
	if old := table.Sit(body, "first"); old != "" {
		t.Errorf("%q sat there before anybody came", old)
	}
	if old := table.Sit(body, "second"); old != "first" || table.InPlay() != 1 {
		t.Errorf("the second took over from %q, and %d are in play", old, table.InPlay())
	}
	check("the first sits", table.Sits(body, "first"), false)
	check("the second sits", table.Sits(body, "second") && table.At(body) == "second", true)
	sat, _ := table.Rise(body, "first")
	check("the first rises", sat, false)
	check("the first says who drives", table.SetCopilot(body, "first", true), false)
	check("a player drives", table.AtKeyboard(body), true)
	check("the second lets an agent drive too", table.SetCopilot(body, "second", true), true)
	check("a player drives, and lets drive", table.AtKeyboard(body), false)
	check("and sits there all the same", table.AtDesk([]world.ActorID{"pc-ben", body}), true)
	check("no more", table.SetCopilot(body, "second", false) && table.AtKeyboard(body), true)

	table.AgentCame(body)
	table.AgentCame(body)
	sat, sole := table.Rise(body, "second")
	check("the second rises", sat, true)
	check("with two agents there", sole, false)
	check("one agent goes", table.AgentGone(body), false)
	check("the last goes", table.AgentGone(body), true)
	table.Sit(body, "third")
	table.AgentCame(body)
	check("an agent goes while a player sits", table.AgentGone(body), false)
	sat, sole = table.Rise(body, "third")
	check("the third was the last", sat && sole && table.InPlay() == 0, true)
}
