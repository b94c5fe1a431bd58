package verb

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Audit says of what deeds somebody wants to read.
type Audit struct {
	Who    world.ActorID // whose, or whom it was decided about; "": what was decided about anybody
	All    bool          // everybody's
	Since  string        // "14:00", "2026-11-21 14:00", "-7200s" or "#48211"; "" for as far as is looked
	Before uint64        // none of this record or newer; 0 for up to now
	Words  []string      // lower case; all must be in the kind or the words of a deed
}

type auditArgs struct {
	Whom string `json:"whom" take:"text" in:"players" opt:"yes" help:"whom, or all; 2h or since 14:00; and words"`
}

const (
	auditAll   = "all"
	wordSince  = "since"
	wordBefore = "before"
)

func auditVerb() *Verb {
	return asksOr(helped(wizard("audit", "See what somebody did, from the journal.", "audit me", Reads),
		"audit ann is what Ann did and what was decided about her, by wizards and by the operator; of a creature it is "+
			"what it did. audit alone lists what was decided about anybody, audit all what everybody did. Behind it may "+
			"stand a time and words: audit ann 2h, audit ann since 14:00, audit all 10m drop, audit ann tell. The time is "+
			"30m, 2h, 3d or 1w, or by the server's clock. The words are of a deed's kind or what stands behind it; private "+
			"words are never shown, nor found. Whoever is gone is named by the id: audit pc-gus. audit ann before #48211 "+
			"shows what was before."),
		func(c Ctx, a auditArgs) (Ask, *world.Refusal) {
			q, r := c.auditOf(strings.Fields(a.Whom))
			return q.ask(), r
		})
}

// asksOr is asks for a verb that may refuse.
func asksOr[T any](v Verb, f func(Ctx, T) (Ask, *world.Refusal)) *Verb {
	return entry(v, func(c Ctx, a T) Call {
		if c.Via.Kind != world.ViaKeyboard {
			return Call{Refusal: refuse(world.CodeKeyboard, "Only you yourself, at a keyboard, can do that.")}
		}
		ask, r := f(c, a)
		return Call{Ask: ask, Refusal: r}
	})
}

func (q Audit) ask() Ask {
	who := string(q.Who)
	if q.All {
		who = auditAll
	}
	return Ask{Kind: AskAudit, Args: append([]string{who, q.Since, strconv.FormatUint(q.Before, 10)}, q.Words...)}
}

// Audit is what an [AskAudit] asks for.
func (a Ask) Audit() Audit {
	const fixed = 3
	if a.Kind != AskAudit || len(a.Args) < fixed {
		return Audit{}
	}
	q := Audit{Who: world.ActorID(a.Args[0]), Since: a.Args[1], Words: a.Args[fixed:]}
	if a.Args[0] == auditAll {
		q.Who, q.All = "", true
	}
	q.Before, _ = strconv.ParseUint(a.Args[2], 10, 64) // it was a number when it was asked
	return q
}

// auditOf reads whose deeds, of what time and with what words.
func (c Ctx) auditOf(words []string) (q Audit, r *world.Refusal) {
	n := slices.IndexFunc(words, beginsTime)
	if n < 0 {
		n = len(words)
	}
	whom, rest := words[:n], words[n:]
	if n > 0 && strings.EqualFold(whom[0], auditAll) {
		q.All = true
		rest = append(slices.Clone(whom[1:]), rest...)
	} else if n > 0 {
		took := 0
		if q.Who, took, r = c.audited(whom); r != nil {
			return Audit{}, r
		}
		rest = append(slices.Clone(whom[took:]), rest...)
	}
	for len(rest) > 0 {
		switch low := strings.ToLower(rest[0]); {
		case low == wordSince && len(rest) == 1:
			return Audit{}, refuse(world.CodeMissing, "Since when? Say since 2h, since 14:00 or since #48211.")
		case low == wordSince:
			q.Since, rest = sinceWhen(rest[1:])
		case low == wordBefore && len(rest) == 1:
			return Audit{}, refuse(world.CodeMissing, "Before what? Say before and a sequence, such as before #48211.")
		case low == wordBefore:
			seq, err := strconv.ParseUint(strings.TrimPrefix(rest[1], "#"), 10, 64)
			if err != nil || seq == 0 {
				return Audit{}, refuse(world.CodeBadValue, "Behind before stands a sequence, such as #48211.")
			}
			q.Before, rest = seq, rest[2:]
		case beginsTime(low):
			q.Since, rest = sinceWhen(rest)
		default:
			q.Words, rest = append(q.Words, low), rest[1:]
		}
	}
	return q, nil
}

