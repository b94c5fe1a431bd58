// Package remote runs minds in bodies of a world that runs elsewhere: in another process, or on another machine.
//
// Its one idea: a connection for each body. A connection has a token, keeps the session open, hears when the world
// tells its body something, and calls the tools for its mind; whatever breaks on the way (the net, the server, a whole
// restart) is mended there, so that a mind notices nothing but time. What was told is given to a mind once and in
// order, however often it had to be asked for; what a mind does is done once, because it is called again under the same
// key.
//
// Nothing here trusts the clock of this machine: how things stand, and when, is what the world says. What a server says
// is data, and bounded.
//
// A [Client] is for many goroutines. It has one for each connection, which [Client.Run] waits for.
package remote
