package client

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/tui/client/automap"
	"github.com/mudlark-mud/mudlark/tui/client/triggers"
)

// chartRadius is how many steps away a room may be that is drawn.
const chartRadius = 20

// land is the map, and a walk over it. Guarded by the Client's lock.
type land struct {
	atlas  *automap.Atlas
	walker automap.Walker
	saved  int // how many edits the file has

	word string    // of a walk that came to its end, held back until the place is told
	due  time.Time // when it is said all the same
}

// wordHeld is how long the word that a walk is over waits for the prompt of a MUD that has none.
const wordHeld = time.Second

// SaveMap lets the map be written, if it has changed since it was last. One caller at a time.
func (f *Client) SaveMap(write func(text []byte) error) error {
	f.mu.Lock()
	edits := f.land.atlas.Edits()
	if edits == f.land.saved {
		f.mu.Unlock()
		return nil
	}
	snapshot := f.land.atlas.Snapshot()
	f.mu.Unlock() // the screen does not wait for it
	var b bytes.Buffer
	if err := snapshot.Save(&b); err != nil {
		return err
	}
	if err := write(b.Bytes()); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.land.saved = edits
	return nil
}

// send sends a line that is no secret.
func (f *Client) send(line string) {
	f.mu.Lock()
	f.land.atlas.Sent(line)
	f.mu.Unlock()
	f.c.Wire.Send(line)
}

// enter puts a room that was told on the map, and returns a walk's next step. The lock is held.
func (f *Client) enter(r Room) (send string) {
	info := automap.Info{ID: r.ID, Name: r.Name, Area: r.Area, X: r.X, Y: r.Y, Z: r.Z, Placed: r.Placed}
	for _, e := range r.Exits {
		info.Exits = append(info.Exits, automap.Exit{Dir: e.Dir, To: e.To})
	}
	f.land.atlas.Enter(info)
	return f.moved()
}

// look lets the map see a line, and returns a walk's next step. The lock is held.
func (f *Client) look(plain string) (send string) {
	seen, isBlocked := f.land.atlas.Line(plain)
	switch {
	case isBlocked:
		f.halt("that way is closed")
	case seen:
		return f.moved()
	}
	return ""
}

// moved draws the map anew and goes on with a walk. The lock is held.
func (f *Client) moved() (send string) {
	f.chart, f.dirty = f.land.atlas.Chart(chartRadius), true
	now := time.Now()
	send, say := f.land.walker.Arrived(f.land.atlas, now)
	if say != "" { // a MUD names a room before it tells of it
		f.land.word, f.land.due = say, now.Add(wordHeld)
	}
	return send
}

// arrived says that a walk is over, if it is. The lock is held.
func (f *Client) arrived() {
	say := f.land.word
	f.land.word = ""
	f.sayIf(say)
}

// lost forgets where one is. The lock is held.
func (f *Client) lost() {
	f.land.atlas.Lost()
	f.halt("the connection is lost")
	f.chart, f.dirty = nil, true
}

// halt ends a walk. The lock is held.
func (f *Client) halt(why string) { f.sayIf(f.land.walker.Stop(why)) }

func (f *Client) sayIf(words string) {
	if words != "" {
		f.say(words)
	}
}

// overdue ends a walk that gets nowhere, and returns when to ask again.
func (f *Client) overdue(now time.Time) (time.Time, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.land.word != "" {
		if now.Before(f.land.due) {
			return f.land.due, true
		}
		f.arrived()
	}
	f.sayIf(f.land.walker.Overdue(now))
	return f.land.walker.By()
}

