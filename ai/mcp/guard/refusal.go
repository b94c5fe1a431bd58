package guard

import (
	"math"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"
)

// reason names why the guard refused a request, for counters and logs.
type reason int

const (
	reasonHost reason = iota
	reasonOrigin
	reasonPath
	reasonMethod
	reasonURLToken
	reasonBody
	reasonBearer
	reasonRate
	reasonSession
	reasonMessage
	reasonStreams
	reasonRunning
	reasonStopping
	reasonCount
)

func (r reason) String() string {
	return [reasonCount]string{
		"host", "origin", "path", "method", "url_token", "body", "bearer", "rate", "session", "message", "streams",
		"running", "stopping",
	}[r]
}

// refusal is the guard's no: an HTTP status with a JSON-RPC error as its body, so that any client can show the text.
type refusal struct {
	reason reason
	status int
	fault  Fault
	retry  time.Duration // when it is worth asking again
	allow  string        // the Allow header of a 405
}

func refuse(why reason, status int, text string) *refusal {
	return &refusal{reason: why, status: status, fault: Fault{Code: CodeRefused, Text: text}}
}

func (f *refusal) write(w http.ResponseWriter, c *call) {
	h := w.Header()
	if f.status == http.StatusUnauthorized {
		// Without resource_metadata: a client that is told of OAuth ignores the static token it was given.
		h.Set("WWW-Authenticate", "Bearer")
	}
	if f.allow != "" {
		h.Set("Allow", f.allow)
	}
	if f.retry > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(f.retry.Seconds()))))
	}
	if f.fault.Data == nil {
		f.fault.Data = map[string]string{CorrelationKey: c.correlation}
	}
	body, err := encodeError(nil, &f.fault)
	if err != nil {
		body = nil
	}
	h.Set("Content-Type", "application/json")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(f.status)
	_, _ = w.Write(body) // nobody is left to tell
}

// counters of the guard.
type counters struct {
	served  atomic.Uint64
	refused [reasonCount]atomic.Uint64
}

// Stats is what an operator may want to know of the door for agents.
type Stats struct {
	Principals int               // with a session, a stream, or a request not long ago
	Sessions   int               // legacy sessions
	Streams    int               // open notification streams
	Running    int               // calls in progress
	Served     uint64            // requests handed on since the start
	Refused    map[string]uint64 // requests refused since the start, by reason
}
