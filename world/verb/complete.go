package verb

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

const completionsMost = 40

// Complete lists the lines that a line may become when Tab is pressed at its end.
func (t *Table) Complete(c Ctx, line string) []string {
	lead := line[:len(line)-len(strings.TrimLeft(line, " "))]
	word, rest, more := strings.Cut(strings.TrimLeft(line, " "), " ")
	if !more {
		return prefixed(lead, t.words(c, strings.ToLower(word)))
	}
	low := strings.ToLower(word)
	v := t.named(low, c.Actor.Role)
	if v == nil {
		v = t.beginning(low, c.Actor.Role)
	}
	if v == nil {
		if c.State.Socials[world.SocialID(low)] == nil {
			return nil
		}
		return prefixed(lead+word+" ", starting(names(c.actors("here")), rest))
	}
	return prefixed(lead+word+" ", v.complete(c, rest))
}

// words lists what a first word may become.
func (t *Table) words(c Ctx, low string) []string {
	var out []string
	add := func(n string) {
		if strings.HasPrefix(n, low) && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	for _, v := range t.verbs {
		if v.usable(c.Actor.Role) && v.Only != Called {
			add(v.Name)
		}
	}
	for _, w := range c.State.Ways(c.Actor.Room, c.Actor.ID, c.Now) {
		add(string(w.Dir))
	}
	if low != "" {
		for id := range world.Ordered(c.State.Socials) {
			add(string(id))
		}
	}
	return out
}

// complete lists what the rest of a line may become: the argument that is being typed, behind what stands before it.
func (v *Verb) complete(c Ctx, rest string) []string {
	before := ""
	for i, a := range v.args {
		if i+1 < len(v.args) {
			if at, n := v.nextPrep(i, rest+" "); at >= 0 && at+n <= len(rest) {
				before += rest[:at+n] + " "
				rest = strings.TrimLeft(rest[at+n:], " ")
				continue
			}
			if next := v.args[i+1]; a.take == "actor" && next.take == "text" && strings.Contains(rest, " ") {
				return nil
			}
		}
		if v.Name == "help" {
			return nil
		}
		list, open := v.candidates(c, a)
		if open {
			if v.Name != "look" {
				return nil
			}
			list = names(append(c.actors("here"), c.items("reach", "")...))
		}
		for _, p := range a.preps {
			if low := strings.ToLower(rest); strings.HasPrefix(low, p+" ") {
				before, rest = before+rest[:len(p)+1], strings.TrimLeft(rest[len(p):], " ")
				break
			}
		}
		return prefixed(before, starting(list, rest))
	}
	return nil
}

func names(list []candidate) []string {
	var out []string
	for _, c := range list {
		if !slices.Contains(out, c.bare) {
			out = append(out, c.bare)
		}
	}
	return out
}

// starting keeps the names of which a word begins like what was typed.
func starting(list []string, typed string) []string {
	typed = strings.ToLower(strings.TrimSpace(typed))
	var out []string
	for _, n := range list {
		low := strings.ToLower(n)
		if strings.HasPrefix(low, typed) || strings.Contains(low, " "+typed) {
			out = append(out, n)
		}
	}
	return out
}

func prefixed(before string, list []string) []string {
	out := make([]string, 0, min(len(list), completionsMost))
	for _, n := range list {
		if len(out) == completionsMost {
			break
		}
		out = append(out, before+n)
	}
	return out
}
