package automap_test

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/tui/client/automap"
)

// told makes a room as GMCP tells it: "id name n:2 e:".
func told(id, name string, exits ...string) automap.Info {
	info := automap.Info{ID: id, Name: name, Area: "Town"}
	for _, x := range exits {
		dir, to, _ := strings.Cut(x, ":")
		info.Exits = append(info.Exits, automap.Exit{Dir: dir, To: to})
	}
	return info
}

// walk sends a step and shows a room, as a MUD without GMCP does.
func walk(t *testing.T, a *automap.Atlas, step, title, exits string) string {
	t.Helper()
	if step != "" {
		a.Sent(step)
	}
	a.Line(title)
	a.Line("   It is a room.")
	if seen, _ := a.Line("[ Exits: " + exits + " ]"); !seen {
		t.Fatalf("%s was not recognised", title)
	}
	r, _ := a.Here()
	return r.ID
}

func TestToldRooms(t *testing.T) {
	a := automap.New(nil)
	a.Enter(told("1", "Gate", "north:2", "e:"))
	a.Sent("n")
	a.Enter(told("2", "Square", "s:1", "n:3", "w:4"))
	a.Sent("west")
	a.Enter(told("4", "Bakery", "e:2"))
	if got, ok := a.Path("1"); !ok || strings.Join(got, " ") != "e s" {
		t.Errorf("path %v %v, want e s", got, ok)
	}
	if got, ok := a.Path("3"); ok {
		t.Errorf("path %v to a room nobody has seen", got)
	}
	found := a.Find("town bak")
	if len(found) != 1 || found[0].ID != "4" || found[0].Steps != 0 {
		t.Errorf("found %+v", found)
	}
	if got := a.Find("town"); len(got) != 3 || got[2].ID != "1" {
		t.Errorf("the nearest first: %+v", got)
	}
	a.Sent("e")
	a.Sent("s")
	a.Enter(told("1", "Gate", "north:2", "e:")) // e was refused in silence: the oldest step did not lead here
	if r, _ := a.Room("4"); r.Exits[0].To != "2" {
		t.Errorf("the bakery leads %+v, want e to 2 as the MUD told", r.Exits)
	}
}

func TestGuessedRooms(t *testing.T) {
	a := automap.New(nil)
	temple := walk(t, a, "", "The Temple", "n s")
	altar := walk(t, a, "n", "The Altar", "s")
	if back := walk(t, a, "s", "The Temple", "n s"); back != temple {
		t.Errorf("back in %s, want %s", back, temple)
	}
	street := walk(t, a, "s", "Main Street", "n e w")
	east := walk(t, a, "e", "Main Street", "w e")
	again := walk(t, a, "e", "Main Street", "w e")
	if east == again || east == street {
		t.Errorf("streets that look alike are one: %s %s %s", street, east, again)
	}
	if back := walk(t, a, "w", "Main Street", "w e"); back != east {
		t.Errorf("back in %s, want %s", back, east)
	}
	if got, ok := a.Path(altar); !ok || strings.Join(got, " ") != "w n n" {
		t.Errorf("path %v %v, want w n n", got, ok)
	}
	if a.Len() != 5 {
		t.Errorf("%d rooms, want 5", a.Len())
	}
	if looked := walk(t, a, "", "Main Street", "w e"); looked != east {
		t.Errorf("after looking about in %s, want %s", looked, east)
	}
	if recalled := walk(t, a, "", "The Temple", "n s"); recalled != temple {
		t.Errorf("recalled to %s, want %s", recalled, temple)
	}
}

func TestALoopClosesOnTheGrid(t *testing.T) {
	a := automap.New(nil)
	first := walk(t, a, "", "A Hall", "n e s w")
	walk(t, a, "n", "A Hall", "n e s w")
	walk(t, a, "e", "A Hall", "n e s w")
	walk(t, a, "s", "A Hall", "n e s w")
	if last := walk(t, a, "w", "A Hall", "n e s w"); last != first {
		t.Errorf("after a round in %s, want %s", last, first)
	}
	if a.Len() != 4 {
		t.Errorf("%d rooms, want 4", a.Len())
	}
}

