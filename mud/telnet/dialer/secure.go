package dialer

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"strings"
)

// Pins remembers what the certificate of an address was when it was first seen.
type Pins interface {
	// Pinned is what Pin was last given for an address; ok is false where that was nothing. With an error nobody can
	// know, and the address is not called: its certificate might be another, or it might have had one.
	Pinned(addr string) (fingerprint string, ok bool, err error)
	// Pin remembers a fingerprint, or Vouched, for an address, in the place of another.
	Pin(addr, fingerprint string) error
}

// Vouched is pinned in the place of a fingerprint where an authority vouches for an address: its certificates may
// change, but one that nobody vouches for is not taken any more.
const Vouched = "vouched"

// ErrUnvouched says that nobody vouches for a certificate, and that there is nowhere to remember it.
var ErrUnvouched = errors.New("nobody vouches for its certificate")

// PinChanged says that an address shows another certificate than it did, and that no authority vouches for it. Pinned
// is a fingerprint, the SHA-256 of the certificate in hexadecimal digits, or Vouched.
type PinChanged struct {
	Addr, Pinned, Found string
}

// Error tells both, and what to do.
func (e *PinChanged) Error() string {
	was := "has the SHA-256 " + e.Pinned
	if e.Pinned == Vouched {
		was = "was vouched for by an authority"
	}
	return fmt.Sprintf("the certificate of %s is not the one that was pinned: that one %s, this one has %s and nobody "+
		"vouches for it. Somebody may stand in between. If its owner says that it was renewed, pin the new one and "+
		"call again", e.Addr, was, e.Found)
}

// secrecy is what became of the certificate of a connection.
type secrecy struct {
	addr, host  string
	roots       *x509.CertPool
	pins        Pins
	fingerprint string
	vouched     bool
	note        string
}

// secure agrees on TLS.
func (c Config) secure(ctx context.Context, nc net.Conn, host string) (*tls.Conn, *secrecy, error) {
	name, _, _ := strings.Cut(host, "%") // a zone is no part of a name
	s := &secrecy{addr: c.Addr, host: name, roots: c.Roots, pins: c.Pins}
	t := tls.Client(nc, &tls.Config{
		ServerName: name, MinVersion: tls.VersionTLS12,
		InsecureSkipVerify: true, //nolint:gosec // VerifyConnection verifies, and pins what nobody vouches for
		VerifyConnection:   s.verify,
	})
	if err := t.HandshakeContext(ctx); err != nil {
		return nil, nil, fmt.Errorf("agree on TLS: %w", err)
	}
	return t, s, nil
}

// verify takes a certificate that an authority vouches for, or else that which was seen first.
func (s *secrecy) verify(state tls.ConnectionState) error {
	leaf := state.PeerCertificates[0]
	sum := sha256.Sum256(leaf.Raw)
	s.fingerprint = hex.EncodeToString(sum[:])
	pinned, known := "", false
	if s.pins != nil {
		var err error
		if pinned, known, err = s.pins.Pinned(s.addr); err != nil {
			return err
		}
	}
	between := x509.NewCertPool()
	for _, c := range state.PeerCertificates[1:] {
		between.AddCert(c)
	}
	_, err := leaf.Verify(x509.VerifyOptions{DNSName: s.host, Roots: s.roots, Intermediates: between})
	s.vouched = err == nil
	switch {
	case s.vouched && (s.pins == nil || pinned == Vouched):
		return nil
	case s.vouched:
		return s.pin(Vouched, "An authority vouches for this server's certificate; that is remembered.")
	case known && pinned == s.fingerprint:
		return nil
	case known:
		return &PinChanged{Addr: s.addr, Pinned: pinned, Found: s.fingerprint}
	case s.pins == nil:
		return fmt.Errorf("%w (%s): %w", ErrUnvouched, s.fingerprint, err)
	}
	return s.pin(s.fingerprint, "Nobody vouches for this server's certificate. It is remembered, and another one will be "+
		"refused: SHA-256 "+s.fingerprint)
}

// pin remembers, and has the player told.
func (s *secrecy) pin(fingerprint, note string) error {
	if err := s.pins.Pin(s.addr, fingerprint); err != nil {
		return fmt.Errorf("remember the certificate: %w", err)
	}
	s.note = note
	return nil
}
