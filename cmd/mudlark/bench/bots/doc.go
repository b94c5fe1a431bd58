// Package bots holds what every kind of bot needs: the telnet it speaks, the answers it gives at the login, chance
// that repeats, the commands it sends, a town to live in, and the server to load, be it a game's or one that only
// echoes lines.
//
// A [Stream] refuses every telnet option and takes the go-ahead behind a prompt as its end. [Spawn] starts a server
// and waits for its listeners; [Echo] is the floor of every figure. A [Kind] is one kind of command: how it is typed,
// how its answer is known, and what it looks like to others; [Kinds] is their list, and a new one is an entry there. A
// [Token] makes a command unlike any other of its run and says when it was meant to be sent, so that whoever hears of
// it knows how long the news was under way.
//
// A stream and a source of chance are for one goroutine each; all else may be used by any number.
package bots
