// Package cast holds those who play in a storm: people at telnet clients and the agents that act for some of them. They
// are state machines without goroutines or sockets: bytes or results in, bytes or calls out. They know what clients
// know, remember what they were told, and object when the server goes back on it: an account or a password that was
// confirmed and is not there, answers out of order, a token that opens nothing.
//
// What they read is kept for the oracle ([Visit], [Span]).
package cast
