package plainedit

import (
	"strconv"
	"strings"
	"time"
)

const (
	// PauseMax is how long what happens waits for the line to be entered, and how long after the last key somebody still
	// counts as typing.
	PauseMax = 5 * time.Second
	// HeldBytesMax is how much may wait; more is told at once.
	HeldBytesMax = 64 << 10
	// LineBytesMax is the longest line that can be typed.
	LineBytesMax = 2 << 10
	// candidatesMax is how many candidates of a completion are listed.
	candidatesMax = 20
	// TabRest is how long after an answer Tab does nothing: a completion asks the world.
	TabRest = 100 * time.Millisecond

	widthMin  = 20 // of a row; a window that claims less is not believed
	promptMin = 16 // cells that a prompt leaves on its row; with less it has the row for itself
	bell      = "\a"
)

// Config says how a line behaves.
type Config struct {
	Width int  // of the terminal, in cells
	Waits bool // what happens waits while somebody types, and nothing is drawn again
}

// Event is what a byte led to.
type Event int

// The events.
const (
	None      Event = iota
	Entered         // the line is complete: [Line.Take] gives it
	Interrupt       // ctrl-c on an empty line
	Leave           // ctrl-d on an empty line
	Ask             // Tab: what may [Line.Before] become? [Line.Complete] takes the answer
)

// Line is one line being typed. Make it with New.
type Line struct {
	waits  bool
	width  int
	keys   keys
	past   history
	prompt string
	text   string
	cursor int // bytes of text left of it
	hidden bool
	done   string // the line that was entered

	row   row
	from  int  // where in text the row begins
	bare  bool // the row has no prompt though it begins the text
	blind bool // what stands right of the cursor is not on the row

	lastKey time.Time
	tabbed  time.Time
	held    strings.Builder
	holds   bool
	since   time.Time // when what is held began to wait
	next    string    // the prompt behind what is held
}

// New makes an empty line.
func New(c Config) *Line { return &Line{waits: c.Waits, width: max(c.Width, widthMin)} }

// Resize says how wide the terminal is. Nothing is drawn: rows to come heed it.
func (l *Line) Resize(width int) { l.width = max(width, widthMin) }

// Hide says whether what is typed is a secret.
func (l *Line) Hide(on bool) { l.hidden = on }

// Wait says whether what happens waits while somebody types. It returns what waited if it does no longer.
func (l *Line) Wait(on bool) string {
	l.waits = on
	if !on {
		return l.Release()
	}
	return ""
}

// Before is the text left of the cursor.
func (l *Line) Before() string { return l.text[:l.cursor] }

// Take gives the line that was entered.
func (l *Line) Take() string { return l.done }

// Say shows a text, whose line ends are "\n", and the prompt behind it; or keeps both while somebody types.
func (l *Line) Say(text, prompt string, now time.Time) string {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if l.waits && !l.hidden && l.text != "" && (l.holds || now.Sub(l.lastKey) < PauseMax) {
		if !l.holds {
			l.holds, l.since = true, now
		}
		l.next = prompt
		l.held.WriteString(text)
		if l.held.Len() <= HeldBytesMax {
			return ""
		}
		return l.Release()
	}
	return l.Release() + l.say(text, prompt)
}

// Due says when [Line.Release] is to be called, if anything waits.
func (l *Line) Due() (time.Time, bool) { return l.since.Add(PauseMax), l.holds }

// Release tells what waited.
func (l *Line) Release() string {
	if !l.holds {
		return ""
	}
	text := l.held.String()
	l.held.Reset()
	l.holds = false
	return l.say(text, l.next)
}

// say shows a text above the line, or where the line stood.
func (l *Line) say(text, prompt string) string {
	var out string
	switch {
	case text == "":
	case l.waits:
		out = l.leave() + text
		l.from, l.bare, l.blind = l.cursor, true, l.text != ""
	default:
		out = l.wipe() + text
	}
	if cells(prompt) > l.width-promptMin {
		out += l.leave() + prompt + "\n"
		prompt = ""
	}
	l.prompt = prompt
	if l.text == "" || l.hidden {
		l.from, l.bare, l.blind = 0, false, false
		if l.waits && l.row.shown != prompt {
			out += l.leave()
		}
	}
	return out + l.draw()
}

// leave goes to a fresh row.
func (l *Line) leave() string {
	if l.row.shown == "" {
		return ""
	}
	l.row = row{}
	return "\n"
}

// wipe makes the row empty.
func (l *Line) wipe() string {
	if l.row.shown == "" {
		return ""
	}
	n := cells(l.row.shown)
	l.row = row{}
	return "\r" + strings.Repeat(" ", n) + "\r"
}

// Type takes a byte.
func (l *Line) Type(b byte, now time.Time) (string, Event) {
	k, text := l.keys.feed(b)
	if k == keyNone {
		return "", None
	}
	l.lastKey = now
	switch k {
	case keyEnter:
		return l.enter(), Entered
	case keyInterrupt:
		mark := "^C\n"
		if cells(l.row.shown[:l.row.at])+len("^C") >= l.width {
			mark = "\n"
		}
		if l.text == "" {
			return mark + l.fresh(""), Interrupt
		}
		return mark + l.fresh(l.prompt) + l.Release(), None
	case keyLeave:
		if l.text == "" {
			return "\n" + l.fresh(""), Leave
		}
		return l.edit(keyDelete), None
	case keyTab:
		if l.hidden || l.text == "" || now.Sub(l.tabbed) < TabRest {
			return "", None
		}
		return "", Ask
	case keyText:
		if !l.insert(text) {
			return bell, None
		}
		return l.draw(), None
	default:
		return l.edit(k), None
	}
}

// enter ends the line. What waited comes behind it, and the prompt has been answered.
func (l *Line) enter() string {
	l.done = l.text
	if !l.hidden {
		l.past.add(l.text)
	}
	l.next = ""
	return "\n" + l.fresh("") + l.Release()
}

// fresh begins a line on a row of its own, behind a prompt.
func (l *Line) fresh(prompt string) string {
	l.text, l.cursor, l.prompt, l.row = "", 0, prompt, row{}
	l.from, l.bare, l.blind = 0, false, false
	return l.draw()
}

// Complete takes what the text that was left of the cursor may become, and lists that if it is several things.
func (l *Line) Complete(candidates []string, now time.Time) string {
	l.tabbed = now
	before := l.Before()
	var all []string
	for _, c := range candidates {
		if c = Clean(c); strings.HasPrefix(strings.ToLower(c), strings.ToLower(before)) && c != before {
			all = append(all, c)
		}
	}
	if len(all) == 0 {
		return bell
	}
	common := all[0]
	for _, c := range all[1:] {
		common = common[:shared(common, c)]
	}
	if len(common) > len(before) {
		if len(all) == 1 && l.cursor == len(l.text) && !strings.HasSuffix(common, " ") {
			common += " "
		}
		l.text, l.cursor = common+l.text[l.cursor:], len(common)
		if len(l.text) > LineBytesMax {
			l.text, l.cursor = before+l.text[len(common):], len(before)
			return bell
		}
		return l.draw()
	}
	return l.list(all, strings.LastIndexByte(common, ' ')+1)
}

// list says candidates, one a line, from where they differ.
func (l *Line) list(all []string, from int) string {
	var b strings.Builder
	for _, c := range all[:min(len(all), candidatesMax)] {
		b.WriteString(c[from:] + "\n")
	}
	if more := len(all) - candidatesMax; more > 0 {
		b.WriteString("and " + strconv.Itoa(more) + " more\n")
	}
	return l.Release() + l.say(b.String(), l.prompt)
}
