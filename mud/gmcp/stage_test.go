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
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// clock is a clock that a test moves.
type clock struct{ at time.Time }

func newClock() *clock { return &clock{at: time.Unix(1_700_000_000, 0)} }

func (c *clock) now() time.Time { return c.at }

func (c *clock) pass(d time.Duration) { c.at = c.at.Add(d) }

// everything is what a client says that wants all there is.
const everything = `["Char 1","Room 1","Comm 1","Client.Media 1","Char.Login 1"]`

// newClient returns a client that wants everything.
func newClient(t testing.TB, o gmcp.Options) *gmcp.Client {
	t.Helper()
	c := gmcp.New(o)
	if a := c.Take("Core.Supports.Set", []byte(everything)); a.Bad {
		t.Fatal("what it supports was not understood")
	}
	return c
}

// split takes a message apart and checks its form: printable ASCII, and JSON behind the name.
func split(m []byte) (name, body string, err error) {
	for _, b := range m {
		if b < ' ' || b > '~' {
			return "", "", fmt.Errorf("%q: not printable ASCII", m)
		}
	}
	name, body, _ = strings.Cut(string(m), " ")
	switch {
	case strings.Count(name, ".") == 0:
		return "", "", fmt.Errorf("%q: no package", m)
	case body != "" && !json.Valid([]byte(body)):
		return "", "", fmt.Errorf("%q: no JSON", m)
	}
	return name, body, nil
}

// text is messages, one a line.
func text(out [][]byte) string {
	lines := make([]string, len(out))
	for i, m := range out {
		lines[i] = string(m)
	}
	return strings.Join(lines, "\n")
}

// model is what a client makes of what it is told.
type model struct {
	items   map[string]map[string]string // by location and id
	players map[string]bool
	status  map[string]any
	vitals  string
	info    map[string]any
	name    string
	talk    []map[string]string
}

func newModel() *model {
	return &model{items: map[string]map[string]string{}, players: map[string]bool{}, status: map[string]any{}}
}

type item struct{ ID, Name, Attrib string }

func (i item) String() string { return i.Name + " " + i.Attrib }

// take takes a message in as the clients of the field do, and objects to what contradicts what it was told before.
func (m *model) take(msg []byte) error {
	name, body, err := split(msg)
	if err != nil {
		return err
	}
	into := func(v any) {
		if e := json.Unmarshal([]byte(body), v); e != nil && err == nil {
			err = fmt.Errorf("%q: %w", msg, e)
		}
	}
	switch name {
	case "Char.Name":
		var b struct{ Name, Fullname string }
		into(&b)
		m.name = b.Name
	case "Char.Vitals":
		m.vitals = body
	case "Char.StatusVars":
		m.status = map[string]any{}
	case "Char.Status":
		into(&m.status)
	case "Char.Items.List", "Char.Items.Add", "Char.Items.Remove", "Char.Items.Update":
		return m.takeItems(strings.TrimPrefix(name, "Char.Items."), body)
	case "Room.Info":
		m.info = nil
		into(&m.info)
	case "Room.Players", "Room.AddPlayer", "Room.RemovePlayer":
		return m.takePlayers(name, body)
	case "Comm.Channel.Text":
		var b map[string]string
		into(&b)
		m.talk = append(m.talk, b)
	}
	return err
}

func (m *model) takeItems(what, body string) error {
	var b struct {
		Location string
		Items    []item
		Item     item
	}
	if err := json.Unmarshal([]byte(body), &b); err != nil {
		return fmt.Errorf("items: %w", err)
	}
	known, listed := m.items[b.Location]
	_, there := known[b.Item.ID]
	switch {
	case what == "List":
		known = map[string]string{}
		for _, i := range b.Items {
			known[i.ID] = i.String()
		}
		if len(known) != len(b.Items) {
			return fmt.Errorf("a list with the same id twice: %s", body)
		}
		m.items[b.Location] = known
		return nil
	case !listed:
		return fmt.Errorf("%s before a list: %s", what, body)
	case there == (what == "Add"):
		return fmt.Errorf("%s of what is there: %t: %s", what, there, body)
	case what == "Remove":
		delete(known, b.Item.ID)
	default:
		known[b.Item.ID] = b.Item.String()
	}
	return nil
}

