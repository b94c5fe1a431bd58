// Package open is the door for whoever has no token: the table game's own calls, as bare JSON-RPC methods and as tools,
// and the same game over REST and as a stream of events. Everything else at the endpoint needs a token.
//
// Its one idea: who has not said who they are gets one table of the house and nothing more. The caller over MCP moves
// the AI's chair, the caller of /api the human's; neither has a body, and neither learns anything of the world but what
// lies on that table. [Door] says when the table is open at all; every caller is bounded by address and all of them
// together (limits.go).
//
// Concurrency: everything may be used from many goroutines. [Door.Run] owns the one goroutine that reads the table for
// the streams, after it was told that something happened there; what it reads is durable, because the world answers no
// sooner. To serve another path, add it to routeOf in rest.go.
package open
