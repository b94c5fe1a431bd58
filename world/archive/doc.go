// Package archive writes and reads backups: one file that holds all of a data folder that makes a server the same
// server elsewhere.
//
// Its one idea: a reader trusts nothing. The file is a tar within one zstd frame. Its first member says what follows,
// with names and sizes; its last says the SHA-256 of each, so that a backup is written in one pass, to a pipe too, and
// one that was cut off can be told from one that is whole. Names are out of a short list, members come as announced,
// and nothing is taken for good before the last sum was compared.
//
// Nothing here is shared between goroutines. To back up another file of the data folder, add its name to [Known].
package archive
