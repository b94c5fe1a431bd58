package diku

import (
	"strings"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world"
)

// Drawings in texts: maps, signs, tables and verses that stand far from the margin. A pack keeps them line by line.

// drawingGap is how many lines of words or blanks may stand within one drawing, between lines that surely are of it.
const drawingGap = 2

// fewWords is how many words a line beside a drawing has at least, if it is none of it.
const fewWords = 3

// drawnLines says of each line whether it belongs to a drawing: it is one, or it stands between two that are.
func drawnLines(lines []string) []bool {
	surely := make([]bool, len(lines))
	columns, falling := 0, 0
	for i, line := range lines {
		text := strings.Join(strings.Fields(line), " ")
		switch {
		case isDrawing(text):
			surely[i], columns = true, columnsLeast
		case isLaidOut(line):
			surely[i] = true
			columns++
		case text != "" && len(text) < len("abc"):
			falling++
		}
	}
	if falling >= fallingLeast {
		for i, line := range lines {
			surely[i] = surely[i] || len(strings.TrimSpace(line)) < len("abc")
		}
	} else if columns < columnsLeast {
		return make([]bool, len(lines))
	}
	for i, line := range lines {
		words := strings.Fields(line)
		isNext := i > 0 && surely[i-1] || i+1 < len(lines) && surely[i+1]
		surely[i] = surely[i] || isNext && len(words) > 0 && len(words) < fewWords
	}
	last := -1
	for i := range lines {
		if !surely[i] {
			continue
		}
		if last >= 0 && i-last <= drawingGap+1 {
			for j := last + 1; j < i; j++ {
				surely[j] = true
			}
		}
		last = i
	}
	trimDrawn(lines, surely)
	return surely
}

// trimDrawn says of blank lines at the ends of drawings that they are none of them.
func trimDrawn(lines []string, drawn []bool) {
	isBlank := func(i int) bool { return strings.TrimSpace(lines[i]) == "" }
	for i := range lines {
		drawn[i] = drawn[i] && !(isBlank(i) && (i == 0 || !drawn[i-1]))
	}
	for i := len(lines) - 1; i >= 0; i-- {
		drawn[i] = drawn[i] && !(isBlank(i) && (i+1 == len(lines) || !drawn[i+1]))
	}
}

// drawing writes lines as a pack has the rows of a drawing, and reports whether some were too wide.
func drawing(lines []string) (rows string, isWide bool) {
	margin, width := world.DrawnColumns, 0
	for _, line := range lines {
		line = strings.TrimRight(line, " ")
		if line == "" {
			continue
		}
		margin = min(margin, len(line)-len(strings.TrimLeft(line, " ")))
		width = max(width, utf8.RuneCountInString(line))
	}
	if width <= world.DrawnColumns { // it stands where its writer put it
		margin = 0
	}
	out := make([]string, 0, len(lines))
	for _, line := range lines {
		line = strings.TrimRight(line, " ")
		line = line[min(margin, len(line)):]
		if r := []rune(line); len(r) > world.DrawnColumns {
			line, isWide = strings.TrimRight(string(r[:world.DrawnColumns]), " "), true
		}
		out = append(out, strings.TrimRight("| "+line, " "))
	}
	return strings.Join(out, "\n"), isWide
}

// isDrawn reports whether a text ends with a drawing.
func isDrawn(s string) bool {
	_, is := world.DrawnRow(s[strings.LastIndexByte(s, '\n')+1:])
	return is && s != ""
}

// fewerRows returns as many rows of a drawing as a number of characters holds, and reports whether some are missing.
func fewerRows(drawing string, most int) (rows string, isCut bool) {
	for utf8.RuneCountInString(drawing) > most {
		i := strings.LastIndexByte(drawing, '\n')
		drawing, isCut = drawing[:max(i, 0)], true
	}
	return drawing, isCut
}
