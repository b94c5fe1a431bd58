package websocket

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/coder/websocket"
)

// Protocol is what is spoken inside a WebSocket.
type Protocol string

// The sub-protocols (mudstandards.org, "Using RFC 6455 WebSocket for MUDs").
const (
	Telnet   Protocol = "telnet.mudstandards.org"
	GMCP     Protocol = "gmcp.mudstandards.org"
	Terminal Protocol = "terminal.mudstandards.org"
)

// Protocols lists the sub-protocols in the order of choice, whatever order a client names them in.
func Protocols() []Protocol { return []Protocol{Telnet, GMCP, Terminal} }

// Door turns HTTP requests into connections. Its zero value lets in whoever comes without a page of another site.
type Door struct {
	// Origins are the web pages besides those of the same host that may connect, as https://play.example.org.
	Origins []string
	// Admit is asked before a connection is made: an empty word lets it in, another is the client's answer.
	Admit func(r *http.Request) (word string, status int)
	// Slowed is told when something has to wait for its turn. Nil means nobody is.
	Slowed func()
}

// IsOrigin reports whether a text names a web page's origin: a scheme and a host, with a port if need be.
func IsOrigin(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil &&
		!strings.ContainsAny(u.Host, `*?[\`) && u.Path == "" && u.RawQuery == "" && u.Fragment == ""
}

// Accept makes a connection out of a request, or answers why not, and says what became of it: "" for a connection.
func (d *Door) Accept(w http.ResponseWriter, r *http.Request) (*Conn, Reason) {
	chosen, ok := choose(r)
	if !ok {
		http.Error(w, "This WebSocket speaks "+names()+"; your client names none of them in Sec-WebSocket-Protocol.",
			http.StatusBadRequest)
		return nil, ReasonProtocol
	}
	if d.Admit != nil {
		if word, status := d.Admit(r); word != "" {
			http.Error(w, word, status)
			return nil, ReasonRefused
		}
	}
	slowed := d.Slowed
	if slowed == nil {
		slowed = func() {}
	}
	taken := &hijacking{ResponseWriter: w, slowed: slowed}
	c := &Conn{protocol: chosen, messages: newBucket(MessagesPerSecond, MessageBurst)}
	ws, err := websocket.Accept(taken, r, &websocket.AcceptOptions{
		Subprotocols: []string{string(chosen)}, OriginPatterns: d.Origins, OnPingReceived: c.pinged,
	})
	if err != nil {
		return nil, ReasonHandshake // the library has answered
	}
	c.begin(ws, taken.sluice)
	return c, ""
}

// choose picks the sub-protocol. A client that names none is taken for one that tunnels telnet, as most do that came
// before the names; one that names others only is refused.
func choose(r *http.Request) (Protocol, bool) {
	var named []string
	for _, list := range r.Header.Values("Sec-Websocket-Protocol") {
		for name := range strings.SplitSeq(list, ",") {
			named = append(named, strings.ToLower(strings.TrimSpace(name)))
		}
	}
	for _, p := range Protocols() {
		if slices.Contains(named, string(p)) {
			return p, true
		}
	}
	return Telnet, len(named) == 0
}

func names() string {
	var out []string
	for _, p := range Protocols() {
		out = append(out, string(p))
	}
	return strings.Join(out, ", ")
}

var _ net.Conn = (*Conn)(nil)
