package guard

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// anyHost in [Config].Hosts lets every Host header pass.
const anyHost = "*"

// gate knows under which names the server may be reached, and from which web pages. A page of a stranger that makes
// its own name point at a local server (DNS rebinding) is stopped by the Host, an ordinary one by the Origin.
type gate struct {
	hosts   map[string]bool
	origins map[string]bool
}

func newGate(hosts, origins []string) gate {
	g := gate{hosts: make(map[string]bool, len(hosts)), origins: make(map[string]bool, len(origins))}
	for _, host := range hosts {
		g.hosts[strings.ToLower(strings.TrimSuffix(host, "."))] = true
	}
	for _, origin := range origins {
		g.origins[strings.ToLower(strings.TrimSuffix(origin, "/"))] = true
	}
	return g
}

// check refuses a request with a foreign Host or Origin (MCP 2025-11-25, transports: invalid Origin is 403).
func (g gate) check(r *http.Request) *refusal {
	host := hostname(r.Host)
	if !g.hosts[anyHost] && !isLoopback(host) && !g.hosts[host] {
		return refuse(reasonHost, http.StatusForbidden, "this server is not reached under that host name")
	}
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		return nil
	}
	if len(origins) > 1 || !g.origin(origins[0]) {
		return refuse(reasonOrigin, http.StatusForbidden, "pages of that origin may not ask this server")
	}
	return nil
}

func (g gate) origin(text string) bool {
	if g.origins[strings.ToLower(text)] {
		return true
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Path != "" || u.RawQuery != "" || u.User != nil {
		return false
	}
	return isLoopback(strings.ToLower(u.Hostname()))
}

// hostname strips the port and the final dot, and lowers the letters.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
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

// carriesToken reports whether a URL's query holds what looks like a credential (RFC 6750, 2.3 is not served).
func carriesToken(u *url.URL) bool {
	if u.RawQuery == "" {
		return false
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return true
	}
	for name := range query {
		switch strings.ToLower(name) {
		case "access_token", "token", "bearer", "authorization", "auth", "api_key", "apikey", "key", "secret":
			return true
		}
	}
	return false
}
