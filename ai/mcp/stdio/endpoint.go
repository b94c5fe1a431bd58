package stdio

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// Endpoint is where a server is found, and the token for it.
type Endpoint struct {
	URL   string // the endpoint, http://127.0.0.1:7397/mcp
	Token string // the agent's bearer token
	// Proof is the SHA-256 of the server's certificate in hexadecimal, colons or not, when the server made that
	// certificate itself; then no other is taken. Empty: the machine's authorities vouch for the server.
	Proof string
}

// Check refuses an endpoint that cannot be one.
func (d Endpoint) Check() error {
	at, err := url.Parse(d.URL)
	switch {
	case err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https":
		return fmt.Errorf("%q is no http or https URL", d.URL)
	case d.Token == "":
		return errors.New("no token")
	case d.Proof != "" && len(d.fingerprint()) != 2*sha256.Size:
		return errors.New("the proof of a certificate is its SHA-256, 64 hexadecimal digits")
	}
	return nil
}

// fingerprint is the proof without what is only there to be read.
func (d Endpoint) fingerprint() string { return strings.ToLower(strings.ReplaceAll(d.Proof, ":", "")) }

// warn tells the log of a token that others could read.
func (d Endpoint) warn(log *slog.Logger) {
	at, err := url.Parse(d.URL)
	if err != nil || at.Scheme != "http" || at.Hostname() == "localhost" {
		return
	}
	if ip := net.ParseIP(at.Hostname()); !ip.IsLoopback() {
		log.Warn("the token travels unencrypted; use https", slog.String("host", at.Host))
	}
}

// endpoint returns the endpoint as it is known now.
func (b *bridge) endpoint() Endpoint {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.at
}

// find looks the endpoint up again, after the one that was tried did not answer. It reports whether there is another
// now.
func (b *bridge) find(ctx context.Context, tried Endpoint) bool {
	if b.cfg.Find == nil {
		return false
	}
	b.finding.Lock()
	defer b.finding.Unlock()
	if b.endpoint() != tried {
		return true // somebody else has found it meanwhile
	}
	found, err := b.cfg.Find(ctx)
	if err == nil {
		err = found.Check()
	}
	if err != nil {
		b.log.LogAttrs(ctx, slog.LevelDebug, "could not find the server", slog.Any("err", err))
		return false
	}
	b.mu.Lock()
	b.at = found
	b.mu.Unlock()
	return found != tried
}

// prove holds a server to the proof of the endpoint that is known now.
func (b *bridge) prove(state tls.ConnectionState) error {
	sum := sha256.Sum256(state.PeerCertificates[0].Raw)
	if hex.EncodeToString(sum[:]) != b.endpoint().fingerprint() {
		return errors.New("the server's certificate is not the one that was agreed on")
	}
	return nil
}

// client makes requests to an endpoint.
func (b *bridge) client(d Endpoint) *http.Client {
	if d.Proof != "" && b.cfg.Client == nil {
		return b.proven
	}
	return b.trusting
}

// newClient makes a client; prove, when there is one, takes the place of the authorities.
func newClient(prove func(tls.ConnectionState) error) *http.Client {
	transport := &http.Transport{
		ResponseHeaderTimeout: AnswerMax, MaxIdleConnsPerHost: callsMax, Proxy: http.ProxyFromEnvironment,
	}
	if prove != nil {
		transport.TLSClientConfig = &tls.Config{
			InsecureSkipVerify: true, //nolint:gosec // G402: prove compares the certificate itself, which is stricter
			VerifyConnection:   prove,
		}
	}
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
