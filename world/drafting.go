package world

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// A draft is an edit that is not made yet: entries as they are to be, which nobody meets in the world until a person
// publishes them, all at once, as one change. While a builder has a draft open, what they edit goes there. Of each
// entry it is kept what the world said when it was drafted, so that what others changed meanwhile is not overwritten.
// Agents edit in no other way, and publish nothing; which draft they have open is apart from what their owner has open,
// and what an agent drafted is published by who has read it.

// DraftID names a draft.
type DraftID string

// Limits of drafts.
const (
	DraftsMost       = 8         // of one character
	DraftEntriesMost = 150       // entries of one draft
	draftBytesMost   = 512 << 10 // of the text of one draft
	draftEventsMost  = 4096      // events of publishing one, or of taking it back
)

// Draft is what somebody drafts. Set is what is to be, and Bases what the world said of each entry of it when it was
// first drafted.
type Draft struct {
	ID    DraftID `json:"id"`
	By    ActorID `json:"by"`
	Since Time    `json:"since"`
	Open  bool    `json:"open,omitempty"` // what its builder edits goes into it
	Room  RoomID  `json:"room,omitempty"` // where they stand in it; "" is where they are
	Set   Entries `json:"set,omitzero"`
	Bases []Mark  `json:"bases,omitempty"`
	Edits int     `json:"edits,omitempty"` // how many edits it has had
	Mixed bool    `json:"mixed,omitempty"` // an agent made some of them

	Lent     bool   `json:"lent,omitempty"`      // what their agents edit goes into it
	LentRoom RoomID `json:"lent_room,omitempty"` // where those stand in it
}

// Version counts how a draft came to say what it says; what was read of it is of one version.
func (d *Draft) Version() int { return d.Edits + 1 }

// Opened reports whether what its builder edits goes into a draft, by their own hand or by an agent's.
func (d *Draft) Opened(agent bool) bool {
	if agent {
		return d.Lent
	}
	return d.Open
}

// Stands returns where one stands in a draft, "" for where one is.
func (d *Draft) Stands(agent bool) RoomID {
	if agent {
		return d.LentRoom
	}
	return d.Room
}

// HoldDraft opens a draft, which is made when there is none of that id; "" leaves the open one as it is. With Room one
// stands there in the draft, for what is edited "here".
type HoldDraft struct {
	Draft DraftID `json:"draft,omitempty"`
	Room  RoomID  `json:"room,omitempty"`
}

// PublishDraft makes what a draft says so: all of it, as one change, or nothing. Read is the [Draft.Version] that was
// read; who did not type all of it has to say it, so that nothing is published which a person never saw.
type PublishDraft struct {
	Draft DraftID `json:"draft"`
	Read  int     `json:"read,omitempty"`
}

// DiscardDraft throws a draft away.
type DiscardDraft struct {
	Draft DraftID `json:"draft"`
}

// DraftHeld says into which draft somebody's edits go from now on, "" for the world; Left is the one that was open.
type DraftHeld struct {
	Actor ActorID `json:"actor"`
	Draft DraftID `json:"draft,omitempty"`
	Room  RoomID  `json:"room,omitempty"`
	Left  DraftID `json:"left,omitempty"`
	At    Time    `json:"at"`
	Agent bool    `json:"agent,omitempty"` // an agent's edits, and not what they edit themselves
}

// DraftEdited says what a draft says from now on of some entries. Bases are of those that were not in it yet; Out are
// those that are again as the world has them, and so are in it no longer.
type DraftEdited struct {
	Actor ActorID  `json:"actor"`
	Draft DraftID  `json:"draft"`
	Set   Entries  `json:"set" words:"fixed"`
	Bases []Mark   `json:"bases,omitempty" words:"fixed"`
	Out   []string `json:"out,omitempty" words:"fixed"`
	Agent bool     `json:"agent,omitempty"` // an agent did it
}

// DraftClosed says that a draft is no more: published as a change, or, with none, thrown away. By is whose it was, when
// somebody else closed it, and Open that they had it open.
type DraftClosed struct {
	Actor  ActorID `json:"actor"`
	Draft  DraftID `json:"draft"`
	Change int     `json:"change,omitempty"`
	By     ActorID `json:"by,omitempty"`
	Open   bool    `json:"open,omitempty"`
}

func (HoldDraft) needs() Role    { return RoleBuilder }
func (PublishDraft) needs() Role { return RoleBuilder }
func (DiscardDraft) needs() Role { return RoleBuilder }

