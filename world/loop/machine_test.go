package loop_test

import (
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// commit makes a batch durable as the committer does.
func commit(j interface{ Commit(journal.Batch) error }, b loop.Batch) error {
	jb := journal.Batch{Puts: b.Puts, Cut: b.Cut}
	for _, r := range b.Records {
		bytes, err := journal.Encode(r)
		if err != nil {
			return err
		}
		jb.Records = append(jb.Records, journal.Record{Seq: r.Seq, Bytes: bytes})
	}
	return j.Commit(jb)
}

// recovered makes a state out of what a journal holds, as a start does.
func recovered(j *journal.Memory) (*world.State, error) {
	s := world.New(0)
	indexed := false
	index := func() {
		if !indexed {
			s.Reindex()
			indexed = true
		}
	}
	_, err := j.Load(func(key string, value []byte) error { return journal.LoadRow(s, key, value) },
		func(r journal.Record) error {
			index()
			rec, err := journal.Decode(r.Bytes)
			if err == nil {
				s.Fold(rec)
			}
			return err
		})
	index()
	return s, err
}

// server is a whole server without goroutines, clocks or disks: what a seed can simulate.
type server struct {
	t       *rapid.T
	m       *loop.Machine
	j       *journal.Memory
	now     world.Time
	flying  *loop.Batch // written to the journal, or about to be
	durable bool        // the flying batch is, and the machine has not heard of it

	records []*world.Record // decided since the beginning, lost ones cut off
	told    uint64          // the newest sequence that anybody learnt of
	asked   int             // intents offered since the last crash
	heard   []int           // their numbers, as the replies came
	ears    map[world.ActorID]*ear
}

// ear is a sink that minds its order and that all it hears is durable.
type ear struct {
	v      *server
	seq    uint64
	n      int
	notice int
}

func (e *ear) Tell(told *loop.Told) {
	if told.Seq < e.seq || told.Seq == e.seq && told.N <= e.n && e.notice > 0 {
		e.v.t.Fatalf("notice %d.%d was told after %d.%d", told.Seq, told.N, e.seq, e.n)
	}
	e.seq, e.n = told.Seq, told.N
	e.notice++
	e.v.learnt("a notice", told.Seq)
}

// learnt holds what somebody learns against what is durable.
func (v *server) learnt(what string, seq uint64) {
	if last := v.j.Last(); seq > last {
		v.t.Fatalf("%s of record %d got out, and only %d are durable", what, seq, last)
	}
	v.told = max(v.told, seq)
}

func (v *server) start(s *world.State) {
	v.ears = map[world.ActorID]*ear{}
	v.asked, v.heard, v.flying = 0, nil, nil
	v.m = loop.NewMachine(s, loop.MachineOptions{OnRecord: func(r *world.Record) { v.records = append(v.records, r) }})
}

// offer hands the machine an input, or with none a look around by somebody.
func (v *server) offer(in *world.Input, who world.ActorID) {
	number := v.asked
	v.asked++
	v.m.Offer(v.now, loop.Intent{
		Do: func(s *world.State, _ world.Time) loop.Step {
			step := loop.Step{Input: in, Report: func(s *world.State, now world.Time) any { return s.LookAround(who, now) }}
			if s.Actors[who] != nil && v.ears[who] == nil {
				v.ears[who] = &ear{v: v}
				step.Attach = []loop.Attachment{{Actor: who, Sink: v.ears[who]}}
			}
			return step
		},
		Reply: func(r loop.Reply) {
			if r.Err != nil {
				return
			}
			v.heard = append(v.heard, number)
			v.learnt("a reply", r.Seq)
			for _, rec := range r.Records {
				v.learnt("a record", rec.Seq)
			}
		},
	})
}

// cut sends the next batch on its way.
func (v *server) cut() {
	if v.flying != nil {
		return
	}
	b, ok, err := v.m.Cut(v.now)
	if err != nil {
		v.t.Fatal(err)
	}
	if ok {
		v.flying, v.durable = &b, false
	}
}

// write makes the flying batch durable; the machine does not know yet.
func (v *server) write() {
	if v.flying == nil || v.durable {
		return
	}
	if err := commit(v.j, *v.flying); err != nil {
		v.t.Fatalf("commit: %v", err)
	}
	v.durable = true
}

// committed lets the machine know.
func (v *server) committed() {
	if v.flying != nil && v.durable {
		v.m.Committed(v.flying.Number)
		v.flying = nil
	}
}

func (v *server) release() {
	for _, out := range v.m.Release() {
		out.Deliver()
	}
	for i, n := range v.heard {
		if n != i {
			v.t.Fatalf("replies came in the order %v", v.heard)
		}
	}
}

var errDisk = errors.New("the disk is full")

// failDisk has the commit fail: nothing of the batch may be told, all who wait are answered with the error.
func (v *server) failDisk(at journal.Step) {
	if v.flying == nil || v.durable {
		return
	}
	v.j.Inject(func(s journal.Step) error {
		if s == at {
			return errDisk
		}
		return nil
	})
	if err := commit(v.j, *v.flying); err == nil {
		v.j.Inject(nil)
		v.durable = true // the batch had no such step
		return
	}
	for _, out := range v.m.Abandon() {
		out.Fail(errDisk)
	}
	if outs := v.m.Release(); outs != nil {
		v.t.Fatalf("%d things are told after the disk failed", len(outs))
	}
	v.crash()
}

// crash kills the server and starts it again: the world is the durable prefix of what was decided, and everything
// that anybody learnt is in it.
func (v *server) crash() {
	v.j = v.j.Crash()
	s, err := recovered(v.j)
	if err != nil {
		v.t.Fatalf("recover: %v", err)
	}
	last := v.j.Last()
	if v.told > last || s.Seq != last || last > uint64(len(v.records)) {
		v.t.Fatalf("recovered %d of %d records (the state says %d), and %d was told", last, len(v.records), s.Seq, v.told)
	}
	v.records = v.records[:last]
	want := world.New(0)
	for _, r := range v.records {
		want.Fold(r)
	}
	if err := worldtest.SameState(s, want); err != nil {
		v.t.Fatalf("recovered, and what was decided: %v", err)
	}
	if err := s.Check(); err != nil {
		v.t.Fatalf("recovered: %v", err)
	}
	v.start(s)
}

// TestSimServer runs whole servers on a random mix of inputs, looks, timers, cuts, commits, failing disks and
// crashes.
func TestSimServer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := &server{t: t, j: journal.NewMemory()}
		v.start(world.New(0))
		host := world.Via{Kind: world.ViaHost}
		for _, in := range worldtest.Genesis() {
			v.offer(&in, "")
		}
		for _, name := range []string{"Anna", "Benno", "Merla"} {
			in := world.Input{Via: host, Action: world.Create{Account: "a", Name: name, Role: world.RoleWizard}}
			v.offer(&in, "")
		}
		for _, who := range []world.ActorID{"pc-anna", "pc-benno", "pc-merla"} {
			in := worldtest.Typed(who, world.Enter{})
			v.offer(&in, who)
		}
		g := worldtest.NewGamer(t, v.m.State())
		for range rapid.IntRange(10, 80).Draw(t, "steps") {
			g.Watch(v.m.State())
			switch step := g.Roll(20); step {
			case 0, 1, 2, 3, 4, 5:
				v.now += g.Wait()
				in := g.Input()
				v.offer(&in, in.Actor)
			case 6, 7:
				v.offer(nil, "pc-anna")
			case 8:
				v.now += g.Wait()
				v.m.Due(v.now)
			case 9, 10, 11:
				v.cut()
			case 12, 13:
				v.write()
			case 14, 15:
				v.committed()
			case 16, 17:
				v.release()
			case 18:
				v.failDisk([]journal.Step{
					journal.StepAppend, journal.StepAppended, journal.StepCurrent,
				}[g.Roll(3)])
			default:
				v.crash()
			}
		}
		v.drain()
	})
}

