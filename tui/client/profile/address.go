package profile

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
)

// DefaultPort is where a MUD is looked for whose address names no port.
const DefaultPort = "4000"

// Security says whether a connection is encrypted.
type Security string

// What Security may be.
const (
	Auto  Security = "auto" // if this machine knows that the address speaks TLS
	TLSOn Security = "on"
	Plain Security = "off"
)

func (s Security) valid() bool { return s == "" || s == Auto || s == TLSOn || s == Plain }

// Address is where a MUD is.
type Address struct {
	Host, Port string
	TLS        Security // as the scheme says; "" where there is none
}

// String is the address as a dialer takes it.
func (a Address) String() string { return net.JoinHostPort(a.Host, a.Port) }

// Key names the address as a folder can be named.
func (a Address) Key() string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '.', r == '-':
			return r
		}
		return '_'
	}, strings.ToLower(a.Host)+"_"+a.Port)
	name = strings.TrimLeft(name, "._-")
	if len(name) > nameMax {
		name = name[len(name)-nameMax:] // the port and what is rarest of the name
	}
	return strings.TrimLeft(name, "._-")
}

// hostMaxBytes is the longest name of a host in the DNS.
const hostMaxBytes = 253

// Parse reads an address: HOST, HOST:PORT, [V6]:PORT, a bare V6 address, or one of these behind telnet:// or
// telnets://. Nothing of a URL beside host and port is heeded.
func Parse(s string) (Address, error) {
	var a Address
	rest := strings.TrimSpace(s)
	if scheme, after, ok := strings.Cut(rest, "://"); ok {
		switch strings.ToLower(scheme) {
		case "telnet":
			a.TLS = Plain
		case "telnets":
			a.TLS = TLSOn
		default:
			return a, fmt.Errorf("%q begins with %s://, and only telnet:// and telnets:// lead to a MUD", s, scheme)
		}
		rest, _, _ = strings.Cut(after, "/")
		if i := strings.LastIndexByte(rest, '@'); i >= 0 {
			return a, errors.New("an address holds no name and no password: the MUD asks for them")
		}
	}
	host, port, err := net.SplitHostPort(rest)
	if err != nil { // no port
		host, port = strings.TrimSuffix(strings.TrimPrefix(rest, "["), "]"), DefaultPort
		if strings.ContainsRune(host, ':') && net.ParseIP(host) == nil {
			return a, fmt.Errorf("%q is no address: HOST, HOST:PORT or [V6]:PORT is", s)
		}
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return a, fmt.Errorf("%q is no port: a number from 1 to 65535 is", port)
	}
	if host == "" || len(host) > hostMaxBytes || strings.ContainsFunc(host, func(r rune) bool {
		return r <= ' ' || r >= 0x7f || strings.ContainsRune(`/\"'<>?#%[]`, r)
	}) {
		return a, fmt.Errorf("%q names no host", s)
	}
	a.Host, a.Port = host, port
	return a, nil
}
