package npc_test

import (
	"fmt"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/world"
)

// crowded is a mind in a room with Ann, with Seren, and with nine people who talk all the time.
func crowded(t *testing.T) *stage {
	s := newStage(t, barkeep())
	s.person("pc-ann", "Ann")
	s.here = append(s.here, mind.Entity{ID: "npc-seren-01", Name: "Seren", Kind: "creature", Minded: true})
	for i := range 9 {
		s.person(fmt.Sprint("pc-talker", i), fmt.Sprint("Talker", i))
	}
	return s
}

// chatter is how nine people say so much to somebody.
func chatter(n int, to string) (out []mind.Percept) {
	for i := range n {
		out = append(out, said(fmt.Sprint("pc-talker", i%9), fmt.Sprint("Talker", i%9), fmt.Sprintf("%s, eel %d?", to, i)))
	}
	return out
}

// What is said to a mind is not lost behind what it overhears, nor behind what others say to it: not in one look, and
// not over several of which only the last is decided about.
func TestHeardInACrowd(t *testing.T) {
	question := said("pc-ann", "Ann", "Hob, where is the well?")
	for _, to := range []string{"Seren", "Hob"} {
		t.Run("a crowd that talks to "+to, func(t *testing.T) {
			s := crowded(t)
			s.events(append([]mind.Percept{question}, chatter(18, to)...)...)
			for range 10 {
				s.events()
			}
			heard(t, s)
		})
		t.Run("much to take in, said to "+to, func(t *testing.T) {
			s := crowded(t)
			for _, chunk := range [][]mind.Percept{append([]mind.Percept{question}, chatter(9, to)...), chatter(9, to)} {
				for i := range chunk {
					s.seq++
					s.at += world.Second
					chunk[i].Seq, chunk[i].At = s.seq, s.at
				}
				look := &mind.Look{Room: s.room, Entities: s.here, You: s.you, Percepts: chunk, Mute: true, More: true}
				if o := s.m.Step(mind.Input{At: s.at, Look: look}); o.Choice != nil || len(o.Asks) > 0 || o.Trace != nil {
					t.Fatalf("it decided before it had taken in everything: %+v", o)
				}
			}
			for range 10 {
				s.events()
			}
			heard(t, s)
		})
	}
}

// heard holds that Ann had her answer, and that it came once.
func heard(t *testing.T, s *stage) {
	t.Helper()
	n := 0
	for _, line := range s.log {
		if line == "say The dry well is east of the chapel. Take a light." {
			n++
		}
	}
	if n != 1 {
		t.Errorf("Ann's answer came %d times, want once, among %q", n, s.log)
	}
}
