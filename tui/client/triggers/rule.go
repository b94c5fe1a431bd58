package triggers

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Limits of a rule.
const (
	// bodyMaxBytes is how long the commands, the text or the value of a rule may be.
	bodyMaxBytes = 8192
	// nameMaxBytes is how long a name of a class, a variable, a ticker, a key or a tab may be.
	nameMaxBytes = 64
	// tickerMin and tickerMax are how often a ticker may run.
	tickerMin, tickerMax = 100 * time.Millisecond, 30 * 24 * time.Hour
	// priorityMin comes first, priorityMax last, priority is what is not said.
	priorityMin, priority, priorityMax = 1, 5, 9
)

// Kind is what a rule does.
type Kind uint8

// The kinds of rules.
const (
	None Kind = iota
	Alias
	Trigger
	Highlight
	Gag
	Substitute
	Ticker
	Variable
	Macro
	Tab
	GMCP
)

// word is how a kind is written.
type word struct {
	kind    Kind
	name    string
	also    []string // other words for it
	args    string   // its arguments, for help
	example string
}

// kinds returns the words of all kinds, in the order in which they are listed to players.
func kinds() []word {
	return []word{
		{Alias, "alias", nil, "{WORDS} {COMMANDS}", "#alias {k} {kill %1}"},
		{Trigger, "trigger", []string{"action"}, "{PATTERN} {COMMANDS} {PRIORITY}", "#trigger {You are hungry} {eat bread}"},
		{Highlight, "highlight", nil, "{PATTERN} {COLOUR}", "#highlight {%w arrives} {bold yellow}"},
		{Gag, "gag", nil, "{PATTERN}", "#gag {^The wind howls}"},
		{Substitute, "substitute", nil, "{PATTERN} {TEXT}", "#substitute {a grizzled orc} {ORC}"},
		{Ticker, "ticker", []string{"timer"}, "{NAME} {COMMANDS} {SECONDS}", "#ticker {idle} {look} {300}"},
		{Variable, "variable", nil, "{NAME} {VALUE}", "#variable {target} {rat}"},
		{Macro, "macro", nil, "{KEY} {COMMANDS}", "#macro {f1} {cast heal}"},
		{Tab, "tab", nil, "{NAME} {PATTERN}", "#tab chat /^\\w+ (says|tells)/"},
		{GMCP, "gmcp", nil, "{PACKAGE} {COMMANDS}", "#gmcp {Char.Vitals} {#showme {$Char.Vitals.hp}}"},
	}
}

// word returns how the kind is written.
func (k Kind) word() word {
	for _, w := range kinds() {
		if w.kind == k {
			return w
		}
	}
	return word{}
}

// kindNamed returns the kind that a word names in full, without its #.
func kindNamed(word string) Kind {
	for _, w := range kinds() {
		if w.name == word || slices.Contains(w.also, word) {
			return w.kind
		}
	}
	return None
}

// begun returns the kind that a word names, in full or by a beginning that is no other kind's.
func begun(word string) Kind {
	if k := kindNamed(word); k != None || word == "" {
		return k
	}
	found := None
	for _, w := range kinds() {
		for _, name := range append([]string{w.name}, w.also...) {
			if strings.HasPrefix(name, word) && found != w.kind {
				if found != None {
					return None
				}
				found = w.kind
			}
		}
	}
	return found
}

// Rule is one rule. Two rules of one kind with the same Pattern are the same rule, told twice.
type Rule struct {
	Kind     Kind
	Pattern  string        // what it waits for: a pattern, the name of a variable or a ticker, a key, a package of GMCP
	Body     string        // commands, a colour, a text, a value, the name of a tab; not yet taken apart
	Every    time.Duration // of a ticker
	Priority int           // 1 is asked first; 0 stands for priority
	Once     bool          // a trigger that is gone when it has run
	Class    string        // "" for none
}

// rank returns the priority with nothing said being priority.
func (r *Rule) rank() int {
	if r.Priority == 0 {
		return priority
	}
	return r.Priority
}

