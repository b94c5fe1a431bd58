package settings_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// screen is somebody's screen.
type screen struct {
	face   settings.Face
	reader bool
}

// Face implements settings.Screen.
func (s screen) Face() settings.Face { return s.face }

// Style implements settings.Screen.
func (s screen) Style() prose.Style { return prose.Style{ScreenReader: s.reader} }

// Now implements settings.Screen.
func (s screen) Now(name string) string {
	return map[string]string{
		"width": "80", "color": "256", "charset": "utf-8",
	}[name]
}

// TestPages renders the list and each page to a file that is meant to be read.
func TestPages(t *testing.T) {
	var b strings.Builder
	page := func(title string, text prose.Text) {
		b.WriteString("== " + title + "\n" + text.String() + "\n\n")
	}
	eye := screen{face: settings.Lines}
	var s settings.Sheet
	page("options, to begin with", s.Ask("", "", eye).Words)
	for _, set := range settings.Table() {
		page("options "+set.Name, s.Ask(set.Name, "", eye).Words)
	}
	s.Set("prompt", "%h of %H%( against %f (%F)%) at %r >")
	s.Set("theme", "redgreen")
	s.Set("width", "60")
	page("options, after three choices, for the ear", s.Ask("", "", screen{face: settings.Lines, reader: true}).Words)
	page("options prompt, chosen", s.Ask("prompt", "", eye).Words)
	page("prompt set", s.Says("prompt", eye))
	page("width set", s.Says("width", eye))
	s.Model = &settings.Model{}
	s.Model.Move("api.example.org")
	page("options ai, where there is a model", s.Ask("ai", "", eye).Words)
	s.Ask("ai", "on", eye)
	page("ai set", s.Says("ai", eye))
	page("options, on the whole of a terminal", s.Ask("", "", screen{face: settings.Drawn}).Words)
	path := filepath.Join("testdata", "pages.txt")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("the pages have changed; go test -update rewrites them. Got:\n%s", got)
	}
}

// The help of the verb lies in the world's table, which knows nothing of settings; it says what this package says.
func TestVerbSaysTheSame(t *testing.T) {
	s := world.New(0)
	s.Actors["pc-a"] = &world.Actor{ID: "pc-a", Role: world.RoleGuest}
	table := verb.New()
	c := verb.Ctx{State: s, Actor: s.Actors["pc-a"], Via: world.Via{Kind: world.ViaKeyboard}}
	page, refusal := table.Help(c, "options")
	if refusal != nil {
		t.Fatal(refusal.Text)
	}
	got := strings.Join(page.Text, "\n")
	for _, set := range settings.Table() {
		if !strings.Contains(got, set.Name) {
			t.Errorf("help options does not name %s; it says:\n%s", set.Name, got)
		}
	}
}

// Every row of the table holds together, whatever row is added.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, set := range settings.Table() {
		for _, name := range append([]string{set.Name}, set.Aliases...) {
			if seen[name] {
				t.Errorf("%s is there twice", name)
			}
			seen[name] = true
			if found, ok := settings.Find(strings.ToUpper(name)); !ok || found.Name != set.Name {
				t.Errorf("%s finds %q", name, found.Name)
			}
		}
		if set.Faces == 0 || set.Brief == "" || !strings.HasSuffix(set.Brief, ".") {
			t.Errorf("%s: nobody obeys it, or no sentence says what it is: %q", set.Name, set.Brief)
		}
		for _, value := range append([]string{set.Default}, set.Values...) {
			if got, err := set.Parse(value); err != nil || got != value {
				t.Errorf("%s does not take its own %q: %q, %v", set.Name, value, got, err)
			}
		}
	}
}

