// Package palette finds what one may type by a few of its letters: it is the box that ctrl+k opens.
//
// Its one idea is that every command one may give, a verb of the session or something the screen does by itself, is one
// entry of one list, ranked by how well what was typed fits. A verb that was chosen is completed word by word, from
// what the session offers. The package knows no screen and no session: whoever has keys hands them in and does what is
// answered. A [Palette] belongs to one goroutine.
package palette

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/lineedit"
)

// candidatesMax is how many completions are offered.
const candidatesMax = 50

// Palette is the box while it is open. The zero Palette is closed.
type Palette struct {
	on      bool
	entries []entry
	query   lineedit.Input
	ranked  []int // entries that fit, the best first
	first   int   // the one in the highest row that was drawn,
	head    int   // under so many rows of title,
	listed  int   // and how many rows there were
	at      int   // the chosen one of them, or of the candidates
	moved   bool  // it was chosen by the person

	verb       *entry // the verb that is being completed; nil while one is looked for
	candidates []string
	asked      bool   // an answer is awaited; only one question is out at a time
	answered   string // the line that the candidates are for
	known      bool   // there is an answer for it
	notice     string
}

// Answer is what is to be done after a key.
type Answer struct {
	Close   bool   // the box is closed, and
	Send    string // this line is sent,
	Command string // or this command of the screen is carried out; or nothing
}

// Open opens the box over verbs, which are clean, and commands of the screen.
func (p *Palette) Open(verbs []Verb, commands []Command, r cell.Ruler) {
	*p = Palette{on: true, query: lineedit.Input{Ruler: r}, asked: p.asked}
	for _, v := range verbs {
		p.entries = append(p.entries, entry{Verb: v})
	}
	for _, c := range commands {
		v := Verb{Name: c.Name, Usage: c.Name, Brief: c.Brief, Group: screensGroup}
		p.entries = append(p.entries, entry{Verb: v, command: c.Name, key: c.Key})
	}
	p.rank()
}

// Close closes the box.
func (p *Palette) Close() { *p = Palette{asked: p.asked} }

// Active reports whether the box is open.
func (p *Palette) Active() bool { return p.on }

// Input is the line that is typed into the box.
func (p *Palette) Input() *lineedit.Input { return &p.query }

// rank sorts the entries anew.
func (p *Palette) rank() {
	scores := make([]int, len(p.entries))
	p.ranked, p.at, p.moved = nil, 0, false
	for i, e := range p.entries {
		if n, ok := e.score(p.query.Text()); ok {
			scores[i] = n
			p.ranked = append(p.ranked, i)
		}
	}
	slices.SortStableFunc(p.ranked, func(a, b int) int { return scores[b] - scores[a] })
}

// Key takes a key, with the text it types if it types any.
func (p *Palette) Key(key, text string) Answer {
	p.notice = ""
	switch key {
	case "esc", "ctrl+c", "ctrl+k", "ctrl+g":
		p.Close()
		return Answer{Close: true}
	case "up", "ctrl+p", "shift+tab":
		p.move(-1)
	case "down", "ctrl+n":
		p.move(1)
	case "pgup":
		p.move(-rowsMax / 2)
	case "pgdown":
		p.move(rowsMax / 2)
	case "tab":
		return p.tab()
	case "enter", "ctrl+j", "ctrl+m":
		return p.enter()
	default:
		p.edit(key, text)
	}
	return Answer{}
}

// Click takes a click on a row of what was drawn last, which is as good as choosing it and then Enter.
func (p *Palette) Click(row int) Answer {
	rows := len(p.ranked)
	if p.verb != nil {
		rows = len(p.candidates)
	}
	at := p.first + row - p.head
	if row < p.head || row >= p.head+p.listed || at >= rows {
		return Answer{}
	}
	p.at, p.moved = at, true
	return p.enter()
}

// Type adds text, as a paste does.
func (p *Palette) Type(text string) {
	if p.query.Insert(text) {
		p.changed()
	}
}

// edit takes a key for the line in the box.
func (p *Palette) edit(key, text string) {
	before := p.query.Text()
	if text != "" {
		p.query.Insert(text)
	} else {
		p.query.EditKey(key)
	}
	if p.query.Text() != before {
		p.changed()
	}
}

