package session_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// opens has Ann open the fight.
func (c *solo) opens() *world.Encounter {
	c.t.Helper()
	for _, a := range world.Ordered(c.state.Actors) {
		if a.Room == worldtest.Arena && strings.Contains(a.Name, "rat") {
			c.other(c.body, world.OpenEncounter{Target: a.ID})
			return c.state.EncounterOf(c.body)
		}
	}
	c.t.Fatal("there is no rat")
	return nil
}

// fights has it come to blows, and waits for Ann's turn.
func (c *solo) fights() *world.Encounter {
	c.t.Helper()
	e := c.opens()
	c.other(c.body, world.RollInitiative{})
	for i := 0; e.Active != c.body && i < 100; i++ {
		worldtest.RunTimers(c.state, world.Time(i)*world.Second)
	}
	if e.Active != c.body || e.Mode != world.ModeCombat {
		c.t.Fatalf("it is not her turn: %s %s", e.Mode, e.Active)
	}
	return e
}

func (c *solo) expects(what, got, want string) {
	c.t.Helper()
	if !strings.Contains(got, want) || want == "" && got != "" {
		c.t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// S3-03, S3-20: words are shown as what they would be, and are carried out by a yes and by nothing else, as a typed
// command would be.
func TestYes(t *testing.T) {
	c := newGM(t, session.ProposalHost{})
	e := c.opens()
	c.expects("the fight begins", c.types("gm roll initiative"),
		"That would be: Everybody rolls for initiative, and it comes to blows. [yes/no]")
	if e.Mode != world.ModeExploration {
		t.Fatal("it came to blows before anybody said yes")
	}
	if c.card == nil || !c.card.Open || c.card.Action.Type != world.ActInitiative || c.card.Words != "roll initiative" {
		t.Errorf("drawn: %+v", c.card)
	}
	c.expects("yes", c.types("YES "), "")
	if e.Mode != world.ModeCombat || c.card.Open || c.card.Action != nil {
		t.Errorf("it did not come to blows, or %+v is drawn still", c.card)
	}
	c.expects("it is told", strings.Join(c.came, "\n"), `mock ok=true engine="INITIATIVE_ROLLED"`)
}

// S3-20: what the world refuses is refused as it would have been had it been typed, and is told as refused.
func TestRefused(t *testing.T) {
	c := newGM(t, session.ProposalHost{})
	e := c.fights()
	at := e.Fighter(c.body).At
	c.expects("out of reach", c.types("gm attack the rat"), "That would be: Ann attacks the ")
	c.expects("a note", c.types("gm attack the rat with my sword"), ". One strikes with what one wields. [yes/no]")
	said := c.types("y")
	if said == "" || e.Fighter(c.body).Struck || e.Fighter(c.body).At != at {
		t.Errorf("got %q, struck %v", said, e.Fighter(c.body).Struck)
	}
	c.expects("it is told", c.came[len(c.came)-1], `ok=true engine="✗ OUT_OF_RANGE: `)
}

// A proposal waits for yes or no; anything else takes it back, and so do the end of the turn, the end of the fight, and
// time (PLAYERS C37).
func TestWhatTakesItBack(t *testing.T) {
	for name, tt := range map[string]struct {
		do   func(c *solo, e *world.Encounter)
		says string // to a yes that comes too late
	}{
		"no": {func(c *solo, _ *world.Encounter) { c.expects("no", c.types("no"), "Then not.") }, ""},
		"n":  {func(c *solo, _ *world.Encounter) { c.expects("n", c.types("n"), "Then not.") }, ""},
		"another command": {func(c *solo, _ *world.Encounter) {
			c.expects("look", c.types("look"), "the plan is dropped")
		}, ""},
		"a minute": {func(c *solo, _ *world.Encounter) { c.passes(session.ProposalWaitMax) },
			"You took too long to say yes."},
		"the turn ends": {func(c *solo, _ *world.Encounter) { c.other(c.body, world.EndTurn{}) },
			"Your turn is over"},
		"the fight ends": {func(c *solo, e *world.Encounter) {
			c.s.HearProposal(world.EncounterEnded{Encounter: e.ID, Room: e.Room})
			c.pump()
		}, "That fight is over."},
		"one is out of it": {func(c *solo, e *world.Encounter) {
			c.s.HearProposal(world.FighterLeft{Encounter: e.ID, Actor: c.body})
			c.pump()
		}, "You are out of that fight."},
	} {
		t.Run(name, func(t *testing.T) {
			c := newGM(t, session.ProposalHost{})
			e := c.fights()
			c.expects("asked", c.types("gm end my turn"), "That would be: Ann ends the turn. [yes/no]")
			tt.do(c, e)
			round, active := e.Round, e.Active
			if c.card.Open {
				t.Error("it is drawn still")
			}
			if got := c.types("yes"); tt.says != "" {
				c.expects("a late yes", got, tt.says)
			} else if got != "" {
				t.Errorf("a late yes: %q", got)
			}
			if e.Round != round || e.Active != active {
				t.Error("a late yes did something")
			}
			if want := `"end my turn" mock ok=true engine=""`; len(c.came) != 1 || !strings.HasSuffix(c.came[0], want) {
				t.Errorf("told: %q, want %q", c.came, want)
			}
		})
	}
}

// The later words replace the earlier.
func TestReplaced(t *testing.T) {
	c := newGM(t, session.ProposalHost{})
	e := c.fights()
	c.types("gm end my turn")
	c.expects("others", c.types("gm attack the rat"), "That would be: Ann attacks")
	c.passes(session.ProposalWaitMax - time.Second)
	c.types("gm end my turn")
	c.passes(2 * time.Second) // a minute after the others
	c.types("yes")
	if e.Active == c.body {
		t.Error("her turn did not end")
	}
	c.expects("it is told", c.came[len(c.came)-1], `engine="TURN_ENDED"`)
}

// Who is in no fight by turns is told what to do instead.
func TestNoFight(t *testing.T) {
	c := newGM(t, session.ProposalHost{})
	c.expects("no fight", c.types("gm attack the rat"), "gm is for fights by turns, and you are in none. Type battle")
	other := worldtest.Join(c.state, 0, worldtest.Person{Name: "Ben", Account: "a-ben"})
	for _, dir := range []world.Dir{world.North, world.North} {
		c.other(other, world.Move{Dir: dir})
	}
	me := c.body
	c.body = other
	c.opens()
	c.body = me
	c.expects("a watcher", c.types("gm attack the rat"), "Type join to take part")
	c.expects("no words", c.types("gm"), "Say what you want to do")
	c.expects("too many words", c.types("gm "+strings.Repeat("x", session.ProposalWordsMost+1)), "in fewer words")
	c.expects("nothing to answer", c.types("yes"), "")
	if c.card != nil || c.came != nil {
		t.Errorf("drawn %+v, told %q", c.card, c.came)
	}
}

// model answers what ends says, when it is told to.
func model(c **solo) session.ProposalHost {
	return session.ProposalHost{Propose: func(ctx context.Context, a session.ProposalRequest) proposal.Proposal {
		if p, ok := (*c).ends(); ok && ctx.Err() == nil {
			return p
		}
		return proposal.Understand(a.Summary, a.Body, a.Words)
	}}
}

func ending(c *solo) func() (proposal.Proposal, bool) {
	return func() (proposal.Proposal, bool) {
		return proposal.Proposal{
			OK: true, Action: &proposal.Declared{Type: world.ActEndTurn, EntityID: c.body}, Mode: proposal.Real, RawText: "{}",
		}, true
	}
}

const riddle = "gm let the clock have the next word"

// S3-22, S3-41: a model is asked when the grammar does not understand, beside the session: whoever waits is told so
// after two seconds, and not for longer than twelve.
func TestModel(t *testing.T) {
	var c *solo
	c = newGM(t, model(&c))
	e := c.fights()
	c.ends = ending(c)
	c.expects("the grammar is asked first", c.types("gm end my turn"), "That would be")
	c.types("no")
	if len(c.aside) != 0 {
		t.Fatal("a model was asked what the grammar knew")
	}
	c.expects("the model is asked", c.types(riddle), "")
	if !c.card.Asking || c.card.Open {
		t.Errorf("drawn: %+v", c.card)
	}
	c.passes(session.ProposalSlowAfter)
	c.expects("it is slow", strings.Join(c.said, "\n"), "thought over")
	c.expects("it answers", c.answers(), "That would be: Ann ends the turn. [yes/no]")
	c.types("yes")
	if e.Active == c.body {
		t.Error("her turn did not end")
	}
	c.expects("it is told", c.came[len(c.came)-1], `real ok=true engine="TURN_ENDED"`)
}

// Where there is no model at the moment nobody waits for one.
func TestModelIsNotReady(t *testing.T) {
	var c *solo
	host := model(&c)
	host.Ready = func() bool { return false }
	c = newGM(t, host)
	c.fights()
	c.expects("at once", c.types(riddle), "Nothing comes to mind")
	if len(c.aside) != 0 {
		t.Error("it was asked")
	}
	c.expects("it is told", c.came[0], `mock ok=false engine=""`)
}

// What comes too late is not looked at, and nobody is asked any longer.
func TestModelTooLate(t *testing.T) {
	late := map[string]func(c *solo) string{
		"twelve seconds": func(c *solo) string {
			c.passes(session.ProposalModelMax)
			return `Nothing comes to mind that would be "let the clock`
		},
		"another command": func(c *solo) string { c.types("look"); return "" },
		"no":              func(c *solo) string { c.types("no"); return "taken back" },
		"other words":     func(c *solo) string { c.types("gm attack the rat"); return "That would be: Ann attacks" },
		"the turn ends": func(c *solo) string {
			c.said = nil
			c.other(c.body, world.EndTurn{})
			return "Nothing came of your words in time. Your turn is over"
		},
		"one leaves": func(c *solo) string { c.said = nil; c.s.EndProposal(); c.leave(); return "" },
	}
	for name, do := range late {
		t.Run(name, func(t *testing.T) {
			var c *solo
			c = newGM(t, model(&c))
			c.fights()
			asked := false
			c.ends = func() (proposal.Proposal, bool) { asked = true; return ending(c)() }
			c.types(riddle)
			want := do(c)
			c.expects(name, strings.Join(c.said, "\n"), want)
			open := c.card.Open
			if got := c.answers(); got != "" || !asked || c.card.Open != open || c.card.Asking && name != "one leaves" {
				t.Errorf("a late answer: %q, drawn %+v", got, c.card)
			}
		})
	}
}

// What a model says is a proposal of one's own body, or none.
func TestModelSays(t *testing.T) {
	for name, tt := range map[string]struct {
		p    proposal.Proposal
		want string
	}{
		"somebody else's body": {proposal.Proposal{OK: true, Mode: proposal.Real,
			Action: &proposal.Declared{Type: world.ActEndTurn, EntityID: "npc-other"}}, "not yours"},
		"nothing": {proposal.Proposal{OK: true, Mode: proposal.Real}, "That is nothing that one can do in a fight."},
		"a decline": {proposal.Proposal{Mode: proposal.Real, Reason: "AI declined: \x1b[2Jno\nwings"},
			"That is nothing that one can do in a fight. (AI declined: [2Jno wings)"},
		"an invented foe": {proposal.Proposal{OK: true, Mode: proposal.Real, Action: &proposal.Declared{
			Type: world.ActAttack, AttackerID: "ME", TargetID: "npc-nobody"}}, "attacks somebody who is not here."},
		"an action that is none": {
			proposal.Proposal{OK: true, Mode: proposal.Real, Action: &proposal.Declared{Type: "SETTLE"}},
			"Disallowed action type"},
	} {
		t.Run(name, func(t *testing.T) {
			var c *solo
			c = newGM(t, model(&c))
			c.fights()
			c.ends = func() (proposal.Proposal, bool) {
				if tt.p.Action != nil && tt.p.Action.AttackerID == "ME" {
					tt.p.Action.AttackerID = c.body
				}
				return tt.p, true
			}
			c.types(riddle)
			c.expects(name, c.answers(), tt.want)
		})
	}
}

// S3-23, S3-28: the debug view, and nothing else, shows what was typed, what the reader answered and what was made of
// it, to whoever wants it.
func TestDebug(t *testing.T) {
	var c *solo
	c = newGM(t, model(&c))
	c.fights()
	c.types("gm end my turn")
	if c.card.Debug || c.card.Trace != nil {
		t.Errorf("drawn without being wanted: %+v", c.card)
	}
	c.types("no")
	c.expects("on", c.types("debug ai"), "Input: end my turn\nRaw: ")
	c.ends = func() (proposal.Proposal, bool) {
		p, ok := ending(c)()
		p.Fenced, p.Stripped, p.RawText = true, []string{"roll"}, "```json\x1b\n{\"roll\":20}"+strings.Repeat("x", 600)
		return p, ok
	}
	c.types(riddle)
	got := c.answers()
	for _, want := range []string{
		"Raw: ```json {\"roll\":20}xxx", "xxx…\n", "Read by: a model",
		"Parse: ok=true, modified (taken out of a fence, without roll)",
	} {
		c.expects("modified", got, want)
	}
	if got := c.types("yes"); got != "Engine: ✓ TURN_ENDED" {
		t.Errorf("it is done: %q", got)
	}
	if !c.card.Debug || !slices.Contains(c.card.Trace, "Engine: ✓ TURN_ENDED") {
		t.Errorf("drawn: %+v", c.card)
	}
	c.expects("off", c.types("debug ai"), "no longer")
	if c.card.Debug || c.card.Trace != nil {
		t.Errorf("drawn: %+v", c.card)
	}
}
