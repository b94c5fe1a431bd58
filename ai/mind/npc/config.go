package npc

import (
	"slices"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/world"
)

// Limits of what a mind bears in mind, beside its long-term memory.
const (
	peopleMost  = 256 // whom it knows without looking into its memory
	pendingMost = 16  // what waits for an answer
)

// Times.
const (
	conversationFor = 2 * world.Minute  // after its last word, a conversation is over
	PendingFor      = 30 * world.Second // what waited longer is answered no more
	turnsFor        = 10 * world.Second // who was spoken to just now lets others go first
	greetEvery      = 10 * world.Minute // the same person
	togetherFor     = 5 * world.Second  // who come so close to one another come in together
	threadFor       = 5 * world.Minute  // what was talked about is what "it" stands for
	awayLeast       = world.GameHour    // who was not seen for so long was gone
	chatterEvery    = 5 * world.Minute  // somebody may say something unasked
	WantEvery       = 10 * world.Minute // the same want is followed
	WantPace        = 3 * world.Minute  // after a want was followed, or it woke, before the next is
	angryFor        = 10 * world.Minute // after a blow, an insult or a theft
)

// Config is what a mind is made of.
type Config struct {
	ID      string         // of its body, or of the agent
	Name    string         // what it is called
	Keys    []string       // and what else
	Desc    string         // what it looks like
	Spec    world.MindSpec // what it is like; a foreign agent has traits only
	Memory  *memory.Memory // its long-term memory, as it was kept; nil: an empty one
	Lost    bool           // what it remembered could not be read: it decides without, and writes nothing over it
	Working string         // initial working memory
	Given   []string       // initial long-term memories; used when Memory has none of that kind
	Lore    []string       // what everybody knows of the place; likewise
	Facts   []Fact         // what was written down of the world since, as it is now
	Ways    []Way          // the ways that it knows
	Stages  Stages         // which steps go to a model, if the look allows one
	Town    Town           // what everybody knows where it lives
}

// cast is who is called how, as far as it knows.
func (c *Config) cast() dialogue.Cast {
	out := dialogue.Cast{Own: append([]string{withoutArticle(c.Name)}, c.Keys...)}
	for _, n := range c.Town.Folk {
		out.Folk = slices.Concat(out.Folk, []string{withoutArticle(n.Name)}, n.Keys)
	}
	return out
}

// Stages says which steps of a decision are made by a model. The zero value is a mind without one.
type Stages struct {
	Queries, Report, Working, Remember, Choose, Speak bool
}

// Usual is that the choice and the words come from a model, and all else is made without.
func Usual() Stages { return Stages{Choose: true, Speak: true} }

// All is that every step is made by a model.
func All() Stages {
	return Stages{Queries: true, Report: true, Working: true, Remember: true, Choose: true, Speak: true}
}
