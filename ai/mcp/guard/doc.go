// Package guard stands before mcp-go and settles, in a fixed order, everything that library leaves open: where a
// request comes from, who asks, how much, how often, and whose session it is.
//
// Its one idea: identity is the bearer token, never the protocol's session. A [Principal] has limits, sessions and
// streams; a session is a convenience that means nothing in another's hands. [Guard] documents the order of its
// checks; each is a few lines in one of the files here, and each refusal is a JSON-RPC error whose text says what to
// do.
//
// Where a request comes from is judged by [Gate] and [IsLocal], which other HTTP listeners use too. A request says
// little about itself that can be believed: a host name is compared with those the operator gave, an address is the
// connection's own, and what a proxy adds counts only if the operator trusts that proxy. A stranger's web page that
// makes its own name point at a local server (DNS rebinding) is stopped by the Host, an ordinary one by the Origin.
//
// On the way back the guard writes what mcp-go would write dearly: a tool's result goes into the response as it is
// ([Splice]).
//
// Concurrency: everything may be used from many goroutines. The guard starts one goroutine a stream, which ends with
// it. To add a limit, give it a name and a unit in limits.go and a reason in refusal.go.
package guard
