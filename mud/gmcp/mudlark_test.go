package gmcp_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/gmcp"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// own is what our own client says that it supports, and nothing else.
const own = `["Mudlark 1"]`

// newOwn returns a client of ours and its clock.
func newOwn(t *testing.T) (*gmcp.Client, *clock) {
	t.Helper()
	clock := newClock()
	table := verb.New()
	c := gmcp.New(gmcp.Options{Now: clock.now, Verbs: func(role string) []session.VerbInfo {
		return session.VerbsOfNamed(table, role)
	}})
	a := c.Take("Core.Supports.Set", []byte(own))
	if a.Bad || a.Wish != (gmcp.View{}) || c.Wants() != surroundings.Survey {
		t.Fatalf("%+v, wants %d", a, c.Wants())
	}
	return c, clock
}

// look is a frame with all that a client of ours is told of.
func (p *port) look(who world.ActorID, s *surroundings.Surveyor, rec *world.Record) session.Frame {
	f := p.frame(who, rec)
	s.Fill(f.View, p.st, p.st.Actors[who], p.now)
	return f
}

// bodies takes messages apart by their names.
func bodies(t *testing.T, out [][]byte) (names []string, by map[string]string) {
	t.Helper()
	by = map[string]string{}
	for _, m := range out {
		name, body, err := split(m)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
		by[name] = body
	}
	return names, by
}

// TestMudlarkFollowsTheView: our own client is told what its panes draw, each when it changes and not before; on a
// chart that stands only where one is moves.
func TestMudlarkFollowsTheView(t *testing.T) {
	p := newPort(t)
	ann := p.join("Ann")
	c, clock := newOwn(t)
	var s surroundings.Surveyor
	names, by := bodies(t, c.Of(p.look(ann, &s, nil)))
	if want := []string{"Mudlark.Verbs", "Mudlark.View", "Mudlark.Chart"}; !slices.Equal(names, want) {
		t.Fatalf("told %v first, want %v", names, want)
	}
	for _, want := range []string{`{"name":"give","usage":"give <`, `"group":"Things"`} {
		if !strings.Contains(by["Mudlark.Verbs"], want) {
			t.Errorf("verbs lack %s", want)
		}
	}
	if strings.Contains(by["Mudlark.Verbs"], `"name":"goto"`) {
		t.Error("a player is told the verbs of wizards")
	}
	if got, want := by["Mudlark.View"], `{"quests":[],"effects":[`; !strings.HasPrefix(got, want) {
		t.Errorf("got %s", got)
	}
	var chart surroundings.Chart
	if err := json.Unmarshal([]byte(by["Mudlark.Chart"]), &chart); err != nil || len(chart.Rooms) != 1 ||
		chart.Rooms[0].ID != chart.Here || len(chart.Rooms[0].Exits) == 0 || chart.Rooms[0].Exits[0].To != "" {
		t.Fatalf("a chart of %s, %v", by["Mudlark.Chart"], err)
	}
	clock.pass(time.Second)
	if names, _ = bodies(t, c.Of(p.look(ann, &s, nil))); len(names) > 0 {
		t.Errorf("nothing changed, and it was told %v", names)
	}
	first := chart.Here
	dir := world.Dir(chart.Rooms[0].Exits[0].Dir)
	rec := p.act(ann, world.Move{Dir: dir})
	clock.pass(time.Second)
	_, by = bodies(t, c.Of(p.look(ann, &s, rec)))
	err := json.Unmarshal([]byte(by["Mudlark.Chart"]), &chart)
	if err != nil || len(chart.Rooms) != 2 || chart.Here == first {
		t.Fatalf("one place more was seen, and the chart is %s, %v", by["Mudlark.Chart"], err)
	}
	if got, want := by["Mudlark.Seq"], fmt.Sprintf(`{"seq":%d}`, rec.Seq); got != want {
		t.Errorf("seq: got %s, want %s", got, want)
	}
	clock.pass(time.Second)
	_, by = bodies(t, c.Of(p.look(ann, &s, p.act(ann, world.Move{Dir: dir.Opposite()}))))
	if got, want := by["Mudlark.Chart"], fmt.Sprintf(`{"here":%q}`, first); got != want {
		t.Errorf("back where one was: got %s, want %s", got, want)
	}
}

