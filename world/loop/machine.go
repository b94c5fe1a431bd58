package loop

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// Limits of a batch and of what may pass before a cut.
const (
	batchRecordsMost = 4096              // records in the open batch; then the intake waits
	cutDirtyMost     = 2000              // changed entities
	cutRecordsMost   = 100_000           // records since the last cut
	cutAge           = 30 * world.Second // since the last cut
	stepsMost        = 120               // steps one intent may chain
)

// Limits are how much a machine takes before it does something about it; a zero field means the constant.
type Limits struct {
	BatchRecords int        // batchRecordsMost
	CutDirty     int        // cutDirtyMost
	CutRecords   int        // cutRecordsMost
	CutAge       world.Time // cutAge
}

func (l Limits) withDefaults() Limits {
	return Limits{
		BatchRecords: cmp.Or(l.BatchRecords, batchRecordsMost), CutDirty: cmp.Or(l.CutDirty, cutDirtyMost),
		CutRecords: cmp.Or(l.CutRecords, cutRecordsMost), CutAge: cmp.Or(l.CutAge, cutAge),
	}
}

// Batch is what becomes durable together. Records are encoded by the committer; Cut was encoded by the writer, for it
// alone may read the state.
type Batch struct {
	Number  uint64
	Records []*world.Record
	Puts    []journal.Put
	Cut     *journal.Cut
}

// Encode makes of a batch what the journal is given first: its records and puts. The cut is a commit of its own, behind
// them, for which nobody waits.
func (b *Batch) Encode() (journal.Batch, error) {
	records, err := journal.EncodeAll(b.Records)
	if err != nil {
		return journal.Batch{}, err
	}
	return journal.Batch{Puts: b.Puts, Records: records}, nil
}

// Out is one thing to hand out once its batch is durable: a notice to its sinks, or a reply.
type Out struct {
	batch uint64
	sinks []Sink // of all who perceived a notice in the same way
	told  *Told
	reply *answer
}

// answer is a reply on its way to whoever waits for it, and what is known of its making.
type answer struct {
	Reply
	to   func(Reply)
	by   *By
	name string

	arrived, taken, decided time.Duration // since the loop began; the loop's to set, for a machine has no clock
}

// Deliver hands it over.
func (o *Out) Deliver() {
	for _, s := range o.sinks {
		s.Tell(o.told)
	}
	if o.reply == nil {
		return
	}
	o.reply.to(o.reply.Reply)
}

// Fail answers what waits for a reply that the world stopped before it was durable.
func (o *Out) Fail(err error) {
	if o.reply != nil {
		o.reply.to(Reply{Err: err})
	}
}

// Poison is what a panic in the world tells before it goes on: which action met it.
type Poison struct {
	Seq   uint64
	Now   world.Time // when it was decided
	Input world.Input
	Timer world.TimerID
	Panic any
	Stack []byte
}

// Machine decides intents and says what to write and what to tell. It is not safe for concurrent use.
type Machine struct {
	state   *world.State
	sinks   map[uint32][]Sink
	parked  map[world.TimerID]bool
	refused func(world.Input) bool // poison actions
	poison  func(Poison)
	faulted func(cause any, stack []byte)

	open      Batch  // being filled
	last      uint64 // number of the newest batch that was cut
	committed uint64 // number of the newest durable batch
	outs      []Out  // in order; each waits for its batch
	released  int    // how many were released last

	cutAt    world.Time
	sinceCut int
	onRecord func(*world.Record)
	limits   Limits
}

// MachineOptions are what a machine may be told beside the state. The zero value is fine.
type MachineOptions struct {
	// Tail is how many records the journal has behind its current cut.
	Tail int
	// Parked timers do not fire: they met a crash.
	Parked map[world.TimerID]bool
	// Refused says which actions met a crash and are refused.
	Refused func(world.Input) bool
	// Poisoned is called when deciding panics, before the panic goes on.
	Poisoned func(Poison)
	// Faulted is told of a panic in an intent's own functions; that intent is refused and the world goes on.
	Faulted func(cause any, stack []byte)
	// OnRecord sees each record as it is decided, before it is durable: only for counting.
	OnRecord func(*world.Record)
	// Limits are other ones than the constants, so that a simulation reaches them.
	Limits Limits
}

