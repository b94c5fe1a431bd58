// Package hostile is a MUD that means harm: everything that a server may send to whoever calls it, each attack a named
// row of one table. The same table is played against mud/telnet/dialer within the test, and against `mudlark play` in a
// terminal of its own.
//
// Its one idea: an attack knows nothing of who is attacked. It writes to a connection and says how that may end; what
// is judged is what comes out. Of mud/telnet/dialer nothing but printable text, colours and valid JSON, in bounded
// memory; on the terminal nothing but what the screen itself draws with, within its size. Behind every attack that does
// not end the connection the server says one more line, which must be shown, and waits for an answer.
//
// To add an attack, add a row in rows_test.go.
package hostile
