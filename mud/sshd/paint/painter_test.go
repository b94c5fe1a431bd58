package paint_test

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/mud/sshd/paint"
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

// What is sent row by row makes the terminal show what a painter that begins there would have sent whole, whatever
// came before.
func TestChangesShowWhatAWholePaintWould(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := func() paint.Size {
			return paint.Size{
				Width: rapid.IntRange(1, 24).Draw(t, "width"), Height: rapid.IntRange(1, 6).Draw(t, "height"),
			}
		}
		profile := rapid.SampledFrom([]colorprofile.Profile{
			colorprofile.TrueColor, colorprofile.ANSI256, colorprofile.ANSI, colorprofile.ASCII, colorprofile.NoTTY,
		}).Draw(t, "profile")
		now := size()
		p, g := paint.NewPainter(now, profile), newGrid(now.Width, now.Height)
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
			v := view(content...)
			if rapid.Bool().Draw(t, "cursor") {
				v.Cursor = tea.NewCursor(rapid.IntRange(0, 30).Draw(t, "x"), rapid.IntRange(0, 8).Draw(t, "y"))
			}
			g.write(p.Frame(v))
			whole, fresh := paint.NewPainter(now, profile), newGrid(now.Width, now.Height)
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

// A whole paint shows the words of the view: clipped, without what no terminal should see.
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
			p, g := paint.NewPainter(paint.Size{Width: 8, Height: 1}, colorprofile.TrueColor), newGrid(8, 1)
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
			p, g := paint.NewPainter(paint.Size{Width: 60, Height: 3}, colorprofile.TrueColor), newGrid(60, 3)
			g.write(p.Frame(view("first", c.was, "last")))
			g.sent = 0
			g.write(p.Frame(view("first", c.now, "last")))
			if g.sent > c.want || g.bad != nil {
				t.Errorf("got %d bytes of text, want at most %d; the terminal met %v", g.sent, c.want, g.bad)
			}
		})
	}
}

func TestModes(t *testing.T) {
	p := paint.NewPainter(paint.Size{Width: 20, Height: 2}, colorprofile.TrueColor)
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
			p := paint.NewPainter(paint.Size{Width: 20, Height: 1}, profile)
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
