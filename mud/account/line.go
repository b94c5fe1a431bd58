package account

import (
	"math"
	"slices"
)

// How many attempts may be under way at a time, those that stand in line among them. Failures are bounded beside it.
const (
	// UnderWaySourceMax is of one source, with names that are not trusted there: more than one door's connections from
	// one address.
	UnderWaySourceMax = 128
	// UnderWayNameMax is of one name, from sources where it is not trusted; and as many from each where it is.
	UnderWayNameMax = 64
	// RunningSourceMax is how many of one source have their passwords hashed, or wait for a core, so that no address
	// takes the places of all others there.
	RunningSourceMax = FailuresFree + 1
)

// gateKind is what an attempt is let in by.
type gateKind int

const (
	gateSource    gateKind = iota // all that come from a source
	gateStrangers                 // those with names that are not trusted there
	gateName                      // those with a name, from sources where it is not trusted
	gatePair                      // those with a name from a source where it is trusted
)

// gate is one thing that bounds the attempts that pass it; who has only what its kind tells apart.
type gate struct {
	kind gateKind
	who  pair
}

// flow is who is under way at a gate. Whoever stands in line does so at each of its gates, the first come first.
type flow struct {
	running int
	line    []*Ticket
}

// gatesOf lists what bounds an attempt.
func (k *Ticket) gatesOf() []gate {
	all := gate{gateSource, pair{source: k.who.source}}
	if k.trusted {
		return []gate{all, {gatePair, k.who}}
	}
	return []gate{all, {gateStrangers, pair{source: k.who.source}}, {gateName, pair{account: k.who.account}}}
}

// where says in words what a gate tells apart.
func (g gate) where() string {
	if g.kind == gateName {
		return "for that name"
	}
	return "from where you are"
}

// roomAt is how many may run at a gate at a time.
func (t *Throttle) roomAt(g gate) int {
	if f := t.failuresOf(g); f != nil {
		return f.room()
	}
	return RunningSourceMax
}

// hasRoom reports whether an attempt may run now.
func (t *Throttle) hasRoom(k *Ticket) bool {
	for _, g := range k.gates {
		if f := t.flows[g]; f != nil && f.running >= t.roomAt(g) {
			return false
		}
	}
	return true
}

// enter lets an attempt run.
func (t *Throttle) enter(k *Ticket) {
	for _, g := range k.gates {
		t.flowAt(g).running++
	}
}

// standInLine has an attempt wait until others have left. Errors: *Refusal of code under_way.
func (t *Throttle) standInLine(k *Ticket) error {
	for _, g := range k.gates {
		if f := t.flows[g]; f != nil && f.running+len(f.line) >= g.underWayMax() {
			return refuse(CodeUnderWay, "Many are signing in %s at this moment. Please try again in a few seconds.", g.where())
		}
	}
	for _, g := range k.gates {
		f := t.flowAt(g)
		f.line = append(f.line, k)
	}
	return nil
}

// giveUp takes an attempt out of the line, or back if its turn came meanwhile.
func (t *Throttle) giveUp(k *Ticket) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if k.isOver {
		return // it was refused
	}
	k.isOver = true
	if len(k.turn) > 0 {
		t.leave(k)
		return
	}
	t.stepOut(k)
	t.tidy(k)
}

// leave ends an attempt that ran. Each of those who wait at its gates is let in or refused if it can be told which.
func (t *Throttle) leave(k *Ticket) {
	for _, g := range k.gates {
		t.flowAt(g).running--
	}
	for _, g := range k.gates {
		for _, next := range slices.Clone(t.flowAt(g).line) { // whose turn it is leaves the line
			err := t.barred(next)
			if err == nil && !t.hasRoom(next) {
				continue
			}
			t.stepOut(next)
			if next.isOver = err != nil; next.isOver {
				t.tidy(next)
			} else {
				t.enter(next)
			}
			next.turn <- err
		}
	}
	t.tidy(k)
}

// stepOut takes an attempt out of every line it stands in.
func (t *Throttle) stepOut(k *Ticket) {
	for _, g := range k.gates {
		f := t.flowAt(g)
		if i := slices.Index(f.line, k); i >= 0 {
			f.line = slices.Delete(f.line, i, i+1)
		}
	}
}

// tidy forgets the gates of an attempt where nobody is under way.
func (t *Throttle) tidy(k *Ticket) {
	for _, g := range k.gates {
		if f := t.flows[g]; f != nil && f.running == 0 && len(f.line) == 0 {
			delete(t.flows, g)
		}
	}
}

// flowAt is who is under way at a gate, made when nobody is.
func (t *Throttle) flowAt(g gate) *flow {
	f := t.flows[g]
	if f == nil {
		f = &flow{}
		t.flows[g] = f
	}
	return f
}

// underWayMax is how many may be under way at a gate.
func (g gate) underWayMax() int {
	switch g.kind {
	case gateStrangers:
		return UnderWaySourceMax
	case gateName, gatePair:
		return UnderWayNameMax
	case gateSource: // strangers there are bounded, and so is each who is none: they do not take each other's places
	}
	return math.MaxInt
}
