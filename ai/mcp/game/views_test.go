package game_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// stage is a small world with Anna on the market, and her book.
type stage struct {
	t    *testing.T
	s    *world.State
	now  world.Time
	book *game.Views
}

const anna = world.ActorID("pc-anna")

func newStage(t *testing.T) *stage {
	st := &stage{t: t, s: worldtest.Small(), now: world.Minute}
	worldtest.RunTimers(st.s, st.now)
	worldtest.Join(st.s, st.now, worldtest.Person{Name: "Anna", Account: "a-anna"})
	table := verb.New()
	st.book = game.NewViews(table, func(_ context.Context, _ mcp.Principal, read func(verb.Ctx) any) (any, error) {
		return read(verb.Ctx{
			State: st.s, Now: st.now, Actor: st.s.Actors[anna], Memory: &verb.Memory{},
			Via: world.Via{Kind: world.ViaKeyboard},
		}), nil
	}, nil)
	return st
}

func (st *stage) does(a world.Action) {
	st.t.Helper()
	if _, no := st.s.Decide(st.now, worldtest.Typed(anna, a)); no != nil {
		st.t.Fatalf("%T: %s", a, no.Text)
	}
}

func (st *stage) prompt(name string) string {
	st.t.Helper()
	for _, p := range st.book.Prompts() {
		if p.Name != name {
			continue
		}
		script, err := p.Handler(st.t.Context(), mcp.Principal{}, map[string]string{})
		if err != nil || len(script.Messages) != 1 || script.Messages[0].Assistant {
			st.t.Fatalf("%s: %v %+v", name, err, script)
		}
		return script.Messages[0].Text
	}
	st.t.Fatalf("there is no prompt %s", name)
	return ""
}

// S2-12, S2-43: quest_prompt is the offer, then how far one has come, then the last word.
func TestQuestStages(t *testing.T) {
	st := newStage(t)
	if got := st.prompt("quest_prompt"); !strings.Contains(got, "no quest") {
		t.Errorf("where none is offered: %q", got)
	}
	st.does(world.Move{Dir: world.North})
	spec := st.s.Quests["errand"]
	if got := st.prompt("quest_prompt"); !strings.Contains(got, spec.Offer) {
		t.Errorf("offered: %q lacks %q", got, spec.Offer)
	}
	st.does(world.AcceptQuest{Quest: "errand"})
	got := st.prompt("quest_prompt")
	if !strings.Contains(got, spec.Active) || !strings.Contains(got, "Progress: 0 of 2. Still wanted: ") {
		t.Errorf("active: %q", got)
	}
	for id, it := range world.Ordered(st.s.Items) {
		if it.Proto == "pouch" && it.At.Room == worldtest.Market {
			st.does(world.Take{Items: []world.ItemID{id}})
			break
		}
	}
	if got := st.prompt("quest_prompt"); !strings.Contains(got, "Progress: 1 of 2.") {
		t.Errorf("half done: %q", got)
	}
	st.does(world.Move{Dir: world.South})
	for id, it := range world.Ordered(st.s.Items) {
		if it.Proto == "stone" && it.At.Room == worldtest.Quay {
			st.does(world.Take{Items: []world.ItemID{id}})
			break
		}
	}
	st.does(world.Move{Dir: world.North})
	if got := st.prompt("quest_prompt"); !strings.Contains(got, "All is done; complete it at: ") {
		t.Errorf("done, not completed: %q", got)
	}
	st.does(world.CompleteQuest{Quest: "errand"})
	if got := st.prompt("quest_prompt"); !strings.Contains(got, spec.Done) || strings.Contains(got, spec.Active) {
		t.Errorf("completed: %q lacks %q", got, spec.Done)
	}
}

// S2-13: battle_prompt is there only beside something hostile, and weighs it.
func TestBattlePromptFits(t *testing.T) {
	st := newStage(t)
	fits := func() bool {
		for _, c := range st.book.Contextual() {
			if c.Entry == (mcp.Entry{Kind: mcp.KindPrompt, Name: "battle_prompt"}) {
				return c.Fits(verb.Ctx{State: st.s, Now: st.now, Actor: st.s.Actors[anna]})
			}
		}
		t.Fatal("battle_prompt is always shown")
		return false
	}
	if fits() || st.prompt("battle_prompt") != "No enemies here" {
		t.Errorf("on the quay: %q", st.prompt("battle_prompt"))
	}
	st.does(world.Move{Dir: world.North})
	st.does(world.Move{Dir: world.North})
	for id, a := range world.Ordered(st.s.Actors) {
		if a.Proto == "rat" {
			st.does(world.Attack{Target: id}) // it is peaceful until then
			break
		}
	}
	if !fits() {
		t.Error("it is not shown in a fight with a rat")
	}
	got := st.prompt("battle_prompt")
	for _, want := range []string{"rat", "hit points", "fists", "Blows fall", "with one hand"} {
		if !strings.Contains(got, want) {
			t.Errorf("battle_prompt lacks %q: %q", want, got)
		}
	}
}

// S2-20: what looks different after an event, for whose it is and for who sees it: the state, the room and, when a
// place may be new, the map.
func TestTouched(t *testing.T) {
	const state, bag, room = game.StateURI, game.InventoryURI, game.RoomURI
	const places, quests, log, battle = game.MapURI, game.QuestsURI, game.LogURI, game.BattleURI
	for _, c := range []struct {
		event        world.Event
		mine, others []string
	}{
		{world.Moved{}, []string{state, room, places, quests, log, battle}, []string{state, room, log}},
		{world.AttackResolved{}, []string{state, room, log, battle}, []string{state, room, log, battle}},
		{world.TurnEnded{}, []string{log, battle}, []string{log, battle}},
		{world.Said{}, []string{log}, []string{log}},
		{world.ItemTaken{}, []string{state, bag, room, log}, []string{room, log}},
		// What a quest stands at may show in the room: see world.WhenSpec.
		{world.QuestAccepted{}, []string{state, bag, room, quests, log}, []string{state, bag, room, quests, log}},
		{world.DoorWorked{}, []string{state, room, log}, []string{state, room, log}},
	} {
		for sense, want := range map[world.Sense][]string{world.Did: c.mine, world.Saw: c.others} {
			got := game.Touched(&loop.Told{Notice: &world.Notice{Event: c.event}, Sense: sense}).URIs()
			if !slices.Equal(got, want) {
				t.Errorf("%T, sense %v: got %q, want %q", c.event, sense, got, want)
			}
		}
	}
}

// Every view that a set can name is a resource that is there.
func TestSetsNameResources(t *testing.T) {
	there := map[string]bool{}
	for _, r := range newStage(t).book.Resources() {
		there[r.URI] = true
	}
	for _, uri := range (^game.ResourceSet(0)).URIs() {
		if !there[uri] {
			t.Errorf("%s is hinted at, and no such resource is there", uri)
		}
	}
}
