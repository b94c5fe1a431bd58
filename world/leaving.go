package world

import "slices"

// ThingsLeft says of several things that somebody named at once which stayed as they were, and why. Only who named them
// is told.
type ThingsLeft struct {
	Actor ActorID  `json:"actor"`
	Items []ItemID `json:"items"`
	Why   string   `json:"why" words:"fixed"`
}

// whysMost is how many reasons one action gives.
const whysMost = 4

// severally is several for what a person counts on: it says what was passed over.
func (t *Turn) severally(items []ItemID, check func(ItemID) *Refusal, emit func(ItemID)) *Refusal {
	var left []ThingsLeft
	r := t.several(items, func(id ItemID) *Refusal {
		r := check(id)
		if r == nil || t.s.Items[id] == nil {
			return r
		}
		at := slices.IndexFunc(left, func(l ThingsLeft) bool { return l.Why == r.Text })
		if at < 0 {
			at = len(left)
			left = append(left, ThingsLeft{Actor: t.me.ID, Why: r.Text})
		}
		left[at].Items = append(left[at].Items, id)
		return r
	}, emit)
	if r != nil {
		return r
	}
	for _, l := range left[:min(len(left), whysMost)] {
		t.emit(l)
	}
	return nil
}

func (ThingsLeft) fold(*State) {}

func (e ThingsLeft) scene(*State) scene { return scene{actor: e.Actor, closed: true} }

func (ThingsLeft) traits() Traits { return Traits{OnlyTold: true, Cue: cue("Left")} }
