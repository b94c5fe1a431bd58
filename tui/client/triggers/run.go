package triggers

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/tui/lineedit"
)

// errFull refuses a rule beyond RulesMax.
var errFull = errors.New("there are too many rules of this kind; take some away first")

// run is one call of the Engine: what it comes to, and how far it has gone. It is what scripts reach as their host.
type run struct {
	e         *Engine
	out       Outcome
	byRule    bool // a trigger, a timer or a script asked, not the player's hand
	isChanged bool // the file of rules
	steps     int
	depth     int
	isCut     bool
	aliases   []*entry // being expanded now
}

// begin starts a call.
func (e *Engine) begin(byRule bool) *run { return &run{e: e, byRule: byRule} }

// end returns what the call came to.
func (r *run) end() Outcome {
	if !r.isChanged || r.e.c.Sheet == "" {
		return r.out
	}
	text := r.e.sheet.String()
	switch {
	case r.e.isKept && len(text) <= SheetMaxBytes:
		r.out.Save = []byte(text)
	case r.byRule:
	case r.e.isKept:
		r.Say(fmt.Sprintf("%s would have more than %d bytes, and could not be read again, so it is not written; take "+
			"some rules away.", r.e.c.Sheet, SheetMaxBytes))
	default:
		r.Say(r.e.c.Sheet + " could not be read, so nothing is written to it; #load reads it again.")
	}
	return r.out
}

// do carries out the statements of a rule.
func (r *run) do(body string, args Args) {
	if r.depth >= ChainMax {
		r.cut(fmt.Sprintf("Your rules call each other more than %d deep; the rest is left out. Does an alias or "+
			"a #delay call itself?", ChainMax))
		return
	}
	r.depth++
	for _, statement := range Split(body) {
		r.statement(statement, args)
	}
	r.depth--
}

// cut says once why the rest of a call is left out.
func (r *run) cut(why string) {
	if !r.isCut {
		r.isCut = true
		r.Say(why)
	}
}

// statement carries out one statement.
func (r *run) statement(text string, args Args) {
	if r.steps++; r.steps > StepsMax {
		r.cut(fmt.Sprintf("Your rules made more than %d commands of one; the rest is left out.", StepsMax))
		return
	}
	switch {
	case strings.HasPrefix(text, "##"):
		r.Send(Text(text[1:], args, r.e.value))
	case strings.HasPrefix(text, "#"):
		r.command(text, args)
	default:
		r.words(Text(text, args, r.e.value))
	}
}

// words sends a line unless it is an alias or a walk.
func (r *run) words(text string) {
	text = strings.TrimSpace(head(clean(text), LineMaxBytes))
	if x, args, ok := r.alias(text); ok {
		if x.hook != nil {
			r.call(x, (Match{Args: args}).List())
			return
		}
		r.aliases = append(r.aliases, x)
		body := x.rule.Body
		if x.pattern.plain && args[0] != "" && !uses(body) {
			body += " %0"
		}
		r.do(body, args)
		r.aliases = r.aliases[:len(r.aliases)-1]
		return
	}
	if steps, ok := lineedit.Walk(text); ok {
		if len(steps) > lineedit.LinesMax {
			steps = steps[:lineedit.LinesMax]
			r.cut(fmt.Sprintf("A walk has at most %d steps; the rest is left out.", lineedit.LinesMax))
		}
		for _, s := range steps {
			r.Send(s)
		}
		return
	}
	r.Send(text)
}

// alias finds the alias that a line is. An alias is not applied within itself, so {get} may say "get %1 bag".
func (r *run) alias(text string) (*entry, Args, bool) {
	for _, x := range r.e.active(Alias) {
		if slices.Contains(r.aliases, x) {
			continue
		}
		if x.pattern.plain {
			rest, ok := strings.CutPrefix(text, bare(x.rule.Pattern))
			if !ok || rest != "" && rest[0] != ' ' {
				continue
			}
			return x, arguments(strings.TrimSpace(rest)), true
		}
		if m, ok := x.pattern.Find(text); ok {
			return x, Args(m.Args), true
		}
	}
	return nil, nil, false
}

// arguments are what follows a plain alias: all of it, and its words.
func arguments(rest string) Args {
	args := Args{0: rest}
	words, err := Words(rest, argMax)
	if err != nil { // a smile :-{ is no brace
		words = strings.Fields(rest)
	}
	for i, w := range words {
		if i < argMax {
			args[i+1] = w
		}
	}
	return args
}

// Send sends a line, unless rules have sent too many within the second.
func (r *run) Send(line string) {
	line = head(clean(line), LineMaxBytes)
	if r.byRule && !r.e.mayBeSent() {
		if !r.e.isCut {
			r.e.isCut = true
			r.Say(fmt.Sprintf("Your rules sent %d lines within a second; more are dropped until the second is over. Does a "+
				"trigger answer itself? #trigger lists them, #ignore triggers on stops them.", SendsPerSecond))
		}
		return
	}
	if len(r.out.Send) < StepsMax {
		r.out.Send = append(r.out.Send, line)
	}
}

