package playclient

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"os"
	"strings"
	"syscall"

	"github.com/mudlark-mud/mudlark/mud/telnet/dialer"
	"github.com/mudlark-mud/mudlark/tui/cell"
)

// why is the cause of an error of the network in a few words, without the addresses that each layer adds.
func why(err error) string {
	var (
		lookup *net.DNSError
		kernel syscall.Errno
		record tls.RecordHeaderError
		op     *net.OpError
	)
	switch {
	case errors.As(err, &lookup) && lookup.IsNotFound:
		return "there is no such host"
	case errors.As(err, &lookup):
		return "its name cannot be looked up now"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded),
		errors.Is(err, syscall.ETIMEDOUT):
		return "it does not answer"
	case errors.As(err, &record):
		return "it does not speak TLS"
	case errors.As(err, &kernel):
		return kernel.Error()
	case errors.As(err, &op):
		return op.Err.Error()
	}
	text, _, _ := strings.Cut(err.Error(), "\n") // a panic brings its stack
	return cell.Clean(text)                      // which may quote the certificate of whoever answered
}

// unreached says that a MUD cannot be called.
func (p *player) unreached(err error) string {
	addr := p.addr.String()
	return "Could not reach " + addr + ": " + strings.TrimPrefix(why(err), "call "+addr+": ") + "."
}

// parted says how a connection ended.
func parted(c dialer.Closed) string {
	word := "The connection is closed"
	switch c.Reason {
	case "":
	case dialer.ReasonGone:
		word = "The server closed the connection"
	case dialer.ReasonLost:
		word = "The connection was lost"
	default:
		word += ": " + string(c.Reason)
	}
	if c.Err != nil {
		word += ": " + why(c.Err)
	}
	return word + "."
}

// changedWords tell of a certificate that is not the one that was seen before.
func (p *player) changedWords(c *dialer.PinChanged) []string {
	before := c.Pinned
	if before == dialer.Vouched {
		before = "one that an authority vouched for"
	}
	return []string{
		"The certificate of " + p.addr.String() + " is not the one that was seen before. Either it was renewed, or " +
			"somebody stands between you and this MUD. By their SHA-256:",
		"Before: " + before, "Now:    " + c.Found,
	}
}
