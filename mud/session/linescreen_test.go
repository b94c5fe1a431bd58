package session_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// wire writes down what it is sent.
type wire struct {
	text, prompt string
	notes        []string
}

// Send implements session.LineConn.
func (w *wire) Send(o session.LineOutput) {
	for _, p := range o.Paragraphs {
		w.text += p + "\n"
	}
	w.prompt = o.Prompt
	for _, m := range o.OutOfBand {
		w.notes = append(w.notes, string(m))
	}
}

// Secret implements session.LineConn.
func (w *wire) Secret(on bool) {
	if on {
		w.notes = append(w.notes, "hide")
		return
	}
	w.notes = append(w.notes, "show")
}

// Charset implements session.LineConn.
func (w *wire) Charset(name string) { w.notes = append(w.notes, name) }

// Settled implements session.LineConn.
func (w *wire) Settled() { w.notes = append(w.notes, "settled") }

// Close implements session.LineConn.
func (w *wire) Close(reason string) { w.notes = append(w.notes, "close "+reason) }

// chosen makes a sheet of names and values.
func chosen(t *testing.T, list ...string) *settings.Sheet {
	t.Helper()
	var s settings.Sheet
	for i := 0; i < len(list); i += 2 {
		set, ok := settings.Find(list[i])
		if _, err := set.Parse(list[i+1]); !ok || err != nil {
			t.Fatalf("%s %s: %v", list[i], list[i+1], err)
		}
		s.Set(list[i], list[i+1])
	}
	return &s
}

// now is how a screen shows things at this moment, in a line.
func now(l *session.LineScreen) string {
	reader := "eye"
	if l.Style().ScreenReader {
		reader = "ear"
	}
	return strings.Join([]string{l.Now("width"), l.Now("color"), l.Now("charset"), reader}, " ")
}

// What somebody chose outlasts what the client says of itself; what nobody chose follows it.
func TestChoicesOutlastTheClient(t *testing.T) {
	w := &wire{}
	l := session.NewLineScreen(w, session.LineClient{Width: 80, Depth: prose.Colours16})
	told := session.LineClient{Width: 100, Reader: true, Charset: "us-ascii"}
	steps := []struct {
		what string
		do   func()
		want string
	}{
		{"to begin with", func() {}, "80 16 utf-8 eye"},
		{"a narrow window", func() { l.Resize(3) }, "20 16 utf-8 eye"},
		{"a wide window", func() { l.Resize(9999) }, "500 16 utf-8 eye"},
		{"a window without a width", func() { l.Resize(0) }, " 16 utf-8 eye"},
		{"what the client says", func() { l.Learn(told) }, " none us-ascii ear"},
		{"choices", func() {
			l.Apply(chosen(t, "width", "60", "color", "256", "screenreader", "off", "charset", "utf-8"))
		}, "60 256 us-ascii eye"},
		{"the client again", func() { l.Learn(told); l.Resize(120) }, "60 256 us-ascii eye"},
		{"no choices", func() { l.Apply(&settings.Sheet{}) }, " none us-ascii ear"},
		{"a width for the ear", func() { l.Apply(chosen(t, "width", "60", "color", "256")) }, "60 none us-ascii ear"},
	}
	for _, step := range steps {
		step.do()
		if got := now(l); got != step.want {
			t.Errorf("%s: got %q, want %q", step.what, got, step.want)
		}
	}
	if got := strings.Join(w.notes, ", "); got != "utf-8, auto" {
		t.Errorf("the wire was told %q, want utf-8 and then auto", got)
	}
}

// What many perceive in the same way is put into words once for all whose look is the same.
func TestEqualLooksShareRenderings(t *testing.T) {
	look := session.LineLook{Width: 80, Depth: prose.Colours16, Theme: prose.Themes()[0]}
	client := session.LineClient{Width: 80, Depth: prose.Colours16}
	happened := &loop.Told{
		Notice: &world.Notice{Event: world.Echoed{Actor: "pc-x", Text: "The bell rings."}}, Sense: world.Saw | world.Heard,
	}
	show := func() string {
		w := &wire{}
		session.NewLineScreen(w, client).Show(session.Frame{Parts: []session.Part{{Told: happened}}, Prompt: "> "})
		if w.prompt != "> " || !strings.HasSuffix(w.text, "\n") {
			t.Errorf("got %q and %q, want a line and a prompt", w.text, w.prompt)
		}
		return w.text
	}
	first := show()
	made := 0
	kept, _ := happened.Render(look, func() any { made++; return "" }).(string)
	if made != 0 || kept+"\n" != first {
		t.Errorf("rendered %d times more; got %q, want %q", made, kept, first)
	}
	if second := show(); second != first {
		t.Errorf("got %q, want %q", second, first)
	}
	wide := look
	wide.Width = 81
	happened.Render(wide, func() any { made++; return "" })
	if made != 1 {
		t.Error("another look was given the same rendering")
	}
}

