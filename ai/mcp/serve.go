package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Run sends hints until ctx ends, then ends every stream, gives calls in progress [DrainMax] to finish, and ends
// those too. It is for a server whose [Server.Handler] is mounted elsewhere; that HTTP server's Shutdown is prompt
// once Run's context has ended.
func (s *Server) Run(ctx context.Context) {
	s.hub.run(ctx)
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), DrainMax)
	defer cancel()
	s.guard.Stop(drain)
	if err := s.transport.Shutdown(drain); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		s.log.LogAttrs(ctx, slog.LevelWarn, "agent transport did not stop", slog.Any("err", err))
	}
}

// Serve runs the server on a listener until ctx ends, and closes the listener. It returns nil after an orderly end.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	base, cancelBase := context.WithCancel(context.WithoutCancel(ctx))
	defer cancelBase()
	var protocols http.Protocols
	protocols.SetHTTP1(true) // HTTP/2 would multiply what a connection may ask for at once
	web := &http.Server{
		Protocols:         &protocols,
		Handler:           unlingering(s.handler),
		BaseContext:       func(net.Listener) context.Context { return base },
		ReadHeaderTimeout: HeaderReadMax,
		IdleTimeout:       ConnectionIdleMax,
		MaxHeaderBytes:    HeaderBytesMax,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
	run, stop := context.WithCancel(ctx)
	defer stop()
	var owned sync.WaitGroup
	owned.Go(func() { s.Run(run) })
	failed := make(chan error, 1)
	owned.Go(func() { failed <- web.Serve(l) })
	var err error
	select {
	case err = <-failed:
		err = fmt.Errorf("serve agents: %w", err)
	case <-ctx.Done():
	}
	stop()
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), DrainMax)
	defer cancel()
	if web.Shutdown(drain) != nil {
		cancelBase()
		_ = web.Close() // what would not end in time is cut off
	}
	owned.Wait()
	return err
}

// LingerMax is how long the rest of a body that nobody wanted to read may take to arrive.
const LingerMax = time.Second

// unlingering gives a client that was answered before its body had come LingerMax to finish. net/http reads what is
// left before it sends the answer, so that without a limit a byte a second would hold a connection for as long as it
// liked, with or without a token.
func unlingering(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body == nil || r.Body == http.NoBody {
			next.ServeHTTP(w, r)
			return
		}
		body := &untilEnd{ReadCloser: r.Body}
		r.Body = body
		next.ServeHTTP(w, r)
		if !body.ended.Load() {
			// Not every connection can, for example in tests. The next request's wait sets another deadline.
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(LingerMax))
		}
	})
}

// untilEnd is a body that knows whether it has been read to its end.
type untilEnd struct {
	io.ReadCloser

	ended atomic.Bool
}

// Read implements io.Reader.
func (u *untilEnd) Read(p []byte) (int, error) {
	n, err := u.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		u.ended.Store(true)
	}
	return n, err //nolint:wrapcheck // io.EOF must stay what it is
}

// discreet is a log handler for mcp-go's transport: it passes on only what went wrong, and no session ids.
type discreet struct{ slog.Handler }

// Enabled reports whether a record of this level is passed on.
func (d discreet) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && d.Handler.Enabled(ctx, level)
}

// WithAttrs keeps the handler discreet.
func (d discreet) WithAttrs(attrs []slog.Attr) slog.Handler {
	return discreet{d.Handler.WithAttrs(attrs)}
}

// WithGroup keeps the handler discreet.
func (d discreet) WithGroup(name string) slog.Handler { return discreet{d.Handler.WithGroup(name)} }

// Handle passes a record on without its session.
func (d discreet) Handle(ctx context.Context, r slog.Record) error {
	clean := slog.NewRecord(r.Time, r.Level, "agent transport: "+r.Message, r.PC)
	r.Attrs(func(a slog.Attr) bool {
		if a.Key != "session" && a.Key != "sessionID" {
			clean.AddAttrs(a)
		}
		return true
	})
	if err := d.Handler.Handle(ctx, clean); err != nil {
		return fmt.Errorf("log for the agent transport: %w", err)
	}
	return nil
}
