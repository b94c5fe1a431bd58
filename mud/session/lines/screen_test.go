package lines_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/lines"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// wire writes down what it is sent.
type wire struct {
	text, prompt string
	notes        []string
}

// Send implements lines.Wire.
func (w *wire) Send(o lines.Output) {
	for _, p := range o.Paragraphs {
		w.text += p + "\n"
	}
	w.prompt = o.Prompt
	for _, m := range o.Aside {
		w.notes = append(w.notes, string(m))
	}
}

// Secret implements lines.Wire.
func (w *wire) Secret(on bool) {
	if on {
		w.notes = append(w.notes, "hide")
		return
	}
	w.notes = append(w.notes, "show")
}

// ASCII implements lines.Wire.
func (w *wire) ASCII(on bool) {
	if on {
		w.notes = append(w.notes, "ascii")
		return
	}
	w.notes = append(w.notes, "utf-8")
}

// Settled implements lines.Wire.
func (w *wire) Settled() { w.notes = append(w.notes, "settled") }

// Close implements lines.Wire.
func (w *wire) Close(reason string) { w.notes = append(w.notes, "close "+reason) }

func TestOptions(t *testing.T) {
	tests := []struct{ name, value, want, err string }{
		{"width", "", "80", ""},
		{"width", "40", "40", ""},
		{"width", "19", "", "width is auto or a number from 20 to 500"},
		{"width", "501", "", "width is auto or a number from 20 to 500"},
		{"width", "wide", "", "width is auto or a number from 20 to 500"},
		{"width", "auto", "40", ""},
		{"color", "", "16, balanced", ""},
		{"color", "none", "none, balanced", ""},
		{"color", "256", "256, balanced", ""},
		{"color", "true", "true, balanced", ""},
		{"color", "mauve", "", "color is none, 16, 256 or true, or one of the themes"},
		{"charset", "", "utf-8", ""},
		{"charset", "ascii", "ascii", ""},
		{"charset", "utf8", "utf-8", ""},
		{"charset", "ebcdic", "", "charset is utf-8 or ascii"},
		{"screenreader", "on", "on", ""},
		{"screenreader", "", "on", ""},
		{"screenreader", "off", "off", ""},
		{"loudness", "11", "", `there is no option "loudness"`},
	}
	l := lines.New(&wire{}, lines.Look{Width: 80, Depth: prose.Colours16})
	for _, tt := range tests {
		t.Run(tt.name+" "+tt.value, func(t *testing.T) {
			got, err := l.Set(tt.name, tt.value)
			if tt.err != "" {
				if err == nil || !strings.HasPrefix(err.Error(), tt.err) {
					t.Errorf("got %q, %v; want the error %q", got, err, tt.err)
				}
				return
			}
			if err != nil || got != tt.want {
				t.Errorf("got %q, %v; want %q", got, err, tt.want)
			}
		})
	}
	for _, theme := range prose.Themes() {
		if got, err := l.Set("color", theme); err != nil || got != "true, "+theme {
			t.Errorf("theme %s: got %q, %v", theme, got, err)
		}
	}
}

// What somebody chose outlasts what the client says of itself; what nobody chose follows it.
func TestChoicesOutlastTheClient(t *testing.T) {
	w := &wire{}
	l := lines.New(w, lines.Look{Width: 80, Depth: prose.Colours16})
	l.Resize(3)
	if got, _ := l.Set("width", ""); got != "20" {
		t.Errorf("width: got %s, want 20", got)
	}
	l.Resize(100)
	l.Learn(prose.NoColour, true, true)
	for name, want := range map[string]string{
		"width": "100", "color": "none, balanced", "screenreader": "on", "charset": "ascii",
	} {
		if got, _ := l.Set(name, ""); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	for name, value := range map[string]string{"width": "60", "color": "256", "screenreader": "off", "charset": "utf-8"} {
		if _, err := l.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	l.Resize(120)
	l.Learn(prose.NoColour, true, true)
	for name, want := range map[string]string{
		"width": "60", "color": "256, balanced", "screenreader": "off", "charset": "utf-8",
	} {
		if got, _ := l.Set(name, ""); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	if _, err := l.Set("width", "auto"); err != nil {
		t.Fatal(err)
	}
	l.Resize(90)
	if got, _ := l.Set("width", ""); got != "90" {
		t.Errorf("width: got %s, want 90", got)
	}
}

// What many perceive in the same way is put into words once for all whose look is the same.
func TestEqualLooksShareRenderings(t *testing.T) {
	look := lines.Look{Width: 80, Depth: prose.Colours16, Theme: prose.Themes()[0]}
	happened := &loop.Told{
		Notice: &world.Notice{Event: world.Echoed{Actor: "pc-x", Text: "The bell rings."}}, Sense: world.Saw | world.Heard,
	}
	show := func(l lines.Look) string {
		w := &wire{}
		lines.New(w, l).Show(session.Frame{Parts: []session.Part{{Told: happened}}, Prompt: "> "})
		if w.prompt != "> " || !strings.HasSuffix(w.text, "\n") {
			t.Errorf("got %q and %q, want a line and a prompt", w.text, w.prompt)
		}
		return w.text
	}
	first := show(look)
	made := 0
	kept, _ := happened.Render(look, func() any { made++; return "" }).(string)
	if made != 0 || kept+"\n" != first {
		t.Errorf("rendered %d times more; got %q, want %q", made, kept, first)
	}
	if second := show(look); second != first {
		t.Errorf("got %q, want %q", second, first)
	}
	wide := look
	wide.Width = 81
	happened.Render(wide, func() any { made++; return "" })
	if made != 1 {
		t.Error("another look was given the same rendering")
	}
}

func TestLinesEnd(t *testing.T) {
	w := &wire{}
	l := lines.New(w, lines.Look{Depth: prose.NoColour})
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
type aside struct{ wants bool }

func (a aside) Wants() bool { return a.wants }

func (a aside) Of(f session.Frame) [][]byte {
	if f.View == nil {
		return nil
	}
	return [][]byte{[]byte("Char.Name " + f.View.You.Name)}
}

// What goes beside the text leaves in the same piece, also when there is no text, and asks for a view if it wants one.
func TestAside(t *testing.T) {
	w := &wire{}
	l := lines.New(w, lines.Look{Depth: prose.NoColour})
	if l.Wants() {
		t.Error("a screen without an aside wants a view")
	}
	l.SetAside(aside{})
	if l.Wants() {
		t.Error("an aside that draws no view wants one")
	}
	l.SetAside(aside{wants: true})
	if !l.Wants() {
		t.Error("an aside that draws a view does not get one")
	}
	l.Show(session.Frame{View: &session.View{You: world.StatusReport{Name: "Anna"}}})
	if got := strings.Join(w.notes, ", "); got != "Char.Name Anna" || w.text != "" || w.prompt != "" {
		t.Errorf("got %q beside %q and %q, want a name beside nothing", got, w.text, w.prompt)
	}
	l.Show(session.Frame{Parts: []session.Part{{Text: prose.Text{prose.L(prose.Plain, "Rain.")}}}})
	if len(w.notes) != 1 || w.text != "Rain.\n" {
		t.Errorf("got %v beside %q, want nothing more beside the text", w.notes, w.text)
	}
}
