package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
)

// Numbers from which visitors are counted, so that each comes from another address than any bot.
const (
	stormBegin  = 1 << 20
	misuseBegin = 2 << 20
)

const (
	visitMax      = 2 * time.Minute // until a visitor is in
	comeAgain     = time.Second     // how long one waits who was asked to try again
	visitBytes    = 2 << 10
	stormPassword = "bots sleep well 7" // of every account that is made here
)

// visitor is somebody who wants in, and no more.
type visitor struct {
	addr string
	id   int
	name string // of an account; "": a guest
	echo bool   // the server sends lines back and knows nothing else

	conn   net.Conn
	stream bots.Stream
	in     bool
	gone   bool
	waits  int    // times that it was asked to try again later
	last   string // what the server said last, for an error
}

// enter comes in, if need be after several attempts, and stays. Close it.
func (v *visitor) enter(ctx context.Context) error {
	deadline := time.Now().Add(visitMax)
	for {
		err := v.attempt(ctx, deadline)
		if v.in {
			return nil
		}
		v.close()
		if ctx.Err() != nil || time.Now().After(deadline) {
			return fmt.Errorf("%s, after %q: %w", v.who(), v.last, err)
		}
		pause(ctx, comeAgain)
	}
}

// attempt dials and answers questions until it is in or the connection ends.
func (v *visitor) attempt(ctx context.Context, deadline time.Time) (err error) {
	if v.conn, err = bots.Dial(ctx, v.addr, v.id); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { _ = v.conn.Close() })
	defer stop()
	if err := v.conn.SetDeadline(deadline); err != nil {
		return err
	}
	v.gone, v.stream = false, bots.Stream{Line: v.line, Prompt: func(p []byte) { v.prompt(ctx, string(p)) }}
	if v.echo {
		v.write("guest")
	} else {
		_, _ = io.WriteString(v.conn, bots.Hello) // what is wrong with it, the next read tells
	}
	buf := make([]byte, visitBytes)
	for !v.in && !v.gone {
		n, err := v.conn.Read(buf)
		if answer := v.stream.Feed(buf[:n]); len(answer) > 0 {
			_, _ = v.conn.Write(answer) // what is wrong with it, the next read tells
		}
		if err != nil {
			return err
		}
	}
	if v.gone {
		return errUnknownQuestion
	}
	return nil
}

var errUnknownQuestion = errors.New("a question that no bot knows")

func (v *visitor) who() string {
	if v.name == "" {
		return "a guest"
	}
	return v.name
}

func (v *visitor) line(b []byte) {
	v.last = string(b)
	switch {
	case v.echo:
		v.in = true
	case strings.Contains(v.last, "try again"):
		v.waits++
	}
}

func (v *visitor) prompt(ctx context.Context, p string) {
	name := v.name
	if name == "" {
		name = "guest"
	}
	switch answer, ok := bots.DoorAnswer(p, name, stormPassword); {
	case strings.HasPrefix(p, "["):
		v.in = true
	case ok:
		if v.waits > 0 && strings.Contains(p, "or guest:") {
			pause(ctx, comeAgain)
		}
		v.write(answer)
	default:
		v.last, v.gone = p, true
	}
}

func (v *visitor) write(line string) {
	_, _ = v.conn.Write([]byte(line + "\r\n")) // what is wrong with it, the next read tells
}

// ask sends a line and waits for the one that answers it.
func (v *visitor) ask(line string, answers func(line []byte) bool) error {
	answered := false
	v.stream.Line = func(b []byte) { answered = answered || answers(b) }
	v.stream.Prompt = nil
	v.write(line)
	buf := make([]byte, visitBytes)
	for !answered {
		n, err := v.conn.Read(buf)
		v.stream.Feed(buf[:n])
		if err != nil && !answered {
			return err
		}
	}
	return nil
}

// linger takes what comes until the connection ends.
func (v *visitor) linger() {
	_ = v.conn.SetDeadline(time.Time{}) // what is wrong with it, the next read tells
	buf := make([]byte, visitBytes)
	for {
		if _, err := v.conn.Read(buf); err != nil {
			return
		}
	}
}

func (v *visitor) close() {
	if v.conn != nil {
		_ = v.conn.Close()
	}
}

// pause waits for a time or for the end of the context.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// visitorName is a name that an account may have.
func visitorName(id int) string {
	const letters = 26
	name := []byte("Storm")
	for range 3 {
		name = append(name, byte('a'+id%letters))
		id /= letters
	}
	return string(name)
}

// marked reports whether a line answers a word that nobody knows, which is how a bot knows that it is in play.
func marked(word string) func([]byte) bool {
	return func(line []byte) bool { return bytes.Contains(line, []byte(word)) }
}

// marker is such a word.
func marker(id int) string { return "q" + strconv.Itoa(id) + "xz" }
