package cell

import (
	"fmt"
	"image/color"
	"strconv"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"github.com/mudlark-mud/mudlark/world/prose"
)

// Token is a meaning that has a style: every prose.Role, then the parts of the screen itself. Nothing is drawn in a
// style that is not asked for by token.
type Token = prose.Role

// The screen's own tokens.
const (
	TokenRule   Token = prose.Roles + iota // lines between areas
	TokenBar                               // the status bar
	TokenHealth                            // health in the status bar
	TokenAlarm                             // low health and a fight in the status bar
	TokenMark                              // "more below"
	TokenChosen                            // the chosen candidate
	TokenGhost                             // what could be typed next
	TokenReach                             // where one could step in a fight by turns
	TokenWay                               // the way one would take
	tokens                                 // how many there are
)

// shade is how one token looks. dark and light are full colours for a dark or light background, each with a contrast
// of at least 4.5 to 1; basicDark and basicLight are among the 16 colours of the terminal's own palette, "" for its
// default. Without colours only the attributes remain.
type shade struct {
	dark, light           string
	basicDark, basicLight string
	attr                  attribute
}

// attribute is a set of text attributes.
type attribute uint8

const (
	bold attribute = 1 << iota
	italic
	underline
	faint
	reverse
	onBar // on the bar's ground if there are full colours, else reverse
)

// The grounds of the bar where there are full colours: greys that the palette of 256 has too.
const barDark, barLight = "#303030", "#dadada"

// shadeOf is the palette. No two of what must be told apart in a fight differ by hue alone: foes, warnings and titles
// are bold, the words say the rest.
func shadeOf(t Token) shade {
	switch t {
	case prose.Plain:
		return shade{}
	case prose.Title:
		return shade{dark: "#ffd787", light: "#7a4b00", basicDark: "11", basicLight: "4", attr: bold}
	case prose.Exit:
		return shade{dark: "#87d7ff", light: "#005f87", basicDark: "14", basicLight: "6", attr: underline}
	case prose.Person:
		return shade{dark: "#9ee39e", light: "#1a6b2c", basicDark: "10", basicLight: "2"}
	case prose.Foe:
		return shade{dark: "#ff8f8f", light: "#a81e1e", basicDark: "9", basicLight: "1", attr: bold}
	case prose.Thing:
		return shade{dark: "#dcc9a0", light: "#5f4b1e", basicDark: "3"}
	case prose.Speech:
		return shade{dark: "#f5f7fa", light: "#1c3f94", basicDark: "15", basicLight: "4"}
	case prose.Private:
		return shade{dark: "#e6a8ff", light: "#7b1fa2", basicDark: "13", basicLight: "5"}
	case prose.Emote:
		return shade{dark: "#c4b8ec", light: "#5b4a9c", basicDark: "5", basicLight: "5", attr: italic}
	case prose.Loss:
		return shade{dark: "#ff8d84", light: "#b3261e", basicDark: "9", basicLight: "1"}
	case prose.Gain:
		return shade{dark: "#8ce99a", light: "#1a6b2c", basicDark: "10", basicLight: "2"}
	case prose.Warning:
		return shade{dark: "#ffb454", light: "#8a4b00", basicDark: "11", basicLight: "1", attr: bold}
	case prose.Quest:
		return shade{dark: "#7fd1c7", light: "#00615a", basicDark: "14", basicLight: "6"}
	case prose.Refusal:
		return shade{dark: "#d8acac", light: "#7a3b3b"}
	case prose.Hint:
		return shade{dark: "#9aa4b2", light: "#566070", attr: italic}
	case prose.System:
		return shade{dark: "#8fb8ff", light: "#2a4d9b", basicDark: "12", basicLight: "4"}
	case prose.Command:
		return shade{dark: "#d5dce4", light: "#2b3440", attr: bold}
	case prose.Roles: // where the screen's own begin
	}
	return chromeShade(t)
}

// chromeShade is the palette of the screen's own tokens.
func chromeShade(t Token) shade {
	switch t {
	case TokenRule:
		return shade{dark: "#7d8795", light: "#6b7480", attr: faint}
	case TokenBar:
		return shade{dark: "#d5dce4", light: "#2b3440", attr: onBar}
	case TokenHealth:
		return shade{dark: "#9ee39e", light: "#145223", attr: onBar}
	case TokenAlarm:
		return shade{dark: "#ffa3a3", light: "#941616", attr: onBar | bold}
	case TokenMark:
		return shade{dark: "#ffd787", light: "#7a4b00", attr: reverse | bold}
	case TokenChosen:
		return shade{dark: "#f5f7fa", light: "#1c3f94", attr: reverse | bold}
	case TokenGhost:
		return shade{dark: "#7d8795", light: "#6b7480", attr: faint}
	case TokenReach:
		return shade{dark: "#87d7ff", light: "#005f87", basicDark: "6", basicLight: "6"}
	case TokenWay:
		return shade{dark: "#ffb454", light: "#8a4b00", basicDark: "11", basicLight: "1", attr: bold}
	default: // a role of prose, which shadeOf has
		return shade{}
	}
}

