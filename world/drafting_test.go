package world_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// What is drafted is nobody's world until it is published, as one change that one undo takes back.
func TestADraftIsPublishedAsOne(t *testing.T) {
	c := withBuilders(t)
	quay := *c.s.Rooms[worldtest.Quay]
	was := quay.Desc
	c.emits(anna, world.HoldDraft{Draft: "mill"}, "DraftHeld")
	c.refused(anna, world.HoldDraft{Draft: "mill"}, world.CodeAlready)
	mob := world.Input{Actor: keeper, Via: world.Via{Kind: world.ViaHost}, Action: world.HoldDraft{Draft: "nest"}}
	if _, code := c.at(mob); code != world.CodeCannot {
		t.Errorf("a creature has a draft: %q", code)
	}
	quay.Desc = "Swept."
	c.emits(anna, edit(quay), "DraftEdited")
	c.refused(anna, edit(quay), world.CodeAlready)
	yard := world.RoomSpec{ID: "yard", Name: "Yard", Desc: "Flour."}
	yard.Exits = []world.ExitSpec{{Dir: world.Up, To: "loft-2"}}
	c.refused(anna, edit(yard), world.CodeUnknown) // judged as it is typed
	yard.Exits[0].To = worldtest.Market
	c.emits(anna, edit(yard), "DraftEdited")
	loft := world.RoomSpec{ID: "loft-2", Name: "Loft", Desc: "Dust."}
	loft.Exits = []world.ExitSpec{{Dir: world.Down, To: "yard"}}
	c.emits(anna, edit(loft), "DraftEdited") // it names what only the draft has
	c.refused(anna, withdraw("room", "yard"), world.CodeCannot)
	c.emits(anna, world.HoldDraft{Draft: "mill", Room: "loft-2"}, "DraftHeld")
	if c.s.Rooms[worldtest.Quay].Desc != was || c.s.Rooms["yard"] != nil {
		t.Error("what is drafted is in the world")
	}
	c.refused(benno, world.PublishDraft{Draft: "mill"}, world.CodeNotAllowed)
	c.refused(benno, world.DiscardDraft{Draft: "mill"}, world.CodeNotAllowed)
	c.refused(benno, world.HoldDraft{Draft: "mill"}, world.CodeTaken)
	c.emits(anna, world.PublishDraft{Draft: "mill"}, "ContentChanged DraftClosed")
	if c.s.Rooms[worldtest.Quay].Desc != "Swept." || c.s.Rooms["loft-2"] == nil || len(c.s.Drafts) != 0 {
		t.Error("not all of it is published")
	}
	c.does(anna, world.UndoChange{Change: c.s.LastChange()})
	if c.s.Rooms[worldtest.Quay].Desc != was || c.s.Rooms["yard"] != nil || c.s.Rooms["loft-2"] != nil {
		t.Error("not all of it is undone")
	}
	if err := c.s.Check(); err != nil {
		t.Error(err)
	}
}

// What somebody else changed meanwhile is not overwritten, and it is said what it is; of the rest nothing is published.
func TestADraftOverwritesNobody(t *testing.T) {
	c := withBuilders(t)
	quay, arena := *c.s.Rooms[worldtest.Quay], *c.s.Rooms[worldtest.Arena]
	c.does(anna, world.HoldDraft{Draft: "mill"})
	arena.Desc = "Raked sand."
	c.does(anna, edit(arena))
	mine := quay
	mine.Desc = "Mine."
	c.does(anna, edit(mine))
	theirs := quay
	theirs.Desc = "Theirs."
	c.does(benno, edit(theirs))
	if got := c.s.Overtaken(c.s.DraftOf(anna, false)); !slices.Equal(got, []string{"room:" + string(worldtest.Quay)}) {
		t.Errorf("overtaken: %v", got)
	}
	c.refused(anna, world.PublishDraft{Draft: "mill"}, world.CodeAlready)
	if c.s.Rooms[worldtest.Arena].Desc == "Raked sand." {
		t.Error("a part of it is published")
	}
	c.does(anna, edit(*c.s.Rooms[worldtest.Quay])) // as the world has it: it is out of the draft
	c.does(anna, world.PublishDraft{Draft: "mill"})
	if c.s.Rooms[worldtest.Quay].Desc != "Theirs." || c.s.Rooms[worldtest.Arena].Desc != "Raked sand." {
		t.Error("the rest is not published")
	}
}

