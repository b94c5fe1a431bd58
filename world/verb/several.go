package verb

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// itemsMost is how many things one action may name; the world refuses more.
const itemsMost = 100

// someItems finds the things that are meant: one, all of a kind, or several that are listed, "the pipe and the float".
func (c Ctx) someItems(a arg, text string, from world.ItemID) ([]world.ItemID, *world.Refusal) {
	if coins, isSum := c.sum(text); isSum && a.in == "inside" && text[0] >= '0' && text[0] <= '9' {
		return c.pile(a, coins, from)
	}
	out, r := c.itemsOf(a, text, from)
	parts := listOf(text)
	if r == nil || len(parts) < 2 {
		return out, r
	}
	out = nil
	for _, part := range parts {
		ids, r := c.itemsOf(a, part, from)
		if r != nil {
			return nil, r
		}
		for _, id := range ids {
			if len(out) < itemsMost && !slices.Contains(out, id) {
				out = append(out, id)
			}
		}
	}
	return out, nil
}

// holding leaves of several containers that fit those that hold something, the newest first, for somebody who wants to
// take something out: of two bodies of one name the one is meant in which there is something. Who counts them counts
// them as they lie.
func (c Ctx) holding(list []candidate, q query) []candidate {
	if q.nth > 0 || q.all {
		return list
	}
	meant := q.matches(slices.Clone(list))
	full := slices.DeleteFunc(slices.Clone(meant), func(x candidate) bool {
		return len(c.State.Index.Inside[world.ItemID(x.id)]) == 0
	})
	if len(full) == 0 {
		return list
	}
	slices.Reverse(full)
	return full
}

// workable finds the one door or container, of several that a word fits, that the verb could work on; where it is not
// one alone, whoever asked is asked back.
func (c Ctx) workable(q query, unclear *world.Refusal) (string, *world.Refusal) {
	fits := func(shut, bolt bool, _ world.ProtoID) bool {
		switch c.word {
		case "open":
			return shut
		case "close":
			return !shut
		case "unlock":
			return bolt
		default:
			return !bolt
		}
	}
	if found := q.matches(c.latches(fits)); len(found) == 1 && unclear.Code == world.CodeUnclear {
		return found[0].id, nil
	}
	return "", unclear
}

// listOf parts words at commas and at "and".
func listOf(text string) []string {
	var out []string
	for part := range strings.SplitSeq(strings.ReplaceAll(" "+text+" ", " and ", ","), ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// itemsOf finds one thing, or all of a kind.
func (c Ctx) itemsOf(a arg, text string, from world.ItemID) ([]world.ItemID, *world.Refusal) {
	q := parseQuery(text)
	if !q.all {
		id, r := c.oneItem(a, q, text, from)
		if r != nil {
			return nil, r
		}
		return []world.ItemID{world.ItemID(id)}, nil
	}
	list := c.items(a.in, from)
	switch a.in {
	case "held":
		list = c.items("unworn", from)
	case "wear":
		list = slices.DeleteFunc(slices.Clone(c.items("unworn", from)), func(x candidate) bool {
			return c.State.Spec(x.thing).Wear == ""
		})
	}
	var out []world.ItemID
	for _, m := range q.matches(list) {
		fixed := c.State.Spec(c.State.Items[world.ItemID(m.id)]).Fixed
		if len(out) < itemsMost && !(fixed && len(q.words) == 0) {
			out = append(out, world.ItemID(m.id))
		}
	}
	switch {
	case len(out) > 0:
		return out, nil
	case len(q.words) > 0:
		return nil, c.lacking(a, q, strings.Join(q.words, " "))
	case a.in == "inside":
		return nil, refuse(world.CodeNotHere, "There is nothing to take.")
	case a.in == "wear":
		return nil, refuse(world.CodeNotHeld, "You have nothing more to put on.")
	}
	return nil, refuse(world.CodeNotHeld, "You have nothing of the kind.")
}
