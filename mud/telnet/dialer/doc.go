// Package dialer is the client's side of telnet: it connects to any MUD and hands on what comes as [Event]s that a
// screen may show as they are.
//
// Its one idea is that a server is a stranger. Of what it sends only text, colours ([Sieve]) and the options that this
// package knows come through, all of it bounded by [Limits]. It is told the size of the window, the terminal and the
// name of the program, and nothing of its user, machine or environment. Nothing is typed on the user's behalf, save a
// remembered login where the server asks for one by Char.Login and [Config] gives one.
//
// A [Conn] has a goroutine that reads and one that writes. The reader stops whenever Events is not taken from, and then
// TCP stops the server: nothing is dropped, and no memory grows. Methods may be called from any goroutine and never
// wait for the server, except [Conn.Close], which does for [CloseMax] and [LingerMax] at most.
//
// How the two ends agree is decided by wire.OptionState, as on the server's side; to speak another option, give it an
// entry in optionTable. What a server may show more than today goes into Sieve.endCSI; what a character becomes is
// decided in Sieve.rune. [ServerInfo] is what a MUD says of itself by MSSP: names and values are printable text of
// limited length and number, and nothing in them is followed or believed.
package dialer