// A draft that makes a zone and takes into it what is everybody's is refused, as two edits would be.
func TestADraftTakesNoRoomsFromOthers(t *testing.T) {
	c := withBuilders(t)
	c.does(benno, world.HoldDraft{Draft: "mill"})
	c.does(benno, edit(world.ZoneSpec{ID: "mill", Name: "The Mill", Builders: []string{"Benno"}, Closed: true}))
	market := *c.s.Rooms[worldtest.Market]
	market.Zone = "mill"
	c.does(benno, edit(market))
	c.refused(benno, world.PublishDraft{Draft: "mill"}, world.CodeNotAllowed)
	c.does(merla, world.PublishDraft{Draft: "mill", Read: c.s.Drafts["mill"].Version()})
}

// An agent whose grant drafts edits in drafts alone; no agent publishes, and no other agent edits.
func TestAnAgentDrafts(t *testing.T) {
	c := withBuilders(t)
	quay := *c.s.Rooms[worldtest.Quay]
	quay.Desc = "Swept."
	c.does(anna, world.MintGrant{Grant: "g-drafts", Label: "mason", Role: world.GrantBuilder})
	c.does(anna, world.MintGrant{Grant: "g-plays", Label: "friend"})
	c.does(merla, world.SetField{Actor: benno, Field: "role", Value: int(world.RolePlayer)})
	c.refused(benno, world.MintGrant{Grant: "g-ben", Label: "mason", Role: world.GrantBuilder}, world.CodeNotAllowed)
	by := func(g world.GrantID, a world.Action) world.Code {
		_, code := c.at(world.Input{Actor: anna, Via: world.Via{Kind: world.ViaGrant, Grant: g}, Action: a})
		return code
	}
	for _, step := range []struct {
		grant world.GrantID
		do    world.Action
		want  world.Code
	}{
		{"g-plays", world.HoldDraft{Draft: "mill"}, world.CodeNotAllowed},
		{"g-plays", edit(quay), world.CodeNotAllowed},
		{"g-drafts", edit(quay), world.CodeNotAllowed}, // there is no draft yet
		{"g-drafts", world.HoldDraft{Draft: "mill"}, ""},
		{"g-plays", edit(quay), world.CodeNotAllowed},
		{"g-drafts", edit(quay), ""},
		{"g-drafts", world.PublishDraft{Draft: "mill"}, world.CodeKeyboard},
		{"g-drafts", world.DiscardDraft{Draft: "mill"}, world.CodeKeyboard},
		{"g-drafts", world.UndoChange{Change: 1}, world.CodeNotAllowed},
		{"g-drafts", world.ResetZone{}, world.CodeNotAllowed},
	} {
		if got := by(step.grant, step.do); got != step.want {
			t.Errorf("%s, %T: got %q, want %q", step.grant, step.do, got, step.want)
		}
	}
	c.does(anna, world.PublishDraft{Draft: "mill", Read: c.s.Drafts["mill"].Version()})
	if c.s.Rooms[worldtest.Quay].Desc != "Swept." {
		t.Error("it is not published")
	}
	c.does(anna, world.HoldDraft{Draft: "mill"})
	c.does(merla, world.SetField{Actor: anna, Field: "role", Value: int(world.RolePlayer)})
	if got := by("g-drafts", edit(quay)); got != world.CodeNotAllowed {
		t.Errorf("whose owner builds no more: %q", got)
	}
}

