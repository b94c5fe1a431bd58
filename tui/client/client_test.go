package client_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/client"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// patience is how long a test waits for what should come at once.
const patience = 20 * time.Second

// seat is somebody at a far MUD: what was sent, and what was shown.
type seat struct {
	desk
	t *testing.T
	f *client.Client

	mu    sync.Mutex
	sent  []string
	saved []byte
	shown tui.Message // all of it, the last of what is one
	tabs  []string    // lines of messages for a tab
}

// Send implements far.Wire.
func (s *seat) Send(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent = append(s.sent, line)
}

// GMCP implements far.Wire.
func (s *seat) GMCP(pkg string, data []byte) { s.Send(pkg + " " + string(data)) }

// Save implements far.Host.
func (s *seat) Save(text []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.saved = text
}

// sit begins a session whose messages are gathered.
func sit(t *testing.T) *seat {
	t.Helper()
	s := &seat{t: t}
	s.f = client.New(client.Config{Wire: s, Host: s, Title: "Testmud"})
	ctx, cancel := context.WithCancel(t.Context())
	var work sync.WaitGroup
	work.Go(func() { s.f.Run(ctx) })
	work.Go(func() {
		for m := range s.f.Messages() {
			s.show(m)
		}
	})
	t.Cleanup(func() { cancel(); work.Wait() })
	s.f.Online()
	return s
}

func (s *seat) show(m tui.Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown.Lines = append(s.shown.Lines, m.Lines...)
	if m.Tab != "" {
		s.tabs = append(s.tabs, m.Tab+": "+strings.TrimSuffix(textOf(m.Lines), "\n"))
	}
	s.shown.Said = append(s.shown.Said, m.Said...)
	if m.View != nil {
		s.shown.View = m.View
	}
	if m.Page != nil {
		s.shown.Page = m.Page
	}
	if m.Verbs != nil {
		s.shown.Verbs = m.Verbs
	}
	if m.Prompt != "" {
		s.shown.Prompt = m.Prompt
	}
	if m.Echo != tui.EchoKeep {
		s.shown.Echo = m.Echo
	}
}

// until waits until something holds of what was shown and sent.
func (s *seat) until(what string, holds func(m *tui.Message, sent []string) bool) {
	s.t.Helper()
	poll := time.NewTicker(time.Millisecond)
	defer poll.Stop()
	for deadline := time.Now().Add(patience); ; <-poll.C {
		s.mu.Lock()
		ok := holds(&s.shown, s.sent)
		text, sent := textOf(s.shown.Lines), fmt.Sprint(s.sent)
		s.mu.Unlock()
		if ok {
			return
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("%s did not come; shown:\n%s\nsent: %s", what, text, sent)
		}
	}
}

func textOf(lines []cell.Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.String() + "\n")
	}
	return b.String()
}

func (s *seat) reads(text string) {
	s.t.Helper()
	s.until(text, func(m *tui.Message, _ []string) bool { return strings.Contains(textOf(m.Lines), text) })
}

func (s *seat) sends(line string) {
	s.t.Helper()
	s.until("sending "+line, func(_ *tui.Message, sent []string) bool { return slices.Contains(sent, line) })
}

func (s *seat) sees(what string, holds func(v *view.View) bool) {
	s.t.Helper()
	s.until(what, func(m *tui.Message, _ []string) bool { return m.View != nil && holds(m.View) })
}

// types expands a line as the screen does, and sends what comes of it.
func (s *seat) types(line string) {
	lines, say := s.f.Expand(line)
	s.f.Say(say...)
	for _, l := range lines {
		s.f.Send(l)
	}
}