// String writes the rule as a statement. Its class is not in it.
func (r *Rule) String() string {
	name := r.Kind.word().name
	if r.Once {
		name = "once"
	}
	switch {
	case r.Kind == Ticker:
		return fmt.Sprintf("#%s {%s} {%s} {%s}", name, r.Pattern, r.Body, seconds(r.Every))
	case r.Kind == Tab:
		return fmt.Sprintf("#%s {%s} {%s}", name, r.Body, r.Pattern)
	case r.Kind == Gag:
		return fmt.Sprintf("#%s {%s}", name, r.Pattern)
	case r.rank() != priority:
		return fmt.Sprintf("#%s {%s} {%s} {%d}", name, r.Pattern, r.Body, r.rank())
	default:
		return fmt.Sprintf("#%s {%s} {%s}", name, r.Pattern, r.Body)
	}
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// makeRule returns the rule that a kind's arguments say. The error is a sentence for the player; patterns and colours
// are not judged here.
func makeRule(kind Kind, args []string) (Rule, error) {
	r := Rule{Kind: kind}
	wants := 2
	switch kind {
	case Gag:
		wants = 1
	case Ticker:
		wants = 3
	case None, Alias, Trigger, Highlight, Substitute, Variable, Macro, Tab, GMCP:
	}
	if len(args) < wants || args[0] == "" {
		w := kind.word()
		return r, fmt.Errorf("#%s wants %s; for example: %s", w.name, w.args, w.example)
	}
	for i := range args {
		args[i] = held(args[i])
	}
	r.Pattern = args[0]
	if wants > 1 {
		r.Body = args[1]
	}
	if kind == Tab {
		r.Pattern, r.Body = args[1], args[0]
	}
	if err := r.options(args[wants:], args); err != nil {
		return r, err
	}
	return r, r.check()
}

// options reads what follows the arguments that every rule of the kind has.
func (r *Rule) options(more, args []string) error {
	if r.Kind == Ticker {
		d, err := parseSeconds(args[2])
		if err != nil {
			return err
		}
		if d < tickerMin || d > tickerMax {
			return fmt.Errorf("a ticker runs every %s to %s seconds", seconds(tickerMin), seconds(tickerMax))
		}
		r.Every = d
		return nil
	}
	if len(more) == 0 || more[0] == "" {
		return nil
	}
	n, err := strconv.ParseFloat(more[0], 64) // TinTin++ has priorities such as 5.5
	if err != nil || n < priorityMin || n >= priorityMax+1 {
		return fmt.Errorf("%q is no priority, which goes from %d (first) to %d (last)", more[0], priorityMin, priorityMax)
	}
	r.Priority = int(n)
	return nil
}

// check judges sizes and names.
func (r *Rule) check() error {
	if len(r.Body) > bodyMaxBytes {
		return fmt.Errorf("a rule's second part has at most %d bytes and this one has %d", bodyMaxBytes, len(r.Body))
	}
	name, what := "", ""
	switch r.Kind {
	case Variable:
		if name, what = r.Pattern, "a variable"; leadingName(name) != name {
			return fmt.Errorf("%q is no name of a variable: letters, digits and _, a letter first, as in target", name)
		}
	case Ticker:
		name, what = r.Pattern, "a ticker"
	case Macro:
		name, what = r.Pattern, "a key"
	case Tab:
		name, what = r.Body, "a tab"
	case GMCP:
		name, what = r.Pattern, "a package"
	case None, Alias, Trigger, Highlight, Gag, Substitute:
		return nil
	}
	if !isName(name) {
		return fmt.Errorf("the name of %s has 1 to %d bytes and no brace or backslash", what, nameMaxBytes)
	}
	return nil
}

// isName reports whether a text may be the name of something.
func isName(s string) bool {
	return s != "" && len(s) <= nameMaxBytes && !strings.ContainsAny(s, "{}\\\n")
}

// parseSeconds reads a time in seconds, such as 2 or 0.5.
func parseSeconds(s string) (time.Duration, error) {
	f, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || f < 0 || f > tickerMax.Seconds() {
		return 0, fmt.Errorf("%q is no time in seconds, such as 2 or 0.5", s)
	}
	return time.Duration(f * float64(time.Second)), nil
}

// ReadRule returns the rule that a whole statement is. The error is errOther for a statement that is no rule.
func ReadRule(statement string) (Rule, error) {
	word, rest, ok := commandWord(statement)
	if !ok {
		return Rule{}, errOther
	}
	isOnce := word == "once"
	kind := begun(word)
	if isOnce {
		kind = Trigger
	}
	if kind == None {
		return Rule{}, errOther
	}
	args, err := Words(rest, restArg(kind))
	if err != nil {
		return Rule{}, err
	}
	r, err := makeRule(kind, args)
	r.Once = isOnce
	return r, err
}

// restArg says which argument of a kind goes on to the end of the line when it is not in braces.
func restArg(kind Kind) int {
	if kind == Gag {
		return 0
	}
	return 1
}

// errOther says that a statement is no rule.
var errOther = errors.New("no rule")