// No row is broken for whoever listens, unless they chose how wide a row may be; then it is broken between words.
func TestRowsForTheEar(t *testing.T) {
	text := prose.Text{prose.L(prose.Plain, "The tide is going out, and the flats are bare.")}
	for _, tt := range []struct{ what, width, stamps, want string }{
		{"as it comes", "auto", "off", "The tide is going out, and the flats are bare.\n"},
		{"a chosen width", "24", "off", "The tide is going out,\nand the flats are bare.\n"},
		{"room for the time", "30", "on", "The tide is going out,\nand the flats are bare.\n"},
		{"no room beside the time", "29", "on", "The tide is going out,\nand the flats are\nbare.\n"},
	} {
		w := &wire{}
		l := session.NewLineScreen(w, session.LineClient{Width: 40, Depth: prose.TrueColour, Reader: true})
		l.Apply(chosen(t, "width", tt.width, "timestamps", tt.stamps))
		l.Show(session.Frame{Parts: []session.Part{{Text: text}}})
		if w.text != tt.want {
			t.Errorf("%s: got %q, want %q", tt.what, w.text, tt.want)
		}
	}
}

func TestLinesEnd(t *testing.T) {
	w := &wire{}
	l := session.NewLineScreen(w, session.LineClient{Depth: prose.NoColour})
	l.Show(session.Frame{})
	if w.text != "" {
		t.Errorf("an empty frame sent %q", w.text)
	}
	l.Secret(true)
	l.Show(session.Frame{Prompt: "Password: "})
	l.Secret(false)
	l.Settled()
	l.End("Goodbye.", "quit")
	if w.text != "Goodbye.\n" || strings.Join(w.notes, ", ") != "hide, show, settled, close quit" {
		t.Errorf("got %q and %v", w.text, w.notes)
	}
}

// aside makes a message of each frame, and counts views.
type aside struct{ wants surroundings.Want }

func (a aside) Wants() surroundings.Want { return a.wants }

func (a aside) Of(f session.Frame) [][]byte {
	if f.View == nil {
		return nil
	}
	return [][]byte{[]byte("Char.Name " + f.View.You.Name)}
}

// What goes beside the text leaves in the same piece, also when there is no text, and asks for a view if it wants one.
func TestAside(t *testing.T) {
	w := &wire{}
	l := session.NewLineScreen(w, session.LineClient{Depth: prose.NoColour})
	if l.Wants() != surroundings.Nothing {
		t.Error("a screen without an aside wants a view")
	}
	l.SetOutOfBand(aside{})
	if l.Wants() != surroundings.Nothing {
		t.Error("an aside that draws no view wants one")
	}
	l.SetOutOfBand(aside{wants: surroundings.Survey})
	if l.Wants() != surroundings.Survey {
		t.Error("an aside that draws a view does not get one")
	}
	l.Show(session.Frame{View: &surroundings.View{You: world.StatusReport{Name: "Anna"}}})
	if got := strings.Join(w.notes, ", "); got != "Char.Name Anna" || w.text != "" || w.prompt != "" {
		t.Errorf("got %q beside %q and %q, want a name beside nothing", got, w.text, w.prompt)
	}
	l.Show(session.Frame{Parts: []session.Part{{Text: prose.Text{prose.L(prose.Plain, "Rain.")}}}})
	if len(w.notes) != 1 || w.text != "Rain.\n" {
		t.Errorf("got %v beside %q, want nothing more beside the text", w.notes, w.text)
	}
}

// Of some drawings the widest that fits is shown, and none to whoever could not see it as it was meant.
func TestDrawings(t *testing.T) {
	art := []prose.Text{prose.Picture("~~~~~~~~ wide ~~~~~~~~"), prose.Picture("~ narrow ~")}
	for _, tt := range []struct {
		what   string
		client session.LineClient
		chosen []string
		want   string
	}{
		{"a wide window", session.LineClient{Width: 80, Draws: true}, nil, "~~~~~~~~ wide ~~~~~~~~\n"},
		{"no width", session.LineClient{Draws: true}, nil, "~~~~~~~~ wide ~~~~~~~~\n"},
		{"just wide enough", session.LineClient{Width: 22, Draws: true}, nil, "~~~~~~~~ wide ~~~~~~~~\n"},
		{"with the time", session.LineClient{Width: 22, Draws: true}, []string{"timestamps", "on"},
			"~~~~~~~~ wide ~~~~~~~~\n"},
		{"a narrow window", session.LineClient{Width: 21, Draws: true}, nil, "~ narrow ~\n"},
		{"nobody knows what it shows", session.LineClient{Width: 80}, nil, ""},
		{"another charset", session.LineClient{Width: 80, Draws: true}, []string{"charset", "ascii"}, ""},
		{"an ear", session.LineClient{Width: 80, Draws: true, Reader: true}, nil, ""},
	} {
		w := &wire{}
		l := session.NewLineScreen(w, tt.client)
		l.Apply(chosen(t, tt.chosen...))
		l.Show(session.Frame{Parts: []session.Part{{Art: art}}})
		if w.text != tt.want {
			t.Errorf("%s: got %q, want %q", tt.what, w.text, tt.want)
		}
	}
}

