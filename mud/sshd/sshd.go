// Package sshd is the SSH door: it makes and keeps the host key, finds out who calls, bounds everything a stranger can
// ask for, and hands each session to a handler as a terminal or as a line stream. It knows no game.
//
// Its one idea: an SSH server here is a door, not a shell. There are no commands, subsystems, forwarded ports, agents
// or files, so everything that is not a session with or without a terminal is refused in one place (channel.go), and
// a kind of request added to the library later is refused as well.
//
// A caller with an account's name proves it by password or registered key. Any other name is let through to the game's
// own sign-in by keyboard-interactive with no questions; so are "guest", and "reader", which asks for lines that can be
// heard. Authentication "none" is never accepted, so that a client which wants to be sure that it authenticated can
// tell.
//
// Concurrency: each connection has the goroutines of gliderlabs/ssh and x/crypto/ssh; each session adds one that reads,
// one that writes, and the handler's own. A session's context ends with its client, its connection or the server, and
// context.Cause says which. A panic in a handler ends that session only. [Server.Serve] returns when all sessions did.
//
// To add a limit, give [Limits] a field with a default; to add a way to end, give [Reason] a constant.
package sshd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	gl "github.com/gliderlabs/ssh"
	gossh "golang.org/x/crypto/ssh"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
)

// Identity is a proven account. The zero value is nobody: a guest, or somebody who will sign in inside.
type Identity struct {
	Account     world.AccountID
	Name        string // as its owner writes it
	Fingerprint string // of the key that proved it; empty when a password did
}

// anonymous reports whether nobody was proven.
func (id Identity) anonymous() bool { return id.Account == "" }

// Auth answers who may come in. Its methods are called from many goroutines. An error that has a method Advice() string
// is explained to the caller with that text.
type Auth interface {
	// Password checks a name and a password, throttling included. It may take as long as a hash takes.
	Password(ctx context.Context, user string, password account.Secret, remote net.Addr) (Identity, error)
	// Key reports whether a public key opens the account of that name. That the caller has the private key is proven
	// afterwards, so Key must have no effect.
	Key(ctx context.Context, user string, key gossh.PublicKey, remote net.Addr) (Identity, bool)
	// Known reports whether an account of that name exists; when in doubt it says yes.
	Known(user string) bool
	// Stranger is told of a password for a name that is not known: it was refused unseen.
	Stranger(remote net.Addr)
}

// Handler serves one session and returns when it is over. The context ends with the session; output written before the
// return is still delivered.
type Handler func(ctx context.Context, s *Session)

// Config says how to serve. Either Listener or Addr, HostKeyPath, and Auth are required; a nil Logger is silent.
type Config struct {
	Addr        string       // TCP address to listen on, such as ":2222"
	Listener    net.Listener // used instead of Addr when not nil; the server closes it
	HostKeyPath string       // made with mode 0600 when absent
	Auth        Auth
	Limits      Limits
	Logger      *slog.Logger
}

// Server is the SSH door. Make it with New.
type Server struct {
	auth     Auth
	handler  Handler
	limits   Limits
	log      *slog.Logger
	listener net.Listener
	hostKey  gossh.Signer
	ssh      *gl.Server

	ctx    context.Context // ends every connection
	cancel context.CancelCauseFunc
	gate   gate
	counts counts

	mu      sync.Mutex
	wg      sync.WaitGroup // sessions and keepalives
	closing bool           // nothing is added to wg any more
	nextID  uint64
}

// New reads or makes the host key and opens the port. The server accepts nobody before Serve.
func New(cfg Config, handler Handler) (*Server, error) {
	if cfg.Auth == nil || handler == nil || cfg.HostKeyPath == "" {
		return nil, errors.New("make ssh server: auth, handler and host key path are required")
	}
	signer, err := hostKey(cfg.HostKeyPath)
	if err != nil {
		return nil, err
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Listener == nil {
		if cfg.Listener, err = net.Listen("tcp", cfg.Addr); err != nil {
			return nil, fmt.Errorf("listen for ssh: %w", err)
		}
	}
	s := &Server{
		auth: cfg.Auth, handler: handler, limits: cfg.Limits.WithDefaults(), log: cfg.Logger,
		listener: cfg.Listener, hostKey: signer,
	}
	s.ctx, s.cancel = context.WithCancelCause(context.Background())
	s.gate = newGate(s.limits)
	s.ssh = &gl.Server{
		Version:              "mudlark",
		HostSigners:          []gl.Signer{signer},
		Handler:              s.serveSession,
		ConnCallback:         s.admit,
		ServerConfigCallback: s.authConfig,
		PtyCallback:          func(gl.Context, gl.Pty) bool { return true },
		ChannelHandlers:      map[string]gl.ChannelHandler{"session": s.openChannel},
		// Not nil: nil would mean the library's defaults, and what these hold is not ours to know.
		RequestHandlers:   map[string]gl.RequestHandler{},
		SubsystemHandlers: map[string]gl.SubsystemHandler{},
	}
	return s, nil
}

// Addr is where the server listens.
func (s *Server) Addr() net.Addr { return s.listener.Addr() }

// HostKey is the public half of the host key, for the operator to publish.
func (s *Server) HostKey() gossh.PublicKey { return s.hostKey.PublicKey() }

// Serve accepts callers until ctx ends, then tells the sessions (their context's cause is ReasonShutdown), waits for
// them at most Limits.Drain, and closes what is left. It returns nil after such an end, and an error when the
// listener failed. A server serves once.
func (s *Server) Serve(ctx context.Context) error {
	var err, refused error
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		refused = s.ssh.Serve(s.listener)
	}()
	select {
	case <-ctx.Done():
		// Not from here to ssh.Close: that would cut sessions short. Closing the listener stops the accepting.
		_ = s.listener.Close()
		<-stopped
	case <-stopped:
		err = fmt.Errorf("accept ssh connections: %w", refused)
	}
	s.mu.Lock()
	s.closing = true
	s.mu.Unlock()
	s.cancel(ReasonShutdown)
	drained := make(chan struct{})
	go func() {
		s.wg.Wait()
		close(drained)
	}()
	timer := time.NewTimer(s.limits.Drain)
	defer timer.Stop()
	select {
	case <-drained:
	case <-timer.C:
	}
	s.gate.closeAll(ReasonShutdown)
	_ = s.ssh.Close()
	<-drained
	return err
}

// Connections tells how many connections are open.
func (s *Server) Connections() int { return s.gate.census().Open }

// Census tells how many connections there are and were.
func (s *Server) Census() Census { return s.gate.census() }

// Ended tells how many connections ended for each reason since the start.
func (s *Server) Ended() map[Reason]uint64 { return s.counts.snapshot() }

// begin counts something in that Serve waits for, to be counted out by s.wg.Done; false means that it is too late.
func (s *Server) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing {
		return false
	}
	s.wg.Add(1)
	return true
}

func (s *Server) sessionID() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nextID++
	return fmt.Sprintf("ssh-%d", s.nextID)
}
