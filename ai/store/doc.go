// Package store is minds.db: what minds remember, what each of their steps was given and gave, the answers of models,
// and what foreign worlds' agents are.
//
// Its one idea: the world never waits for it and never depends on it. A caller hands over what is to be kept and goes
// on; one goroutine writes it down, many things at once, and what the disk will not take after three tries goes to a
// file of dead letters, which the next start delivers. Everything is kept with the number of the world's record that it
// speaks of, so that a world restored to an earlier moment also forgets what has not happened ([Store.Rewind]).
//
// A file that cannot be trusted is set aside whole, and a new one is begun. What is said against a file must be about
// the file: a page that cannot be read, a sum that does not hold and a crash within bbolt are; a process that was
// killed while it had the file open, a machine without memory and a lock are not (file.go, crashmark.go, checksum.go).
//
// Everything that a person has a part in can be found and taken out of the file to the last byte ([Store.Forget]), and
// so can words that were erased from the world's record. A judge looks at one stored value at a time and says what is
// left of it, so a walk through a file needs no more memory than for a piece of it (scrubperson.go, scrubwords.go).
// What was taken out says so itself, and why. A judge belongs to one goroutine.
//
// A [Store] is safe for use by many goroutines. To keep something new, give it a bucket in bucket.go, a type in
// stored.go with a case in both judges, a field in [Batch], and a place in Rewind and Forget.
package store
