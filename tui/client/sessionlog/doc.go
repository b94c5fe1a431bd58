// Package sessionlog writes down what a person saw: as plain text, as a web page, or as a cast that asciinema plays.
//
// Its one idea is that a log is what was shown and nothing else: it is given the lines that reached the screen, what
// was typed and echoed, or the bytes that reached the terminal, so it cannot know a password. Each call is on the disk
// when it returns. A log that fails says so once and ends, and the game goes on. All times are UTC.
//
// A [Log] may be used by several goroutines. To add a kind, add a constant and a writer to New.
package sessionlog
