// Package websocket is the way in for web pages: a WebSocket carries what a telnet connection would.
//
// Its one idea: whatever a client speaks, a [Conn] looks like a telnet connection to whoever serves it, so that there
// is one machine, one set of limits and one door behind it. Of the sub-protocols that mudstandards.org names, "telnet"
// is that stream in binary messages, and [Conn] only moves its bytes. "gmcp" (binary messages of text with ANSI codes,
// text messages of "Package JSON") and "terminal" (text alone) know no telnet: an envoy stands between, speaks telnet
// for them, and answers what a client of that kind would agree to.
//
// What a client may send is bounded before it is understood: bytes and messages a second, the size of a message, the
// time that one may take to arrive, and what is read behind a close (the library alone would read it for five seconds).
//
// Concurrency: one goroutine may read a Conn while another writes and any closes. For "gmcp" and "terminal" a Conn has
// a goroutine of its own, which reads; [Conn.Close] ends it.
//
// To add a sub-protocol, add it to Protocols and say in newEnvoy what its client agrees to.
package websocket
