package game

import (
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// ResourceSet is a set of the resources that an event may have changed.
type ResourceSet uint8

const (
	viewState ResourceSet = 1 << iota
	viewInventory
	viewRoom
	viewMap
	viewQuests
	viewLog
	viewBattle
)

// Touched says which resources look different after a notice. To say too much costs a reading, to say too little
// leaves a client with a stale picture.
func Touched(t *loop.Told) ResourceSet {
	return viewLog | touched(t)
}

func touched(t *loop.Told) ResourceSet {
	is := world.TraitsOf(t.Event)
	aspects := is.Shows
	if t.Sense&(world.Did|world.Mine) != 0 {
		aspects = is.Touches
	}
	out := ResourceSet(0)
	for _, a := range aspectViews {
		if aspects&a.aspect != 0 {
			out |= a.view
		}
	}
	return out
}

// aspectViews says which resource shows which aspect of the world.
var aspectViews = [...]struct { //nolint:gochecknoglobals // immutable: nothing writes it
	aspect world.Aspects
	view   ResourceSet
}{
	// What one carries and does may show in what one sees of the room: see world.WhenSpec.
	{world.AspectSelf, viewState}, {world.AspectBelongings, viewInventory | viewRoom}, {world.AspectRoom, viewRoom},
	{world.AspectMap, viewMap}, {world.AspectQuests, viewQuests | viewRoom}, {world.AspectFight, viewBattle},
}