// Look is what a theme is made from: the terminal's background and what colours it can show.
type Look struct {
	Dark    bool
	Profile colorprofile.Profile
	Chosen  string // one of prose.Themes; "" and the first of them are the screen's own palette
}

// Coloured reports whether there are any colours.
func (l Look) Coloured() bool { return l.Profile > colorprofile.ASCII }

// shadeOf returns the shade of a token: the screen's own, but for the roles of prose in a theme that was chosen.
func (l Look) shadeOf(t Token) shade {
	palette, ok := prose.Theme(l.Chosen)
	if !ok || l.Chosen == prose.Themes()[0] || t >= prose.Roles {
		return shadeOf(t)
	}
	ink, s := palette[t], shade{}
	if ink.RGB != 0 {
		s.dark = fmt.Sprintf("#%06x", ink.RGB)
		s.light = s.dark
	}
	if ink.Basic != 0 {
		s.basicDark = basicOf(ink.Basic)
		s.basicLight = s.basicDark
	}
	for attr, on := range map[attribute]bool{bold: ink.Bold, italic: ink.Italic, underline: ink.Underline} {
		if on {
			s.attr |= attr
		}
	}
	return s
}

// basicOf turns an SGR parameter, 30 to 37 or 90 to 97, into the number of its colour.
func basicOf(sgr uint8) string {
	if sgr >= 90 {
		return strconv.Itoa(int(sgr) - 90 + 8)
	}
	return strconv.Itoa(int(sgr) - 30)
}

// Theme holds, for each token, the sequence that turns its style on; "" is the terminal's ordinary text, and
// ansi.ResetStyle turns any of them off. It is immutable, so rows painted with one stay valid as long as it is used.
type Theme struct {
	Look Look // what it was made from
	open [tokens]string
}

// NewTheme makes the theme for a look.
func NewTheme(l Look) *Theme {
	t := &Theme{Look: l}
	for k := range tokens {
		t.open[k] = l.sequence(l.shadeOf(k))
	}
	return t
}

// Open returns the sequence that turns a token's style on, "" for the terminal's ordinary text.
func (t *Theme) Open(k Token) string { return t.open[k] }

// Styled returns s in the style of a token.
func (t *Theme) Styled(k Token, s string) string {
	if t.open[k] == "" || s == "" {
		return s
	}
	return t.open[k] + s + ansi.ResetStyle
}

// sequence returns the SGR sequence of a shade.
func (l Look) sequence(s shade) string {
	style := ansi.NewStyle()
	if s.attr&bold != 0 {
		style = style.Bold()
	}
	if s.attr&faint != 0 && l.Profile <= colorprofile.ANSI {
		style = style.Faint() // Full colours are dim by themselves; faint on top would be illegible.
	}
	if s.attr&italic != 0 {
		style = style.Italic(true)
	}
	if s.attr&underline != 0 && l.Profile <= colorprofile.ASCII {
		style = style.Underline(true) // Where there are colours, a line under each exit only clutters.
	}
	ground := l.ground(s)
	if s.attr&reverse != 0 || s.attr&onBar != 0 && ground == nil {
		style = style.Reverse(true)
	}
	if c := l.colour(s); c != nil {
		style = style.ForegroundColor(c)
	}
	if ground != nil {
		style = style.BackgroundColor(ground)
	}
	if len(style) == 0 {
		return ""
	}
	return style.String()
}

// colour returns the foreground of a shade, nil for the terminal's own. Full colours are brought down to 256 by the
// renderer; below that its guesses would be poor, so there the palette names the colours itself.
func (l Look) colour(s shade) color.Color {
	full, basic := s.light, s.basicLight
	if l.Dark {
		full, basic = s.dark, s.basicDark
	}
	switch {
	case l.Profile >= colorprofile.ANSI256 && full != "":
		return lipgloss.Color(full)
	case l.Profile == colorprofile.ANSI && basic != "":
		return lipgloss.Color(basic)
	}
	return nil
}

// ground returns the background of a shade, nil for the terminal's own.
func (l Look) ground(s shade) color.Color {
	if s.attr&onBar == 0 || l.Profile < colorprofile.ANSI256 {
		return nil
	}
	return lipgloss.LightDark(l.Dark)(lipgloss.Color(barLight), lipgloss.Color(barDark))
}