func TestEdits(t *testing.T) {
	a := automap.New(nil)
	square := told("1", "Square", "n:2")
	for i, tt := range []struct {
		name    string
		do      func()
		changes bool
	}{
		{"a room", func() { a.Enter(square) }, true},
		{"the same again", func() { a.Enter(square) }, false},
		{"another exit", func() { square.Exits = append(square.Exits, automap.Exit{Dir: "e"}); a.Enter(square) }, true},
		{"a room that was known beyond", func() { a.Sent("n"); a.Enter(told("2", "Gate", "s:1")) }, true},
		{"the way back", func() { a.Sent("s"); a.Enter(square) }, false},
		{"a way that was walked", func() { a.Sent("e"); a.Enter(told("2", "Gate", "s:1")) }, true},
	} {
		before := a.Edits()
		if tt.do(); (a.Edits() != before) != tt.changes {
			t.Errorf("%d, %s: %d edits became %d", i, tt.name, before, a.Edits())
		}
	}
}

func TestOneWay(t *testing.T) {
	a := automap.New(nil)
	top := walk(t, a, "", "A Ledge", "d")
	walk(t, a, "d", "A Pit", "n")
	if got, ok := a.Path(top); ok {
		t.Errorf("the map climbs %v out of a pit without a way up", got)
	}
}

func TestBlockedSteps(t *testing.T) {
	a := automap.New(nil)
	gate := walk(t, a, "", "The Gate", "n (e)")
	a.Sent("e")
	if _, isBlocked := a.Line("The oak door is closed."); !isBlocked {
		t.Error("a closed door was not noticed")
	}
	walk(t, a, "n", "The Yard", "s")
	r, _ := a.Room(gate)
	if r.Exits[0].Dir != "e" || !r.Exits[0].Door || r.Exits[0].To != "" || r.Exits[1].To == "" {
		t.Errorf("got %+v, want a door to the east and the yard to the north", r.Exits)
	}
}

func TestADoorThatOpens(t *testing.T) {
	a := automap.New(nil)
	gate := walk(t, a, "", "The Gate", "n")
	if here := walk(t, a, "", "The Gate", "n e"); here != gate {
		t.Errorf("in %s once the door is open, want %s", here, gate)
	}
	hut := walk(t, a, "e", "A Hut", "w")
	walk(t, a, "w", "The Gate", "n e")
	walk(t, a, "", "The Gate", "n")
	if got, ok := a.Path(hut); !ok || strings.Join(got, " ") != "e" {
		t.Errorf("path %v %v, want e: the way is known though its door is closed", got, ok)
	}
	if a.Len() != 2 {
		t.Errorf("%d rooms, want 2", a.Len())
	}
}

func TestTheDark(t *testing.T) {
	a := automap.New(nil)
	gate := walk(t, a, "", "The Gate", "n e")
	a.Sent("n")
	a.Line("It is pitch black...")
	if r, ok := a.Here(); ok {
		t.Errorf("in the dark one is in %s", r.Name)
	}
	walk(t, a, "e", "The Yard", "s")
	if r, _ := a.Room(gate); r.Exits[0].To != "" || r.Exits[1].To != "" {
		t.Errorf("got %+v, want nothing learnt in the dark", r.Exits)
	}
}

func TestARefusalThatNobodyKnows(t *testing.T) {
	a := automap.New(nil)
	gate := walk(t, a, "", "The Gate", "n e")
	a.Prompt()
	a.Sent("e")
	a.Line("A stern guard shakes his head.")
	a.Prompt()
	walk(t, a, "n", "The Yard", "s")
	r, _ := a.Room(gate)
	if r.Exits[0].To != "" || r.Exits[1].To == "" {
		t.Errorf("got %+v, want the yard to the north only", r.Exits)
	}
}

