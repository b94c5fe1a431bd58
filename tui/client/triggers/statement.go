package triggers

import "strings"

// Statement is one statement of a file with the number of its first line.
type Statement struct {
	Line int
	Text string
}

// Statements takes a file apart. A statement ends with its line, except that one beginning with # and a letter goes on
// while a brace is open, or when the next line begins with one. A brace that is never closed costs only the lines up to
// the next statement that begins a line.
func Statements(text string) []Statement {
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
	if n := len(lines); lines[n-1] == "" {
		lines = lines[:n-1]
	}
	var out []Statement
	for i := 0; i < len(lines); {
		n := 1
		if isCommand(lines[i]) {
			n = length(lines[i:])
		}
		out = append(out, Statement{i + 1, strings.Join(lines[i:i+n], "\n")})
		i += n
	}
	return out
}

func isCommand(line string) bool {
	line = strings.TrimSpace(line)
	return len(line) > 1 && line[0] == '#' && (line[1]|0x20 >= 'a' && line[1]|0x20 <= 'z')
}

// length returns of how many lines the statement consists that begins with the first.
func length(lines []string) int {
	n, depth := 1, depthOf(lines[0])
	for n < len(lines) && (depth > 0 || strings.HasPrefix(strings.TrimSpace(lines[n]), "{")) {
		depth += depthOf(lines[n])
		n++
	}
	if depth <= 0 {
		return n
	}
	for n = 1; n < len(lines) && (lines[n] == "" || lines[n][0] != '#'); n++ {
	}
	return n
}

// depthOf returns how many more braces a line opens than it closes.
func depthOf(line string) int {
	depth := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			depth--
		}
	}
	return depth
}

// commandWord returns the word of a statement that begins with #, in lower case, and what follows it. A number is a
// word too.
func commandWord(statement string) (word, rest string, ok bool) {
	body, ok := strings.CutPrefix(strings.TrimSpace(statement), "#")
	if !ok || body == "" {
		return "", "", false
	}
	end := strings.IndexAny(body, " \t\n{")
	if end < 0 {
		end = len(body)
	}
	return strings.ToLower(body[:end]), body[end:], end > 0
}
