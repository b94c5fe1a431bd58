// Package proxy reads the PROXY protocol's second version, with which a proxy in front of a door says for whom it
// connects.
//
// Its one idea: whether a header comes is settled before the connection is accepted, by who connects. From a proxy that
// the operator trusts one must come, from everybody else none is looked for; nothing is ever guessed, for what a
// stranger could write would be believed. The header is read to its last byte and not one further, so that the
// connection can be used afterwards as it is.
//
// The specification is haproxy's doc/proxy-protocol.txt, section 2.2. The first version, a line of text, is refused.
//
// Concurrency: [Read] keeps nothing and starts nothing; the deadline is the caller's, on the connection.
package proxy
