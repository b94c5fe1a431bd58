//go:build unix

package telnet_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/telnet"
)

func TestUrgentData(t *testing.T) { // urgent DM: without SO_OOBINLINE the IAC would eat the l of "look"
	c, client := open(t)
	raw, err := client.SyscallConn()
	if err != nil {
		t.Fatalf("raw connection: %v", err)
	}
	var sent error
	err = raw.Write(func(fd uintptr) bool {
		sent = syscall.Sendto(int(fd), []byte("\xff\xf4\xff\xf2"), syscall.MSG_OOB, nil)
		return !errors.Is(sent, syscall.EAGAIN)
	})
	if err != nil || sent != nil {
		t.Fatalf("send urgent data: %v, %v", err, sent)
	}
	if _, err := io.WriteString(client, "look\r\n"); err != nil {
		t.Fatalf("write: %v", err)
	}
	for e := range c.Events() {
		if l, ok := e.(telnet.Line); ok {
			if l.Text != "look" {
				t.Errorf("got %q", l.Text)
			}
			return
		}
	}
	t.Error("no line came")
}

// TestMemory measures what an idle connection costs this side: heap and stacks, with the kernel's buffers left out. The
// other ends are bare file descriptors, so that they do not count.
func TestMemory(t *testing.T) {
	const connections, limit = 500, 20 << 10
	ends := make([]net.Conn, 0, connections)
	for range connections {
		fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
		if err != nil {
			t.Fatalf("socket pair: %v", err)
		}
		t.Cleanup(func() { _ = syscall.Close(fds[1]) })
		if _, err := syscall.Write(fds[1], []byte(will+ttype+will+naws+is("TINTIN++")+"look\r\n")); err != nil {
			t.Fatalf("write: %v", err)
		}
		f := os.NewFile(uintptr(fds[0]), "end")
		nc, err := net.FileConn(f)
		if err != nil {
			t.Fatalf("connect: %v", err)
		}
		_ = f.Close()
		ends = append(ends, nc)
	}
	before := inUse()
	conns := make([]conn, 0, connections)
	for _, nc := range ends {
		c := serve(nc)
		conns = append(conns, c)
		<-c.Events()
		<-c.Events()
		c.Send(telnet.Output{Text: strings.Repeat("A long room.\n", 50), Prompt: "> "})
	}
	poll(t, func() error {
		if n := runtime.NumGoroutine(); n > connections+50 {
			return fmt.Errorf("%d goroutines: the writers should have ended", n)
		}
		return nil
	})
	each := (inUse() - before) / connections
	t.Logf("%d bytes a connection", each)
	if each > limit {
		t.Errorf("a connection costs %d bytes, more than %d", each, limit)
	}
	for _, c := range conns {
		c.Close(telnet.ReasonQuit)
	}
	for _, c := range conns {
		c.Wait()
	}
}

func inUse() int {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapInuse + m.StackInuse)
}
