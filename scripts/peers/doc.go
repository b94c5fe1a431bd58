// Package peers asks any MUD server one question: of what two players were told that they did, how much is still so
// after the server was killed?
//
// The scenario is the same for all ([Run]). Ann holds four things and saves. She drops two of them and saves. Bert
// picks one of those up, Ann gives him another, and he saves. Where everything is then is looked at in the game. The
// server is killed with SIGKILL and started again; both come back and look. Each of the four deeds is judged by where
// its thing is then: kept where it was, lost, doubled, or moved, which is nearly always back to where it was before the
// deed.
//
// How to start a server, what to answer at its door, and its words for the deeds stand in a [Description], a small file
// of which there are some here: README.md says how to write one. The server's folder is copied and never touched, and
// it should listen on loopback only. Nothing is fetched and nothing is built.
//
// Everything runs on the caller's goroutine, but for the one that waits for the process.
package peers