func TestColours(t *testing.T) {
	red, blue := cell.Ink(0).On(cell.Indexed(1), 0), cell.Ink(0).On(0, cell.Indexed(4))
	for text, want := range map[string][]cell.Span{
		"plain":                            {{Text: "plain"}},
		"\x1b[31mred\x1b[0m not":           {{Text: "red", Ink: red}, {Text: " not"}},
		"\x1b[1;31mb":                      {{Text: "b", Ink: red | cell.InkBold}},
		"\x1b[31;1;22mb":                   {{Text: "b", Ink: red}},
		"\x1b[44mb\x1b[49mc":               {{Text: "b", Ink: blue}, {Text: "c"}},
		"\x1b[38;5;208mb":                  {{Text: "b", Ink: cell.Ink(0).On(cell.Indexed(208), 0)}},
		"\x1b[38;2;1;2;3;4mb":              {{Text: "b", Ink: cell.Ink(0).On(cell.RGB(1, 2, 3), 0) | cell.InkUnderline}},
		"\x1b[38:2::1:2:3mb":               {{Text: "b", Ink: cell.Ink(0).On(cell.RGB(1, 2, 3), 0)}},
		"\x1b[31;4mb\x1b[4:0mc":            {{Text: "b", Ink: red | cell.InkUnderline}, {Text: "c", Ink: red}},
		"\x1b[91;107mb":                    {{Text: "b", Ink: cell.Ink(0).On(cell.Indexed(9), cell.Indexed(15))}},
		"\x1b[38;5mb\x1b[38mc\x1b[999999m": {{Text: "b"}, {Text: "c"}},
		"\x1b[mb\x1b[;;mc":                 {{Text: "b"}, {Text: "c"}},
	} {
		s := sit(t)
		s.f.Line(text)
		s.until(text, func(m *tui.Message, _ []string) bool { return len(m.Lines) == 1 })
		for i := range want {
			want[i].Role = prose.Plain
		}
		s.mu.Lock()
		got := s.shown.Lines[0].Spans
		s.mu.Unlock()
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
	s := sit(t)
	s.f.Line("\x1b[31mon")
	s.f.Line("and on")
	s.reads("and on")
	s.mu.Lock()
	defer s.mu.Unlock()
	if got := s.shown.Lines[1].Spans[0].Ink; got != red {
		t.Errorf("the colour of the next line: got %v, want %v", got, red)
	}
}

// TestMap walks a foreign MUD that tells its rooms, and lets the client walk back.
func TestMap(t *testing.T) {
	s := sit(t)
	enter := func(num int, name, exits string) {
		s.f.GMCP("Room.Info", fmt.Appendf(nil, `{"num":%d,"name":%q,"exits":{%s}}`, num, name, exits))
	}
	enter(1, "Quay", `"n":2`)
	s.types("n;n")
	enter(2, "Row", `"n":3,"s":1`)
	enter(3, "Square", `"s":2`)
	s.sees("a chart of three", func(v *view.View) bool {
		return v.Room == "Square" && v.Chart != nil && len(v.Chart.Rooms) == 3 && v.Chart.Here == "3"
	})
	s.types("#find quay")
	s.reads("1: Quay, 2 steps")
	s.types("#go quay")
	s.reads("Walking to Quay: 2 steps.")
	s.sends("s")
	enter(2, "Row", `"n":3,"s":1`)
	s.until("the second step", func(_ *tui.Message, sent []string) bool { return len(sent) == 4 })
	enter(1, "Quay", `"n":2`)
	s.f.Line("A quay, and much water.")
	s.f.Prompt("> ")
	s.until("the place before the word", func(m *tui.Message, _ []string) bool {
		place, word, _ := strings.Cut(textOf(m.Lines), "much water.\n")
		return strings.HasPrefix(word, "You have arrived.") && !strings.Contains(place, "arrived")
	})
	s.types("#go square")
	s.f.GMCP("Room.WrongDir", []byte(`"n"`))
	s.reads("The walk to Square ends here")
	s.types("#map")
	s.reads("North: Row")
}

// TestPasswordPrompt has a MUD that asks for a password and does not say that it is a secret.
func TestPasswordPrompt(t *testing.T) {
	for prompt, want := range map[string]tui.Echo{
		"Password: ": tui.EchoHide, "Give me a password for Bob:": tui.EchoHide, "PASSWORD?": tui.EchoHide,
		"Kennwort: ": tui.EchoHide, "Name: ": tui.EchoKeep, "20H 1M 1V > ": tui.EchoKeep,
		"The password was wrong. Name: ": tui.EchoKeep, "You pass the gate > ": tui.EchoKeep, "compass: ": tui.EchoKeep,
	} {
		s := sit(t)
		s.until("the line that shows", func(m *tui.Message, _ []string) bool { return m.Echo == tui.EchoShow })
		s.mu.Lock()
		s.shown.Echo = tui.EchoKeep
		s.mu.Unlock()
		s.f.Prompt(prompt)
		s.until(prompt, func(m *tui.Message, _ []string) bool { return m.Prompt == prompt })
		s.mu.Lock()
		got := s.shown.Echo
		s.mu.Unlock()
		if got != want {
			t.Errorf("%q: got %v, want %v", prompt, got, want)
		}
		s.f.Send("n")
		s.sends("n")
		if want == tui.EchoHide {
			s.until("the line that shows again", func(m *tui.Message, _ []string) bool { return m.Echo == tui.EchoShow })
		}
	}
}

// TestHere has what is here counted and told in words too.
func TestHere(t *testing.T) {
	s := sit(t)
	s.f.GMCP("Char.Name", []byte(`{"name":"Ann"}`))
	s.f.GMCP("Room.Info", []byte(`{"num":1,"name":"Quay","exits":{"n":2}}`))
	s.f.GMCP("Room.Players", []byte(`[{"name":"Ann"},{"name":"Ben"}]`))
	s.f.GMCP("Char.Items.List", []byte(`{"location":"room","items":[{"id":"1","name":"a lamp"},`+
		`{"id":"2","name":"a lamp"},{"id":"3","name":"a gull","attrib":"m"}]}`))
	s.f.GMCP("Char.Items.List", []byte(`{"location":"inv","items":[{"id":"4","name":"a hat","attrib":"w"},`+
		`{"id":"5","name":"an oar","attrib":"l"},{"id":"6","name":"a net"}]}`))
	s.f.GMCP("Char.Vitals", []byte(`{"hp":2,"maxhp":40}`))
	s.f.GMCP("Char.Afflictions.Add", []byte(`{"name":"deaf"}`))
	s.sees("what is here", func(v *view.View) bool {
		return v.Name == "Ann" && len(v.Things.List) == 1 && v.Things.List[0].Count == 2 && len(v.People.List) == 2 &&
			len(v.Using.List) == 2 && v.Using.List[0].Note == "worn" && len(v.Carrying.List) == 1 && len(v.Effects) == 1 &&
			v.HP == 2 && v.Gauges[0].Low
	})
	for command, want := range map[string]string{
		"#around":  "Quay\nWays out: n.\nHere: Ben, a gull.\nLying here: a lamp, a lamp.\n",
		"#carried": "Using: a hat, an oar.\nCarrying: a net.\n",
		"#vitals":  "health 2 of 40, low\n",
		"#effects": "Harms: deaf.\n",
		"#stop":    "You are not walking anywhere.\n",
		"#find x":  "No place on the map is called so.\n",
	} {
		s.types(command)
		s.reads(want)
	}
	if got := s.f.Complete("get ne"); !slices.Equal(got, []string{"get net"}) {
		t.Errorf("completed to %q", got)
	}
	s.f.Line("The harbourmaster nods.")
	if got := s.f.Complete("tell harb"); !slices.Equal(got, []string{"tell harbourmaster"}) {
		t.Errorf("completed to %q", got)
	}
}

// TestQuestion asks the person for a secret in the middle of play: the MUD gets none of it.
func TestQuestion(t *testing.T) {
	s := sit(t)
	answer := make(chan string, 1)
	s.f.Question("The password?", true, func(line string) { answer <- line })
	s.until("a hidden line", func(m *tui.Message, _ []string) bool { return m.Echo == tui.EchoHide })
	s.f.Hidden(false) // the MUD has no say in it
	s.types("#n;n")
	if got := <-answer; got != "#n;n" {
		t.Errorf("got %q", got)
	}
	s.types("look")
	s.sends("look")
	s.until("a line that shows", func(m *tui.Message, _ []string) bool { return m.Echo == tui.EchoShow })
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sent[0] != "look" || len(s.sent) != 1 {
		t.Errorf("sent %q", s.sent)
	}
}

// TestOfflineRules: what the rules would send while there is no connection is let go, without a word each time.
func TestOfflineRules(t *testing.T) {
	s := sit(t)
	s.types("#trigger {^Tick} {wind the clock}")
	s.f.Offline("lost")
	s.f.Line("Tick, nobody hears it.")
	s.f.Online()
	s.f.Line("Tock.")
	s.types("look")
	s.sends("look")
	s.f.Line("Tick, it is heard.")
	s.sends("wind the clock")
	s.mu.Lock()
	defer s.mu.Unlock()
	if want := []string{"look", "wind the clock"}; !slices.Equal(s.sent, want) {
		t.Errorf("sent %q, want %q", s.sent, want)
	}
}

// TestGoodbye shows the last word of a MUD, unless its text had it.
func TestGoodbye(t *testing.T) {
	s := sit(t)
	s.f.Line("Everything is kept. Goodbye.")
	s.f.GMCP("Core.Goodbye", []byte(`"Goodbye."`))
	s.f.GMCP("Core.Goodbye", []byte(`"The tide is in."`))
	s.reads("The tide is in.")
	s.mu.Lock()
	defer s.mu.Unlock()
	if got := strings.Count(textOf(s.shown.Lines), "Goodbye."); got != 1 {
		t.Errorf("Goodbye stands %d times", got)
	}
}

// TestSaveMap has the map written when it has grown, and again when writing it failed.
func TestSaveMap(t *testing.T) {
	s := sit(t)
	saved := func(err error) (text string) {
		if got := s.f.SaveMap(func(b []byte) error {
			s.f.Say("the screen does not wait") // nothing is locked
			text = string(b)
			return err
		}); !errors.Is(got, err) {
			t.Errorf("got %v, want %v", got, err)
		}
		return text
	}
	if got := saved(nil); got != "" {
		t.Errorf("a map without changes: %q", got)
	}
	s.f.GMCP("Room.Info", []byte(`{"num":1,"name":"Quay","exits":{"n":2}}`))
	for i, err := range []error{errors.New("the disk is full"), nil, nil} {
		if got := saved(err); strings.Contains(got, "Quay") != (i < 2) {
			t.Errorf("time %d: got %q", i, got)
		}
	}
}

// TestKey presses keys that commands are on, and others, and one in the middle of a question.
func TestKey(t *testing.T) {
	s := sit(t)
	s.types("#macro {f5} {cast heal;#showme {healing};#alias {k} {kill}}")
	lines, say, ok := s.f.Key("f5")
	if want := []string{"healing", "Set: #alias {k} {kill}"}; !ok || !slices.Equal(lines, []string{"cast heal"}) ||
		!slices.Equal(say, want) {
		t.Errorf("got %q, %q, %v", lines, say, ok)
	}
	if lines, say, ok := s.f.Key("f6"); ok || lines != nil || say != nil {
		t.Errorf("a key without commands: %q, %q, %v", lines, say, ok)
	}
	s.f.Question("The password?", true, func(string) {})
	if _, _, ok := s.f.Key("f5"); ok {
		t.Error("a key answers a question")
	}
}

// TestTabs has lines go to tabs: with the text, and alone where they are gagged too.
func TestTabs(t *testing.T) {
	s := sit(t)
	s.types(`#tab {chat} {/^\w+ (says|tells)/}`)
	s.types("#gag {^Ben says}")
	s.types("#trigger {^%w says hi} {wave %1}")
	s.f.Line("Ann says hi")
	s.f.Line("\x1b[31mBen says hi")
	s.f.Line("The end.")
	s.sends("wave Ben")
	s.reads("The end.")
	s.mu.Lock()
	defer s.mu.Unlock()
	if text := textOf(s.shown.Lines); !strings.Contains(text, "Ann says hi") || strings.Contains(text, "Ben says hi") {
		t.Errorf("shown:\n%s", text)
	}
	red := cell.Ink(0).On(cell.Indexed(1), 0)
	if said := s.shown.Said; len(said) != 1 || said[0].Channel != "chat" || said[0].Line.String() != "Ben says hi" ||
		said[0].Line.Spans[0].Ink != red {
		t.Errorf("in tabs alone: %+v", said)
	}
	if !slices.Equal(s.tabs, []string{"chat: Ann says hi"}) {
		t.Errorf("in tabs: %q", s.tabs)
	}
}

// TestRulesAreSaved has the file of rules written when they change.
func TestRulesAreSaved(t *testing.T) {
	s := &seat{t: t}
	c := client.Config{Wire: s, Host: s}
	c.Rules.Files, c.Rules.Sheet = nil, "rules.tin"
	s.f = client.New(c)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); s.f.Run(ctx) }()
	s.f.Expand("#alias {k} {kill %1}")
	cancel()
	<-done
	if !strings.Contains(string(s.saved), "kill %1") {
		t.Errorf("saved %q", s.saved)
	}
}

