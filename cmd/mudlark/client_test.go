package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	gossh "golang.org/x/crypto/ssh"
)

// client is somebody at the other end of a connection, as far as a story needs it.
type client struct {
	in  io.Writer
	eol string
	end func()

	mu     sync.Mutex
	got    []byte // what came, telnet's own commands taken out
	read   int    // up to where the text was expected already
	echo   bool
	ended  bool
	screen *glass // with a terminal
	telnet *parser
	pause  chan struct{} // while not nil and not closed, nothing is read
}

// Telnet's bytes (RFC 854, RFC 857).
const (
	iac, dont, do, wont, will, sb, se = 255, 254, 253, 252, 251, 250, 240
	optionEcho                        = 1
	optionGMCP                        = 201
)

// What Mudlet says first once it has agreed to GMCP, to the letter.
var mudlet = []string{ // immutable
	`Core.Hello { "client": "Mudlet", "version": "4.19.1"}`,
	`Core.Supports.Set [ "Char 1", "Char.Skills 1", "Char.Items 1", "Room 1", "IRE.Rift 1", "IRE.Composer 1", ` +
		`"External.Discord 1", "Client.Media 1", "Char.Login 1"]`,
}

// parser takes telnet's commands out of a stream.
type parser struct {
	state  byte // 0, iac, sb, or the command whose option comes next
	escape bool // within a subnegotiation, after an IAC
	answer bool
	gmcp   bool   // agrees to GMCP as Mudlet does; its messages are shown as lines of the text, whoever agreed
	sub    []byte // of a subnegotiation
}

// feed returns the text in p and what to answer; echo is told who echoes.
func (t *parser) feed(p []byte, echo *bool) (text, reply []byte) {
	for _, b := range p {
		switch t.state {
		case 0:
			if b == iac {
				t.state = iac
			} else {
				text = append(text, b)
			}
		case iac:
			t.state = 0
			switch b {
			case iac:
				text = append(text, b)
			case will, wont, do, dont, sb:
				t.state = b
			}
		case sb:
			if t.sub = append(t.sub, b); t.escape && b == se {
				t.state = 0
				if t.sub[0] == optionGMCP {
					text = append(append(text, "\r\nGMCP "...), t.sub[1:len(t.sub)-len("\xff\xf0")]...)
					text = append(text, "\r\n"...)
				}
				t.sub = nil
			}
			t.escape = b == iac && !t.escape
		default:
			reply = append(reply, t.reply(b, echo)...)
			t.state = 0
		}
	}
	return text, reply
}

// reply refuses everything but the server's echo, as the plainest of clients does, and GMCP if it is to be spoken.
func (t *parser) reply(option byte, echo *bool) []byte {
	command := t.state
	if option == optionEcho && (command == will || command == wont) {
		*echo = command == will
		return []byte{iac, do - (will - command), option}
	}
	if t.gmcp && option == optionGMCP && command == will {
		out := []byte{iac, do, option}
		for _, m := range mudlet {
			out = append(append(append(out, iac, sb, optionGMCP), m...), iac, se)
		}
		return out
	}
	switch command {
	case will:
		return []byte{iac, dont, option}
	case do:
		return []byte{iac, wont, option}
	}
	return nil
}

func dialTelnet(addr string, p *parser) (*client, error) {
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	c := &client{in: nc, eol: "\r\n", end: func() { _ = nc.Close() }, telnet: p}
	go c.listen(nc)
	return c, nil
}

// listen reads until the other side hangs up.
func (c *client) listen(r io.Reader) {
	buf := make([]byte, 16<<10)
	for {
		n, err := r.Read(buf)
		c.take(buf[:n])
		c.mu.Lock()
		if err != nil {
			c.ended = true
		}
		pause := c.pause
		c.mu.Unlock()
		if err != nil {
			return
		}
		if pause != nil {
			<-pause
		}
	}
}

func (c *client) take(p []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.telnet == nil {
		c.got = append(c.got, p...)
		if c.screen != nil {
			c.screen.write(p)
		}
		return
	}
	text, reply := c.telnet.feed(p, &c.echo)
	c.got = append(c.got, text...)
	if c.telnet.answer && len(reply) > 0 {
		_, _ = c.in.Write(reply)
	}
}

