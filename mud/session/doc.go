// Package session is one connection from its first question to its last word: signing in, choosing or making a
// character, and play. It knows no transport. Telnet, SSH and tests hand it lines and a [Screen]; it hands them text.
//
// A [Session] is a state machine without goroutines: whoever owns the connection calls [Session.Line], [Session.Pump]
// and [Session.Closed] from one goroutine, and waits on [Session.Wake] between. It has one command in flight: while
// [Session.Busy] says so no further line is wanted. What the world tells it (answers and notices) comes through one
// bounded [Mailbox], in order.
//
// All sessions share a [Hub]: who is at the keyboard of which body ([Keyboards]), and the way to the world.
//
// A [Screen] shows one [Frame] at a time. [LineScreen] is the screen of telnet, and of SSH without a terminal; package
// cmd/mudlark/screens has the drawn one. [Page], [Saying] and [Session.Consult] are what screens and protocols show
// beside the text.
//
// The gm verb is a [ProposalTalk]: plain words become a proposal, which is shown and waits. Only a yes makes an action
// of it, the same that typing it would have made, and the world judges it. Any other line drops it; it lapses with the
// turn, with the fight, and after [ProposalWaitMax]. There is one at a time: the later replaces the earlier. The
// grammar of world/proposal reads the words at once. What the grammar does not understand a model may read, if the
// [ProposalHost] has one, while the session goes on; an answer that comes after [ProposalModelMax] is ignored.
//
// To add something that a verb wants of the host, add its case to Session.asked. To add a page, name the lines that it
// stands for in pageLines. An event counts as speech if its traits name a channel.
package session
