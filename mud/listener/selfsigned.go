package listener

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Names of the files that [SelfSigned] keeps. The key's is mode 0600.
const (
	SelfCertName = "https_cert.pem"
	SelfKeyName  = "https_key.pem"
)

const (
	selfLasts   = 10 * 365 * 24 * time.Hour // clients trust the fingerprint, so it should seldom change
	selfRenewed = 30 * 24 * time.Hour       // before its end another is made at a start
	serialBits  = 127
)

// SelfSigned returns the certificate that a data folder keeps, and makes one if there is none or the one there ends
// within 30 days. It names localhost, the loopback addresses and the given hosts; "*" among them names nothing. A
// certificate that is kept is not made anew for another name, since clients know its fingerprint: remove both files for
// that.
func SelfSigned(dir string, hosts []string, log *slog.Logger) (*Certificate, error) {
	files := pair{filepath.Join(dir, SelfCertName), filepath.Join(dir, SelfKeyName)}
	kept, err := files.read()
	switch {
	case err == nil && time.Until(kept.Leaf.NotAfter) > selfRenewed:
	case err == nil || errors.Is(err, fs.ErrNotExist):
		if err := files.make(hosts); err != nil {
			return nil, fmt.Errorf("make a certificate: %w", err)
		}
	default:
		return nil, fmt.Errorf("%w; remove both files to have another made", err)
	}
	return CertificateFiles(files.cert, files.key, log)
}

// make writes a certificate and its key. The key comes first: a certificate without one is made anew at the next start.
func (p pair) make(hosts []string) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return fmt.Errorf("make a key: %w", err)
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), serialBits))
	if err != nil {
		return fmt.Errorf("read randomness: %w", err)
	}
	now := time.Now()
	cert := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "mudlark"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(selfLasts),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true,
		DNSNames:              []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
	}
	for _, host := range hosts {
		if ip := net.ParseIP(host); ip != nil {
			cert.IPAddresses = append(cert.IPAddresses, ip)
		} else if host != "*" && !slices.Contains(cert.DNSNames, host) {
			cert.DNSNames = append(cert.DNSNames, host)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, cert, cert, key.Public(), key)
	if err != nil {
		return fmt.Errorf("sign it: %w", err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return fmt.Errorf("encode the key: %w", err)
	}
	_ = os.Remove(p.cert) // so that a crash between the two leaves no certificate of another key
	if err := keepPEM(p.key, "PRIVATE KEY", secret); err != nil {
		return err
	}
	return keepPEM(p.cert, "CERTIFICATE", der)
}

func keepPEM(path, kind string, der []byte) error {
	text := pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
	if err := os.WriteFile(path, text, 0o600); err != nil {
		return fmt.Errorf("keep it: %w", err)
	}
	return nil
}