// TestMudlarkComesLate: a client that says only in play that it is ours has a view read that has what it wants.
func TestMudlarkComesLate(t *testing.T) {
	p := newPort(t)
	ann := p.join("Ann")
	clock := newClock()
	c := newClient(t, gmcp.Options{Now: clock.now})
	c.Of(p.frame(ann, nil))
	a := c.Take("Core.Supports.Add", []byte(own))
	if len(a.Out) > 0 || a.Wish != (gmcp.View{}) {
		t.Errorf("told %s, and wishes %v", text(a.Out), a.Wish)
	}
	var s surroundings.Surveyor
	clock.pass(time.Second)
	if got := text(c.Of(p.look(ann, &s, nil))); !strings.Contains(got, "Mudlark.Chart") {
		t.Errorf("told %s", got)
	}
}

// TestMudlarkIsPaced: however often the view changes, it is told at most so many times a second, and the last word is
// not lost.
func TestMudlarkIsPaced(t *testing.T) {
	p := newPort(t)
	ann := p.join("Ann")
	c, clock := newOwn(t)
	var s surroundings.Surveyor
	c.Of(p.look(ann, &s, nil))
	told := 0
	f := p.look(ann, &s, nil)
	for i := range 90 {
		view := *f.View
		view.Quests = []surroundings.Quest{{Name: "Eels", Done: i, Of: 100}}
		clock.pass(time.Millisecond)
		told += len(c.Of(session.Frame{View: &view}))
	}
	if told > 1 {
		t.Errorf("told %d times in a tenth of a second", told)
	}
	clock.pass(c.Rest())
	if got := text(c.Flush()); !strings.Contains(got, `"done":89`) {
		t.Errorf("at last told %q", got)
	}
}

// TestMudlarkEffects: how long something lasts is told when it begins and not every second; who walks into the dark is
// told that.
func TestMudlarkEffects(t *testing.T) {
	p := newPort(t)
	ann := p.join("Ann")
	c, clock := newOwn(t)
	var s surroundings.Surveyor
	c.Of(p.look(ann, &s, nil))
	see := func(until world.Time, at world.Time) string {
		clock.pass(time.Second)
		f := p.look(ann, &s, nil)
		f.View.At, f.View.Effects = at, []surroundings.Effect{{Name: "Healing", Until: until}}
		_, by := bodies(t, c.Of(f))
		return by["Mudlark.View"]
	}
	if got, want := see(p.now+world.Minute, p.now), `{"name":"Healing","left":60}`; !strings.Contains(got, want) {
		t.Errorf("got %s, want %s in it", got, want)
	}
	if got := see(p.now+world.Minute, p.now+world.Second); got != "" {
		t.Errorf("a second later: %s", got)
	}
	if got, want := see(p.now+2*world.Minute, p.now+2*world.Second), `"left":118`; !strings.Contains(got, want) {
		t.Errorf("it lasts longer: got %s, want %s in it", got, want)
	}
}

// TestMudlarkAsks: what our own client asks for becomes a wish; what is no question is dropped, and who does not
// support the package asks in vain.
func TestMudlarkAsks(t *testing.T) {
	long := strings.Repeat("x", 5000)
	for _, tt := range []struct {
		name, data string
		want       gmcp.Wish
		bad        bool
	}{
		{"Mudlark.Ask", `{"page":"who"}`, gmcp.Ask{Page: "who"}, false},
		{"mudlark.ASK", `{"Page":"help","Topic":"get"}`, gmcp.Ask{Page: "help", Topic: "get"}, false},
		{"Mudlark.Ask", `{"page":7}`, nil, true},
		{"Mudlark.Ask", `[]`, nil, true},
		{"Mudlark.Ask", ``, nil, true},
		{"Mudlark.Ask", `{"page":"help","topic":"` + long + `"}`, nil, true},
		{"Mudlark.Ask", `{"page":"` + long + `"}`, nil, true},
		{"Mudlark.Complete", `{"line":"get l"}`, gmcp.Complete{Line: "get l"}, false},
		{"Mudlark.Complete", `{"line":["get"]}`, nil, true},
		{"Mudlark.Complete", `{"line":"` + long + `"}`, nil, true},
		{"Mudlark.Since", `{"seq":12}`, gmcp.Since{Seq: 12}, false},
		{"Mudlark.Since", `{}`, gmcp.Since{}, false},
		{"Mudlark.Since", `{"seq":18446744073709551615}`, gmcp.Since{Seq: 1<<64 - 1}, false},
		{"Mudlark.Since", `{"seq":18446744073709551616}`, nil, true},
		{"Mudlark.Since", `{"seq":-1}`, nil, true},
		{"Mudlark.Since", `{"seq":1.5}`, nil, true},
		{"Mudlark.Since", `{"seq":"12"}`, nil, true},
		{"Mudlark.Page", `{"page":"who","lines":[]}`, nil, false},
		{"Mudlark", `{}`, nil, false},
	} {
		c, _ := newOwn(t)
		if a := c.Take(tt.name, []byte(tt.data)); a.Wish != tt.want || a.Bad != tt.bad || len(a.Out) > 0 {
			t.Errorf("%s %.60s: %+v, want %+v, bad %t", tt.name, tt.data, a, tt.want, tt.bad)
		}
		other := newClient(t, gmcp.Options{})
		if a := other.Take(tt.name, []byte(tt.data)); a.Wish != nil || a.Bad || len(a.Out) > 0 {
			t.Errorf("%s of a client without the package: %+v", tt.name, a)
		}
	}
	c, clock := newOwn(t)
	clock.pass(time.Second)
	wishes := 0
	for range 10 * gmcp.TakenMost {
		if a := c.Take("Mudlark.Ask", []byte(`{"page":"who"}`)); a.Wish != nil {
			wishes++
		}
	}
	if wishes != gmcp.TakenMost {
		t.Errorf("of a flood %d questions were taken, want %d", wishes, gmcp.TakenMost)
	}
	if !c.Return() || c.Return() {
		t.Error("what was missed is told once")
	}
	clock.pass(2 * time.Second)
	if a := c.Take("Mudlark.Since", []byte(`{"seq":1}`)); !a.Bad || a.Wish != nil {
		t.Errorf("asked again: %+v", a)
	}
}

