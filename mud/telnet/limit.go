package telnet

import (
	"time"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// Every limit of the layer. What lies beyond one is dropped, slowed down or answered by closing the connection with a
// named [Reason]; the comment says which.
const (
	// LineMaxBytes is the longest line kept; the rest of a longer one is dropped and the client is told so.
	LineMaxBytes = wire.LineMaxBytes
	// LinesPerSecond is how fast lines are taken in the long run. Faster ones wait in the kernel, none is dropped. It
	// and LineBurst hold where a [Pace] says nothing else.
	LinesPerSecond = 20
	// LineBurst is how many lines may come at once before they are slowed down: speedwalks and pastes are legal.
	LineBurst = 60

	// BytesPerSecond is how fast bytes are taken in the long run, behind a burst of BytesBurst, whatever they say;
	// faster ones wait in the kernel. It bounds what a flood costs that is never a line.
	BytesPerSecond = 32 << 10
	// BytesBurst is how many bytes may come at once before they are slowed down.
	BytesBurst = 128 << 10

	// SubMaxBytes bounds the payload of one subnegotiation but GMCP's; a longer one is dropped whole.
	SubMaxBytes = 1024
	// SubEndlessBytes is where a subnegotiation that does not end closes the connection.
	SubEndlessBytes = 64 << 10
	// NegotiationMax is how many commands that may draw an answer a client may send in one NegotiationWindow; one more
	// closes the connection, since two machines that contradict each other would never stop.
	NegotiationMax = 300
	// NegotiationWindow is the length of the window of NegotiationMax.
	NegotiationWindow = 10 * time.Second

	// GMCPMaxBytes is the longest data of one GMCP message; a message with more is dropped.
	GMCPMaxBytes = wire.GMCPDataMaxBytes
	// GMCPPackageMaxBytes is the longest name of one; a message with a longer one is dropped.
	GMCPPackageMaxBytes = wire.GMCPPackageMaxBytes
	// GMCPDepthMax is how deep its arrays and objects may be nested; a message with deeper ones is dropped.
	GMCPDepthMax = wire.GMCPDepthMax

	// WidthMin and WidthMax clamp the columns a client claims.
	WidthMin = 20
	// WidthMax is the other end of WidthMin.
	WidthMax = 500
	// HeightMin and HeightMax clamp the rows a client claims.
	HeightMin = 5
	// HeightMax is the other end of HeightMin.
	HeightMax = 200
	// WidthDefault stands for a width that is unknown or said to be 0, in columns.
	WidthDefault = 80
	// HeightDefault stands for a height that is unknown or said to be 0, in rows.
	HeightDefault = 24

	// QueueMaxBytes is how much output may wait for a client; one byte more closes the connection.
	QueueMaxBytes = 256 << 10
	// RestMin is how long nothing is sent behind the end of compression: of what comes together with it some clients
	// show nothing, and one stops for good.
	RestMin = 400 * time.Millisecond
	// GreetingMax is the longest a greeting waits for the client's answers, counted from accept.
	GreetingMax = 400 * time.Millisecond
	// PreLoginIdleMax is how long a connection may stay without a line until SetIdleMax says otherwise. Each line begins
	// it anew. The longest greeting takes a minute to be read aloud, and then somebody has to think of a name.
	PreLoginIdleMax = 3 * time.Minute
	// SilenceMax is how long nothing may pass in either direction before a NOP is sent to find a dead peer.
	SilenceMax = 5 * time.Minute
	// CloseFlushMax is how long a closing connection may take to write what is queued.
	CloseFlushMax = 2 * time.Second
	// lingerMax is how long a closing connection waits for the client's own end. Closing a socket with input unread
	// makes the kernel reset it, which can take the last words from the client's screen.
	lingerMax = 500 * time.Millisecond
	// keepAliveIdle is when the kernel begins to probe a silent peer.
	keepAliveIdle = 60 * time.Second
)

// The names of the limits for which something of a client is dropped, fit for a metric's label.
const (
	// LimitGMCPBytes: a GMCP message with more data than GMCPMaxBytes.
	LimitGMCPBytes = "telnet_gmcp_bytes"
	// LimitGMCPDepth: one nested deeper than GMCPDepthMax.
	LimitGMCPDepth = "telnet_gmcp_depth"
	// LimitGMCPPackage: one whose name is longer than GMCPPackageMaxBytes, or no name.
	LimitGMCPPackage = "telnet_gmcp_package"
	// LimitSubBytes: another subnegotiation of more than SubMaxBytes.
	LimitSubBytes = "telnet_sub_bytes"
	// LimitVariable: a variable of NEW-ENVIRON that is longer than wire.EnvironValueMaxBytes or makes no sense.
	LimitVariable = "telnet_variable"
)

// Sizes that keep an idle connection small.
const (
	readBytes         = 1 << 10  // one read; players type short lines
	writeMaxBytes     = 32 << 10 // one write; smaller steps let the queue see progress
	keepOutBytes      = 1 << 10  // a buffer of more capacity is let go after use; a look at a room fits
	keepAliveInterval = 15 * time.Second
	keepAliveProbes   = 4
)
