// Package client joins the screen to any MUD: a [Client] is a tui.Link whose other end is a MUD's connection.
//
// Its one idea is that a foreign MUD is a session like our own whose state has to be gathered. Lines become text with
// their colours. GMCP and prompts become [Facts], of which the panes' view is made. Lines pass the person's rules
// (package triggers) on their way in and out. What is asked that the MUD has no answer for is answered with what to
// type instead. The package knows no socket: a [Wire] sends, and the owner of the connection feeds what comes.
//
// Facts are what a MUD says beside its text, in whatever dialect: GMCP of the kinds in use, and prompts that count
// points. What a MUD says is data of unknown make. A field of the wrong type counts as not sent, what is beyond a limit
// is left off, no message makes another one unread, and nothing is fetched: an address in a message is text.
//
// Concurrency: the feeding methods ([Client.Line], [Client.Prompt], [Client.GMCP], ...) belong to one goroutine and
// wait while the screen is behind, so that a flood slows the reading and costs no memory. Those of tui.Link are the
// screen's. [Client.Run] passes on what is to be shown, and belongs to a goroutine of its own. One lock guards the
// state; nothing is sent and nobody is waited for while it is held, since the screen asks from its event loop. The
// rules have a lock of their own, which is taken first.
//
// To show another fact of a MUD, add a case to [Facts.Take] beside those of its GMCP package, and draw it in
// picture.go. A command of the client's goes into command.go.
package client