func (HoldDraft) deed() deed    { return deed{} }
func (PublishDraft) deed() deed { return deed{} }
func (DiscardDraft) deed() deed { return deed{} }

// An agent drafts, and a person judges.
func (HoldDraft) drafted()     {}
func (EditContent) drafted()   {}
func (PublishDraft) personal() {}
func (DiscardDraft) personal() {}

// drafted marks the actions of building that a grant may name: those that reach no further than a draft.
type drafted interface{ drafted() }

// DraftOf returns the draft that somebody has open, or their agents have; nil for none.
func (s *State) DraftOf(who ActorID, agent bool) *Draft {
	for _, d := range anyhow(s.Drafts) {
		if d.By == who && d.Opened(agent) {
			return d
		}
	}
	return nil
}

// With returns the state as it would be with some entries set, for reading content only: it shares all else with s, and
// what is derived is as it was.
func (s *State) With(e *Entries) *State {
	out := *s
	keys, _ := e.touched()
	for _, k := range keys {
		shelved(k.Kind).lay(&out, s, k.ID, e.Entry(k.Kind, k.ID))
	}
	return &out
}

func (a HoldDraft) decide(t *Turn) *Refusal {
	agent := t.in.Via.Kind == ViaGrant
	old := t.s.DraftOf(t.me.ID, agent)
	e := DraftHeld{Actor: t.me.ID, Draft: a.Draft, Room: a.Room, At: t.now, Agent: agent}
	if old != nil && old.ID != a.Draft {
		e.Left = old.ID
	}
	d := t.s.Drafts[a.Draft]
	switch {
	case !t.me.Player():
		return refuse(CodeCannot, "Only people have drafts.")
	case a.Draft == "" && old == nil:
		return refuse(CodeAlready, "You have no draft open: what you edit is in the world at once.")
	case a.Draft == "":
		t.emit(e)
		t.forgetsEmpty(old, agent)
		return nil
	case d != nil && d.By != t.me.ID:
		return refuse(CodeTaken, "The draft "+string(a.Draft)+" is another's. Give yours another name.")
	case d == nil && !ValidID(string(a.Draft)):
		return refuse(CodeBadValue, "A draft has an id of small letters, digits and hyphens: draft old-mill.")
	case d == nil && t.s.draftsOf(t.me.ID) >= DraftsMost:
		return refuse(CodeFull, fmt.Sprintf("You have %d drafts, and more nobody has. Publish or discard one.", DraftsMost))
	case d != nil && d.Opened(agent) && d.Stands(agent) == a.Room:
		return refuse(CodeAlready, "That draft is open already.")
	case a.Room != "" && (d == nil || t.s.With(&d.Set).Rooms[a.Room] == nil):
		return refuse(CodeUnknown, "There is no such room in the draft.")
	}
	t.emit(e)
	if e.Left != "" {
		t.forgetsEmpty(old, agent)
	}
	return nil
}

// forgetsEmpty throws away a draft that was left with nothing in it, unless it is open to the other of builder and
// agent.
func (t *Turn) forgetsEmpty(d *Draft, agent bool) {
	if len(d.Bases) == 0 && !d.Opened(!agent) {
		t.emit(DraftClosed{Actor: t.me.ID, Draft: d.ID})
	}
}

func (s *State) draftsOf(who ActorID) (n int) {
	for _, d := range anyhow(s.Drafts) {
		if d.By == who {
			n++
		}
	}
	return n
}

