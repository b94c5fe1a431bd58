package world

import (
	"slices"
	"strings"
)

// Promising. A creature promises what its pack lists, and the world remembers it as a fact: who, to whom, what, and
// when. What somebody merely claims to have been promised is nowhere here. To give the promised thing keeps the
// promise.

// promisesMost is how many promises one person can have been made.
const promisesMost = 100

// PromiseID names a promise: by whom, to whom, and which.
type PromiseID string

func promiseID(by, to ActorID, which string) PromiseID {
	return PromiseID(strings.Join([]string{string(by), string(to), which}, ":"))
}

// Pledge is a promise that was made.
type Pledge struct {
	ID      PromiseID `json:"id"`
	By      ActorID   `json:"by"`
	To      ActorID   `json:"to"`
	Promise string    `json:"promise"` // its id in the pattern of By
	Text    string    `json:"text"`
	Item    ProtoID   `json:"item,omitempty"` // that keeps it
	At      Time      `json:"at"`
	Kept    Time      `json:"kept,omitempty"` // when it was kept; 0: it is open
}

// Promise promises somebody here something.
type Promise struct {
	To      ActorID `json:"to"`
	Promise string  `json:"promise" words:"fixed"`
}

// Promised says that a creature promised somebody something.
type Promised struct {
	Actor   ActorID `json:"actor"`
	To      ActorID `json:"to"`
	Promise string  `json:"promise" words:"fixed"`
	Text    string  `json:"text" words:"fixed"`
	Item    ProtoID `json:"item,omitempty"`
	At      Time    `json:"at"`
}

// PromiseKept says that a creature did what it had promised.
type PromiseKept struct {
	Actor   ActorID `json:"actor"`
	To      ActorID `json:"to"`
	Promise string  `json:"promise" words:"fixed"`
	Text    string  `json:"text" words:"fixed"`
	At      Time    `json:"at"`
}

// PromiseGone says that a promise is forgotten, with the one it was made to.
type PromiseGone struct {
	Promise PromiseID `json:"promise" words:"fixed"`
}

func (Promise) needs() Role { return RoleGuest }

func (Promise) deed() deed { return deed{verbs: []string{"promise"}} }

func (a Promise) decide(t *Turn) *Refusal {
	m := t.s.Minded(t.me)
	if m == nil {
		return refuse(CodeCannot, "Say it: among people a promise is made of words.")
	}
	var spec PromiseSpec
	if i := slices.IndexFunc(m.Promises, func(p PromiseSpec) bool { return p.ID == a.Promise }); i >= 0 {
		spec = m.Promises[i]
	}
	to := t.present(a.To)
	switch {
	case spec.ID == "":
		return refuse(CodeNotAllowed, "That is nothing that you promise.")
	case to == nil || !to.Player():
		return refuse(CodeNotHere, "They are not here.")
	}
	p := t.s.Promises[promiseID(t.me.ID, to.ID, a.Promise)]
	switch {
	case p != nil && p.Kept == 0:
		return refuse(CodeAlready, "You have promised them that already.")
	case p != nil && !spec.IsConditional():
		return refuse(CodeAlready, "You have kept that promise to them.")
	case !spec.When.Holds(t.s, to, t.now):
		return refuse(CodeNotAllowed, "That is nothing that you promise them now.")
	case !spec.earnedBy(to, p):
		return refuse(CodeNotAllowed, "They have not done what that is promised for.")
	case p == nil && len(t.s.PromisesTo(to.ID)) >= promisesMost:
		return refuse(CodeFull, "They have been promised enough.")
	}
	t.emit(Promised{
		Actor: t.me.ID, To: to.ID, Promise: spec.ID, Text: spec.Text, Item: spec.Item, At: t.now,
	})
	return nil
}

// earnedBy reports whether somebody has done what a promise is for, since it was last made to them if it was.
func (p *PromiseSpec) earnedBy(who *Actor, last *Pledge) bool {
	if p.For.Beats == "" {
		return true
	}
	at, has := who.Beat[p.For.Beats]
	return has && (last == nil || at > last.At)
}

