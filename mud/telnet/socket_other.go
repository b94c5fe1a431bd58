//go:build !unix

package telnet

import "syscall"

// keepUrgentInline does nothing here: urgent data is taken out of the stream, and a client's Synch may cost a letter.
func keepUrgentInline(syscall.RawConn) error { return nil }
