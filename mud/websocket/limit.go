package websocket

import (
	"sync"
	"time"
)

// Every limit of the layer.
const (
	// MessageBytesMax bounds one message of a client; a longer one closes the connection.
	MessageBytesMax = 32 << 10
	// MessageBurst is how many messages may come at once before they wait for their turn, and pings count as well.
	MessageBurst = 60
	// MessagesPerSecond is how fast messages are taken in the long run.
	MessagesPerSecond = 20
	// BytesBurst is how many bytes may come at once before they wait, and so how many a connection costs at most to
	// understand that makes no messages of them.
	BytesBurst = 128 << 10
	// BytesPerSecond is how fast bytes are taken in the long run.
	BytesPerSecond = 32 << 10
	// MessageMax is how long a message may take from its first frame to its last byte.
	MessageMax = 30 * time.Second
	// PingEvery is the time between two questions whether the client is still there; proxies on the way forget a
	// connection over which nothing passes for a minute.
	PingEvery = 30 * time.Second
	// PongMax is how long the answer may take.
	PongMax = 20 * time.Second
	// CloseMax is how long a connection that closes waits for the client's own close.
	CloseMax = time.Second
	// CloseBytesMax bounds what is read while it waits; one more byte ends it.
	CloseBytesMax = 16 << 10
	// HeldBytesMax bounds what an envoy holds for whoever reads the connection.
	HeldBytesMax = 64 << 10
)

// bucket paces something: so much a second in the long run, and a burst at once.
type bucket struct {
	every time.Duration // one of it
	burst time.Duration // what may be owed

	mu   sync.Mutex
	full time.Time // when it will be full again
}

func newBucket(perSecond, burst int) *bucket {
	every := time.Second / time.Duration(perSecond)
	return &bucket{every: every, burst: time.Duration(burst) * every}
}

// take books n and returns how long to wait before they count.
func (b *bucket) take(n int, now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.full.Before(now) {
		b.full = now
	}
	b.full = b.full.Add(time.Duration(n) * b.every)
	return b.full.Sub(now) - b.burst
}
