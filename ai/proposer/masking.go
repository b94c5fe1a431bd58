package proposer

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/mudlark-mud/mudlark/ai/output"
	"github.com/mudlark-mud/mudlark/ai/prompt"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// masked is a question without the names of players, and the way back.
type masked struct {
	summary proposal.Summary
	mover   world.ActorID
	words   string

	masks *output.Masks
	back  map[world.ActorID]world.ActorID // ids as the model knows them, to those of the world
}

// playerPrefix begins the ids of players, by which they are known where nobody can be asked who is one.
const playerPrefix = "pc-"

// mask hides the names of players, in the words, in the summary and in its ids.
func (p *Proposer) mask(ctx context.Context, q Question, mover world.ActorID) (masked, error) {
	names, err := p.names(ctx, q)
	if err != nil {
		return masked{}, err
	}
	in := []string{q.Words}
	for _, e := range q.Summary.Entities {
		in = append(in, e.Name, string(e.ID))
	}
	m := masked{masks: output.NewMasks(names, in...), back: map[world.ActorID]world.ActorID{}}
	as := map[world.ActorID]world.ActorID{}
	for i, e := range q.Summary.Entities {
		id := e.ID
		if hidden := m.masks.Hide(string(id)); hidden != string(id) {
			id = m.free(q.Summary, world.ActorID(strings.ToLower(hidden)), i)
		}
		as[e.ID], m.back[id] = id, e.ID
	}
	called := func(id world.ActorID) world.ActorID {
		if known, ok := as[id]; ok {
			return known
		}
		return "" // nobody who is there
	}
	m.words, m.mover, m.summary = m.masks.Hide(q.Words), called(mover), q.Summary
	m.summary.Entities = slices.Clone(q.Summary.Entities)
	for i := range m.summary.Entities {
		e := &m.summary.Entities[i]
		e.ID, e.Name = as[e.ID], m.masks.Hide(e.Name)
	}
	c := &m.summary.Combat
	c.ActiveEntityID = called(c.ActiveEntityID)
	c.InitiativeOrder = slices.Clone(c.InitiativeOrder)
	for i, id := range c.InitiativeOrder {
		c.InitiativeOrder[i] = called(id)
	}
	c.InitiativeOrder = slices.DeleteFunc(c.InitiativeOrder, func(id world.ActorID) bool { return id == "" })
	return m, nil
}

// free returns an id that nobody in the fight has: the one that is wanted, if it is one.
func (m *masked) free(s proposal.Summary, wanted world.ActorID, i int) world.ActorID {
	isTaken := func(id world.ActorID) bool {
		_, is := m.back[id]
		return is || slices.ContainsFunc(s.Entities, func(e proposal.Entity) bool { return e.ID == id })
	}
	for ; !world.ValidID(string(wanted)) || isTaken(wanted); i++ {
		wanted = world.ActorID(fmt.Sprintf("%s%d", playerPrefix, i+1))
	}
	return wanted
}

// unmask puts the ids and names of the world back into what a model proposes.
func (m *masked) unmask(p proposal.Proposal) proposal.Proposal {
	p.Reason = m.masks.Show(p.Reason)
	if p.Action == nil {
		return p
	}
	d := *p.Action
	for _, id := range []*world.ActorID{&d.EntityID, &d.AttackerID, &d.TargetID} {
		if is, ok := m.back[*id]; ok {
			*id = is
		}
	}
	p.Action = &d
	return p
}

// names returns the names of players in a question.
func (p *Proposer) names(ctx context.Context, q Question) ([]string, error) {
	var names []string
	for _, e := range q.Summary.Entities {
		if strings.HasPrefix(string(e.ID), playerPrefix) {
			names = append(names, e.Name)
		}
	}
	if p.needs.Named == nil {
		return names, nil
	}
	of := []string{q.Words}
	for _, e := range q.Summary.Entities {
		of = append(of, e.Name)
	}
	fields := strings.FieldsFunc(strings.ToLower(strings.Join(of, " ")), func(r rune) bool { return !unicode.IsLetter(r) })
	wording := strings.ToLower(strings.Join(prompt.Wording(), " "))
	fields = slices.DeleteFunc(fields, func(word string) bool {
		return len(word) < world.NameRunesMin || len(word) > world.NameRunesMax || strings.Contains(wording, word)
	})
	slices.Sort(fields)
	more, err := p.needs.Named(ctx, slices.Compact(fields))
	if err != nil {
		return nil, fmt.Errorf("ask whose names stand in a question: %w", err)
	}
	return append(names, more...), nil
}
