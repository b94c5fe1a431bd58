package remote

import (
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Limits of the wire.
const (
	answerBytesMost  = 8 << 20          // of one answer of the server
	refusalBytesMost = 64 << 10         // of one that says what was wrong with the request
	answerBeginsMost = 45 * time.Second // the longest wait of the tool events is 25 s
	connectionsKept  = 128              // between calls; each line has one that waits
	retryAfterMost   = time.Minute      // a server may ask us to stay away for so long
	redirectBegins   = 300
	redirectEnds     = 400
)

// deniedError says that the server does not take a token, or no longer.
type deniedError struct{ body string }

// Error implements error.
func (e *deniedError) Error() string {
	return "the server does not take the token of " + e.body + ": it was revoked, it is over, or it never was one"
}

// awayError says that the server could not be reached, or went away before it had answered. What was called may have
// been done.
type awayError struct {
	after time.Duration // the server asks to come back then; 0: it said nothing
	err   error
}

// Error implements error.
func (e *awayError) Error() string { return "the server is away: " + e.err.Error() }

// Unwrap returns what was met.
func (e *awayError) Unwrap() error { return e.err }

// CheckURL refuses an address that is none, and one to which tokens would travel in the clear, unless that is wanted.
func CheckURL(text string, isInsecure bool) error {
	at, err := url.Parse(text)
	switch {
	case err != nil || at.Hostname() == "" || at.Scheme != "http" && at.Scheme != "https":
		return fmt.Errorf("%q is no http or https URL", text)
	case at.User != nil || at.RawQuery != "" || at.Fragment != "":
		return errors.New("the URL must be without user, query and fragment; tokens belong in their file")
	case at.Scheme == "https" || isInsecure || isHere(at.Hostname()):
		return nil
	}
	return fmt.Errorf("%s is on another machine and not https, so whoever is on the way could read the tokens: use "+
		"https, or say --insecure if the way is safe by other means", at.Host)
}

func isHere(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.Unmap().IsLoopback()
}

// newTransport makes what carries the requests. With a proof, the SHA-256 of a certificate that the server made itself,
// no other is taken; without one the machine's authorities vouch for the server.
func newTransport(proof string) (*http.Transport, error) {
	t := &http.Transport{
		ResponseHeaderTimeout: answerBeginsMost, MaxIdleConnsPerHost: connectionsKept, ForceAttemptHTTP2: true,
		IdleConnTimeout: time.Minute, Proxy: http.ProxyFromEnvironment,
		HTTP2:       &http.HTTP2Config{SendPingTimeout: keepAliveEvery, PingTimeout: keepAliveEvery}, // all lines share one
		DialContext: (&net.Dialer{Timeout: dialMost, KeepAlive: keepAliveEvery}).DialContext,
	}
	if proof == "" {
		return t, nil
	}
	want := strings.ToLower(strings.ReplaceAll(proof, ":", ""))
	if raw, err := hex.DecodeString(want); err != nil || len(raw) != sha256.Size {
		return nil, errors.New("the proof of a certificate is its SHA-256, 64 hexadecimal digits")
	}
	t.TLSClientConfig = &tls.Config{
		MinVersion:         tls.VersionTLS12,
		InsecureSkipVerify: true, //nolint:gosec // G402: VerifyConnection compares the certificate itself, which is stricter
		VerifyConnection: func(s tls.ConnectionState) error {
			if sum := sha256.Sum256(s.PeerCertificates[0].Raw); hex.EncodeToString(sum[:]) != want {
				return errors.New("the server's certificate is not the one that was agreed on")
			}
			return nil
		},
	}
	return t, nil
}

const (
	dialMost       = 10 * time.Second
	keepAliveEvery = 15 * time.Second
)

// driverHeader says which program drives a body, so that a second one can be told that there is a first.
const driverHeader = "Mudlark-Driver"

// wire carries the requests for one body. What the transport or the server says turns into errors that can be told
// apart, and nothing that comes is longer than its limit.
type wire struct {
	http.RoundTripper

	body, driver string
}

// RoundTrip implements [http.RoundTripper].
func (w wire) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set(driverHeader, w.driver)
	response, err := w.RoundTripper.RoundTrip(r)
	if err != nil {
		if r.Context().Err() != nil {
			return nil, err //nolint:wrapcheck // whoever called has gone
		}
		return nil, &awayError{err: err}
	}
	code := response.StatusCode
	switch {
	case code == http.StatusUnauthorized:
		_ = response.Body.Close()
		return nil, &deniedError{w.body}
	case code >= http.StatusInternalServerError, code >= redirectBegins && code < redirectEnds,
		code == http.StatusForbidden, code == http.StatusNotFound, code == http.StatusMethodNotAllowed:
		after, _ := strconv.Atoi(response.Header.Get("Retry-After"))
		_ = response.Body.Close()
		return nil, &awayError{
			after: min(time.Duration(max(after, 0))*time.Second, retryAfterMost),
			err:   fmt.Errorf("it answered %s", response.Status),
		}
	}
	most := answerBytesMost
	if code >= redirectEnds {
		most = refusalBytesMost
	}
	response.Body = &bounded{ReadCloser: response.Body, left: most}
	return response, nil
}

// bounded is an answer within its limit; one that breaks off says that the server is away.
type bounded struct {
	io.ReadCloser

	left int
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errors.New("the server's answer is too long")
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left)])
	b.left -= n
	if err != nil && !errors.Is(err, io.EOF) {
		err = &awayError{err: err}
	}
	return n, err //nolint:wrapcheck // io.EOF is compared
}
