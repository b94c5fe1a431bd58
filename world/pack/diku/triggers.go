package diku

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/script/dg"
)

// Triggers: the scripts of tbaMUD, which a pack has as scripts in the language dg. What asks them is said by letters of
// their own for creatures, things and rooms; what hangs on a record is said there by numbers.

// Trigger is one script as it was read.
type Trigger struct {
	Vnum    Vnum
	Name    string
	Kind    int // of what it is for: creatures, things, rooms
	Letters string
	Number  int
	Words   string
	Lines   string
	Origin
}

// What a trigger is for.
const (
	forCreatures = iota
	forThings
	forRooms
)

func readTrigger(l *lines, vnum Vnum) Trigger {
	t := Trigger{Vnum: vnum, Name: l.words("the trigger's name"), Origin: l.origin()}
	const meant = "what it is for, letters and a number"
	f := l.numbers(2, meant)
	t.Kind, t.Letters = l.number(f[0], meant), f[1]
	if len(f) > 2 {
		t.Number = l.number(f[2], meant)
	}
	t.Words, t.Lines = l.words("its words"), l.words("its lines")
	return t
}

// askedAt leads from the letters of triggers to what asks scripts here.
func askedAt(kind int) map[byte]string {
	out := map[byte]string{'b': "on_random", 'c': "on_command", 'q': "on_leave", 't': "on_hour"}
	more := map[byte]string{'d': "on_say", 'g': "on_enter", 'h': "on_drop"} // of rooms
	switch kind {
	case forCreatures:
		more = map[byte]string{
			'd': "on_say", 'e': "on_act", 'f': "on_death", 'g': "on_enter", 'h': "on_enter", 'i': "on_come", 'j': "on_give",
			'k': "on_fight", 'l': "on_hurt", 'm': "on_bribe", 'n': "on_load",
		}
	case forThings:
		more = map[byte]string{
			'g': "on_get", 'h': "on_drop", 'i': "on_give", 'j': "on_wear", 'l': "on_remove", 'n': "on_load",
		}
	}
	maps.Copy(out, more)
	return out
}

// notAsked says when a trigger would be asked that nothing here asks.
func notAsked(kind int, letter byte) string {
	names := [3]map[byte]string{
		{'o': "when it sees again whom it remembers", 'r': "when a door is opened", 'p': "when a spell is cast"},
		{'f': "when its time is over", 'p': "when a spell is cast", 's': "when it is eaten or drunk", 'r': "when it is used"},
		{'f': "when the zone is reset", 'p': "when a spell is cast", 'r': "when a door is opened",
			's': "when somebody signs in"},
	}
	if name := names[min(max(kind, 0), forRooms)][letter]; name != "" {
		return name
	}
	return "at " + string(letter)
}

// made is a trigger as a pack has it.
type made struct {
	entry fields // nil where it is not in the pack
	fate  fate
	isPut bool
}

func scriptID(v Vnum) ident { return ident(fmt.Sprintf("trg-%d", v)) }

// makeScripts makes scripts of all triggers.
func (c *converter) makeScripts() {
	known := c.knownToScripts()
	c.scripts = map[Vnum]*made{}
	for i := range c.area.Scripts {
		t := &c.area.Scripts[i]
		m := &made{}
		c.script(t, m, known)
		c.scripts[t.Vnum] = m
		c.report.tally(Scripts).Read++
		c.report.count(Scripts, m.fate)
	}
}

// script makes one.
func (c *converter) script(t *Trigger, m *made, known dg.Known) {
	source := plainLines(t.Lines)
	p, err := dg.Parse(source)
	var on []string
	for i := range len(t.Letters) {
		hook := askedAt(t.Kind)[t.Letters[i]]
		switch {
		case hook != "" && !slices.Contains(on, hook):
			on = append(on, hook)
		case hook == "" && t.Letters[i] != 'a':
			m.fate.lost("is asked " + notAsked(t.Kind, t.Letters[i]))
		}
	}
	switch {
	case err != nil:
		_, what, _ := strings.Cut(err.Error(), ": ")
		m.fate.left("does not read: " + what)
		return
	case len(on) == 0 && len(m.fate.why) == 0:
		m.fate.left("is asked by nothing")
		return
	case len(on) == 0:
		m.fate.out = true
		return
	case source == "":
		source = "halt"
	}
	for _, what := range p.Unknown(known) {
		m.fate.lost(what)
	}
	for line := range strings.SplitSeq(source, "\n") {
		m.fate.beyondScripts(line)
	}
	m.entry.add("id", scriptID(t.Vnum))
	m.entry.add("about", sentence(label(t.Name), ".!?"))
	m.entry.add("language", ident(world.LanguageDG))
	m.entry.add("on", on)
	m.entry.add("words", label(plainLines(t.Words)))
	m.entry.add("number", t.Number)
	m.entry.add("source", block(source))
}

