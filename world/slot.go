package world

import "slices"

// Slot is a place on a body where one thing can be worn or held ready.
type Slot string

// The slots.
const (
	SlotHead   Slot = "head"
	SlotNeck   Slot = "neck"
	SlotBody   Slot = "body"
	SlotAbout  Slot = "about" // over all else: a cloak
	SlotBack   Slot = "back"
	SlotArms   Slot = "arms"
	SlotHands  Slot = "hands"
	SlotWrist  Slot = "wrist"
	SlotFinger Slot = "finger"
	SlotWaist  Slot = "waist"
	SlotLegs   Slot = "legs"
	SlotFeet   Slot = "feet"
	SlotShield Slot = "shield"
	SlotWield  Slot = "wield"
	SlotHold   Slot = "hold" // a lantern

	// SlotOtherWrist and SlotOtherFinger: a body has two fingers and two wrists to wear something on. A pattern names the
	// first of them; the second is where a thing is that is worn while the first is taken.
	SlotOtherWrist  Slot = "other wrist"
	SlotOtherFinger Slot = "other finger"
)

// Places lists every place on a body in the order of equipment.
func Places() []Slot {
	return []Slot{
		SlotHead, SlotNeck, SlotBody, SlotAbout, SlotBack, SlotArms, SlotHands, SlotWrist, SlotOtherWrist, SlotFinger,
		SlotOtherFinger, SlotWaist, SlotLegs, SlotFeet, SlotShield, SlotWield, SlotHold,
	}
}

// Slots lists what a pattern may name, in the order of equipment.
func Slots() []Slot {
	return slices.DeleteFunc(Places(), func(s Slot) bool { return s == SlotOtherWrist || s == SlotOtherFinger })
}

// Places lists where something of a slot can be: two places for a wrist or a finger, one for all else.
func (s Slot) Places() []Slot {
	switch s {
	case "":
		return nil
	case SlotWrist:
		return []Slot{SlotWrist, SlotOtherWrist}
	case SlotFinger:
		return []Slot{SlotFinger, SlotOtherFinger}
	default:
		return []Slot{s}
	}
}

// On says where on a body that is, behind "worn": "on the head", "about the body".
func (s Slot) On() string {
	switch s {
	case SlotAbout:
		return "about the body"
	case SlotShield:
		return "on the shield arm"
	default:
		return "on the " + string(s)
	}
}

// worn returns what somebody wears at a place, or nil.
func (s *State) worn(who ActorID, at Slot) *Item {
	for _, id := range s.Index.Held[who] {
		if it := s.Items[id]; it.Worn == at {
			return it
		}
	}
	return nil
}

// place returns where somebody could put on something of a slot: the first place of it that is free, "" when none is.
func (s *State) place(who ActorID, of Slot) Slot {
	for _, at := range of.Places() {
		if s.worn(who, at) == nil {
			return at
		}
	}
	return ""
}
