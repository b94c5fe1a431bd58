package proposal

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/strictjson"
)

// Understand reads what somebody wants to do from plain words, without a model (S3-06, S3-22). Me is who speaks; empty
// means whose turn it is, else the first who is there.
//
// It understands a text wholly or not at all: every word must have its place in a command, so that "don't attack",
// "should I attack?" or what is said to somebody else never come to an action. Words that ask for a direction go
// straight there, and when something is in the way it says what; words that ask for a place go around what is in the
// way, and in combat as far as the turn allows. What is out of reach otherwise is proposed all the same: the world
// refuses it.
//
// RawText is the JSON that it proposes. With OK, Reason may say what the proposal leaves to be done.
func Understand(s Summary, me world.ActorID, text string) Proposal {
	p := speaker{s: &s, me: &Entity{}}
	p.choose(me)
	p.field, p.isLaid = lay(&s)
	w := plain(words(text))
	if len(w) > 0 {
		p.command(w)
	}
	if p.done == nil && p.why == "" {
		p.several(s, me, w)
	}
	return p.proposal(text)
}

// speaker reads the words of one who speaks.
type speaker struct {
	s      *Summary
	me     *Entity // who is to act; without an id when there is nobody
	field  field
	isLaid bool

	done *Declared
	why  string // there is no action; or what it leaves to be done
}

// choose decides who is to act.
func (p *speaker) choose(me world.ActorID) {
	if me == "" {
		me = p.s.Combat.ActiveEntityID
		if p.entity(me) == nil && len(p.s.Entities) > 0 {
			me = p.s.Entities[0].ID
		}
	}
	if e := p.entity(me); e != nil {
		p.me = e
	}
}

func (p *speaker) entity(id world.ActorID) *Entity {
	i := slices.IndexFunc(p.s.Entities, func(e Entity) bool { return e.ID == id })
	if i < 0 {
		return nil
	}
	return &p.s.Entities[i]
}

// proposal is what came of the words.
func (p *speaker) proposal(text string) Proposal {
	out := Proposal{OK: p.done != nil, Action: p.done, Reason: p.why, Mode: Mock}
	var said any = p.done
	if !out.OK {
		if out.Reason == "" {
			out.Reason = `Mock parser could not understand: "` + strictjson.Clipped(text, wordsRunesMost) + `"`
		}
		said = struct {
			Type   string `json:"type"`
			Reason string `json:"reason"`
		}{invalid, out.Reason}
	}
	raw, err := json.Marshal(said)
	if err != nil {
		panic(err) // numbers and texts always marshal
	}
	out.RawText = string(raw)
	return out
}

// propose makes an action the proposal.
func (p *speaker) propose(d Declared) { p.done = &d }

// refuse says why nothing is proposed.
func (p *speaker) refuse(why string) { p.why = why }

// known reports whether somebody is there to act, and says so when nobody is.
func (p *speaker) known() bool {
	if p.me.ID == "" {
		p.refuse("You take no part in that fight.")
	}
	return p.me.ID != ""
}

// several says which of several commands comes first.
func (p *speaker) several(s Summary, me world.ActorID, w []string) {
	i := slices.IndexFunc(w, func(word string) bool { return word == "and" || word == "then" })
	if i < 1 {
		return
	}
	if one := strings.Join(w[:i], " "); Understand(s, me, one).OK {
		p.refuse(`One thing at a time: say "` + one + `" first.`)
	}
}

// command reads one command. It leaves neither a proposal nor a reason when it does not understand it.
func (p *speaker) command(w []string) {
	if p.round(w) || p.deed(w) {
		return
	}
	if rest, ok := p.subject(w); ok {
		if !p.round(rest) {
			p.deed(rest)
		}
	}
}

// round reads what is said of turns.
func (p *speaker) round(w []string) bool {
	switch {
	case is(w, "roll initiative", "roll for initiative", "roll the initiative", "roll my initiative", "initiative", "roll",
		"rolls initiative", "rolls for initiative", "start combat", "start the combat", "start fight", "start the fight",
		"begin combat", "begin the combat", "begin the fight", "start battle", "start the battle", "begin the battle"):
		p.propose(Declared{Type: world.ActInitiative})
	case is(w, "end", "end turn", "end my turn", "end the turn", "end this turn", "ends turn", "ends my turn",
		"ending my turn",
		"pass", "pass turn", "pass my turn", "pass the turn", "passes", "done", "finish", "finish turn", "finish my turn",
		"finished",
		"skip", "skip turn", "skip my turn", "skip the turn", "wait", "waits", "do nothing", "stay", "stay put", "stay here",
		"stand still", "next turn", "end of turn"):
		p.propose(Declared{Type: world.ActEndTurn, EntityID: p.me.ID})
	case is(w, "flee", "escape", "run away", "run for it", "leave", "leave the fight", "flee the fight"):
		p.refuse("Getting out of a fight is no move on its ground: type flee.")
	default:
		return p.turnOf(w)
	}
	return true
}

