package palette_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/palette"
)

func table() []palette.Verb {
	return []palette.Verb{
		{Name: "gesture", Usage: "gesture <gesture> [<person>]", Brief: "Make a ready-made gesture.", Group: "Talking"},
		{Name: "get", Usage: "get <thing> [from <container>]", Brief: "Pick something up.", Group: "Things"},
		{Name: "give", Usage: "give <thing> to <person>", Brief: "Hand something over.", Group: "Things"},
		{Name: "goto", Usage: "goto <place>", Brief: "Go somewhere at once.", Group: "Wizardry"},
		{Name: "inventory", Usage: "inventory", Brief: "List what you carry.", Group: "Things"},
		{Name: "say", Usage: "say <words>", Brief: "Speak aloud to everybody.", Group: "Talking"},
	}
}

func commands() []palette.Command {
	return []palette.Command{
		{Name: "find", Key: "ctrl+f", Brief: "Find words in what was told."},
		{Name: "pane map", Key: "F4", Brief: "Show the map."},
	}
}

// shown returns the rows of the list without their marks.
func shown(p *palette.Palette, width int) (rows []string, chosen int) {
	pen := cell.Pen{Width: width, Signs: cell.NewSigns(true)}
	chosen = -1
	for _, r := range p.Rows(cell.NewTheme(cell.Look{Profile: colorprofile.ASCII}), pen, 14) {
		r = ansi.Strip(r)
		if strings.HasPrefix(r, "--") {
			continue
		}
		if strings.HasPrefix(r, "> ") {
			chosen = len(rows)
		}
		rows = append(rows, strings.TrimRight(r, " "))
	}
	return rows, chosen
}

func press(p *palette.Palette, keys ...string) (last palette.Answer) {
	for _, k := range keys {
		if slices.Contains([]string{"enter", "tab", "esc", "up", "down", "backspace", "pgdown"}, k) {
			last = p.Key(k, "")
			continue
		}
		for _, r := range k {
			last = p.Key(string(r), string(r))
		}
	}
	return last
}

// What is typed finds what a person means by it, the best first.
func TestRank(t *testing.T) {
	cases := []struct {
		typed string
		first []string // the first names shown, in order
	}{
		{"", []string{"gesture", "get", "give", "goto"}},
		{"get", []string{"get"}},
		{"g", []string{"get", "give", "goto", "gesture"}}, // shorter names first
		{"gt", []string{"get", "goto", "gesture"}},        // scattered letters, the closest first
		{"inv", []string{"inventory"}},
		{"nvent", []string{"inventory"}},
		{"map", []string{"pane map"}},
		{"pm", []string{"pane map"}},
		{"hand", []string{"give"}},
		{"wizard", []string{"goto"}},
		{"things give", []string{"give"}},
		{"GIVE", []string{"give"}},
		{"zzz", nil},
	}
	for _, c := range cases {
		t.Run(c.typed, func(t *testing.T) {
			var p palette.Palette
			p.Open(table(), commands(), cell.Ruler{})
			press(&p, c.typed)
			rows, _ := shown(&p, 100)
			for i, want := range c.first {
				if i >= len(rows) || !strings.HasPrefix(rows[i][2:], want) {
					t.Fatalf("row %d: want %q in\n%s", i, want, strings.Join(rows, "\n"))
				}
			}
			if c.first == nil && !strings.Contains(rows[0], "Nothing fits that.") {
				t.Errorf("got %q", rows)
			}
		})
	}
}

func TestAnswers(t *testing.T) {
	cases := []struct {
		name string
		keys []string
		want palette.Answer
		line string // what is in the box afterwards
	}{
		{"a verb alone", []string{"inv", "enter"}, palette.Answer{Close: true, Send: "inventory"}, ""},
		{"a verb that needs words", []string{"get", "enter"}, palette.Answer{}, "get "},
		{"typed at once", []string{"get lamp", "enter"}, palette.Answer{Close: true, Send: "get lamp"}, ""},
		{"what need not be said", []string{"get a from b", "enter"}, palette.Answer{Close: true, Send: "get a from b"}, ""},
		{"too few words", []string{"give lamp", "enter"}, palette.Answer{}, "give lamp"},
		{"the screen's own", []string{"find", "enter"}, palette.Answer{Close: true, Command: "find"}, ""},
		{"the screen's own by Tab", []string{"find", "tab"}, palette.Answer{Close: true, Command: "find"}, ""},
		{"the next row", []string{"", "down", "enter"}, palette.Answer{}, "get "},
		{"not above the first", []string{"", "up", "enter"}, palette.Answer{}, "gesture "},
		{"not below the last", []string{"pgdown", "pgdown", "enter"}, palette.Answer{Close: true, Command: "pane map"}, ""},
		{"rubbed out", []string{"get ", "backspace", "backspace"}, palette.Answer{}, "ge"},
		{"left", []string{"get ", "esc"}, palette.Answer{Close: true}, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var p palette.Palette
			p.Open(table(), commands(), cell.Ruler{})
			got := press(&p, c.keys...)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if line := p.Input().Text(); line != c.line || p.Active() == c.want.Close {
				t.Errorf("the box holds %q, open %v, want %q", line, p.Active(), c.line)
			}
		})
	}
}

