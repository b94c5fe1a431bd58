// Package caller is the far end of telnet: it calls any MUD and says what comes as [Event]s that a screen may show as
// they are.
//
// Its one idea is that a server is a stranger. Of what it sends only text, colours (package sieve) and the options that
// this package knows come through, all of it bounded by [Limits]; it is told the size of the window, the terminal and
// the name of the program, and nothing of its user, machine or environment. Nothing is ever typed on the user's behalf,
// save a remembered login where the server asks for one by Char.Login and [Config] gives one.
//
// A [Conn] has a goroutine that reads and one that writes. The reader stops whenever Events is not taken from, and then
// TCP stops the server: nothing is dropped, and no memory grows. Methods may be called from any goroutine and never
// wait for the server, except [Conn.Close], which does for [CloseMax] and [LingerMax] at most. How the two ends agree
// is package agree's, the same that the server of this project uses; to speak another option, give it an entry in
// optionTable.
package caller
