package triggers

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// command is one of the client's commands.
type command struct {
	name  string
	also  []string
	args  string // for help
	brief string
	rest  int  // the argument from which on an open one takes the rest of the line
	hand  bool // only the player may give it, no rule
	do    func(r *run, args []string)
	raw   func(r *run, rest string, args Args) // instead of do: puts in the arguments itself
	owner func(rest string) Outcome            // of the Engine's owner, instead of do
}

// table returns all commands: the kinds of rules, their removal, what is below, and the owner's.
func (e *Engine) table() []command {
	var out []command
	for _, w := range kinds() {
		out = append(out, command{
			name: w.name, also: w.also, args: w.args, brief: briefs()[w.kind], rest: restArg(w.kind),
			do: func(r *run, args []string) { r.change(w.kind, args, false) },
		})
	}
	out = append(out, actions()...)
	for _, w := range kinds() {
		c := command{
			name: "un" + w.name, args: "{" + strings.Trim(strings.Fields(w.args)[0], "{}") + "}",
			do: func(r *run, args []string) { r.takeAway(w.kind, args) },
		}
		for _, a := range w.also {
			c.also = append(c.also, "un"+a)
		}
		out = append(out, c)
	}
	for _, c := range e.c.Commands {
		out = append(out, command{name: c.Name, args: c.Args, brief: c.Brief, owner: c.Do})
	}
	return out
}

// actions are the commands that are no kind of rule.
func actions() []command {
	return []command{
		{name: "once", args: "{PATTERN} {COMMANDS}", rest: 1, brief: "a trigger that is gone when it has run",
			do: func(r *run, args []string) { r.change(Trigger, args, true) }},
		{name: "delay", args: "{SECONDS} {COMMANDS}", brief: "commands after a while", raw: (*run).later},
		{name: "undelay", args: "{NAME}", do: (*run).undelay},
		{name: "if", args: "{QUESTION} {COMMANDS} {OTHERWISE}", brief: "commands only if something is so",
			raw: (*run).choose},
		{name: "math", args: "{NAME} {SUM}", brief: "a variable that is reckoned", raw: (*run).reckon},
		{name: "class", args: "{NAME} {on|off|open|close|kill}", rest: 2,
			brief: "rules that belong together, switched at once", do: (*run).class},
		{name: "ignore", args: "{KIND} {on|off}", rest: 2, brief: "all rules of a kind, asleep or awake",
			do: (*run).ignore},
		{name: "showme", also: []string{"echo"}, args: "{TEXT}", brief: "shows you a text, and the MUD nothing",
			do: func(r *run, args []string) { r.Say(Text(strings.Join(args, " "), nil, r.e.value)) }},
		{name: "send", args: "{TEXT}", brief: "sends a text as it is, no alias asked",
			do: func(r *run, args []string) { r.Send(Text(strings.Join(args, " "), nil, r.e.value)) }},
		{name: "test", args: "{LINE}", brief: "shows what your rules would do with a line of the MUD", hand: true,
			do: (*run).test},
		{name: "rules", brief: "counts your rules", do: func(r *run, _ []string) { r.count() }},
		{name: "load", brief: "reads your rules and scripts again", hand: true,
			do: func(r *run, _ []string) { r.load() }},
		{name: "import", args: "FILE", brief: "takes over the rules of a TinTin++ file", hand: true,
			do: (*run).fetch},
		{name: "help", args: "TOPIC", brief: "this list, or the page of one command", do: (*run).help},
		{name: "nop", args: "WORDS", brief: "nothing; for remarks", do: func(*run, []string) {}},
	}
}

// command carries out a statement that begins with #.
func (r *run) command(text string, args Args) {
	word, rest, ok := commandWord(text)
	if !ok {
		r.Say("After # comes a command, such as #help; ## sends one #.")
		return
	}
	if n, err := strconv.Atoi(word); err == nil {
		r.repeat(n, strings.TrimSpace(rest), args)
		return
	}
	c, why := r.e.find(word)
	switch {
	case c == nil:
		r.Say(why)
		return
	case c.hand && r.byRule:
		r.Say("#" + c.name + " is for you to type; a rule cannot use it.")
		return
	}
	if c.raw != nil {
		c.raw(r, rest, args)
		return
	}
	rest = Nested(rest, args)
	if c.owner != nil {
		r.merge(c.owner(Text(strings.TrimSpace(rest), nil, r.e.value)))
		return
	}
	words, err := Words(rest, c.rest)
	if err != nil {
		r.Say(sentence(err))
		return
	}
	c.do(r, words)
}

// merge takes over what the Engine's owner answers.
func (r *run) merge(o Outcome) {
	for _, s := range o.Send {
		r.Send(s)
	}
	for _, s := range o.Say {
		r.Say(s)
	}
}

// repeat is #N.
func (r *run) repeat(n int, text string, args Args) {
	if n < 1 || n > repeatMax || text == "" {
		r.Say(fmt.Sprintf("#N repeats a command 1 to %d times; for example: #3 kill rat", repeatMax))
		return
	}
	if words, err := Words(text, 0); err == nil && len(words) == 1 {
		text = words[0]
	}
	for range n {
		r.do(text, args)
	}
}

// choose is #if. Its commands are taken apart with what they stand in, so that what a MUD said stays a word in them.
func (r *run) choose(rest string, args Args) {
	words, err := Words(rest, 2)
	if err == nil && len(words) < 2 {
		err = errors.New("#if wants {QUESTION} {COMMANDS}; for example: #if {$hp < 50} {flee}")
	}
	if err != nil {
		r.Say(sentence(err))
		return
	}
	answer, err := Eval(words[0], Values{Args: args, Value: r.e.value})
	switch {
	case err != nil:
		r.Say("#if {" + words[0] + "}: " + err.Error())
	case isTrue(answer):
		r.do(words[1], args)
	case len(words) > 2:
		r.do(words[2], args)
	}
}

// reckon is #math. Its variable lasts until the client ends.
func (r *run) reckon(rest string, args Args) {
	words, err := Words(rest, 1)
	if err == nil && len(words) < 2 {
		err = errors.New("#math wants {NAME} {SUM}; for example: #math {kills} {$kills + 1}")
	}
	if err != nil {
		r.Say(sentence(err))
		return
	}
	answer, err := Eval(words[1], Values{Args: args, Value: r.e.value})
	if err == nil {
		err = r.Set(Text(words[0], args, nil), answer)
	}
	if err != nil {
		r.Say("#math {" + words[0] + "}: " + err.Error())
	}
}

// find returns the command that a word names, in full or by a beginning that only one has.
func (e *Engine) find(word string) (*command, string) {
	var like []*command
	for i := range e.commands {
		c := &e.commands[i]
		if c.name == word || slices.Contains(c.also, word) {
			return c, ""
		}
		isLike := func(name string) bool { return strings.HasPrefix(name, word) }
		if isLike(c.name) || slices.ContainsFunc(c.also, isLike) {
			like = append(like, c)
		}
	}
	switch len(like) {
	case 0:
		return nil, "There is no command #" + word + "; #help lists them, and ## sends one #."
	case 1:
		return like[0], ""
	}
	var names []string
	for _, c := range like {
		names = append(names, "#"+c.name)
	}
	return nil, "#" + word + " may be " + join(names, "or") + "."
}

// join writes a list as one says it.
func join(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " " + last + " " + words[len(words)-1]
}
