package sshd

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"

	gl "github.com/gliderlabs/ssh"
	gossh "golang.org/x/crypto/ssh"

	"github.com/mudlark-mud/mudlark/mud/account"
)

// Names that are let in without proof whatever the database says: they are nobody's.
const (
	guestName  = "guest"
	readerName = "reader" // asks for the screen reader mode, and for one's name inside
)

var errDenied = errors.New("permission denied")

// authConfig is the library's hook for the authentication of one connection.
//
// The library's own password and key hooks record who somebody is in a context that outlives the attempt, which is how
// servers came to take a key that was merely offered for one that was proven (CVE-2024-45337). So each callback here
// returns permissions of its own, and only those of the attempt that succeeded are ever looked at (proofOf).
func (s *Server) authConfig(ctx gl.Context) *gossh.ServerConfig {
	p, _ := ctx.Value(peerKey).(*peer)
	return &gossh.ServerConfig{
		MaxAuthTries: s.limits.KeyOffers,
		// Called when the first request for authentication arrives, which is when the key exchange is over.
		BannerCallback: func(gossh.ConnMetadata) string {
			p.within(s.limits.SignIn, ReasonHandshake)
			return ""
		},
		// gliderlabs/ssh switches "none" on when it has no hooks of its own; this keeps it off.
		NoClientAuthCallback: func(gossh.ConnMetadata) (*gossh.Permissions, error) { return nil, errDenied },
		PasswordCallback: func(conn gossh.ConnMetadata, password []byte) (*gossh.Permissions, error) {
			if !s.known(conn.User()) {
				s.auth.Stranger(p.RemoteAddr())
				return nil, errDenied // there is nothing to check it against; keyboard-interactive lets them in
			}
			return s.tryPassword(p, conn, string(password))
		},
		PublicKeyCallback: func(conn gossh.ConnMetadata, key gossh.PublicKey) (*gossh.Permissions, error) {
			return s.tryKey(p, conn, key)
		},
		KeyboardInteractiveCallback: func(
			conn gossh.ConnMetadata, ask gossh.KeyboardInteractiveChallenge,
		) (*gossh.Permissions, error) {
			return s.converse(p, conn, ask)
		},
		AuthLogCallback: func(_ gossh.ConnMetadata, method string, err error) {
			if err == nil {
				s.gate.proven(p)
				p.within(s.limits.Start, ReasonIdle)
				s.log.Info("ssh authenticated",
					slog.String("remote", p.RemoteAddr().String()), slog.String("method", method))
			}
		},
	}
}

func (s *Server) known(user string) bool {
	return !strings.EqualFold(user, guestName) && !strings.EqualFold(user, readerName) && s.auth.Known(user)
}

// converse asks known names for their password, as OpenSSH's first choice among the ways to ask, and lets all others
// pass without a question into the game's own sign-in.
func (s *Server) converse(
	p *peer, conn gossh.ConnMetadata, ask gossh.KeyboardInteractiveChallenge,
) (*gossh.Permissions, error) {
	if !s.known(conn.User()) {
		if _, err := ask("", "", nil, nil); err != nil {
			return nil, fmt.Errorf("ask nothing: %w", err)
		}
		return proof(Identity{}), nil
	}
	answers, err := ask("", "", []string{"Password: "}, []bool{false})
	if err != nil {
		return nil, fmt.Errorf("ask for password: %w", err)
	}
	if len(answers) != 1 {
		return nil, errDenied
	}
	return s.tryPassword(p, conn, answers[0])
}

func (s *Server) tryPassword(p *peer, conn gossh.ConnMetadata, password string) (perms *gossh.Permissions, err error) {
	defer s.denyOnPanic(&perms, &err)
	tries := p.spendTry()
	if tries > s.limits.PasswordTries {
		p.end(ReasonTries)
		return nil, errDenied
	}
	id, err := s.auth.Password(p.ctx, conn.User(), account.NewSecret(password), p.RemoteAddr())
	if err == nil && !id.anonymous() {
		return proof(id), nil
	}
	if _, refused := errors.AsType[*account.Refusal](err); !refused { // of which the accounts tell
		s.log.Warn("ssh password not checked", slog.String("remote", p.RemoteAddr().String()), slog.Any("err", err))
	}
	text := advice(err)
	if tries >= s.limits.PasswordTries {
		if pre, ok := conn.(gossh.ServerPreAuthConn); ok {
			_ = pre.SendAuthBanner(text + "That was the last try on this connection.\n")
		}
		p.end(ReasonTries)
		return nil, errDenied
	}
	return nil, &gossh.BannerError{Err: errDenied, Message: text}
}

func (s *Server) tryKey(
	p *peer, conn gossh.ConnMetadata, key gossh.PublicKey,
) (perms *gossh.Permissions, err error) {
	defer s.denyOnPanic(&perms, &err)
	if _, ok := key.(*gossh.Certificate); ok || !s.known(conn.User()) {
		return nil, errDenied
	}
	id, ok := s.auth.Key(p.ctx, conn.User(), key, p.RemoteAddr())
	if !ok || id.anonymous() {
		return nil, errDenied
	}
	id.Fingerprint = gossh.FingerprintSHA256(key)
	return proof(id), nil
}

// denyOnPanic turns a defect in the Auth into a no: the goroutine it runs in is the library's, and would take the whole
// process with it.
func (s *Server) denyOnPanic(perms **gossh.Permissions, err *error) {
	if v := recover(); v != nil {
		s.log.Error("panic in ssh authentication",
			slog.String("panic", fmt.Sprint(v)), slog.String("stack", string(debug.Stack())))
		*perms, *err = nil, errDenied
	}
}

// advice is what the caller is told: the error's own words if it has some.
func advice(err error) string {
	var adviser interface{ Advice() string }
	if errors.As(err, &adviser) {
		return adviser.Advice() + "\n"
	}
	return "Signing in failed. Please try again.\n"
}

// proof carries an identity out of the attempt that proved it.
func proof(id Identity) *gossh.Permissions {
	return &gossh.Permissions{ExtraData: map[any]any{proofKey: id}}
}

// proofOf gives what the successful attempt proved, and false when no attempt of ours did.
func proofOf(conn *gossh.ServerConn) (Identity, bool) {
	if conn.Permissions == nil {
		return Identity{}, false
	}
	id, ok := conn.Permissions.ExtraData[proofKey].(Identity)
	return id, ok
}