func TestSetting(t *testing.T) {
	tests := []struct{ name, value, want, says string }{
		{"theme", "dark", "dark", ""},
		{"theme", "DARK", "dark", ""},
		{"theme", "mauve", "", `Theme is balanced, dark, light, plain, redgreen or blueyellow, not "mauve".`},
		{"color", "none", "none", ""},
		{"colour", "true", "true", ""},
		{"color", "17", "", `Color is auto, none, 16, 256 or true, not "17".`},
		{"width", "20", "20", ""},
		{"width", "500", "500", ""},
		{"width", "auto", "auto", ""},
		{"width", "19", "", "Width is auto, or a number from 20 to 500."},
		{"width", "501", "", "Width is auto, or a number from 20 to 500."},
		{"width", "8e1", "", "Width is auto, or a number from 20 to 500."},
		{"prompt", "off", "off", ""},
		{"prompt", "none", "off", ""},
		{"prompt", "%H %h", "%H %h", ""},
		{"prompt", "%q", "", "There is no field %q; options prompt lists those that there are."},
		{"prompt", "%", "", "The % at the end has no letter behind it; a per cent sign is %%."},
		{"prompt", "%(fight", "", "A %( has no %) behind it."},
		{"prompt", "%)", "", "There is a %) without a %( before it."},
		{"prompt", "%(a%(b%)%)", "", "There is a %( within another."},
		{"prompt", "%é", "", "There is no field %é; options prompt lists those that there are."},
		{"prompt", "\x1b", "", "A prompt of no words is off."},
		{"prompt", strings.Repeat("x", settings.FormatBytesMax+1), "", "A prompt has at most 120 letters."},
		{"brief", "yes", "on", ""},
		{"brief", "maybe", "", `Brief is auto, on or off, not "maybe".`},
		{"combat", "brief", "brief", ""},
		{"reader", "on", "on", ""},
		{"charset", "UTF8", "utf-8", ""},
		{"charset", "latin1", "latin-1", ""},
		{"charset", "ebcdic", "", `Charset is auto, utf-8, latin-1 or ascii, not "ebcdic".`},
		{"timestamps", "on", "on", ""},
		{"loudness", "11", "", `There is no option "loudness"; options alone lists those that there are.`},
	}
	for _, tt := range tests {
		t.Run(tt.name+" "+tt.value, func(t *testing.T) {
			var s settings.Sheet
			before := s.Clone()
			c := s.Ask(tt.name, tt.value, screen{face: settings.Lines})
			if tt.says != "" {
				if got := c.Words.String(); got != tt.says || c.Changed != "" || !s.Equal(&before) {
					t.Errorf("got %q, changed %q; want %q and nothing changed", got, c.Changed, tt.says)
				}
				return
			}
			set, _ := settings.Find(tt.name)
			if got := s.Value(set.Name); got != tt.want || c.Changed != set.Name {
				t.Errorf("got %q, changed %q; want %q of %s", got, c.Changed, tt.want, set.Name)
			}
			if c = s.Ask(tt.name, "default", screen{face: settings.Lines}); s.Value(set.Name) != set.Default {
				t.Errorf("default left %q: %s", s.Value(set.Name), c.Words)
			}
			if _, chosen := s.Chosen(set.Name); chosen {
				t.Error("the default counts as a choice")
			}
		})
	}
}

// A screen that draws everything itself takes only what applies to it.
func TestFaces(t *testing.T) {
	var s settings.Sheet
	c := s.Ask("width", "60", screen{face: settings.Drawn})
	if got := c.Words.String(); got != "On this screen width follows your terminal." || c.Changed != "" {
		t.Errorf("got %q, changed %q", got, c.Changed)
	}
	if c = s.Ask("reader", "on", screen{face: settings.Drawn}); c.Changed != "screenreader" {
		t.Errorf("got %q: whoever finds out on a screen that it cannot be heard must be able to say so there", c.Words)
	}
	c = s.Ask("sounds", "on", screen{face: settings.Drawn})
	if got, want := c.Words.String(), "This screen plays no sounds."; !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if c = s.Ask("theme", "dark", screen{face: settings.Drawn}); c.Changed != "theme" {
		t.Errorf("got %q", c.Words)
	}
	if words := s.Ask("", "", screen{face: settings.Drawn}).Words.String(); strings.Contains(words, "width") {
		t.Errorf("a list of what cannot be set:\n%s", words)
	}
}

// What a setting comes to: the choice, or the client, or what the ear wants.
func TestEffective(t *testing.T) {
	tests := []struct{ name, value, eye, ear string }{
		{"screenreader", "auto", "off", "on"},
		{"prompt", ">", ">", "off"},
		{"map", "on", "on", "off"},
		{"combat", "auto", "all", "brief"},
		{"combat", "all", "all", "all"},
		{"combat", "brief", "brief", "brief"},
		{"width", "auto", "80", "80"},
		{"width", "40", "40", "40"},
		{"theme", "dark", "dark", "dark"},
		{"loudness", "11", "", ""},
	}
	for _, tt := range tests {
		var s settings.Sheet
		s.Set(tt.name, tt.value)
		eye := s.Effective(tt.name, screen{face: settings.Lines})
		ear := s.Effective(tt.name, screen{face: settings.Lines, reader: true})
		if eye != tt.eye || ear != tt.ear {
			t.Errorf("%s %s: got %q for the eye and %q for the ear, want %q and %q", tt.name, tt.value, eye, ear, tt.eye, tt.ear)
		}
	}
}

