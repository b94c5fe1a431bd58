//go:build !unix

package wire

import "syscall"

// keepUrgentInline does nothing here: urgent data is taken out of the stream, and a client's Synch may cost a letter.
func keepUrgentInline(syscall.RawConn) error { return nil }

// writerNow knows no way here.
func writerNow(syscall.RawConn) func([]byte) (int, error) { return nil }
