// Package chronicle is the whole record as one: the sealed segments of a data folder, oldest first, and behind them
// what the journal's file still holds. A [Book] reads across both, makes the world as it was at any sequence, finds
// the records that concern somebody or something, moves old records from the file into segments (Seal) and drops
// segments that are too old or too many (Retain).
//
// Its one idea: a record is always in at least one place. A segment is written under another name, flushed and renamed
// before the journal's file gives its records up; a start that finds a record in both places finishes what a crash
// broke off, and one that finds a record in neither says so and goes no further.
//
// A Book is safe for many goroutines. Readers never wait for a seal and a seal never waits for readers; only the
// removal of segments waits until nobody reads.
package chronicle
