// Package tablegame is a board game of the world as agents know it: six calls, each with the exact shape and words that
// its protocol gives it, and a [Server] that lets callers without a token play at one table of the house.
//
// A call is read from its arguments ([Read]), carried out by whoever holds the world, and written from what the table
// looks like then ([Outcome]). The same outcome is written in three ways: as a tool's result, as the plain result of a
// bare JSON-RPC method, and as a web page's JSON. The rules are the world's. A new call is a line in [Calls], its
// reading, and its words.
//
// Who has not said who they are gets the table of the house and nothing more. The caller over MCP moves the AI's chair,
// the caller of /api the human's; neither has a body, and neither learns anything of the world but what lies on that
// table. [Server] says when the table is open at all; every caller is bounded by address and all of them together
// (limits.go). Everything else at the endpoint needs a token. To serve another path, add it to routeOf in rest.go.
//
// Concurrency: everything may be used from many goroutines. [Server.Run] owns the one goroutine that reads the table
// for the streams, after it was told that something happened there; what it reads is durable, because the world answers
// no sooner.
package tablegame
