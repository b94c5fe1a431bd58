// Package load connects crowds of bots to a MUD server and measures what they experience.
//
// [Run] connects any number of bots, by telnet, by SSH (in lines or with a full screen) and over MCP, takes each to
// its place, and has them send commands: at moments that were fixed beforehand (an open loop), each as soon as the
// last is answered (a closed one), or not at all. Answers are matched one by one, by a token that no other command
// has or by the words that only this command's answer has, so a percentile is about answers and not about bytes. In
// an open loop a command's time counts from the moment at which it was meant to be sent, and one without an answer
// counts as [Patience]: neither a server that stalls nor a generator that is late can make the figures better.
//
// A [Schedule] holds the moments of an open loop, so whoever measures from them cannot leave out the time that a slow
// server made others wait (coordinated omission, Gil Tene); [Until] waits without the millisecond that a timer of Go
// may be late. A [Glass] is a terminal without a display: it takes what a full-screen program sends, as far as such
// programs use ECMA-48 and xterm, and knows what would be seen. It is small (four bytes a cell) and bounded whatever
// it is fed, so that hundreds of them can watch a server. All three are for one goroutine each.
//
// A telnet bot is one goroutine and a few kilobytes; one more goroutine paces them all. What it does is an entry of
// bots.Kinds. To add a listener, write its wire beside telnet's in bot.go, and a field in [Crowd].
package load
