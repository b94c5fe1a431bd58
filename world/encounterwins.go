package world

import (
	"slices"
	"strings"
	"unicode"
)

// BattleSpec says how an encounter in a room is fought. Rows draw the ground, a character a cell: a dot is open, A and
// B are where the sides begin, the others stand for what Marks say. Without rows the ground is derived.
type BattleSpec struct {
	Name  string     `json:"name,omitempty" yaml:"name,omitempty"` // "the common room"
	Rows  []string   `json:"rows,omitempty" yaml:"rows,omitempty"`
	Marks []MarkSpec `json:"marks,omitempty" yaml:"marks,omitempty"`
	Clock int        `json:"clock,omitempty" yaml:"clock,omitempty"` // seconds a turn, 10 to 120; default 30
	Foes  []ProtoID  `json:"foes,omitempty" yaml:"foes,omitempty"`   // who stands against those who open one
	Blunt bool       `json:"blunt,omitempty" yaml:"blunt,omitempty"` // nobody dies of it
	Even  bool       `json:"even,omitempty" yaml:"even,omitempty"`   // the sides are meant to be matched
	Wits  []WitSpec  `json:"wits,omitempty" yaml:"wits,omitempty"`
}

// MarkSpec says what a character of a drawn ground stands for.
type MarkSpec struct {
	Mark   string `json:"mark" yaml:"mark"` // one character
	Name   string `json:"name" yaml:"name"` // "the bar"
	Blocks bool   `json:"blocks,omitempty" yaml:"blocks,omitempty"`
	Cover  int    `json:"cover,omitempty" yaml:"cover,omitempty"` // added to the armour of who stands there, 1 to 5
}

// WitSpec is a way to end an encounter without striking everybody down. Exactly one of Says, Gives and Stands is set.
type WitSpec struct {
	Says   []string `json:"says,omitempty" yaml:"says,omitempty"`     // something with all of these words is said
	Gives  ProtoID  `json:"gives,omitempty" yaml:"gives,omitempty"`   // this is given to one of the other side
	Stands string   `json:"stands,omitempty" yaml:"stands,omitempty"` // somebody stands on a cell drawn so
	Text   string   `json:"text" yaml:"text"`                         // what is told then

	// Anytime says that it may be said or given before there is a fight, and then there is none.
	Anytime bool `json:"anytime,omitempty" yaml:"anytime,omitempty"`
}

// ground reads the drawing.
func (b *BattleSpec) ground() Ground {
	g := Ground{Height: len(b.Rows)}
	for y, row := range b.Rows {
		g.Width = max(g.Width, len(row))
		for x := range len(row) {
			switch c := row[x : x+1]; c {
			case ".", " ":
			case "A":
				g.StartsA = append(g.StartsA, Cell{x, y})
			case "B":
				g.StartsB = append(g.StartsB, Cell{x, y})
			default:
				if i := slices.IndexFunc(b.Marks, func(m MarkSpec) bool { return m.Mark == c }); i >= 0 {
					m := b.Marks[i]
					g.Features = append(g.Features, Feature{X: x, Y: y, Name: m.Name, Blocks: m.Blocks, Cover: m.Cover})
				}
			}
		}
	}
	return g
}

// Drawn draws a ground with who stands on it: a character a cell, those of side A in capitals.
func (k *Skirmish) Drawn() []string {
	out := make([]string, 0, k.Ground.Height)
	for y := range k.Ground.Height {
		var row strings.Builder
		for x := range k.Ground.Width {
			c := Cell{x, y}
			switch f := k.Ground.At(c); {
			case k.standing(c) != nil:
				row.WriteString(k.standing(c).Name[:1])
			case f == nil:
				row.WriteByte('.')
			case f.Blocks:
				row.WriteByte('#')
			default:
				row.WriteByte('+')
			}
		}
		out = append(out, row.String())
	}
	return out
}

// outwit ends the encounter in which a person stands, if what they did is one of the ways to end it by wits. Beasts
// that stood against them go away and leave what they had, and that counts as much as if they had been struck down,
// for whoever found the way and for those who had struck. People of the world and those in a brawl stay, and teach
// something once: whoever talks them round again and again has only talked.
func (t *Turn) outwit(who ActorID, is func(WitSpec) bool) {
	e, me := t.s.EncounterOf(who), t.s.Actors[who]
	if e == nil || !me.Player() || t.s.Rooms[e.Room] == nil || t.s.Rooms[e.Room].Battle == nil {
		return
	}
	wits, side := t.s.Rooms[e.Room].Battle.Wits, e.Fighter(who).Side
	i := slices.IndexFunc(wits, is)
	if i < 0 {
		return
	}
	var foes []ActorID
	for j := range e.Fighters {
		if foe := &e.Fighters[j]; foe.Side != side && foe.Stands() {
			foes = append(foes, foe.ID)
		}
	}
	c, isBlunt := t.s.creditOf(me), e.Blunt
	if t.skirmish(e, Act{Kind: ActSettle, Side: side.Other(), Text: wits[i].Text}) != nil {
		return
	}
	for _, id := range foes {
		t.questOutwitted(id, c)
	}
	if isBlunt {
		t.brawled(c.shares, foes)
		return
	}
	for _, id := range foes {
		foe := t.s.Actors[id]
		if foe != nil && t.mayYield(foe) {
			t.yields(foe, c)
		}
	}
}

