package dialer

import (
	"fmt"
	"log/slog"
)

// Event is something that a server said or did. Text in it is safe to show: valid UTF-8 of printable characters and,
// in Line and Prompt, SGR sequences ("\x1b[...m").
//
//sumtype:decl
type Event interface{ event() }

// Line is one line, without its end. A colour that it leaves on goes on in the next.
type Line struct{ Text string }

// Prompt is a line that waits for an answer: the server marked it (GA, EOR), or fell silent behind it. If a line that
// was only slow is taken for one, it comes again, whole, as a Line or another Prompt.
type Prompt struct{ Text string }

// Hidden says that the server wants what is typed from now on to be hidden, as a password is, or shown again.
type Hidden struct{ On bool }

// GMCP is one message beside the text. Data is valid JSON or empty; strings in it are as they were sent, and may hold
// anything. It prints and logs as its length alone.
type GMCP struct {
	Package string
	Data    []byte
}

// MSSP is what the server says of itself.
type MSSP struct{ ServerInfo }

// Note is a word of this package's own, for the player.
type Note struct{ Text string }

// Closed is the last event; the channel is closed behind it. Err is set where there is more to know.
type Closed struct {
	Reason Reason
	Err    error
}

func (Line) event()   {}
func (Prompt) event() {}
func (Hidden) event() {}
func (GMCP) event()   {}
func (MSSP) event()   {}
func (Note) event()   {}
func (Closed) event() {}

// String hides the data.
func (g GMCP) String() string { return fmt.Sprintf("GMCP %s of %d bytes", g.Package, len(g.Data)) }

// LogValue hides the data from slog.
func (g GMCP) LogValue() slog.Value { return slog.StringValue(g.String()) }

// Reason says why a connection ended, in words for its player.
type Reason string

// The reasons.
const (
	// ReasonClosed: Close was called.
	ReasonClosed Reason = "you hung up"
	// ReasonGone: the server closed its side.
	ReasonGone Reason = "the server closed the connection"
	// ReasonLost: reading failed, as when the network broke.
	ReasonLost Reason = "the connection was lost"
	// ReasonDeaf: more than OutBytes waited for the server to read it, or it takes nothing any more.
	ReasonDeaf Reason = "the server no longer takes what is sent"
	// ReasonNegotiation: more than Negotiations in a NegotiationWindow.
	ReasonNegotiation Reason = "the server negotiates without end"
	// ReasonSubnegotiation: a subnegotiation of more than SubEndlessBytes.
	ReasonSubnegotiation Reason = "the server sent a message without end"
	// ReasonCompression: what came is not what compression makes; Err says what is wrong.
	ReasonCompression Reason = "what the server compressed cannot be read"
	// ReasonPanic: a defect of this package met this connection.
	ReasonPanic Reason = "the client made a mistake"
)
