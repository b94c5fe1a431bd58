package telnet

import (
	"fmt"
	"log/slog"
)

// Event is something a client did. Ready comes first and once: only GMCP may come before it, as its program may speak
// before its terminal is known, and only Closed without it.
//
//sumtype:decl
type Event interface{ event() }

// Ready says that the client may be greeted: its answers are in, or [GreetingMax] has passed, or it has already typed a
// line. What it answers later comes as Terminal and Resized.
type Ready struct{ Capabilities }

// Terminal says that more became known about the client after Ready.
type Terminal struct{ Capabilities }

// Resized says that the window changed, in columns and rows, clamped to WidthMin..WidthMax and HeightMin..HeightMax.
type Resized struct{ Width, Height int }

// Line is one line as typed: valid UTF-8 in NFC without control characters (but tab) and without invisible characters
// that reorder or hide text. It prints and logs as its length alone, because it may be a password and because what
// players say is nobody's log.
type Line struct {
	Text string
	// Secret says that the line was typed while echo was off: never keep it in a history, record or report.
	Secret bool
	// Cut says that the line was longer than LineMaxBytes; the client has been told.
	Cut bool
}

// Interrupt says that the client pressed its interrupt key (IAC IP); the line being typed is forgotten.
type Interrupt struct{}

// GMCP is one message beside the text (option 201): what a client says to the program rather than what its player
// typed. Package is as it was sent, at most GMCPPackageMaxBytes of printable ASCII; names are the same whatever their
// case. Data is whatever followed, JSON if the client keeps the rules, at most GMCPMaxBytes and GMCPDepthMax deep; it
// may be empty.
type GMCP struct {
	Package string
	Data    []byte
}

// Closed is the last event. Err is set where the reason alone does not say it.
type Closed struct {
	Reason Reason
	Err    error
}

func (Ready) event()     {}
func (Terminal) event()  {}
func (Resized) event()   {}
func (Line) event()      {}
func (Interrupt) event() {}
func (GMCP) event()      {}
func (Closed) event()    {}

// String hides the text.
func (l Line) String() string { return fmt.Sprintf("line of %d bytes", len(l.Text)) }

// GoString hides the text from %#v too.
func (l Line) GoString() string { return "telnet.Line(" + l.String() + ")" }

// LogValue hides the text from slog.
func (l Line) LogValue() slog.Value { return slog.IntValue(len(l.Text)) }

// String hides the data, which may hold a password.
func (g GMCP) String() string { return fmt.Sprintf("GMCP %s of %d bytes", g.Package, len(g.Data)) }

// GoString hides the data from %#v too.
func (g GMCP) GoString() string { return "telnet.GMCP(" + g.String() + ")" }

// LogValue hides the data from slog.
func (g GMCP) LogValue() slog.Value { return slog.StringValue(g.String()) }

// Reason says why a connection ended. Its text is stable and fit for a metric's label.
type Reason string

// The reasons. A caller of Close may use its own.
const (
	// ReasonGone: the client closed its side.
	ReasonGone Reason = "client_closed"
	// ReasonRead: reading failed, as when the network broke.
	ReasonRead Reason = "read_error"
	// ReasonWrite: writing failed.
	ReasonWrite Reason = "write_error"
	// ReasonSlowReader: more than QueueMaxBytes waited for the client.
	ReasonSlowReader Reason = "slow_reader"
	// ReasonNegotiation: more than NegotiationMax commands in a NegotiationWindow.
	ReasonNegotiation Reason = "negotiation_storm"
	// ReasonSubnegotiation: a subnegotiation of more than SubEndlessBytes.
	ReasonSubnegotiation Reason = "endless_subnegotiation"
	// ReasonIdle: no line for longer than the idle limit.
	ReasonIdle Reason = "idle"
	// ReasonPanic: a defect of this package met this connection.
	ReasonPanic Reason = "panic"
	// ReasonQuit: the server closed the connection as its player asked.
	ReasonQuit Reason = "quit"
	// ReasonShutdown: the server is going down.
	ReasonShutdown Reason = "shutdown"
)
