package world

import "slices"

// Creatures that lie, rest or sit while they do not fight. One that is asleep sees nobody come, attacks nobody, and
// answers to nothing; whoever attacks it wakes it, and has struck before it is up. None of them wanders.

// Pose is how a creature is there while it does not fight.
type Pose string

// The poses; the empty one is standing.
const (
	PoseAsleep  Pose = "asleep"
	PoseResting Pose = "resting"
	PoseSitting Pose = "sitting"
)

// Poses lists those that a pack can say.
func Poses() []Pose { return []Pose{PoseAsleep, PoseResting, PoseSitting} }

// pose is how a creature without a mind is there now.
func (s *State) pose(a *Actor) Pose {
	m := s.wild(a)
	if m == nil || m.Lies == "" || s.Fights(a) {
		return ""
	}
	return m.Lies
}

// sleeps reports whether a creature is asleep.
func (s *State) sleeps(a *Actor) bool { return s.pose(a) == PoseAsleep }

// sneaks reports whether nobody sees a creature come and go when it walks.
func (s *State) sneaks(a *Actor) bool { m := s.wild(a); return m != nil && m.Sneaks }

// hides reports whether a creature is where only those see it who have what reveals it: until it fights.
func (s *State) hides(a *Actor) bool {
	if a.Player() {
		return false
	}
	m := s.wild(a)
	return m != nil && m.Hides && !s.Fights(a)
}

// discerns reports whether somebody sees what hides: for a time, or by a thing that reveals it, worn, or, if nobody
// wears it, in hand.
func (s *State) discerns(a *Actor) bool {
	return s.IsUnder(a, AuraDiscerning) || slices.ContainsFunc(s.Index.Held[a.ID], func(id ItemID) bool {
		it := s.Items[id]
		sp := s.spec(it)
		return sp.Reveals && (it.Worn != "" || sp.Wear == "")
	})
}