// knownToScripts is what scripts here can do and see, with the gestures of the area and all that its triggers keep.
func (c *converter) knownToScripts() dg.Known {
	commands, fields, names := set(world.DGCommands()), set(world.DGFields()), set(world.DGNames())
	for i := range c.area.Gestures {
		commands[strings.ToLower(c.area.Gestures[i].Word)] = true
	}
	for i := range c.area.Scripts {
		for line := range strings.SplitSeq(c.area.Scripts[i].Lines, "\n") {
			if f := strings.Fields(line); len(f) > 1 && slices.Contains([]string{"set", "eval", "global", "remote"}, f[0]) {
				fields[strings.ToLower(f[1])] = true
			}
		}
	}
	return dg.Known{
		Commands: func(word string) bool {
			return commands[word] || world.DGGesture(word) || word[0] == '\'' || word[0] == ':'
		},
		Fields: func(name string) bool { return fields[name] },
		Names:  func(name string) bool { return names[name] && name != "actor" && name != "self" && name != "object" },
	}
}

func set(list []string) map[string]bool {
	out := map[string]bool{}
	for _, s := range list {
		out[s] = true
	}
	return out
}

// beyondScripts counts what a line asks for that no script does here: to have a person do something, which is never a
// script's, but for a look, for who is moved sees the place anyhow; and to make or take away ways.
func (f *fate) beyondScripts(line string) {
	w := strings.Fields(strings.ToLower(line))
	if len(w) == 0 {
		return
	}
	switch strings.Trim(w[0], "%") {
	case "force", "mforce", "oforce", "wforce":
		if len(w) > 2 && strings.HasPrefix(w[1], "%actor") && !strings.HasPrefix("look", w[2]) {
			f.lost("has a person do something, which is never a script's")
		}
	case "door", "mdoor", "odoor", "wdoor":
		if len(w) > 3 && !strings.HasPrefix("flags", w[3]) {
			f.lost("makes a way, or takes one away")
		}
	}
}

// plainLines takes the colours out of a script, and blanks and tabs off the ends of its lines.
func plainLines(s string) string {
	var out []string
	for line := range strings.SplitSeq(strings.ReplaceAll(s, "\r", ""), "\n") {
		out = append(out, world.Clean(undyed(line)))
	}
	return strings.Trim(strings.Join(out, "\n"), "\n")
}

// undyed drops the codes of colours: @ and a letter or digit. Two of them are one.
func undyed(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '@' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		next := s[i+1]
		switch {
		case next == '@':
			b.WriteByte('@')
			i++
		case '0' <= next && next <= '9' || 'a' <= next && next <= 'z' || 'A' <= next && next <= 'Z':
			i++
		default:
			b.WriteByte('@')
		}
	}
	return b.String()
}

// block is lines that stand as they are.
type block string

func (s block) write(b *bytes.Buffer, margin string) {
	b.WriteString(" |-\n")
	for line := range strings.SplitSeq(string(s), "\n") {
		if line != "" {
			b.WriteString(margin + line)
		}
		b.WriteByte('\n')
	}
}

// hang names the scripts of a record in its entry and counts what becomes of them there.
func (c *converter) hang(e *fields, f *fate, list []Vnum) {
	if len(list) == 0 {
		return
	}
	var ids []string
	lost := false
	for _, v := range list {
		c.report.tally(Triggers).Read++
		m, t := c.scripts[v], fate{}
		switch {
		case m == nil:
			t.left("kept as text, and never run")
		case m.entry == nil:
			t = m.fate
		case len(ids) == world.ScriptsAtMost:
			t.left(fmt.Sprintf("more than %d in one place", world.ScriptsAtMost))
		case slices.Contains(ids, string(scriptID(v))):
			t = m.fate
		default:
			t = m.fate
			ids = append(ids, string(scriptID(v)))
			if !m.isPut {
				m.isPut = true
				c.zoneOf(v, "").put("scripts", m.entry)
			}
		}
		lost = lost || len(t.why) > 0
		c.report.count(Triggers, t)
	}
	e.add("scripts", ids)
	if lost {
		f.lost("scripts, or part of them")
	}
}

func numbersOf(list []Vnum) (out []string) {
	for _, v := range list {
		out = append(out, fmt.Sprint(int(v)))
	}
	return out
}
