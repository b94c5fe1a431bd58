package guard

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// SourceFault says what is wrong with where a request comes from. The zero value: nothing is.
type SourceFault int

// The faults of a source.
const (
	SourceFine   SourceFault = iota
	SourceHost               // reached under a foreign name
	SourceOrigin             // asked by a foreign web page
)

// Text is what a client is told.
func (f SourceFault) Text() string {
	switch f {
	case SourceHost:
		return "this server is not reached under that host name"
	case SourceOrigin:
		return "pages of that origin may not ask this server"
	case SourceFine:
	}
	return ""
}

// URLTokenText answers a request that carries a token where it does not belong.
const URLTokenText = "a token in the URL ends up in logs and histories; send it as Authorization: Bearer, and " +
	"replace this one"

// anyHost among the hosts lets every Host header pass.
const anyHost = "*"

// Gate knows under which names the server may be reached, and from which web pages; the loopback ones always.
type Gate struct {
	hosts   map[string]bool
	origins map[string]bool
}

// NewGate returns a gate for hosts without a port, "*" meaning any, and for web origins such as https://example.org.
func NewGate(hosts, origins []string) Gate {
	g := Gate{hosts: make(map[string]bool, len(hosts)), origins: make(map[string]bool, len(origins))}
	for _, host := range hosts {
		g.hosts[strings.ToLower(strings.TrimSuffix(host, "."))] = true
	}
	for _, origin := range origins {
		g.origins[strings.ToLower(strings.TrimSuffix(origin, "/"))] = true
	}
	return g
}

// Check says what is wrong with a request's Host or Origin (MCP 2025-11-25, transports: invalid Origin is 403).
func (g Gate) Check(r *http.Request) SourceFault {
	host := hostname(r.Host)
	if !g.hosts[anyHost] && !isLoopback(host) && !g.hosts[host] {
		return SourceHost
	}
	origins := r.Header.Values("Origin")
	if len(origins) > 1 || len(origins) == 1 && !g.origin(origins[0]) {
		return SourceOrigin
	}
	return SourceFine
}

func (g Gate) origin(text string) bool {
	if g.origins[strings.ToLower(text)] {
		return true
	}
	return isLocalOrigin(text)
}

// isLocalOrigin reports whether a page was served by this machine.
func isLocalOrigin(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Path != "" || u.RawQuery != "" || u.User != nil {
		return false
	}
	return isLoopback(strings.ToLower(u.Hostname()))
}

// hostname strips the port and the final dot, and lowers the letters. What stands behind a colon and is no number is no
// port: 127.0.0.1:80.example.org is a name of example.org's.
func hostname(host string) string {
	if name, port, err := net.SplitHostPort(host); err == nil && strings.Trim(port, "0123456789") == "" {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}

func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// CarriesToken reports whether a URL's query holds what looks like a credential (RFC 6750, 2.3 is not served).
func CarriesToken(u *url.URL) bool {
	if u.RawQuery == "" {
		return false
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return true
	}
	for name, values := range query { // one is enough; the order does not matter
		switch strings.ToLower(name) {
		case "access_token", "token", "bearer", "authorization", "auth", "api_key", "apikey", "key", "secret":
			return true
		}
		if strings.Contains(strings.ToLower(name+" "+strings.Join(values, " ")), tokenBegins) {
			return true
		}
	}
	return false
}

// tokenBegins is how this server's tokens begin (package account).
const tokenBegins = "mlk_"
