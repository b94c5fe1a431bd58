package storm_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/scripts/storm"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// engine is a machine that a plant spoils.
type engine struct {
	*loop.Machine

	cut     func(b *loop.Batch, m *loop.Machine)
	release func(outs []loop.Out) []loop.Out
}

func (e engine) Cut(now world.Time) (loop.Batch, bool, error) {
	b, ok, err := e.Machine.Cut(now)
	if ok && e.cut != nil {
		e.cut(&b, e.Machine)
	}
	return b, ok, err
}

func (e engine) Release() []loop.Out {
	outs := e.Machine.Release()
	if e.release != nil {
		outs = e.release(outs)
	}
	return outs
}

// onCut is a plant that spoils a batch as it is cut.
func onCut(spoil func(b *loop.Batch, m *loop.Machine)) func() storm.Plant {
	return func() storm.Plant {
		return storm.Plant{Engine: func(m *loop.Machine) storm.Engine { return engine{Machine: m, cut: spoil} }}
	}
}

// onStep is a plant that spoils what somebody wants.
func onStep(spoil func(s loop.Step, e storm.Engine) loop.Step) func() storm.Plant {
	return func() storm.Plant { return storm.Plant{Step: spoil} }
}

// onCommit is a plant that spoils a commit.
func onCommit(spoil func(m *journal.Memory, b journal.Batch) error) func() storm.Plant {
	return func() storm.Plant { return storm.Plant{Commit: spoil} }
}

// leak is a sink that loses what it is told while the batch is full.
type leak struct {
	loop.Sink

	e storm.Engine
}

func (l *leak) Tell(t *loop.Told) {
	if !l.e.Full() {
		l.Sink.Tell(t)
	}
}

// leaking puts a leak before each sink.
func leaking() storm.Plant {
	leaks := map[loop.Sink]*leak{}
	wrap := func(list []loop.Attachment, e storm.Engine) []loop.Attachment {
		out := make([]loop.Attachment, 0, len(list))
		for _, a := range list {
			if leaks[a.Sink] == nil {
				leaks[a.Sink] = &leak{a.Sink, e}
			}
			out = append(out, loop.Attachment{Actor: a.Actor, Sink: leaks[a.Sink]})
		}
		return out
	}
	return storm.Plant{Step: func(s loop.Step, e storm.Engine) loop.Step {
		s.Attach, s.Detach = wrap(s.Attach, e), wrap(s.Detach, e)
		return s
	}}
}

// plants are ways in which a server breaks its word, each in the server and none in whoever judges it.
func plants() map[string]func() storm.Plant {
	return map[string]func() storm.Plant{
		"told before the commit, for clients to notice": func() storm.Plant {
			p := onCut(func(b *loop.Batch, m *loop.Machine) { m.Committed(b.Number) })()
			p.Blind = true
			return p
		},
		"told before the commit": onCut(func(b *loop.Batch, m *loop.Machine) { m.Committed(b.Number) }),
		"a failed commit passes for one that did not": onCommit(func(m *journal.Memory, b journal.Batch) error {
			_ = m.Commit(b)
			return nil
		}),
		"a cut is taken at the wrong sequence": onCut(func(b *loop.Batch, _ *loop.Machine) {
			if b.Cut != nil && b.Cut.Seq > 0 {
				b.Cut.Seq--
			}
		}),
		"a cut forgets an entity": onCut(func(b *loop.Batch, _ *loop.Machine) {
			if b.Cut != nil && len(b.Cut.Rows) > 0 {
				b.Cut.Rows = b.Cut.Rows[1:]
			}
		}),
		"account rows do not ride with their batch": onCut(func(b *loop.Batch, _ *loop.Machine) { b.Puts = nil }),
		"a notice is lost when the batch is full":   leaking,
		"whoever takes over is told everything twice": onStep(func(s loop.Step, _ storm.Engine) loop.Step {
			if len(s.Attach) > 0 && len(s.Detach) > 0 {
				s.Attach = append(s.Attach, s.Attach...)
			}
			return s
		}),
		"who leaves goes on listening": onStep(func(s loop.Step, _ storm.Engine) loop.Step {
			if len(s.Attach) == 0 {
				s.Detach = nil
			}
			return s
		}),
		"a body whose player is gone does not become link-dead": onStep(func(s loop.Step, _ storm.Engine) loop.Step {
			if s.Input != nil {
				if _, ok := s.Input.Action.(world.Sever); ok {
					s.Input = nil
				}
			}
			return s
		}),
		"an answer overtakes what happened before it": func() storm.Plant {
			return storm.Plant{Engine: func(m *loop.Machine) storm.Engine {
				return engine{Machine: m, release: func(outs []loop.Out) []loop.Out {
					for i := 1; i < len(outs); i += 2 {
						outs[i-1], outs[i] = outs[i], outs[i-1]
					}
					return outs
				}}
			}}
		},
		"an idempotency key is forgotten": func() storm.Plant {
			n := 0
			return storm.Plant{Key: func(key string) string { n++; return key + "/" + strconv.Itoa(n) }}
		},
	}
}

// plantedMost is how many seeds a planted bug may survive.
const plantedMost = 300

// TestPlantedBugs spoils the server and wants the storm to notice, for else it proves nothing.
func TestPlantedBugs(t *testing.T) {
	table := verb.New()
	for name, plant := range plants() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for n := range uint64(plantedMost) {
				if _, err := storm.Run(storm.Options{Seed: 1 + n, Table: table, Plant: plant}); err != nil {
					if f, ok := errors.AsType[*storm.Failure](err); ok {
						what, _, _ := strings.Cut(f.What, "\n")
						t.Logf("found by seed %d, step %d: %s", f.Seed, f.Step, what)
					}
					return
				}
			}
			t.Errorf("nobody noticed within %d seeds", plantedMost)
		})
	}
}