// draft puts an edit into a draft. It is judged as one of the world with that draft would be; what stands in the world
// when it is published judges it again.
func (t *Turn) draft(d *Draft, set Entries) *Refusal {
	keys, twice := set.touched()
	over := t.s.With(&d.Set)
	keys = slices.DeleteFunc(keys, func(k Key) bool {
		return Digest(over.Entry(k.Kind, k.ID)) == Digest(set.Entry(k.Kind, k.ID))
	})
	switch {
	case twice:
		return refuse(CodeBadValue, "That sets one thing twice.")
	case len(keys) == 0:
		return refuse(CodeAlready, "That is as it is already.")
	}
	if r := t.builds(keys, &set); r != nil {
		return r
	}
	e := DraftEdited{Actor: t.me.ID, Draft: d.ID, Agent: t.in.Via.Kind == ViaGrant}
	more := 0
	for _, k := range keys {
		now := set.Entry(k.Kind, k.ID)
		e.Set.Put(k.Kind, k.ID, now)
		base := Digest(t.s.Entry(k.Kind, k.ID))
		if Digest(now) == base {
			e.Out = append(e.Out, k.entry())
		} else if !d.has(k) {
			e.Bases = append(e.Bases, Mark{Entry: k.entry(), Digest: base})
			more++
		}
	}
	if len(d.Bases)+more > DraftEntriesMost {
		return refuse(CodeFull, fmt.Sprintf("A draft changes at most %d things. Publish it, and begin another.",
			DraftEntriesMost))
	}
	held, _ := weigh(reflect.ValueOf(d.Set))
	if comes, _ := weigh(reflect.ValueOf(e.Set)); held+comes > draftBytesMost && len(e.Out) == 0 {
		return refuse(CodeFull, "There is too much text in that draft. Publish it, and begin another.")
	}
	applied := e.Set.Applied()
	if bad := over.unsound(&applied); len(bad) > 0 {
		return refuse(CodeBadValue, bad[0].sentence())
	}
	if r := cmp.Or(over.miswritten(&e.Set), over.dangling(&e.Set), over.inUse(&e.Set), over.coined(&e.Set)); r != nil {
		return r
	}
	t.emit(e)
	return nil
}

// has reports whether an entry is in a draft.
func (d *Draft) has(k Key) bool {
	return slices.ContainsFunc(d.Bases, func(m Mark) bool { return m.Entry == k.entry() })
}

// judges returns a draft that somebody may publish or discard: one of their account's, or, for a wizard, anybody's.
func (t *Turn) judges(id DraftID) (*Draft, *Refusal) {
	d := t.s.Drafts[id]
	switch {
	case d == nil:
		return nil, refuse(CodeUnknown, "There is no such draft; draft list lists them.")
	case t.s.Judges(t.me, d):
		return d, nil
	}
	return nil, refuse(CodeNotAllowed, "The draft "+string(id)+" is another's: who made it publishes it, or a wizard.")
}

// Judges reports whether somebody may read, publish and discard a draft: whose it is or whose account's, and wizards.
func (s *State) Judges(who *Actor, d *Draft) bool {
	by := s.Actors[d.By]
	return d.By == who.ID || who.Rank() >= RoleWizard || by != nil && by.Account != "" && by.Account == who.Account
}

func (a PublishDraft) decide(t *Turn) *Refusal {
	d, r := t.judges(a.Draft)
	if r != nil {
		return r
	}
	if len(d.Bases) == 0 {
		return refuse(CodeMissing, "Nothing is in the draft "+string(d.ID)+" yet.")
	}
	switch {
	case a.Read == 0 && (d.Mixed || d.By != t.me.ID):
		return refuse(CodeMissing, "Not all of that draft was typed by you. Read it first: diff "+string(d.ID)+" says at "+
			"its end how it is published. Nothing was published.")
	case a.Read != 0 && a.Read != d.Version():
		return refuse(CodeAlready, "The draft "+string(d.ID)+" was changed since you read it. Read it again: diff "+
			string(d.ID)+". Nothing was published.")
	}
	if changed := t.s.Overtaken(d); len(changed) > 0 {
		return refuse(CodeAlready, fmt.Sprintf("Changed in the world since it was drafted: %s. draft drop and each of them "+
			"takes it out of the draft; then edit it anew. Nothing was published.",
			strings.ReplaceAll(strings.Join(changed, ", "), ":", " ")))
	}
	over := t.s.With(&d.Set)
	for i := range d.Set.Rooms { // a draft may make a zone and bring rooms into it at once
		room := d.Set.Rooms[i]
		if was := t.s.Rooms[room.ID]; was != nil && t.me.Rank() < RoleWizard {
			isMine := t.s.Edits[EntryKey(kindRoom, string(room.ID))].madeBy(t.me)
			if r := over.takes(*was, room, isMine); r != nil {
				return r
			}
		}
	}
	set := d.Set
	if r := t.edit(set, 0); r != nil {
		return r
	}
	t.emit(d.closed(t.me.ID, t.s.LastChange()))
	return nil
}

// Overtaken lists what a draft changes and the world has changed since it was drafted, as [EntryKey] names it.
func (s *State) Overtaken(d *Draft) (out []string) {
	for _, m := range d.Bases {
		if kind, id := cutEntry(m.Entry); Digest(s.Entry(kind, id)) != m.Digest {
			out = append(out, m.Entry)
		}
	}
	return out
}

