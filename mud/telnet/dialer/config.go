package dialer

import (
	"context"
	"crypto/x509"
	"net"
	"time"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// Config says whom to call and as what. Only Addr must be given; whatever is left out claims, keeps and allows nothing.
type Config struct {
	// Addr is "host:port", an IPv6 address in brackets.
	Addr string
	// TLS says whether the connection is encrypted.
	TLS TLS
	// Pins remembers certificates that no authority vouches for. Without it they are refused.
	Pins Pins
	// Uncompressed refuses MCCP2, for a server whose compression cannot be read.
	Uncompressed bool
	// Roots are the authorities that vouch for certificates; nil means the system's.
	Roots *x509.CertPool

	// Width and Height are the window in columns and rows; 0 means 80 by 24.
	Width, Height int
	// Reader says that a screen reader reads along.
	Reader bool
	// Depth is how many colours are shown.
	Depth Depth
	// Name and Version are those of the program that calls; empty means MUDLARK, and no version.
	Name, Version string
	// Supports are the packages of GMCP that are understood, each with its version, as "Char 1".
	Supports []string
	// Login gives what Char.Login is answered with, when a server asks; ok is false where nothing is remembered. It is
	// called once for a connection, from the goroutine that reads, and what it gives is not kept.
	Login func() (account, password string, ok bool)

	// Limits bound what a server may send.
	Limits Limits
	// Dial makes the connection; nil means a net.Dialer. The deadlines of what it returns must work.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)

	preview bool // nothing but the card is wanted
}

// TLS says when a connection is encrypted.
type TLS uint8

// The choices.
const (
	// Auto encrypts if a certificate of the address is remembered. Otherwise a Note tells of a port with TLS, if the
	// server names one.
	Auto TLS = iota
	// Off never encrypts.
	Off
	// On always does.
	On
)

// Depth is how many colours are shown.
type Depth uint8

// The depths. The zero value is what any terminal shows.
const (
	Depth16 Depth = iota
	Depth256
	DepthTrue
	DepthNone
)

// Limits bound what a server may send and how long things may take. 0 means the constant of that name.
type Limits struct {
	LineBytes    int           // the longest line; the rest of it is cut off, and a Note says so
	GMCPBytes    int           // the longest data of a GMCP message; a longer one is dropped, and a Note says so
	GMCPDepth    int           // how deep its arrays and objects may be nested; a deeper one is dropped
	SubBytes     int           // the longest other subnegotiation; a longer one is dropped
	OutBytes     int           // what may wait to be sent; more ends the connection
	Negotiations int           // commands in a NegotiationWindow that may draw an answer; more end the connection
	InflateRatio int           // how many times its size compressed text may grow to; more ends the connection
	Dial         time.Duration // how long it may take to connect and to agree on TLS
	Silence      time.Duration // how long a line may stand unfinished before it is taken for a prompt
}

// What the limits are where Limits say nothing.
const (
	LineBytes    = SieveLineMaxBytes
	GMCPBytes    = 256 << 10
	GMCPDepth    = 64
	SubBytes     = 256 << 10
	OutBytes     = 256 << 10
	Negotiations = 300
	InflateRatio = 200
	DialMax      = 15 * time.Second
	SilenceMax   = 250 * time.Millisecond
)

// The limits that are always the same.
const (
	// SubEndlessBytes is where a subnegotiation that does not end ends the connection.
	SubEndlessBytes = 4 * SubBytes
	// NegotiationWindow is the time in which Negotiations are counted.
	NegotiationWindow = 10 * time.Second
	// EventsMax is how many events wait to be taken before no more is read.
	EventsMax = 32
	// TypedMaxBytes is the longest line that can be sent.
	TypedMaxBytes = 16 << 10
	// CloseMax is how long what is queued may take to be sent when the connection ends.
	CloseMax = time.Second
	// LingerMax is how long a server may take to close its side after ours.
	LingerMax = 250 * time.Millisecond
	// LastWordsMax is how long a server that takes nothing more may go on talking.
	LastWordsMax = 2 * time.Second
	// keepAliveIdle is when the kernel begins to probe a silent server.
	keepAliveIdle = 60 * time.Second
	// PreviewMax is how long a Preview may take.
	PreviewMax = 5 * time.Second
	// PreviewPlainMax is when a Preview asks in plain text, as nothing was offered over telnet.
	PreviewPlainMax = 1500 * time.Millisecond
)

const (
	keepAliveInterval = 15 * time.Second
	keepAliveProbes   = 4
	readBytes         = 8 << 10
	inflateBytes      = 8 << 10
	keepOutBytes      = 4 << 10 // a buffer of more capacity is let go after use
	columnsDefault    = 80
	rowsDefault       = 24
	nameDefault       = "MUDLARK"
)

// filled is the limits with nothing left open.
func (l Limits) filled() Limits {
	for _, f := range []struct {
		of    *int
		usual int
	}{
		{&l.LineBytes, LineBytes}, {&l.GMCPBytes, GMCPBytes}, {&l.GMCPDepth, GMCPDepth}, {&l.SubBytes, SubBytes},
		{&l.OutBytes, OutBytes}, {&l.Negotiations, Negotiations}, {&l.InflateRatio, InflateRatio},
	} {
		if *f.of <= 0 {
			*f.of = f.usual
		}
	}
	if l.Dial <= 0 {
		l.Dial = DialMax
	}
	if l.Silence <= 0 {
		l.Silence = SilenceMax
	}
	return l
}

// bounds are those of GMCP.
func (l Limits) bounds() wire.GMCPBounds {
	return wire.GMCPBounds{DataBytes: l.GMCPBytes, Depth: l.GMCPDepth}
}