// earned reports whether somebody has done what a promise to them is for. What a pack made before it said for what is
// held to what it says now.
func (s *State) earned(p *Pledge) bool {
	m, to := s.Minded(s.Actors[p.By]), s.Actors[p.To]
	if m == nil || to == nil {
		return false
	}
	i := slices.IndexFunc(m.Promises, func(spec PromiseSpec) bool { return spec.ID == p.Promise })
	return i < 0 || m.Promises[i].earnedBy(to, nil)
}

// Bested says that a player won a game against a creature for whose defeat somebody has a promise to make, or got the
// better of one in a brawl for the first time.
type Bested struct {
	Actor ActorID `json:"actor"`
	Of    ProtoID `json:"of"`
	At    Time    `json:"at"`
}

// creditWin is the reaction to a game that was won.
func (t *Turn) creditWin(e GameEnded) {
	winner, loser := t.s.Actors[e.Actor], t.s.Actors[e.Other]
	if e.How != EndWon || winner == nil || loser == nil || !winner.Player() || loser.Player() {
		return
	}
	for _, mob := range anyhow(t.s.MobSpecs) {
		if mob.Mind != nil && slices.ContainsFunc(mob.Mind.Promises, func(p PromiseSpec) bool {
			return p.For.Beats == loser.Proto
		}) {
			t.emit(Bested{Actor: winner.ID, Of: loser.Proto, At: t.sometime()})
			return
		}
	}
}

// PromisesTo returns the promises that were made to somebody, kept ones too, in order of their ids.
func (s *State) PromisesTo(who ActorID) []*Pledge {
	var out []*Pledge
	for _, id := range Picked(s.Promises, func(_ PromiseID, p *Pledge) bool { return p.To == who }) {
		out = append(out, s.Promises[id])
	}
	return out
}

// keepsPromise is the reaction to somebody giving something away.
func (t *Turn) keepsPromise(e ItemGiven) {
	it := t.s.Items[e.Item]
	if by := t.s.Actors[e.Actor]; it == nil || by == nil || by.Player() {
		return
	}
	for _, p := range t.s.PromisesTo(e.To) {
		if p.By == e.Actor && p.Kept == 0 && p.Item != "" && p.Item == it.Proto {
			t.emit(PromiseKept{Actor: p.By, To: p.To, Promise: p.Promise, Text: p.Text, At: t.sometime()})
			return // one thing keeps one promise
		}
	}
}

// forgetTrade drops the bargains and promises of somebody who will be no more.
func (t *Turn) forgetTrade(who ActorID) {
	for _, id := range Picked(t.s.Deals, func(_ DealID, d *Deal) bool { return d.Of == who }) {
		t.endDeal(id)
	}
	for _, p := range t.s.PromisesTo(who) {
		t.emit(PromiseGone{Promise: p.ID})
	}
}

func (e Promised) fold(s *State) {
	id := promiseID(e.Actor, e.To, e.Promise)
	s.Promises[id] = &Pledge{
		ID: id, By: e.Actor, To: e.To, Promise: e.Promise, Text: e.Text, Item: e.Item, At: e.At,
	}
	s.touch(kindPromise, string(id))
}

func (e PromiseKept) fold(s *State) {
	id := promiseID(e.Actor, e.To, e.Promise)
	s.Promises[id].Kept = e.At
	s.touch(kindPromise, string(id))
}

func (e PromiseGone) fold(s *State) {
	delete(s.Promises, e.Promise)
	s.touch(kindPromise, string(e.Promise))
}

func (e Bested) fold(s *State) {
	a := s.actor(e.Actor)
	if a.Beat == nil {
		a.Beat = map[ProtoID]Time{}
	}
	a.Beat[e.Of] = e.At
}

func (Bested) scene(*State) scene { return scene{} }

func (Bested) traits() Traits { return Traits{} }

func (e Promised) scene(s *State) scene { return s.between(e.Actor, e.To) }

func (Promised) traits() Traits {
	return Traits{Public: true, Touches: AspectsNone, Cue: cue("Promise")}
}

// Whoever was promised something is told that it was kept; the others saw the gift.
func (e PromiseKept) scene(s *State) scene {
	return scene{actor: e.Actor, target: e.To, room: s.whereIs(e.Actor), sight: true, closed: true}
}

func (PromiseGone) scene(*State) scene { return scene{} }

func (PromiseKept) traits() Traits { return Traits{Cue: cue("Promise kept")} }
func (PromiseGone) traits() Traits { return Traits{} }