// drain writes and tells all there is: then everybody was answered.
func (v *server) drain() {
	for range 3 {
		v.cut()
		v.write()
		v.committed()
		v.release()
	}
	if len(v.heard) != v.asked {
		v.t.Fatalf("%d of %d were answered", len(v.heard), v.asked)
	}
	v.crash()
}

// What is told waits for its batch; a look waits for what it saw; a look at what is durable waits for nothing.
func TestNothingIsToldBeforeItIsDurable(t *testing.T) {
	m := loop.NewMachine(worldtest.Small(), loop.MachineOptions{})
	now := world.Second
	anna := worldtest.Join(m.State(), now, worldtest.Person{Name: "Anna"})
	var got []string
	offer := func(name string, in *world.Input) {
		m.Offer(now, loop.Intent{
			Do: func(*world.State, world.Time) loop.Step { return loop.Step{Input: in} },
			Reply: func(r loop.Reply) {
				if r.Refusal != nil {
					name += " refused"
				}
				got = append(got, name)
			},
		})
	}
	release := func() {
		for _, o := range m.Release() {
			o.Deliver()
		}
	}
	want := func(wanted ...string) {
		t.Helper()
		release()
		if fmt.Sprint(got) != fmt.Sprint(wanted) {
			t.Errorf("got %v, want %v", got, wanted)
		}
		got = nil
	}
	say := worldtest.Typed(anna, world.Say{Text: "hi"})
	bad := worldtest.Typed(anna, world.Move{Dir: world.West})

	offer("look", nil)
	want("look") // nothing was decided: at once
	offer("say", &say)
	offer("look", nil)
	offer("west", &bad)
	want()
	b, ok, err := m.Cut(now)
	if !ok || err != nil || len(b.Records) != 1 {
		t.Fatalf("cut %d records, %v, %v; want one", len(b.Records), ok, err)
	}
	want()
	offer("look again", nil) // sees what flies
	want()
	offer("say again", &say)
	m.Committed(b.Number)
	want("say", "look", "west refused", "look again")
	next, _, _ := m.Cut(now)
	m.Committed(next.Number)
	want("say again")
	if _, ok, _ := m.Cut(now); ok {
		t.Error("a batch without anything in it was cut")
	}
}

