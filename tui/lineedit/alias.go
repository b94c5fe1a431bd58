package lineedit

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
)

// Limits of aliases.
const (
	aliasesMaxBytes = 3000 // of all names and bodies; twice that, as JSON may need, is less than a screen may keep
	aliasNameMax    = 20   // bytes
	aliasBodyMax    = 500  // bytes
	aliasDepthMax   = 8    // aliases within aliases
	aliasPartsMax   = 1000 // parts of aliases that one typed line is taken apart into, whatever comes of them
)

// The screen's own commands. A line that begins otherwise is not the screen's, sign or not.
const (
	aliasCommand   = "#alias"
	unaliasCommand = "#unalias"
)

// Shorthand makes of a typed line the lines to send: it knows stacking, walks and aliases. The zero Shorthand is ready.
type Shorthand struct {
	aliases map[string]string
	// Talks reports whether the rest of a line after a word is taken as it is, beside the words that are known for it.
	Talks func(word string) bool
}

// Aliases returns a copy of the aliases by name.
func (h *Shorthand) Aliases() map[string]string { return maps.Clone(h.aliases) }

// Restore takes aliases that were kept, but for those that could not have been made here.
func (h *Shorthand) Restore(aliases map[string]string) {
	h.aliases = nil
	for _, name := range slices.Sorted(maps.Keys(aliases)) {
		body := aliases[name]
		if cell.Clean(name) == name && cell.Clean(body) == body {
			h.set(name, body)
		}
	}
}

// set keeps an alias, or says why not.
func (h *Shorthand) set(name, body string) (refusal string) {
	total := len(name) + len(body)
	for n, b := range h.aliases {
		if n != name {
			total += len(n) + len(b)
		}
	}
	switch {
	case len(name) > aliasNameMax || strings.ContainsAny(name, "#;\\ '\":.%") || name == "":
		return fmt.Sprintf("The name of an alias is one word of at most %d letters, without signs.", aliasNameMax)
	case len(body) > aliasBodyMax:
		return fmt.Sprintf("That is too long: an alias stands for %d letters at most.", aliasBodyMax)
	case total > aliasesMaxBytes:
		return "That is one alias too many. Take one away first: " + unaliasCommand + " NAME."
	}
	if h.aliases == nil {
		h.aliases = map[string]string{}
	}
	h.aliases[name] = body
	return ""
}

// define answers #alias.
func (h *Shorthand) define(rest string) (say []string, changed bool) {
	name, body, _ := strings.Cut(rest, " ")
	name, body = unbraced(name), unbraced(strings.TrimSpace(body))
	switch old, known := h.aliases[name]; {
	case rest == "" && len(h.aliases) == 0:
		return []string{"You have no aliases. Make one: " + aliasCommand + " gg get all;look"}, false
	case rest == "":
		for _, name := range slices.Sorted(maps.Keys(h.aliases)) {
			say = append(say, name+" is short for: "+h.aliases[name])
		}
		return say, false
	case body == "" && known:
		return []string{name + " is short for: " + old}, false
	case body == "":
		return []string{"There is no alias " + name + "."}, false
	}
	if refusal := h.set(name, body); refusal != "" {
		return []string{refusal}, false
	}
	return []string{name + " is now short for: " + body}, true
}

// unbraced takes the braces off that other clients, and the rules of ours, want around what is one.
func unbraced(s string) string {
	inner, opened := strings.CutPrefix(s, "{")
	inner, closed := strings.CutSuffix(inner, "}")
	if !opened || !closed || strings.ContainsAny(inner, "{}") {
		return s
	}
	return strings.TrimSpace(inner)
}

// remove answers #unalias.
func (h *Shorthand) remove(name string) (say []string, changed bool) {
	if _, ok := h.aliases[name]; !ok {
		return []string{"There is no alias " + name + "."}, false
	}
	delete(h.aliases, name)
	return []string{name + " is no alias any more."}, true
}

