package session

import (
	"context"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
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
	Summary proposal.Summary
	Words   string
}

// ProposalHost is what reads words beside the grammar. The zero value has nothing more.
type ProposalHost struct {
	// Propose has a model read words that the grammar did not understand. It takes no longer than its context allows.
	// Nil: there is no model.
	Propose func(ctx context.Context, a ProposalRequest) proposal.Proposal
	// Ready reports whether there is a model at this moment; without one nobody waits for it. Nil: there is.
	Ready func() bool
	// Outcome is told what came of each proposal: engine is the name of an event, or "✗ " and why the world refused; ""
	// when it was not carried out. It must not block. Nil tells nobody.
	Outcome func(a ProposalRequest, p proposal.Proposal, engine string)
}

// rejectedMark begins what is told of an action that was refused.
const rejectedMark = "✗ "

// engineRefusal is what is told of one: its code, as seed 003 writes codes, and its words.
func engineRefusal(r *world.Refusal) string {
	return rejectedMark + strings.ToUpper(string(r.Code)) + ": " + r.Text
}

// proposalTalk is what somebody has said to the reader of plain words. The zero value has heard nothing.
type proposalTalk struct {
	s    *Session
	host ProposalHost

	request      ProposalRequest
	number       uint64 // counts what was asked, so that what belongs to an earlier question is told apart
	modelPending bool   // a model was asked
	cancel       context.CancelFunc
	open         *proposal.Proposal // waits for yes or no
	text         string             // what it would be
	lapsed       string             // why the last one can no longer be answered, until something else is typed
	debug        bool
	trace        []string // the lines of the debug view
	encounter    world.EncounterID
}

// fightSnapshot is what is read of the world for a question.
type fightSnapshot struct {
	summary proposal.Summary
	id      world.EncounterID
	refusal string
	names   map[world.ActorID]string
}

