package main

import (
	"slices"
	"strings"
)

// page is a result as its words tell it. What they do not say is empty.
type page struct {
	text    string
	refused bool
	room    string              // its name, when one has looked around or come there
	exits   map[string]way      // nil when they are not told
	dark    bool                // nothing can be seen there
	can     map[string][]string // what makes sense now, by verb; nil when it is as it was
	fight   bool
}

// way is an exit as the words list it.
type way struct{ closed, under bool }

// pageOf reads a result.
func pageOf(text string, refused bool) page {
	p := page{text: text, refused: refused}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if at := strings.LastIndex(line, "Exits: "); at >= 0 && p.exits == nil {
			p.exits = waysOf(line[at+len("Exits: "):])
			if i+1 < len(lines) { // what stands there comes next, and begins with its name
				p.room, _, _ = strings.Cut(lines[i+1], ".")
				p.dark = strings.HasPrefix(line, "It is pitch dark.")
			}
		}
		if rest, is := strings.CutPrefix(line, "You can: "); is {
			p.can = choicesOf(strings.TrimSuffix(rest, "."))
		}
		if rest, is := strings.CutPrefix(line, "You: "); is {
			p.fight = strings.Contains(rest, ", fighting ")
		}
	}
	return p
}

// waysOf reads "North, East (oak door, closed)." The name of a door may have a comma in it; a direction has no bracket.
func waysOf(list string) map[string]way {
	out := map[string]way{}
	for list != "" {
		end := strings.IndexAny(list, ",(.")
		if end < 0 {
			break
		}
		dir := strings.ToLower(strings.TrimSpace(list[:end]))
		w, rest := way{}, list[end:]
		if strings.HasPrefix(rest, "(") {
			var notes string
			notes, rest, _ = strings.Cut(rest[1:], ")")
			w.closed = strings.HasSuffix(notes, "closed") || strings.Contains(notes, "closed,")
			w.under = strings.Contains(notes, "under water") || strings.Contains(notes, "shut by the tide")
		}
		if dir != "" && dir != "none" {
			out[dir] = w
		}
		if strings.HasPrefix(rest, ".") {
			break
		}
		list = strings.TrimLeft(rest, ", ")
	}
	return out
}

// choicesOf reads "accept; examine, pick_up: lamp, key; command read: note".
func choicesOf(list string) map[string][]string {
	out := map[string][]string{}
	for part := range strings.SplitSeq(list, "; ") {
		verbs, names, _ := strings.Cut(part, ": ")
		for verb := range strings.SplitSeq(verbs, ", ") {
			verb, _, _ = strings.Cut(verb, " (")
			if names == "" {
				out[verb] = append(out[verb], "")
				continue
			}
			out[verb] = append(out[verb], slices.DeleteFunc(strings.Split(names, ", "), func(name string) bool {
				return name == "…"
			})...)
		}
	}
	return out
}