// An intent's steps run in order: a refusal ends them, puts ride along, and who is detached hears no more.
func TestSteps(t *testing.T) {
	m := loop.NewMachine(worldtest.Small(), loop.MachineOptions{})
	anna := worldtest.Join(m.State(), 1, worldtest.Person{Name: "Anna"})
	say := worldtest.Typed(anna, world.Emote{Text: "waves"})
	var sink counter
	at := []loop.Attachment{{Actor: anna, Sink: &sink}}
	settle := func() {
		b, _, err := m.Cut(2)
		if err != nil {
			t.Fatal(err)
		}
		m.Committed(b.Number)
		for _, o := range m.Release() {
			o.Deliver()
		}
	}
	var reply loop.Reply
	m.Offer(2, loop.Intent{
		Do: func(*world.State, world.Time) loop.Step {
			return loop.Step{Attach: at, Then: func(*world.State, world.Time) loop.Step {
				return loop.Step{Input: &say, Puts: []journal.Put{{Bucket: "b", Key: []byte("k"), Value: []byte("v")}},
					Then: func(*world.State, world.Time) loop.Step {
						return loop.Step{Refusal: &world.Refusal{Code: world.CodeCannot, Text: "No."}, Detach: at}
					}}
			}}
		},
		Reply: func(r loop.Reply) { reply = r },
	})
	settle()
	if reply.Refusal == nil || len(reply.Records) != 1 || sink != 1 || m.Attached(anna) != 1 {
		t.Errorf("got %+v, %d notices and %d sinks; want a refusal after one record, one notice, one sink",
			reply, sink, m.Attached(anna))
	}
	m.Offer(3, loop.Intent{Do: func(*world.State, world.Time) loop.Step { return loop.Step{Detach: at} }})
	m.Offer(3, loop.Intent{Do: func(*world.State, world.Time) loop.Step { return loop.Step{Input: &say} }})
	settle()
	if sink != 1 || m.Attached(anna) != 0 {
		t.Errorf("after detaching: %d notices, %d sinks", sink, m.Attached(anna))
	}
	t.Run("an intent cannot go on for ever", func(t *testing.T) {
		n := 0
		var again func(*world.State, world.Time) loop.Step
		again = func(*world.State, world.Time) loop.Step { n++; return loop.Step{Then: again} }
		m.Offer(4, loop.Intent{Do: again})
		if n > 150 {
			t.Errorf("it took %d steps", n)
		}
	})
}

type counter int

func (c *counter) Tell(*loop.Told) { *c++ }

// A panic in the world is told of, with what met it, and goes on.
func TestPoison(t *testing.T) {
	s := worldtest.Small()
	anna := worldtest.Join(s, 1, worldtest.Person{Name: "Anna"})
	var poison loop.Poison
	m := loop.NewMachine(s, loop.MachineOptions{
		Poisoned: func(p loop.Poison) { poison = p },
		Refused:  func(in world.Input) bool { _, bad := in.Action.(world.Shout); return bad },
	})
	shout := worldtest.Typed(anna, world.Shout{Text: "x"})
	var reply loop.Reply
	m.Offer(2, loop.Intent{
		Do:    func(*world.State, world.Time) loop.Step { return loop.Step{Input: &shout} },
		Reply: func(r loop.Reply) { reply = r },
	})
	for _, o := range m.Release() {
		o.Deliver()
	}
	if reply.Refusal == nil || reply.Refusal.Code != world.CodeParked {
		t.Errorf("a poison action got %+v, want a refusal", reply)
	}
	defer func() {
		if recover() == nil || poison.Seq != s.Seq+1 || poison.Input.Actor != anna {
			t.Errorf("poison %+v, want the action of %s", poison, anna)
		}
	}()
	s.Actors[anna].Room = worldtest.Arena // a state that cannot be: the rules fall over it
	delete(s.Rooms, worldtest.Arena)
	s.Actors[anna].Fighting = "nobody"
	flee := worldtest.Typed(anna, world.Flee{})
	m.Offer(2, loop.Intent{Do: func(*world.State, world.Time) loop.Step { return loop.Step{Input: &flee} }})
}