// mapCommands are those of the map.
func (f *Client) mapCommands() []triggers.Command {
	do := func(words func(rest string) triggers.Outcome) func(string) triggers.Outcome {
		return func(rest string) triggers.Outcome {
			f.mu.Lock()
			defer f.mu.Unlock()
			return words(strings.TrimSpace(rest))
		}
	}
	return []triggers.Command{
		{Name: "map", Brief: "where you are on the map, and what lies around, in words", Do: do(f.tellMap),
			Help: "The map grows as you walk. This tells where you are on it and what lies beyond each way out; #find tells " +
				"the number of a place."},
		{Name: "find", Args: "{WORDS}", Brief: "places on the map by words of their names", Do: do(f.find),
			Help: "Lists the places whose names have all the words in them, the nearest first, each with its number for #go."},
		{Name: "go", Args: "{PLACE}", Brief: "walk to a place on the map", Do: do(f.walk),
			Help: "Walks to a place, by its number as #find tells it or by words of its name, one step after the other. The " +
				"walk ends by itself when a step does not lead where the map says; #stop ends it at once."},
		{Name: "stop", Brief: "end a walk", Do: do(f.stand), Help: "Ends what #go began."},
	}
}

const mapUnknown = "The map does not know where you are; look around first."

// tellMap is the map in words. The lock is held.
func (f *Client) tellMap(string) triggers.Outcome {
	here, ok := f.land.atlas.Here()
	if !ok {
		return said(mapUnknown)
	}
	title := here.Name
	if here.Area != "" {
		title += ", in " + here.Area
	}
	out := []string{fmt.Sprintf("%s. The map has %s.", title, counted(f.land.atlas.Len(), "place"))}
	for _, e := range here.Exits {
		line := wholeDir(e.Dir) + ": "
		if beyond, ok := f.land.atlas.Room(e.To); ok && e.To != "" {
			line += beyond.Name
		} else {
			line += "not walked yet"
		}
		if e.Door {
			line += ", a door"
		}
		out = append(out, line)
	}
	return said(out...)
}

// wholeDir is a way out as a person says it: a letter alone is spelled out to an ear.
func wholeDir(dir string) string {
	switch dir {
	case "n":
		return "North"
	case "e":
		return "East"
	case "s":
		return "South"
	case "w":
		return "West"
	case "ne":
		return "Northeast"
	case "se":
		return "Southeast"
	case "sw":
		return "Southwest"
	case "nw":
		return "Northwest"
	case "u":
		return "Up"
	case "d":
		return "Down"
	}
	return dir
}

// foundMost is how many places are listed.
const foundMost = 20

// find lists places. The lock is held.
func (f *Client) find(words string) triggers.Outcome {
	if words == "" {
		return said("What for? Type #find and words of a place's name.")
	}
	found := f.land.atlas.Find(words)
	if len(found) == 0 {
		return said("No place on the map is called so.")
	}
	var out []string
	for _, r := range found[:min(len(found), foundMost)] {
		line := r.ID + ": " + r.Name
		if r.Area != "" {
			line += ", in " + r.Area
		}
		switch r.Steps {
		case -1:
			line += ", no way known"
		case 0:
			line += ", here"
		default:
			line += ", " + counted(r.Steps, "step")
		}
		out = append(out, line)
	}
	if more := len(found) - foundMost; more > 0 {
		out = append(out, fmt.Sprintf("And %d more.", more))
	}
	return said(out...)
}

// walk begins to walk to a place. The lock is held.
func (f *Client) walk(place string) triggers.Outcome {
	if place == "" {
		return said("Where to? Type #go and a place's number or words of its name.")
	}
	id := place
	if _, ok := f.land.atlas.Room(place); !ok {
		found := f.land.atlas.Find(place)
		if len(found) == 0 {
			return said("No place on the map is called so.")
		}
		id = found[0].ID
	}
	f.arrived()
	send, say := f.land.walker.Walk(f.land.atlas, id, time.Now())
	out := said(say)
	if send != "" {
		out.Send = []string{send}
	}
	return out
}

// stand ends a walk. The lock is held.
func (f *Client) stand(string) triggers.Outcome {
	if say := f.land.walker.Stop("you stopped"); say != "" {
		return said(say)
	}
	return said("You are not walking anywhere.")
}

func said(words ...string) triggers.Outcome { return triggers.Outcome{Say: words} }

// counted is a number of something.
func counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}
