package dialer

import (
	"context"
	"errors"
	"time"
)

// ErrNoServerInfo says that a server says nothing of itself.
var ErrNoServerInfo = errors.New("the server tells nothing of itself")

// Preview asks a server what it is, by MSSP, without entering. A server that does not offer MSSP over telnet is asked
// in plain text, which it may take for a strange name. It takes PreviewMax and a Close at most, and remembers no
// certificate.
func Preview(ctx context.Context, c Config) (Card, error) {
	ctx, cancel := context.WithTimeout(ctx, PreviewMax)
	defer cancel()
	c.preview = true
	if c.Pins != nil {
		c.Pins = glance{c.Pins}
	}
	conn, err := Dial(ctx, c)
	if err != nil {
		return Card{}, err
	}
	defer conn.Close()
	plain := time.NewTimer(PreviewPlainMax)
	defer plain.Stop()
	var reader InfoReader
	for !reader.Over() {
		select {
		case <-ctx.Done():
			return Card{}, ErrNoServerInfo
		case <-plain.C:
			_ = conn.Send(infoRequest) // a connection that is gone says so itself
		case e := <-conn.Events():
			switch e := e.(type) {
			case MSSP:
				return e.ServerInfo, nil
			case Line:
				if found, ok := reader.Line(PlainText(e.Text)); ok {
					return found, nil
				}
			case Closed:
				return Card{}, ErrNoServerInfo
			case Prompt, Hidden, GMCP, Note:
			}
		}
	}
	return Card{}, ErrNoServerInfo
}

// Card is what a server says of itself.
type Card = ServerInfo

// glance are pins to which nothing is added.
type glance struct{ Pins }

// Pin remembers nothing.
func (glance) Pin(string, string) error { return nil }
