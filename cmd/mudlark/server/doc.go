// Package server is the daemon: a world taken up from its data folder, and what runs beside it whoever comes in by
// which door.
//
// Daemon holds the journal, the one writer's loop, the accounts and the meter. [TakeUp] opens a folder for serving;
// [AskDaemon] and [DoAlone] are for a command that does one thing, through the daemon that runs or without any. Beside
// the world run the seals of the record, the watch over a slow disk and over one that fills up, the gates that bound
// connections, the control socket, the operators' address and the copies of the record that are lent to commands.
//
// The package knows nobody who uses it: screens, agents and minds are handed what they need of a Daemon by cmd/mudlark.
package server
