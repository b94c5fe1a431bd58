package renderer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/mud/sshd/renderer"
)

func view(rows ...string) tea.View {
	v := tea.NewView(strings.Join(rows, "\n"))
	v.AltScreen = true
	return v
}

// pieces are what random rows are made of: what screens hold, and what they never should.
var pieces = []string{
	"a", "b", "lamp", "The Saltings, at ebb tide", "\x1b[1mThe Saltings\x1b[m, at ebb tide", " ", "  ", "      ",
	"│", "█", "ä", "Ж", "漢", "語", "👍", "👩\u200d🚀", "e\u0301", "\u0301", "❤\ufe0f", "🇩🇪", "©", "\u00ad", "\u202e", "\ufffd",
	"\x1b[1m", "\x1b[31m", "\x1b[38;5;99m", "\x1b[48;2;1;2;3m", "\x1b[m", "\x1b[0m", "\x1b[0;4m", "\x1b[7m",
	"\x1b[48m", "\x1b[38;5m", "\x1b[38:2::1:2:3;1m", "\x1b[4:3;58;5;4m", "\x1b[;;m", "\x1b[999999999999m", "\x1b[93;104m",
	"\t", "\r", "\x07", "\x1b", "\x1b[2J", "\x1b]0;t\x07", "\x1b[5;5H", "\xff", "\xc3", "\u009b31m", "\x7f", "\x1b[",
}

func rows(t *rapid.T, like []string) []string {
	n := rapid.IntRange(0, 8).Draw(t, "rows")
	out := make([]string, 0, n)
	if len(like) > 1 && rapid.Bool().Draw(t, "moved") {
		from := rapid.IntRange(0, len(like)-1).Draw(t, "top")
		by := rapid.IntRange(0, len(like)-1-from).Draw(t, "by how many")
		like = append(slices.Clone(like[:from]), like[from+by:]...)
	}
	for i := range n {
		row := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 14).Draw(t, "row"), "")
		if i < len(like) && rapid.IntRange(0, 3).Draw(t, "kept") > 0 {
			row = changed(t, like[i], row)
		}
		out = append(out, row)
	}
	return out
}

// changed keeps the beginning and the end of a row, either of which may be all of it.
func changed(t *rapid.T, row, by string) string {
	from := rapid.IntRange(0, len(row)).Draw(t, "from")
	to := rapid.IntRange(from, len(row)).Draw(t, "to")
	return row[:from] + by[:min(len(by), rapid.IntRange(0, 12).Draw(t, "by"))] + row[to:]
}

// What is sent row by row makes the terminal show what a renderer that begins there would have sent whole, whatever
// came before.
func TestChangesShowWhatAWholePaintWould(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := func() renderer.Size {
			return renderer.Size{
				Width: rapid.IntRange(1, 40).Draw(t, "width"), Height: rapid.IntRange(1, 12).Draw(t, "height"),
			}
		}
		profile := rapid.SampledFrom([]colorprofile.Profile{
			colorprofile.TrueColor, colorprofile.ANSI256, colorprofile.ANSI, colorprofile.ASCII, colorprofile.NoTTY,
		}).Draw(t, "profile")
		now := size()
		p, g := renderer.New(now, profile), newGrid(now.Width, now.Height)
		var content []string
		for range rapid.IntRange(1, 8).Draw(t, "frames") {
			switch rapid.IntRange(0, 9).Draw(t, "between") {
			case 0:
				now = size()
				p.Resize(now)
				g.resize(now.Width, now.Height)
			case 1:
				g.method = ansi.GraphemeWidth
				p.Report(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: ansi.ModeReset})
			case 2:
				p.Report(tea.ModeReportMsg{Mode: ansi.ModeSynchronizedOutput, Value: ansi.ModeReset})
			case 3:
				p.Clear()
			}
			content = rows(t, content)
			if rapid.Bool().Draw(t, "full") {
				content = append(content, content...)
			}
			v := view(content...)
			if rapid.Bool().Draw(t, "cursor") {
				v.Cursor = tea.NewCursor(rapid.IntRange(0, 30).Draw(t, "x"), rapid.IntRange(0, 8).Draw(t, "y"))
			}
			g.write(p.Frame(v))
			whole, fresh := renderer.New(now, profile), newGrid(now.Width, now.Height)
			if fresh.method = g.method; g.method == ansi.GraphemeWidth {
				whole.Report(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: ansi.ModeReset})
			}
			fresh.write(whole.Frame(v))
			if g.bad != nil || fresh.bad != nil {
				t.Fatalf("the terminal met %v, %v", g.bad, fresh.bad)
			}
			if got, want := g.styled(), fresh.styled(); got != want {
				t.Fatalf("rows %q\ngot\n%s\nwant\n%s", content, got, want)
			}
			if c := v.Cursor; g.modes["?25"] != (c != nil) ||
				c != nil && (g.x != min(c.X, now.Width-1) || g.y != min(c.Y, now.Height-1)) {
				t.Fatalf("got cursor %t %d,%d, want %+v", g.modes["?25"], g.x, g.y, c)
			}
			if g.modes["?2026"] {
				t.Fatal("a frame was begun and not ended")
			}
			if again := p.Frame(v); len(again) > 0 {
				t.Fatalf("a screen at rest sent %q", again)
			}
		}
		g.write(p.Close())
		for mode, want := range map[string]bool{"?25": true, "?7": true, "?1049": false, "?2004": false} {
			if g.modes[mode] != want {
				t.Errorf("mode %s was left %t", mode, g.modes[mode])
			}
		}
	})
}

