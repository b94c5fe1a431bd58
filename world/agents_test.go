package world_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// agent is an agent of Anna's, under the grant g-scout.
type agent struct{ *scene }

func newAgent(t *testing.T, mint world.MintGrant) agent {
	t.Helper()
	c := newScene(t)
	mint.Grant, mint.Label = "g-scout", "scout"
	c.does(anna, mint)
	return agent{c}
}

func (a agent) wants(act world.Action) (string, world.Code) {
	a.Helper()
	return a.at(world.Input{Actor: anna, Via: world.Via{Kind: world.ViaGrant, Grant: "g-scout"}, Action: act})
}

// may fails the test unless the agent's deed makes these events.
func (a agent) may(act world.Action, want string) {
	a.Helper()
	if got, code := a.wants(act); got != want || code != "" {
		a.Errorf("%T%+v: got %q %q, want %q", act, act, got, code, want)
	}
}

// mayNot fails the test unless the agent's deed is refused by a code.
func (a agent) mayNot(act world.Action, want world.Code) {
	a.Helper()
	if got, code := a.wants(act); code != want {
		a.Errorf("%T%+v: got %q %q, want the refusal %q", act, act, got, code, want)
	}
}

// asks has the agent ask for a deed, and returns under which number.
func (a agent) asks(act world.Action) int {
	a.Helper()
	plea, _, ok := a.s.Plea(a.now, world.Input{
		Actor: anna, Via: world.Via{Kind: world.ViaGrant, Grant: "g-scout"}, Action: act,
	})
	if !ok {
		a.Fatalf("%T needs no yes", act)
	}
	a.may(plea, "HoldAsked")
	return eventOf[world.HoldAsked](a.T, a.last).Hold
}

// A role reaches as far as its line in the table, whatever the character may do (S0-03).
func TestGrantRoles(t *testing.T) {
	for _, role := range world.GrantRoles() {
		t.Run(role.String(), func(t *testing.T) {
			c := newScene(t)
			c.does(merla, world.MintGrant{Grant: "g-m", Label: "x", Role: role})
			in := world.Input{
				Actor: merla, Via: world.Via{Kind: world.ViaGrant, Grant: "g-m"}, Action: world.Say{Text: "hi"},
			}
			_, code := c.at(in)
			if want := role.Reach().Acts; (code == "") != want {
				t.Errorf("saying something: got %q, want it allowed: %v", code, want)
			}
			if named, ok := world.GrantRoleNamed(role.String()); !ok || named != role {
				t.Errorf("got %q, %v by its name", named, ok)
			}
			got, code := c.at(worldtest.Typed(anna, world.MintGrant{Grant: "g-a", Label: "x", Role: role}))
			if want := role == world.GrantPlayer || role == world.GrantNPC; (code == "") != want {
				t.Errorf("a player mints it: got %q %q, want it allowed: %v", got, code, want)
			}
		})
	}
	c := newScene(t)
	c.refused(merla, world.MintGrant{Grant: "g-m", Label: "x", Role: "king"}, world.CodeUnknown)
	if reach := world.GrantRole("king").Reach(); reach != (world.Reach{}) {
		t.Errorf("an unknown role reaches %+v", reach)
	}
}

// Every action of a body belongs to verbs by which a list can name it, or to nobody who comes under a grant.
func TestListsNameEveryDeed(t *testing.T) {
	own := []string{"Enter", "StateIntent", "AskOwner"}
	a := newAgent(t, world.MintGrant{Verbs: []string{"nothing"}})
	for _, kind := range world.ActionKinds() {
		if slices.Contains(own, reflect.TypeOf(kind).Name()) {
			continue
		}
		if _, code := a.wants(kind); code != world.CodeNotAllowed && code != world.CodeKeyboard {
			t.Errorf("%T: got %q under a list that names nothing", kind, code)
		}
	}
}