// Which draft an agent has open is apart from its owner's, and what it drafted is published by who read it as it is.
func TestAnAgentsDraftIsReadFirst(t *testing.T) {
	c := withBuilders(t)
	c.does(anna, world.MintGrant{Grant: "g-anna", Label: "x", Role: world.GrantBuilder})
	byAgent := func(a world.Action) (string, world.Code) {
		return c.at(world.Input{Actor: anna, Via: world.Via{Kind: world.ViaGrant, Grant: "g-anna"}, Action: a})
	}
	quay := *c.s.Rooms[worldtest.Quay]
	c.does(anna, world.HoldDraft{Draft: "mill"})
	if got, code := byAgent(world.HoldDraft{}); code != world.CodeAlready {
		t.Errorf("an agent leaves its owner's draft: %q %q", got, code)
	}
	byAgent(world.HoldDraft{Draft: "mill"})
	quay.Desc = "Theirs."
	if got, _ := byAgent(edit(quay)); got != "DraftEdited" {
		t.Fatalf("an agent drafts: %q", got)
	}
	byAgent(world.HoldDraft{Draft: "fair"})
	if d := c.s.DraftOf(anna, false); d == nil || d.ID != "mill" || c.s.DraftOf(anna, true).ID != "fair" {
		t.Errorf("the owner has %v open", d)
	}
	c.refused(anna, world.PublishDraft{Draft: "mill"}, world.CodeMissing)
	read := c.s.Drafts["mill"].Version()
	quay.Desc = "Changed since."
	c.does(anna, edit(quay))
	c.refused(anna, world.PublishDraft{Draft: "mill", Read: read}, world.CodeAlready)
	c.emits(anna, world.PublishDraft{Draft: "mill", Read: read + 1}, "ContentChanged DraftClosed")
	c.does(anna, world.HoldDraft{Draft: "alone"})
	quay.Desc = "Swept."
	c.does(anna, edit(quay))
	c.refused(merla, world.PublishDraft{Draft: "alone"}, world.CodeMissing) // a wizard, who has not read it
	c.emits(merla, world.PublishDraft{Draft: "alone", Read: c.s.Drafts["alone"].Version()}, "ContentChanged DraftClosed")
	if err := c.s.Check(); err != nil {
		t.Error(err)
	}
}

// A draft that is left with nothing in it is gone, so that empty ones fill nobody's number of drafts.
func TestAnEmptyDraftThatIsLeftIsGone(t *testing.T) {
	c := withBuilders(t)
	c.does(anna, world.MintGrant{Grant: "g-anna", Label: "x", Role: world.GrantBuilder})
	c.does(anna, world.HoldDraft{Draft: "mill"})
	c.emits(anna, world.HoldDraft{}, "DraftHeld DraftClosed")
	c.does(anna, world.HoldDraft{Draft: "mill"})
	c.emits(anna, world.HoldDraft{Draft: "fair"}, "DraftHeld DraftClosed")
	quay := *c.s.Rooms[worldtest.Quay]
	quay.Desc = "Swept."
	c.does(anna, edit(quay))
	c.emits(anna, world.HoldDraft{Draft: "mill"}, "DraftHeld") // something is in it
	agent := world.Via{Kind: world.ViaGrant, Grant: "g-anna"}
	if got, _ := c.at(world.Input{Actor: anna, Via: agent, Action: world.HoldDraft{Draft: "mill"}}); got != "DraftHeld" {
		t.Errorf("an agent opens it: %q", got)
	}
	c.emits(anna, world.HoldDraft{}, "DraftHeld") // the agent is in it still
	if len(c.s.Drafts) != 2 {
		t.Errorf("got %d drafts, want those two", len(c.s.Drafts))
	}
	if err := c.s.Check(); err != nil {
		t.Error(err)
	}
}

// A draft is full by its text long before it has all the entries that it may have.
func TestADraftIsBounded(t *testing.T) {
	c := withBuilders(t)
	c.does(anna, world.HoldDraft{Draft: "mill"})
	var code world.Code
	n := 0
	for ; code == "" && n < world.DraftEntriesMost; n++ {
		room := world.RoomSpec{ID: world.RoomID("yard-" + strconv.Itoa(n)), Name: "Yard"}
		room.Desc = strings.Repeat("Flour. ", 600)
		_, code = c.at(worldtest.Typed(anna, edit(room)))
	}
	if code != world.CodeFull || n < 50 {
		t.Errorf("after %d rooms it is %q", n, code)
	}
}
