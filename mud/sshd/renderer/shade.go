package renderer

import (
	"bytes"
	"fmt"
	"image/color"
	"strconv"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// convertedMost bounds the sequences whose conversion is remembered; a screen uses a few dozen.
const convertedMost = 256

// shade brings styles down to what a terminal can show, and remembers how.
type shade struct {
	profile colorprofile.Profile
	known   map[string]string
}

// append adds the sequences, converted.
func (s *shade) append(to, sequences []byte) []byte {
	switch {
	case s.profile == colorprofile.TrueColor:
		return append(to, sequences...)
	case s.profile <= colorprofile.NoTTY:
		return to
	}
	for len(sequences) > 0 {
		n := bytes.IndexByte(sequences, 'm') + 1
		one := sequences[:n]
		converted, ok := s.known[string(one)]
		if !ok {
			converted = s.convert(string(one))
		}
		to = append(to, converted...)
		sequences = sequences[n:]
	}
	return to
}

// convert makes one sequence into one of the profile, "" when nothing of it is left. What is malformed is left out.
func (s *shade) convert(sequence string) string {
	fields := strings.Split(sequence[len("\x1b["):len(sequence)-1], ";")
	var kept []string
	for len(fields) > 0 {
		field := fields[0]
		fields = fields[1:]
		number, _, parts := strings.Cut(field, ":")
		switch n := atoi(number); {
		case n == 38 || n == 48 || n == 58:
			var c color.Color
			if parts {
				c, _ = extended(strings.Split(field, ":")[1:])
			} else {
				c, fields = extended(fields)
			}
			if to := s.colour(n, c); to != "" {
				kept = append(kept, to)
			}
		case s.profile < colorprofile.ANSI && (n >= 30 && n <= 49 || n == 59 || n >= 90 && n <= 107):
		case number == "":
			kept = append(kept, "0")
		default:
			kept = append(kept, field)
		}
	}
	out := ""
	if len(kept) > 0 {
		out = "\x1b[" + strings.Join(kept, ";") + "m"
	}
	if s.known == nil || len(s.known) >= convertedMost {
		s.known = make(map[string]string, 16)
	}
	s.known[strings.Clone(sequence)] = out
	return out
}

// extended reads a colour as the numbers after 38, 48 or 58 say it, and returns the numbers after it; nil is no colour.
func extended(fields []string) (color.Color, []string) {
	if len(fields) < 2 {
		return nil, nil
	}
	switch atoi(fields[0]) {
	case 5:
		return ansi.IndexedColor(atoi(fields[1])), fields[2:]
	case 2:
		if fields[1] == "" && len(fields) > 4 {
			fields = fields[1:] // the colour space of the form with colons
		}
		if len(fields) >= 4 {
			return ansi.RGBColor{R: atoi(fields[1]), G: atoi(fields[2]), B: atoi(fields[3])}, fields[4:]
		}
	}
	return nil, nil
}

// atoi reads a number of one byte; what is none is 255.
func atoi(s string) uint8 {
	if s == "" {
		return 0
	}
	n, err := strconv.ParseUint(s, 10, 8)
	if err != nil {
		return 255
	}
	return uint8(n)
}

// colour says a colour of text (38), ground (48) or line (58) in the profile, "" for not at all.
func (s *shade) colour(what uint8, c color.Color) string {
	switch {
	case c == nil || s.profile < colorprofile.ANSI:
		return ""
	case s.profile == colorprofile.ANSI256:
		if _, ok := c.(ansi.RGBColor); ok {
			c = ansi.Convert256(c)
		}
	case what == 58:
		return "" // sixteen colours have none for lines
	default:
		c = ansi.Convert16(c)
	}
	switch c := c.(type) {
	case ansi.IndexedColor:
		return fmt.Sprintf("%d;5;%d", what, c)
	case ansi.BasicColor:
		if c < 8 {
			return strconv.Itoa(int(what) - 8 + int(c))
		}
		return strconv.Itoa(int(what) + 52 + int(c) - 8)
	}
	return ""
}

// sgr returns the size of the sequence for a style that s begins with, 0 if it is none.
func sgr(s string) int {
	if len(s) < 3 || s[1] != '[' {
		return 0
	}
	for i := 2; i < len(s); i++ {
		switch c := s[i]; {
		case c == 'm':
			return i + 1
		case c >= '0' && c <= '9', c == ';', c == ':':
		default:
			return 0
		}
	}
	return 0
}

// resets reports whether a sequence begins by turning everything off.
func resets(sequence string) bool {
	switch sequence[2] {
	case 'm', ';':
		return true
	case '0':
		return sequence[3] == 'm' || sequence[3] == ';'
	}
	return false
}

// plain leaves out what a terminal would obey.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if control(r) {
			return -1
		}
		return r
	}, ansi.Strip(s))
}