// S2-21: an owner says what an agent may do, and pauses it; nobody else does.
func TestTuning(t *testing.T) {
	a := newAgent(t, world.MintGrant{Verbs: []string{"say", "move", "say"}})
	if got := a.s.Grants["g-scout"].Verbs; !slices.Equal(got, []string{"move", "say"}) {
		t.Errorf("got the list %q", got)
	}
	a.may(world.Say{Text: "hi"}, "Said")
	a.mayNot(world.Shout{Text: "hi"}, world.CodeNotAllowed)
	a.mayNot(world.TuneGrant{Grant: "g-scout", What: world.TuneVerbs}, world.CodeKeyboard)
	a.refused(benno, world.TuneGrant{Grant: "g-scout", What: world.TuneVerbs}, world.CodeUnknown)
	a.emits(anna, world.TuneGrant{Grant: "g-scout", What: world.TuneVerbs}, "GrantTuned")
	a.refused(anna, world.TuneGrant{Grant: "g-scout", What: world.TuneVerbs}, world.CodeAlready)
	a.may(world.Shout{Text: "hi"}, "Shouted")
	a.emits(anna, world.TuneGrant{Grant: "g-scout", What: world.TunePause, Pause: true}, "GrantTuned")
	a.mayNot(world.Say{Text: "hi"}, world.CodePaused)
	a.emits(anna, world.TuneGrant{Grant: "g-scout", What: world.TunePause}, "GrantTuned")
	a.refused(anna, world.TuneGrant{Grant: "g-scout", What: world.TuneAsk, Ask: "odd"}, world.CodeBadValue)
	a.refused(anna, world.TuneGrant{Grant: "g-scout", What: "odd"}, world.CodeBadValue)
	a.refused(anna, world.TuneGrant{
		Grant: "g-scout", What: world.TuneVerbs, Verbs: make([]string, world.GrantVerbsMost+1),
	}, world.CodeFull)
}

// An agent reads and writes its owner's letters only when the owner's list names them, which a list of all does not.
func TestLettersMustBeNamed(t *testing.T) {
	a := newAgent(t, world.MintGrant{})
	a.does(benno, world.SendLetter{To: anna, Text: "For you alone."})
	for _, list := range [][]string{nil, {"say"}, {world.VerbsAll}} {
		if list != nil {
			a.does(anna, world.TuneGrant{Grant: "g-scout", What: world.TuneVerbs, Verbs: list})
		}
		a.mayNot(world.ReadLetter{N: 1}, world.CodeNotAllowed)
		a.mayNot(world.SendLetter{To: benno, Text: "Thanks."}, world.CodeNotAllowed)
		a.mayNot(world.DropLetter{N: 1}, world.CodeNotAllowed)
	}
	a.does(anna, world.TuneGrant{Grant: "g-scout", What: world.TuneVerbs, Verbs: []string{world.VerbsAll, world.VerbMail}})
	a.may(world.ReadLetter{N: 1}, "LetterRead")
	a.may(world.Say{Text: "hi"}, "Said")
	a.does(anna, world.TuneGrant{Grant: "g-scout", What: world.TuneVerbs, Verbs: []string{world.VerbMail}})
	a.may(world.DropLetter{N: 1}, "LetterDropped")
	a.mayNot(world.Say{Text: "hi"}, world.CodeNotAllowed)
}

// An agent has no keyboard to be away from: nothing that it does would end it.
func TestNoAgentIsAway(t *testing.T) {
	a := newAgent(t, world.MintGrant{})
	a.mayNot(world.Introduce{What: world.SelfAway, Text: "busy"}, world.CodeKeyboard)
	a.may(world.Introduce{What: world.SelfTitle, Text: "of the well"}, "Introduced")
	a.does(anna, world.Introduce{What: world.SelfAway, Text: "gone for tea"})
	a.may(world.Introduce{What: world.SelfAway}, "Introduced")
}