// A whole frame shows the words of the view: clipped, without what no terminal should see.
func TestWholePaint(t *testing.T) {
	for _, c := range []struct {
		name, row, want string
	}{
		{"words", "a lamp", "a lamp  \n"},
		{"clipped", "a brass lamp", "a brass \n"},
		{"a wide one that does not fit", "1234567漢", "1234567 \n"},
		{"a wide one that does", "123456漢", "123456漢\n"},
		{"styles", "\x1b[1ma\x1b[m lamp", "a lamp  \n"},
		{"commands", "a\x1b[2J\x1b]0;title\x07\x07 la\x1b[3Amp", "a lamp  \n"},
		{"broken letters", "a\xff la\xc3mp", "a lamp  \n"},
		{"no row", "", "        \n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, g := renderer.New(renderer.Size{Width: 8, Height: 1}, colorprofile.TrueColor), newGrid(8, 1)
			g.write(p.Frame(view(c.row, "a second row")))
			if got := g.text(); got != c.want || g.bad != nil {
				t.Errorf("got %q, want %q; the terminal met %v", got, c.want, g.bad)
			}
		})
	}
}

// One changed word costs about that word; a row that scrolled beside a panel leaves the panel alone.
func TestOnlyChangesAreSent(t *testing.T) {
	panel := "\x1b[38;5;99m│\x1b[m \x1b[1mThe Saltings\x1b[m, at ebb tide"
	for _, c := range []struct {
		name, was, now string
		want           int
	}{
		{"nothing", "a lamp", "a lamp", 0},
		{"the end", "You see a lamp.", "You see a coin.", 5},
		{"the middle", "The lamp is lit." + panel, "The coin is lit." + panel, 4},
		{"beside a panel", "You wait.           " + panel, "Ann says hello.     " + panel, 15},
		{"longer", "You wait.", "You wait. Time passes.", 13},
		{"shorter", "You wait. Time passes.", "You wait.", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, g := renderer.New(renderer.Size{Width: 60, Height: 3}, colorprofile.TrueColor), newGrid(60, 3)
			g.write(p.Frame(view("first", c.was, "last")))
			g.sent = 0
			g.write(p.Frame(view("first", c.now, "last")))
			if g.sent > c.want || g.bad != nil {
				t.Errorf("got %d bytes of text, want at most %d; the terminal met %v", g.sent, c.want, g.bad)
			}
		})
	}
}

// Text that moves up beside a panel costs the new row, and what of the panel moved.
func TestScroll(t *testing.T) {
	frame := func(first int) tea.View {
		var rows []string
		for y := range 10 {
			text := fmt.Sprintf("%d%s%-40d", first+y, strings.Repeat("x", (first+y)%3+9), (first+y)*7919)
			rows = append(rows, text+"│"+[]string{"", "Ann", "", ""}[y%4])
		}
		return view(append(rows, "Seren", "> ")...)
	}
	p, g := renderer.New(renderer.Size{Width: 60, Height: 12}, colorprofile.TrueColor), newGrid(60, 12)
	g.write(p.Frame(frame(10)))
	for first := 11; first < 20; first += 3 {
		g.sent = 0
		g.write(p.Frame(frame(first)))
		fresh := newGrid(60, 12)
		fresh.write(renderer.New(renderer.Size{Width: 60, Height: 12}, colorprofile.TrueColor).Frame(frame(first)))
		if got, want := g.text(), fresh.text(); got != want || g.bad != nil {
			t.Fatalf("got\n%s\nwant\n%s\nthe terminal met %v", got, want, g.bad)
		}
		if most := 3*60 + 6*20; g.sent > most {
			t.Errorf("got %d bytes of text, want at most %d", g.sent, most)
		}
	}
}

