// Package table is the table game as agents know it: six calls, each with the exact shape and words that its protocol
// gives it, over a table of the world.
//
// Its one idea: a call is read from its arguments ([Read]), carried out by whoever holds the world, and written from
// what the table looks like then ([Outcome]); this package asks nobody. The same outcome is written in three ways: as
// a tool's result, as the plain result of a bare method, and as a web page's JSON. The rules are the world's.
//
// Nothing here keeps anything, so all of it may be used from many goroutines. A new call is a line in [Calls], its
// reading, and its words.
package table
