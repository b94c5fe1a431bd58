package account

// What guests are called: how something of the shore is, and what. Two of these words and a tail are a name yet.
//
//nolint:gochecknoglobals // immutable: lists of words
var (
	guestTraits = []string{
		"Amber", "Ashen", "Black", "Blue", "Bold", "Brave", "Brisk", "Brown", "Calm", "Clear", "Cold", "Copper", "Deep",
		"Drift", "Early", "Fair", "Fleet", "Foam", "Fog", "Gold", "Green", "Grey", "Hale", "Hazel", "Hush", "Ivory",
		"Jade", "Keen", "Late", "Light", "Lone", "Merry", "Mild", "Misty", "Moon", "Noble", "North", "Pale", "Pearl",
		"Quick", "Quiet", "Rain", "Red", "Rime", "Russet", "Salt", "Sandy", "Shy", "Silent", "Silver", "Slate", "Sly",
		"South", "Star", "Still", "Storm", "Sunny", "Swift", "Tawny", "Tidal", "Warm", "West", "White", "Wild", "Wind",
		"Wise", "Young",
	}
	guestBeings = []string{
		"Anchor", "Auk", "Beacon", "Bream", "Brill", "Cockle", "Coral", "Cowrie", "Crab", "Curlew", "Dunlin", "Egret",
		"Eider", "Fulmar", "Goby", "Godwit", "Grebe", "Gull", "Gurnet", "Heron", "Ibis", "Kelp", "Kipper", "Knot",
		"Lamp", "Limpet", "Ling", "Loon", "Mallow", "Marram", "Merlin", "Mullet", "Mussel", "Osprey", "Otter", "Oyster",
		"Petrel", "Plover", "Pollan", "Puffin", "Rail", "Reed", "Ruff", "Sail", "Scaup", "Seal", "Sedge", "Shrimp",
		"Skate", "Skua", "Smelt", "Snipe", "Sole", "Sprat", "Stilt", "Stint", "Stork", "Swan", "Teal", "Teasel", "Tern",
		"Thrift", "Turbot", "Wader", "Whelk", "Wigeon", "Winkle",
	}
)

// guestStride takes names that follow each other far apart; it shares no factor with how many there are.
const guestStride = 1237

// GuestName finds a name for a guest that is free: two words, as GreyHeron, from the nth of all pairs on, then with
// letters behind them.
func GuestName(nth uint64, free func(name string) bool) string {
	const letters, tail = 26, 4
	pairs := uint64(len(guestTraits) * len(guestBeings))
	for n := nth; ; n++ {
		pair := n % pairs * guestStride % pairs
		name := guestTraits[pair/uint64(len(guestBeings))] + guestBeings[pair%uint64(len(guestBeings))]
		if n >= nth+pairs { // each pair is somebody's
			var letter [tail]byte
			for i, x := 0, n; i < tail; i, x = i+1, x/letters {
				letter[i] = 'a' + byte(x%letters)
			}
			name += string(letter[:])
		}
		if free(name) {
			return name
		}
	}
}
