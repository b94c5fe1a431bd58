// Package screencost measures what many screens at once cost the server: processor, memory, goroutines, bytes, each
// beside a bare Bubble Tea program that shows the same words (TestScreens). Its one idea is that only the server is
// measured: it runs in a process of its own, over real SSH on loopback or on pipes in memory, and reads its own
// meters; whoever looks at the screens is another process. CI runs a short form that holds a wide margin; `make
// screens` runs the long one, for figures. The program "nothing" shows what sessions and telling cost without any.
//
// Concurrency: one server process at a time; inside it one goroutine tells all screens their lines in turn. To measure
// another program, give programs an entry.
package screencost
