package listener_test

import (
	"crypto/tls"
	"crypto/x509"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/listener"
)

func serial(t *testing.T, s *listener.Certificate) string {
	t.Helper()
	c, err := s.Config().GetCertificate(&tls.ClientHelloInfo{})
	if err != nil {
		t.Fatal(err)
	}
	return c.Leaf.SerialNumber.String()
}

func TestSelfIsKept(t *testing.T) {
	dir := t.TempDir()
	first, err := listener.SelfSigned(dir, []string{"play.example.org", "192.0.2.7", "*"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	again, err := listener.SelfSigned(dir, []string{"other.example.org"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := again.Fingerprint(), first.Fingerprint(); got != want {
		t.Errorf("the fingerprint after a second start = %s, want %s", got, want)
	}
	if got, want := len(first.Fingerprint()), 64; got != want {
		t.Errorf("the fingerprint has %d digits, want %d", got, want)
	}
	c, _ := first.Config().GetCertificate(&tls.ClientHelloInfo{})
	for _, host := range []string{"localhost", "127.0.0.1", "::1", "play.example.org", "192.0.2.7"} {
		if err := c.Leaf.VerifyHostname(host); err != nil {
			t.Errorf("the certificate does not name %s: %v", host, err)
		}
	}
	roots := x509.NewCertPool()
	roots.AddCert(c.Leaf)
	if _, err := c.Leaf.Verify(x509.VerifyOptions{Roots: roots, DNSName: "localhost"}); err != nil {
		t.Errorf("a client that trusts it by hand refuses it: %v", err)
	}
	info, err := os.Stat(filepath.Join(dir, listener.SelfKeyName))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := info.Mode().Perm(), os.FileMode(0o600); got != want {
		t.Errorf("the key's mode = %o, want %o", got, want)
	}
}

func TestChangedFilesAreTakenUp(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	for _, d := range []string{dir, other} {
		if _, err := listener.SelfSigned(d, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	crt, key := filepath.Join(dir, listener.SelfCertName), filepath.Join(dir, listener.SelfKeyName)
	s, err := listener.CertificateFiles(crt, key, nil)
	if err != nil {
		t.Fatal(err)
	}
	old := serial(t, s)
	now := time.Now()
	s.SetClock(func() time.Time { return now })

	write(t, crt, []byte("half a certificate"), now.Add(time.Minute))
	now = now.Add(2 * listener.CertificateLookEvery)
	if got := serial(t, s); got != old {
		t.Errorf("a broken file took the place of a good certificate: %s, want %s", got, old)
	}

	write(t, crt, read(t, filepath.Join(other, listener.SelfCertName)), now.Add(2*time.Minute))
	write(t, key, read(t, filepath.Join(other, listener.SelfKeyName)), now.Add(2*time.Minute))
	if got := serial(t, s); got != old {
		t.Errorf("the files were read again at once: %s, want %s", got, old)
	}
	now = now.Add(2 * listener.CertificateLookEvery)
	if got := serial(t, s); got == old {
		t.Errorf("the renewed certificate is not in use: %s still", got)
	}
}

func TestUnusableFiles(t *testing.T) {
	dir := t.TempDir()
	if _, err := listener.CertificateFiles(filepath.Join(dir, "none"), filepath.Join(dir, "none"), nil); err == nil {
		t.Error("files that are not there make a certificate")
	}
	if _, err := listener.SelfSigned(dir, nil, nil); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, listener.SelfKeyName), []byte("no key"), time.Now())
	if _, err := listener.SelfSigned(dir, nil, nil); err == nil || !strings.Contains(err.Error(), "remove both files") {
		t.Errorf("a kept certificate with a broken key: %v, want advice", err)
	}
}

func write(t *testing.T, path string, text []byte, at time.Time) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