// beginsTime reports whether a word begins the time of an audit, so that what stands before it is somebody's name.
func beginsTime(word string) bool {
	_, isSpan := parseSpan(strings.ToLower(word))
	return isSpan || strings.EqualFold(word, wordSince) || strings.EqualFold(word, wordBefore)
}

// sinceWhen reads a length of time or a moment, as the host understands it, off the beginning of some words.
func sinceWhen(words []string) (since string, rest []string) {
	if span, ok := parseSpan(strings.ToLower(words[0])); ok {
		return "-" + strconv.FormatInt(int64(span/world.Second), 10) + "s", words[1:]
	}
	const dashes = 2 // of a date
	if strings.Count(words[0], "-") == dashes && len(words) > 1 && strings.Contains(words[1], ":") {
		return words[0] + " " + words[1], words[2:]
	}
	return words[0], words[1:]
}

// calledMost is how many words a name is taken to have: everybody in the world is asked for each number of them.
const calledMost = 8

// audited finds whom the first words mean, a player or a creature, in the world or not; and how many words that are:
// as many as make sense.
func (c Ctx) audited(words []string) (who world.ActorID, took int, r *world.Refusal) {
	if isMe(words[0]) {
		return c.Actor.ID, 1, nil
	}
	for n := min(len(words), calledMost); n > 0; n-- {
		text := strings.Join(words[:n], " ")
		low := strings.ToLower(text)
		if a := c.State.PlayerNamed(low); a != nil {
			return a.ID, n, nil
		}
		if c.State.Actors[world.ActorID(low)] != nil {
			return world.ActorID(low), n, nil
		}
		id, r := c.bodyCalled(text, wordBegins, func(*world.Actor) bool { return true })
		if id != "" || r != nil {
			return id, n, r
		}
	}
	for _, kind := range []string{world.PlayerPrefix, "npc-"} { // the record may know who is no more
		if low := strings.ToLower(words[0]); strings.HasPrefix(low, kind) && len(low) > len(kind) {
			return world.ActorID(low), 1, nil
		}
	}
	return "", 0, refuse(world.CodeUnknown, "There is no player and no creature called "+bareName(words[0])+
		". Whoever is gone is named by the id, such as pc-gus.")
}

// bodyCalled finds among some bodies the one that answers to a name at least so well, wherever it is; "" for none. Of
// several it asks which, by id.
func (c Ctx) bodyCalled(
	text string, least int, among func(*world.Actor) bool,
) (world.ActorID, *world.Refusal) {
	q := parseQuery(text)
	if len(q.words) == 0 {
		return "", nil
	}
	look := c.lookoutFor(q)
	ids := world.Picked(c.State.Actors, func(_ world.ActorID, a *world.Actor) bool {
		return among(a) && look.body(a) >= least
	})
	found := q.matches(c.bodies(ids))
	switch {
	case len(found) == 0:
		return "", nil
	case q.nth > len(found):
		return "", refuse(world.CodeNotHere, "There are not that many.")
	case q.nth > 0:
		return world.ActorID(found[q.nth-1].id), nil
	case len(found) > 1:
		return "", whichPlace(found)
	}
	return world.ActorID(found[0].id), nil
}
