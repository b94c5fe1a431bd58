package world

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// deed says what an action is to those who let others act for them: by which verbs it is asked for, and whether it is
// dear. The zero value is what no agent does by a verb: wizards' actions, the daemon's, and the grant's own.
type deed struct {
	// verbs ask for it, the most usual first. A grant that lists its verbs allows an action when it lists one of them.
	verbs []string
	// spends says that it takes from its owner what an owner may want to be asked for.
	spends bool
}

// destroys reports whether an action takes from its owner what an owner may want to be asked for: attacking people,
// giving things away, selling, spending. Creatures are there to be fought, and to finish a quest is what it was taken
// on for.
func (t *Turn) destroys(a Action) bool {
	if a, isAttack := a.(Attack); isAttack {
		foe := t.s.Actors[a.Target]
		return foe != nil && foe.Player() && t.s.EncounterOf(t.me.ID) == nil
	}
	return a.deed().spends
}

// printOf is what tells one deed from another: what is wanted, of whom, with which words.
func printOf(a Action) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%T %#v", a, a))
	return hex.EncodeToString(sum[:printBytes])
}

const printBytes = 16

// inWords says what an action would do, "give the lamp to Ben", and apart from that the words that it would speak.
func (s *State) inWords(a Action) (what, words string) {
	verbs := a.deed().verbs
	if len(verbs) == 0 {
		return "do something", ""
	}
	var things, people []string
	var coins string
	v := reflect.ValueOf(a)
	for i := range v.NumField() {
		field, kind := v.Field(i), v.Type().Field(i).Type
		if kind.Kind() == reflect.Slice {
			for j := range field.Len() {
				things = append(things, s.nameOf(field.Index(j).String(), kind.Elem().Name()))
			}
			continue
		}
		if kind.Kind() == reflect.Int && v.Type().Field(i).Name == "Coins" {
			coins = count(int(field.Int()), "coin")
		}
		if kind.Kind() != reflect.String {
			continue
		}
		text := field.String()
		switch name := v.Type().Field(i).Name; {
		case text == "" || kind.Name() == "Work":
		case kind.Name() == "string":
			words = Clean(text)
		case name == "To" || name == "Into" || name == "From":
			people = append(people, strings.ToLower(name), s.nameOf(text, kind.Name()))
		default:
			things = append(things, s.nameOf(text, kind.Name()))
		}
	}
	switch {
	case coins == "":
	case len(things) == 0: // they are themselves what is handed over
		things = []string{coins}
	default:
		people = append(people, "for", coins)
	}
	parts := append([]string{verbs[0]}, enumerate(things)...)
	return clipped(strings.Join(slices.Concat(parts, people), " ")), words
}

// nameOf returns what an id of a type is called in a sentence: "the lamp", "Ben", "north".
func (s *State) nameOf(id, kind string) string {
	if kind == "ProtoID" {
		if name, a := s.wareName(ProtoID(id)); a != "" {
			return "the " + name
		}
		return id
	}
	c, ok := s.called(id, kind)
	switch {
	case !ok:
		return id
	case c.A != "":
		return "the " + c.Name
	}
	return c.Name
}

// enumerate joins names as a sentence does; a long list ends with how many more there are.
func enumerate(names []string) []string {
	const most = 5
	switch n := len(names); {
	case n == 0:
		return nil
	case n == 1:
		return names
	case n > most:
		return []string{strings.Join(names[:most], ", ") + " and " + count(n-most, "other thing")}
	default:
		return []string{strings.Join(names[:n-1], ", ") + " and " + names[n-1]}
	}
}

// whatBytesMost is how long the words for a deed are at most.
const whatBytesMost = 200

func clipped(text string) string {
	text = Clean(text)
	if len(text) > whatBytesMost {
		return strings.ToValidUTF8(text[:whatBytesMost], "") + "…"
	}
	return text
}