// turnOf reads "end Seren's turn" and "end turn for Seren".
func (p *speaker) turnOf(w []string) bool {
	var name []string
	if rest, ok := behind(w, "end turn for", "end the turn for", "end turn of", "end the turn of"); ok {
		name = rest
	} else if rest, ok := behind(w, "end", "finish", "skip", "pass"); ok && len(rest) > 1 && rest[len(rest)-1] == "turn" {
		name = slices.Clone(rest[:len(rest)-1])
		last := len(name) - 1
		name[last] = strings.TrimSuffix(strings.TrimSuffix(name[last], "'s"), "'")
	}
	if !fits(name) {
		return false
	}
	e, why := p.who(name)
	switch {
	case e != nil:
		p.propose(Declared{Type: world.ActEndTurn, EntityID: e.ID})
	case why != "":
		p.refuse(why)
	}
	return e != nil || why != ""
}

// subject reads who is to act at the front of a command: "Seren attacks", "have Seren attack". It returns the rest.
func (p *speaker) subject(w []string) ([]string, bool) {
	if rest, ok := behind(w, "have", "make"); ok {
		w = rest
	}
	unclear := ""
	for n := min(nameWordsMost, len(w)-1); n > 0; n-- {
		if !fits(w[:n]) || !verb(w[n]) {
			continue
		}
		if e, why := p.who(w[:n]); e != nil {
			p.me = e
			return w[n:], true
		} else if why != "" {
			unclear = why
		}
	}
	p.refuse(unclear)
	return nil, false
}

// verb reports whether a word begins a command.
func verb(word string) bool {
	return attackVerb(word) || chargeVerb(word) || approachVerb(word) || moveVerb(word) ||
		slices.Contains([]string{"roll", "rolls", "end", "ends", "pass", "passes", "hide", "hides", "take", "takes",
			"retreat", "retreats"}, word)
}

// deed reads a blow or a move.
func (p *speaker) deed(w []string) bool {
	switch {
	case attackVerb(w[0]):
		return p.attack(cut(w[1:], "at", "out at"))
	case chargeVerb(w[0]):
		return p.charge(cut(w[1:], "at", "towards", "toward", "into"), true)
	case approachVerb(w[0]):
		return p.charge(cut(w[1:], "after"), false)
	}
	if rest, ok := behind(w, "close in on", "close in with", "close on", "close with", "close in", "go after"); ok {
		return p.charge(rest, false)
	}
	if rest, ok := behind(w, "go for", "go at", "have at"); ok {
		return p.charge(rest, true)
	}
	return p.walk(w)
}

// attack reads whom to strike at. Where there is one foe alone, nobody need be named.
func (p *speaker) attack(w []string) bool {
	with := slices.Index(w, "with")
	if with > 0 && len(w) > with+1 && len(w) <= with+4 && fits(w[with+1:]) {
		w = w[:with]
	} else {
		with = -1
	}
	foe, ok := p.target(w)
	if !ok {
		return p.why != ""
	}
	if !p.known() {
		return true
	}
	p.propose(Declared{Type: world.ActAttack, AttackerID: p.me.ID, TargetID: foe.ID})
	if with > 0 {
		p.why = "One strikes with what one wields."
	}
	return true
}

// target returns whom words name, or the only foe when they name nobody.
func (p *speaker) target(w []string) (*Entity, bool) {
	if len(w) == 0 {
		switch foes := p.foes(); len(foes) {
		case 0:
			p.refuse("There is nobody to strike at.")
			return nil, false
		case 1:
			return foes[0], true
		default:
			p.refuse(which(foes))
			return nil, false
		}
	}
	if !fits(w) {
		return nil, false
	}
	foe, why := p.prey(w)
	if foe == nil {
		p.refuse(cmp.Or(why, nobody(w)))
	}
	return foe, foe != nil
}
