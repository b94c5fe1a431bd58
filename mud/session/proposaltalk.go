package session

import (
	"context"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/gm"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// How long things take.
const (
	// ProposalWaitMax is how long a proposal waits for a yes.
	ProposalWaitMax = 60 * time.Second
	// ProposalSlowAfter is how long somebody waits for a model before they are told so.
	ProposalSlowAfter = 2 * time.Second
	// ProposalModelMax is how long a model may take.
	ProposalModelMax = 12 * time.Second
	// ProposalWordsMost is how many characters of words are read.
	ProposalWordsMost = 500
)

// ProposalRequest is what is read: the words of whoever sits at the keyboard of a body, in a fight that stands so.
type ProposalRequest struct {
	Account world.AccountID // "" is a guest
	Body    world.ActorID
	Summary gm.Summary
	Words   string
}

// ProposalHost is what reads words beside the grammar. The zero value has nothing more.
type ProposalHost struct {
	// Propose has a model read words that the grammar did not understand. It takes no longer than its context allows.
	// Nil: there is no model.
	Propose func(ctx context.Context, a ProposalRequest) gm.Proposal
	// Ready reports whether there is a model at this moment; without one nobody waits for it. Nil: there is.
	Ready func() bool
	// Came is told what came of each proposal: engine is the name of an event, or "✗ " and why the world refused; ""
	// when it was not carried out. It must not block. Nil tells nobody.
	Came func(a ProposalRequest, p gm.Proposal, engine string)
}

// rejectedMark begins what is told of an action that was refused.
const rejectedMark = "✗ "

// engineRefusal is what is told of one: its code, as seed 003 writes codes, and its words.
func engineRefusal(r *world.Refusal) string {
	return rejectedMark + strings.ToUpper(string(r.Code)) + ": " + r.Text
}

// proposalDesk is a session at which somebody sits.
type proposalDesk interface {
	// Body is whose keyboard it is.
	Body() world.ActorID
	// Account is whose account it is; "" is a guest's.
	Account() world.AccountID
	// Say says something to them.
	Say(role prose.Role, text string)
	// Refuse shows why the world would not.
	Refuse(r *world.Refusal)
	// Read looks at the world, and goes on when what was seen is durable.
	Read(look func(*world.State, world.Time), then func())
	// After calls f on the session's goroutine after a time.
	After(wait time.Duration, f func())
	// Beside does something slow while the session goes on, and what it returns on its goroutine.
	Beside(slow func(context.Context) func())
	// Do carries out an action as if it had been typed, and tells what came of it before that is shown.
	Do(act world.Action, came func(*world.Refusal, []*world.Record))
	// Draw has a card drawn.
	Draw(c *ProposalCard)
}

// ProposalTalk is what somebody has said to the reader of plain words. The zero value has heard nothing.
type ProposalTalk struct {
	host ProposalHost

	asked   ProposalRequest
	number  uint64 // counts what was asked, so that what belongs to an earlier question is told apart
	asking  bool   // a model is
	cancel  context.CancelFunc
	open    *gm.Proposal // waits for yes or no
	text    string       // what it would be
	lapsed  string       // why the last one can no longer be answered, until something else is typed
	debug   bool
	traced  []string
	encount world.EncounterID
}

// NewProposalTalk begins a talk.
func NewProposalTalk(h ProposalHost) ProposalTalk { return ProposalTalk{host: h} }

// fightSnapshot is what is read of the world for a question.
type fightSnapshot struct {
	summary gm.Summary
	id      world.EncounterID
	refusal string
	names   map[world.ActorID]string
}

// Ask takes words. What they come to is shown when it is known.
func (t *ProposalTalk) Ask(d proposalDesk, words string) {
	t.drop(d, "")
	words = strings.TrimSpace(world.Clean(words))
	switch {
	case words == "":
		d.Say(prose.System, "Say what you want to do, in plain words: gm move to 4,5; gm go three steps east; gm attack the "+
			"rat; gm end my turn. You are shown what that would be, and answer yes or no.")
		return
	case len([]rune(words)) > ProposalWordsMost:
		d.Say(prose.Refusal, "That is more than anybody does in one turn. Say it in fewer words.")
		return
	}
	t.number++
	t.asked = ProposalRequest{Account: d.Account(), Body: d.Body(), Words: words}
	var f fightSnapshot
	d.Read(func(s *world.State, _ world.Time) { f = readFight(s, t.asked.Body) }, func() { t.read(d, f) })
}

// readFight reads how the fight of somebody stands.
func readFight(s *world.State, who world.ActorID) (f fightSnapshot) {
	e := s.EncounterOf(who)
	body := s.Actors[who]
	switch {
	case body == nil:
		f.refusal = "Your character is no more."
	case e == nil && s.EncounterIn(body.Room) != nil:
		f.refusal = "gm speaks for those who fight. Type join to take part, and then say it again."
	case e == nil:
		f.refusal = "gm is for fights by turns, and you are in none. Type battle to open one against whoever is here to be " +
			"fought."
	case e.Mode == world.ModeOver:
		f.refusal = "The fight is over."
	default:
		f.id, f.summary = e.ID, gm.Summarize(e.Name, &e.Skirmish)
		f.names = map[world.ActorID]string{}
		for _, x := range f.summary.Entities {
			f.names[x.ID] = x.Name
			if a := s.Actors[x.ID]; a == nil || s.ActorRef(a).Name != a.Name {
				f.names[x.ID] = "the " + x.Name
			}
		}
	}
	return f
}

// read has the words read.
func (t *ProposalTalk) read(d proposalDesk, f fightSnapshot) {
	if f.refusal != "" {
		d.Say(prose.Refusal, f.refusal)
		return
	}
	t.asked.Summary, t.encount = f.summary, f.id
	p := gm.Understand(f.summary, t.asked.Body, t.asked.Words)
	if p.OK || t.host.Propose == nil || t.host.Ready != nil && !t.host.Ready() {
		t.settle(d, f, p)
		return
	}
	number, asked, propose := t.number, t.asked, t.host.Propose
	t.asking = true
	t.show(d)
	d.After(ProposalSlowAfter, func() {
		if t.asking && t.number == number {
			d.Say(prose.System, "Your words are being thought over. You can go on; anything that you type takes them back.")
		}
	})
	d.After(ProposalModelMax, func() {
		if t.asking && t.number == number {
			t.stop()
			t.settle(d, f, p)
		}
	})
	ctx, cancel := context.WithTimeout(context.Background(), ProposalModelMax)
	t.cancel = cancel
	d.Beside(func(session context.Context) func() {
		defer context.AfterFunc(session, cancel)()
		answer := propose(ctx, asked)
		return func() {
			if t.asking && t.number == number {
				t.stop()
				t.settle(d, f, answer)
			}
		}
	})
}

// stop asks the model no longer.
func (t *ProposalTalk) stop() {
	t.asking = false
	if t.cancel != nil {
		t.cancel()
		t.cancel = nil
	}
}

// settle shows what the words come to.
func (t *ProposalTalk) settle(d proposalDesk, f fightSnapshot, p gm.Proposal) {
	if !p.OK || p.Action == nil {
		p.OK = false
		t.came(d, p, "")
		d.Say(prose.Refusal, failureWords(p))
		return
	}
	if _, r := p.Action.Action(t.asked.Body); r != nil {
		t.debugged(d, proposalTrace(t.asked.Words, p, ""))
		t.came(d, p, engineRefusal(r))
		d.Refuse(r)
		return
	}
	t.open = &p
	t.text = DescribeAction(f.summary, *p.Action, func(id world.ActorID) string {
		if name := f.names[id]; name != "" {
			return name
		}
		if id == "" {
			return f.names[t.asked.Body]
		}
		return "somebody who is not here"
	})
	if p.Reason != "" { // what it leaves to be done
		t.text += " " + oneLine(p.Reason)
	}
	t.traced = proposalTrace(t.asked.Words, p, "")
	t.debugged(d, t.traced)
	d.Say(prose.System, "That would be: "+t.text+" [yes/no]")
	t.show(d)
	number := t.number
	d.After(ProposalWaitMax, func() {
		if t.open != nil && t.number == number {
			t.lapse(d, "You took too long to say yes. Say again what you want.")
		}
	})
}

// mockUnread begins what the grammar says of words of which it makes nothing (S3-36).
const mockUnread = "Mock parser could not understand: "

// failureWords says to a player why nothing came of their words.
func failureWords(p gm.Proposal) string {
	why := oneLine(p.Reason)
	if words, ok := strings.CutPrefix(why, mockUnread); ok {
		return "Nothing comes to mind that would be " + words + ". Say where you go, whom you attack, or that you end your " +
			"turn."
	}
	if p.Mode == gm.Mock {
		return why
	}
	return "That is nothing that one can do in a fight. (" + why + ")"
}

// Answer takes a typed line, and reports whether it was an answer. What is none takes back what was asked.
func (t *ProposalTalk) Answer(d proposalDesk, line string) bool {
	is := strings.ToLower(strings.TrimSpace(line))
	isYes, isNo := is == "yes" || is == "y", is == "no" || is == "n"
	switch {
	case t.open != nil && isYes:
		t.yes(d)
		return true
	case t.open != nil && isNo:
		t.drop(d, "")
		d.Say(prose.System, "Then not.")
		return true
	case t.asking && (isYes || isNo):
		t.drop(d, "")
		d.Say(prose.System, "There was nothing to answer yet. Your words are taken back.")
		return true
	case t.lapsed != "" && isYes:
		d.Say(prose.Refusal, t.lapsed)
		t.lapsed = ""
		return true
	}
	t.lapsed = ""
	t.drop(d, "")
	return false
}

// yes carries it out.
func (t *ProposalTalk) yes(d proposalDesk) {
	p := *t.open
	t.open, t.text = nil, ""
	act, r := p.Action.Action(t.asked.Body)
	if r != nil {
		t.came(d, p, engineRefusal(r))
		d.Refuse(r)
		return
	}
	number := t.number
	d.Do(act, func(r *world.Refusal, records []*world.Record) {
		if t.number != number {
			return
		}
		if r != nil {
			t.came(d, p, engineRefusal(r))
			return
		}
		t.came(d, p, engineOutcome(records))
	})
}

// Hear notes what happens: with the turn of whoever asked, and with the fight, a proposal lapses.
func (t *ProposalTalk) Hear(d proposalDesk, e world.Event) {
	if t.open == nil && !t.asking {
		return
	}
	switch e := e.(type) {
	case world.TurnEnded:
		if e.Actor == t.asked.Body {
			t.lapse(d, "Your turn is over, and with it what you said to gm.")
		}
	case world.FighterLeft:
		if e.Actor == t.asked.Body {
			t.lapse(d, "You are out of that fight.")
		}
	case world.EncounterEnded:
		if e.Encounter == t.encount {
			t.lapse(d, "That fight is over.")
		}
	default:
	}
}

// lapse takes back what was asked; whoever says yes after that is told why. Who waits for a model is told at once, for
// nothing comes any more.
func (t *ProposalTalk) lapse(d proposalDesk, why string) {
	waits := t.asking
	if t.drop(d, why); waits {
		d.Say(prose.System, "Nothing came of your words in time. "+why)
		t.lapsed = ""
	}
}

// drop takes back what was asked.
func (t *ProposalTalk) drop(d proposalDesk, why string) {
	was := t.open
	if was == nil && !t.asking {
		return
	}
	t.stop()
	t.open, t.text = nil, ""
	t.number++
	if t.lapsed = why; was != nil {
		t.came(d, *was, "")
		return
	}
	t.show(d)
}

// End takes back what was asked, for somebody who is gone.
func (t *ProposalTalk) End() {
	t.stop()
	if t.open != nil && t.host.Came != nil {
		t.host.Came(t.asked, *t.open, "")
	}
	t.open = nil
}

// came notes what came of a proposal.
func (t *ProposalTalk) came(d proposalDesk, p gm.Proposal, engine string) {
	if t.host.Came != nil {
		t.host.Came(t.asked, p, engine)
	}
	if engine != "" && !strings.HasPrefix(engine, rejectedMark) {
		engine = "✓ " + engine
	}
	t.traced = proposalTrace(t.asked.Words, p, engine)
	switch {
	case !p.OK:
		t.debugged(d, t.traced)
	case engine != "": // the rest was shown with the question
		t.debugged(d, t.traced[len(t.traced)-1:])
	}
	t.show(d)
}

// Debug turns the debug view on or off.
func (t *ProposalTalk) Debug(d proposalDesk) {
	if t.debug = !t.debug; !t.debug {
		d.Say(prose.System, "You no longer see how your words are read.")
		t.show(d)
		return
	}
	d.Say(prose.System, "You see from now on how your words to gm are read. debug ai ends it.")
	t.debugged(d, t.traced)
	t.show(d)
}

// debugged shows in words how the last words were read, if that is wanted.
func (t *ProposalTalk) debugged(d proposalDesk, lines []string) {
	if !t.debug {
		return
	}
	for _, line := range lines {
		d.Say(prose.Hint, line)
	}
}

// show has the card drawn anew.
func (t *ProposalTalk) show(d proposalDesk) {
	c := &ProposalCard{Words: t.asked.Words, Asking: t.asking, Open: t.open != nil, Text: t.text, Debug: t.debug}
	if t.open != nil {
		c.Action = t.open.Action
	}
	if c.Debug {
		c.Trace = t.traced
	}
	d.Draw(c)
}