func TestSomebodySpeaksInBetween(t *testing.T) {
	a := automap.New(nil)
	gate := walk(t, a, "", "The Gate", "n e")
	a.Prompt()
	a.Sent("n")
	a.Line("Bob waves.")
	a.Prompt()
	walk(t, a, "", "The Yard", "s")
	if r, _ := a.Room(gate); r.Exits[1].To == "" {
		t.Errorf("got %+v, want the yard to the north", r.Exits)
	}
}

func TestAnUnansweredStepIsForgotten(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	a := automap.New(func() time.Time { return now })
	gate := walk(t, a, "", "The Gate", "n e")
	a.Sent("e") // the MUD says something that nobody knows for a refusal
	now = now.Add(time.Minute)
	walk(t, a, "n", "The Yard", "s")
	r, _ := a.Room(gate)
	if r.Exits[0].To != "" || r.Exits[1].To == "" {
		t.Errorf("got %+v, want the yard to the north only", r.Exits)
	}
}

func TestACrowdedPlaceIsLeftOut(t *testing.T) {
	a := automap.New(nil)
	a.Enter(told("1", "A", "n:2", "e:3"))
	a.Enter(told("2", "B", "e:4"))
	a.Enter(told("3", "C", "n:5"))
	a.Enter(told("4", "D"))
	a.Enter(told("5", "E"))
	a.Enter(told("1", "A", "n:2", "e:3"))
	c := a.Chart(5)
	at := map[string]string{}
	for _, r := range c.Rooms {
		at[fmt.Sprint(r.X, r.Y, r.Z)] += r.ID
	}
	isRight := at["0 0 0"] == "1" && at["0 1 0"] == "2" && at["1 0 0"] == "3"
	if len(c.Rooms) != 4 || c.More != 1 || !isRight || c.Here != "1" {
		t.Errorf("got %v and %d more", at, c.More)
	}
}

func TestToldCoordinates(t *testing.T) {
	a := automap.New(nil)
	for i, y := range []int{10, 13} {
		info := told(fmt.Sprint(i), "Road", "n:1", "s:0")
		info.X, info.Y, info.Placed = 7, y, true
		a.Enter(info)
	}
	c := a.Chart(2)
	if len(c.Rooms) != 2 || c.Rooms[0].Y-c.Rooms[1].Y != 3 {
		t.Errorf("got %+v, want three steps between the rooms, as told", c.Rooms)
	}
}

