package triggers

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// importNestMax is how deep commands within commands are followed.
const importNestMax = 16

// Left is a statement that was left out.
type Left struct {
	Line int
	Text string // its beginning
	Why  string
}

// colourCode is TinTin++'s way of colouring a text from within.
var colourCode = regexp.MustCompile(`<(?:[0-9]{3}|[a-f]{3}|g[0-9]{2}|[FB][0-9a-fA-F]{3}|[FB][0-9a-fA-F]{6})>`)

// remark is a comment over any number of lines.
var remark = regexp.MustCompile(`(?s)/\*.*?\*/`)

// reader is one import.
type reader struct {
	class string
	found []Placed
	left  []Left
}

// ImportTinTin reads a file. Line numbers count from 1.
func ImportTinTin(text string) ([]Placed, []Left) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = remark.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) })
	text = hashed(text)
	r := &reader{}
	for _, st := range Statements(text) {
		body := strings.TrimSpace(st.Text)
		if body == "" {
			continue
		}
		for _, one := range Split(body) {
			if err := r.statement(st.Line, one); err != nil {
				r.left = append(r.left, Left{st.Line, start(one), err.Error()})
			}
		}
	}
	return r.found, r.left
}

// hashed returns a file whose commands begin with #: the first character of a file says with which they do.
func hashed(text string) string {
	first := strings.TrimSpace(text)
	if first == "" || first[0] == '#' || first[0] == '{' || first[0] == '\\' || first[0] >= 0x80 || isWord(first[0]) {
		return text
	}
	sign := regexp.QuoteMeta(first[:1])
	heads, err := regexp.Compile(`(^|[\n;{])([ \t]*)` + sign + `([a-zA-Z0-9])`)
	if err != nil {
		return text
	}
	return heads.ReplaceAllString(text, "${1}${2}#${3}")
}

func isWord(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' }

// start returns the beginning of a statement, for naming it.
func start(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > 60 {
		return string(r[:60]) + "..."
	}
	return text
}

// statement takes over one statement of the file.
func (r *reader) statement(line int, text string) error {
	word, rest, ok := commandWord(text)
	if !ok {
		return errors.New("it is for the MUD, not a rule")
	}
	name := full(word)
	kind := kindOf(name)
	args, err := Words(rest, restArg(kind))
	if err != nil {
		return err
	}
	switch {
	case name == "nop":
		return nil
	case name == "class":
		return r.classes(args)
	case kind != None:
		if len(args) == 0 || len(args) == 1 && kind != Gag {
			return errors.New("it lists rules and sets none")
		}
		return r.take(line, kind, args)
	case strings.HasPrefix(name, "un") && kindOf(name[2:]) != None && len(args) == 1:
		r.found = slices.DeleteFunc(r.found, func(p Placed) bool {
			return p.Rule.Kind == kindOf(name[2:]) && p.Rule.Pattern == args[0]
		})
		return nil
	default:
		return why(name)
	}
}

// classes follows #class.
func (r *reader) classes(args []string) error {
	if len(args) == 0 {
		return errors.New("it lists classes")
	}
	verb := "open"
	if len(args) > 1 {
		verb = strings.ToLower(args[1])
	}
	if !isName(args[0]) {
		return errors.New("its name has a brace or a backslash, or is too long")
	}
	switch verb {
	case "open":
		r.class = args[0]
	case "close":
		r.class = ""
	case "kill", "clear":
		r.found = slices.DeleteFunc(r.found, func(p Placed) bool { return p.Rule.Class == args[0] })
	default:
		return fmt.Errorf("#class %s has no counterpart here", verb)
	}
	return nil
}

// take makes one rule.
func (r *reader) take(line int, kind Kind, args []string) error {
	var err error
	switch kind {
	case Alias, Trigger, Ticker:
		args[1], err = body(args[1], 0)
	case Macro:
		if args[0], err = key(args[0]); err == nil {
			args[1], err = body(args[1], 0)
		}
	case Substitute:
		args[1], err = plain(colourCode.ReplaceAllString(args[1], ""))
	case Highlight:
		if _, err := ParseColour(args[0]); err == nil && !isColour(args[1]) { // as old files have it
			args[0], args[1] = args[1], args[0]
		}
		args[1] = colours(args[1])
	case Variable:
		if strings.HasPrefix(strings.TrimSpace(args[1]), "{") {
			err = errors.New("it is a table, and variables here hold one text")
		}
	case Gag, None, Tab, GMCP:
	}
	if err != nil {
		return err
	}
	made, err := makeRule(kind, args)
	if err != nil {
		return err
	}
	made.Class = r.class
	r.found = append(r.found, Placed{line, made})
	return nil
}

func isColour(text string) bool {
	_, err := ParseColour(colours(text))
	return err == nil
}

// colours turns codes such as <138> into words.
func colours(text string) string {
	code := strings.Trim(text, "<>")
	if len(code) != 3 || code == text {
		return text
	}
	if code[0] >= '0' && code[0] <= '9' { // attribute, foreground, background; 8 leaves it
		var words []string
		attributes := map[byte]string{'1': "bold", '2': "faint", '4': "underline", '5': "blink", '7': "reverse"}
		words = append(words, attributes[code[0]])
		names := strings.Fields("black red green yellow blue magenta cyan white")
		if n := int(code[1] - '0'); n < len(names) {
			words = append(words, names[n])
		}
		if n := int(code[2] - '0'); n < len(names) {
			words = append(words, "on", names[n])
		}
		return strings.TrimSpace(strings.Join(words, " "))
	}
	if strings.Trim(code, "abcdef") != "" {
		return text
	}
	n := 16 + int(code[0]-'a')*36 + int(code[1]-'a')*6 + int(code[2]-'a') // the palette's cube
	return fmt.Sprint(n)
}

// key returns our name of a key that TinTin++ writes as its terminal sends it.
func key(text string) (string, error) {
	text = strings.TrimPrefix(text, "^")
	keys := map[string]string{
		`\eOP`: "f1", `\eOQ`: "f2", `\eOR`: "f3", `\eOS`: "f4", `\e[11~`: "f1", `\e[12~`: "f2", `\e[13~`: "f3",
		`\e[14~`: "f4", `\e[15~`: "f5", `\e[17~`: "f6", `\e[18~`: "f7", `\e[19~`: "f8", `\e[20~`: "f9", `\e[21~`: "f10",
		`\e[23~`: "f11", `\e[24~`: "f12",
	}
	if name, ok := keys[text]; ok {
		return name, nil
	}
	if c, ok := strings.CutPrefix(text, `\c`); ok && len(c) == 1 && isWord(c[0]) {
		return "ctrl+" + strings.ToLower(c), nil
	}
	if c, ok := strings.CutPrefix(text, `\e`); ok && len(c) == 1 && isWord(c[0]) {
		return "alt+" + strings.ToLower(c), nil
	}
	if n := strings.ToLower(text); len(n) > 1 && n[0] == 'f' && strings.Trim(n[1:], "0123456789") == "" {
		return n, nil
	}
	return "", fmt.Errorf("the key %s is not known here; set it with #macro {f5} and the like", text)
}
