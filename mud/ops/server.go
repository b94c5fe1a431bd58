package ops

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Limits of the operators' address. What exceeds one is refused or hung up on.
const (
	ConnectionsMost = 32               // at a time
	ScrapesMost     = 3                // of /metrics at a time; more are told to come back
	HeaderBytesMax  = 8 << 10          // of a request
	HeaderReadMax   = 5 * time.Second  // to send them
	answerWriteMax  = 10 * time.Second // to take an answer
	idleMax         = time.Minute      // between two requests on one connection
	profilesMost    = 2                // at a time
	profileMax      = 2 * time.Minute  // of one profile or trace
	drainMax        = 2 * time.Second  // for answers that are under way when the server stops
	headerReadBytes = 4 << 10          // net/http reads so much beyond MaxHeaderBytes
)

const indexText = `mudlark, for operators

/metrics       figures for Prometheus
/healthz       whether the process lives and its writer answers
/readyz        whether people can come in and play
/debug/pprof/  profiles, on loopback only
/api/...       what was asked of models, on loopback and with the operators' key only
`

// Server answers operators over HTTP.
type Server struct {
	meter    *Meter
	log      *slog.Logger
	profiles chan struct{}
	pages    map[string]http.Handler
}

// NewServer makes a server. A nil log is silent.
func NewServer(m *Meter, log *slog.Logger) *Server {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Server{meter: m, log: log, profiles: make(chan struct{}, profilesMost)}
}

// Mount serves a page at a path, on loopback only. Call it before Serve.
func (s *Server) Mount(path string, page http.Handler) *Server {
	if s.pages == nil {
		s.pages = map[string]http.Handler{}
	}
	s.pages[path] = page
	return s
}

// Serve answers on a listener until ctx ends, and closes it.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	web := &http.Server{
		Handler:           s.Handler(isLocal(ln)),
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: HeaderReadMax,
		IdleTimeout:       idleMax,
		MaxHeaderBytes:    HeaderBytesMax - headerReadBytes,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- web.Serve(newFewListener(ln, ConnectionsMost)) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve operators: %w", err)
	case <-ctx.Done():
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainMax)
	defer cancel()
	if web.Shutdown(drain) != nil {
		_ = web.Close()
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve operators: %w", err)
	}
	return nil
}

// Handler answers requests. A local one serves profiles too, and answers only those who call it by a name of this
// machine, so that no page of a stranger can ask through somebody's browser.
func (s *Server) Handler(local bool) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, indexText) })
	mux.Handle("/metrics", promhttp.HandlerFor(s.meter.registry, promhttp.HandlerOpts{
		EnableOpenMetrics: true, MaxRequestsInFlight: ScrapesMost,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}))
	health := s.meter.health
	mux.HandleFunc("/healthz", func(w http.ResponseWriter, _ *http.Request) { judge(w, "alive", health.Dead()) })
	mux.HandleFunc("/readyz", func(w http.ResponseWriter, _ *http.Request) { judge(w, "ready", health.NotReady()) })
	s.profile(mux, local)
	for path, page := range s.pages { // each stands by itself
		if !local {
			page = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				say(w, http.StatusForbidden, "This is served on loopback only: give --ops a loopback address.\n")
			})
		}
		mux.Handle(path, page)
	}
	return s.admit(mux, local)
}

// admit lets through what may be asked, and bounds how long an answer may take.
func (s *Server) admit(next http.Handler, local bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			say(w, http.StatusMethodNotAllowed, "Only GET and HEAD are answered here.\n")
			return
		case r.ContentLength != 0:
			// What a slow client still sends must not keep the connection's place.
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(HeaderReadMax))
			w.Header().Set("Connection", "close")
			say(w, http.StatusRequestEntityTooLarge, "A request has no body here.\n")
			return
		case local && !isLoopbackName(r.Host):
			say(w, http.StatusForbidden, "This address is reached as localhost or 127.0.0.1, and under no other name.\n")
			return
		}
		if !strings.HasPrefix(r.URL.Path, "/debug/") {
			_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(answerWriteMax)) // tests' writers cannot
		}
		next.ServeHTTP(w, r)
	})
}

// profile serves profiles, few at a time and not for long.
func (s *Server) profile(mux *http.ServeMux, local bool) {
	if !local {
		mux.HandleFunc("/debug/", func(w http.ResponseWriter, _ *http.Request) {
			say(w, http.StatusForbidden, "Profiles are served on loopback only: give --ops a loopback address.\n")
		})
		return
	}
	for path, serve := range map[string]http.HandlerFunc{
		"/debug/pprof/": pprof.Index, "/debug/pprof/cmdline": pprof.Cmdline, "/debug/pprof/profile": pprof.Profile,
		"/debug/pprof/symbol": pprof.Symbol, "/debug/pprof/trace": pprof.Trace,
	} {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			seconds, err := strconv.ParseFloat(r.FormValue("seconds"), 64)
			if err == nil && !(seconds <= profileMax.Seconds()) {
				say(w, http.StatusBadRequest, fmt.Sprintf("A profile lasts %s at most.\n", profileMax))
				return
			}
			select {
			case s.profiles <- struct{}{}:
				defer func() { <-s.profiles }()
			default:
				w.Header().Set("Retry-After", "30")
				say(w, http.StatusServiceUnavailable, "Enough profiles are being taken at this moment.\n")
				return
			}
			_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(profileMax + answerWriteMax))
			serve(w, r)
		})
	}
}

// judge answers with one word, or with 503 and what is the matter.
func judge(w http.ResponseWriter, good string, bad []string) {
	if len(bad) == 0 {
		say(w, http.StatusOK, good+"\n")
		return
	}
	say(w, http.StatusServiceUnavailable, "not "+good+": "+strings.Join(bad, "; ")+"\n")
}

func say(w http.ResponseWriter, status int, text string) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text) // nobody is left to tell
}

// isLoopbackName reports whether a Host header names this machine itself.
func isLoopbackName(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}
