package world

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// deedOf returns the verbs that ask for an action, the most usual first; none for what no agent does by a verb. A
// grant that lists its verbs allows an action when it lists one of them, so an action that is not here is refused.
func deedOf(a Action) []string {
	switch a := a.(type) {
	case Move:
		return []string{"move"}
	case Follow:
		return []string{"follow"}
	case WorkDoor:
		return []string{string(a.Work)}
	case WorkLid:
		return []string{string(a.Work), "open_chest"}
	case Take:
		return []string{"get"}
	case Drop:
		return []string{"drop"}
	case Put:
		return []string{"put"}
	case Give:
		return []string{"give"}
	case Wear:
		return []string{"wear"}
	case Remove:
		return []string{"remove"}
	case AcceptQuest:
		return []string{"accept"}
	case AbandonQuest:
		return []string{"abandon"}
	case CompleteQuest:
		return []string{"complete"}
	default:
		return speechOf(a)
	}
}

// speechOf is deedOf for talking, fighting and games.
func speechOf(a Action) []string {
	switch a.(type) {
	case Say:
		return []string{"say", "ask"}
	case Shout:
		return []string{"shout"}
	case Tell:
		return []string{"tell", "reply"}
	case Whisper:
		return []string{"whisper"}
	case Emote:
		return []string{"emote"}
	case Gesture:
		return []string{"gesture"}
	case Report:
		return []string{"report"}
	case Attack:
		return []string{"attack", "battle"}
	case Flee:
		return []string{"flee"}
	case Depart:
		return []string{"quit"}
	case Sit:
		return []string{"sit"}
	case Stand:
		return []string{"stand"}
	case WatchBoard:
		return []string{"watch"}
	case PlaceMark:
		return []string{"place", "play"}
	case TauntAt:
		return []string{"taunt"}
	case Rematch:
		return []string{"rematch"}
	default:
		return tradeOf(a)
	}
}

// tradeOf is deedOf for what passes over a counter.
func tradeOf(a Action) []string {
	switch a.(type) {
	case Buy:
		return []string{"buy"}
	case Sell:
		return []string{"sell"}
	case Haggle:
		return []string{"offer"}
	case Study:
		return []string{"learn"}
	case OpenEncounter:
		return []string{"battle"}
	case JoinEncounter:
		return []string{"join"}
	case RollInitiative:
		return []string{"roll"}
	case March:
		return []string{"march"}
	case EndTurn:
		return []string{"end"}
	case Quote:
		return []string{"quote"}
	case Teach:
		return []string{"teach"}
	case Promise:
		return []string{"promise"}
	default: // wizards', the daemon's, or the grant's own
		return nil
	}
}

// destroys reports whether an action takes from its owner what an owner may want to be asked for: attacking people,
// giving things away, selling, spending. Creatures are there to be fought, and to finish a quest is what it was taken
// on for.
func (t *Turn) destroys(a Action) bool {
	switch a := a.(type) {
	case Attack:
		foe := t.s.Actors[a.Target]
		return foe != nil && foe.Player() && t.s.EncounterOf(t.me.ID) == nil
	case Give, Buy, Sell, Study:
		return true
	default:
		return false
	}
}

// printOf is what tells one deed from another: what is wanted, of whom, with which words.
func printOf(a Action) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%T %#v", a, a))
	return hex.EncodeToString(sum[:printBytes])
}

const printBytes = 16

// inWords says what an action would do, "give the lamp to Ben", and apart from that the words that it would speak.
func (s *State) inWords(a Action) (what, words string) {
	verbs := deedOf(a)
	if len(verbs) == 0 {
		return "do something", ""
	}
	var things, people []string
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
			people = append(people, "for", count(int(field.Int()), "coin"))
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
