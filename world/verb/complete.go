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
	v := t.named(c, low)
	if v == nil && c.State.Socials[world.SocialID(low)] != nil {
		return prefixed(lead+word+" ", starting(names(c.actors("here")), rest))
	}
	if v == nil {
		v = t.beginning(c, low)
	}
	switch {
	case v == nil:
		return nil
	case v.args != nil && v.args[0].take == "topic":
		return prefixed(lead+word+" ", starting(t.Pages(c), rest))
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
		if c.may(v) && v.Only != Called {
			add(v.Name)
		}
	}
	for _, w := range c.State.Ways(c.Actor.Room, c.Actor.ID, c.Now) {
		add(string(w.Dir))
	}
	for _, id := range c.channelIDs() {
		add(id)
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
	whole := rest
	for i, a := range v.args {
		rest = strings.TrimLeft(rest, " ")
		for _, p := range a.preps {
			if strings.HasPrefix(lower(rest), p+" ") {
				rest = strings.TrimLeft(rest[len(p):], " ")
				break
			}
		}
		if i+1 < len(v.args) {
			if _, end := v.cut(c, i, rest); end < len(rest) {
				rest = rest[end:]
				continue
			}
		}
		list, open := v.candidates(c, a)
		switch {
		case v.Name == "group" && a.name == "who":
			list, open = c.groupable(strings.Fields(lower(whole))), false
		}
		switch {
		case open && v.Name == "look":
			return c.lookable(rest)
		case open && a.in != "": // words that begin with a name
			return prefixed(whole[:len(whole)-len(rest)], starting(names(c.actors(a.in)), rest))
		case open:
			return nil
		case a.take == "lid" && len(list) == 0: // none that would work now; the refusal says why
			list = names(c.latches(func(_, _ bool, _ world.ProtoID) bool { return true }))
		}
		return prefixed(whole[:len(whole)-len(rest)], starting(list, rest))
	}
	return nil
}

// lookable completes what somebody wants to look at, or into.
func (c Ctx) lookable(rest string) []string {
	list := names(append(c.actors("here"), c.items("reach", "")...))
	before := ""
	for _, p := range []string{"at ", "in ", "inside ", "into "} {
		if strings.HasPrefix(lower(rest), p) {
			if p != "at " {
				list = names(c.items("boxes", ""))
			}
			before, rest = rest[:len(p)], rest[len(p):]
			break
		}
	}
	return prefixed(before, starting(list, rest))
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
