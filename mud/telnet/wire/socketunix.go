//go:build unix

package wire

import (
	"errors"
	"fmt"
	"syscall"
)

// keepUrgentInline has the kernel leave urgent data in the stream. A client's Synch sends its DM as urgent data; taken
// out of the stream it leaves an IAC behind that eats the first letter of what follows. The setting is not inherited
// from the listener.
func keepUrgentInline(rc syscall.RawConn) error {
	var set error
	err := rc.Control(func(fd uintptr) {
		set = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_OOBINLINE, 1)
	})
	if err == nil {
		err = set
	}
	if err != nil {
		return fmt.Errorf("set SO_OOBINLINE: %w", err)
	}
	return nil
}

// writerNow is WriterNow for any connection of the kernel's.
func writerNow(rc syscall.RawConn) func([]byte) (int, error) {
	var (
		p   []byte
		n   int
		err error
	)
	write := func(fd uintptr) bool {
		n, err = syscall.Write(int(fd), p)
		return true // whatever came of it: this must not wait
	}
	return func(out []byte) (int, error) {
		p = out
		if closed := rc.Write(write); closed != nil {
			return 0, closed
		}
		p = nil
		switch {
		case err == nil:
			return n, nil
		case errors.Is(err, syscall.EAGAIN), errors.Is(err, syscall.EINTR):
			return 0, nil
		}
		return 0, err
	}
}