// changed follows the line that is typed.
func (p *Palette) changed() {
	line := p.query.Text()
	switch {
	case p.verb != nil && !strings.HasPrefix(line, p.verb.Name+" "):
		p.verb = nil // rubbed out
		p.rank()
	case p.verb != nil:
		p.at, p.moved = 0, false
	default:
		p.rank()
		name, typed, spaced := strings.Cut(line, " ")
		if i := slices.IndexFunc(p.entries, func(e entry) bool { return e.command == "" && e.Name == name }); spaced &&
			i >= 0 && strings.TrimSpace(typed) == "" {
			p.begin(&p.entries[i])
		}
	}
}

// begin begins to complete a verb.
func (p *Palette) begin(e *entry) {
	p.verb, p.candidates, p.known, p.at, p.moved = e, nil, false, 0, false
	p.query.Set(e.Name + " ")
}

// move chooses another row.
func (p *Palette) move(by int) {
	rows := len(p.ranked)
	if p.verb != nil {
		rows = len(p.candidates)
	}
	if rows > 0 {
		p.at, p.moved = min(max(p.at+by, 0), rows-1), true
	}
}

// chosen is the chosen entry, nil for none.
func (p *Palette) chosen() *entry {
	if p.at >= len(p.ranked) {
		return nil
	}
	return &p.entries[p.ranked[p.at]]
}

// tab puts the chosen verb or completion on the line.
func (p *Palette) tab() Answer {
	e := p.chosen()
	switch {
	case p.verb != nil:
		p.take()
	case e == nil:
	case e.command != "":
		return p.enter()
	default:
		p.begin(e)
	}
	return Answer{}
}

// take puts the chosen completion on the line, ready for the next word if one is needed.
func (p *Palette) take() bool {
	if !p.known || p.answered != p.query.Text() || p.at >= len(p.candidates) {
		return false
	}
	line := p.candidates[p.at]
	switch missing, next := p.verb.lacks(line); {
	case missing > 0 && next[0] != '<':
		line += " " + next + " "
	case missing > 0:
		line += " "
	}
	p.query.Set(line)
	p.changed()
	return true
}

// missing reports whether the line lacks words of the verb.
func (p *Palette) missing() bool {
	words, _ := p.verb.lacks(p.query.Text())
	return words > 0
}

// takes reports whether Enter takes the chosen completion first: the line lacks words, or the person has chosen it.
func (p *Palette) takes() bool { return p.moved || p.missing() }

// goesOn reports whether Enter takes the chosen completion and waits for the next word.
func (p *Palette) goesOn() bool {
	words, _ := p.verb.lacks(p.candidates[p.at])
	return words > 0 && p.takes()
}

// enter does what is chosen, or sends the line if it is complete.
func (p *Palette) enter() Answer {
	if p.verb == nil {
		switch e := p.chosen(); {
		case e == nil:
			p.notice = "Nothing fits that."
			return Answer{}
		case e.command != "":
			p.Close()
			return Answer{Close: true, Command: e.command}
		case e.needs() > 0:
			p.begin(e)
			return Answer{}
		default:
			return p.send(e.Name)
		}
	}
	if p.takes() && !p.take() {
		p.notice = "More is needed: " + p.verb.Usage
		return Answer{}
	}
	if p.missing() {
		return Answer{}
	}
	return p.send(p.query.Text())
}

func (p *Palette) send(line string) Answer {
	p.Close()
	return Answer{Close: true, Send: strings.TrimSpace(line)}
}

// Ask returns the line to ask the session about, and false while there is none to ask about or an answer is awaited.
func (p *Palette) Ask() (line string, ok bool) {
	line = p.query.Text()
	if !p.on || p.asked || p.verb == nil || p.known && p.answered == line {
		return "", false
	}
	p.asked = true
	return line, true
}

// Waits reports whether an answer is awaited.
func (p *Palette) Waits() bool { return p.asked }

// Offer takes what the session offers for a line.
func (p *Palette) Offer(line string, candidates []string) {
	p.asked = false
	if !p.on || p.verb == nil || line != p.query.Text() {
		return
	}
	p.candidates, p.answered, p.known, p.at, p.moved = nil, line, true, 0, false
	for _, c := range candidates[:min(len(candidates), candidatesMax)] {
		if c = cell.Clean(cell.Head(c, lineedit.LineMaxBytes)); strings.HasPrefix(c, p.verb.Name+" ") &&
			strings.TrimRight(c, " ") != strings.TrimRight(line, " ") {
			p.candidates = append(p.candidates, c)
		}
	}
}
