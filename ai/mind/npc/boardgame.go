package npc

import (
	"slices"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/world"
)

// game takes in what happens at a table: who sits across is known from their moves, because a beginning tells names
// alone.
func (m *Mind) game(p *mind.Percept, o Occasion) {
	isMine := slices.Contains(p.Sense, "mine") || slices.Contains(p.Sense, "did")
	switch p.Kind {
	case "game_began":
		m.seated(p)
		if isMine {
			m.across, m.played = "", p.At
			m.names(p)
		}
	case "move_played":
		if isMine {
			m.played = p.At
		}
		if isMine && p.Actor != "" && p.Actor != m.C.ID {
			m.across = p.Actor
		}
	case "game_ended":
		if isMine {
			m.played = 0
			m.ended(p, o)
		} else if o.Who != nil && p.Words("how") == "won" {
			m.Remember(memory.Row{
				Kind: memory.Event, Deed: DeedGame, At: p.At, Seq: p.Seq, By: o.Who.ID, Name: o.Who.Name,
				Who: []string{o.Who.ID}, Text: o.Who.Name + " won a game at " + place(p) + ".",
				Importance: memory.Importance(DeedGame, memory.Case{Addressed: true}),
			})
			o.On, o.Thing = "victory", m.loser(p)
			m.await(o)
		}
	}
}

// IsPlaying reports whether a game of its own is on: nobody walks away from one.
func (m *Mind) IsPlaying() bool { return m.played > 0 && m.Now-m.played <= gameFor }

// gameFor is how long nobody may move before a game is as good as over; the world ends it sooner.
const gameFor = 3 * world.Minute

// seated keeps who plays at a table, by the names of the two sides.
func (m *Mind) seated(p *mind.Percept) { m.players = sides(p) }

// sides are the names of the two who begin a game.
func sides(p *mind.Percept) (names []string) {
	for field := range world.Ordered(p.Data) {
		switch field {
		case "board", "board_name", "game_id", "cells", "turn":
		default:
			names = append(names, Bare(p.Words(field)))
		}
	}
	return names
}

// loser is whoever plays at the table that was sat down at last, and is not the one who won.
func (m *Mind) loser(p *mind.Percept) string {
	for _, name := range m.players {
		if name != Bare(p.ActorName) {
			return name
		}
	}
	return ""
}

// names looks among those present for whoever a game began with.
func (m *Mind) names(p *mind.Percept) {
	for name := range world.Ordered(p.Data) {
		for _, e := range m.Look.Entities {
			if e.Kind != "item" && Bare(e.Name) == Bare(p.Words(name)) && e.ID != m.C.ID && name != "board_name" {
				m.across = e.ID
			}
		}
	}
}

// ended takes in how a game of its own came out.
func (m *Mind) ended(p *mind.Percept, o Occasion) {
	how, deed := "", ""
	other := m.across
	if p.Actor != "" && p.Actor != m.C.ID {
		other = p.Actor
	}
	switch p.Words("how") {
	case "drawn":
		how, deed = "drawn", DeedDrew
	case "won", "forfeit":
		how, deed = "beaten", DeedBeatMe
		if p.Actor == m.C.ID {
			how, deed = "won", DeedLostToMe
		}
	default:
		return // it was called off
	}
	if other == "" {
		return
	}
	o.Who = m.Know(other, "")
	if o.Who.Name == "" {
		o.Who.Name = Bare(p.ActorName)
	}
	o.On, o.How, o.At, o.Mine = "game", how, p.At, true
	words := map[string]string{
		"drawn":  o.Who.Name + " and I drew at " + place(p) + ".",
		"beaten": o.Who.Name + " beat me at " + place(p) + ".",
		"won":    "I beat " + o.Who.Name + " at " + place(p) + ".",
	}[how]
	m.deed(p, o, deed, words)
	m.await(o)
}

func place(p *mind.Percept) string {
	if name := Bare(p.Words("board_name")); name != "" {
		return "the " + name
	}
	return "the table"
}
