package npc

import (
	"slices"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/world"
)

// game takes in what happens at a table: who sits across is known from their moves, because a beginning tells names
// alone.
func (m *Mind) game(p *mind.Percept, o occasion) {
	isMine := slices.Contains(p.Sense, "mine") || slices.Contains(p.Sense, "did")
	switch p.Kind {
	case "game_began":
		m.seated(p)
		if isMine {
			m.across, m.played = "", at(p.At)
			m.names(p)
		}
	case "move_played":
		if isMine {
			m.played = at(p.At)
		}
		if isMine && p.Actor != "" && p.Actor != m.config.ID {
			m.across = p.Actor
		}
	case "game_ended":
		if isMine {
			m.played = occurrence{}
			m.ended(p, o)
		} else if o.who != nil && p.Words("how") == "won" {
			m.remember(memory.Row{
				Kind: memory.Event, Deed: deedGame, At: p.At, Seq: p.Seq, By: o.who.id, Name: o.who.name,
				Who: []string{o.who.id}, Text: o.who.name + " won a game at " + place(p) + ".",
				Importance: memory.Importance(deedGame, memory.Case{Addressed: true}),
			})
			o.kind, o.thing = onVictory, m.loser(p)
			m.await(o)
		}
	}
}

// isPlaying reports whether a game of its own is on: nobody walks away from one.
func (m *Mind) isPlaying() bool { return m.played.isWithin(gameFor+1, m.now) }

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
			names = append(names, withoutArticle(p.Words(field)))
		}
	}
	return names
}

// loser is whoever plays at the table that was sat down at last, and is not the one who won.
func (m *Mind) loser(p *mind.Percept) string {
	for _, name := range m.players {
		if name != withoutArticle(p.ActorName) {
			return name
		}
	}
	return ""
}

// names looks among those present for whoever a game began with.
func (m *Mind) names(p *mind.Percept) {
	for name := range world.Ordered(p.Data) {
		for _, e := range m.Look.Entities {
			isNamed := name != "board_name" && withoutArticle(e.Name) == withoutArticle(p.Words(name))
			if isNamed && e.Kind != "item" && e.ID != m.config.ID {
				m.across = e.ID
			}
		}
	}
}

// ended takes in how a game of its own came out.
func (m *Mind) ended(p *mind.Percept, o occasion) {
	how, deed := "", ""
	other := m.across
	if p.Actor != "" && p.Actor != m.config.ID {
		other = p.Actor
	}
	switch p.Words("how") {
	case "drawn":
		how, deed = "drawn", deedDrew
	case "won", "forfeit":
		how, deed = "beaten", deedBeatMe
		if p.Actor == m.config.ID {
			how, deed = "won", deedLostToMe
		}
	default:
		return // it was called off
	}
	if other == "" {
		return
	}
	o.who = m.know(other, "")
	if o.who.name == "" {
		o.who.name = withoutArticle(p.ActorName)
	}
	o.kind, o.how, o.at, o.mine = onGameEnd, how, p.At, true
	words := map[string]string{
		"drawn":  o.who.name + " and I drew at " + place(p) + ".",
		"beaten": o.who.name + " beat me at " + place(p) + ".",
		"won":    "I beat " + o.who.name + " at " + place(p) + ".",
	}[how]
	m.deed(p, o, deed, words)
	m.await(o)
}

func place(p *mind.Percept) string {
	if name := withoutArticle(p.Words("board_name")); name != "" {
		return "the " + name
	}
	return "the table"
}