func (a DiscardDraft) decide(t *Turn) *Refusal {
	d, r := t.judges(a.Draft)
	if r != nil {
		return r
	}
	t.emit(d.closed(t.me.ID, 0))
	return nil
}

func (d *Draft) closed(who ActorID, change int) DraftClosed {
	e := DraftClosed{Actor: who, Draft: d.ID, Change: change}
	if who != d.By {
		e.By, e.Open = d.By, d.Open
	}
	return e
}

// undraft throws away what somebody drafted who is no more.
func (t *Turn) undraft(who ActorID) {
	for id, d := range Ordered(t.s.Drafts) {
		if d.By == who {
			t.emit(DraftClosed{Actor: who, Draft: id})
		}
	}
}

func (e DraftHeld) fold(s *State) {
	if old := s.Drafts[e.Left]; old != nil {
		left := *old
		left.hold(e.Agent, false, "")
		s.putDraft(&left)
	}
	if e.Draft == "" {
		return
	}
	now := Draft{ID: e.Draft, By: e.Actor, Since: e.At}
	if old := s.Drafts[e.Draft]; old != nil {
		now = *old
	}
	now.hold(e.Agent, true, e.Room)
	s.putDraft(&now)
}

func (d *Draft) hold(agent, open bool, room RoomID) {
	if agent {
		d.Lent, d.LentRoom = open, room
		return
	}
	d.Open, d.Room = open, room
}

func (e DraftEdited) fold(s *State) {
	now := *s.Drafts[e.Draft]
	now.Set = now.Set.clone()
	for _, k := range shelves {
		touched := slices.Concat(k.set(&e.Set), k.gone(&e.Set))
		k.drop(&now.Set, func(id string) bool { return slices.Contains(touched, id) })
		for _, id := range touched {
			if !slices.Contains(e.Out, EntryKey(k.kind, id)) {
				k.put(&now.Set, id, k.pick(&e.Set, id))
			}
		}
	}
	now.Bases = slices.DeleteFunc(slices.Concat(now.Bases, e.Bases), func(m Mark) bool {
		return slices.Contains(e.Out, m.Entry)
	})
	for _, room := range []*RoomID{&now.Room, &now.LentRoom} {
		if *room != "" && slices.Contains(e.Out, EntryKey(kindRoom, string(*room))) && s.Rooms[*room] == nil {
			*room = ""
		}
	}
	now.Edits, now.Mixed = now.Edits+1, now.Mixed || e.Agent
	s.putDraft(&now)
}

func (e DraftClosed) fold(s *State) {
	delete(s.Drafts, e.Draft)
	s.touch(kindDraft, string(e.Draft))
}

func (s *State) putDraft(d *Draft) {
	s.Drafts[d.ID] = d
	s.touch(kindDraft, string(d.ID))
}

func (e DraftHeld) scene(*State) scene   { return scene{actor: e.Actor} }
func (e DraftEdited) scene(*State) scene { return scene{actor: e.Actor} }
func (e DraftClosed) scene(*State) scene { return scene{actor: e.Actor, target: e.By} }

func (DraftHeld) traits() Traits   { return Traits{} }
func (DraftEdited) traits() Traits { return Traits{} }
func (DraftClosed) traits() Traits { return Traits{Names: Mine, Cue: befalls("Draft")} }

// drafts looks into what is drafted.
func (c *checker) drafts() {
	open, lent := map[ActorID]bool{}, map[ActorID]bool{}
	for id, d := range all(c, c.s.Drafts) {
		keys, twice := d.Set.touched()
		if d.ID != id || !ValidID(string(id)) || twice || len(keys) != len(d.Bases) || len(keys) > DraftEntriesMost ||
			slices.ContainsFunc(keys, func(k Key) bool { return !d.has(k) }) {
			c.bad("draft %s is filed wrongly: of %d entries, with %d bases", id, len(keys), len(d.Bases))
		}
		if by := c.s.Actors[d.By]; by == nil || !by.Player() || d.Open && open[d.By] || d.Lent && lent[d.By] ||
			!d.Open && d.Room != "" || !d.Lent && d.LentRoom != "" || d.Edits < 0 {
			c.bad("draft %s is of %s, who cannot have it so", id, d.By)
		}
		open[d.By], lent[d.By] = open[d.By] || d.Open, lent[d.By] || d.Lent
	}
}
