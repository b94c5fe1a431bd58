package session

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// A long text is written line by line. What is written is kept beside the session, so that a connection that drops
// loses nothing of it; what others say meanwhile is shown, and never comes into it. Only what is saved becomes an
// action.

// Limits of writing.
const (
	desksMost      = 256      // texts that are kept which nobody saved
	desksOfOneMost = 8        // of one character
	deskLinesMost  = 500      // of one text
	deskBytesMost  = 64 << 10 // of one text
	deskPromptWide = "] "
)

// desk is a text that somebody writes.
type desk struct {
	who world.ActorID
	verb.Writing
	at int // before which line what is typed goes; behind the last one at the end
}

// desks are the texts that nobody saved yet, the newest last. They are guarded by the hub's lock.
type desks []*desk

// deskOf returns the text of a field that somebody began, or begins it; isOld says that it was begun before.
func (h *Hub) deskOf(who world.ActorID, w verb.Writing) (d *desk, isOld bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	i := slices.IndexFunc(h.desks, func(d *desk) bool {
		return d.who == who && d.Kind == w.Kind && d.ID == w.ID && d.Path == w.Path
	})
	if i >= 0 {
		return h.desks[i], true
	}
	d = &desk{who: who, Writing: w, at: len(w.Lines)}
	h.desks = append(h.desks.roomFor(who), d)
	return d, false
}

// roomFor gives up the oldest text of who has too many already, or of who has most where all have too many together.
func (l desks) roomFor(who world.ActorID) desks {
	count := map[world.ActorID]int{}
	most := who
	for _, d := range l {
		if count[d.who]++; count[d.who] > count[most] {
			most = d.who
		}
	}
	switch {
	case count[who] >= desksOfOneMost:
		most = who
	case len(l) < desksMost:
		return l
	}
	i := slices.IndexFunc(l, func(d *desk) bool { return d.who == most })
	return slices.Delete(l, i, i+1)
}

// clear takes a text away that was saved or given up.
func (h *Hub) clear(d *desk) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.desks = slices.DeleteFunc(h.desks, func(other *desk) bool { return other == d })
}

// begun lists how one goes on with the texts that somebody began and did not save.
func (h *Hub) begun(who world.ActorID) (out []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, d := range h.desks {
		if d.who == who {
			out = append(out, d.Typed)
		}
	}
	return out
}

// write opens the editor.
func (s *Session) write(w verb.Writing) {
	d, isOld := s.hub.deskOf(s.actor, w)
	if isOld {
		s.say(prose.System, "You began that before, and it is as you left it.")
	}
	s.listDesk(d)
	s.say(prose.System, "Type lines. .s saves, .q leaves without, .h says what else there is.")
	s.atDesk(d)
}

// atDesk asks for the next line of a text.
func (s *Session) atDesk(d *desk) {
	end := deskPromptWide
	if s.screen.Style().ScreenReader {
		end = ": "
	}
	s.readLine(strconv.Itoa(d.at+1)+end, func(line string) { s.deskLine(d, line) })
}

// deskLine takes a line into a text, or does what it asks for.
func (s *Session) deskLine(d *desk, line string) {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	rest = strings.TrimSpace(rest)
	if len(word) < 2 || word[0] != '.' && word[0] != '/' || strings.Trim(word[1:], "abcdefghijklmnopqrstuvwxyz!") != "" {
		if len(word) > 1 && (strings.HasPrefix(word, "..") || strings.HasPrefix(word, "//")) {
			line = strings.Replace(line, word, word[1:], 1)
		}
		s.hub.mu.Lock()
		wrong := d.add(line)
		s.hub.mu.Unlock()
		if wrong == "" && slices.Contains(leavings, strings.ToLower(strings.TrimSpace(line))) {
			s.say(prose.System, "That is in the text now. .s saves the text, .q leaves without, .h says what else there is.")
		}
		s.answerDesk(d, wrong)
		return
	}
	switch word[1:] {
	case "s", "s!":
		w := d.Writing
		w.Lines = slices.Clone(d.Lines)
		s.runCall("", nil, func(c verb.Ctx) verb.Call { return c.Write(w, word[1:] == "s!") },
			func(r *world.Refusal, _ []*world.Record) {
				if r != nil && r.Code != world.CodeAlready || r != nil && strings.Contains(r.Text, ".s!") {
					s.atDesk(d)
					return
				}
				s.hub.clear(d)
			})
		return
	case "q", "a":
		s.hub.clear(d)
		s.say(prose.System, "Nothing of it is saved.")
		return
	case "l":
		s.listDesk(d)
		s.atDesk(d)
		return
	case "h", "help":
		for _, l := range deskHelp {
			s.say(prose.System, l)
		}
		s.atDesk(d)
		return
	}
	s.hub.mu.Lock()
	wrong := d.do(word[1:], rest)
	s.hub.mu.Unlock()
	s.answerDesk(d, wrong)
}

