package account

import (
	"net"
	"net/netip"
)

// sourceBits6 is how much of an IPv6 address tells one customer from another: a household is given a /64 at least, and
// may pick any address in it for every attempt (RFC 6177).
const sourceBits6 = 64

// unknownAddress is where those come from who have no address.
const unknownAddress = "unknown"

// Source is where a visitor comes from, as far as limits go: an IPv4 address or an IPv6 /64. Whatever has no address
// shares one Source, "unknown".
type Source string

// SourceOf gives the Source of a network address; of a proxied connection hand in the address the proxy vouches for.
func SourceOf(addr net.Addr) Source {
	ip, ok := ipOf(addr)
	if !ok {
		return Source(unknownAddress)
	}
	if ip.Is4() {
		return Source(ip.String())
	}
	prefix, err := ip.Prefix(sourceBits6)
	if err != nil {
		return Source(unknownAddress)
	}
	return Source(prefix.String())
}

// Net is the range of addresses that a Source stands for: one address of IPv4, a /64 of IPv6. It reports false where
// there is no address.
func (s Source) Net() (netip.Prefix, bool) {
	if net, err := netip.ParsePrefix(string(s)); err == nil {
		return net, true
	}
	addr, err := netip.ParseAddr(string(s))
	if err != nil {
		return netip.Prefix{}, false
	}
	return netip.PrefixFrom(addr, addr.BitLen()), true
}

// addressOf gives the IP address of a network address, without port and zone: what a firewall can be told.
func addressOf(addr net.Addr) string {
	ip, ok := ipOf(addr)
	if !ok {
		return unknownAddress
	}
	return ip.String()
}

func ipOf(addr net.Addr) (netip.Addr, bool) {
	if addr == nil {
		return netip.Addr{}, false
	}
	ap, err := netip.ParseAddrPort(addr.String())
	ip := ap.Addr()
	if err != nil {
		if ip, err = netip.ParseAddr(addr.String()); err != nil {
			return netip.Addr{}, false
		}
	}
	return ip.Unmap().WithZone(""), true
}

// TextAddr is a network address as an HTTP request has it.
type TextAddr string

// Network implements net.Addr.
func (TextAddr) Network() string { return "tcp" }

// String implements net.Addr.
func (a TextAddr) String() string { return string(a) }
