package remote_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
	"github.com/mudlark-mud/mudlark/ai/runner/remote"
)

// With a proof exactly that certificate is taken; without one, none that nobody vouches for. No token is told to a
// server with another.
func TestProof(t *testing.T) {
	var asked atomic.Int64
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.WriteHeader(http.StatusUnauthorized)
	}))
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	s.StartTLS()
	defer s.Close()
	sum := sha256.Sum256(s.Certificate().Raw)
	good := hex.EncodeToString(sum[:])
	for _, tt := range []struct {
		name, proof string
		want        remote.Status // revoked: the server was asked, and knows nobody
	}{
		{"the right one, in capitals with colons", strings.ToUpper(good[:2] + ":" + good[2:]), remote.Revoked},
		{"another", strings.Repeat("ab", sha256.Size), remote.Seeking},
		{"none", "", remote.Seeking},
	} {
		t.Run(tt.name, func(t *testing.T) {
			heard, before := &lines{}, asked.Load()
			log := slog.New(slog.NewTextHandler(heard, &slog.HandlerOptions{Level: slog.LevelWarn}))
			d, err := remote.New(remote.Config{URL: s.URL + "/mcp", Proof: tt.proof, Driver: "me", Log: log})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			over := make(chan struct{})
			go func() {
				defer close(over)
				d.Run(ctx, tokens(t, mara))
			}()
			defer func() { cancel(); <-over }()
			until(t, "it stands as it should", func() bool {
				return d.Statuses()[tt.want] == 1 && (tt.want == remote.Revoked || heard.Load() > 0)
			})
			if got := asked.Load() > before; got != (tt.want == remote.Revoked) {
				t.Errorf("the server was asked: %v", got)
			}
		})
	}
	for _, proof := range []string{"x", good[2:], good + "ab"} {
		if _, err := remote.New(remote.Config{URL: s.URL, Proof: proof, Driver: "me"}); err == nil {
			t.Errorf("%q was taken for a proof", proof)
		}
	}
}

// lines counts what is written.
type lines struct{ atomic.Int64 }

func (l *lines) Write(p []byte) (int, error) {
	l.Add(1)
	return len(p), nil
}

// A token that is not taken once or twice may still be good: a server that stops, or is slow, knows nobody.
func TestDeniedByMistake(t *testing.T) {
	r := newRealm(t)
	r.mu.Lock()
	r.denials = 4 // a line asks twice to say hello
	r.mu.Unlock()
	g := r.guest(mara)
	g.until(remote.Driving)
}

// With another token a body has another line. Whoever lived at the end of the first does nothing any longer, and goes.
func TestAnotherToken(t *testing.T) {
	r := newRealm(t)
	g := r.guest(mara)
	h := g.open()
	for len(g.woken) > 0 {
		<-g.woken
	}
	g.Hold(nil)
	<-g.woken
	r.mu.Lock()
	r.token = "mlk_b"
	r.mu.Unlock()
	g.Hold(tokens(t, body+" mlk_b\n"))
	g.until(remote.Driving)
	v, err := h.Call(t.Context(), "say", play.Args{"text": "I am still here."})
	if err != nil || v.Error == nil || v.Error.Code != "absent" {
		t.Errorf("the first can do something: %+v, %v", v, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.quits != 1 || len(r.done) != 0 {
		t.Errorf("left %d times, and did %q", r.quits, r.done)
	}
}

// While nobody can be asked whose names stand somewhere, that is no leave to take them for nobody's.
func TestNamesOfNobodyKnown(t *testing.T) {
	d, err := remote.New(remote.Config{URL: "http://127.0.0.1:1/mcp", Driver: "me"})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := d.Named(t.Context(), []string{"anna"}); !errors.Is(err, remote.ErrNobody) {
		t.Errorf("names: %q, %v", got, err)
	}
	if _, err := d.Named(t.Context(), nil); err != nil {
		t.Errorf("of no words: %v", err)
	}
}
