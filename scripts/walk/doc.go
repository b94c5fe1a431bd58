// Package walk plays MUDs that others wrote through our own client: tbaMUD and CircleMUD, built from their public
// source by whoever runs it (README.md says how; nothing of theirs is here). Its one idea is that the client is judged
// by its screen: it runs in a terminal (tmux), is typed at, and what a person would see is looked at: the prompt's
// points as gauges, rooms on the map that nobody told it, a trigger, a speedwalk, a walk to a room by its name. What
// the terminal was sent is kept as a cast.
//
// Without a path to a built server, or without tmux, the test is skipped. To add a MUD, add a mud to the list in
// TestWalk.
package walk
