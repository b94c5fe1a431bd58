package telnet_test

import (
	"net"
	"runtime"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/telnet"
)

// BenchmarkMemory measures what a connection keeps, heap and stacks together, after it has shown some rooms: plain and
// compressed.
func BenchmarkMemory(b *testing.B) {
	room := strings.Repeat("Salt has silvered every beam of the low room. ", 6) + "\n[exits: north east]\n"
	for name, agrees := range map[string]string{"plain": dont + mccp2, "compressed": do + mccp2} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				const count = 1000
				conns := make([]*telnet.Conn, 0, count)
				before := kept()
				for range count {
					nc := newLine(will + ttype + will + naws + dont + charset + is("x") + is("x") + agrees)
					c := telnet.NewConn(nc, telnet.ConnOptions{})
					ready := make(chan struct{})
					go c.Serve(func(e telnet.Event) {
						switch e.(type) {
						case telnet.Ready:
							close(ready)
						default:
						}
					})
					<-ready
					for range 20 {
						c.Send(telnet.Output{Text: room, Prompt: "> "})
					}
					conns = append(conns, c)
				}
				b.ReportMetric(float64(kept()-before)/count, "B/conn")
				for _, c := range conns {
					c.Close(telnet.ReasonQuit)
					c.Wait()
				}
			}
		})
	}
}

func kept() uint64 {
	for range 4 { // stacks shrink by half at a time
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

// line is a network that says one thing, then nothing, and takes everything at once.
type line struct {
	net.Conn // nil: the rest is not used
	first    string
	closed   chan struct{}
}

func newLine(first string) *line { return &line{first: first, closed: make(chan struct{})} }

func (l *line) Read(p []byte) (int, error) {
	if l.first != "" {
		n := copy(p, l.first)
		l.first = l.first[n:]
		return n, nil
	}
	<-l.closed
	return 0, net.ErrClosed
}

func (l *line) Write(p []byte) (int, error) { return len(p), nil }

func (l *line) Close() error {
	close(l.closed)
	return nil
}
