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
// The package Mudlark is our own, for clients that say "Mudlark 1": what fills the panes of a screen and others have
// no message for. It is told
//
//	Mudlark.Verbs [{"name","usage","brief","group"}] what may be typed, when play begins and rights change
//	Mudlark.View {"quests","effects","foe","time","tide"} how quests stand, what lasts how many seconds
//	Mudlark.Chart {"rooms","here","plane","more"}         the known places around; one without rooms only moves "here"
//	Mudlark.Encounter {"id","summary","you","reach","due","clock"} how the fight by turns stands that one takes part in
//	                                                      or sees: the ground, who stands where, whose turn it is; how
//	                                                      many steps it is to each cell, rows first, -1 for too far;
//	                                                      seconds left of the turn, and seconds a turn has. {} when it
//	                                                      is over. Who wants this alone says "Mudlark.Encounter 1"
//	Mudlark.Proposal {"text","reads","debug"}             what one's words to gm would be, while that waits for yes or
//	                                                      no; that they are being read; how they were read, for who
//	                                                      turned that on. {} when nothing waits. With Encounter
//	Mudlark.Seq {"seq"}                                   up to where it was told, with each batch
//
// and asks
//
//	Mudlark.Ask {"page","topic"}   answered by Mudlark.Page {"page","topic","lines"}: who, help or sheet
//	Mudlark.Complete {"line"}      answered by Mudlark.Completed {"line","candidates"}
//	Mudlark.Since {"seq"}          answered by Mudlark.Missed {"lines","more"}: what its character was told behind a
//	                               sequence while it was away, once in a session
//
// Who says "Char 1" or "Char.Skills 1" is told of crafts in IRE's shape: a group is a craft, a skill what it opened.
//
//	Char.Skills.Groups [{"name","rank"}]        in what one has grown, whole, when it changed
//	Char.Skills.Get {"group","name"}            asks for those; with a group for Char.Skills.List
//	                                            {"group","list","descs"}; with a name for Char.Skills.Info
//	                                            {"group","skill","info"}
//
// Who says "Group 1" is told of their group, in the shape of Aardwolf's group message:
//
//	Group.Info {"leader","count","members":[{"name","info":{"hp","mhp","lvl","here"}}]}  whole, when it changed
//
// where lines are lists of spans, each a text and the name of its prose.Role.
//
// To add a message that follows the view, write its difference beside vitals.go or room.go and call it in Client.tell;
// to understand another request, add its case to Client.Take.
package gmcp
