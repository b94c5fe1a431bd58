package tui

import (
	"embed"
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/world/prose"
)

//go:embed keys.txt
var keysText embed.FS

// keysHelp is what the keys do: a key and what it does, with a tab between them, or words about more than one.
func keysHelp() []string {
	text, err := keysText.ReadFile("keys.txt")
	if err != nil {
		panic(err) // It is part of the program.
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// keyCells is how far what a key does is indented.
const keyCells = 16

// helpLine makes a line of the help of one of keysHelp.
func helpLine(line string) cell.Line {
	key, does, ok := strings.Cut(line, "\t")
	switch {
	case ok:
		key += cell.Blanks(keyCells - 3 - len(key)) // two blanks are before it and one behind
		return cell.Line{Indent: keyCells, Spans: []cell.Span{
			{Text: "  " + key, Role: prose.Command}, {Text: " " + does},
		}}
	case strings.HasPrefix(line, "The "):
		return cell.L(prose.Title, line)
	}
	return cell.Line{Indent: 2, Spans: []cell.Span{{Text: line}}}
}
