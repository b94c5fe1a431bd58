package panes_test

import (
	"fmt"
	"testing"

	"github.com/mudlark-mud/mudlark/tui/view"
)

// wide is a chart of 400 rooms in a square, the way through all of it known.
func wide(here int) *view.Chart {
	c := &view.Chart{Here: fmt.Sprint(here)}
	for i := range 400 {
		r := view.ChartRoom{ID: fmt.Sprint(i), Name: fmt.Sprintf("Room %d", i), X: i % 20, Y: i / 20}
		if i%20 < 19 {
			r.Exits = append(r.Exits, view.ChartExit{Dir: "east", To: fmt.Sprint(i + 1)})
		}
		if i%20 > 0 {
			r.Exits = append(r.Exits, view.ChartExit{Dir: "west", To: fmt.Sprint(i - 1)})
		}
		c.Rooms = append(c.Rooms, r)
	}
	return c
}

// ring is a fight by turns of two on a ground of the usual size, one of them so far from the west.
func ring(x int) *view.Arena {
	return &view.Arena{
		Title: "The Ring", Width: 20, Height: 15, You: "a", Active: "a", Fights: true, Left: 6, Fighters: []view.Fighter{
			{ID: "a", Name: "Ann", At: view.Cell{X: x, Y: 7}, HP: 20, HPMax: 20, Speed: 6},
			{ID: "b", Name: "rat", Foe: true, At: view.Cell{X: 9, Y: 3}, HP: 5, HPMax: 5, Speed: 6},
		},
	}
}

// What a view costs beside the text, at 120 by 37.
func BenchmarkSee(b *testing.B) {
	hurt := func(v *view.View, i int) { v.Gauges[0].Now = 1 + i%10 }
	charts := []*view.Chart{wide(210), wide(211)}
	for _, c := range []struct {
		name   string
		change func(v *view.View, i int)
	}{
		{"nothing new", func(*view.View, int) {}},
		{"one pane", func(v *view.View, i int) { v.Using.List = v.Using.List[:i%2] }},
		{"a pane that is hidden", hurt},
		{"one room on", func(v *view.View, i int) { v.Chart = charts[i%2] }},
		{"one step in a fight", func(v *view.View, i int) { v.Arena = ring(i % 20) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := stage(120, 37, plainLook(), false)
			var views []*view.View
			base := evening()
			for i := range 20 {
				v := *base
				v.Gauges = append([]view.Gauge(nil), base.Gauges...)
				c.change(&v, i)
				views = append(views, &v)
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				s.See(views[i%len(views)])
				s.Frame()
			}
		})
	}
}