func TestFile(t *testing.T) {
	a := automap.New(nil)
	walk(t, a, "", "The Temple", "n s")
	altar := walk(t, a, "n", "The Altar", "s")
	var file bytes.Buffer
	if err := a.Snapshot().Save(&file); err != nil {
		t.Fatal(err)
	}
	text := file.String()
	b, err := automap.Load(strings.NewReader(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := b.Snapshot().Save(&again); err != nil {
		t.Fatal(err)
	}
	_, rooms, _ := strings.Cut(text, "\n")
	if _, got, _ := strings.Cut(again.String(), "\n"); got != rooms {
		t.Errorf("got\n%s\nwant\n%s", got, rooms)
	}
	if id := walk(t, b, "", "The Altar", "s"); id != altar {
		t.Errorf("in %s, want %s known again", id, altar)
	}
}

func TestFilesThatAreRefused(t *testing.T) {
	const head = "{\"atlas\":1}\n"
	tests := map[string]string{
		"no map":             "hello\n",
		"another version":    "{\"atlas\":2}\n",
		"an empty first":     "\n",
		"a line cut off":     head + `{"id":"1","name":"x"` + "\n",
		"a room twice":       head + `{"id":"1"}` + "\n" + `{"id":"1"}` + "\n",
		"a room without id":  head + `{"name":"x"}` + "\n",
		"an id with escapes": head + `{"id":"\u001b[2J"}` + "\n",
		"a line too long":    head + `{"id":"1","name":"` + strings.Repeat("x", 100_000) + `"}` + "\n",
		"too many exits":     head + `{"id":"1","exits":[` + strings.Repeat(`{},`, automap.ExitsMax) + `{}]}` + "\n",
	}
	for name, text := range tests {
		if _, err := automap.Load(strings.NewReader(text), nil); err == nil {
			t.Errorf("%s: it was read", name)
		}
	}
}

func TestRoomsMax(t *testing.T) {
	a := automap.New(nil)
	for i := range automap.RoomsMax + 1 {
		a.Enter(automap.Info{ID: strconv.Itoa(i), Name: "Field"})
	}
	if _, ok := a.Here(); ok || a.Len() != automap.RoomsMax {
		t.Errorf("%d rooms, want %d, and to be lost beyond", a.Len(), automap.RoomsMax)
	}
	if walked := a.Edits(); walked != automap.RoomsMax {
		t.Errorf("%d edits", walked)
	}
	a.Enter(automap.Info{ID: "0", Name: "Field"})
	if r, ok := a.Here(); !ok || r.ID != "0" {
		t.Errorf("in %q, want a room that is known", r.ID)
	}
}

// TestBytesMax has a MUD tell rooms as large as may be: the map stops, and its file can be read again.
func TestBytesMax(t *testing.T) {
	const most = automap.BytesMax / 100
	a := automap.New(nil)
	a.Bound(most)
	info := automap.Info{Name: strings.Repeat(`"`, automap.NameMaxBytes), Area: strings.Repeat(`<`, automap.NameMaxBytes)}
	for i := range automap.ExitsMax {
		to := strings.Repeat(`"`, automap.IDMaxBytes)
		info.Exits = append(info.Exits, automap.Exit{Dir: fmt.Sprintf("%02d%s", i, to[:38]), To: to})
	}
	for i := range automap.RoomsMax {
		info.ID = fmt.Sprint(i)
		a.Enter(info)
		if _, ok := a.Here(); !ok {
			break
		}
	}
	rooms := a.Len()
	if _, ok := a.Here(); ok || rooms < 100 {
		t.Fatalf("%d rooms, and there is place for more", rooms)
	}
	a.Enter(automap.Info{ID: "5", Name: "Field"}) // shorter than it was
	a.Enter(automap.Info{ID: "new", Name: "Field"})
	if r, _ := a.Room("5"); r.Name != "Field" || a.Len() != rooms+1 {
		t.Errorf("the fifth is %q of %d rooms, want one more than %d", r.Name, a.Len(), rooms)
	}
	var file length
	err := a.Snapshot().Save(&file)
	if err != nil || file > automap.FileMaxBytes/100 || file < automap.FileMaxBytes/200 {
		t.Errorf("a file of %d bytes, %v, want at most %d", file, err, automap.FileMaxBytes/100)
	}
	if kept, counted := a.Size(); kept != counted || kept > most {
		t.Errorf("%d bytes are counted as %d, want at most %d", counted, kept, most)
	}
}

// length counts what is written.
type length int

func (l *length) Write(b []byte) (int, error) { *l += length(len(b)); return len(b), nil }

func TestHostileRooms(t *testing.T) {
	a := automap.New(nil)
	info := told("1\x1b[2J", strings.Repeat("x", 10_000)+"\x1b]0;y\a")
	for i := range 1000 {
		info.Exits = append(info.Exits, automap.Exit{Dir: fmt.Sprint("way", i), To: strings.Repeat("9", 1000)})
	}
	info.X, info.Placed = 1<<40, true
	a.Enter(info)
	r, ok := a.Here()
	if !ok || len(r.Name) > automap.NameMaxBytes || len(r.Exits) != automap.ExitsMax ||
		len(r.Exits[0].To) > automap.IDMaxBytes || strings.Contains(r.ID+r.Name, "\x1b") || r.X > 1<<30 {
		t.Errorf("got %d bytes of name, %d exits, id %q, x %d", len(r.Name), len(r.Exits), r.ID, r.X)
	}
}

// walkers makes a map of three rooms, and somebody who stands in the first.
func walkers(now time.Time) (*automap.Atlas, automap.Walker) {
	a := automap.New(func() time.Time { return now })
	a.Enter(told("3", "Bakery", "w:2"))
	a.Enter(told("2", "Square", "e:3", "s:1"))
	a.Enter(told("1", "Gate", "n:2"))
	return a, automap.Walker{}
}

// TestAnotherWalk asks for a walk in the middle of another.
func TestAnotherWalk(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	a, w := walkers(now)
	step, _ := w.Walk(a, "3", now)
	a.Sent(step)
	if step, say := w.Walk(a, "2", now); step != "" || !strings.Contains(say, "on your way") {
		t.Errorf("sent %q, said %q", step, say)
	}
	a.Enter(told("2", "Square", "e:3", "s:1"))
	if step, say := w.Arrived(a, now); step != "e" || say != "" {
		t.Errorf("the first walk goes on with %q, said %q", step, say)
	}
}

func TestWalker(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	t.Run("arrives", func(t *testing.T) {
		a, w := walkers(now)
		var sent []string
		step, say := w.Walk(a, "3", now)
		for _, id := range []string{"1", "2", "2", "3"} {
			if step != "" {
				sent = append(sent, step)
				a.Sent(step)
			}
			r, _ := a.Room(id)
			a.Enter(automap.Info{ID: id, Name: r.Name, Exits: r.Exits})
			step, say = w.Arrived(a, now)
		}
		if !slices.Equal(sent, []string{"n", "e"}) || say != "You have arrived." || w.Walking() {
			t.Errorf("sent %v, said %q", sent, say)
		}
	})
	t.Run("goes astray", func(t *testing.T) {
		a, w := walkers(now)
		w.Walk(a, "3", now)
		a.Enter(told("9", "Dungeon"))
		if step, say := w.Arrived(a, now); step != "" || !strings.Contains(say, "2 steps to go") || w.Walking() {
			t.Errorf("sent %q, said %q", step, say)
		}
	})
	t.Run("is not answered", func(t *testing.T) {
		a, w := walkers(now)
		w.Walk(a, "3", now)
		by, ok := w.By()
		if !ok || w.Overdue(by.Add(-1)) != "" {
			t.Error("it ends before its time")
		}
		if say := w.Overdue(by); !strings.Contains(say, "nothing has come") || w.Walking() {
			t.Errorf("said %q", say)
		}
	})
	t.Run("is refused", func(t *testing.T) {
		a, w := walkers(now)
		for to, why := range map[string]string{"7": "no such place", "1": "You are there"} {
			if step, say := w.Walk(a, to, now); step != "" || !strings.Contains(say, why) {
				t.Errorf("to %s: sent %q, said %q", to, step, say)
			}
		}
		a.Sent("n")
		if step, say := w.Walk(a, "3", now); step != "" || !strings.Contains(say, "on your way") {
			t.Errorf("sent %q, said %q", step, say)
		}
		a.Lost()
		if step, say := w.Walk(a, "3", now); step != "" || !strings.Contains(say, "where you are") {
			t.Errorf("sent %q, said %q", step, say)
		}
	})
}

// Who walks to Lantern Row from The Drowned Lantern is not told that they are there.
func TestFindNamed(t *testing.T) {
	a := automap.New(nil)
	a.Enter(automap.Info{ID: "2", Name: "Lantern Row Stairs", Exits: []automap.Exit{{Dir: "s", To: "1"}}})
	a.Enter(automap.Info{ID: "1", Name: "Lantern Row", Exits: []automap.Exit{{Dir: "n", To: "2"}, {Dir: "e", To: "3"}}})
	a.Enter(automap.Info{ID: "3", Name: "The Drowned Lantern", Exits: []automap.Exit{{Dir: "w", To: "1"}}})
	for words, want := range map[string]string{
		"lantern row": "1", "Row": "1", "drowned lantern": "3", "row lantern": "1", "row stairs": "2", "rown": "3",
	} {
		if got := a.Find(words); len(got) == 0 || got[0].ID != want {
			t.Errorf("%q: got %v, want room %s first", words, got, want)
		}
	}
}
