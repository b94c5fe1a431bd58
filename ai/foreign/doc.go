// Package foreign lends the minds of this world to worlds that are not it: a game elsewhere makes agents, tells them in
// words what they observe and what they could do, and is told what they choose.
//
// Its one idea: an agent belongs to whoever made it. There is no way to name another's, nor anybody of this world: what
// is not one's own is missing ([AgentNotFound]), and looks so to the last byte. All that an agent remembers stays
// inside; the three tools and the one resource say what it chose, what it is like and what it has in mind, and no more.
// Whatever goes wrong is a [Fault] with a code of a fixed table, and whatever fails inside a decision (a memory that
// cannot be read, a model, a mind that panics) still ends in one of the offered actions.
//
// What an agent is told are words of people whom this server does not know. They reach a model on this machine freely,
// and one elsewhere only if three have said so: the operator, by a budget for such agents, which is none by default;
// the wizard who gave the token; and whoever made the agent, who names in players_agreed_to the host to which the
// players of that world have agreed. Another host is another question.
//
// Concurrency: a [Service] is safe for use by many goroutines. One at a time deals with an agent; nobody holds the
// service's own mutex while a mind thinks or waits for a disk. What an agent is and what is kept of it change under
// that mutex together, so that whatever is asked at once, the last that was done is what a restart finds. An agent's
// clock is the number of its observations, so the same observations make the same choices everywhere.
//
// To add a tool, give it a case in Call and an entry in tool.go; to add an error, a code in fault.go.
package foreign
