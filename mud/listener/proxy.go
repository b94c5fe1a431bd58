package listener

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"net/netip"
)

// ProxyHeaderBytesMax bounds a header, its optional parts included. Those of real proxies have some hundred bytes.
const ProxyHeaderBytesMax = 4096

// Why a header was refused.
var (
	// ErrProxyMissing: what came first is no header.
	ErrProxyMissing = errors.New("a trusted proxy sent no PROXY header of version 2")
	// ErrProxyOld: the header is of version 1.
	ErrProxyOld = errors.New("a trusted proxy sent a PROXY header of version 1, a line of text; have it send version 2")
	// ErrProxyLong: the header has more than ProxyHeaderBytesMax bytes.
	ErrProxyLong = errors.New("a PROXY header is too long")
	// ErrProxyBroken: the header contradicts itself or the specification.
	ErrProxyBroken = errors.New("a PROXY header is broken")
)

// ProxyHeader is what a proxy says of a connection.
type ProxyHeader struct {
	// From is the client's address. It is not valid when the proxy speaks for itself, as it does to see whether the
	// server is well (the command LOCAL), or cannot tell an address that means anything here (a Unix socket, a family
	// left open): then the connection's own address counts.
	From netip.AddrPort
}

// The parts of a header.
const (
	signature = "\r\n\r\n\x00\r\nQUIT\n"
	oldWord   = "PROXY "

	fixedBytes = 16 // signature, version and command, family and transport, length
	version2   = 0x20
	cmdLocal   = 0x0
	cmdProxy   = 0x1

	familyOpen = 0x0
	family4    = 0x1
	family6    = 0x2
	familyUnix = 0x3

	transportOpen   = 0x0
	transportStream = 0x1

	bytes4    = 12  // two addresses of IPv4 and two ports
	bytes6    = 36  // of IPv6
	bytesUnix = 216 // two paths

	partHead   = 3 // of an optional part: its kind and length
	partCRC32C = 0x03
	crcBytes   = 4
)

// ReadProxyHeader reads one header, and nothing behind it. What does not begin like one is refused at its first wrong
// byte.
func ReadProxyHeader(r io.Reader) (ProxyHeader, error) {
	var fixed [fixedBytes]byte
	for n := 0; n < len(fixed); {
		// Never more than the fixed part: what lies behind the header is the client's.
		m, err := r.Read(fixed[n:])
		n += m
		if wrong := begins(fixed[:n]); wrong != nil {
			return ProxyHeader{}, wrong
		}
		if err != nil && n < len(fixed) {
			return ProxyHeader{}, ended(err, n)
		}
	}
	size := int(binary.BigEndian.Uint16(fixed[14:]))
	if fixedBytes+size > ProxyHeaderBytesMax {
		return ProxyHeader{}, fmt.Errorf("%w: %d bytes, at most %d are read",
			ErrProxyLong, fixedBytes+size, ProxyHeaderBytesMax)
	}
	whole := make([]byte, fixedBytes+size)
	copy(whole, fixed[:])
	if n, err := io.ReadFull(r, whole[fixedBytes:]); err != nil {
		return ProxyHeader{}, ended(err, fixedBytes+n)
	}
	return parseProxyHeader(whole)
}

// begins says what is wrong with the first bytes of a header, as far as they came.
func begins(p []byte) error {
	p = p[:min(len(p), len(signature))]
	if string(p) == signature[:len(p)] {
		return nil
	}
	old := p[:min(len(p), len(oldWord))]
	switch {
	case string(old) != oldWord[:len(old)]:
		return ErrProxyMissing
	case len(old) == len(oldWord):
		return ErrProxyOld
	}
	return nil // it may be the first version: the next bytes tell
}

// ended says that the header did not come to its end.
func ended(err error, at int) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		if at == 0 {
			return fmt.Errorf("%w: the connection ended before it", ErrProxyMissing)
		}
		return fmt.Errorf("%w: it ends behind byte %d", ErrProxyBroken, at)
	}
	return fmt.Errorf("read the PROXY header, of which %d bytes came: %w", at, err)
}

// parseProxyHeader takes a whole header apart.
func parseProxyHeader(whole []byte) (ProxyHeader, error) {
	command, family, transport := whole[12]&0x0f, whole[13]>>4, whole[13]&0x0f
	switch {
	case whole[12]&0xf0 != version2:
		return ProxyHeader{}, fmt.Errorf("%w: its version is %d", ErrProxyBroken, whole[12]>>4)
	case command != cmdLocal && command != cmdProxy:
		return ProxyHeader{}, fmt.Errorf("%w: its command is %d", ErrProxyBroken, command)
	}
	if command == cmdLocal { // whatever it says of addresses is to be passed over
		return ProxyHeader{}, nil
	}
	said := whole[fixedBytes:]
	var own int
	switch family {
	case familyOpen:
	case family4:
		own = bytes4
	case family6:
		own = bytes6
	case familyUnix:
		own = bytesUnix
	default:
		return ProxyHeader{}, fmt.Errorf("%w: its address family is %d", ErrProxyBroken, family)
	}
	switch {
	case transport != transportStream && transport != transportOpen:
		return ProxyHeader{}, fmt.Errorf("%w: its transport is %d, which is no stream", ErrProxyBroken, transport)
	case len(said) < own:
		return ProxyHeader{}, fmt.Errorf("%w: %d bytes of addresses, %d are needed", ErrProxyBroken, len(said), own)
	case family == familyOpen || transport == transportOpen || family == familyUnix:
		return ProxyHeader{}, checkParts(whole, fixedBytes+own)
	}
	half := (own - 4) / 2
	addr, _ := netip.AddrFromSlice(said[:half])
	from := netip.AddrPortFrom(addr.Unmap(), binary.BigEndian.Uint16(said[2*half:]))
	if err := checkParts(whole, fixedBytes+own); err != nil {
		return ProxyHeader{}, err
	}
	return ProxyHeader{From: from}, nil
}

// checkParts walks the optional parts, which begin at an offset, and compares the checksum if there is one. Nothing
// else of them is used.
func checkParts(whole []byte, at int) error {
	for at < len(whole) {
		if len(whole)-at < partHead {
			return fmt.Errorf("%w: an optional part is cut off", ErrProxyBroken)
		}
		kind, size := whole[at], int(binary.BigEndian.Uint16(whole[at+1:]))
		at += partHead
		if len(whole)-at < size {
			return fmt.Errorf("%w: an optional part is longer than what is left", ErrProxyBroken)
		}
		if kind == partCRC32C {
			if size != crcBytes {
				return fmt.Errorf("%w: a checksum of %d bytes", ErrProxyBroken, size)
			}
			want := binary.BigEndian.Uint32(whole[at:])
			clear(whole[at : at+crcBytes])
			if got := crc32.Checksum(whole, crc32.MakeTable(crc32.Castagnoli)); got != want {
				return fmt.Errorf("%w: its checksum is wrong", ErrProxyBroken)
			}
			binary.BigEndian.PutUint32(whole[at:], want)
		}
		at += size
	}
	return nil
}
