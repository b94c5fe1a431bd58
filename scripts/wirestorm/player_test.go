package wirestorm_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// crowd is those who play while others attack.
type crowd struct {
	people []*person

	mu    sync.Mutex
	took  []time.Duration // of the phase
	lost  int             // commands without an answer
	errs  []error
	phase bool // measure
}

// person is somebody who types a command a second.
type person struct {
	nc    net.Conn
	mu    sync.Mutex
	want  []byte
	found chan time.Time
}

const (
	answerMax = 10 * time.Second // then a command counts as lost
	tailBytes = 64               // of what was read before, in which an answer may begin
)

// join brings so many people in, each from an address of their own.
func join(ctx context.Context, addr string, n int) (*crowd, error) {
	c := &crowd{}
	for i := range n {
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 2, byte(i), 1)}, Timeout: answerMax}
		nc, err := d.DialContext(ctx, "tcp", addr)
		if err != nil {
			return c, fmt.Errorf("somebody cannot come in: %w", err)
		}
		p := &person{nc: nc, found: make(chan time.Time, 1)}
		go p.listen()
		c.people = append(c.people, p)
		if _, err := p.ask(ctx, "guest\r\n", "> "); err != nil {
			return c, err
		}
	}
	return c, nil
}

func (p *person) listen() {
	buf := make([]byte, 32<<10)
	var tail []byte
	for {
		n, err := p.nc.Read(buf)
		now := time.Now()
		tail = append(tail, buf[:n]...)
		p.mu.Lock()
		if p.want != nil && bytes.Contains(tail, p.want) {
			p.want = nil
			p.found <- now
		}
		p.mu.Unlock()
		tail = append(tail[:0], tail[max(0, len(tail)-tailBytes):]...)
		if err != nil {
			close(p.found)
			return
		}
	}
}

// ask types a line and waits for an answer that has a word in it.
func (p *person) ask(ctx context.Context, line, word string) (time.Duration, error) {
	p.mu.Lock()
	p.want = []byte(word)
	p.mu.Unlock()
	began := time.Now()
	if _, err := io.WriteString(p.nc, line); err != nil {
		return 0, fmt.Errorf("somebody cannot type: %w", err)
	}
	late := time.NewTimer(answerMax)
	defer late.Stop()
	select {
	case at, ok := <-p.found:
		if !ok {
			return 0, errors.New("somebody was disconnected")
		}
		return at.Sub(began), nil
	case <-late.C:
		return 0, fmt.Errorf("no answer to %q within %s", line, answerMax)
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// play lets everybody type until ctx ends: nine looks, then something that the others hear and the disk keeps.
func (c *crowd) play(ctx context.Context) {
	var wg sync.WaitGroup
	for i, p := range c.people {
		wg.Go(func() {
			pause(ctx, time.Duration(i)*time.Second/time.Duration(len(c.people)))
			beat := time.NewTicker(time.Second)
			defer beat.Stop()
			for n := 0; ; n++ {
				word := fmt.Sprintf("zq%dx%d", i, n)
				line, answer := "look "+word+"\r\n", word
				if n%10 == i%10 {
					line, answer = "say "+word+"\r\n", "You say: \""+word
				}
				took, err := p.ask(ctx, line, answer)
				if ctx.Err() != nil {
					return
				}
				if c.note(took, err); err != nil {
					return
				}
				select {
				case <-beat.C:
				case <-ctx.Done():
					return
				}
			}
		})
	}
	wg.Wait()
}

func (c *crowd) note(took time.Duration, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case err != nil:
		c.lost++
		c.errs = append(c.errs, err)
	case c.phase:
		c.took = append(c.took, took)
	}
}

// measure measures for a time.
func (c *crowd) measure(ctx context.Context, span time.Duration) []time.Duration {
	c.mu.Lock()
	c.took, c.phase = nil, true
	c.mu.Unlock()
	pause(ctx, span)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.phase = false
	return c.took
}

func (c *crowd) close() {
	for _, p := range c.people {
		_ = p.nc.Close()
	}
}
