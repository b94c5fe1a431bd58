// Package excerpt cuts a piece out of the record that can be given away: a bug report that reproduces. A slice is a
// segment of its own: the whole state before its first record, and the records from there to its last.
//
// Its one idea: what is no business of whoever reads it goes, and nothing that the world is made of does. Private words
// are blanked and accounts get other names, in the state and in the records alike, so the records still fold; the sums
// of the true payloads stay, so the chain can still be followed.
package excerpt
