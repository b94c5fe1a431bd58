package panes

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/tui/lineedit"
	"github.com/mudlark-mud/mudlark/tui/view"
)

// chartSpot is where a room stands.
type chartSpot struct{ x, y, z int }

// Chart is a view's chart made ready to be drawn.
type Chart struct {
	of  *view.Chart
	ids map[string]int
	at  map[chartSpot]int // of several rooms in one place, the one that one is in, or the first
}

// NewChart indexes a chart.
func NewChart(of *view.Chart) *Chart {
	c := &Chart{of: of, ids: make(map[string]int, len(of.Rooms)), at: make(map[chartSpot]int, len(of.Rooms))}
	for i := range of.Rooms {
		r := &of.Rooms[i]
		if _, ok := c.ids[r.ID]; ok || r.ID == "" {
			continue
		}
		c.ids[r.ID] = i
		if _, taken := c.at[spotOf(r)]; !taken || r.ID == of.Here {
			c.at[spotOf(r)] = i
		}
	}
	return c
}

func spotOf(r *view.ChartRoom) chartSpot { return chartSpot{r.X, r.Y, r.Z} }

// ChartFocus is where one looks. Pointing marks the room in the middle.
type ChartFocus struct {
	X, Y, Z  int
	Pointing bool
}

// Here is where one is; false if that is not on the chart.
func (c *Chart) Here() (ChartFocus, bool) {
	i, ok := c.ids[c.of.Here]
	if !ok {
		return ChartFocus{}, false
	}
	r := c.of.Rooms[i]
	return ChartFocus{X: r.X, Y: r.Y, Z: r.Z}, true
}

// room returns the room at a place, nil for none.
func (c *Chart) room(e ChartFocus) *view.ChartRoom {
	if i, ok := c.at[chartSpot{e.X, e.Y, e.Z}]; ok {
		return &c.of.Rooms[i]
	}
	return nil
}

// find returns the next room behind the one at a place, in the order of the chart and then from its beginning, that has
// some words in its name or its note; nil for none.
func (c *Chart) find(words string, behind ChartFocus) *view.ChartRoom {
	words = strings.ToLower(words)
	first := 0
	if i, ok := c.at[chartSpot{behind.X, behind.Y, behind.Z}]; ok {
		first = i + 1
	}
	for n := range c.of.Rooms {
		r := &c.of.Rooms[(first+n)%len(c.of.Rooms)]
		if strings.Contains(strings.ToLower(r.Name+" "+r.Note), words) {
			return r
		}
	}
	return nil
}

// Within keeps an eye to where rooms are: no further out than the outermost.
func (c *Chart) Within(e ChartFocus) ChartFocus {
	low, high := chartSpot{}, chartSpot{}
	for i := range c.of.Rooms {
		s := spotOf(&c.of.Rooms[i])
		if i == 0 {
			low, high = s, s
		}
		low = chartSpot{min(low.x, s.x), min(low.y, s.y), min(low.z, s.z)}
		high = chartSpot{max(high.x, s.x), max(high.y, s.y), max(high.z, s.z)}
	}
	e.X, e.Y, e.Z = min(max(e.X, low.x), high.x), min(max(e.Y, low.y), high.y), min(max(e.Z, low.z), high.z)
	return e
}

// nearest returns the eye on the room of its level that is nearest to it; as it is if that level has none.
func (c *Chart) nearest(e ChartFocus) ChartFocus {
	best, found := 0, e
	for i := range c.of.Rooms {
		r := &c.of.Rooms[i]
		far := (r.X-e.X)*(r.X-e.X) + (r.Y-e.Y)*(r.Y-e.Y) + 1
		if r.Z == e.Z && (best == 0 || far < best) {
			best, found.X, found.Y = far, r.X, r.Y
		}
	}
	return found
}

// way is a direction: how far it leads, and in short.
type way struct {
	dx, dy, dz  int
	short, back string
}

// wayOf returns the direction that a word names; false for one that has no place on a drawing.
func wayOf(dir string) (way, bool) {
	switch strings.ToLower(dir) {
	case "n", "north":
		return way{0, 1, 0, "n", "s"}, true
	case "s", "south":
		return way{0, -1, 0, "s", "n"}, true
	case "e", "east":
		return way{1, 0, 0, "e", "w"}, true
	case "w", "west":
		return way{-1, 0, 0, "w", "e"}, true
	case "ne", "northeast":
		return way{1, 1, 0, "ne", "sw"}, true
	case "nw", "northwest":
		return way{-1, 1, 0, "nw", "se"}, true
	case "se", "southeast":
		return way{1, -1, 0, "se", "nw"}, true
	case "sw", "southwest":
		return way{-1, -1, 0, "sw", "ne"}, true
	case "u", "up":
		return way{0, 0, 1, "u", "d"}, true
	case "d", "down":
		return way{0, 0, -1, "d", "u"}, true
	}
	return way{}, false
}

// Path returns the line that walks from here to a room through rooms of the chart: ".3n2e", or the steps with
// semicolons between them if one of them has no letter. False if no way is known; "" if one is there.
func (c *Chart) Path(to string) (line string, ok bool) {
	start, known := c.ids[c.of.Here]
	goal, isThere := c.ids[to]
	if !known || !isThere {
		return "", false
	}
	type step struct {
		from int
		dir  string
	}
	came := map[int]step{start: {from: start}}
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at == goal {
			var dirs []string
			for ; at != start; at = came[at].from {
				dirs = append(dirs, came[at].dir)
			}
			return walk(dirs), true
		}
		for _, e := range c.of.Rooms[at].Exits {
			next, ok := c.ids[e.To]
			if _, seen := came[next]; ok && !seen && lineedit.IsPlain(e.Dir) {
				came[next] = step{at, e.Dir}
				queue = append(queue, next)
			}
		}
	}
	return "", false
}

// walk writes steps, the last one first, as one line.
func walk(dirs []string) string {
	if len(dirs) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteByte('.')
	for i := len(dirs) - 1; i >= 0; i-- {
		w, ok := wayOf(dirs[i])
		if !ok {
			return chartStacked(dirs)
		}
		count := 1
		for ; i > 0 && dirs[i-1] == dirs[i]; i-- {
			count++
		}
		// A count stands also between n and e, which together would be the north-east.
		if count > 1 || b.Len() > 1 {
			b.WriteString(strconv.Itoa(count))
		}
		b.WriteString(w.short)
	}
	return b.String()
}

func chartStacked(dirs []string) string {
	var b strings.Builder
	for _, dir := range slices.Backward(dirs) {
		if b.Len() > 0 {
			b.WriteByte(';')
		}
		b.WriteString(dir)
	}
	return b.String()
}
