// Package stdio lets an agent whose client speaks MCP only over standard input and output play on a server that speaks
// it over HTTP ("mudlark mcp").
//
// Its one idea: it understands as little as it can. Each line from stdin is posted as it is, each message of an
// answer is written to stdout as one line, and only what the HTTP transport adds is made up for: the token, the
// session and its re-opening when the server was restarted, the headers of 2026-07-28, and the notification stream.
// Both eras pass. One thing more it knows: the refusal that says that the owner of a lent token's character has to be
// asked (asking.go), because the owner is then who sits before the client.
//
// Concurrency: requests run side by side, as over HTTP, at most [callsMax] at once; initialize and notifications keep
// their order. One goroutine reads stdin, one follows the notification stream, one serves each request; all have
// ended when [Run] returns, except that a read from a stdin that is never closed cannot be broken off.
package stdio
