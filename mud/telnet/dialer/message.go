package dialer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

const gmcpNameBytes = wire.GMCPPackageMaxBytes + 1 // with the blank behind it

const noticeBytes = 512 // how much is shown of what a server says of a login

// The messages that this package itself speaks.
const (
	msgPing        = "Core.Ping"
	msgLogin       = "Char.Login.Default"
	msgCredentials = "Char.Login.Credentials"
	msgLoginResult = "Char.Login.Result"
)

// greet says who calls and what is understood.
func (m *machine) greet() {
	m.facts.GMCP = true
	m.sendJSON("Core.Hello", struct {
		Client  string `json:"client"`
		Version string `json:"version"`
	}{strings.ToLower(m.name()), printable(m.c.Version)})
	supports := slices.Clone(m.c.Supports)
	if m.c.Login != nil {
		supports = append(supports, "Char.Login 1")
	}
	if len(supports) > 0 {
		m.sendJSON("Core.Supports.Set", supports)
	}
}

func (m *machine) endGMCP() { m.facts.GMCP = false }

// sendJSON queues a message of this package's own.
func (m *machine) sendJSON(name string, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("marshal %s: %v", name, err)) // strings and lists of them
	}
	m.send(optGMCP, []byte(name+" "), data)
}

// What can be wrong with a message that is to be sent.
var (
	// ErrNoGMCP says that the server does not speak GMCP.
	ErrNoGMCP = errors.New("the server does not speak GMCP")
	// errMessage says that a message is none, or too large.
	errMessage = errors.New("no GMCP message")
)

// sendGMCP queues a message of the screen's.
func (m *machine) sendGMCP(name string, data []byte) error {
	payload := []byte(name)
	if len(data) > 0 {
		payload = append(append(payload, ' '), data...)
	}
	_, _, verdict := m.c.Limits.bounds().Parse(payload)
	switch {
	case !m.on(entryGMCP):
		return ErrNoGMCP
	case verdict != wire.GMCPFine, strings.Contains(name, " "), len(data) > 0 && !json.Valid(data):
		return errMessage
	}
	if strings.EqualFold(name, msgPing) {
		m.pinged = time.Now()
	}
	m.send(optGMCP, payload)
	return nil
}

// takeGMCP takes one message of the server.
func (m *machine) takeGMCP(payload []byte) {
	name, data, verdict := m.c.Limits.bounds().Parse(payload)
	switch {
	case verdict == wire.GMCPLong, verdict == wire.GMCPDeep:
		m.note(noteLongMessage)
		return
	case verdict == wire.GMCPUnnamed, len(data) > 0 && !json.Valid(data):
		m.note(noteBadMessage)
		return
	}
	switch {
	case strings.EqualFold(name, msgLogin):
		m.login(data)
		return
	case strings.EqualFold(name, msgLoginResult):
		m.loginResult(data)
		return
	case strings.EqualFold(name, msgPing) && !m.pinged.IsZero():
		m.facts.RoundTrip, m.pinged = time.Since(m.pinged), time.Time{}
	}
	m.emit(GMCP{Package: name, Data: bytes.ToValidUTF8(data, []byte("\uFFFD"))})
}

// login takes the question for a remembered login. One is asked for once, and not here: whoever keeps it may be slow.
func (m *machine) login(data []byte) {
	const way = "password-credentials"
	var asked struct {
		Type []string `json:"type"`
	}
	if json.Unmarshal(data, &asked) != nil || !slices.Contains(asked.Type, way) || !m.mayDrawAnswer() {
		return
	}
	if m.c.Login == nil || m.loggedIn {
		m.credentials("", "", false)
		return
	}
	m.loggedIn, m.wantsLogin = true, true
}

// credentials answers with a login, or that there is none, and then the server asks its player.
func (m *machine) credentials(account, password string, ok bool) {
	if !ok {
		m.sendJSON(msgCredentials, struct{}{})
		return
	}
	m.emit(Note{Text: "Entering with the login that is remembered."})
	m.sendJSON(msgCredentials, struct {
		Account  string `json:"account"`
		Password string `json:"password"`
	}{account, password})
}

// loginResult tells what became of it.
func (m *machine) loginResult(data []byte) {
	var result struct {
		Success bool   `json:"success"`
		Message string `json:"message"`
	}
	if json.Unmarshal(data, &result) != nil {
		m.note(noteBadMessage)
		return
	}
	said := result.Message[:min(len(result.Message), noticeBytes)]
	said = strings.TrimSpace(wire.CleanLine([]byte(strings.ReplaceAll(said, "\t", " "))))
	switch {
	case result.Success:
		m.emit(Note{Text: "The server took the login."})
	case said == "":
		m.emit(Note{Text: "The server did not take the login."})
	default:
		m.emit(Note{Text: "The server did not take the login: " + said})
	}
}

// takeMSSP takes what the server says of itself.
func (m *machine) takeMSSP(payload []byte) {
	c := ParseServerInfo(payload)
	m.emit(MSSP{c})
	if port := c.TLSPort(); port > 0 && !m.facts.Encrypted && !m.c.preview && !m.portTold {
		m.portTold = true
		m.emit(Note{Text: fmt.Sprintf("Others can read this connection on its way; the server says that it speaks TLS "+
			"on port %d.", port)})
	}
}
