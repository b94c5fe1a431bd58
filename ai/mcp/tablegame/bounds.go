package tablegame

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// bounds counts what callers without a token take, by address and in all.
type bounds struct {
	now func() time.Time

	mu      sync.Mutex
	askers  map[netip.Prefix]*asker
	all     *rate.Limiter
	running int
	streams int
	swept   time.Time
}

// asker is one address. Its fields are guarded by the bounds' mutex.
type asker struct {
	bucket  *rate.Limiter
	running int
	streams int
	seen    time.Time
}

// kind is what a caller takes a place for.
type kind int

const (
	request kind = iota
	stream
)

func newBounds() *bounds {
	return &bounds{
		now: time.Now, askers: map[netip.Prefix]*asker{}, all: rate.NewLimiter(AllPerSecond, AllBurst),
	}
}

// source is what counts as one address: an IPv4 address, or an IPv6 network of 64 bits. An address that cannot be read
// shares one place with all such.
func source(remote string) netip.Prefix {
	const bitsIPv4, bitsIPv6 = 32, 64
	addr, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Prefix{}
	}
	ip, bits := addr.Addr().Unmap().WithZone(""), bitsIPv6
	if ip.Is4() {
		bits = bitsIPv4
	}
	network, err := ip.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return network
}

// enter takes a place for a caller, or says why there is none and when to ask again. The caller must call done.
func (b *bounds) enter(from netip.Prefix, what kind) (done func(), why reason, wait time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	a := b.asker(from, now)
	if a == nil {
		return nil, reasonRate, addressIdle
	}
	for _, bucket := range []*rate.Limiter{a.bucket, b.all} {
		r := bucket.ReserveN(now, 1)
		if wait := r.DelayFrom(now); wait > 0 {
			r.CancelAt(now)
			return nil, reasonRate, wait
		}
	}
	mine, ours, mineMost, most, why := &a.running, &b.running, RunningPerAddressMax, RunningMax, reasonRunning
	if what == stream {
		mine, ours, mineMost, most, why = &a.streams, &b.streams, StreamsPerAddressMax, StreamsMax, reasonStreams
	}
	if *mine >= mineMost || *ours >= most {
		return nil, why, time.Second
	}
	*mine++
	*ours++
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		*mine--
		*ours--
		a.seen = b.now()
	}, 0, 0
}

// asker returns the record of an address, nil when too many are known. The mutex is held.
func (b *bounds) asker(from netip.Prefix, now time.Time) *asker {
	a := b.askers[from]
	if a == nil {
		if len(b.askers) >= addressesMax && now.Sub(b.swept) >= time.Second {
			b.swept = now
			for other, idle := range b.askers { // each is judged by itself; the order does not matter
				if idle.running+idle.streams == 0 && now.Sub(idle.seen) > addressIdle {
					delete(b.askers, other)
				}
			}
		}
		if len(b.askers) >= addressesMax {
			return nil
		}
		a = &asker{bucket: rate.NewLimiter(RequestsPerSecond, RequestsBurst)}
		b.askers[from] = a
	}
	a.seen = now
	return a
}
