package account

import (
	"net"
	"net/netip"
)

// sourceBits6 is how much of an IPv6 address tells one customer from another: a household is given a /64 at least, and
// may pick any address in it for every attempt (RFC 6177).
const sourceBits6 = 64

// Source is where a visitor comes from, as far as limits go: an IPv4 address or an IPv6 /64. Whatever has no address
// shares one Source, "unknown".
type Source string

// SourceOf gives the Source of a network address; of a proxied connection hand in the address the proxy vouches for.
func SourceOf(addr net.Addr) Source {
	const unknown Source = "unknown"
	if addr == nil {
		return unknown
	}
	ap, err := netip.ParseAddrPort(addr.String())
	ip := ap.Addr()
	if err != nil {
		if ip, err = netip.ParseAddr(addr.String()); err != nil {
			return unknown
		}
	}
	ip = ip.Unmap().WithZone("")
	if ip.Is4() {
		return Source(ip.String())
	}
	prefix, err := ip.Prefix(sourceBits6)
	if err != nil {
		return unknown
	}
	return Source(prefix.String())
}
