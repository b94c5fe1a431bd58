// Package record is what mudlark does with the record of a world: the commands verify, history, journal, replay,
// backup, restore and bundle, and in the game the clerk who answers history, provenance, rewind and report.
//
// A command looks at a copy that the running daemon lends, or at the folder itself when none runs ([OpenRecordWith]),
// so that the world goes on whatever happens here. A new command is a struct with a Run method that cmd/mudlark lists.
package record