func (s *Session) answerDesk(d *desk, wrong string) {
	if wrong != "" {
		s.say(prose.Refusal, wrong)
	}
	s.atDesk(d)
}

// leavings are lines by which people think to end a text, as in other editors, or who forgot that they write one.
//
//nolint:gochecknoglobals // immutable: nothing writes it
var leavings = []string{
	".", "@", "~", "q", ":q", ":wq", "quit", "exit", "save", "done", "end", "help", "look", "l", "publish", "undo",
}

// deskHelp says what there is. The field's other letters are understood as well: / in place of the dot.
//
//nolint:gochecknoglobals // immutable: nothing writes it
var deskHelp = []string{
	".l lists the lines. .s saves, .q leaves and saves nothing.",
	".d 3 takes line 3 out. .i 3 puts what you type next before line 3, .i at the end.",
	".e 3 and words make line 3 say them. .r 3 /old/new/ puts new in place of old in it. .c takes all out.",
	"A line that begins with a dot is typed with two.",
}

// listDesk shows the lines with their numbers.
func (s *Session) listDesk(d *desk) {
	end := deskPromptWide
	if s.screen.Style().ScreenReader {
		end = ": "
	}
	s.say(prose.Title, fmt.Sprintf("%s %s, %s, for %s", d.Kind, d.ID, d.Path, verb.WritesInto(d.Writing)))
	for i, l := range d.Lines {
		s.show(prose.Text{prose.L(prose.Plain, strconv.Itoa(i+1)+end+l)})
	}
	if len(d.Lines) == 0 {
		s.say(prose.System, "Nothing is written yet.")
	}
}

// add puts a line where one writes. It returns what is wrong with that, "" for nothing.
func (d *desk) add(line string) string {
	bytes := len(line)
	for _, l := range d.Lines {
		bytes += len(l)
	}
	if len(d.Lines) >= deskLinesMost || bytes > deskBytesMost {
		return fmt.Sprintf("That text is full: %d lines, or %d KiB.", deskLinesMost, deskBytesMost>>10)
	}
	d.Lines = slices.Insert(slices.Clone(d.Lines), d.at, cleanLine(line))
	d.at++
	return ""
}

// cleanLine takes control bytes out of a line and keeps the blanks by which it is indented.
func cleanLine(line string) string {
	text := strings.TrimLeft(strings.ReplaceAll(line, "\t", "    "), " ")
	return strings.Repeat(" ", min(len(strings.ReplaceAll(line, "\t", "    "))-len(text), 80)) + world.Clean(text)
}

// do does what is asked of a text by a letter.
func (d *desk) do(what, rest string) string {
	first, more, _ := strings.Cut(rest, " ")
	n, err := strconv.Atoi(first)
	isLine := err == nil && n >= 1 && n <= len(d.Lines)
	switch {
	case what == "c":
		d.Lines, d.at = nil, 0
	case what == "i" && rest == "":
		d.at = len(d.Lines)
	case !strings.Contains("dier", what) || len(what) > 1:
		return "There is no ." + what + ". .h says what there is."
	case !isLine:
		return fmt.Sprintf("Which line? There are %d; .l lists them.", len(d.Lines))
	case what == "d":
		d.Lines = slices.Delete(slices.Clone(d.Lines), n-1, n)
		if d.at >= n {
			d.at--
		}
	case what == "i":
		if d.at = n - 1; more != "" {
			wrong := d.add(more)
			d.at = len(d.Lines)
			return wrong
		}
	case what == "e":
		d.Lines = slices.Clone(d.Lines)
		d.Lines[n-1] = cleanLine(more)
	default:
		return d.replace(n-1, more)
	}
	return ""
}

// replace puts words in place of others in a line: /old/new/, with any mark for /.
func (d *desk) replace(i int, text string) string {
	if text != "" {
		parts := strings.Split(text[1:], text[:1])
		if len(parts) >= 2 && parts[0] != "" && strings.Contains(d.Lines[i], parts[0]) {
			d.Lines = slices.Clone(d.Lines)
			d.Lines[i] = cleanLine(strings.Replace(d.Lines[i], parts[0], parts[1], 1))
			return ""
		}
		if len(parts) >= 2 && parts[0] != "" {
			return "That is not in the line."
		}
	}
	return "Say it like this: .r 3 /old/new/"
}
