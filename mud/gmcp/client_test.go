package gmcp_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/mud/gmcp"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// TestGames: in random games, whatever messages a client was sent, each is ASCII and JSON; what it knows of the lists,
// the status, the vitals and the place from differences is what a client would know that is told everything now; and
// nothing is named that the reports and the words of notices, of which the text is made, would not name. (`gmcp`)
func TestGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &port{t: quiet{}, st: world.New(0), now: morning}
		for _, in := range worldtest.Genesis() {
			p.do(in)
		}
		who, other := p.join("Anna"), p.join("Benno")
		g := worldtest.NewGamer(t, p.st)
		for _, in := range g.Scatter(who, []world.ActorID{who, other}) {
			_, _ = p.st.Decide(p.now, in)
		}
		clock := newClock()
		c, m := gmcp.New(gmcp.Options{Now: clock.now, Sounds: func() bool { return true }}), newModel()
		told := &audience{t: t, c: c, m: m}
		told.answer(c.Take("Core.Supports.Set", []byte(everything)))
		p.now += world.Time(rapid.Int64Range(0, int64(world.GameDay)).Draw(t, "begin"))
		for range 50 {
			p.now += g.Wait()
			clock.pass(time.Duration(rapid.IntRange(0, 150).Draw(t, "ms")) * time.Millisecond)
			rec, _ := p.st.Decide(p.now, g.Input())
			a := p.st.Actors[who]
			if a == nil || a.Presence == world.Away {
				_, _ = p.st.Decide(p.now, worldtest.Typed(who, world.Enter{}))
				if a = p.st.Actors[who]; a == nil || a.Presence == world.Away {
					return
				}
			}
			told.frame(p.frame(who, rec))
		}
		clock.pass(time.Second)
		told.take(c.Flush())
		told.compare(p.view(who))
	})
}

// quiet is a testing.TB for a stage whose world refuses nothing.
type quiet struct{ testing.TB }

func (quiet) Helper() {}

// audience is a client that is watched.
type audience struct {
	t *rapid.T
	c *gmcp.Client
	m *model
}

func (a *audience) answer(x gmcp.Answer) {
	if x.Bad {
		a.t.Fatal("dropped")
	}
	a.take(x.Out)
}

func (a *audience) take(out [][]byte) {
	for _, msg := range out {
		if err := a.m.take(msg); err != nil {
			a.t.Fatal(err)
		}
	}
}

// frame shows a frame to the client and holds what it is told to what the text would tell.
func (a *audience) frame(f session.Frame) {
	out := a.c.Of(f)
	a.take(out)
	may := mayName(f)
	for _, msg := range out {
		name, body, _ := split(msg)
		if strings.HasPrefix(name, "Client.Media") || name == "Char.StatusVars" || name == "Comm.Channel.List" ||
			strings.Contains(name, ".Remove") { // of what was there
			continue
		}
		var b any
		if err := json.Unmarshal([]byte(body), &b); err != nil {
			a.t.Fatal(err)
		}
		for _, n := range named(b, "") {
			if !slices.Contains(may, n) {
				a.t.Fatalf("%s names %q, and the text names\n%s", msg, n, strings.Join(may, "\n"))
			}
		}
	}
	if a.c.Rest() == 0 {
		a.compare(f.View)
	}
}

// mayName lists what the text of a frame and the reports that one may ask for name.
func mayName(f session.Frame) []string {
	v := f.View
	out := []string{"", v.Room.Name, v.You.Name, v.You.Fighting, v.You.Follows, "someone"}
	if !v.Room.Dark {
		out = append(out, v.Room.Zone+":"+string(v.Room.ID))
	}
	for _, list := range [][]world.Ref{v.Others(), v.Room.Things, v.Carrying, v.Using} {
		for _, r := range list {
			out = append(out, r.ID, r.Name)
		}
	}
	for _, q := range v.Quests {
		out = append(out, q.Name)
	}
	for _, p := range f.Parts {
		words := p.Words()
		out = append(out, strings.Join(strings.Fields(words.String()), " "), words.String())
		for _, l := range words {
			for _, s := range l.Spans {
				out = append(out, s.Text)
			}
		}
	}
	return out
}

