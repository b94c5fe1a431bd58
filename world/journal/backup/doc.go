// Package backup writes and reads backups: one file with everything of a data folder that a server needs to go on
// elsewhere.
//
// Its one idea: a reader trusts nothing. The file is a tar within one zstd frame. Its first member says what follows,
// with names and sizes; its last says the SHA-256 of each. So a backup is written in one pass, to a pipe too, and a
// backup that was cut off can be told from a whole one. Names come from a short list, members come as announced, and
// nothing is kept before the last sum was compared.
//
// Nothing here is shared between goroutines. To back up another file of the data folder, add its name to [Known].
package backup