// ask takes words. What they come to is shown when it is known.
func (t *proposalTalk) ask(words string) {
	t.drop("")
	words = strings.TrimSpace(world.Clean(words))
	switch {
	case words == "":
		t.s.say(
			prose.System,
			"Say what you want to do, in plain words: gm move to 4,5; gm go three steps east; gm attack the "+
				"rat; gm end my turn. You are shown what that would be, and answer yes or no.",
		)
		return
	case len([]rune(words)) > ProposalWordsMost:
		t.s.say(prose.Refusal, "That is more than anybody does in one turn. Say it in fewer words.")
		return
	}
	t.number++
	t.request = ProposalRequest{Account: t.s.login.account.ID, Body: t.s.actor, Words: words}
	var f fightSnapshot
	t.s.readWorld(func(s *world.State, _ world.Time) { f = readFight(s, t.request.Body) }, func() { t.read(f) })
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
		f.id, f.summary = e.ID, proposal.Summarize(e.Name, &e.Skirmish)
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
func (t *proposalTalk) read(f fightSnapshot) {
	if f.refusal != "" {
		t.s.say(prose.Refusal, f.refusal)
		return
	}
	t.request.Summary, t.encounter = f.summary, f.id
	p := proposal.Understand(f.summary, t.request.Body, t.request.Words)
	if p.OK || t.host.Propose == nil || t.host.Ready != nil && !t.host.Ready() {
		t.present(f, p)
		return
	}
	number, request, propose := t.number, t.request, t.host.Propose
	t.modelPending = true
	t.drawCard()
	t.s.after(ProposalSlowAfter, func() {
		if t.modelPending && t.number == number {
			t.s.say(
				prose.System,
				"Your words are being thought over. You can go on; anything that you type takes them back.",
			)
		}
	})
	t.s.after(ProposalModelMax, func() {
		if t.modelPending && t.number == number {
			t.stop()
			t.present(f, p)
		}
	})
	ctx, cancel := context.WithTimeout(context.Background(), ProposalModelMax)
	t.cancel = cancel
	t.s.background(func(session context.Context) func() {
		defer context.AfterFunc(session, cancel)()
		answer := propose(ctx, request)
		return func() {
			if t.modelPending && t.number == number {
				t.stop()
				t.present(f, answer)
			}
		}
	})
}

// stop asks the model no longer.
func (t *proposalTalk) stop() {
	t.modelPending = false
	if t.cancel != nil {
		t.cancel()
		t.cancel = nil
	}
}

// present shows what the words come to.
func (t *proposalTalk) present(f fightSnapshot, p proposal.Proposal) {
	if !p.OK || p.Action == nil {
		p.OK = false
		t.finish(p, "")
		t.s.say(prose.Refusal, failureWords(p))
		return
	}
	if _, r := p.Action.Action(t.request.Body); r != nil {
		t.showTrace(proposalTrace(t.request.Words, p, ""))
		t.finish(p, engineRefusal(r))
		t.s.show(prose.RefusalText(r))
		return
	}
	t.open = &p
	t.text = DescribeAction(f.summary, *p.Action, func(id world.ActorID) string {
		if name := f.names[id]; name != "" {
			return name
		}
		if id == "" {
			return f.names[t.request.Body]
		}
		return "somebody who is not here"
	})
	if p.Reason != "" { // what it leaves to be done
		t.text += " " + oneLine(p.Reason)
	}
	t.trace = proposalTrace(t.request.Words, p, "")
	t.showTrace(t.trace)
	t.s.say(prose.System, "That would be: "+t.text+" [yes/no]")
	t.drawCard()
	number := t.number
	t.s.after(ProposalWaitMax, func() {
		if t.open != nil && t.number == number {
			t.lapse("You took too long to say yes. Say again what you want.")
		}
	})
}

// mockUnread begins what the grammar says of words of which it makes nothing (S3-36).
const mockUnread = "Mock parser could not understand: "

// failureWords says to a player why nothing came of their words.
func failureWords(p proposal.Proposal) string {
	why := oneLine(p.Reason)
	if words, ok := strings.CutPrefix(why, mockUnread); ok {
		return "Nothing comes to mind that would be " + words + ". Say where you go, whom you attack, or that you end your " +
			"turn."
	}
	if p.Mode == proposal.Mock {
		return why
	}
	return "That is nothing that one can do in a fight. (" + why + ")"
}

// answer takes a typed line, and reports whether it answered the open proposal. Any other line withdraws it.
func (t *proposalTalk) answer(line string) bool {
	word := strings.ToLower(strings.TrimSpace(line))
	isYes, isNo := word == "yes" || word == "y", word == "no" || word == "n"
	switch {
	case t.open != nil && isYes:
		t.carryOut()
		return true
	case t.open != nil && isNo:
		t.drop("")
		t.s.say(prose.System, "Then not.")
		return true
	case t.modelPending && (isYes || isNo):
		t.drop("")
		t.s.say(prose.System, "There was nothing to answer yet. Your words are taken back.")
		return true
	case t.lapsed != "" && isYes:
		t.s.say(prose.Refusal, t.lapsed)
		t.lapsed = ""
		return true
	}
	t.lapsed = ""
	if first, _, _ := strings.Cut(word, " "); t.open != nil && word != "" && first != "gm" {
		t.s.say(prose.System, "You said neither yes nor no; the plan is dropped.")
	}
	t.drop("")
	return false
}

// carryOut carries out the open proposal.
func (t *proposalTalk) carryOut() {
	p := *t.open
	t.open, t.text = nil, ""
	act, r := p.Action.Action(t.request.Body)
	if r != nil {
		t.finish(p, engineRefusal(r))
		t.s.show(prose.RefusalText(r))
		return
	}
	number := t.number
	t.s.runAction(act, func(r *world.Refusal, records []*world.Record) {
		if t.number != number {
			return
		}
		if r != nil {
			t.finish(p, engineRefusal(r))
			return
		}
		t.finish(p, engineOutcome(records))
	})
}

// hear notes what happens: with the turn of whoever asked, and with the fight, a proposal lapses. It names kinds
// because it looks whose turn it was, and of which fight.
func (t *proposalTalk) hear(e world.Event) {
	if t.open == nil && !t.modelPending {
		return
	}
	switch e := e.(type) {
	case world.TurnEnded:
		if e.Actor == t.request.Body {
			t.lapse("Your turn is over, and with it what you said to gm.")
		}
	case world.FighterLeft:
		if e.Actor == t.request.Body {
			t.lapse("You are out of that fight.")
		}
	case world.EncounterEnded:
		if e.Encounter == t.encounter {
			t.lapse("That fight is over.")
		}
	default:
	}
}

// lapse takes back what was asked; whoever says yes after that is told why. Who waits for a model is told at once, for
// nothing comes any more.
func (t *proposalTalk) lapse(why string) {
	waits := t.modelPending
	if t.drop(why); waits {
		t.s.say(prose.System, "Nothing came of your words in time. "+why)
		t.lapsed = ""
	}
}

// drop takes back what was asked.
func (t *proposalTalk) drop(why string) {
	was := t.open
	if was == nil && !t.modelPending {
		return
	}
	t.stop()
	t.open, t.text = nil, ""
	t.number++
	if t.lapsed = why; was != nil {
		t.finish(*was, "")
		return
	}
	t.drawCard()
}

// end takes back what was asked, for somebody who is gone.
func (t *proposalTalk) end() {
	t.stop()
	if t.open != nil && t.host.Outcome != nil {
		t.host.Outcome(t.request, *t.open, "")
	}
	t.open = nil
}

// finish notes what came of a proposal.
func (t *proposalTalk) finish(p proposal.Proposal, engine string) {
	if t.host.Outcome != nil {
		t.host.Outcome(t.request, p, engine)
	}
	if engine != "" && !strings.HasPrefix(engine, rejectedMark) {
		engine = "✓ " + engine
	}
	t.trace = proposalTrace(t.request.Words, p, engine)
	switch {
	case !p.OK:
		t.showTrace(t.trace)
	case engine != "": // the rest was shown with the question
		t.showTrace(t.trace[len(t.trace)-1:])
	}
	t.drawCard()
}

// toggleDebug turns the debug view on or off.
func (t *proposalTalk) toggleDebug() {
	if t.debug = !t.debug; !t.debug {
		t.s.say(prose.System, "You no longer see how your words are read.")
		t.drawCard()
		return
	}
	t.s.say(prose.System, "You see from now on how your words to gm are read. debug ai ends it.")
	t.showTrace(t.trace)
	t.drawCard()
}

// showTrace shows in words how the last words were read, if that is wanted.
func (t *proposalTalk) showTrace(lines []string) {
	if !t.debug {
		return
	}
	for _, line := range lines {
		t.s.say(prose.Hint, line)
	}
}

// drawCard has the card drawn anew.
func (t *proposalTalk) drawCard() {
	c := &ProposalCard{
		Words:  t.request.Words,
		Asking: t.modelPending,
		Open:   t.open != nil,
		Text:   t.text,
		Debug:  t.debug,
	}
	if t.open != nil {
		c.Action = t.open.Action
	}
	if c.Debug {
		c.Trace = t.trace
	}
	t.s.frame.Card = c
}
