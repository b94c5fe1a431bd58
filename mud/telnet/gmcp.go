package telnet

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/mudlark-mud/mudlark/mud/telnet/subneg"
)

// gmcpChanged notes whether messages beside the text are agreed on.
func (m *Machine) gmcpChanged() {
	caps := m.caps
	caps.GMCP = m.on(entryGMCP)
	m.learn(caps)
}

// takeGMCP takes one message of the client: a name, and behind a blank what it says.
func (m *Machine) takeGMCP(payload []byte) {
	name, data, _ := bytes.Cut(payload, []byte(" "))
	data = bytes.TrimSpace(data)
	switch {
	case !isPackage(name):
		m.drop(LimitGMCPPackage)
		return
	case len(data) > GMCPMaxBytes:
		m.drop(LimitGMCPBytes)
		return
	case depthOf(data) > GMCPDepthMax:
		m.drop(LimitGMCPDepth)
		return
	}
	message := GMCP{Package: string(name), Data: bytes.Clone(data)}
	if strings.EqualFold(message.Package, "Core.Hello") {
		m.takeHello(data)
	}
	m.pending = append(m.pending, message) // programs talk before they are greeted, and the greeting does not hurry for it
}

func isPackage(name []byte) bool {
	if len(name) == 0 || len(name) > GMCPPackageMaxBytes {
		return false
	}
	return isPrintableASCII(name)
}

// takeHello learns the client's name and version. Some write "client", some "Client", so case must not matter.
func (m *Machine) takeHello(data []byte) {
	var hello struct {
		Client  string `json:"client"`
		Version string `json:"version"`
	}
	if json.Unmarshal(data, &hello) == nil {
		m.facts.Hello(hello.Client, hello.Version)
		m.learnFacts()
	}
}

// depthOf is how deep arrays and objects are nested in JSON, which is not otherwise checked.
func depthOf(data []byte) int {
	depth, deepest, quoted := 0, 0, false
	for i := 0; i < len(data); i++ {
		switch b := data[i]; {
		case quoted && b == '\\':
			i++
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '[' || b == '{':
			depth++
			deepest = max(deepest, depth)
		case b == ']' || b == '}':
			depth--
		}
	}
	return deepest
}

// sendGMCP queues messages if the client has agreed to them.
func (m *Machine) sendGMCP(messages [][]byte) {
	if !m.on(entryGMCP) {
		return
	}
	for _, message := range messages {
		m.out.plain = subneg.Append(m.out.plain, optGMCP, message)
	}
}
