// Package proposer makes proposals of plain words, and answers POST /api/propose with them: what somebody wants to do
// in a fight by turns, as an action that they may then declare.
//
// Its one idea: a model translates, and is believed nothing. It is shown a summary of the fight and somebody's words,
// both as data, and its answer is parsed like an answer of any stranger. What comes out is a proposal; whoever asked
// says yes to it or not, and then the world judges it as it judges what is typed. Where there is no model, or it does
// not answer, or its answer cannot be read, the grammar has the word, and the proposal's mode says so.
//
// How the model is asked is fixed here, as constants that no caller changes: coldly, for one short object. Who may ask
// how much, whose words may leave this machine, what is kept and what is counted is the business of the broker
// (ai/model). Names of players are hidden from the model, also where they stand in ids, and put back afterwards.
//
// A [Handler] serves pages and programs that must not hold a model's key themselves. The state is the asker's own,
// believed for that answer alone, and nothing that could change a world can be imported here; a test sees to that.
// [Handler.Local] asks for no token and is for a listener that only programs of this machine reach; [Handler.Before]
// stands before the agents' endpoint, wants a bearer token, and what is asked there is asked for the character whose
// token it is. Both share the bounds in limits.go, and the cap of a day. Every answer is JSON of one shape, also one
// that refuses. To refuse another thing, give it a reason and a status in exchange.go.
//
// Concurrency: a [Proposer], a [Log] and a [Handler] are for any number of goroutines and start none.
package proposer