// brawlWon is the reaction to a brawl that was fought out: whoever stands has got the better of those who lie there.
func (t *Turn) brawlWon(e EncounterEnded) {
	room, fight := t.s.Rooms[e.Room], t.s.Encounters[e.Encounter]
	if e.How != OutcomeWon || room == nil || room.Battle == nil || fight == nil || !fight.Blunt {
		return
	}
	var down []ActorID
	for _, id := range t.s.Index.Present[e.Room] {
		if a := t.s.Actors[id]; slices.Contains(room.Battle.Foes, a.Proto) && a.HP <= 1 {
			down = append(down, id)
		}
	}
	t.brawled(e.Stood, down)
}

// brawled teaches people what there is to learn of getting the better of some in a brawl: once of each, however often
// they do it.
func (t *Turn) brawled(who, foes []ActorID) {
	for _, id := range who {
		a, prey := t.s.Actors[id], 0
		if a == nil || !a.Player() {
			continue
		}
		for _, down := range foes {
			foe := t.s.Actors[down]
			if foe == nil || foe.Player() || foe.Proto == "" {
				continue
			}
			if _, isOld := a.Beat[foe.Proto]; !isOld {
				t.emit(Bested{Actor: id, Of: foe.Proto, At: t.sometime()})
				prey += foe.HPMax * xpPerMobHP
			}
		}
		if prey > 0 {
			t.learn(a, max(1, prey/len(who)), len(who))
		}
	}
}

// yields lets a creature go away that was outwitted.
func (t *Turn) yields(foe *Actor, c credit) {
	room, spawn, prey := foe.Room, foe.Spawn, foe.HPMax*xpPerMobHP
	t.questBeaten(foe, c.counts, NeedSlay)
	t.unbind(foe)
	t.spill(foe)
	t.emit(MobGone{Actor: foe.ID, Room: room})
	t.supply(spawn)
	t.reward(c.shares, prey)
}

// outwitSaid is for what somebody said aloud.
func (t *Turn) outwitSaid(e Said) {
	is := func(w WitSpec) bool { return len(w.Says) > 0 && saysAll(e.Text, w.Says) }
	if t.s.EncounterOf(e.Actor) == nil {
		t.outwitAtPeace(e.Actor, is)
		return
	}
	t.outwit(e.Actor, is)
}

// saysAll reports whether all of some words, in lower case, are in what was said.
func saysAll(text string, words []string) bool {
	said := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
	return !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(said, word) })
}

// outwitGiven is for what somebody gave to one of those against them.
func (t *Turn) outwitGiven(e ItemGiven) {
	it, b := t.s.Items[e.Item], t.s.EncounterOf(e.Actor)
	if it == nil {
		return
	}
	is := func(w WitSpec) bool { return w.Gives != "" && w.Gives == it.Proto }
	if b == nil {
		if me, to := t.s.Actors[e.Actor], t.s.Actors[e.To]; me != nil && to != nil && t.s.Rooms[me.Room].offers(to) {
			t.outwitAtPeace(e.Actor, is)
		}
		return
	}
	if to := b.Fighter(e.To); to != nil && to.Stands() && to.Side != b.Fighter(e.Actor).Side {
		t.outwit(e.Actor, is)
	}
}

// outwitStood is for where somebody went, once it has come to blows: before, everybody steps where they like, and
// getting there is no feat.
func (t *Turn) outwitStood(e MoveApplied) {
	b := t.s.EncounterOf(e.Actor)
	if b == nil || b.Mode != ModeCombat {
		return
	}
	at := e.Path[len(e.Path)-1]
	t.outwit(e.Actor, func(w WitSpec) bool {
		rows := t.s.Rooms[b.Room].Battle.Rows
		return w.Stands != "" && at.Y < len(rows) && at.X < len(rows[at.Y]) && rows[at.Y][at.X:at.X+1] == w.Stands
	})
}
