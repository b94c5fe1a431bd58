// Package propose makes proposals of plain words: what somebody wants to do in a fight by turns, as an action that they
// may then declare.
//
// Its one idea: a model translates, and is believed nothing. It is shown a [gm.Summary] and somebody's words, both as
// data, and what it answers passes [gm.Parse] like an answer of any stranger. What comes out is a proposal; whoever
// asked says yes to it or not, and then the world judges it as it judges what is typed. Where there is no model, or it
// does not answer, or answers what cannot be read, the grammar of world/gm has the word, and [gm.Mode] says so.
//
// How the model is asked is fixed here, as constants that no caller changes: coldly, for one short object. Who may ask
// how much, whose words may leave this machine, what is kept and what is counted is the business of the broker
// (ai/model). Names of players are hidden from the model, also where they stand in ids, and put back afterwards.
//
// A [Proposer] and a [Log] are for any number of goroutines and start none.
package propose
