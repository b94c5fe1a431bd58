package proposer

import "time"

// Limits of whoever asks for a proposal. All fail closed.
const (
	// BodyBytesMax is the most one request body may hold (S3-38).
	BodyBytesMax = 200 << 10
	// InputCharsMax is how long the words may be.
	InputCharsMax = WordsMax
	// RequestsMost is how many requests one address, an IPv6 network of 64 bits counting as one, and one character may
	// make within [Window] (S3-39).
	RequestsMost = 30
	// Window is the time in which requests count.
	Window = 10 * time.Minute
	// LimitDay is the name of the limit of [HandlerConfig.DayMost], fit for a metric's label.
	LimitDay = "bridge_day"
	// AskersMax is how many addresses and characters are remembered at a time; with more, newcomers are refused.
	AskersMax = 4096
	// RunningMax and RunningOfOneMax are how many requests may be in progress, in all and of one address.
	RunningMax      = 8
	RunningOfOneMax = 4
	// BodyReadMax is how long a body may take to arrive.
	BodyReadMax = 10 * time.Second
	// LingerMax is how long the rest of a body may take of which nobody wants to know.
	LingerMax = time.Second
	// writeMax is how long an answer may take to be written.
	writeMax = 10 * time.Second

	// errorCharsMax is how much of why there is no action is told: the words and what surrounds them.
	errorCharsMax = InputCharsMax + 100
	// actionBytesMax is how long a declared action may be, as JSON.
	actionBytesMax = 16 << 10
)
