package guard

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// forwarding are the headers that say a request came through a proxy, so that the connection's address is not the
// asker's. Names with the prefix X-Forwarded- count besides.
func forwarding() []string {
	return []string{
		"Forwarded", "Via", "X-Real-Ip", "X-Client-Ip", "X-Cluster-Client-Ip", "X-Original-Forwarded-For",
		"X-Original-Host", "X-Envoy-External-Address", "True-Client-Ip", "Cf-Connecting-Ip", "Fastly-Client-Ip",
		"X-Proxyuser-Ip", "Proxy-Connection",
	}
}

// isForwarded reports whether a header says that a request came through a proxy.
func isForwarded(h http.Header) bool {
	for _, name := range forwarding() {
		if _, there := h[name]; there {
			return true
		}
	}
	for name := range h {
		if strings.HasPrefix(name, "X-Forwarded") {
			return true
		}
	}
	return false
}

// IsLocal reports whether a program on this machine sent a request to this machine, as far as can be told: peer and
// Host are loopback, Origin is absent or loopback, and nothing says that a proxy stands between. A request in HTTP/1.0
// counts as forwarded, for that is how a proxy that was told nothing else passes on what strangers ask.
func IsLocal(r *http.Request) bool {
	if !r.ProtoAtLeast(1, 1) {
		return false
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !peer.Addr().Unmap().IsLoopback() || !isLoopback(hostname(r.Host)) || isForwarded(r.Header) {
		return false
	}
	origins := r.Header.Values("Origin")
	return len(origins) == 0 || len(origins) == 1 && isLocalOrigin(origins[0])
}

// ReadProxies reads addresses of proxies, each an IP address or a network such as 10.0.0.0/8.
func ReadProxies(texts []string) ([]netip.Prefix, error) {
	out := make([]netip.Prefix, 0, len(texts))
	for _, text := range texts {
		if addr, err := netip.ParseAddr(text); err == nil {
			addr = addr.Unmap().WithZone("")
			out = append(out, netip.PrefixFrom(addr, addr.BitLen()))
			continue
		}
		network, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("%q is no address of a proxy; an IP address is meant, or a network such as 10.0.0.0/8",
				text)
		}
		out = append(out, network.Masked())
	}
	return out, nil
}

// BehindProxies returns a handler for a listener that only these proxies, and programs on this machine, may use: they
// alone may speak plain HTTP to it, since they speak HTTPS to everybody else. Behind it a request's RemoteAddr is the
// asker's as the proxies tell it in X-Forwarded-For, whose last entry that is no proxy counts; a list that cannot be
// read leaves the proxy's own.
func BehindProxies(proxies []netip.Prefix, next http.Handler) http.Handler {
	trusted := func(addr netip.Addr) bool {
		return slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(addr) })
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peer, err := netip.ParseAddrPort(r.RemoteAddr)
		from := peer.Addr().Unmap().WithZone("")
		switch {
		case err != nil, !trusted(from) && !from.IsLoopback():
			http.Error(w, "This address takes plain HTTP from its own proxy only. Ask for the address with https.",
				http.StatusForbidden)
			return
		case trusted(from):
			told := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
			for _, hop := range slices.Backward(told) {
				addr, err := netip.ParseAddr(strings.TrimSpace(hop))
				if err != nil {
					break
				}
				if from = addr.Unmap().WithZone(""); !trusted(from) {
					break
				}
			}
			r = r.Clone(r.Context())
			r.RemoteAddr = net.JoinHostPort(from.String(), "0")
		}
		next.ServeHTTP(w, r)
	})
}
