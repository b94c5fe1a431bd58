// Package agentstorm asks of a real server what agents may do to it: how much a call costs beside one that does
// nothing, what a crowd of them costs, whether anything is left when they have gone, and what somebody can do who
// means harm.
//
// Its tests need minutes and a quiet machine, so each runs only when a flag asks for it; `make agents` runs them all
// in little, `make agents-soak TIME=1h` lets a crowd live for an hour. They print tables, and fail when a promise is
// broken. What they share lies below: daemon starts a server, keyboard is a person, and a [Caller] an agent who writes
// every byte itself, so that a check can say what no well-behaved client would.
package agentstorm
