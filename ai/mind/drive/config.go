// Package drive is the mind that is always there: it needs no model, and whatever a model says, it is what decides when
// the model is silent, late or wrong.
//
// Its one idea: everything that a mind could do now is an option with a worth in thousandths and a reason (package
// act), and the best is done. Words about a deed come after it: nobody speaks of what the world has not said that it
// happened. The six steps of a decision (queries, retrieve, report, working, remember, choose), and the seventh, speak,
// each have a form without a model and one with; after each that failed the decision goes on as it would have without.
//
// Nothing here reads a clock, starts a goroutine or depends on the order of a map; chance is a hash of who it is and
// what it stands before. A Mind is used by one goroutine at a time.
package drive

import (
	"github.com/mudlark-mud/mudlark/ai/mind/act"
	"github.com/mudlark-mud/mudlark/ai/mind/self"
)

// Config is what a mind is made of.
type Config = self.Config

// Way is a way from one room to another that somebody knows who lives there.
type Way = self.Way

// Stages says which steps of a decision are made by a model. The zero value is a mind without one.
type Stages = self.Stages

// Usual is that the choice and the words come from a model, and all else is made without.
func Usual() Stages { return Stages{Choose: true, Speak: true} }

// All is that every step is made by a model.
func All() Stages {
	return Stages{Queries: true, Report: true, Working: true, Remember: true, Choose: true, Speak: true}
}

// New makes a mind.
func New(c Config) *Mind { return &Mind{Actor: act.New(self.New(c))} }
