//go:build unix

package telnet

import (
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
