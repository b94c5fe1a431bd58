package client

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// ink is the style that the text of a MUD has at this point: it goes on from line to line, as on a terminal.
type ink struct {
	now                    cell.Ink
	foreground, background cell.Colour
}

// line makes a line of text with SGR sequences. Other sequences count as text, and cannot be drawn.
func (i *ink) line(text string) cell.Line {
	var l cell.Line
	for text != "" {
		at := strings.Index(text, "\x1b[")
		if at < 0 {
			return i.span(l, text)
		}
		parameters := text[at+2:]
		end := strings.IndexFunc(parameters, func(r rune) bool { return r < '0' || r > ';' })
		if end < 0 || parameters[end] != 'm' {
			l, text = i.span(l, text[:at+2]), parameters
			continue
		}
		l, text = i.span(l, text[:at]), parameters[end+1:]
		i.style(parameters[:end])
	}
	return l
}

// span adds text in the style of now.
func (i *ink) span(l cell.Line, text string) cell.Line {
	if text != "" {
		l.Spans = append(l.Spans, cell.Span{Text: text, Role: prose.Plain, Ink: i.now})
	}
	return l
}

// style takes the parameters of one sequence.
func (i *ink) style(parameters string) {
	list := strings.Split(parameters, ";")
	for len(list) > 0 {
		word := list[0]
		list = list[1:]
		code, sub, _ := strings.Cut(word, ":")
		n, err := strconv.ParseUint("0"+code, 10, 16)
		if err != nil {
			continue
		}
		switch {
		case n == 38 || n == 48:
			var c cell.Colour
			var ok bool
			if sub != "" {
				c, ok = nested(strings.Split(sub, ":"))
			} else {
				c, list, ok = extended(list)
			}
			if ok {
				i.colour(n == 48, c)
			}
		case n == 4 && sub == "0":
			i.now &^= cell.InkUnderline
		default:
			i.code(n)
		}
	}
	i.now = i.now.On(i.foreground, i.background)
}

func (i *ink) colour(behind bool, c cell.Colour) {
	if behind {
		i.background = c
		return
	}
	i.foreground = c
}

// code takes a parameter that stands alone.
func (i *ink) code(n uint64) {
	switch {
	case n == 0:
		*i = ink{}
	case n == 1:
		i.now |= cell.InkBold
	case n == 2:
		i.now |= cell.InkFaint
	case n == 3:
		i.now |= cell.InkItalic
	case n == 4 || n == 21:
		i.now |= cell.InkUnderline
	case n == 7:
		i.now |= cell.InkReverse
	case n == 9:
		i.now |= cell.InkStrike
	case n == 22:
		i.now &^= cell.InkBold | cell.InkFaint
	case n == 23:
		i.now &^= cell.InkItalic
	case n == 24:
		i.now &^= cell.InkUnderline
	case n == 27:
		i.now &^= cell.InkReverse
	case n == 29:
		i.now &^= cell.InkStrike
	case n >= 30 && n <= 37:
		i.foreground = cell.Indexed(uint8(n - 30))
	case n == 39:
		i.foreground = 0
	case n >= 40 && n <= 47:
		i.background = cell.Indexed(uint8(n - 40))
	case n == 49:
		i.background = 0
	case n >= 90 && n <= 97:
		i.foreground = cell.Indexed(uint8(n - 90 + 8))
	case n >= 100 && n <= 107:
		i.background = cell.Indexed(uint8(n - 100 + 8))
	}
}

// extended reads the colour behind 38 or 48 where each number is a parameter of its own: 5;N or 2;R;G;B.
func extended(list []string) (c cell.Colour, rest []string, ok bool) {
	if len(list) == 0 {
		return 0, nil, false
	}
	need := 2
	if list[0] == "2" {
		need = 4
	}
	if len(list) < need {
		return 0, nil, false
	}
	c, ok = mixed(list[0], list[1:need])
	return c, list[need:], ok
}

// nested reads the colour behind 38: or 48:, 5:N or 2:R:G:B or 2:SPACE:R:G:B.
func nested(list []string) (cell.Colour, bool) {
	if list[0] == "2" && len(list) > 4 {
		return mixed("2", list[2:5])
	}
	return mixed(list[0], list[1:])
}

func mixed(kind string, numbers []string) (cell.Colour, bool) {
	var n [3]uint8
	for i, word := range numbers[:min(len(numbers), len(n))] {
		v, err := strconv.ParseUint("0"+word, 10, 8)
		if err != nil {
			return 0, false
		}
		n[i] = uint8(v)
	}
	switch {
	case kind == "5" && len(numbers) >= 1:
		return cell.Indexed(n[0]), true
	case kind == "2" && len(numbers) >= 3:
		return cell.RGB(n[0], n[1], n[2]), true
	}
	return 0, false
}
