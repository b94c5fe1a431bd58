// Package journal is the record on disk: what the world decided, in order, and from time to time a cut of its
// state, so that a start need not fold everything again. It stores bytes; only codec.go knows what they mean.
//
// Its one idea: Commit returns after the batch is on the disk and never before, and nothing can be read that is
// not. Whoever tells people about a record only after Commit returned nil has told nothing that a crash takes back.
//
// One bbolt file, DIR/mudlark.db, holds five kinds of buckets:
//
//	meta       the format number, the mark of a running daemon, both ends of the chain of records
//	records    sequence (8 bytes, big-endian) -> one record
//	rows       a bucket a run -> entity key -> present or gone, value
//	cuts       order (8 bytes, big-endian) -> which run, up to which sequence
//	put/NAME   the caller's own tables (accounts, keys, tokens)
//
// A cut is a run of rows in key order, in a bucket of its own, written a chunk a commit; the entry in cuts that comes
// with the last chunk makes it current. A run without an entry was torn by a crash and is swept at the next start.
// Runs overlay each other, newest first, until Merge writes them as one.
//
// Every value carries a CRC-32C over its key and itself, because bbolt checks the form of its pages and not what is
// in them. One bbolt commit flushes the file twice, pages first and then the page that points to them; where this
// package says one fsync it means one such commit.
//
// Records are chained (chain.go), and each commit that has some writes down the head. Old ones may be dropped through
// the current cut, which moves the anchor where the chain begins, and a payload may be blanked; the chain holds.
//
// A Journal may be used by many goroutines. Records and account tables are expected from one committer; a batch with
// only a cut, Merge, DropThrough and Blank may run in goroutines of their own, their chunks taking turns with the
// committer's batches.
// Memory is the same thing without a disk, for simulations; a rule added to one belongs into batch.go, where both look.
package journal
