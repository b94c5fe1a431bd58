package verify_test

import (
	"context"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/journal/verify"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// BenchmarkVerify verifies an evening of twenty people who walk about and talk, and reports records a second: what an
// operator waits for.
func BenchmarkVerify(b *testing.B) {
	const steps = 5_000
	m, s := journal.NewMemory(), world.New(0)
	now := world.Time(0)
	do := func(in world.Input) {
		now += 100
		rec, _ := s.Decide(now, in)
		if rec == nil {
			return
		}
		bytes, err := journal.Encode(rec)
		if err != nil {
			b.Fatal(err)
		}
		if err := m.Commit(journal.Batch{Records: []journal.Record{{Seq: rec.Seq, Bytes: bytes}}}); err != nil {
			b.Fatal(err)
		}
	}
	for _, in := range worldtest.Genesis() {
		do(in)
	}
	var people []world.ActorID
	for i := range 20 {
		name := "People" + string(rune('a'+i))
		do(world.Input{
			Via:    world.Via{Kind: world.ViaHost},
			Action: world.Create{Account: world.AccountID(name), Name: name, Role: world.RolePlayer},
		})
		id := s.PlayerNamed(name).ID
		do(worldtest.Typed(id, world.Enter{}))
		people = append(people, id)
	}
	for i := range steps {
		who := people[i%len(people)]
		if i%3 == 0 {
			do(worldtest.Typed(who, world.Say{Text: "Good evening."}))
			continue
		}
		exits := s.Rooms[s.Actors[who].Room].Exits
		do(worldtest.Typed(who, world.Move{Dir: exits[i/len(people)%len(exits)].Dir}))
	}
	book, err := archive.Open(b.TempDir(), m, archive.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	records := uint64(0)
	for b.Loop() {
		v, err := verify.Verify(context.Background(), book, m, verify.Options{})
		if err != nil || !v.Holds() {
			b.Fatalf("%+v, %v", v, err)
		}
		records += v.Records
	}
	b.ReportMetric(float64(records)/b.Elapsed().Seconds(), "records/s")
}