// brawl is how a fight by turns is told.
const brawl = `{"id":"b1","you":"p1","due":25,"clock":30,"reach":[0,1,2,-1],"summary":{` +
	`"map":{"name":"The Lantern","grid":{"width":4,"height":1},"terrain":[]},` +
	`"entities":[{"id":"rat-1","name":"wharf rat","side":"b","position":{"x":3,"y":0},"hp":3,"hpMax":6,"speed":6},` +
	`{"id":"p1","name":"Ann","side":"a","position":{"x":0,"y":0},"hp":20,"hpMax":20,"ac":10,"speed":6}],` +
	`"combat":{"mode":"combat","round":1,"activeEntityId":"p1","initiativeOrder":["p1","rat-1"],"movementLeft":6}}}`

// TestFightOfAStranger: a fight by turns is taken wholly or not at all, whoever tells of it.
func TestFightOfAStranger(t *testing.T) {
	s := sit(t)
	for name, to := range map[string][2]string{
		"a huge ground":       {`"width":4`, `"width":1000000000`},
		"a negative one":      {`"width":4`, `"width":-4`},
		"nobody's id":         {`"id":"rat-1"`, `"id":"rat;\u001b[2J\nquit"`},
		"negative points":     {`"hp":3`, `"hp":-3`},
		"no number":           {`"speed":6`, `"speed":NaN`},
		"a place that is not": {`"x":3`, `"x":4`},
	} {
		s.f.GMCP("Mudlark.Encounter", []byte(brawl))
		s.sees("it again", func(v *view.View) bool { return v.Arena != nil })
		s.f.GMCP("Mudlark.Encounter", []byte(strings.Replace(brawl, to[0], to[1], 1)))
		s.sees("nothing of "+name, func(v *view.View) bool { return v.Arena == nil })
	}
	s.f.GMCP("Mudlark.Encounter", []byte(strings.Replace(brawl, `wharf rat`, `wharf\u001b[2J rat\u0007`, 1)))
	s.sees("a clean name", func(v *view.View) bool {
		return v.Arena != nil && v.Arena.Fighters[1].Name == "wharf[2J rat"
	})
}

