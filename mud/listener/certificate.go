package listener

import (
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// CertificateLookEvery is the least time between two looks at the files of a certificate, and so the longest that a
// renewed one waits while there are connections.
const CertificateLookEvery = 2 * time.Second

// Certificate is a certificate that may change while it is used.
type Certificate struct {
	files pair
	log   *slog.Logger
	now   func() time.Time

	mu     sync.Mutex
	chain  *tls.Certificate
	state  [2]stamp // of the files when chain was read, or when they could not be
	looked time.Time
}

// pair is the two files of a certificate.
type pair struct{ cert, key string }

// stamp tells whether a file has changed.
type stamp struct {
	at   time.Time
	size int64
}

// CertificateFiles reads a certificate with its chain, and its key, from PEM files. The certificate is read again when
// one of the files changes; one that cannot be used then is told to the log, and the old one stays. A nil log is
// silent.
func CertificateFiles(cert, key string, log *slog.Logger) (*Certificate, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	c := &Certificate{files: pair{cert, key}, log: log, now: time.Now}
	chain, err := c.files.read()
	if err != nil {
		return nil, err
	}
	c.chain, c.state, c.looked = chain, c.files.stamps(), c.now()
	return c, nil
}

// Config returns how a server uses the certificate: TLS 1.2 or later, and HTTP/1.1 inside it, since HTTP/2 would need
// limits of its own.
func (c *Certificate) Config() *tls.Config {
	return &tls.Config{
		MinVersion:     tls.VersionTLS12,
		NextProtos:     []string{"http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.current(), nil },
	}
}

// Fingerprint returns the SHA-256 of the certificate in use, in hexadecimal digits.
func (c *Certificate) Fingerprint() string {
	sum := sha256.Sum256(c.current().Certificate[0])
	return hex.EncodeToString(sum[:])
}

// current returns the certificate, read again if its files have changed.
func (c *Certificate) current() *tls.Certificate {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	if now.Sub(c.looked) < CertificateLookEvery {
		return c.chain
	}
	c.looked = now
	state := c.files.stamps()
	if state == c.state {
		return c.chain
	}
	c.state = state
	chain, err := c.files.read()
	if err != nil {
		// One of two files may have been written and the other not yet: the next look finds both.
		c.log.Warn("the changed certificate cannot be used, the old one stays in use", slog.Any("err", err))
		return c.chain
	}
	c.chain = chain
	c.log.Info("the changed certificate is in use", slog.Time("until", chain.Leaf.NotAfter))
	return c.chain
}

func (p pair) stamps() [2]stamp {
	var out [2]stamp
	for i, name := range []string{p.cert, p.key} {
		if info, err := os.Stat(name); err == nil { // a file that is gone has the zero stamp
			out[i] = stamp{info.ModTime(), info.Size()}
		}
	}
	return out
}

// read reads both files and says what is wrong with them.
func (p pair) read() (*tls.Certificate, error) {
	chain, err := tls.LoadX509KeyPair(p.cert, p.key)
	switch {
	case errors.Is(err, os.ErrNotExist), errors.Is(err, os.ErrPermission):
		return nil, fmt.Errorf("read the certificate: %w", err)
	case err != nil:
		return nil, fmt.Errorf("read the certificate %s with the key %s: %w; both must be PEM, and the key the "+
			"certificate's own", p.cert, p.key, err)
	}
	if chain.Leaf == nil {
		if chain.Leaf, err = x509.ParseCertificate(chain.Certificate[0]); err != nil {
			return nil, fmt.Errorf("read the certificate %s: %w", p.cert, err)
		}
	}
	return &chain, nil
}
