package guard

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// reply stands between mcp-go and the connection. It holds back a JSON response until it is whole, so that an error's
// code and with it the status can still be changed; it passes events on at once; and it gives every write a deadline,
// because a client that does not read must not hold a goroutine. Writes that come after the request's end are
// dropped.
type reply struct {
	w    http.ResponseWriter
	rc   *http.ResponseController
	call *call

	mu        sync.Mutex
	body      bytes.Buffer
	status    int
	streaming bool
	finished  bool
}

func newReply(w http.ResponseWriter, c *call) *reply {
	return &reply{w: w, rc: http.NewResponseController(w), call: c}
}

// Header returns the response's headers.
func (r *reply) Header() http.Header { return r.w.Header() }

// WriteHeader notes the status, and sends it if the response is a stream.
func (r *reply) WriteHeader(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.head(status)
}

func (r *reply) head(status int) {
	if r.status != 0 || r.finished {
		return
	}
	r.status = status
	if strings.HasPrefix(r.w.Header().Get("Content-Type"), "text/event-stream") {
		r.streaming = true
		r.deadline()
		r.w.WriteHeader(status)
	}
}

// Write takes a part of a JSON response or one whole event.
func (r *reply) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.head(http.StatusOK)
	if r.finished {
		return 0, http.ErrHandlerTimeout
	}
	if !r.streaming {
		return r.body.Write(p)
	}
	r.deadline()
	if _, err := r.w.Write(r.event(p)); err != nil {
		return 0, fmt.Errorf("write event: %w", err)
	}
	r.call.streams()
	return len(p), nil
}

// eventBegins is how mcp-go writes a message into a stream.
const eventBegins = "event: message\ndata: "

// event puts a fault into an event that carries an error response, what was spliced into one that carries a result, and
// the client's own id into each.
func (r *reply) event(p []byte) []byte {
	f, s := r.call.fault.Load(), r.call.splice.Load()
	if f == nil && s == nil && r.call.inner == "" || !bytes.HasPrefix(p, []byte(eventBegins)) {
		return p
	}
	data := bytes.TrimRight(p[len(eventBegins):], "\n")
	if f != nil {
		data = f.rewrite(data)
	}
	before, members, after, ok := s.into(data)
	if !ok {
		before = internalError(r.call)
	}
	return slices.Concat([]byte(eventBegins), r.call.own(before), members, after, []byte("\n\n"))
}

// Flush sends what a stream has written.
func (r *reply) Flush() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.flush()
}

func (r *reply) flush() {
	if r.streaming && !r.finished {
		_ = r.rc.Flush() // a broken connection shows at the next write
	}
}

// alive writes a comment, which clients skip and proxies count as traffic. It reports whether the stream still takes
// bytes.
func (r *reply) alive() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.finished {
		return false
	}
	if !r.streaming {
		return true
	}
	r.deadline()
	_, err := r.w.Write([]byte(":\n\n"))
	r.flush()
	return err == nil
}

// finish sends a JSON response that was held back, and lets nothing through afterwards.
func (r *reply) finish() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.finished {
		return
	}
	if !r.streaming {
		r.send()
	}
	r.finished = true
	r.call.written()
	// The connection may serve other handlers next, which must not inherit our deadline. What we wrote is flushed by
	// now.
	_ = r.rc.SetWriteDeadline(time.Time{})
}

func (r *reply) send() {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	body := r.body.Bytes()
	if f := r.call.fault.Load(); f != nil {
		body = f.rewrite(body)
		if r.call.modern && r.status == http.StatusOK {
			r.status = statusOf(f.Code)
		}
	}
	before, members, after, ok := r.call.splice.Load().into(body)
	if !ok {
		before, r.status = internalError(r.call), http.StatusInternalServerError
	}
	before = r.call.own(before)
	r.deadline()
	r.w.Header().Set("Content-Length", strconv.Itoa(len(before)+len(members)+len(after)))
	r.w.WriteHeader(r.status)
	for _, part := range [][]byte{before, members, after} {
		if len(part) > 0 {
			_, _ = r.w.Write(part) // nobody is left to tell
		}
	}
	_ = r.rc.Flush()
}

func (r *reply) deadline() {
	_ = r.rc.SetWriteDeadline(time.Now().Add(writeMax)) // not every writer can, for example in tests
}

// fail answers a request on which the server failed, if nothing has been sent yet.
func (r *reply) fail() {
	r.instead(http.StatusInternalServerError, &Fault{Code: CodeInternal, Text: internalText})
}

// internalError is a whole message that says that the server failed.
func internalError(c *call) []byte {
	body, err := encodeError(c.wireID(), &Fault{Code: CodeInternal, Text: internalText})
	if err != nil {
		panic(err) // two constants that cannot be written
	}
	return body
}

// withdrawnText answers a call that was under way when its token was withdrawn.
const withdrawnText = "the token was withdrawn while this call was under way; it was carried out or not at all"

// withdrawn answers a call that ended because its token was withdrawn, if it had no answer by then.
func (r *reply) withdrawn() {
	r.mu.Lock()
	isAnswered := r.body.Len() > 0 || r.status != 0
	r.mu.Unlock()
	if !isAnswered {
		r.w.Header().Set("WWW-Authenticate", "Bearer")
		r.instead(http.StatusUnauthorized, &Fault{Code: CodeRefused, Text: withdrawnText})
	}
}

// instead answers with a fault in the place of whatever was to be said, if nothing has been sent yet.
func (r *reply) instead(status int, f *Fault) {
	body, err := encodeError(r.call.wireID(), f)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.streaming || r.finished || err != nil {
		return
	}
	r.body.Reset()
	r.body.Write(body)
	r.status = status
	r.w.Header().Set("Content-Type", "application/json")
}