// What is kept is read back; what a newer program kept is not lost by an older one, nor believed.
func TestKept(t *testing.T) {
	var s settings.Sheet
	s.Set("theme", "dark")
	s.Set("width", "60")
	raw, err := s.Encode()
	if want := `{"v":1,"set":{"theme":"dark","width":"60"}}`; err != nil || string(raw) != want {
		t.Fatalf("got %s, %v; want %s", raw, err, want)
	}
	back, err := settings.Decode(raw)
	if err != nil || !back.Equal(&s) {
		t.Fatalf("got %v, %v", back, err)
	}
	newer, err := settings.Decode([]byte(`{"v":1,"set":{"theme":"ultraviolet","smell":"on","brief":"on"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := newer.Value("theme"); got != "balanced" {
		t.Errorf("a theme that nobody knows: got %q", got)
	}
	if _, ok := newer.Chosen("smell"); ok || newer.Value("smell") != "" {
		t.Error("a setting that nobody knows is believed")
	}
	newer.Set("brief", "auto")
	if raw, err = newer.Encode(); err != nil || string(raw) != `{"v":1,"set":{"smell":"on","theme":"ultraviolet"}}` {
		t.Errorf("got %s, %v", raw, err)
	}
	if none, err := settings.Decode(nil); err != nil || none.Value("map") != "on" {
		t.Errorf("nothing kept: %v", err)
	}
	for _, bad := range []string{`{"v":2,"set":{}}`, `{`, `[]`, `{"v":1,"set":{"a":1}}`, strings.Repeat(" ", 5000)} {
		if _, err := settings.Decode([]byte(bad)); err == nil {
			t.Errorf("%.20q was believed", bad)
		}
	}
	s.Set("long", strings.Repeat("x", settings.SheetBytesMax))
	if _, err := s.Encode(); err == nil {
		t.Error("a sheet of more than 4 KiB was written")
	}
	for kept, want := range map[string]string{
		``: `{"v":1,"set":{"theme":"dark"}}`,
		`{"v":1,"set":{"smell":"on","theme":"light"}}`: `{"v":1,"set":{"smell":"on","theme":"dark"}}`,
		`{`: `{"v":1,"set":{"theme":"dark","width":"60"}}`,
	} {
		if raw, err := back.Into([]byte(kept), "theme"); err != nil || string(raw) != want {
			t.Errorf("into %s: got %s, %v; want %s", kept, raw, err, want)
		}
	}
	one := s.Clone()
	one.Set("theme", "light")
	if s.Value("theme") != "dark" {
		t.Error("a clone shares its choices")
	}
}

func TestFormat(t *testing.T) {
	calm := settings.Sample()
	calm.Fights = false
	tests := []struct {
		format, fight, calm string
		needs               settings.Needs
	}{
		{settings.DefaultFormat, "[21/30]! > ", "[21/30] > ", 0},
		{">", "> ", "> ", 0},
		{"%p%% %n", "70% Anna ", "70% Anna ", 0},
		{"%l %x %X %c", "2 140 260 12 ", "2 140 260 12 ", settings.NeedSelf},
		{"%t, %w", "noon, the tide is coming in ", "noon, the tide is coming in ", settings.NeedSelf},
		{"%r (%e)", "Market Street (nes) ", "Market Street (nes) ", settings.NeedRoom | settings.NeedExits},
		{"%(%f: %F%)%h", "a grey rat: badly hurt21 ", "21 ", settings.NeedFoe},
		{"%(!%)", "! ", "", 0},
		{"héhé %h", "héhé 21 ", "héhé 21 ", 0},
	}
	for _, tt := range tests {
		f, err := settings.ParseFormat(tt.format)
		if err != nil {
			t.Errorf("%s: %v", tt.format, err)
			continue
		}
		if got := f.Show(settings.Sample()); got != tt.fight {
			t.Errorf("%s in a fight: got %q, want %q", tt.format, got, tt.fight)
		}
		if got := f.Show(calm); got != tt.calm || f.Needs() != tt.needs {
			t.Errorf("%s: got %q needing %b, want %q needing %b", tt.format, got, f.Needs(), tt.calm, tt.needs)
		}
	}
	wide := settings.Sample()
	wide.Room = strings.Repeat("é", 1000) + "\x1b[2J"
	f, err := settings.ParseFormat("%r")
	if got := f.Show(wide); err != nil || len(got) > 241 || !utf8.ValidString(got) || strings.Contains(got, "\x1b") {
		t.Errorf("a long place: got %d bytes, %v", len(got), err)
	}
}

// TestHear follows a fight by turns in the prompt, by what is perceived of it alone.
func TestHear(t *testing.T) {
	f, err := settings.ParseFormat(settings.DefaultFormat)
	if err != nil {
		t.Fatal(err)
	}
	facts := settings.Facts{HP: 30, HPMax: 30, Speed: 6}
	for _, tt := range []struct {
		event world.Event
		sense world.Sense
		want  string
	}{
		{world.InitiativeRolled{Actor: "pc-ben", Order: []world.ActorID{"pc-ben"}}, world.Saw, "[30/30] > "},
		{world.AttackResolved{HP: 21}, world.Mine, "[21/30] > "},
		{world.AttackResolved{HP: 4}, world.Did, "[21/30] > "},
		{world.TurnEnded{Actor: "pc-ben", Next: "pc-ann"}, world.Mine, "[21/30: your turn, 6 steps] > "},
		{world.MoveApplied{Left: 1}, world.Did, "[21/30: your turn, 1 step] > "},
		{world.MoveApplied{Left: 3}, world.Saw, "[21/30: your turn, 1 step] > "},
		{world.TurnEnded{Actor: "pc-ann", Next: "pc-ann"}, world.Did, "[21/30: your turn, 6 steps] > "},
		{world.TurnEnded{Actor: "pc-ann", Next: "pc-ben"}, world.Did, "[21/30] > "},
		{world.InitiativeRolled{Actor: "a", Order: []world.ActorID{"a"}}, world.Did, "[21/30: your turn, 6 steps] > "},
		{world.FighterLeft{Actor: "pc-ben"}, world.Saw, "[21/30: your turn, 6 steps] > "},
		{world.Stunned{HP: 1}, world.Did, "[1/30] > "},
		{world.BlowLanded{HP: 9}, world.Mine, "[9/30] > "},
		{world.TurnEnded{}, world.Mine, "[9/30: your turn, 6 steps] > "},
		{world.EncounterEnded{}, world.Saw, "[9/30] > "},
		{world.FightBegan{}, world.Mine, "[9/30]! > "},
	} {
		if facts.Hear(tt.event, tt.sense); f.Show(facts) != tt.want {
			t.Errorf("%+v: got %q, want %q", tt.event, f.Show(facts), tt.want)
		}
	}
}

// A prompt tells nothing that one cannot see.
func TestReadInTheDark(t *testing.T) {
	st := world.New(0)
	for _, in := range worldtest.Genesis() {
		_, _ = st.Decide(0, in)
	}
	ann := worldtest.Join(st, 1, worldtest.Person{Name: "Anna", Account: "a-1"})
	read := func() settings.Facts {
		return settings.Read(settings.NeedRoom|settings.NeedExits|settings.NeedFoe, st, st.Actors[ann], 2)
	}
	if got := read(); got.Room != "Quay" || got.Exits != "nd in" || got.Fights {
		t.Errorf("on the quay: got %+v", got)
	}
	for _, step := range []struct {
		room      world.RoomID
		foe       string
		sees, who string
		exits     string
	}{{"arena", "rat", "Arena", "a rat", "se"}, {"cave", "crab", "", "", "w out"}} {
		in := world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Haul{Body: ann, To: step.room}}
		if _, r := st.Decide(2, in); r != nil {
			t.Fatal(r.Text)
		}
		for id, a := range world.Ordered(st.Actors) {
			if strings.Contains(string(id), step.foe) && a.Room == step.room {
				_, _ = st.Decide(2, worldtest.Typed(ann, world.Attack{Target: id}))
				break
			}
		}
		if got := read(); got.Room != step.sees || got.Exits != step.exits || !got.Fights || got.Foe != step.who {
			t.Errorf("%s: got %+v, want the room %q and the foe %q", step.room, got, step.sees, step.who)
		}
	}
}

func TestComplete(t *testing.T) {
	tests := []struct {
		rest string
		face settings.Face
		want string
	}{
		{"s", settings.Lines, "sounds|screenreader"},
		{"s", settings.Drawn, "screenreader"},
		{"theme b", settings.Drawn, "theme balanced|theme blueyellow"},
		{"brief ", settings.Drawn, "brief default|brief auto|brief on|brief off"},
		{"COMBAT b", settings.Lines, "COMBAT brief"},
		{"width 4", settings.Lines, ""},
		{"width ", settings.Drawn, ""},
		{"loud ", settings.Lines, ""},
	}
	for _, tt := range tests {
		if got := strings.Join(settings.Complete(tt.rest, tt.face), "|"); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.rest, got, tt.want)
		}
	}
}

// Whatever somebody types for a prompt, it is refused in words or shows something harmless.
func FuzzFormat(f *testing.F) {
	for _, s := range []string{settings.DefaultFormat, "%(", "%%", "%", "%(%h%)%)", "é%\x80", "\x1b[2J%h"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		format, err := settings.ParseFormat(s)
		if err != nil {
			return
		}
		got := format.Show(settings.Sample())
		if strings.ContainsFunc(got, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) || len(got) > 241 {
			t.Errorf("%q shows %q", s, got)
		}
		if again, err := settings.ParseFormat(world.Clean(s)); err != nil || again.Show(settings.Sample()) != got {
			t.Errorf("%q means another thing when it is read back", s)
		}
		if !utf8.ValidString(got) {
			t.Errorf("%q shows bytes that are no text", s)
		}
	})
}
