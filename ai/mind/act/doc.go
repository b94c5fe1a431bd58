// Package act is what a mind could do now, without a model: how it answers what happens, trades, follows its wants and
// its round, and what each of those is worth to it.
//
// Its one idea: an option is a choice of what is offered, with a worth in thousandths, a reason, and what is to be said
// once the world has done it, or has refused. Worth comes from a table, from traits and from how long something waits;
// equal options are told apart by a hash, so the same self before the same things always does the same.
//
// An Actor is used by one goroutine at a time. A new kind of answer is a case in answer.go, a new kind of want one in
// duty.go.
package act