func (m *model) takePlayers(name, body string) error {
	switch name {
	case "Room.Players":
		m.players = map[string]bool{}
		var all []struct{ Name string }
		if err := json.Unmarshal([]byte(body), &all); err != nil {
			return fmt.Errorf("players: %w", err)
		}
		for _, p := range all {
			m.players[p.Name] = true
		}
	case "Room.AddPlayer":
		var p struct{ Name string }
		if err := json.Unmarshal([]byte(body), &p); err != nil || m.players[p.Name] {
			return fmt.Errorf("%s %s: there already, or %w", name, body, err)
		}
		m.players[p.Name] = true
	case "Room.RemovePlayer":
		var p string
		if err := json.Unmarshal([]byte(body), &p); err != nil || !m.players[p] {
			return fmt.Errorf("%s %s: not there, or %w", name, body, err)
		}
		delete(m.players, p)
	}
	return nil
}

// perceived are the parts that somebody is shown of a record.
func perceived(rec *world.Record, a *world.Actor) []session.Part {
	var out []session.Part
	for i := range rec.Notices {
		if sense, ok := rec.Notices[i].SenseOf(a.Num); ok {
			out = append(out, told(&rec.Notices[i], sense))
		}
	}
	return out
}

// port is a small world with people in it.
type port struct {
	t    testing.TB
	st   *world.State
	now  world.Time
	eyes surroundings.Cache
}

const morning world.Time = 1

func newPort(t testing.TB) *port {
	t.Helper()
	p := &port{t: t, st: world.New(0), now: morning}
	for _, in := range worldtest.Genesis() {
		p.do(in)
	}
	return p
}

func (p *port) join(name string) world.ActorID {
	p.t.Helper()
	return worldtest.Join(p.st, p.now, worldtest.Person{Name: name, Account: world.AccountID("acct-" + name)})
}

func (p *port) do(in world.Input) *world.Record {
	p.t.Helper()
	rec, r := p.st.Decide(p.now, in)
	if r != nil {
		p.t.Fatalf("%T: %s", in.Action, r.Text)
	}
	return rec
}

func (p *port) act(who world.ActorID, a world.Action) *world.Record {
	p.t.Helper()
	return p.do(worldtest.Typed(who, a))
}

func (p *port) view(who world.ActorID) *surroundings.View {
	return p.eyes.Of(p.st, p.st.Actors[who], p.now)
}

// frame is what somebody is shown of a record, with the view after it.
func (p *port) frame(who world.ActorID, rec *world.Record) session.Frame {
	f := session.Frame{View: p.view(who)}
	if rec != nil {
		f.Parts = perceived(rec, p.st.Actors[who])
	}
	return f
}

// named lists every text below a JSON body that names something of the world.
func named(body any, key string) []string {
	var out []string
	switch b := body.(type) {
	case map[string]any:
		for k, v := range b {
			out = append(out, named(v, k)...)
		}
	case []any:
		for _, v := range b {
			out = append(out, named(v, key)...)
		}
	case string:
		if key == "quest" {
			for q := range strings.SplitSeq(b, "; ") {
				name, _, _ := strings.Cut(q, " (")
				out = append(out, name)
			}
		} else if slices.Contains([]string{"name", "fullname", "talker", "text", "target", "leader", "id", ""}, key) {
			out = append(out, b)
		}
	}
	slices.Sort(out)
	return out
}

func told(n *world.Notice, sense world.Sense) session.Part {
	return session.Part{Told: &loop.Told{Notice: n, Sense: sense}}
}
