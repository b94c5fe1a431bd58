package mcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
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
		Handler:           s.handler,
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
