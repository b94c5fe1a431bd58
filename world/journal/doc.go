// Package journal is the record on disk: what the world decided, in order, and from time to time a cut of its
// state, so that a start need not fold everything again. It stores bytes; only codec.go knows what they mean.
//
// Its one idea: Commit returns after the batch is on the disk and never before, and nothing can be read that is
// not. Whoever tells people about a record only after Commit returned nil has told nothing that a crash takes back.
//
// One bbolt file, DIR/mudlark.db, holds five kinds of buckets:
//
//	meta       format; running or closed; head and anchor, the two ends of the chain; moment; the sum of each table
//	records    sequence (8 bytes, big-endian) -> one record
//	rows       a bucket a run -> entity key -> present or gone, value
//	cuts       order (8 bytes, big-endian) -> which run, up to which sequence, how many rows, their sum
//	put/NAME   the caller's own tables (accounts, keys, tokens)
//
// # Records and the chain
//
// Records are chained (chain.go), and each commit that has some writes down the head. Whoever noted a head can tell
// whether any record up to it was changed since. Old records may be dropped through the current cut, which moves the
// anchor where the chain begins, and a payload may be blanked; the chain holds. A record's value is (record.go): a
// flag, 0 whole or 1 blanked; the first 8 bytes of the chain's sum behind it; if blanked the 32 bytes of the sum of
// what was there; the payload.
//
// # Cuts and runs
//
// A cut is a run of rows in key order, in a bucket of its own, written a chunk a commit; the entry in cuts that comes
// with the last chunk makes it current. A run without an entry was torn by a crash and is swept at the next start.
// Runs overlay each other, newest first, until Merge writes them as one. Nobody waits for a chunk, so it goes along
// with the next batch in the batch's own transaction (ride.go), and by itself only when none comes.
//
// # What is trusted
//
// bbolt checks the form of its pages and not what is in them, and it believes the disk. So every value ends with a
// CRC-32C over its key and itself; each run and table has a sum over all of its values, and each commit its number
// written into it (table.go), which tell of whole pages that a disk lost though it said that they were safe. Probe
// looks at all of that; a start does it in a process of its own (on some damage bbolt ends the process) when the file
// was not closed, or was closed before the machine was last restarted. What has to be read before that is read without
// bbolt, page by page (header.go).
//
// One bbolt commit flushes the file twice, pages first and then the page that points to them; where this package says
// one fsync it means one such commit. An error of a commit is final: the journal refuses everything from then on, and
// the next start finds what was acknowledged, or that and the one whole batch that was not. Errors that an operator can
// do something about have a method Advice with a sentence for a person: *DiskError, *DamagedError, *FormatError,
// *LockedError.
//
// # Concurrency
//
// A Journal may be used by many goroutines. Records and account tables are expected from one committer; a batch with
// only a cut, Merge, DropThrough, Blank and Snapshot may run in goroutines of their own and hold up the committer for
// no more than a small commit. Head, Stats and their like answer at once, also while a commit waits for the disk.
// Memory is the same thing without a disk, for simulations; a rule added to one belongs into batch.go, where both look.
//
// # Tests
//
// kill_test.go kills a process; that never tests a flush, so image_test.go has strace note a process's writes and puts
// together what a power cut may have left of them, and disk_test.go has strace make the disk fail, lie and wait.
// `go test ./world/journal -run CrashImages -journal.images=20000` opens as many images as asked.
package journal
