package tablegame

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"sync"
	"time"
)

// feed hands the state of the table to streams, each change once it is durable.
type feed struct {
	house *houseTable
	kick  <-chan struct{} // something happened at the table
	over  chan struct{}   // closed when the server ends

	mu      sync.Mutex
	readers map[*reader]struct{}
}

// reader is one open stream. Each state is the whole game, so that whoever is behind misses nothing by going on with
// the newest: that alone waits. Its channel is closed when all are to go.
type reader struct{ newest chan moment }

// moment is the table as it was after a record.
type moment struct {
	seq   uint64
	state []byte
}

func newFeed(h *houseTable, kick <-chan struct{}) *feed {
	return &feed{house: h, kick: kick, over: make(chan struct{}), readers: map[*reader]struct{}{}}
}

// Run reads the table for the streams until ctx ends, and then ends them. It is called once.
func (d *Server) Run(ctx context.Context) {
	defer close(d.feed.over)
	for {
		select {
		case <-ctx.Done():
			return
		case <-d.feed.kick:
			d.feed.pass(ctx)
		}
	}
}

// pass reads the table and hands what has changed to all readers. The world answers no sooner than what it shows is
// durable, so nobody sees what a crash could take back.
func (f *feed) pass(ctx context.Context) {
	f.mu.Lock()
	nobody := len(f.readers) == 0
	f.mu.Unlock()
	if nobody {
		return
	}
	now, ok := f.read(ctx)
	if !ok {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for r := range f.readers { // each is told by itself; the order does not matter
		select {
		case <-r.newest:
		default:
		}
		r.newest <- now // has room: nobody else sends
	}
}

// HangUp ends all streams that are open.
func (d *Server) HangUp() {
	d.feed.mu.Lock()
	defer d.feed.mu.Unlock()
	for r := range d.feed.readers { // all go; the order does not matter
		delete(d.feed.readers, r)
		close(r.newest)
	}
}

func (f *feed) read(ctx context.Context) (moment, bool) {
	o := f.house.look(ctx)
	if _, isFault := o.fault(); isFault {
		return moment{}, false
	}
	state, err := json.Marshal(o.State())
	return moment{o.Seq, state}, err == nil
}

func (f *feed) join() *reader {
	r := &reader{newest: make(chan moment, 1)}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.readers[r] = struct{}{}
	return r
}

func (f *feed) leave(r *reader) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.readers, r)
}

// stream serves the table as server-sent events: the game as it is, then each change, or the newest of several that
// came during one write. Only who takes nothing of a write for [WriteMax] is cut off.
func (d *Server) stream(w http.ResponseWriter, r *http.Request) {
	mine := d.feed.join()
	defer d.feed.leave(mine)
	first, ok := d.feed.read(r.Context())
	if !ok {
		d.write(w, http.StatusServiceUnavailable, map[string]string{"error": "the world does not answer"})
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // a proxy that the operator trusts must not hold events back
	rc := http.NewResponseController(w)
	send := func(head string, text []byte) bool {
		_ = rc.SetWriteDeadline(time.Now().Add(WriteMax))
		_, err := w.Write(append(append([]byte(head), text...), "\n\n"...))
		if err == nil {
			err = rc.Flush()
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			d.no[reasonSlow].Add(1)
		}
		return err == nil
	}
	// The connection may serve others next, who must not inherit the time that a write of ours had.
	defer func() { _ = rc.SetWriteDeadline(time.Time{}) }()
	d.served.Add(1)
	if !send("data: ", first.state) {
		return
	}
	alive := time.NewTicker(keepAliveEvery)
	defer alive.Stop()
	sent := first
	for {
		ok := true
		select {
		case <-r.Context().Done():
			return
		case <-d.feed.over:
			return
		case now, isOpen := <-mine.newest:
			if !isOpen {
				d.no[reasonClosed].Add(1)
				return
			}
			if now.seq > sent.seq && !bytes.Equal(now.state, sent.state) {
				ok, sent = send("data: ", now.state), now
			}
		case <-alive.C:
			ok = send(": keep-alive", nil)
		}
		if !ok {
			return
		}
	}
}
