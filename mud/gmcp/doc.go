// Package gmcp is the out-of-band view: what a client that speaks the Generic MUD Communication Protocol is told beside
// the text, and what it asks. Its one idea is that messages are the difference between two views. A [Client] remembers
// what it has sent, is shown each frame of its session, and says what changed in the order of a fixed list, so that it
// cannot forget to announce something and says nothing twice.
//
// It is pure: no socket, no goroutine, no timer. Bytes come from the telnet machine as package and JSON
// ([Client.Take]); what it makes are messages for the telnet machine to frame. What has to be asked of the world or of
// the session comes out as a [Wish] for the door to see to. A Client belongs to its session's goroutine.
//
// Nothing is told here that the text would not tell: everything comes from the session's view and from notices as their
// perceiver perceived them. What a client says is data: bounded, decoded strictly, and never shown to anybody. What
// goes out is JSON in pure ASCII, without a raw line end, because clients exist that take the first byte of an emoji
// for the end of a message.
//
// To add a message that follows the view, write its difference beside vitals.go or room.go and call it in Client.tell;
// to understand another request, add its case to Client.Take.
package gmcp
