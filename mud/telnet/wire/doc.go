// Package wire is what both ends of telnet share: negotiation, character sets, framing, and the limits of each.
//
// Its one idea is that each part is pure, bounded, sends nothing and knows neither side, so that the server (package
// telnet) and the client (package dialer) decide alike and each part can be fuzzed by itself. A value belongs to one
// goroutine at a time. The parts:
//
//   - [OptionState] is one option on one side (RFC 1143);
//   - [Collector] and [AppendSubnegotiation] take a subnegotiation apart and put it together (RFC 855);
//   - [Charset] and [CharsetTalk] encode text and agree on how (RFC 2066); [AppendASCII] transliterates;
//   - [LineBuffer] is the line being typed, and [CleanLine] cleans it;
//   - [ClientFacts] are what a client says of itself, and [KnownClient] is what follows from them;
//   - [ParseGMCP] and [FormatMSSP] know the form of messages beside the text;
//   - [TuneSocket] and [ImmediateWriter] ask of a TCP connection what package net does not offer.
//
// To add a charset, give it a constant, its names in CharsetNamed, and its two directions. A client whose terminal type
// is not its name goes into isKnownClient.
package wire
