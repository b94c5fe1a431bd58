package triggers

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// change is a kind's command: lists the rules, shows one, or sets one.
func (r *run) change(kind Kind, args []string, isOnce bool) {
	switch {
	case len(args) == 0:
		r.list(kind, "")
		return
	case len(args) == 1 && kind != Gag:
		r.list(kind, args[0])
		return
	}
	if kind == Variable { // its value is of now, and written so that reading it gives the same
		args = []string{args[0], escaped(Text(args[1], nil, r.e.value))}
	}
	made, err := makeRule(kind, args)
	if err == nil {
		made.Once, made.Class = isOnce, r.e.class
		err = r.e.put(made)
	}
	if err != nil {
		r.Say(sentence(err))
		return
	}
	if r.byRule {
		return // until the client ends; a rule does not write the player's file
	}
	r.keep(made)
	r.Say("Set: " + made.String())
}

// escaped writes a value so that reading it back gives the same.
func escaped(s string) string {
	return strings.NewReplacer(`\`, `\\`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `%`, `\%`, `#`, `\#`, `;`, `\;`).Replace(s)
}

// sentence makes an error's words a sentence. One that ends with an example to type gets no stop behind it.
func sentence(err error) string {
	s := err.Error()
	s = strings.ToUpper(s[:1]) + s[1:]
	if strings.HasSuffix(s, "}") {
		return s
	}
	return s + "."
}

// keep writes a rule into the file.
func (r *run) keep(made Rule) {
	r.e.sheet.Set(made)
	r.isChanged = true
}

// list shows the rules of a kind whose pattern contains some words.
func (r *run) list(kind Kind, words string) {
	var found []string
	if kind == Variable {
		for _, name := range slices.Sorted(maps.Keys(r.e.vars)) {
			if strings.Contains(name, words) {
				found = append(found, fmt.Sprintf("$%s is %s", name, r.e.vars[name]))
			}
		}
	}
	for _, x := range r.e.tables[kind] {
		if !strings.Contains(x.rule.Pattern, words) && !strings.Contains(x.rule.Body, words) {
			continue
		}
		line := x.rule.String()
		if x.hook != nil {
			line = fmt.Sprintf("{%s}, by the script %s", x.rule.Pattern, x.hook.Where)
		}
		if x.rule.Class != "" {
			line += " (class " + x.rule.Class + ")"
		}
		found = append(found, line)
	}
	w := kind.word()
	switch {
	case len(found) > 0:
		r.Say(strings.Join(found, "\n"))
	case words != "":
		r.Say(fmt.Sprintf("No #%s speaks of %q. To set one: %s", w.name, words, w.example))
	default:
		r.Say(fmt.Sprintf("There is no #%s yet. For example: %s", w.name, w.example))
	}
}

// takeAway is #unalias and its like: the rules with just this pattern, or all with *.
func (r *run) takeAway(kind Kind, args []string) {
	w := kind.word()
	if len(args) == 0 {
		first := ""
		if _, rest, ok := commandWord(w.example); ok {
			if words, err := Words(rest, restArg(kind)); err == nil {
				first = words[0]
			}
		}
		r.Say(fmt.Sprintf("#un%s wants what stands first after #%s, or * for all; for example: #un%s {%s}",
			w.name, w.name, w.name, first))
		return
	}
	what := held(args[0])
	if kind == Variable {
		for name := range maps.Keys(maps.Clone(r.e.vars)) {
			if name == what || what == "*" {
				delete(r.e.vars, name)
				r.gone(Rule{Kind: kind, Pattern: name})
			}
		}
	} else {
		for _, x := range r.e.remove(kind, func(x *entry) bool {
			isNamed := x.rule.Pattern == what || kind == Tab && x.rule.Body == what
			return x.hook == nil && (isNamed || what == "*")
		}) {
			r.gone(x.rule)
		}
	}
	if len(r.out.Say) == 0 && !r.byRule {
		r.Say(fmt.Sprintf("There is no #%s {%s}.", w.name, what))
	}
}

// gone says that a rule was taken away and takes it out of the file.
func (r *run) gone(x Rule) {
	if r.byRule {
		return
	}
	r.e.sheet.Remove(x.Kind, x.Pattern)
	r.isChanged = true
	r.Say(fmt.Sprintf("Taken away: #%s {%s}", x.Kind.word().name, x.Pattern))
}

// later is #delay {SECONDS} {COMMANDS}, or {NAME} {COMMANDS} {SECONDS}, as TinTin++ has it too. Its commands are kept
// with what they stand in, as those of #if are.
func (r *run) later(rest string, values Args) {
	args, err := Words(rest, 1)
	if err != nil {
		r.Say(sentence(err))
		return
	}
	if len(args) == 0 {
		for _, d := range r.e.delays {
			r.Say(fmt.Sprintf("In %.1f s: %s", d.at.Sub(r.e.c.Now()).Seconds(), Text(d.body, d.args, nil)))
		}
		if len(r.e.delays) == 0 {
			r.Say("Nothing waits. For example: #delay {2} {stand}")
		}
		return
	}
	d := delay{args: values}
	if len(args) > 2 {
		d.name, args = Text(args[0], values, r.e.value), []string{args[2], args[1]}
	}
	if len(args) < 2 {
		r.Say("#delay wants {SECONDS} {COMMANDS}; for example: #delay {2} {stand}")
		return
	}
	after, err := parseSeconds(Text(args[0], values, r.e.value))
	if err != nil {
		r.Say(sentence(err))
		return
	}
	if len(r.e.delays) >= DelaysMax {
		r.cut(fmt.Sprintf("There are %d commands waiting for their time already; this one is left out.", DelaysMax))
		return
	}
	d.at, d.body = r.e.c.Now().Add(max(after, time.Millisecond)), args[1]
	r.e.delays = append(r.e.delays, d)
}

// undelay forgets what waits under a name, or everything with *.
func (r *run) undelay(args []string) {
	if len(args) == 0 {
		r.Say("#undelay wants the name that #delay {NAME} {COMMANDS} {SECONDS} was given, or * for all.")
		return
	}
	before := len(r.e.delays)
	r.e.delays = slices.DeleteFunc(r.e.delays, func(d delay) bool { return args[0] == "*" || d.name == args[0] })
	if !r.byRule {
		switch n := before - len(r.e.delays); n {
		case 0:
			r.Say("Nothing waits under that name.")
		case 1:
			r.Say("It no longer waits.")
		default:
			r.Say(fmt.Sprintf("%d no longer wait.", n))
		}
	}
}

// class switches rules that belong together.
func (r *run) class(args []string) {
	if len(args) == 0 {
		r.classes()
		return
	}
	verb := "open"
	if len(args) > 1 {
		verb = strings.ToLower(args[1])
	}
	name := args[0]
	if !isName(name) {
		r.Say(fmt.Sprintf("The name of a class has 1 to %d bytes and no brace or backslash.", nameMaxBytes))
		return
	}
	said := ""
	switch verb {
	case "on", "off":
		if verb == "off" {
			if len(r.e.off) >= RulesMax {
				r.Say(sentence(errFull))
				return
			}
			r.e.off[name] = true
		} else {
			delete(r.e.off, name)
		}
		said = fmt.Sprintf("Class %s is %s.", name, verb)
		if !r.byRule {
			r.e.sheet.SetClass(name, verb == "off")
			r.isChanged = true
		}
	case "open":
		r.e.class = name
		said = fmt.Sprintf("New rules belong to class %s until #class {%s} {close}.", name, name)
	case "close":
		r.e.class = ""
		said = "New rules belong to no class."
	case "kill":
		r.kill(name)
		return
	default:
		said = fmt.Sprintf("A class can be on, off, open, close or kill; for example: #class {%s} {off}", name)
	}
	if !r.byRule {
		r.Say(said)
	}
}

// kill takes all rules of a class away.
func (r *run) kill(name string) {
	n := 0
	for _, w := range kinds() {
		for _, x := range r.e.remove(w.kind, func(x *entry) bool { return x.hook == nil && x.rule.Class == name }) {
			n++
			if !r.byRule {
				r.e.sheet.Remove(x.rule.Kind, x.rule.Pattern)
				r.isChanged = true
			}
		}
	}
	if !r.byRule {
		r.Say(fmt.Sprintf("Taken away: the %d rules of class %s.", n, name))
	}
}

// classes lists them.
func (r *run) classes() {
	counts := map[string]int{}
	for _, table := range r.e.tables {
		for _, x := range table {
			if x.rule.Class != "" {
				counts[x.rule.Class]++
			}
		}
	}
	for name := range r.e.off {
		counts[name] += 0
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		state := "on"
		if r.e.off[name] {
			state = "off"
		}
		r.Say(fmt.Sprintf("Class %s is %s and has %d rules.", name, state, counts[name]))
	}
	if len(counts) == 0 {
		r.Say("There is no class yet. For example: #class {combat} {open}, then its rules, then #class {combat} {close}")
	}
}

// ignore puts all rules of a kind to sleep.
func (r *run) ignore(args []string) {
	if len(args) == 2 {
		kind := kindNamed(strings.TrimSuffix(strings.ToLower(args[0]), "s"))
		verb := strings.ToLower(args[1])
		if kind == None {
			kind = kindNamed(strings.TrimSuffix(strings.ToLower(args[0]), "es")) // aliases
		}
		if kind != None && (verb == "on" || verb == "off") {
			r.e.ignored[kind] = verb == "on"
			if !r.byRule {
				r.Say(map[string]string{"on": "Ignored from now on: #", "off": "Heeded again: #"}[verb] + kind.word().name + ".")
			}
			return
		}
	}
	r.Say("#ignore wants a kind of rule and on or off; for example: #ignore {triggers} {on}")
}

// count says how many rules there are.
func (r *run) count() {
	var parts []string
	for _, w := range kinds() {
		n := len(r.e.tables[w.kind])
		if w.kind == Variable {
			n = len(r.e.vars)
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d #%s", n, w.name))
		}
	}
	if len(parts) == 0 {
		r.Say("You have no rules yet; #help tells how to make some.")
		return
	}
	r.Say("You have " + join(parts, "and") + ".")
}

// test says what the rules would do with a line, and does not do it.
func (r *run) test(args []string) {
	text := strings.Join(args, " ")
	if text == "" {
		r.Say("#test wants a line of the MUD; for example: #test Bob tells you 'follow me'")
		return
	}
	found := 0
	for _, w := range kinds() {
		for _, x := range r.e.active(w.kind) {
			if x.pattern == nil || w.kind == Alias {
				continue
			}
			m, ok := x.pattern.Find(text)
			if !ok {
				continue
			}
			found++
			line := x.rule.String()
			if x.hook != nil {
				line = "the script " + x.hook.Where
			}
			r.Say(line)
			for n, s := range m.List() {
				r.Say(fmt.Sprintf("    %%%d is %q", n, s))
			}
		}
	}
	if found == 0 {
		r.Say("No rule waits for this line.")
	}
}