func TestIntent(t *testing.T) {
	a := newAgent(t, world.MintGrant{})
	a.may(world.StateIntent{Text: "find \x1bthe keys"}, "IntentStated")
	a.may(world.StateIntent{Text: "find the keys"}, "")
	a.mayNot(world.StateIntent{Text: strings.Repeat("a", world.IntentRunesMax+1)}, world.CodeBadValue)
	a.may(world.Enter{}, "HelmTaken")
	owner, intent, ok := a.s.Driver(a.s.Actors[anna])
	if !ok || intent != "find the keys" || owner.ID != anna {
		t.Errorf("got %v, %q, %v", owner, intent, ok)
	}
	if _, _, ok := a.s.Driver(a.s.Actors[benno]); ok {
		t.Error("nobody's agent drives Benno")
	}
}

// A grant for a time ends by itself, to the tenth of a second, and is no more afterwards.
func TestExpiry(t *testing.T) {
	a := newAgent(t, world.MintGrant{For: 2 * world.Minute})
	until := a.s.Grants["g-scout"].Until
	a.may(world.Say{Text: "hi"}, "Said")
	a.now = until - world.Second // the next input comes a second later, before the timer has its turn
	a.mayNot(world.Say{Text: "hi"}, world.CodeNotAllowed)
	if due, ok := a.s.NextTimer(nil); !ok || due > until {
		t.Fatalf("the next timer is due at %d, the grant ends at %d", due, until)
	}
	worldtest.RunTimers(a.s, until)
	if a.s.Grants["g-scout"] != nil {
		t.Error("the grant is still there")
	}
	a.refused(anna, world.MintGrant{Grant: "g-x", Label: "x", For: 1}, world.CodeBadValue)
	a.emits(anna, world.MintGrant{Grant: "g-x", Label: "x", For: world.Minute}, "GrantMinted")
	a.emits(anna, world.RevokeGrant{Grant: "g-x"}, "GrantRevoked")
}

// R17, S2-23: a deed that destroys waits for a yes, which lets that very deed pass, once, and is judged anew.
func TestAsking(t *testing.T) {
	a := newAgent(t, world.MintGrant{Ask: world.AskDestructive})
	key, stone := a.gets(anna, "brass-key"), a.gets(anna, "stone")
	give := world.Give{Items: []world.ItemID{key}, To: benno}
	other := world.Give{Items: []world.ItemID{stone}, To: benno}
	a.may(world.Say{Text: "hi"}, "Said")
	a.mayNot(give, world.CodeNeedsYes)
	a.mayNot(world.Give{Items: []world.ItemID{"no-thing"}, To: benno}, world.CodeNotHeld) // nobody is asked in vain
	n := a.asks(give)
	if what := a.s.Grants["g-scout"].Holds[0].What; what != "give the brass key to Benno" {
		t.Errorf("the owner is asked for: %s", what)
	}
	a.mayNot(give, world.CodeNeedsYes)
	a.mayNot(world.AnswerHold{Hold: n, Yes: true}, world.CodeKeyboard)
	a.refused(benno, world.AnswerHold{Hold: n, Yes: true}, world.CodeUnknown)
	a.emits(anna, world.AnswerHold{Hold: n, Yes: true}, "HoldAnswered")
	a.mayNot(other, world.CodeNeedsYes) // the yes was for another deed
	a.may(give, "ItemGiven HoldEnded")
	a.does(benno, world.Give{Items: []world.ItemID{key}, To: anna})
	a.mayNot(give, world.CodeNeedsYes) // and for one time
	n = a.asks(other)
	a.emits(anna, world.AnswerHold{Hold: n}, "HoldAnswered")
	a.mayNot(other, world.CodeOwnerRefused)
	a.emits(anna, world.AnswerHold{Hold: n, Yes: true}, "HoldAnswered")
	a.does(benno, world.Depart{})
	a.mayNot(other, world.CodeNotHere) // moved on: refused as usual, and nothing is used up
	if got := len(a.s.Grants["g-scout"].Holds); got != 1 {
		t.Errorf("%d holds, want 1", got)
	}
}