// compare holds what the client knows to what one would know that is told everything now.
func (a *audience) compare(v *surroundings.View) {
	want := newModel()
	fresh := gmcp.New(gmcp.Options{})
	fresh.Take("Core.Supports.Set", []byte(everything))
	for _, msg := range fresh.Of(session.Frame{View: v}) {
		if err := want.take(msg); err != nil {
			a.t.Fatal(err)
		}
	}
	got := *a.m
	got.talk = nil
	if !reflect.DeepEqual(&got, want) {
		a.t.Fatalf("a client that was told of changes knows\n%+v\nand there is\n%+v", got, *want)
	}
}

// TestNothingTwice: what did not change is not said again, and of the status only what did.
func TestNothingTwice(t *testing.T) {
	p := newPort(t)
	ann, ben := p.join("Ann"), p.join("Ben")
	clock := newClock()
	c := newClient(t, gmcp.Options{Now: clock.now})
	first := text(c.Of(p.frame(ann, nil)))
	for _, name := range []string{
		"Char.Name", "Char.Vitals", "Char.StatusVars", "Char.Status", "Char.Items.List {\"location\":\"inv\"",
		"Comm.Channel.List", "Room.Info", "Room.Players", "Char.Items.List {\"location\":\"room\"",
	} {
		if strings.Count(first, name+" ")+strings.Count(first, name+",") != 1 {
			t.Errorf("%s is not said once at first:\n%s", name, first)
		}
	}
	for _, tt := range []struct {
		what string
		do   world.Action
		by   world.ActorID
		want string
	}{
		{"nothing", nil, "", ""},
		{
			"a step away", world.Move{Dir: world.North}, ben,
			`Room.RemovePlayer "Ben"`,
		},
		{
			"and back", world.Move{Dir: world.South}, ben,
			`Room.AddPlayer {"name":"Ben","fullname":"Ben"}`,
		},
		{
			"a thing taken", world.Take{Items: []world.ItemID{"brass-key-01"}}, ann,
			`Char.Items.Add {"location":"inv","item":{"id":"brass-key-01","name":"a brass key","attrib":"t"}}` + "\n" +
				`Char.Items.Remove {"location":"room","item":{"id":"brass-key-01","name":"a brass key","attrib":"t"}}`,
		},
		{
			"a leader", world.Follow{Leader: ben}, ann,
			`Char.Status {"leader":"Ben"}`,
		},
		{
			"words", world.Say{Text: "Tide's turning 🌊 \"soon\""}, ben,
			`Comm.Channel.Text {"channel":"say","talker":"Ben",` +
				`"text":"Ben says: \"Tide's turning \ud83c\udf0a 'soon'\""}`,
		},
	} {
		t.Run(tt.what, func(t *testing.T) {
			clock.pass(time.Second)
			var rec *world.Record
			if tt.do != nil {
				rec = p.act(tt.by, tt.do)
			}
			got, want := text(c.Of(p.frame(ann, rec))), tt.want
			if got != want {
				t.Errorf("told\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestPace: what follows the view comes ten times a second at most, the newest last and never lost; a room that is
// entered is told at once.
func TestPace(t *testing.T) {
	p := newPort(t)
	ann, ben := p.join("Ann"), p.join("Ben")
	clock := newClock()
	c, m := newClient(t, gmcp.Options{Now: clock.now}), newModel()
	sent := map[string]int{}
	take := func(out [][]byte) {
		for _, msg := range out {
			name, _, _ := split(msg)
			sent[name]++
			if err := m.take(msg); err != nil {
				t.Fatal(err)
			}
		}
	}
	take(c.Of(p.frame(ann, nil)))
	clear(sent)
	const step, steps = 7 * time.Millisecond, 142 // a second; at each tenth of it Ben is where he was not at the last
	dir := world.South
	for range steps {
		clock.pass(step)
		dir = dir.Opposite()
		take(c.Of(p.frame(ann, p.act(ben, world.Move{Dir: dir}))))
	}
	if n := sent["Room.AddPlayer"] + sent["Room.RemovePlayer"]; n > gmcp.Pace || n < gmcp.Pace-2 {
		t.Errorf("who came and went was said %d times in a second: %v", n, sent)
	}
	for _, dir := range []world.Dir{world.North, world.South} {
		clock.pass(time.Millisecond)
		take(c.Of(p.frame(ann, p.act(ben, world.Move{Dir: dir}))))
	}
	rest := c.Rest()
	if rest <= 0 || rest > time.Second/gmcp.Pace {
		t.Fatalf("what is left waits %v", rest)
	}
	if out := c.Of(session.Frame{}); len(out) != 0 {
		t.Errorf("an empty frame says %s", text(out))
	}
	clock.pass(rest)
	take(c.Flush())
	if !m.players["Ben"] || c.Rest() != 0 || c.Flush() != nil {
		t.Errorf("the last word was lost: %v, and %v is left", m.players, c.Rest())
	}
	before := sent["Room.Info"]
	for _, dir := range []world.Dir{world.North, world.South, world.North} {
		take(c.Of(p.frame(ann, p.act(ann, world.Move{Dir: dir}))))
	}
	if got := sent["Room.Info"] - before; got != 3 {
		t.Errorf("%d of 3 rooms were told of at once", got)
	}
	if m.players["Ben"] || m.info["name"] != "Market" {
		t.Errorf("in %v with %v", m.info, m.players)
	}
}

// TestDark: in the dark a client is told no more than who feels their way.
func TestDark(t *testing.T) {
	view := func(dark bool) *surroundings.View {
		v := &surroundings.View{
			Room: world.RoomReport{
				ID: "cave", Name: "Cave", Zone: "pit", Number: 7, At: &world.Coord{X: 1, Plane: "pit"},
				Exits:  []world.Way{{Dir: world.West, To: "arena", Name: "Arena", Number: 9}, {Dir: world.Down}},
				People: []world.Ref{{ID: "pc-ben", Name: "Ben", Kind: "person"}},
				Things: []world.Ref{{ID: "pearl-1", Name: "a pearl", Kind: "item"}},
			},
			Zone: "pit", Terrain: surroundings.TerrainBelow,
		}
		if dark {
			v.Room.Name, v.Room.Dark, v.Room.People, v.Room.Things = "Darkness", true, nil, nil
			v.Zone, v.Terrain = "", surroundings.TerrainDark
		}
		return v
	}
	c := gmcp.New(gmcp.Options{})
	c.Take("Core.Supports.Set", []byte(`["Room 1","Char.Items 1"]`))
	lit := text(c.Of(session.Frame{View: view(false)}))
	for _, want := range []string{
		`Room.Info {"num":7,"id":"pit:cave","name":"Cave","area":"Pit","zone":"pit","environment":"underground",` +
			`"terrain":"underground","coord":{"id":0,"x":1,"y":0,"z":0,"cont":0,"plane":"pit"},"exits":{"d":-1,"w":9},` +
			`"details":[]}`,
		`Room.Players [{"name":"Ben","fullname":"Ben"}]`, `"a pearl"`,
	} {
		if !strings.Contains(lit, want) {
			t.Errorf("lit: told\n%s\nwant\n%s", lit, want)
		}
	}
	dark := text(c.Of(session.Frame{View: view(true)}))
	want := `Room.Info {"num":7,"name":"Darkness","area":"","zone":"","environment":"dark","terrain":"dark",` +
		`"exits":{"d":-1,"w":9},"details":["dark"]}` + "\n" + `Room.Players []` + "\n" +
		`Char.Items.List {"location":"room","items":[]}`
	if dark != want {
		t.Errorf("dark: told\n%s\nwant\n%s", dark, want)
	}
}

// TestCrowds: of many changes at once the whole list is said, and what has the id of something before it is left out.
func TestCrowds(t *testing.T) {
	things := func(n int) *surroundings.View {
		v := &surroundings.View{Room: world.RoomReport{ID: "quay"}}
		for i := range n {
			v.Room.Things = append(v.Room.Things, world.Ref{ID: "stone-" + strconv.Itoa(i/2), Name: "a stone", Kind: "item"})
		}
		return v
	}
	clock := newClock()
	c, m := gmcp.New(gmcp.Options{Now: clock.now}), newModel()
	c.Take("Core.Supports.Set", []byte(`["Char.Items 1"]`))
	for _, tt := range []struct{ n, messages int }{{2, 2}, {34, 16}, {70, 1}, {36, 1}, {38, 1}, {40, 1}} {
		clock.pass(time.Second)
		out := c.Of(session.Frame{View: things(tt.n)})
		for _, msg := range out {
			if err := m.take(msg); err != nil {
				t.Error(err)
			}
		}
		if len(out) != tt.messages || len(m.items["room"]) != tt.n/2 {
			t.Errorf("%d things were said in %d messages, want %d:\n%s", tt.n/2, len(out), tt.messages, text(out))
		}
	}
}

// TestNewName: who is called otherwise from now on goes by the name that the client knows.
func TestNewName(t *testing.T) {
	clock := newClock()
	c, m := newClient(t, gmcp.Options{Now: clock.now}), newModel()
	for _, name := range []string{"Ben", "Benno"} {
		clock.pass(time.Second)
		for _, msg := range c.Of(session.Frame{View: &surroundings.View{Room: world.RoomReport{
			ID: "quay", People: []world.Ref{{ID: "pc-ben", Name: name, Kind: "person"}},
		}}}) {
			if err := m.take(msg); err != nil {
				t.Error(err)
			}
		}
		if len(m.players) != 1 || !m.players[name] {
			t.Errorf("%v are there, want %s", m.players, name)
		}
	}
}

// TestBystanders: who only hears somebody is not told who it was, who sees a whisper not what it said, and who gets one
// gets both.
func TestBystanders(t *testing.T) {
	n := &world.Notice{
		Event:    world.Said{Actor: "pc-ben", Text: "hello"},
		Captions: []world.Caption{{ID: "pc-ben", Kind: world.KindPerson, Name: "Ben"}},
	}
	whisper := &world.Notice{
		Event: world.Whispered{Actor: "pc-ben", To: "pc-ann", Text: "psst"}, Captions: append(
			[]world.Caption{{ID: "pc-ann", Kind: world.KindPerson, Name: "Ann"}}, n.Captions...),
	}
	hushed := &world.Notice{Event: world.Hushed{Actor: "pc-ben", To: "pc-ann"}, Captions: whisper.Captions}
	for _, tt := range []struct {
		what  string
		n     *world.Notice
		sense world.Sense
		want  string
	}{
		{"seen", n, world.Saw | world.Heard, `{"channel":"say","talker":"Ben","text":"Ben says: \"hello\""}`},
		{"heard", n, world.Heard, `{"channel":"say","talker":"Someone","text":"Someone says: \"hello\""}`},
		{"done", n, world.Did | world.Saw, `{"channel":"say","talker":"Ben","text":"You say: \"hello\""}`},
		{
			"whispered to", whisper, world.Mine | world.Saw | world.Heard,
			`{"channel":"whisper","talker":"Ben","text":"Ben whispers to you: \"psst\""}`,
		},
		{
			"whispered to in the dark", whisper, world.Mine | world.Heard,
			`{"channel":"whisper","talker":"Someone","text":"Someone whispers to you: \"psst\""}`,
		},
		{"a whisper seen", hushed, world.Saw, ""},
		{"a whisper of others", whisper, world.Saw | world.Heard, ""},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := newClient(t, gmcp.Options{})
			got := text(c.Of(session.Frame{Parts: []session.Part{told(tt.n, tt.sense)}}))
			if want := strings.TrimSuffix("Comm.Channel.Text "+tt.want, "Comm.Channel.Text "); got != want {
				t.Errorf("told\n%s\nwant\n%s", got, want)
			}
		})
	}
}