// mayBeSent counts a line that a rule sends.
func (e *Engine) mayBeSent() bool {
	now := e.c.Now()
	if since := now.Sub(e.window); since >= rateWindow || since < 0 {
		e.window, e.sends, e.isCut = now, 0, false
	}
	e.sends++
	return e.sends <= SendsPerSecond
}

// Say says something to the player.
func (r *run) Say(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		if len(r.out.Say) < SaysMax {
			r.out.Say = append(r.out.Say, head(clean(line), LineMaxBytes))
		}
	}
}

// Get returns the value of a variable.
func (r *run) Get(name string) (string, bool) { return r.e.value(name) }

// Set gives a variable a value until the client ends.
func (r *run) Set(name, value string) error {
	if _, err := makeRule(Variable, []string{name, value}); err != nil {
		return err
	}
	return r.e.set(name, value)
}

// call runs a script's function. One that fails too often in a row rests until the scripts are loaded anew.
func (r *run) call(x *entry, args []string) {
	if x.breaks >= breaksMax {
		return
	}
	byRule := r.byRule
	r.byRule = r.byRule || x.rule.Kind != Alias
	err := x.hook.Call(r, args)
	r.byRule = byRule
	if err == nil {
		x.breaks = 0
		return
	}
	r.Say(err.Error())
	if x.breaks++; x.breaks == breaksMax {
		r.Say("The function of " + x.hook.Where + " failed " + strconv.Itoa(breaksMax) +
			" times in a row and rests now; #load starts it again.")
	}
}

// value looks a variable up: the player's own, or a figure of GMCP such as Char.Vitals.hp.
func (e *Engine) value(name string) (string, bool) {
	if v, ok := e.vars[name]; ok {
		return v, true
	}
	return e.figure(name)
}

// Typed is asked about each line that the player typed, but never about a secret: it expands aliases, walks such as
// 3n2e, several commands with semicolons between, and carries out what begins with #.
func (e *Engine) Typed(text string) Outcome {
	e.mu.Lock()
	defer e.mu.Unlock()
	r := e.begin(false)
	if strings.TrimSpace(text) == "" {
		r.out.Send = []string{""}
		return r.out
	}
	r.typed(head(text, LineMaxBytes))
	return r.end()
}

// typed takes a line of the player's apart as the screen does elsewhere: what is said is never cut, and a backslash at
// the beginning lets the line go as it is.
func (r *run) typed(text string) {
	if whole, ok := strings.CutPrefix(text, `\`); ok {
		r.Send(whole)
		return
	}
	isCommand := func(s string) bool { return strings.HasPrefix(strings.TrimSpace(s), "#") }
	parts := lineedit.Split(text)
	if slices.ContainsFunc(parts, isCommand) {
		r.do(text, nil)
		return
	}
	if len(parts) > lineedit.LinesMax {
		parts = parts[:lineedit.LinesMax]
		r.cut(fmt.Sprintf("One typed line sends %d at most; the rest is left out.", lineedit.LinesMax))
	}
	r.depth++
	for _, part := range parts {
		if r.steps++; r.steps > StepsMax {
			return
		}
		r.words(Text(part, nil, r.e.value))
	}
	r.depth--
}

// Key is asked about a key such as f1 or alt+k. It reports false for one that no rule waits for.
func (e *Engine) Key(key string) (Outcome, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, x := range e.active(Macro) {
		if x.rule.Pattern == strings.ToLower(key) {
			r := e.begin(false)
			r.do(x.rule.Body, nil)
			return r.end(), true
		}
	}
	return Outcome{}, false
}

// delay is a command that waits for its time.
type delay struct {
	name string
	at   time.Time
	body string
	args Args
}

// Tick runs what is due. A ticker that was due several times runs once.
func (e *Engine) Tick(now time.Time) Outcome {
	e.mu.Lock()
	defer e.mu.Unlock()
	r := e.begin(true)
	var due, later []delay
	for _, d := range e.delays {
		if d.at.After(now) {
			later = append(later, d)
		} else {
			due = append(due, d)
		}
	}
	e.delays = later
	for _, d := range due {
		r.do(d.body, d.args)
	}
	for _, x := range e.active(Ticker) {
		if x.next.After(now) {
			continue
		}
		x.next = now.Add(x.rule.Every)
		if x.hook != nil {
			r.call(x, nil)
			continue
		}
		r.do(x.rule.Body, nil)
	}
	return r.end()
}

// Next returns when Tick is to be called next; false when nothing waits for a time.
func (e *Engine) Next() (time.Time, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var next time.Time
	for _, d := range e.delays {
		if next.IsZero() || d.at.Before(next) {
			next = d.at
		}
	}
	for _, x := range e.active(Ticker) {
		if next.IsZero() || x.next.Before(next) {
			next = x.next
		}
	}
	return next, !next.IsZero()
}
