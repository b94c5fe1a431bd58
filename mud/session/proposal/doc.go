// Package proposal is the talk of somebody with the reader of plain words: gm and what they want, what that would be,
// and their yes or no.
//
// Its one idea is that nothing is done by being said: words become a [gm.Proposal], which is shown and waits. Only a
// yes makes an action of it, the same that typing it would have made, and the world judges it. Whatever else is typed
// drops it; it lapses with the turn, with the fight, and after [WaitMax]. There is one at a time: the later replaces
// the earlier.
//
// The grammar of world/gm reads the words at once. What it does not understand a model may read, if the [Host] has one:
// beside the session, which goes on meanwhile. An answer that comes after [ModelMax], or when something else was typed,
// is not looked at.
//
// A [Talk] belongs to one session and runs on its goroutine. For screens it keeps a [Card], which goes with a frame
// whenever it changed.
package proposal
