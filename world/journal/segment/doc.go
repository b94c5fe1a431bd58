// Package segment reads and writes one sealed part of the log as one file: records in a row, the whole state before the
// first of them, and an index of the words by which each can be found. It does not know where the file lies. A file
// never changes; to take something out of it, another is written in its place.
//
// Its one idea: a file that can be trusted alone. It holds the state before its first record, so it can be folded
// without anything older. It holds the chain's sums before its first record and behind its last, so it can be compared
// with any head that was noted down. Everything read from it is checked first.
//
// From front to back a file holds
//
//	the magic, the format number
//	rows       blocks of entity keys and values, in key order: the state before the first record, as in a cut
//	records    blocks of at most 1,000 records or 1 MiB
//	index      blocks of terms, in order, each with the sequences of the records that hold it
//	summary    what [Info] says, and where each block begins and with what
//	footer     where the summary is, the SHA-256 of all before it, a CRC-32C of the footer itself
//
// Each block, and the summary, is one zstd frame behind its kind, its number, its sizes and a CRC-32C over all of
// that. So a reader can seek, and decodes no more than the blocks it needs; no length is believed before it was
// compared with a limit and with the file. The same calls to a [Writer] give the same bytes.
//
// A [Writer] belongs to one goroutine and holds one block and the index in memory. A [Reader] may be used by many.
package segment
