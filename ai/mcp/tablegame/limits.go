package tablegame

import "time"

// Limits of callers without a token. All fail closed.
const (
	// BodyBytesMax is the most one request body may hold.
	BodyBytesMax = 16 << 10
	// BodyReadMax is how long a caller may take to send it.
	BodyReadMax = 5 * time.Second
	// RequestsPerSecond and RequestsBurst are for one address, an IPv6 network of 64 bits counting as one.
	RequestsPerSecond = 10
	RequestsBurst     = 40
	// AllPerSecond and AllBurst are for all addresses together.
	AllPerSecond = 50
	AllBurst     = 200
	// RunningPerAddressMax and RunningMax are how many requests may be in progress, streams apart.
	RunningPerAddressMax = 8
	RunningMax           = 32
	// StreamsPerAddressMax and StreamsMax are how many streams of events may be open.
	StreamsPerAddressMax = 4
	StreamsMax           = 32
	// keepAliveEvery is the time between comments on a stream on which nothing happens.
	keepAliveEvery = 15 * time.Second
	// WriteMax is how long one write to a client may take before it counts as gone.
	WriteMax = 10 * time.Second
	// addressesMax is how many addresses are remembered at a time; with more, newcomers are refused.
	addressesMax = 4096
	// addressIdle is how long an address is remembered that asks no more; its bucket is full again by then.
	addressIdle = time.Minute
)