// TestOwnServer plays a server of our own: its panes, pages and completions, and what was missed.
func TestOwnServer(t *testing.T) {
	s := sit(t)
	s.f.Ask("who", "")
	s.until("a page that says what to type", func(m *tui.Message, _ []string) bool {
		return m.Page != nil && strings.Contains(textOf(m.Page.Lines), "Type:\nwho")
	})
	s.f.GMCP("Mudlark.Verbs", []byte(`[{"name":"give","usage":"give <thing>","brief":"Give.","group":"Things"}]`))
	s.f.GMCP("Mudlark.Seq", []byte(`{"seq":41}`))
	s.f.GMCP("Mudlark.View", []byte(`{"quests":[{"name":"Eels","done":1,"of":3}],"effects":[{"name":"warm","left":60}],`+
		`"time":"dusk","tide":"low water"}`))
	s.f.GMCP("Mudlark.Chart", []byte(`{"rooms":[{"id":"a","name":"A"},{"id":"b","name":"B","x":1}],"here":"a"}`))
	s.f.GMCP("Mudlark.Chart", []byte(`{"here":"b"}`))
	s.sees("every pane", func(v *view.View) bool {
		return len(v.Quests) == 1 && v.Quests[0].Of == 3 && len(v.Effects) == 1 && !v.Effects[0].Until.IsZero() &&
			v.Time == "dusk" && v.Chart != nil && len(v.Chart.Rooms) == 2 && v.Chart.Here == "b"
	})
	s.until("verbs", func(m *tui.Message, _ []string) bool { return len(m.Verbs) == 1 && m.Verbs[0].Name == "give" })
	s.f.GMCP("Mudlark.Encounter", []byte(brawl))
	s.sees("a fight by turns", func(v *view.View) bool {
		a := v.Arena
		return a != nil && a.Title == "The Lantern" && a.Fights && a.You == "p1" && len(a.Fighters) == 2 &&
			a.Fighters[0].ID == "p1" && a.Fighters[1].Foe && time.Until(a.Until) > 20*time.Second
	})
	s.f.GMCP("Mudlark.Proposal", []byte(`{"text":"Ann ends her turn.","debug":["Parse: ok=true"]}`))
	s.sees("a proposal", func(v *view.View) bool {
		return v.Arena != nil && v.Arena.Asked == "That would be: Ann ends her turn." && len(v.Arena.Debug) == 1
	})
	s.f.GMCP("Mudlark.Proposal", []byte(`{}`))
	s.sees("that nothing waits", func(v *view.View) bool { return v.Arena.Asked == "" && v.Arena.Debug == nil })
	s.f.GMCP("Mudlark.Encounter", []byte(`{}`))
	s.sees("that it is over", func(v *view.View) bool { return v.Arena == nil })

	s.f.Ask("help", "get")
	s.sends(`Mudlark.Ask {"page":"help","topic":"get"}`)
	s.f.GMCP("Mudlark.Page", []byte(`{"page":"help","topic":"get","lines":[[["Get","title"],[" it"]],[],[[]]]}`))
	s.until("the page", func(m *tui.Message, _ []string) bool {
		return m.Page.Topic == "get" && len(m.Page.Lines) == 3 && m.Page.Lines[0].Spans[0].Role == prose.Title
	})

	found := make(chan []string, 1)
	go func() { found <- s.f.Complete("tell b") }()
	s.sends(`Mudlark.Complete {"line":"tell b"}`)
	s.f.GMCP("Mudlark.Completed", []byte(`{"line":"another","candidates":["wrong"]}`))
	s.f.GMCP("Mudlark.Completed", []byte(`{"line":"tell b","candidates":["tell Ben"]}`))
	if got := <-found; !slices.Equal(got, []string{"tell Ben"}) {
		t.Errorf("completed to %q", got)
	}

	s.f.Offline("again in 1 s")
	s.sees("that it is lost", func(v *view.View) bool { return v.Name == "again in 1 s" })
	s.f.Online()
	s.f.GMCP("Mudlark.View", []byte(`{}`))
	s.sends(`Mudlark.Since {"seq":41}`)
	s.f.GMCP("Mudlark.Missed", []byte(`{"lines":[[["Ben","person"],[" waves.","plain"]]]}`))
	s.reads("While you were away:\nBen waves.\nNow you are back.\n")
	for _, bad := range []string{
		"Encounter", "Proposal", "View", "Chart", "Verbs", "Page", "Completed", "Missed", "Seq", "Nothing",
	} {
		for _, data := range []string{``, `7`, `[[[7]]]`, `{"lines":7,"seq":"x","rooms":{},"left":[]}`} {
			s.f.GMCP("Mudlark."+bad, []byte(data))
		}
	}
}

