package proposer

import (
	"net/netip"
	"sync"
	"time"
)

// window is a log of who asked when, as long as that counts: nobody saves up for a burst, and nobody waits longer than
// until their own oldest request is past (S3-39). What was refused does not count. It keeps at most [RequestsMost]
// times of [AskersMax] askers.
type window struct {
	mu      sync.Mutex
	askers  map[string]*asker
	running int
	swept   time.Time
}

// asker is an address or a character. Its fields are guarded by the window's mutex.
type asker struct {
	times   []time.Time // oldest first
	running int
}

func newWindow() *window { return &window{askers: map[string]*asker{}} }

// source is what counts as one address: this machine, an IPv4 address, or an IPv6 network of 64 bits. Addresses that
// cannot be read are one.
func source(remote string) string {
	const bitsIPv4, bitsIPv6 = 32, 64
	addr, err := netip.ParseAddrPort(remote)
	if err != nil {
		return "nowhere"
	}
	ip, bits := addr.Addr().Unmap().WithZone(""), bitsIPv6
	switch {
	case ip.IsLoopback():
		return "here"
	case ip.Is4():
		bits = bitsIPv4
	}
	network, err := ip.Prefix(bits)
	if err != nil {
		return "nowhere"
	}
	return network.String()
}

// admit counts a request of all of some askers, or of none and says how long to wait.
func (w *window) admit(now time.Time, ids ...string) (wait time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := make([]*asker, 0, len(ids))
	for _, id := range ids {
		a := w.asker(id, now)
		if a == nil {
			return Window
		}
		a.forget(now)
		if len(a.times) >= RequestsMost {
			wait = max(wait, a.times[0].Add(Window).Sub(now))
		}
		all = append(all, a)
	}
	if wait > 0 {
		return wait
	}
	for _, a := range all {
		a.times = append(a.times, now)
	}
	return 0
}

// run takes a place among the requests in progress; the caller must call done. It reports false when there is none.
func (w *window) run(id string, now time.Time) (done func(), ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	a := w.asker(id, now)
	if a == nil || w.running >= RunningMax || a.running >= RunningOfOneMax {
		return nil, false
	}
	w.running++
	a.running++
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.running--
		a.running--
	}, true
}

// asker returns the record of one, nil when too many are known. The mutex is held.
func (w *window) asker(id string, now time.Time) *asker {
	a := w.askers[id]
	if a != nil {
		return a
	}
	if len(w.askers) >= AskersMax && now.Sub(w.swept) >= time.Second {
		w.swept = now
		for other, old := range w.askers { // each is judged by itself; the order does not matter
			if old.forget(now); old.running == 0 && len(old.times) == 0 {
				delete(w.askers, other)
			}
		}
	}
	if len(w.askers) >= AskersMax {
		return nil
	}
	a = &asker{}
	w.askers[id] = a
	return a
}

// forget drops the times that count no more.
func (a *asker) forget(now time.Time) {
	old := 0
	for old < len(a.times) && now.Sub(a.times[old]) >= Window {
		old++
	}
	a.times = a.times[:copy(a.times, a.times[old:])]
}
