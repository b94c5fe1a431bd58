// Package oracle judges a simulated server by what its clients were told.
//
// Whenever the server is down, [Ledger.Follow] reads what its disk has: the world folded from the first record must be
// the one that comes of deciding every action again, and the one that the next start loads ([Ledger.Agree]); each
// unique word is there once, and nothing that nobody asked for. Then [Ledger.Hear] holds every line that a client read
// on one connection against what its body perceived: a beginning of it, in order, each line once, and nothing besides
// but answers. [Ledger.Settle] does the same for agents.
package oracle