// The time stands before what happened, with the rows below it at one edge, and is said to an ear.
func TestStamps(t *testing.T) {
	happened := &loop.Told{
		Notice: &world.Notice{Event: world.Echoed{Actor: "pc-x", Text: "A bell rings far out at sea."}},
		Sense:  world.Saw | world.Heard,
	}
	for _, tt := range []struct {
		client session.LineClient
		want   string
	}{
		{session.LineClient{Width: 26}, "14:05 A bell rings far out\n      at sea.\n"},
		{session.LineClient{Width: 26, Reader: true}, "14:05, Voice: A bell rings far out at sea.\n"},
	} {
		w := &wire{}
		l := session.NewLineScreen(w, tt.client)
		l.Apply(chosen(t, "timestamps", "on"))
		l.Show(session.Frame{Parts: []session.Part{{Told: happened, Stamp: "14:05 "}, {Stamp: "14:05 "}}})
		if w.text != tt.want {
			t.Errorf("got %q, want %q", w.text, tt.want)
		}
	}
}

// In reader mode lines are not broken, for the client does that as its user likes it; but a terminal would cut words in
// two at its edge, and there each row ends behind a word.
func TestATerminalsRowsEndBehindWords(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("forty stone steps come up out of the harbour ", 8))
	shown := func(c session.LineClient, width int) []string {
		w := &wire{}
		l := session.NewLineScreen(w, c)
		l.Resize(width)
		l.Show(session.Frame{Parts: []session.Part{{Text: prose.Text{prose.L(prose.Plain, long)}}}})
		return strings.Split(strings.TrimSuffix(w.text, "\n"), "\n")
	}
	if got := shown(session.LineClient{Width: 80, Reader: true}, 80); len(got) != 1 {
		t.Errorf("a client that breaks lines itself: got %d rows", len(got))
	}
	for _, width := range []int{80, 40} {
		rows := shown(session.LineClient{Width: 80, Reader: true, Cuts: true}, width)
		for _, row := range rows {
			if len(row) > width {
				t.Errorf("%d columns: %q would be cut", width, row)
			}
		}
		if got := strings.Join(rows, " "); got != long || len(rows) < 4 {
			t.Errorf("%d columns: got %d rows, %q", width, len(rows), got)
		}
	}
}

// Who wants no dice or no hints is shown none, listening or not.
func TestDiceAndHintsAreLeftOut(t *testing.T) {
	blow := world.AttackResolved{Actor: "pc-x", Target: "rat-1", Roll: 12, Total: 14, AC: 11, Hit: true, Harm: 7}
	turn := world.TurnEnded{Next: "pc-x", Round: 1}
	told := []session.Part{
		{Told: &loop.Told{Notice: &world.Notice{Event: blow}, Sense: world.Did | world.Saw}},
		{Told: &loop.Told{Notice: &world.Notice{Event: turn}, Sense: world.Mine | world.Saw}},
	}
	for _, tt := range []struct {
		reader, dice, hints string
		has                 []string
		hasNot              []string
	}{
		{"off", "on", "on", []string{"[12+2 against 11]", "Type move"}, nil},
		{"off", "off", "off", nil, []string{"against", "Type move"}},
		{"on", "on", "on", []string{", 14 against 11.", "Type move"}, []string{"["}},
		{"on", "off", "off", nil, []string{"against", "Type move"}},
	} {
		w := &wire{}
		l := session.NewLineScreen(w, session.LineClient{})
		l.Apply(chosen(t, "screenreader", tt.reader, "dice", tt.dice, "hints", tt.hints))
		l.Show(session.Frame{Parts: told})
		for _, want := range tt.has {
			if !strings.Contains(w.text, want) {
				t.Errorf("%v: got %q, want %q in it", tt, w.text, want)
			}
		}
		for _, not := range tt.hasNot {
			if strings.Contains(w.text, not) {
				t.Errorf("%v: got %q, and %q in it", tt, w.text, not)
			}
		}
		if !strings.Contains(w.text, "The turn is yours.") || !strings.Contains(w.text, "(7)") {
			t.Errorf("%v: something else is left out: %q", tt, w.text)
		}
	}
}
