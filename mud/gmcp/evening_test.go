package gmcp_test

import (
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/gmcp"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

var update = flag.Bool("update", false, "rewrite testdata/evening.txt")

// TestEvening plays testdata/evening.txt: what Ann's client says (C:), what is typed (ann>, ben>, and ben>> for at
// once), how long nothing happens (wait), and what her client is told (S:), to the letter and in its order.
func TestEvening(t *testing.T) {
	const path = "testdata/evening.txt"
	script, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	e := newEvening(t)
	var got strings.Builder
	for l := range strings.SplitSeq(strings.TrimRight(string(script), "\n"), "\n") {
		if strings.HasPrefix(l, "S: ") {
			continue
		}
		got.WriteString(l + "\n")
		for _, m := range e.line(l) {
			if _, _, err := split(m); err != nil {
				t.Error(err)
			}
			got.WriteString("S: " + string(m) + "\n")
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(got.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got.String() != string(script) {
		t.Errorf("the evening went otherwise; run go test ./mud/gmcp -run Evening -update and see the difference\n%s",
			got.String())
	}
}

// evening is a port with Ann, who has a client, and Ben.
type evening struct {
	*port
	table *verb.Table
	who   map[string]world.ActorID
	mem   map[string]*verb.Memory
	clock *clock
	c     *gmcp.Client
	hears bool
	plays bool
}

func newEvening(t *testing.T) *evening {
	sounds := shipped(t)
	e := &evening{
		port: newPort(t), table: verb.New(), clock: newClock(), mem: map[string]*verb.Memory{"ann": {}, "ben": {}},
	}
	e.c = gmcp.New(gmcp.Options{
		Now: e.clock.now, Sounds: func() bool { return e.hears }, Asks: func() bool { return !e.plays },
		Media: gmcp.Media{URL: "https://mud.example/sounds/", Sounds: sounds[:2]},
	})
	e.who = map[string]world.ActorID{"ann": e.join("Ann"), "ben": e.join("Ben")}
	return e
}

// line does what a line of the script says, and returns what the client is told.
func (e *evening) line(l string) [][]byte {
	switch who, typed, _ := strings.Cut(l, "> "); {
	case strings.HasSuffix(who, ">"):
		return e.typed(strings.TrimSuffix(who, ">"), typed)
	case l == "" || l[0] == '#':
		return nil
	case strings.HasPrefix(l, "C: "):
		return e.says(l[len("C: "):])
	case strings.HasPrefix(l, "wait "):
		d, err := time.ParseDuration(l[len("wait "):])
		if err != nil {
			e.t.Fatal(err)
		}
		e.clock.pass(d)
		e.now += world.Time(d.Milliseconds())
		return e.c.Flush()
	case l == "enter":
		e.plays = true
		return e.c.Of(e.frame(e.who["ann"], nil))
	case l == "sounds on", l == "sounds off":
		e.hears = l == "sounds on"
		return e.c.Of(session.Frame{})
	case l == "quit":
		return e.c.Goodbye("Goodbye.")
	default:
		e.clock.pass(time.Second)
		e.now += world.Second
		return e.typed(who, typed)
	}
}

func (e *evening) says(msg string) [][]byte {
	name, body, _ := strings.Cut(msg, " ")
	a := e.c.Take(name, []byte(body))
	switch w := a.Wish.(type) {
	case nil, gmcp.View, gmcp.Contents, gmcp.Ask, gmcp.Complete, gmcp.Since: // the script asks for none
	case gmcp.SignIn:
		a.Out = append(a.Out, e.c.SignedIn(w.Password.Reveal() == "a long walk", "That is not it.")...)
	case gmcp.Players:
		a.Out = append(a.Out, e.c.Players([]string{"Ann", "Ben"})...)
	}
	return a.Out
}

// typed has somebody type a line; what Ann perceives of it she is told.
func (e *evening) typed(name, line string) [][]byte {
	who := e.who[name]
	c := verb.Ctx{
		State: e.st, Now: e.now, Actor: e.st.Actors[who], Via: world.Via{Kind: world.ViaKeyboard}, Memory: e.mem[name],
	}
	call := e.table.Parse(c, line)
	if call.Refusal != nil || call.Input == nil {
		e.t.Fatalf("%s> %s: %+v", name, line, call.Refusal)
	}
	rec, refusal := e.st.Decide(e.now, *call.Input)
	f := session.Frame{}
	if rec != nil {
		f = e.frame(e.who["ann"], rec)
	}
	if m, ok := call.Input.Action.(world.Move); ok && refusal != nil && name == "ann" {
		f.Wrong = m.Dir
	}
	return e.c.Of(f)
}
