package triggers

import (
	"errors"
	"strings"
)

// signs are the characters that mean something in a rule and that a backslash makes mean themselves.
const signs = `\;{}#$%`

// errOpen is what a missing brace is called.
var errOpen = errors.New("a brace { is not closed; a brace that means itself is written \\{")

// Args are what %0 to %99 stand for. The nil Args leaves every % as it is.
type Args map[int]string

// Split returns the statements of a text that are not empty, without blanks around them. Semicolons and ends of lines
// separate, but not after a backslash, nor within the braces of a statement that begins with # or just before one.
func Split(text string) []string {
	var out []string
	from, depth := 0, 0
	isCommand, isStart := false, true
	for i := 0; i < len(text); i++ {
		c := text[i]
		if isStart && c != ' ' && c != '\t' && c != '\n' {
			isStart, isCommand = false, c == '#' && !strings.HasPrefix(text[i:], "##")
		}
		switch {
		case c == '\\':
			i++
		case c == '{' && isCommand:
			depth++
		case c == '}' && isCommand:
			depth = max(depth-1, 0)
		case c == '\n' && isCommand && strings.HasPrefix(strings.TrimSpace(text[i:]), "{"): // its arguments go on
		case c == ';' && depth == 0, c == '\n' && depth == 0:
			out = add(out, text[from:i])
			from, isStart = i+1, true
		}
	}
	return add(out, text[from:])
}

func add(out []string, statement string) []string {
	if statement = strings.TrimSpace(statement); statement == "" {
		return out
	}
	return append(out, statement)
}

// Words returns the arguments of a statement, without the braces around them and otherwise as they stand. The argument
// with the index rest and those after it go on to the end of the text unless they are in braces.
func Words(text string, rest int) ([]string, error) {
	var out []string
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if text[0] == '{' {
			end := closing(text)
			if end < 0 {
				return nil, errOpen
			}
			out = append(out, text[1:end])
			text = text[end+1:]
			continue
		}
		end := len(text)
		if n := slashed(text); n > 0 {
			end = n
		} else if at := strings.IndexAny(text, " \t\n"); at >= 0 && len(out) < rest {
			end = at
		}
		out = append(out, strings.TrimSpace(text[:end]))
		text = text[end:]
	}
	return out, nil
}

// closing returns where the brace that opens the text is closed, or -1. A backslash takes the meaning from the brace
// behind it.
func closing(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// slashed returns the length of an expression between slashes that stands first, with its letter i; 0 for none.
func slashed(text string) int {
	if text[0] != '/' {
		return 0
	}
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] == '/' && i > 1:
			n := i + 1
			if strings.HasPrefix(text[n:], "i") {
				n++
			}
			if n == len(text) || text[n] == ' ' || text[n] == '\t' {
				return n
			}
		}
	}
	return 0
}

// held returns a text that braces can hold so that Words gives it back: a brace that has no other half, and a
// backslash at the end, get a backslash before them.
func held(text string) string {
	if closing("{"+text+"}") == len(text)+1 {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text):
			out.WriteByte(c)
			i++
			out.WriteByte(text[i])
		case c == '{' || c == '}' || c == '\\':
			out.WriteString(`\` + string(c))
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// bare takes the backslashes from signs.
func bare(text string) string {
	return fill(text, nil, nil, false)
}

// Text is what a statement comes to: arguments and variables put in as they are, backslashes before signs gone.
func Text(text string, args Args, value func(name string) (string, bool)) string {
	return fill(text, args, value, false)
}

// Nested puts in arguments only, each of their signs behind a backslash, and leaves backslashes alone: for text that
// will be read as a statement once more.
func Nested(text string, args Args) string {
	if args == nil {
		return text
	}
	return fill(text, args, nil, true)
}

// uses reports whether the text asks for any argument.
func uses(text string) bool {
	for i := 0; i+1 < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] == '%' && (text[i+1] == '*' || isDigit(text[i+1])):
			return true
		}
	}
	return false
}

func fill(text string, args Args, value func(string) (string, bool), isNested bool) string {
	if !strings.ContainsAny(text, `\%$`) {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); {
		n := 1
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text):
			n = 2
			if isNested || strings.IndexByte(signs, text[i+1]) < 0 {
				out.WriteByte(c)
			}
			out.WriteByte(text[i+1])
		case c == '%' && args != nil:
			var s string
			if s, n = argument(text[i:], args); isNested && n > 1 && s != "%" {
				s = protect(s)
			}
			out.WriteString(s)
		case c == '$' && value != nil:
			var s string
			s, n = variable(text[i:], value)
			out.WriteString(s)
		default:
			out.WriteByte(c)
		}
		i += n
	}
	return out.String()
}

// protect puts a backslash before each sign.
func protect(s string) string {
	var out strings.Builder
	for i := range len(s) {
		if strings.IndexByte(signs, s[i]) >= 0 {
			out.WriteByte('\\')
		}
		out.WriteByte(s[i])
	}
	return out.String()
}

// argument returns what stands for the % at the beginning of text, and how many bytes it replaces.
func argument(text string, args Args) (string, int) {
	switch {
	case len(text) == 1:
		return "%", 1
	case text[1] == '%':
		return "%", 2
	case text[1] == '*':
		return args[0], 2
	case !isDigit(text[1]):
		return "%", 1
	case len(text) > 2 && isDigit(text[2]):
		return args[int(text[1]-'0')*10+int(text[2]-'0')], 3
	default:
		return args[int(text[1]-'0')], 2
	}
}

// variable returns what stands for the $ at the beginning of text, and how many bytes it replaces. A name that has no
// value stays as it is, for a $ is also what things cost.
func variable(text string, value func(string) (string, bool)) (string, int) {
	name, n := leadingName(text[1:]), 1
	if strings.HasPrefix(text, "${") {
		end := strings.IndexByte(text, '}')
		if end < 0 {
			return "$", 1
		}
		name, n = text[2:end], end+1
	} else {
		n += len(name)
	}
	for name != "" {
		if v, ok := value(name); ok {
			return v, n
		}
		dot := strings.LastIndexByte(name, '.') // $box.lock is $box with words behind it, unless it has a value
		if dot < 0 || text[1] == '{' {
			break
		}
		n -= len(name) - dot
		name = name[:dot]
	}
	return "$", 1
}

// leadingName returns the name of a variable at the beginning of a text: letters, digits and underscores after a
// letter, and dots between such words.
func leadingName(text string) string {
	i := 0
	for i < len(text) {
		c := text[i]
		isLetter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		isDot := c == '.' && i > 0 && i+1 < len(text) &&
			(isDigit(text[i+1]) || text[i+1]|0x20 >= 'a' && text[i+1]|0x20 <= 'z')
		if !isLetter && !isDot && (i == 0 || !isDigit(c)) {
			break
		}
		i++
	}
	return text[:i]
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
