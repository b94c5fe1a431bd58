// Package archive reads and keeps the whole log of a data folder: the sealed segments, oldest first, and behind them
// the records that the journal's file still holds. A [Book] reads across both, makes the world as it was at any
// sequence, finds the records that concern an entity, moves old records from the file into segments (Seal) and drops
// segments that are too old or too many (Retain).
//
// Its one idea: a record is always in at least one place. A segment is written under another name, flushed and renamed
// before the journal's file gives its records up; a start that finds a record in both places finishes what a crash
// broke off, and one that finds a record in neither says so and goes no further.
//
//	DIR/mudlark.db                               the newest records, and the current cut of the state
//	DIR/segments/<first sequence, 20 digits>.seg  older ones, see package segment
//	DIR/segments/<...>.tmp                        one that is being written; swept at a start
//
// # The index
//
// [Mentioned] lists the entities that a record concerns: who acted, where, and all that its action or its events name.
// The type of an id says what the id names, so nobody lists the fields of events by hand, and a new event is indexed
// without another word. [Term] is a text in the bytes of every record that mentions an entity, and [TermIn] finds the
// texts of a record that may be one, so that a search decodes few records. These functions are pure.
//
// # Slices
//
// [CutSlice] cuts a part of the log into a file that may be given away, such as a bug report that reproduces. A slice
// is a segment of its own: the whole state before its first record, and the records from there to its last. Private
// words are blanked, and accounts get other names, in the state and in the records alike, so the records still fold.
// The sums of the true payloads stay, so the chain can still be followed.
//
// # Concurrency
//
// Segments are opened when they are read and closed again, so a record of any length costs no open files and no
// memory but a few hundred bytes a segment.
//
// A Book is safe for many goroutines. Readers wait for nobody. A reader of records that are sealed meanwhile finds the
// rest in the segment, and a reader of records that are dropped meanwhile gets a [RangeError].
// One of Seal, Retain and Blank works at a time, and none while somebody holds the Book.
package archive
