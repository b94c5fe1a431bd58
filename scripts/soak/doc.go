// Package soak kills a busy server again and again, and holds what comes back against what people were told.
//
// [Run] lets bots act in a real daemon over telnet: they get, drop, give and put things, speak, and walk about, each at
// its pace, and in the last moments of a life as fast as they can. At a random moment the process is killed with
// SIGKILL: while people come in, while they play, while records are sealed into a segment. Then, while it is down, a
// copy of its record is read: [Ledger] loads the world from the last cut and the records behind it, folds the new
// records onto the world that it folded before, decides every action again, and wants the same world three times and no
// old record changed. [Audit] compares the world with what the bots saw, which is all it knows: every effect that a bot
// was told of is in the record, in the order in which it was told; a command without an answer happened once or not at
// all; every thing is in one place, and in the one that its last holder knows of. After the restart each bot looks
// where it stands and what it carries, and it must be what was read. At the end the program verifies what is left
// itself, and makes another server of a backup of it.
//
// The daemon seals little and often and keeps little, so that a run of an hour meets all of that and takes no more
// memory or disk than one of a minute.
//
// SIGKILL takes the process and not the machine: what was written and not flushed survives here. That a commit is
// flushed before anybody is told is for the tests of world/journal and world/loop.
//
// Each bot is a goroutine; everything else runs on the caller's. A new deed gets a line in deed.go for each way in
// which it is told, a case in Ledger.deed, and a choice in choose.go.
package soak
