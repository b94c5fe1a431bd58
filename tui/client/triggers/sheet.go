package triggers

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Sheet is a file of rules. The zero Sheet is empty.
type Sheet struct {
	lines []line
}

// line is one statement of the file.
type line struct {
	number int
	text   string
	class  string // which class was open
	rule   Rule
	isRule bool
}

// Problem is a line that is kept but means nothing.
type Problem struct {
	line int
	why  string
}

// String is the problem as a player reads it.
func (p Problem) String() string { return fmt.Sprintf("line %d: %s", p.line, p.why) }

// Placed is a rule and the line where it begins.
type Placed struct {
	Line int
	Rule Rule
}

// ReadSheet takes a file apart.
func ReadSheet(text string) (*Sheet, []Problem) {
	s := &Sheet{}
	var problems []Problem
	class := ""
	for _, st := range Statements(text) {
		l := line{number: st.Line, text: st.Text, class: class}
		body := strings.TrimSpace(st.Text)
		if !strings.HasSuffix(body, `\;`) { // as those write it who come from TinTin++
			body = strings.TrimSpace(strings.TrimRight(body, ";"))
		}
		if name, isOpen, ok := border(body); ok {
			class = ""
			if isOpen {
				class = name
			}
			continue // written anew from the classes of the lines between
		}
		if body != "" && !isRemark(body) {
			r, err := ReadRule(body)
			switch {
			case err == nil:
				r.Class = class
				l.rule, l.isRule = r, true
			case errors.Is(err, errOther):
				if _, _, ok := classState(body); !ok {
					problems = append(problems, Problem{st.Line, fmt.Sprintf("%q is no rule; #help lists them", sheetStart(body))})
				}
			default:
				problems = append(problems, Problem{st.Line, err.Error()})
			}
		}
		s.lines = append(s.lines, l)
	}
	return s, problems
}

// sheetStart returns the beginning of a statement, for naming it.
func sheetStart(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	if r := []rune(text); len(r) > 40 {
		return string(r[:40]) + "..."
	}
	return text
}

// isRemark reports whether a line is for its reader alone.
func isRemark(text string) bool {
	word := strings.ToLower(strings.Fields(text)[0])
	return word == "#" || word == "#nop" || strings.HasPrefix(text, "##")
}

// border reads #class {name} {open} and {close}.
func border(text string) (name string, isOpen, ok bool) {
	name, verb, ok := classOf(text)
	return name, verb == "open", ok && (verb == "open" || verb == "close")
}

// classState reads #class {name} {off} and {on}, which say how the class begins.
func classState(text string) (name string, isOff, ok bool) {
	name, verb, ok := classOf(text)
	return name, verb == "off", ok && (verb == "off" || verb == "on")
}

func classOf(text string) (name, verb string, ok bool) {
	word, rest, ok := commandWord(text)
	if !ok || word != "class" {
		return "", "", false
	}
	args, err := Words(rest, 2)
	if err != nil || len(args) != 2 || !isName(args[0]) {
		return "", "", false
	}
	return args[0], strings.ToLower(args[1]), true
}

// Rules returns all rules in the order of the file.
func (s *Sheet) Rules() []Placed {
	var out []Placed
	for _, l := range s.lines {
		if l.isRule {
			out = append(out, Placed{l.number, l.rule})
		}
	}
	return out
}

// Off returns the classes that the file says are off.
func (s *Sheet) Off() []string {
	var out []string
	for _, l := range s.lines {
		if name, isOff, ok := classState(strings.TrimSpace(l.text)); ok && isOff {
			out = append(out, name)
		}
	}
	return out
}

// Set writes a rule where it stands already, or else at the end of its class, or of the file.
func (s *Sheet) Set(r Rule) {
	l := line{text: r.String(), class: r.Class, rule: r, isRule: true}
	at := slices.IndexFunc(s.lines, func(x line) bool {
		return x.isRule && x.rule.Kind == r.Kind && x.rule.Pattern == r.Pattern
	})
	if at >= 0 && s.lines[at].class == r.Class {
		s.lines[at] = l
		return
	}
	if at >= 0 {
		s.lines = slices.Delete(s.lines, at, at+1)
	}
	end := len(s.lines)
	for i, x := range s.lines {
		if r.Class != "" && x.class == r.Class {
			end = i + 1
		}
	}
	s.lines = slices.Insert(s.lines, end, l)
}

// SetClass writes whether a class begins switched off.
func (s *Sheet) SetClass(name string, isOff bool) {
	s.lines = slices.DeleteFunc(s.lines, func(l line) bool {
		n, _, ok := classState(strings.TrimSpace(l.text))
		return ok && n == name
	})
	if isOff {
		s.lines = append(s.lines, line{text: fmt.Sprintf("#class {%s} {off}", name)})
	}
}

// Remove takes a rule out.
func (s *Sheet) Remove(kind Kind, pattern string) {
	s.lines = slices.DeleteFunc(s.lines, func(l line) bool {
		return l.isRule && l.rule.Kind == kind && l.rule.Pattern == pattern
	})
}

// String returns the file.
func (s *Sheet) String() string {
	var out strings.Builder
	class := ""
	for _, l := range s.lines {
		if l.class != class {
			if class != "" {
				fmt.Fprintf(&out, "#class {%s} {close}\n", class)
			}
			if class = l.class; class != "" {
				fmt.Fprintf(&out, "#class {%s} {open}\n", class)
			}
		}
		out.WriteString(l.text + "\n")
	}
	if class != "" {
		fmt.Fprintf(&out, "#class {%s} {close}\n", class)
	}
	return out.String()
}
