package main

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strings"

	"github.com/coder/websocket"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/screens"
)

// dialTLS connects as a client does that knows the certificate by its fingerprint and trusts nobody else's word.
func dialTLS(addr, pin string) (*client, error) {
	nc, err := tls.Dial("tcp", addr, &tls.Config{
		InsecureSkipVerify: true, NextProtos: []string{"telnet"},
		VerifyConnection: func(s tls.ConnectionState) error {
			sum := sha256.Sum256(s.PeerCertificates[0].Raw)
			if got := hex.EncodeToString(sum[:]); got != pin {
				return fmt.Errorf("the certificate is %s, and %s was pinned", got, pin)
			}
			return nil
		},
	})
	if err != nil {
		return nil, err
	}
	return speakTelnet(nc), nil
}

func speakTelnet(nc net.Conn) *client {
	c := &client{in: nc, eol: "\r\n", end: func() { _ = nc.Close() }, telnet: &parser{answer: true}}
	go c.listen(nc)
	return c
}

// dialBehind connects as a proxy does for somebody, or says what is no header.
func dialBehind(addr string, how map[string]string) (*client, error) {
	header := []byte(how["say"])
	if from, err := netip.ParseAddrPort(how["for"]); err == nil {
		header = append([]byte("\r\n\r\n\x00\r\nQUIT\n\x21"), 0x11, 0, 12)
		if from.Addr().Is6() {
			header = append(header[:13], 0x21, 0, 36)
		}
		header = append(header, from.Addr().AsSlice()...)
		header = append(header, from.Addr().AsSlice()...)
		header = binary.BigEndian.AppendUint16(header, from.Port())
		header = binary.BigEndian.AppendUint16(header, 4000)
	}
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	if _, err := nc.Write(header); err != nil {
		return nil, errors.Join(err, nc.Close())
	}
	return speakTelnet(nc), nil
}

// dialWebSocket connects as a web page does.
func dialWebSocket(addr string, how map[string]string) (*client, error) {
	o := &websocket.DialOptions{
		Host: how["host"], HTTPHeader: map[string][]string{},
		Subprotocols: []string{how["speaks"] + ".mudstandards.org"},
	}
	if how["origin"] != "" {
		o.HTTPHeader.Set("Origin", how["origin"])
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	//nolint:bodyclose // its documentation: never to be closed
	ws, resp, err := websocket.Dial(ctx, "ws://"+addr+screens.WebSocketPath, o)
	if err != nil {
		if resp != nil && resp.Body != nil {
			why, _ := io.ReadAll(resp.Body)
			err = fmt.Errorf("%w: %s", err, why)
		}
		return nil, err
	}
	end := func() { _ = ws.CloseNow() }
	if how["speaks"] == "telnet" {
		c := speakTelnet(websocket.NetConn(context.Background(), ws, websocket.MessageBinary))
		c.end = end
		return c, nil
	}
	c := &client{in: wsTyping{ws}, eol: "\n", end: end}
	go c.listen(&wsHearing{ws: ws})
	return c, nil
}

// wsTyping sends what is typed. A line that begins with "@" is a message beside it.
type wsTyping struct{ ws *websocket.Conn }

func (w wsTyping) Write(p []byte) (int, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if aside, ok := strings.CutPrefix(string(p), "@"); ok {
		return len(p), w.ws.Write(ctx, websocket.MessageText, []byte(strings.TrimSpace(aside)))
	}
	return len(p), w.ws.Write(ctx, websocket.MessageBinary, p)
}

// wsHearing reads messages; those beside the text stand between "@" and the end of a line.
type wsHearing struct {
	ws   *websocket.Conn
	left []byte
}

func (w *wsHearing) Read(p []byte) (int, error) {
	if len(w.left) == 0 {
		kind, message, err := w.ws.Read(context.Background())
		if err != nil {
			return 0, err
		}
		if w.left = message; kind == websocket.MessageText {
			w.left = []byte("@" + string(message) + "\n")
		}
	}
	n := copy(p, w.left)
	w.left = w.left[n:]
	return n, nil
}

// dialWire dials what is neither plain telnet nor SSH.
func dialWire(ts *testscript.TestScript, what string, how map[string]string) (*client, error) {
	switch what {
	case "bare":
		nc, err := net.Dial("tcp", ts.Getenv("TELNET"))
		if err != nil {
			return nil, err
		}
		c := &client{in: nc, eol: "\r\n", end: func() { _ = nc.Close() }}
		go c.listen(nc)
		return c, nil
	case "tls":
		return dialTLS(ts.Getenv("TELNETS"), how["pin"])
	case "proxy":
		return dialBehind(ts.Getenv("TELNET"), how)
	case "page":
		return dialWebSocket(ts.Getenv("HTTP"), how)
	}
	return nil, errors.New("nobody dials " + what)
}

// cmdRefused is dial, but must fail.
func cmdRefused(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) >= 2, "refused REGEXP tls|proxy|page|ssh [k=v...]")
	how := map[string]string{}
	for _, a := range args[2:] {
		k, v, _ := strings.Cut(a, "=")
		how[k] = v
	}
	var c *client
	var err error
	if args[1] == "ssh" {
		c, err = stageOf(ts).dialSSH(ts.Getenv("SSH"), false, how)
	} else {
		c, err = dialWire(ts, args[1], how)
	}
	if err == nil {
		c.end()
		ts.Fatalf("it was let in")
	}
	if !pattern(ts, args[0]).MatchString(err.Error()) {
		ts.Fatalf("got %v", err)
	}
}
