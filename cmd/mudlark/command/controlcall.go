package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"
)

// The control socket lets tools speak to a running daemon: HTTP over DATA/control.sock, mode 0600, so whoever may
// open the file is the operator.
const (
	ControlSocket        = "control.sock"
	ControlBodyMax       = 64 << 10
	ControlCallTimeout   = 10 * time.Minute
	ControlHeaderTimeout = 5 * time.Second
)

// ControlCall is what a tool asks.
type ControlCall struct {
	Account  string `json:"account,omitempty"`
	Password string `json:"password,omitempty"`
	Actor    string `json:"actor,omitempty"`
	Label    string `json:"label,omitempty"`
	New      bool   `json:"new,omitempty"`  // make the character if there is none of that name
	Hold     int    `json:"hold,omitempty"` // the number of a question to a character's owner
	Yes      bool   `json:"yes,omitempty"`  // the answer to it; of a bridge, that all is allowed beforehand
	PID      int    `json:"pid,omitempty"`  // of the process that asks
	Seq      uint64 `json:"seq,omitempty"`
	Reason   string `json:"reason,omitempty"`
	All      bool   `json:"all,omitempty"`
	Minds    bool   `json:"minds,omitempty"` // with what the people of the world remember
	Verb     string `json:"verb,omitempty"`  // of a decision about people, as a wizard would type it
	Line     string `json:"line,omitempty"`  // and what stands behind the verb
}

// ControlAnswer is what it gets.
type ControlAnswer struct {
	Text  string `json:"text,omitempty"`
	Error string `json:"error,omitempty"`
}

// CallControl asks a running daemon; errNoDaemon says that none runs.
func CallControl(ctx context.Context, dir, name string, c ControlCall) (string, error) {
	body, err := OpenControlCall(ctx, dir, name, c)
	if err != nil {
		return "", err
	}
	defer func() { _ = body.Close() }()
	var out ControlAnswer
	if err := json.NewDecoder(body).Decode(&out); err != nil {
		return "", fmt.Errorf("read the daemon's answer: %w", err)
	}
	if out.Error != "" {
		return "", errors.New(out.Error)
	}
	return out.Text, nil
}

// OpenControlCall asks a running daemon and returns its answer to be read; errNoDaemon says that none runs.
func OpenControlCall(ctx context.Context, dir, name string, c ControlCall) (io.ReadCloser, error) {
	path := dir + string(os.PathSeparator) + ControlSocket
	client := &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "unix", path)
		},
	}}
	body, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("encode the call: %w", err)
	}
	r, w := io.Pipe()
	go func() { _, err := w.Write(body); w.CloseWithError(err) }()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://control/"+name, r)
	if err != nil {
		return nil, fmt.Errorf("make the call: %w", err)
	}
	resp, err := client.Do(req)
	if err != nil {
		if op := (*net.OpError)(nil); errors.As(err, &op) && op.Op == "dial" {
			return nil, ErrNoDaemon
		}
		return nil, fmt.Errorf("speak to the daemon: %w", err)
	}
	return resp.Body, nil
}

// ErrNoDaemon says that nobody answers on the control socket.
var ErrNoDaemon = errors.New("no daemon runs on that data folder")

// Advice is the sentence of an error that has one.
func Advice(err error) string {
	var a interface{ Advice() string }
	if errors.As(err, &a) {
		return a.Advice()
	}
	return err.Error()
}