func (c *client) write(p []byte) error {
	_, err := c.in.Write(p)
	return err
}

func (c *client) line(text string) error {
	if err := c.write([]byte(text + c.eol)); err != nil && !c.over() {
		return err
	}
	return nil
}

func (c *client) close() {
	c.mu.Lock()
	if c.pause != nil {
		close(c.pause)
		c.pause = nil
	}
	c.mu.Unlock()
	c.end()
}

// deaf makes the client read no more until it is closed.
func (c *client) deaf() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pause = make(chan struct{})
}

func (c *client) echoed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.echo
}

func (c *client) over() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ended
}

// raw returns everything as it came.
func (c *client) raw() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return string(c.got)
}

// all returns everything without colours, or for a terminal what it shows.
func (c *client) all() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.screen != nil {
		return c.screen.String()
	}
	return plainText(c.got)
}

func plainText(b []byte) string {
	return strings.ReplaceAll(string(harmless.ReplaceAll(b, nil)), "\r", "")
}

func (c *client) expect(re *regexp.Regexp) error {
	_, err := c.capture(re)
	return err
}

// capture waits for a match in what was not read yet, and reads up to its end.
func (c *client) capture(re *regexp.Regexp) ([]string, error) {
	var found []string
	look := func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.screen != nil {
			found = re.FindStringSubmatch(c.screen.String())
			return found != nil || c.ended
		}
		text := plainText(c.got)
		at := re.FindStringSubmatchIndex(text[c.read:])
		if at == nil {
			return c.ended
		}
		found = re.FindStringSubmatch(text[c.read:])
		c.read += at[1]
		return true
	}
	eventually(look)
	if found != nil {
		return found, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	rest := ""
	if c.screen != nil {
		rest = c.screen.String()
	} else {
		rest = plainText(c.got)[c.read:]
	}
	return nil, fmt.Errorf("no match for %s (connection over: %v) in:\n%s", re, c.ended, rest)
}

// key is a key of somebody's.
type key struct {
	private ed25519.PrivateKey
	signer  gossh.Signer
	public  string
}

// save writes the private half where OpenSSH finds it.
func (k key) save(path string) error {
	block, err := gossh.MarshalPrivateKey(k.private, "")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, pem.EncodeToMemory(block), 0o600)
}

func newKey(label string) (key, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return key{}, err
	}
	signer, err := gossh.NewSignerFromKey(private)
	if err != nil {
		return key{}, err
	}
	public := string(bytes.TrimSpace(gossh.MarshalAuthorizedKey(signer.PublicKey()))) + " " + label
	return key{private: private, signer: signer, public: public}, nil
}

// dialSSH connects with x/crypto's client; without password or key it is nobody in particular.
func (s *stage) dialSSH(addr string, pty bool, how map[string]string) (*client, error) {
	cfg := &gossh.ClientConfig{
		User: how["user"], Timeout: patience,
		HostKeyCallback: gossh.InsecureIgnoreHostKey(), // the server is our own
	}
	switch {
	case how["password"] != "":
		cfg.Auth = append(cfg.Auth, gossh.Password(how["password"]))
	case how["key"] != "":
		cfg.Auth = append(cfg.Auth, gossh.PublicKeys(s.keys[how["key"]].signer))
	default:
		cfg.Auth = append(cfg.Auth, gossh.KeyboardInteractive(
			func(_, _ string, questions []string, _ []bool) ([]string, error) {
				if len(questions) > 0 {
					return nil, errors.New("asked " + strings.Join(questions, ", "))
				}
				return nil, nil
			}))
	}
	conn, err := gossh.Dial("tcp", addr, cfg)
	if err != nil {
		return nil, err
	}
	sess, err := conn.NewSession()
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	c := &client{eol: "\n", end: func() { _ = conn.Close() }}
	if pty {
		width, height := 80, 24
		if how["size"] != "" {
			if _, err := fmt.Sscanf(how["size"], "%dx%d", &width, &height); err != nil {
				return nil, err
			}
		}
		c.eol, c.screen = "\r", newGlass(width, height)
		if err := sess.RequestPty("xterm-256color", height, width, nil); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	if c.in, err = sess.StdinPipe(); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	out, err := sess.StdoutPipe()
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	if err := sess.Shell(); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	go c.listen(out)
	return c, nil
}
