package surroundings

import "github.com/mudlark-mud/mudlark/world"

// ItemTraits say what one can do with a thing, as its look tells.
type ItemTraits uint8

// The traits.
const (
	Takeable ItemTraits = 1 << iota
	Wearable
	Wieldable
	Container
)

// Has reports whether all of some traits are there.
func (t ItemTraits) Has(all ItemTraits) bool { return t&all == all }

// ItemTraitsOf reads the traits of things, one for each. It is the writer's.
func ItemTraitsOf(st *world.State, refs []world.Ref) []ItemTraits {
	if len(refs) == 0 {
		return nil
	}
	out := make([]ItemTraits, len(refs))
	for i := range refs {
		it := st.Items[world.ItemID(refs[i].ID)]
		if it == nil {
			continue
		}
		sp := st.Spec(it)
		switch sp.Wear {
		case "":
		case world.SlotWield, world.SlotHold:
			out[i] |= Wieldable
		default:
			out[i] |= Wearable
		}
		if !sp.Fixed {
			out[i] |= Takeable
		}
		if sp.Holds != nil {
			out[i] |= Container
		}
	}
	return out
}
