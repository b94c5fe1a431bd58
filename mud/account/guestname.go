package account

// What guests are called where the pack has no words for it: how something of the country is, and what. Two of these
// words and a tail are a name yet.
//
//nolint:gochecknoglobals // immutable: lists of words
var (
	guestTraits = []string{
		"Amber", "Ashen", "Autumn", "Black", "Blue", "Bold", "Brave", "Brisk", "Brown", "Calm", "Clear", "Cold",
		"Copper", "Deep", "Early", "Fair", "Fleet", "Fog", "Frosty", "Gold", "Green", "Grey", "Hale", "Hazel", "Hush",
		"Ivory", "Jade", "Keen", "Late", "Light", "Lone", "Merry", "Mild", "Misty", "Moon", "Mossy", "Nimble", "Noble",
		"North", "Pale", "Pearl", "Quick", "Quiet", "Rain", "Red", "Rime", "Rosy", "Russet", "Shy", "Silent", "Silver",
		"Slate", "Sly", "South", "Star", "Still", "Storm", "Sunny", "Swift", "Tawny", "Warm", "West", "White", "Wild",
		"Wind", "Wise", "Young",
	}
	guestBeings = []string{
		"Acorn", "Alder", "Ash", "Aspen", "Badger", "Beech", "Birch", "Briar", "Clover", "Crow", "Dove", "Elder", "Elm",
		"Falcon", "Fawn", "Fern", "Finch", "Fox", "Gorse", "Hare", "Hawk", "Hazel", "Heath", "Hedge", "Heron", "Hornet",
		"Ivy", "Kite", "Lamp", "Larch", "Lark", "Laurel", "Linnet", "Lynx", "Magpie", "Mallow", "Maple", "Marten",
		"Merlin", "Mole", "Moss", "Myrtle", "Nettle", "Oak", "Orchid", "Otter", "Owl", "Pine", "Poplar", "Quail",
		"Raven", "Robin", "Rowan", "Rush", "Sedge", "Shrew", "Sorrel", "Stag", "Stoat", "Stork", "Swan", "Teasel",
		"Thorn", "Thrift", "Thrush", "Vole", "Walnut", "Willow", "Wolf", "Wren", "Yarrow",
	}
)

const (
	guestStride = 1237 // takes names that follow each other far apart
	guestTries  = 64   // pairs that are tried: among 5,000 guests hardly any pair is free, and each try asks the world
)

// GuestWords are the words of which names of guests are made, the first and the last of each name; empty ones stand for
// our own.
type GuestWords struct {
	First, Last []string
}

// GuestName finds a name for a guest that is free: two words, as GreyHeron, from the nth of all pairs on, and where
// many are somebody's, with letters behind them.
func GuestName(words GuestWords, nth uint64, free func(name string) bool) string {
	const letters, tail = 26, 4
	if len(words.First) == 0 || len(words.Last) == 0 {
		words = GuestWords{guestTraits, guestBeings}
	}
	beings := uint64(len(words.Last))
	pairs := uint64(len(words.First)) * beings
	stride := uint64(guestStride)
	for !coprime(stride, pairs) {
		stride++ // or some pairs would never come
	}
	for n := nth; ; n++ {
		pair := n % pairs * stride % pairs
		name := words.First[pair/beings] + words.Last[pair%beings]
		if n >= nth+min(pairs, guestTries) {
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

func coprime(a, b uint64) bool {
	for b != 0 {
		a, b = b, a%b
	}
	return a == 1
}
