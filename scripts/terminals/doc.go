// Package terminals plays one scene with the programs that people really use to come in: MUD clients, system telnets, a
// terminal emulator's, curl, a bare socket and OpenSSH. Each sits at a terminal of its own and is read off its screen,
// and a tap before the server writes down what its client and the server said.
//
// Its one idea: the scene knows no client. What a client cannot do (hide a password, tell of a new size) stands in its
// line in [All], and is checked too: one that begins to can be seen to. What each agreed to is written into
// NEGOTIATED.md, which the scene compares with what it saw.
//
// To add a client, give it a line in [All] and its package in scripts/terminals/run; to add a step, add it to the scene
// in its test. scripts/terminals/run plays it: it installs the clients first.
package terminals
