// Package telnet turns the bytes of a telnet connection into events and text into bytes. It knows no game.
//
// Its one idea: everything that can go wrong in the protocol is in [Machine], a state machine without goroutine or
// socket, which can therefore be fed byte by byte, split anywhere and fuzzed. [Conn] is the thin shell that joins a
// Machine to a net.Conn: it reads, it queues and writes, it keeps time.
//
// # What a server does with it
//
//	c := telnet.NewConn(nc, telnet.ConnOptions{})
//	defer c.Wait()                                  // every goroutine of the connection has ended
//	defer c.Close(telnet.ReasonQuit)                // what is queued is still written
//	c.Serve(func(e telnet.Event) {
//		switch e := e.(type) {
//		case telnet.Ready:                      // first of all but GMCP; greet now
//			c.Send(telnet.Output{Text: banner(e.Capabilities), Prompt: "Name: "})
//		case telnet.Line: ...
//		}
//	})
//
// # Concurrency
//
// A Machine belongs to one goroutine at a time. A Conn may be used by any number: its methods never block on the
// client, because output is a queue bounded in bytes and a client that does not read is cut off ([ReasonSlowReader]).
// Whoever sends writes what the socket takes at once; a writing goroutine is there only while a client is behind. An
// idle connection costs the goroutine that serves it, its buffer and one timer.
//
// # What it is made of
//
// What a client of telnet needs as well is in package wire. [Outbox] holds what is still to be sent, and compresses it
// with a [DeflateStream] (MCCP2). The machine is what is left: when a server offers what, and what follows from an
// answer. Package dialer is the client's side, with the decoder of MCCP2 in its inflate.go.
//
// # How to add an option
//
// One entry in the list of optionTable: its number, whose side it is on, in which step it is offered, the most bytes
// of a subnegotiation, what to do when it comes on, goes off, or brings one, and what to say of it to the curious
// (Agreed). The list is the order of the offers. An option that is not in the list is refused, once per request.
package telnet