// A row that stands again where it stood before all moved is sent again.
func TestScrolledAwayAndBack(t *testing.T) {
	words := strings.Fields("anchor ballast capstan drift ebb flood gaff hawser inlet jetty keel lee mast")
	row := func(i int) string { return strings.Repeat(words[i]+" ", 5) }
	var was, now []string
	for y := range 8 {
		was, now = append(was, row(y)), append(now, row(y+2))
	}
	now[6], now[7] = was[6], row(12)
	p, g := renderer.New(renderer.Size{Width: 50, Height: 8}, colorprofile.TrueColor), newGrid(50, 8)
	g.write(p.Frame(view(was...)))
	out := p.Frame(view(now...))
	g.write(out)
	if !strings.Contains(string(out), "\x1bD\x1bD") {
		t.Errorf("nothing was moved: %q", out)
	}
	for y, line := range strings.Split(strings.TrimSuffix(g.text(), "\n"), "\n") {
		if got, want := strings.TrimSpace(line), strings.TrimSpace(now[y]); got != want {
			t.Errorf("row %d: got %q, want %q", y, got, want)
		}
	}
}

func TestModes(t *testing.T) {
	p := renderer.New(renderer.Size{Width: 20, Height: 2}, colorprofile.TrueColor)
	v := view("x")
	v.WindowTitle, v.MouseMode, v.ReportFocus = "mud\x1b[31m\x07lark", tea.MouseModeCellMotion, true
	v.Cursor = tea.NewCursor(1, 1)
	v.Cursor.Shape = tea.CursorBar
	first := string(p.Frame(v))
	for _, want := range []string{
		ansi.SetModeAltScreenSaveCursor, ansi.SetWindowTitle("mudlark"), ansi.SetModeMouseButtonEvent, ansi.SetModeFocusEvent,
		ansi.SetModeBracketedPaste, ansi.SetCursorStyle(5), ansi.SetModeTextCursorEnable, "\x1b[?7l",
	} {
		if strings.Count(first, want) != 1 {
			t.Errorf("got %q, want one %q in it", first, want)
		}
	}
	v.MouseMode = tea.MouseModeNone
	v.Cursor = nil
	if got, want := string(p.Frame(v)), ansi.ResetModeMouseButtonEvent+ansi.ResetModeMouseExtSgr+
		ansi.ResetModeTextCursorEnable; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	last := string(p.Close())
	for _, want := range []string{
		ansi.ResetModeAltScreenSaveCursor, ansi.SetWindowTitle(""), ansi.ResetModeFocusEvent, ansi.ResetModeBracketedPaste,
		ansi.SetCursorStyle(0), ansi.SetModeTextCursorEnable, ansi.ResetModifyOtherKeys, ansi.PopKittyKeyboard(1), "\x1b[?7h",
	} {
		if strings.Count(last, want) != 1 {
			t.Errorf("got %q, want one %q in it", last, want)
		}
	}
	if again := p.Close(); len(again) > 0 {
		t.Errorf("the terminal was given back twice: %q", again)
	}
}

// Colours are brought to what the terminal shows; what is not a colour stays.
func TestColours(t *testing.T) {
	row := "\x1b[1;38;2;255;0;0mred\x1b[m \x1b[48;5;21mblue\x1b[m"
	for profile, want := range map[colorprofile.Profile][]string{
		colorprofile.TrueColor: {"\x1b[1;38;2;255;0;0m", "\x1b[48;5;21m"},
		colorprofile.ANSI256:   {"\x1b[1;38;5;196m", "\x1b[48;5;21m"},
		colorprofile.ANSI:      {"\x1b[1;91m", "\x1b[104m"},
		colorprofile.ASCII:     {"\x1b[1m", ""},
		colorprofile.NoTTY:     {"", ""},
	} {
		t.Run(profile.String(), func(t *testing.T) {
			p := renderer.New(renderer.Size{Width: 20, Height: 1}, profile)
			p.Frame(view(""))
			got := string(p.Frame(view(row)))
			parts := strings.FieldsFunc(got, func(r rune) bool { return r == ' ' })
			if !slices.Equal(sgrs(got), slices.DeleteFunc(want, func(s string) bool { return s == "" })) {
				t.Errorf("got %q, want %q", parts, want)
			}
		})
	}
}

// sgrs lists the styles in what was sent, without resets.
func sgrs(s string) []string {
	var out []string
	for len(s) > 0 {
		seq, _, n, _ := ansi.DecodeSequence(s, 0, nil)
		if strings.HasPrefix(seq, "\x1b[") && strings.HasSuffix(seq, "m") && seq != "\x1b[m" {
			out = append(out, seq)
		}
		s = s[n:]
	}
	return out
}
