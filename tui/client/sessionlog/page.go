package sessionlog

import (
	"fmt"
	"html"
	"strings"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// page is a log as a web page: it fetches nothing, runs nothing, and is whole even if it was never ended.
type page struct {
	title, day string
	theme      *cell.Theme
	light      bool
}

func newPage(o Options) *page {
	return &page{
		title: o.Title, light: o.Light,
		theme: cell.NewTheme(cell.Look{Dark: !o.Light, Profile: colorprofile.TrueColor}),
	}
}

// The grounds of a page and the ordinary text on them.
const (
	darkGround, darkText   = "#16191d", "#d5dce4"
	lightGround, lightText = "#fbfaf6", "#22262b"
)

func (p *page) open() []byte {
	ground, ink := darkGround, darkText
	if p.light {
		ground, ink = lightGround, lightText
	}
	var b strings.Builder
	title := html.EscapeString(p.title)
	b.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n")
	b.WriteString("<meta http-equiv=\"Content-Security-Policy\" " +
		"content=\"default-src 'none'; style-src 'unsafe-inline'\">\n")
	b.WriteString("<meta name=\"viewport\" content=\"width=device-width\">\n<title>" + title + "</title>\n<style>\n")
	fmt.Fprintf(&b, "body { background: %s; color: %s; font: 1em/1.4 monospace; max-width: 60em; margin: 1em auto; "+
		"padding: 0 1em; }\n", ground, ink)
	b.WriteString("p { margin: 0; padding-left: 9ch; text-indent: -9ch; white-space: pre-wrap; " +
		"overflow-wrap: anywhere; }\n")
	b.WriteString("h2 { font-size: 1em; }\ntime { opacity: .6; }\n")
	b.WriteString(".bold { font-weight: bold; } .faint { opacity: .7; } .italic { font-style: italic; } " +
		".underline { text-decoration: underline; } .strike { text-decoration: line-through; }\n")
	for role := range prose.Roles {
		if rules := css(p.theme.Open(role)); rules != "" {
			fmt.Fprintf(&b, ".r-%s { %s}\n", role.Name(), rules)
		}
	}
	b.WriteString("</style>\n<h1>" + title + "</h1>\n")
	return []byte(b.String())
}

// css says a style of the theme's in a page's words.
func css(sequence string) string {
	var b strings.Builder
	fields := strings.Split(strings.TrimSuffix(strings.TrimPrefix(sequence, "\x1b["), "m"), ";")
	for i := 0; i < len(fields); i++ {
		switch fields[i] {
		case "1":
			b.WriteString("font-weight: bold; ")
		case "3":
			b.WriteString("font-style: italic; ")
		case "4":
			b.WriteString("text-decoration: underline; ")
		case "38", "48":
			what := "color"
			if fields[i] == "48" {
				what = "background"
			}
			if i+4 < len(fields) && fields[i+1] == "2" {
				fmt.Fprintf(&b, "%s: rgb(%s, %s, %s); ", what, fields[i+2], fields[i+3], fields[i+4])
				i += 4
			}
		}
	}
	return b.String()
}

func (p *page) line(l cell.Line, now time.Time) []byte {
	var b strings.Builder
	p.begin(&b, now)
	for _, s := range l.Spans {
		span(&b, s, p.light)
	}
	b.WriteString("</p>\n")
	return []byte(b.String())
}

func (p *page) input(line string, now time.Time) []byte {
	return p.line(cell.L(prose.Command, "> "+line), now)
}

// begin writes the day, if it is another, and what stands before a line.
func (p *page) begin(b *strings.Builder, now time.Time) {
	if today := day(&p.day, now); today != "" {
		b.WriteString("<h2>" + today + "</h2>\n")
	}
	fmt.Fprintf(b, `<p><time datetime="%s">%s</time> `, now.Format(time.RFC3339), now.Format(time.TimeOnly))
}

// span writes a run of text in its role or in the ink of a foreign server.
func span(b *strings.Builder, s cell.Span, light bool) {
	class, style := "", ""
	switch {
	case s.Ink != 0:
		class, style = inked(s.Ink, light)
	case s.Role != prose.Plain:
		class = "r-" + s.Role.Name()
	}
	words := html.EscapeString(s.Text)
	if class == "" && style == "" {
		b.WriteString(words)
		return
	}
	b.WriteString("<span")
	if class != "" {
		b.WriteString(` class="` + class + `"`)
	}
	if style != "" {
		b.WriteString(` style="` + style + `"`)
	}
	b.WriteString(">" + words + "</span>")
}

// inked says an ink in classes and, as there are 16 million of them, its colours in full.
func inked(i cell.Ink, light bool) (class, style string) {
	var classes []string
	for _, a := range []struct {
		bit  cell.Ink
		name string
	}{
		{cell.InkBold, "bold"}, {cell.InkFaint, "faint"}, {cell.InkItalic, "italic"}, {cell.InkUnderline, "underline"},
		{cell.InkStrike, "strike"},
	} {
		if i&a.bit != 0 {
			classes = append(classes, a.name)
		}
	}
	front, back := hex(i.Foreground()), hex(i.Background())
	if i&cell.InkReverse != 0 {
		ground, ink := darkGround, darkText
		if light {
			ground, ink = lightGround, lightText
		}
		front, back = or(back, ground), or(front, ink)
	}
	if front != "" {
		style = "color: " + front
	}
	if back != "" {
		style = strings.TrimPrefix(style+"; background: "+back, "; ")
	}
	return strings.Join(classes, " "), style
}

func or(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

// hex says a colour, "" for the page's own.
func hex(c cell.Colour) string {
	direct, number := c&^0xffffff == cell.RGB(0, 0, 0), uint8(c)
	switch {
	case c == 0:
		return ""
	case direct:
		return fmt.Sprintf("#%06x", uint32(c)&0xffffff)
	}
	r, g, b, _ := ansi.IndexedColor(number).RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

func (*page) output([]byte, time.Time) []byte { return nil }

func (*page) close() []byte { return []byte("</html>\n") }
