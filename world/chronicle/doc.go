// Package chronicle is the whole record as one: the sealed segments of a data folder, oldest first, and behind them
// what the journal's file still holds. A [Book] reads across both, makes the world as it was at any sequence, finds
// the records that concern somebody or something, moves old records from the file into segments (Seal) and drops
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
// Segments are opened when they are read and closed again, so a record of any length costs no open files and no
// memory but a few hundred bytes a segment.
//
// A Book is safe for many goroutines. Readers wait for nobody: whoever reads on while records are sealed finds the rest
// in the segment, and whoever reads what is dropped meanwhile gets a [RangeError]. One of Seal, Retain and Blank works
// at a time, and none while somebody holds the Book.
package chronicle