func TestHoldsEnd(t *testing.T) {
	a := newAgent(t, world.MintGrant{Ask: world.AskAll})
	say := func(text string) world.Action { return world.Say{Text: text} }
	for _, text := range []string{"a", "b", "c", "d"} {
		a.asks(say(text))
	}
	plea, _, _ := a.s.Plea(a.now, world.Input{
		Actor: anna, Via: world.Via{Kind: world.ViaGrant, Grant: "g-scout"}, Action: say("e"),
	})
	if plea.What != "say" || plea.Words != "e" {
		t.Errorf("got %+v", plea)
	}
	a.mayNot(plea, world.CodeFull)
	a.emits(anna, world.AnswerHold{Hold: 1, Yes: true}, "HoldAnswered")
	a.now += world.HoldLasts
	a.refused(anna, world.AnswerHold{Hold: 2, Yes: true}, world.CodeUnknown)
	a.mayNot(say("a"), world.CodeNeedsYes) // a yes holds for ten minutes
	a.may(plea, "HoldEnded HoldEnded HoldEnded HoldEnded HoldAsked")
	if holds := a.s.Grants["g-scout"].Holds; len(holds) != 1 || holds[0].N != 5 {
		t.Errorf("got %+v", holds)
	}
	a.emits(anna, world.RevokeGrant{Grant: "g-scout"}, "GrantRevoked")
	a.refused(anna, world.AnswerHold{Hold: 5, Yes: true}, world.CodeUnknown)
}

// The operator's side: one switch, bans of owners, caps.
func TestAgentPolicy(t *testing.T) {
	a := newAgent(t, world.MintGrant{})
	a.refused(anna, world.ShutAgents{}, world.CodeNotAllowed)
	a.emits(merla, world.ShutAgents{Reason: "repairs"}, "AgentsShut")
	a.refused(merla, world.ShutAgents{Reason: "repairs"}, world.CodeAlready)
	a.mayNot(world.Say{Text: "hi"}, world.CodeAgentsOff)
	a.emits(merla, world.ShutAgents{Open: true}, "AgentsShut")
	a.may(world.Say{Text: "hi"}, "Said")
	a.emits(merla, world.BanAgents{Account: "a-anna"}, "AgentsBanned")
	a.refused(merla, world.BanAgents{Account: "a-anna"}, world.CodeAlready)
	a.mayNot(world.Say{Text: "hi"}, world.CodeNotAllowed)
	a.refused(anna, world.MintGrant{Grant: "g-2", Label: "x"}, world.CodeNotAllowed)
	a.emits(merla, world.BanAgents{Account: "a-anna", Off: true}, "AgentsBanned")
	a.refused(merla, world.BanAgents{Account: "a-anna", Off: true}, world.CodeAlready)
	a.does(benno, world.MintGrant{Grant: "g-ben", Label: "x"})
	a.may(world.Enter{}, "HelmTaken")
	bens := func() world.Code {
		_, code := a.at(world.Input{
			Actor: benno, Via: world.Via{Kind: world.ViaGrant, Grant: "g-ben"}, Action: world.Enter{},
		})
		return code
	}
	for _, what := range []world.AgentCap{world.CapAll, world.CapRoom} {
		a.emits(merla, world.CapAgents{What: what, Most: 1}, "AgentsCapped")
		if code := bens(); code != world.CodeAgentsFull {
			t.Errorf("a second agent under the cap %s: got %q", what, code)
		}
		a.may(world.Enter{}, "") // who is there may stay
		a.emits(merla, world.CapAgents{What: what}, "AgentsCapped")
	}
	a.emits(merla, world.CapAgents{What: world.CapAccount, Most: 1}, "AgentsCapped")
	if code := bens(); code != "" {
		t.Errorf("another owner's agent: got %q", code)
	}
	a.refused(merla, world.CapAgents{What: "odd", Most: 1}, world.CodeBadValue)
	a.refused(merla, world.CapAgents{What: world.CapAll, Most: -1}, world.CodeBadValue)
}
