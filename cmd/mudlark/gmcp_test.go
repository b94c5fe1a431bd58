package main

import (
	"fmt"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/gmcp"
	"github.com/mudlark-mud/mudlark/mud/session"
)

// BenchmarkPathGMCP is an evening of a thousand players at a command a second each, in turns of a twentieth of one:
// what a command costs the writer, all told, when everybody's client follows the view and when nobody's does.
func BenchmarkPathGMCP(b *testing.B) {
	const players, turns = 1000, 20
	spoken := [...]string{"get stone", "say All the news of the quay is old.", "drop stone", "look"}
	for _, perRoom := range []int{5, 100} {
		for _, speaks := range []bool{false, true} {
			b.Run(fmt.Sprintf("room=%d/gmcp=%t", perRoom, speaks), func(b *testing.B) {
				p := newPathWith(b, players, perRoom, time.Second/turns, func(c *pathPlayer, s *session.LineScreen) {
					if !speaks {
						return
					}
					client := gmcp.New(gmcp.Options{Now: func() time.Time { return time.Unix(0, 0).Add(c.path.now) }})
					client.Take("Core.Supports.Set", []byte(`["Char 1","Room 1","Comm 1"]`))
					s.SetOutOfBand(client)
				})
				p.writer = 0
				n := 0
				b.ReportAllocs()
				for b.Loop() {
					p.players[n%players].types(spoken[n/players%len(spoken)])
					if n++; n%(players/turns) == 0 {
						p.turn()
					}
				}
				b.ReportMetric(float64(p.writer.Nanoseconds())/float64(n), "writer-ns/op")
			})
		}
	}
}
