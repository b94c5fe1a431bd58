package telnet

import (
	"slices"
	"strings"
)

// Output is what one result shows. It leaves in one piece: text and prompt are queued together, so that they share a
// write and, if it fits, a packet.
type Output struct {
	// Text is shown as it is, "\n" being the end of a line. Escape sequences for colour pass.
	Text string
	// Paragraphs are shown behind it, each as Text is and ended as a line is.
	Paragraphs []string
	// Prompt is shown behind it without an end of line and is marked as a prompt for clients that understand. Empty
	// means none.
	Prompt string
	// GMCP are messages beside the text, each "Package.Message json" or "Package.Message" in ASCII. They go before it,
	// and nowhere if the client has not agreed.
	GMCP [][]byte
}

// Send queues text and prompt.
func (m *Machine) Send(o Output) {
	size := len(o.Text) + len(o.Prompt) + len("\r\n\xff\xff")
	for _, p := range o.Paragraphs {
		size += len(p) + len("\r\n")
	}
	for _, p := range o.GMCP {
		size += len(p) + len("\xff\xfa\xc9\xff\xf0")
	}
	m.out.Plain = slices.Grow(m.out.Plain, size)
	m.sendGMCP(o.GMCP)
	if o.Text != "" {
		m.Text(o.Text)
	}
	for _, p := range o.Paragraphs {
		m.Text(p)
		m.out.Plain = append(m.out.Plain, '\r', '\n')
	}
	if o.Prompt != "" {
		m.Prompt(o.Prompt)
	}
}

// Text queues text. If the cursor stands behind a prompt it begins a new line first, so that what happens while a
// player types is not glued to the prompt; send the prompt again after it.
func (m *Machine) Text(s string) {
	m.leavePrompt()
	m.encode(s)
}

// aside queues text that answers no line, and behind it the prompt again at which it came.
func (m *Machine) aside(s string) {
	again := m.atPrompt
	m.Text(s)
	if again {
		m.Prompt(m.prompt)
	}
}

// Prompt queues a prompt: its text without end of line, then end-of-record if agreed (RFC 885), else go-ahead (RFC 854)
// if the client has ever spoken telnet, else nothing.
func (m *Machine) Prompt(s string) {
	m.leavePrompt()
	m.encode(strings.TrimRight(s, "\r\n"))
	m.atPrompt, m.prompt = true, s
	switch {
	case m.on(entryEOR):
		m.out.Plain = append(m.out.Plain, cmdIAC, cmdEOR)
	case m.caps.Telnet:
		m.out.Plain = append(m.out.Plain, cmdIAC, cmdGA)
	}
}

// BeginSecret has the client hide what is typed, from now to EndSecret; call it before the prompt for a password. It
// does not wait for the client's consent, which some never give. Lines come with Secret set. Do not end the secret
// between a password and its repetition: busybox's telnet never hides anything again after the first end.
func (m *Machine) BeginSecret() {
	if m.secret {
		return
	}
	m.secret = true
	m.turnOn(entryEcho)
}

// EndSecret has the client show again what is typed, and ends the line, as the client has not echoed Enter.
func (m *Machine) EndSecret() {
	if !m.secret {
		return
	}
	m.secret, m.atPrompt = false, false
	m.turnOff(entryEcho)
	m.out.Plain = append(m.out.Plain, '\r', '\n')
}

// shown warns whoever is to type a secret into a client that refuses to hide it, as busybox's telnet does after the
// first. The prompt does not come again: a client that answers prompts by itself would answer twice.
func (m *Machine) shown() {
	if m.secret {
		m.Text("[Your client shows what you type here. See that nobody looks on.]\n")
	}
}

// ping queues a NOP, which clients ignore without a trace; not to one that would show its bytes.
func (m *Machine) ping() {
	if m.caps.Telnet {
		m.out.Plain = append(m.out.Plain, cmdIAC, cmdNOP)
	}
}

func (m *Machine) leavePrompt() {
	if m.atPrompt {
		m.atPrompt = false
		m.out.Plain = append(m.out.Plain, '\r', '\n')
	}
}

func (m *Machine) encode(s string) { m.out.Plain = m.use.Append(m.out.Plain, s) }
