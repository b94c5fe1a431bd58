package tablegame

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/strictjson"
)

// Mode says when the table is open to whoever has no token. The zero one is never.
type Mode string

// The modes.
const (
	Off  Mode = "off"
	Auto Mode = "auto" // to programs of this machine, while only they reach any of its HTTP listeners
	On   Mode = "on"   // to everybody who reaches the endpoint
)

// Config is how a [Server] is set up. World is needed.
type Config struct {
	World   World
	Mode    Mode
	Local   bool       // only programs of this machine reach any HTTP listener
	Gate    guard.Gate // the names under which the server is reached, and whose pages may ask
	Policy  Policy     // about taunts
	Version string     // of this program
	// Changes says that something happened at a table, be it durable yet or not. Nil: streams show no change.
	Changes <-chan struct{}
	Log     *slog.Logger
}

// Server lets the table's own calls through without a token, if the rule allows it, and hands on everything else.
//
// The rule: never ([Off]); always ([On]); or ([Auto]) only while every HTTP listener of this process is on loopback,
// and the request's peer and Host are loopback too, its Origin is absent or loopback, and no header says that a proxy
// forwarded it. A reverse proxy on the same machine is therefore no way in.
type Server struct {
	cfg    Config
	house  *houseTable
	bounds *bounds
	feed   *feed
	served atomic.Uint64
	no     [reasonCount]atomic.Uint64
}

// New returns a server. The caller must [Server.Run] it.
func New(c Config) (*Server, error) {
	if c.World == nil {
		return nil, errors.New("set up the open table: no world")
	}
	switch c.Mode {
	case Off, Auto, On:
	default:
		return nil, fmt.Errorf("set up the open table: %q is not off, auto or on", c.Mode)
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	h := &houseTable{world: c.World, policy: c.Policy, by: &loop.By{Door: doorName, Session: caller}}
	return &Server{cfg: c, house: h, bounds: newBounds(), feed: newFeed(h, c.Changes)}, nil
}

// reason names why a caller without a token was refused, for counters.
type reason int

const (
	reasonClosed reason = iota
	reasonRate
	reasonRunning
	reasonStreams
	reasonBody
	reasonSlow
	reasonCount
)

func (r reason) String() string {
	return [reasonCount]string{
		"open_closed", "open_rate", "open_running", "open_streams", "open_body", "open_slow",
	}[r]
}

// Stats returns how many requests were served, and how many refused, by reason.
func (d *Server) Stats() (served uint64, refused map[string]uint64) {
	refused = map[string]uint64{}
	for why := range reasonCount {
		refused[why.String()] = d.no[why].Load()
	}
	return d.served.Load(), maps.Clone(refused)
}

// isOpen reports whether a request may be served without a token.
func (d *Server) isOpen(r *http.Request) bool {
	switch d.cfg.Mode {
	case On:
		return true
	case Auto:
		return d.cfg.Local && guard.IsLocal(r)
	case Off:
	}
	return false
}

// Audience says for whom the table is open, for the operator; "" for nobody.
func (d *Server) Audience() string {
	switch {
	case d.cfg.Mode == On:
		return "everybody"
	case d.cfg.Mode == Auto && d.cfg.Local:
		return "programs of this machine"
	}
	return ""
}

// Before returns a handler that serves what needs no token, and hands everything else to next, which must ask for one.
func (d *Server) Before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		route, isOurs := routeOf(r.URL.Path)
		switch {
		case isOurs:
			d.rest(w, r, route)
		case strings.TrimSuffix(r.URL.Path, "/") == mcpPath && r.Method == http.MethodPost &&
			len(r.Header.Values("Authorization")) == 0 && d.cfg.Gate.Check(r) == guard.SourceFine &&
			!guard.CarriesToken(r.URL) && d.isOpen(r):
			d.rpc(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// mcpPath is the path of the MCP endpoint, before which this server is.
const mcpPath = "/mcp"

// refusal is why a request is not served.
type refusal struct {
	why    reason
	status int
	text   string
	wait   time.Duration
}

// place takes a place for a request; the caller must call done.
func (d *Server) place(r *http.Request, what kind) (done func(), no *refusal) {
	done, why, wait := d.bounds.enter(source(r.RemoteAddr), what)
	if done != nil {
		return done, nil
	}
	text := "too many requests; wait as long as Retry-After says"
	switch why {
	case reasonStreams:
		text = fmt.Sprintf("too many streams are open; one address may have %d", StreamsPerAddressMax)
	case reasonRunning:
		text = fmt.Sprintf("too many requests are in progress; one address may have %d", RunningPerAddressMax)
	case reasonClosed, reasonRate, reasonBody, reasonSlow, reasonCount:
	}
	return nil, &refusal{why, http.StatusTooManyRequests, text, wait}
}

// read takes a body within its limits of size and time, and checks that it is JSON; "" is none.
func (d *Server) read(w http.ResponseWriter, r *http.Request) ([]byte, *refusal) {
	large := &refusal{
		why: reasonBody, status: http.StatusRequestEntityTooLarge,
		text: fmt.Sprintf("a request body may hold %d bytes", BodyBytesMax),
	}
	if r.ContentLength > BodyBytesMax {
		return nil, large
	}
	rc := http.NewResponseController(w)
	_ = rc.SetReadDeadline(time.Now().Add(BodyReadMax)) // not every connection can, for example in tests
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, BodyBytesMax))
	_ = rc.SetReadDeadline(time.Time{})
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return nil, large
	}
	if err != nil {
		return nil, &refusal{why: reasonBody, status: http.StatusBadRequest, text: "the body could not be read"}
	}
	if len(strings.TrimSpace(string(body))) == 0 {
		return nil, nil
	}
	if err := strictjson.Check(body); err != nil {
		return nil, &refusal{why: reasonBody, status: http.StatusBadRequest, text: "parse error: " + err.Error()}
	}
	return body, nil
}

// refused counts a refusal and sets the headers that go with it.
func (d *Server) refused(w http.ResponseWriter, no *refusal) {
	d.no[no.why].Add(1)
	if no.status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	if no.wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(no.wait.Seconds()))))
	}
}

// write sends JSON within the time that a write may take.
func (d *Server) write(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		d.cfg.Log.Error("could not write an answer of the table", slog.Any("err", err))
		status, body = http.StatusInternalServerError, []byte(`{"error":"the server failed on this request"}`)
	}
	rc := http.NewResponseController(w)
	_ = rc.SetWriteDeadline(time.Now().Add(WriteMax))
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n')) // nobody is left to tell
	_ = rc.Flush()
	_ = rc.SetWriteDeadline(time.Time{}) // the connection may serve others next
	if status < http.StatusBadRequest {
		d.served.Add(1)
	}
}
