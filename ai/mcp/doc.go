// Package mcp is the world over the Model Context Protocol, for agents that speak it over HTTP or through the stdio
// bridge.
//
// Its one idea: what can be called is data. A [Game] hands over [Tool], [Prompt] and [Resource] values, and this
// package serves them through mcp-go to both eras of the protocol on one endpoint: the session-keeping revisions up
// to 2025-11-25 ("legacy") and the stateless 2026-07-28 ("modern"). State decides what legacy clients are shown,
// never what may be called; what may be called is decided by role and grant, in both eras, and by the world itself
// once more.
//
// Who asks is settled before, by package guard: its [Principal] is in every context. Hints that something has changed
// go out through [Server.Notify] and [Server.ListChanged]; they may be lost, and every result must tell a client what
// it missed.
//
// Concurrency: everything may be used from many goroutines. [Server.Run] owns the one goroutine that sends hints,
// because mcp-go loses a notification that is the last thing a handler sends. Handlers run on their request's
// goroutine, and a panic ends that request only. To add a verb, change the table that the Game reads; nothing here
// needs to know.
package mcp
