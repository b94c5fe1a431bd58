package triggers

import (
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/tui/cell"
)

// Config is what an Engine needs from outside. The zero Config makes one without files.
type Config struct {
	Now func() time.Time // nil for time.Now
	// Files is the profile's folder: the file of rules and the scripts beside it. nil for none.
	Files fs.FS
	// Sheet is the name of the file of rules in Files.
	Sheet string
	// Import reads a file that a player names after #import. nil refuses.
	Import func(path string) ([]byte, error)
	// Commands are further commands of the client.
	Commands []Command
}

// Command is a command that the Engine's owner adds.
type Command struct {
	Name, Args, Brief string
	Help              string // its page; paragraphs are lines
	// Do carries it out. It is called while the Engine is busy, so it must not call it.
	Do func(rest string) Outcome
}

// Outcome is what is to be done. The zero Outcome is nothing.
type Outcome struct {
	Gag     bool     // do not show the line
	Replace string   // show this instead of the line; "" for the line itself
	Marks   []Mark   // colours of the line that is shown; a later one lies over an earlier one
	Tab     string   // the output tab that the line goes to as well
	Send    []string // lines to the MUD
	Say     []string // the client's own words to the player
	Save    []byte   // what the file of rules is from now on; nil leaves it
}

// Mark colours a part of a line.
type Mark struct {
	From, To int // bytes
	Ink      cell.Ink
}

// entry is a rule that is in force.
type entry struct {
	rule    Rule
	pattern *Pattern
	ink     cell.Ink
	next    time.Time // of a ticker
	hook    *Hook     // of a script: called instead of the rule's body
	breaks  int       // mistakes in a row
}

// Engine keeps a player's rules and answers what they say. Make one with New.
type Engine struct {
	mu       sync.Mutex
	c        Config
	commands []command
	tables   map[Kind][]*entry // in the order in which they are asked; never changed in place
	vars     map[string]string
	gmcp     map[string]map[string]string
	off      map[string]bool // classes that are off
	ignored  map[Kind]bool   // kinds that are off
	class    string          // which new rules belong to
	delays   []delay
	sheet    *Sheet
	isKept   bool      // the sheet was read without a mistake that would make writing it a loss
	window   time.Time // when the second began that sends are counted in
	sends    int
	isCut    bool // it was said that sends are cut
}

// New makes an Engine without rules; Load reads them.
func New(c Config) *Engine {
	if c.Now == nil {
		c.Now = time.Now
	}
	e := &Engine{c: c, sheet: &Sheet{}, isKept: c.Sheet != ""}
	e.clear()
	e.commands = e.table()
	return e
}

// clear forgets all rules.
func (e *Engine) clear() {
	e.tables, e.vars = map[Kind][]*entry{}, map[string]string{}
	e.off, e.ignored, e.class = map[string]bool{}, map[Kind]bool{}, ""
	e.gmcp, e.delays = map[string]map[string]string{}, nil
}

// active returns the rules of a kind that are neither ignored nor in a class that is off.
func (e *Engine) active(kind Kind) []*entry {
	if e.ignored[kind] {
		return nil
	}
	all := e.tables[kind]
	if len(e.off) == 0 {
		return all
	}
	out := make([]*entry, 0, len(all))
	for _, x := range all {
		if !e.off[x.rule.Class] {
			out = append(out, x)
		}
	}
	return out
}

// insert puts an entry into its table, in the place of the one that waits for the same.
func (e *Engine) insert(x *entry) bool {
	kind := x.rule.Kind
	kept := slices.DeleteFunc(slices.Clone(e.tables[kind]), func(y *entry) bool {
		return y.hook == nil && x.hook == nil && y.rule.Pattern == x.rule.Pattern
	})
	if len(kept) >= RulesMax {
		return false
	}
	at := slices.IndexFunc(kept, func(y *entry) bool { return y.rule.rank() > x.rule.rank() })
	if at < 0 {
		at = len(kept)
	}
	e.tables[kind] = slices.Insert(kept, at, x)
	return true
}

// remove takes away the entries of a kind that are chosen and returns them.
func (e *Engine) remove(kind Kind, isChosen func(*entry) bool) []*entry {
	var gone, kept []*entry
	for _, x := range e.tables[kind] {
		if isChosen(x) {
			gone = append(gone, x)
		} else {
			kept = append(kept, x)
		}
	}
	if len(gone) > 0 {
		e.tables[kind] = kept
	}
	return gone
}

// compile makes an entry of a rule. The error is a sentence for the player.
func (e *Engine) compile(r Rule) (*entry, error) {
	x := &entry{rule: r}
	var err error
	switch r.Kind {
	case Alias:
		x.pattern, err = Whole(r.Pattern)
	case Trigger, Gag, Substitute, Tab:
		x.pattern, err = Compile(r.Pattern)
	case Highlight:
		if x.ink, err = ParseColour(bare(r.Body)); err == nil {
			x.pattern, err = Compile(r.Pattern)
		}
	case Ticker:
		x.next = e.c.Now().Add(r.Every)
	case Macro:
		x.rule.Pattern = strings.ToLower(strings.TrimSpace(r.Pattern))
	case None, Variable, GMCP:
	}
	return x, err
}

// put brings a rule into force.
func (e *Engine) put(r Rule) error {
	if r.Kind == Variable {
		return e.set(r.Pattern, bare(r.Body))
	}
	x, err := e.compile(r)
	if err != nil {
		return err
	}
	if !e.insert(x) {
		return errFull
	}
	return nil
}

// set gives a variable a value.
func (e *Engine) set(name, value string) error {
	if _, ok := e.vars[name]; !ok && len(e.vars) >= RulesMax {
		return errFull
	}
	e.vars[name] = value
	return nil
}