// NewMachine makes a machine over a state whose records are all durable.
func NewMachine(s *world.State, o MachineOptions) *Machine {
	m := &Machine{
		state: s, sinks: map[uint32][]Sink{}, parked: o.Parked, refused: o.Refused, poison: o.Poisoned, faulted: o.Faulted,
		onRecord: o.OnRecord, cutAt: s.Now, sinceCut: o.Tail, limits: o.Limits.withDefaults(),
	}
	if m.open.Number = 1; o.Tail > 0 {
		m.cutAt -= m.limits.CutAge // what the last daemon left behind its cut is cut soon
	}
	return m
}

// State returns the live state, for whoever runs on the writer.
func (m *Machine) State() *world.State { return m.state }

// NextTimer returns when the next timer is due, and whether there is one.
func (m *Machine) NextTimer() (world.Time, bool) { return m.state.NextTimer(m.parked) }

// Full reports whether the open batch should be cut before more is offered.
func (m *Machine) Full() bool { return len(m.open.Records) >= m.limits.BatchRecords }

// Offer decides an intent.
func (m *Machine) Offer(now world.Time, in Intent) { m.offer(now, in) }

// offer is Offer and returns the answer, whether or not anybody waits for it.
func (m *Machine) offer(now world.Time, in Intent) *answer {
	now = max(now, m.state.Now)
	reply := &answer{to: in.Reply}
	m.carry(now, in, reply)
	reply.Seq = m.state.Seq
	if in.Reply != nil {
		m.put(Out{batch: m.wait(), reply: reply})
	}
	return reply
}

// carry does an intent step by step. What the asker's own functions do wrong is the asker's loss alone: they only read.
func (m *Machine) carry(now world.Time, in Intent, reply *answer) {
	ask := func(f func(*world.State, world.Time) Step) (step Step) {
		defer m.excuse(func() { step = Step{Refusal: fault()} })
		return f(m.state, now)
	}
	step := ask(in.Do)
	for n := 0; ; n++ {
		reply.notes(step)
		if reply.Refusal = m.take(now, step, reply); reply.Refusal != nil {
			return
		}
		if step.Then == nil || n == stepsMost {
			break
		}
		step = ask(step.Then)
	}
	if step.Report != nil {
		defer m.excuse(func() { reply.Refusal = fault() })
		reply.Report = step.Report(m.state, now)
	}
}

// notes remembers who wants what.
func (a *answer) notes(step Step) {
	if step.By != nil {
		a.by = step.By
	}
	if step.Name != "" {
		a.name = step.Name
	}
}

// excuse is deferred around an asker's function: a panic there is told to the log, and then does what it is given.
func (m *Machine) excuse(then func()) {
	p := recover()
	if p == nil {
		return
	}
	if m.faulted != nil {
		m.faulted(p, debug.Stack())
	}
	then()
}

func fault() *world.Refusal {
	return &world.Refusal{Code: world.CodeFault, Text: "Something went wrong at our end; it was written down."}
}

// take carries out one step.
func (m *Machine) take(now world.Time, step Step, reply *answer) *world.Refusal {
	if step.Refusal != nil {
		return step.Refusal
	}
	if step.Input != nil {
		rec, r := m.decide(now, *step.Input)
		if r != nil {
			return r
		}
		if rec != nil {
			reply.Records = append(reply.Records, rec)
		}
	}
	m.open.Puts = append(m.open.Puts, step.Puts...)
	for _, d := range step.Detach {
		m.detach(d)
	}
	for _, a := range step.Attach {
		if body := m.state.Actors[a.Actor]; body != nil {
			m.sinks[body.Num] = append(m.sinks[body.Num], a.Sink)
		}
	}
	return nil
}

func (m *Machine) detach(a Attachment) {
	body := m.state.Actors[a.Actor]
	if body == nil {
		return
	}
	list := slices.DeleteFunc(slices.Clone(m.sinks[body.Num]), func(s Sink) bool { return s == a.Sink })
	if len(list) == 0 {
		delete(m.sinks, body.Num)
		return
	}
	m.sinks[body.Num] = list
}

// Attached reports how many sinks listen for a body.
func (m *Machine) Attached(id world.ActorID) int {
	if body := m.state.Actors[id]; body != nil {
		return len(m.sinks[body.Num])
	}
	return 0
}

// Due lets timers fire that are due.
func (m *Machine) Due(now world.Time) {
	if _, r := m.decide(now, world.Input{Via: world.Via{Kind: world.ViaTimer}, Action: world.Tick{}}); r != nil {
		panic(fmt.Sprintf("loop: a tick was refused: %s", r.Text)) // a tick never is
	}
}

