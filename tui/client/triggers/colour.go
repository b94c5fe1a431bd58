package triggers

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
)

// basic are the eight colours in the order of every terminal; their light forms are 8 higher.
const basic = "black red green yellow blue magenta cyan white"

// names returns colours beyond the eight, as numbers of the palette.
func names() map[string]uint8 {
	return map[string]uint8{
		"grey": 8, "gray": 8, "azure": 33, "ebony": 235, "jade": 36, "lime": 118, "orange": 208, "pink": 205, "silver": 250,
		"tan": 180, "violet": 134, "brown": 130, "purple": 93, "gold": 220, "teal": 30, "navy": 18,
	}
}

// ParseColour reads a colour. The error is a sentence with an example.
func ParseColour(text string) (cell.Ink, error) {
	var ink cell.Ink
	var fore, back cell.Colour
	isBack, isLight := false, false
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == ' ' || r == ',' }) {
		switch w {
		case "on", "b": // b is TinTin++'s
			isBack = true
			continue
		case "light", "bright":
			isLight = true
			continue
		case "blink": // known and not shown
			continue
		}
		if a, ok := attribute(w); ok {
			ink |= a
			continue
		}
		c, ok := colourNumber(w, isLight)
		if !ok {
			return 0, wrong(w)
		}
		if isBack {
			back = c
		} else {
			fore = c
		}
		isBack, isLight = false, false
	}
	if ink = ink.On(fore, back); ink == 0 || isBack || isLight {
		return 0, wrong(text)
	}
	return ink, nil
}

func wrong(word string) error {
	return fmt.Errorf("%q is no colour; for example: bold red, white on blue, 208, #ff8800", word)
}

func attribute(w string) (cell.Ink, bool) {
	switch w {
	case "bold":
		return cell.InkBold, true
	case "faint", "dim", "dark":
		return cell.InkFaint, true
	case "italic":
		return cell.InkItalic, true
	case "underline", "underscore":
		return cell.InkUnderline, true
	case "reverse":
		return cell.InkReverse, true
	case "strike", "strikethrough":
		return cell.InkStrike, true
	default:
		return 0, false
	}
}

// colourNumber reads one colour.
func colourNumber(w string, isLight bool) (cell.Colour, bool) {
	for i, name := range strings.Fields(basic) {
		if w == name {
			if isLight {
				i += 8
			}
			return cell.Indexed(uint8(i)), true
		}
	}
	if n, ok := names()[w]; ok {
		return cell.Indexed(n), true
	}
	if hex, ok := strings.CutPrefix(w, "#"); ok && len(hex) == 6 {
		n, err := strconv.ParseUint(hex, 16, 24)
		return cell.RGB(uint8(n>>16), uint8(n>>8), uint8(n)), err == nil
	}
	n, err := strconv.ParseUint(w, 10, 8)
	return cell.Indexed(uint8(n)), err == nil
}
