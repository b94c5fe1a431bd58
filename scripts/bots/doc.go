// Package bots holds what every kind of bot needs: the telnet they speak, the answers they give at the door, chance
// that repeats, a town to live in, and the server to load, be it a game's or one that only sends lines back.
//
// Below it, load lets crowds of bots in and measures what they feel; deed is what they do; gauge counts and weighs;
// pace says when; glass is a terminal; chart draws; and bench puts it all together into what `mudlark bench` runs.
//
// A [Stream] refuses every telnet option and takes the go-ahead behind a prompt as its end. [Spawn] starts a server
// and waits for its doors; [Echo] is the floor of every figure. Streams and sources of chance are for one goroutine
// each.
package bots