func (m *Machine) decide(now world.Time, in world.Input) (*world.Record, *world.Refusal) {
	defer func() {
		if p := recover(); p != nil {
			m.poisoned(now, in, p)
			panic(p)
		}
	}()
	if m.refused != nil && m.refused(in) {
		return nil, &world.Refusal{
			Code: world.CodeParked, Text: "That very deed stopped the world once. A wizard has to look at it first.",
		}
	}
	rec, r := m.state.DecideParked(now, in, m.parked)
	if rec == nil {
		return nil, r
	}
	m.open.Records = append(m.open.Records, rec)
	m.sinceCut++
	if m.onRecord != nil {
		m.onRecord(rec)
	}
	m.tell(rec)
	return rec, nil
}

func (m *Machine) poisoned(now world.Time, in world.Input, p any) {
	if m.poison == nil {
		return
	}
	note := Poison{Seq: m.state.Seq + 1, Now: now, Input: in, Panic: p, Stack: debug.Stack()}
	if tp, ok := p.(world.TimerPanic); ok {
		note.Timer = tp.Timer
	}
	m.poison(note)
}

// tell addresses a record's notices to whoever listens.
func (m *Machine) tell(rec *world.Record) {
	for i := range rec.Notices {
		n := &rec.Notices[i]
		for _, g := range n.To {
			sinks := m.listening(g.Who)
			if len(sinks) > 0 {
				told := &Told{Notice: n, Actor: rec.Actor, Via: rec.Via, Sense: g.Sense}
				m.put(Out{batch: m.open.Number, sinks: sinks, told: told})
			}
		}
	}
}

// put lets something wait for its batch, in as much room as what was released last took.
func (m *Machine) put(o Out) {
	if m.outs == nil {
		m.outs = make([]Out, 0, max(m.released, 1))
	}
	m.outs = append(m.outs, o)
}

// listening returns the sinks of bodies, in their order.
func (m *Machine) listening(who []uint32) []Sink {
	var sinks []Sink
	for _, num := range who {
		mine := m.sinks[num]
		if sinks == nil && len(mine) > 0 {
			sinks = make([]Sink, 0, len(who)) // nearly all who perceive something have one
		}
		sinks = append(sinks, mine...)
	}
	return sinks
}

// wait returns the batch that must be durable before what was just seen may be told.
func (m *Machine) wait() uint64 {
	if len(m.open.Records) > 0 || len(m.open.Puts) > 0 {
		return m.open.Number
	}
	return m.last
}

// Cut closes the open batch if it has anything to write, or if a cut of the state is due, and returns it.
func (m *Machine) Cut(now world.Time) (Batch, bool, error) {
	dirty := len(m.state.Dirty)
	most := m.limits
	due := dirty >= most.CutDirty || m.sinceCut >= most.CutRecords ||
		dirty > 0 && m.sinceCut > 0 && now-m.cutAt >= most.CutAge
	if len(m.open.Records) == 0 && len(m.open.Puts) == 0 && !due {
		return Batch{}, false, nil
	}
	if due {
		cut, err := journal.CutOf(m.state, m.state.TakeDirty())
		if err != nil {
			return Batch{}, false, fmt.Errorf("cut the state at %d: %w", m.state.Seq, err)
		}
		m.open.Cut, m.cutAt, m.sinceCut = cut, max(now, m.state.Now), 0
	}
	b := m.open
	m.last = b.Number
	m.open = Batch{Number: b.Number + 1}
	return b, true, nil
}

// Pending reports whether anything waits to be written.
func (m *Machine) Pending() bool { return len(m.open.Records) > 0 || len(m.open.Puts) > 0 }

// Waiting returns how many notices and replies wait for their batch.
func (m *Machine) Waiting() int { return len(m.outs) }

// Committed says that all batches up to a number are durable.
func (m *Machine) Committed(number uint64) { m.committed = number }

// Release returns what may be told now, in order. The slice is the caller's.
func (m *Machine) Release() []Out {
	n := 0
	for n < len(m.outs) && m.outs[n].batch <= m.committed {
		n++
	}
	if n == 0 {
		return nil
	}
	out := m.outs[:n:n]
	m.outs, m.released = m.outs[n:], n
	if len(m.outs) == 0 {
		m.outs = nil // let the handed-out array go once it was delivered
	}
	return out
}

// Abandon returns what waits and will never be told, because the disk failed.
func (m *Machine) Abandon() []Out {
	out := m.outs
	m.outs = nil
	return out
}

// Unpoison lets parked timers fire and refused actions be decided again.
func (m *Machine) Unpoison() { m.parked, m.refused = nil, nil }
