package memory_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/world"
)

// lived returns a memory of so many rows, as somebody has it who lived a while in a tavern.
func lived(rows int, seed uint64) *memory.Memory {
	dice := rand.New(rand.NewPCG(seed, 1))
	pick := func(list []string) string { return list[dice.IntN(len(list))] }
	names := []string{"Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal"}
	verbs := []string{"gave", "sold", "showed", "promised", "lent", "described", "hid", "lost", "found", "broke"}
	things := []string{
		"ring", "lantern", "eel pie", "silver spoon", "brass key", "boat", "oyster knife", "letter", "charm", "rake",
		"coat", "tide table", "bell rope", "net", "basket", "pint of small beer",
	}
	places := []string{
		"on the causeway", "behind the chapel", "in the snug", "by the slipway", "under the bar", "at the north gate",
		"in the crypt", "on Bell Square", "in the lighthouse", "at the quay",
	}
	m := memory.New(memory.Config{})
	var all []memory.Row
	for i := range rows {
		by := pick(names)
		all = append(all, memory.Row{
			ID: uint64(i + 1), Kind: memory.Event, Deed: "item_given", By: "pc-" + by, Name: by,
			Who: []string{"pc-" + by}, Mine: true,
			At: world.Time(i) * world.Minute, Importance: dice.IntN(9), Seq: uint64(i),
			Text: fmt.Sprintf("%s %s me the %s %s, and then %s the %s of %s, on the %d. day of the eels.", by, pick(verbs),
				pick(things), pick(places), pick(verbs), pick(things), pick(names), dice.IntN(300)),
		})
	}
	m.Load(all)
	return m
}

// BenchmarkRecall is one question to a full memory.
func BenchmarkRecall(b *testing.B) {
	for _, rows := range []int{200, memory.RowsMost} {
		b.Run(fmt.Sprint(rows), func(b *testing.B) {
			m, at := lived(rows, 1), world.Time(1e9)
			b.ReportAllocs()
			for b.Loop() {
				m.Recall(memory.Query{Words: []string{"Who gave me the silver spoon in the snug?"}, For: "pc-Ann", At: at})
				at += world.Second
			}
		})
	}
}

// BenchmarkRemember is one memory more in a full one, which lets another go.
func BenchmarkRemember(b *testing.B) {
	m, i := lived(memory.RowsMost, 1), 0
	b.ReportAllocs()
	for b.Loop() {
		i++
		m.Remember(memory.Row{
			Kind: memory.Event, Deed: "told", By: "pc-Ann", At: 1e9, Importance: 5,
			Text: fmt.Sprint("Ann told me the tale of the drowned lighthouse and of the ", i, ". crab in it."),
		})
	}
}

// BenchmarkHundredMinds is how much of the heap a hundred minds take, and a question to each.
func BenchmarkHundredMinds(b *testing.B) {
	for _, rows := range []int{200, memory.RowsMost} {
		b.Run(fmt.Sprint(rows), func(b *testing.B) {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			minds := make([]*memory.Memory, 100)
			for i := range minds {
				minds[i] = lived(rows, uint64(i))
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			for b.Loop() {
				for _, m := range minds {
					m.Recall(memory.Query{Words: []string{"Who gave me the silver spoon?"}, At: 1e9})
				}
			}
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(len(minds))/1024, "KiB/mind")
			runtime.KeepAlive(minds)
		})
	}
}