// A verb is completed word by word: each answer is for the line that stands then, and one question is out at a time.
func TestCompleting(t *testing.T) {
	var p palette.Palette
	p.Open(table(), nil, cell.Ruler{})
	if _, ok := p.Ask(); ok {
		t.Error("asked before there was a verb")
	}
	press(&p, "give", "tab")
	line, ok := p.Ask()
	if line != "give " || !ok {
		t.Fatalf("asked about %q, %v", line, ok)
	}
	if _, again := p.Ask(); again {
		t.Error("asked twice")
	}
	press(&p, "l")
	p.Offer("give ", []string{"give coin"}) // too late
	if rows, _ := shown(&p, 80); strings.Contains(strings.Join(rows, "\n"), "coin") {
		t.Errorf("shows what was offered for another line: %q", rows)
	}
	if line, _ = p.Ask(); line != "give l" {
		t.Fatalf("asked about %q", line)
	}
	p.Offer(line, []string{"give lamp", "give lantern", "quit", "give l", "give \x1b[2J"})
	rows, chosen := shown(&p, 80)
	want := []string{"  Hand something over.", "> give lamp", "  give lantern", "  give [2J"}
	if !slices.Equal(rows, want) || chosen != 1 {
		t.Errorf("got %q, chosen %d", rows, chosen)
	}
	press(&p, "down", "tab")
	if line, _ = p.Ask(); line != "give lantern to " { // with the word that must stand there
		t.Fatalf("asked about %q", line)
	}
	p.Offer(line, []string{"give lantern to ann"})
	if got := press(&p, "enter"); got.Send != "give lantern to ann" {
		t.Errorf("got %+v", got)
	}
}

// A thing's name may be of several words, so it is the words between the names that tell what is still missing.
func TestMissing(t *testing.T) {
	for _, c := range []struct {
		line, want string // what is sent by Enter, "" for nothing
	}{
		{"give red lamp", ""},
		{"give old red lamp", ""},
		{"give old red lamp to", ""},
		{"give old red lamp to ann", "give old red lamp to ann"},
		{"give old red lamp unto ann", ""},
		{"give lamp toward ann", "give lamp toward ann"},
	} {
		t.Run(c.line, func(t *testing.T) {
			var p palette.Palette
			p.Open(table(), nil, cell.Ruler{})
			press(&p, c.line)
			p.Ask()
			p.Offer(c.line, nil)
			if got := p.Hints()[0]; c.want == "" && strings.Contains(got, "Enter") {
				t.Errorf("the hint says %q", got)
			}
			if got := press(&p, "enter"); got.Send != c.want {
				t.Errorf("got %+v, want %q", got, c.want)
			}
		})
	}
	var p palette.Palette
	p.Open(table(), nil, cell.Ruler{})
	press(&p, "get lamp ")
	p.Ask()
	p.Offer("get lamp ", []string{"get lamp"}) // is what stands there
	if rows, _ := shown(&p, 80); !strings.Contains(strings.Join(rows, "\n"), "Enter sends it.") {
		t.Errorf("got %q", rows)
	}
}

// What a session tells is bounded and made safe, and at any size nothing sticks out.
func TestHostileVerbs(t *testing.T) {
	var many []palette.Verb
	for range 1000 {
		many = append(many, palette.Verb{
			Name: "\x1b[2J" + strings.Repeat("潮", 300), Usage: strings.Repeat("x ", 9999), Brief: "\n",
		})
	}
	many = append(many, palette.Verb{Name: "\x1b"})
	verbs := palette.Clean(many)
	if len(verbs) != 500 {
		t.Errorf("kept %d verbs, want 500", len(verbs))
	}
	var p palette.Palette
	p.Open(verbs, commands(), cell.Ruler{})
	for step := range 2 {
		for _, width := range []int{0, 1, 2, 3, 5, 24, 25, 60, 89, 90, 200} {
			for height := range 16 {
				rows := p.Rows(cell.NewTheme(cell.Look{}), cell.Pen{Width: width, Signs: cell.NewSigns(false)}, height)
				if len(rows) > height {
					t.Fatalf("%d rows, want at most %d", len(rows), height)
				}
				for _, r := range rows {
					if got := ansi.StringWidth(r); got > width || strings.Contains(ansi.Strip(r), "\x1b") {
						t.Fatalf("step %d: %q is %d wide, want at most %d", step, r, got, width)
					}
				}
			}
		}
		p.Key("tab", "")
		p.Offer(p.Input().Text(), []string{p.Input().Text() + strings.Repeat("y", 9000)})
	}
}

func TestTalks(t *testing.T) {
	for usage, want := range map[string]bool{
		"say <words>": true, "tell <person> <words>": true, "agent [list] [<words>]": true,
		"get <thing>": false, "who": false,
	} {
		if got := (palette.Verb{Usage: usage}).Talks(); got != want {
			t.Errorf("%s: got %v, want %v", usage, got, want)
		}
	}
}
