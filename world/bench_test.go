package world_test

import (
	"fmt"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// crowd returns a small world with so many people on the quay, and the first of them.
func crowd(people int) (*world.State, world.ActorID) {
	s := worldtest.Small()
	var first world.ActorID
	for i := range people {
		id := worldtest.Join(s, 1, worldtest.Person{Name: fmt.Sprintf("Z%c%c", 'a'+i/26, 'a'+i%26)})
		if i == 0 {
			first = id
		}
	}
	return s, first
}

// BenchmarkDecide is one action decided and folded, with its captions and perceivers.
func BenchmarkDecide(b *testing.B) {
	stone := func(s *world.State) []world.ItemID {
		for _, id := range s.Index.Floor[worldtest.Quay] {
			if s.Items[id].Proto == "stone" {
				return []world.ItemID{id}
			}
		}
		return nil
	}
	for _, people := range []int{1, 50, 500} {
		for _, bb := range []struct {
			name  string
			turns func(s *world.State) [2]world.Action
		}{
			{"get and drop", func(s *world.State) [2]world.Action {
				return [2]world.Action{world.Take{Items: stone(s)}, world.Drop{Items: stone(s)}}
			}},
			{"say", func(*world.State) [2]world.Action {
				return [2]world.Action{world.Say{Text: "The tide turns."}, world.Say{Text: "It does."}}
			}},
			{"move", func(*world.State) [2]world.Action {
				return [2]world.Action{world.Move{Dir: world.North}, world.Move{Dir: world.South}}
			}},
			{"refusal", func(*world.State) [2]world.Action {
				return [2]world.Action{world.Move{Dir: world.West}, world.Move{Dir: world.West}}
			}},
		} {
			b.Run(fmt.Sprintf("%s/people=%d", bb.name, people), func(b *testing.B) {
				s, who := crowd(people)
				turns := bb.turns(s)
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					_, _ = s.Decide(s.Now+1, worldtest.Typed(who, turns[i%2])) // the refusal is one of the things measured
				}
			})
		}
	}
}

// BenchmarkFold is one record folded again, as a start does with the tail.
func BenchmarkFold(b *testing.B) {
	s, who := crowd(50)
	rec, _ := s.Decide(s.Now, worldtest.Typed(who, world.Say{Text: "hi"}))
	there, _ := s.Decide(s.Now, worldtest.Typed(who, world.Move{Dir: world.North}))
	back, _ := s.Decide(s.Now, worldtest.Typed(who, world.Move{Dir: world.South}))
	b.ReportAllocs()
	for b.Loop() {
		s.Fold(rec)
		s.Fold(there)
		s.Fold(back)
	}
}

// BenchmarkEncode is one record into bytes and back.
func BenchmarkEncode(b *testing.B) {
	for _, people := range []int{1, 50, 500} {
		s, who := crowd(people)
		rec, _ := s.Decide(s.Now, worldtest.Typed(who, world.Say{Text: "The tide turns."}))
		bytes, err := journal.Encode(rec)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("encode/people=%d", people), func(b *testing.B) {
			b.ReportAllocs()
			b.ReportMetric(float64(len(bytes)), "bytes/record")
			for b.Loop() {
				if _, err := journal.Encode(rec); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("decode/people=%d", people), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := journal.Decode(bytes); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkCheck is one Check and one digest of the small world.
func BenchmarkCheck(b *testing.B) {
	s, _ := crowd(50)
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			if err := s.Check(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("digest", func(b *testing.B) {
		for b.Loop() {
			if _, err := journal.Digest(s); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkMinds is what creatures with minds cost everybody else: fifty people on the quay, and so many creatures
// there that make rounds.
func BenchmarkMinds(b *testing.B) {
	for _, minds := range []int{0, 12, 100} {
		for _, bb := range []struct {
			name  string
			turns [2]world.Action
		}{
			{"say", [2]world.Action{world.Say{Text: "The tide turns."}, world.Say{Text: "It does."}}},
			{"move", [2]world.Action{world.Move{Dir: world.North}, world.Move{Dir: world.South}}},
		} {
			b.Run(fmt.Sprintf("%s/minds=%d", bb.name, minds), func(b *testing.B) {
				s, who := crowd(50)
				p := worldtest.SmallPack()
				p.Hash = "minded"
				p.Mobs = append(p.Mobs, world.MobSpec{ID: "clerk", Name: "clerk", HP: 9, Mind: &world.MindSpec{
					Traits: []string{"dutiful"}, Rounds: []world.RoundSpec{
						{Hour: 1, Room: worldtest.Quay}, {Hour: 22, Room: worldtest.Store}, {Hour: 23, Room: worldtest.Loft},
					},
				}})
				p.Spawns = append(p.Spawns, world.SpawnSpec{ID: "s-clerk", Mob: "clerk", Room: worldtest.Quay, Max: minds})
				if minds == 0 {
					p.Spawns = p.Spawns[:len(p.Spawns)-1]
				}
				in := world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: p}}
				if _, r := s.Decide(2, in); r != nil || len(s.Index.Minds) != minds {
					b.Fatalf("%d minds: %v", len(s.Index.Minds), r)
				}
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					if _, r := s.Decide(s.Now+1, worldtest.Typed(who, bb.turns[i%2])); r != nil {
						b.Fatal(r.Text)
					}
				}
			})
		}
	}
}
