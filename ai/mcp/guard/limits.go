package guard

import "time"

// Limits of the transport. All fail closed: what exceeds one is refused, closed or dropped, and counted.
const (
	// BodyBytesMax is the most one request body may hold.
	BodyBytesMax = 1 << 20
	// InitializeBytesMax is the most an initialize request may hold; mcp-go keeps what a client says of itself with
	// the session.
	InitializeBytesMax = 64 << 10
	// BatchMessagesMax is how many messages a batch of revision 2025-03-26 may hold; each is counted as a request.
	BatchMessagesMax = 16
	// RequestIDCharsMax is how long a JSON-RPC id may be.
	RequestIDCharsMax = 256
	// TokenCharsMax is how long a bearer token may be.
	TokenCharsMax = 512
	// driverCharsMax is how long the name may be that a program gives itself.
	driverCharsMax = 64
	// SessionsPerPrincipalMax is how many legacy sessions one principal keeps; the least recently used goes first.
	SessionsPerPrincipalMax = 8
	// StreamsPerPrincipalMax is how many notification streams (legacy GET, modern subscriptions/listen) one principal
	// keeps.
	StreamsPerPrincipalMax = 4
	// CallsPerPrincipalMax is how many requests of one principal may be in progress, streams apart.
	CallsPerPrincipalMax = 16
	// RequestsPerSecond is how fast a principal's token bucket refills.
	RequestsPerSecond = 20
	// RequestsBurst is how many requests a principal's full bucket holds.
	RequestsBurst = 60

	// SessionIdleMax is how long a session without a request or an open stream is kept.
	SessionIdleMax = 15 * time.Minute
	// HeartbeatEvery is the time between signs of life on a stream; shorter than SessionIdleMax, or open streams
	// would be swept.
	HeartbeatEvery = 25 * time.Second
	// BodyReadMax is how long a client may take to send its body.
	BodyReadMax = 10 * time.Second
	// writeMax is how long one write to a client may take before it counts as gone.
	writeMax = 10 * time.Second
	// drainPoll is how often a stopping guard looks whether the calls in progress have ended.
	drainPoll = 5 * time.Millisecond
)
