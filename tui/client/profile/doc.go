// Package profile is what a player's own machine remembers of the MUDs it plays: how to reach each, how it is to look,
// what was typed there, which certificate it showed, and a password, if the person asked for that and the system has a
// keyring.
//
// Its one idea is one folder a MUD, below one folder for all, in files that a person can read and mend: profile.yaml,
// history, panes.json, and whatever the rules and the map put beside them (see [Folder.Path]). The pins of all
// certificates are in one file above, since they belong to addresses rather than to worlds.
//
// Everything is written to a file beside the old one that then takes its place, and is nobody else's to read (0600, the
// folders 0700). Passwords are in none of these files: they are in the system's keyring or nowhere.
//
// A Folder may be used by several goroutines, and by several clients on one data folder: what they write at the same
// moment is whole, and the later wins. To remember something new, add a field to Profile, or a file's name beside those
// in folder.go.
package profile