// TestMudlarkAnswers: pages and lines go as spans with their roles, in ASCII, within bounds; a client that no longer
// supports the package is told nothing.
func TestMudlarkAnswers(t *testing.T) {
	c, _ := newOwn(t)
	page := session.Page{Name: "who", Text: prose.Text{
		{Spans: []prose.Span{{Text: "Änn", Role: prose.Person}, {Text: "\x1b[31m, level 1"}}}, prose.L(prose.Title, ""),
	}}
	const want = `Mudlark.Page {"page":"who","topic":"","lines":` +
		`[[["\u00c4nn","person"],["[31m, level 1","plain"]],[["","title"]]]}`
	if got := text(c.Page(page)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := text(c.Completed("ge ", nil)), `Mudlark.Completed {"line":"ge ","candidates":[]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	line := prose.Text{prose.L(prose.Plain, strings.Repeat("x", 1000))}
	big := session.Page{Name: "help", Text: slices.Repeat(line, 400)}
	if got := len(text(c.Page(big))); got > gmcp.LinesBytesMost+4096 {
		t.Errorf("a page of %d bytes", got)
	}
	c.Take("Core.Supports.Set", []byte(`[]`))
	for _, out := range [][][]byte{c.Page(page), c.Completed("g", []string{"get"}), c.Missed(nil, false)} {
		if len(out) > 0 {
			t.Errorf("a client that does not want it is told %s", text(out))
		}
	}
}

// TestMissedIsBounded: of what was missed the newest lines are told, the oldest of them first.
func TestMissedIsBounded(t *testing.T) {
	said := func(n int, words string) []*loop.Told {
		var out []*loop.Told
		for i := range n {
			out = append(out, &loop.Told{Sense: world.Heard | world.Saw, Notice: &world.Notice{
				Seq: uint64(i + 1), Event: world.Said{Actor: "ben", Text: fmt.Sprint(words, i)},
				Captions: []world.Caption{{ID: "ben", Kind: world.KindPerson, Name: "Ben"}},
			}})
		}
		return out
	}
	for _, tt := range []struct {
		name        string
		told        []*loop.Told
		more, wants bool
		lines       int
		last        string
	}{
		{"nothing", nil, false, false, 0, ""},
		{"a little", said(3, "ahoy "), false, false, 3, "ahoy 2"},
		{"more before it", said(3, "ahoy "), true, true, 3, "ahoy 2"},
		{"many lines", said(gmcp.MissedLinesMost+5, "ahoy "), false, true, gmcp.MissedLinesMost, "ahoy 504"},
		{"long lines", said(100, strings.Repeat("o", 2000)), false, true, 32, "99"},
	} {
		c, _ := newOwn(t)
		_, by := bodies(t, c.Missed(tt.told, tt.more))
		var got struct {
			Lines [][][2]string
			More  bool
		}
		if err := json.Unmarshal([]byte(by["Mudlark.Missed"]), &got); err != nil {
			t.Fatal(err)
		}
		last := ""
		if n := len(got.Lines); n > 0 {
			for _, span := range got.Lines[n-1] {
				last += span[0]
			}
		}
		if len(got.Lines) != tt.lines || got.More != tt.wants || !strings.Contains(last, tt.last) {
			t.Errorf("%s: %d lines, the last %.80q, more %t", tt.name, len(got.Lines), last, got.More)
		}
	}
}
