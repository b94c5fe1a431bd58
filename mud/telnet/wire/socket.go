package wire

import (
	"net"
	"syscall"
)

// SendBufferBytes is what the kernel is asked to hold for a client that does not read (Linux takes it twice). Left
// alone it grows to megabytes for each, which nobody counts, and that a client is deaf shows only when they are full.
const SendBufferBytes = 64 << 10

// TuneSocket leaves urgent data in the stream, keeps the connection alive and bounds what the kernel holds of what is
// sent, as far as it is TCP, be it below TLS.
func TuneSocket(nc net.Conn, alive net.KeepAliveConfig) {
	if inner, ok := nc.(interface{ NetConn() net.Conn }); ok { // TLS
		nc = inner.NetConn()
	}
	tcp, ok := nc.(*net.TCPConn)
	if !ok {
		return
	}
	_ = tcp.SetKeepAliveConfig(alive)
	_ = tcp.SetWriteBuffer(SendBufferBytes)
	var rc syscall.RawConn
	if rc, _ = tcp.SyscallConn(); rc != nil {
		_ = keepUrgentInline(rc)
	}
}

// ImmediateWriter returns a function that writes what the connection takes at once, which may be nothing, and never
// waits; nil where there is no way to. It is for one goroutine at a time, and never beside another write. What it
// leaves must be written with Write before it is used again.
func ImmediateWriter(nc net.Conn) func(p []byte) (int, error) {
	tcp, ok := nc.(*net.TCPConn)
	if !ok {
		return nil
	}
	rc, err := tcp.SyscallConn()
	if err != nil {
		return nil
	}
	return writerNow(rc)
}