// Expand returns the lines to send, and what there is to say about it: the answer to a command of the screen's own, or
// that something was left out. Changed says that the aliases are others now.
func (h *Shorthand) Expand(line string) (lines, say []string, changed bool) {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch strings.ToLower(word) {
	case aliasCommand:
		say, changed = h.define(strings.TrimSpace(rest))
		return nil, say, changed
	case unaliasCommand:
		say, changed = h.remove(unbraced(strings.TrimSpace(rest)))
		return nil, say, changed
	}
	if len(line) > 1 && line[0] == wholeSign {
		return []string{line[1:]}, nil, false
	}
	w := work{h: h}
	w.typed(line)
	if w.deep {
		say = append(say, "Those aliases stand for too many others; some were left out.")
	}
	if len(w.lines) > LinesMax {
		w.lines = w.lines[:LinesMax]
		say = append(say, fmt.Sprintf("One typed line sends %d at most; the rest was left out.", LinesMax))
	}
	return w.lines, say, false
}

// work is the expansion of one line.
type work struct {
	h     *Shorthand
	lines []string
	using []string // the aliases that are being expanded
	parts int
	deep  bool // something was left out for being too deep, or too much
}

// typed expands a line that may be stacked.
func (w *work) typed(line string) {
	head, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	if body, ok := w.h.aliases[head]; ok && isSpeech(body+" x", w.h.Talks) {
		w.part(line) // Its arguments are speech.
		return
	}
	for _, part := range splitWhere(line, func(rest string) bool { return isSpeech(rest, w.h.Talks) }) {
		w.part(part)
	}
}

// part expands a line that is not stacked any more.
func (w *work) part(line string) {
	if len(w.lines) > LinesMax {
		return
	}
	if w.parts++; w.parts > aliasPartsMax {
		w.deep = true
		return
	}
	trimmed := strings.TrimSpace(line)
	head, rest, _ := strings.Cut(trimmed, " ")
	body, ok := w.h.aliases[head]
	switch {
	case ok && !slices.Contains(w.using, head) && len(w.using) >= aliasDepthMax:
		w.deep = true
	case ok && !slices.Contains(w.using, head): // within itself an alias is an ordinary word
		w.using = append(w.using, head)
		if rest = strings.TrimSpace(rest); rest != "" && !takesWords(body) {
			body += " %*"
		}
		for _, s := range stacked(body) {
			w.part(fill(s, rest))
		}
		w.using = w.using[:len(w.using)-1]
	default:
		if steps, walks := Walk(trimmed); walks {
			w.lines = append(w.lines, steps...)
			return
		}
		w.lines = append(w.lines, line)
	}
}

// stacked takes an alias's body apart: its maker knows what a semicolon does there, in speech too.
func stacked(body string) []string {
	return splitWhere(body, func(string) bool { return false })
}

// fill puts arguments into a part of an alias: %1 to %9 are the words, %* is all of them. They are put in after the
// body was taken apart, so nothing in them adds a line.
func fill(part, args string) string {
	words := strings.Fields(args)
	var b strings.Builder
	for i := 0; i < len(part); i++ {
		if part[i] != '%' || i+1 == len(part) {
			b.WriteByte(part[i])
			continue
		}
		switch c := part[i+1]; {
		case c == '*':
			b.WriteString(args)
		case c >= '1' && c <= '9':
			if n := int(c - '1'); n < len(words) {
				b.WriteString(words[n])
			}
		default:
			b.WriteByte('%')
			continue
		}
		i++
	}
	return cell.Head(strings.TrimSpace(b.String()), LineMaxBytes)
}

// takesWords reports whether an alias says where its arguments go; otherwise they go behind its last part.
func takesWords(body string) bool {
	for i := 0; i+1 < len(body); i++ {
		if c := body[i+1]; body[i] == '%' && (c == '*' || c >= '1' && c <= '9') {
			return true
		}
	}
	return false
}