// TestFlood has a MUD that says more than the screen takes: whoever feeds waits, and nothing is lost.
func TestFlood(t *testing.T) {
	const lines = 30_000
	s := &seat{t: t}
	s.f = client.New(client.Config{Wire: s, Host: s})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go s.f.Run(ctx)
	fed := make(chan int, 1)
	at := 0
	go func() {
		for i := range lines {
			s.f.Line(fmt.Sprint("line ", i))
		}
		fed <- lines
	}()
	for m := range s.f.Messages() {
		if len(m.Lines) > 200 {
			t.Fatalf("%d lines at once", len(m.Lines))
		}
		for _, l := range m.Lines {
			if got, want := l.String(), fmt.Sprint("line ", at); got != want {
				t.Fatalf("got %q, want %q", got, want)
			}
			at++
		}
		if at == lines {
			break
		}
		if at < lines/2 && len(fed) > 0 {
			t.Fatalf("all was taken when %d lines were shown", at)
		}
	}
	<-fed
}

// TestFloodEnds has a screen that is gone while the MUD talks on: nobody hangs.
func TestFloodEnds(t *testing.T) {
	s := &seat{t: t}
	s.f = client.New(client.Config{Wire: s, Host: s})
	ctx, cancel := context.WithCancel(t.Context())
	var work sync.WaitGroup
	work.Go(func() { s.f.Run(ctx) })
	work.Go(func() {
		for range 50_000 {
			s.f.Line("on and on")
		}
		s.f.Closed("the end")
	})
	cancel()
	work.Wait()
}
