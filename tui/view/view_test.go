package view_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// poison is what no terminal may be sent.
const poison = "\x1b]0;owned\a\u202e"

// poisoned fills every word of a value with poison and every number with an absurd one.
func poisoned(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("word" + poison)
	case reflect.Int:
		v.SetInt(1 << 60)
	case reflect.Uint8:
		v.SetUint(255)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		poisoned(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 3, 3))
		for i := range 3 {
			poisoned(v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return
		}
		for _, field := range v.Fields() {
			poisoned(field)
		}
	default:
	}
}

// judged fails for every word with poison in it and every number beyond what is shown.
func judged(t *testing.T, path string, v reflect.Value) {
	t.Helper()
	switch v.Kind() {
	case reflect.String:
		if strings.ContainsAny(v.String(), "\x1b\a\u202e") {
			t.Errorf("%s is %q", path, v.String())
		}
	case reflect.Int:
		if n := v.Int(); n > 1_000_000_000 && !strings.HasSuffix(path, ".Indent") && !strings.HasSuffix(path, ".Count") {
			t.Errorf("%s is %d", path, n)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			judged(t, path, v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			judged(t, path, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				judged(t, path+"."+f.Name, v.Field(i))
			}
		}
	default:
	}
}

// Whatever is in any field, a field of tomorrow included, comes out fit to be drawn.
func TestCleanReachesEveryField(t *testing.T) {
	var v view.View
	poisoned(reflect.ValueOf(&v).Elem())
	judged(t, "View", reflect.ValueOf(v.Clean()))
	var p view.Page
	poisoned(reflect.ValueOf(&p).Elem())
	judged(t, "Page", reflect.ValueOf(p.Clean()))
	var s view.Saying
	poisoned(reflect.ValueOf(&s).Elem())
	judged(t, "Saying", reflect.ValueOf(s.Clean()))
}

// The view that is handed in is not changed: its maker may use its parts again.
func TestCleanCopies(t *testing.T) {
	var v, same view.View
	poisoned(reflect.ValueOf(&v).Elem())
	poisoned(reflect.ValueOf(&same).Elem())
	v.Clean()
	if diff := cmp.Diff(same, v); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCleanBounds(t *testing.T) {
	v := view.View{People: view.Entries{More: 3}, Chart: &view.Chart{More: 2}}
	for i := range 5000 {
		v.People.List = append(v.People.List, view.Entry{Text: "gull"})
		v.Gauges = append(v.Gauges, view.Gauge{Name: "mana"})
		v.Exits = append(v.Exits, view.Exit{Dir: "north"})
		v.Quests = append(v.Quests, view.Quest{Name: "keys"})
		v.Effects = append(v.Effects, view.Effect{Name: "wet"})
		v.Panels = append(v.Panels, view.Panel{Title: "log", Text: make([]cell.Line, 500)})
		room := view.ChartRoom{ID: fmt.Sprint(i), X: -1 << 60, Exits: make([]view.ChartExit, 50)}
		v.Chart.Rooms = append(v.Chart.Rooms, room)
	}
	c := v.Clean()
	got := map[string]int{
		"people": len(c.People.List), "more people": c.People.More, "gauges": len(c.Gauges), "exits": len(c.Exits),
		"quests": len(c.Quests), "effects": len(c.Effects), "panels": len(c.Panels), "lines": len(c.Panels[0].Text),
		"rooms": len(c.Chart.Rooms), "more rooms": c.Chart.More, "ways": len(c.Chart.Rooms[0].Exits), "x": c.Chart.Rooms[0].X,
	}
	want := map[string]int{
		"people": 100, "more people": 4903, "gauges": 12, "exits": 100, "quests": 100, "effects": 100, "panels": 8,
		"lines": 100, "rooms": 1000, "more rooms": 4002, "ways": 20, "x": -1_000_000,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A chart fit to be drawn is the same one afterwards, so that whoever has drawn it knows it again.
func TestCleanKeepsAGoodChart(t *testing.T) {
	ways := []view.ChartExit{{Dir: "n"}}
	c := &view.Chart{Here: "a", Rooms: []view.ChartRoom{{ID: "a", Name: "Bücherstube", Exits: ways}}}
	if got := (&view.View{Chart: c}).Clean().Chart; got != c {
		t.Errorf("got another chart: %+v", got)
	}
	if got := (&view.View{Chart: &view.Chart{Here: "a"}}).Clean().Chart; got != nil {
		t.Errorf("a chart without rooms: got %+v, want none", got)
	}
}

func TestHealthIsAGauge(t *testing.T) {
	told := view.Gauge{Name: view.Health, Word: "hale", Now: 9, Most: 10}
	mana := view.Gauge{Name: "mana", Now: 1, Most: 10, Low: true}
	cases := []struct {
		name string
		v    view.View
		want []view.Gauge
	}{
		{"of points", view.View{HP: 4, MaxHP: 20, Gauges: []view.Gauge{mana}},
			[]view.Gauge{{Name: view.Health, Now: 4, Most: 20, Low: true}, mana}},
		{"not so low", view.View{HP: 5, MaxHP: 20}, []view.Gauge{{Name: view.Health, Now: 5, Most: 20}}},
		{"told already", view.View{HP: 5, MaxHP: 20, Gauges: []view.Gauge{told}}, []view.Gauge{told}},
		{"nobody knows", view.View{}, []view.Gauge{}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, c.v.Clean().Gauges); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A page is bounded, and a role that nobody made is plain.
func TestCleanPage(t *testing.T) {
	p := view.Page{Name: view.PageWho, Topic: strings.Repeat("x", 1000), Lines: make([]cell.Line, 5000)}
	p.Lines[0] = cell.L(99, "who")
	c := p.Clean()
	if len(c.Lines) != 500 || len(c.Topic) != 100 || c.Lines[0].Spans[0].Role != prose.Plain {
		t.Errorf("got %d lines, a topic of %d bytes, role %d", len(c.Lines), len(c.Topic), c.Lines[0].Spans[0].Role)
	}
}
