package world

import (
	"reflect"
	"strings"
)

// Texts are the sentences of the rules themselves in the words of a pack. What a pack leaves out is said plainly; see
// [PlainText].
type Texts struct {
	Body   string `json:"body,omitempty" yaml:"body,omitempty"`
	Peace  string `json:"peace,omitempty" yaml:"peace,omitempty"`
	Killed string `json:"killed,omitempty" yaml:"killed,omitempty"`
	Died   string `json:"died,omitempty" yaml:"died,omitempty"`
	Woke   string `json:"woke,omitempty" yaml:"woke,omitempty"`
	Decay  string `json:"decay,omitempty" yaml:"decay,omitempty"`

	Swept       string `json:"swept,omitempty" yaml:"swept,omitempty"`
	SweptAway   string `json:"swept_away,omitempty" yaml:"swept_away,omitempty"`
	SweptUnseen string `json:"swept_unseen,omitempty" yaml:"swept_unseen,omitempty"`
	Ashore      string `json:"ashore,omitempty" yaml:"ashore,omitempty"`
	AshoreHeard string `json:"ashore_unseen,omitempty" yaml:"ashore_unseen,omitempty"`
	Battered    string `json:"battered,omitempty" yaml:"battered,omitempty"`
	Flooded     string `json:"flooded,omitempty" yaml:"flooded,omitempty"`
	Aground     string `json:"aground,omitempty" yaml:"aground,omitempty"`

	BellHigh   string `json:"bell_high,omitempty" yaml:"bell_high,omitempty"`
	BellEbb    string `json:"bell_ebb,omitempty" yaml:"bell_ebb,omitempty"`
	BellLow    string `json:"bell_low,omitempty" yaml:"bell_low,omitempty"`
	BellFlow   string `json:"bell_flow,omitempty" yaml:"bell_flow,omitempty"`
	BellFelt   string `json:"bell_felt,omitempty" yaml:"bell_felt,omitempty"`
	TurnedHigh string `json:"turned_high,omitempty" yaml:"turned_high,omitempty"`
	TurnedEbb  string `json:"turned_ebb,omitempty" yaml:"turned_ebb,omitempty"`
	TurnedLow  string `json:"turned_low,omitempty" yaml:"turned_low,omitempty"`
	TurnedFlow string `json:"turned_flow,omitempty" yaml:"turned_flow,omitempty"`
	High       string `json:"high,omitempty" yaml:"high,omitempty"`
	Ebb        string `json:"ebb,omitempty" yaml:"ebb,omitempty"`
	Low        string `json:"low,omitempty" yaml:"low,omitempty"`
	Flow       string `json:"flow,omitempty" yaml:"flow,omitempty"`

	Indoors    []string `json:"indoors,omitempty" yaml:"indoors,omitempty"`
	Outdoors   []string `json:"outdoors,omitempty" yaml:"outdoors,omitempty"`
	GuestFirst []string `json:"guest_first,omitempty" yaml:"guest_first,omitempty"`
	GuestLast  []string `json:"guest_last,omitempty" yaml:"guest_last,omitempty"`
}

// TextKey names one of [Texts], as packs do.
type TextKey string

// The keys of texts that others than this package ask for.
const (
	TextKilled      TextKey = "killed"
	TextDied        TextKey = "died"
	TextWoke        TextKey = "woke"
	TextDecay       TextKey = "decay"
	TextSwept       TextKey = "swept"
	TextSweptAway   TextKey = "swept_away"
	TextSweptUnseen TextKey = "swept_unseen"
	TextAshore      TextKey = "ashore"
	TextAshoreHeard TextKey = "ashore_unseen"
	TextBattered    TextKey = "battered"
	TextBellFelt    TextKey = "bell_felt"
)

// TextRow says what one text is for.
type TextRow struct {
	Key   TextKey
	About string
	Plain string   // what is said when a pack says nothing
	Marks []string // the placeholders that it has to hold, each once
	Ends  string   // with one of these; "" for part of a sentence
}

const fullStops = ".!?"

// TextRows lists the texts that are sentences or parts of one, in the order of [Texts].
func TextRows() []TextRow {
	full := func(key TextKey, about, plain string, marks ...string) TextRow {
		return TextRow{Key: key, About: about, Plain: plain, Marks: marks, Ends: fullStops}
	}
	part := func(key TextKey, about, plain string) TextRow {
		return TextRow{Key: key, About: about, Plain: plain}
	}
	return []TextRow{
		full("body", "How somebody looks who has not said so.",
			"There is nobody quite like them, and nothing else to say yet."),
		full("peace", "What players are told who attack each other.", "Players do not fight one another here."),
		full(TextKilled, "To somebody whom somebody killed.", "{who} has killed you. Everything grows quiet.", "{who}"),
		full(TextDied, "To somebody who died of something else.", "You are dead. Everything grows quiet."),
		full(TextWoke, "To the dead, when they wake at the start.", "For a while there is nothing at all. Then there is a "+
			"cold floor, and you are lying on it, alive, with empty hands."),
		full(TextDecay, "When a corpse, or something dropped, goes.", "Nothing is left of {item}.", "{item}"),
		full(TextSwept, "To somebody whom the water takes.", "The water comes in at the knees and then all at once. It "+
			"takes you along, and lets go of you somewhere else."),
		full(TextSweptAway, "To those who see it.", "The water sweeps {who} away.", "{who}"),
		full(TextSweptUnseen, "To those who only hear it.", "You hear a rush of water, and a shout in it."),
		full(TextAshore, "To those who see where it leaves somebody.", "The water throws up {who}.", "{who}"),
		full(TextAshoreHeard, "To those who only hear that.", "You hear somebody being thrown ashore, and minding it."),
		full(TextBattered, "What it cost.", "The water has knocked the breath out of you ({harm}).", "{harm}"),
		part("flooded", `Why nobody gets to a place under water: "Cannot move south - ...".`,
			"the water stands there until the tide is out."),
		part("aground", "Why nobody gets to a place that only high water brings near.",
			"that is within reach at high water only."),
		full("bell_high", "A minute before high water.", "A bell strikes four times. {soon} it will be high water.",
			"{soon}"),
		full("bell_ebb", "A minute before the ebb.", "A bell strikes once. {soon} the tide will start to go out.", "{soon}"),
		full("bell_low", "A minute before low water.", "A bell strikes twice. {soon} it will be low water.", "{soon}"),
		full("bell_flow", "A minute before the flood.",
			"A bell strikes three times. {soon} the tide will start to come in.", "{soon}"),
		full(TextBellFelt, "The same, where no bell is heard: below the ground.",
			"{bell} You feel it in the ground.", "{bell}"),
		full("turned_high", "When high water has come.", "The tide is in. What it covers is covered."),
		full("turned_ebb", "When the ebb begins.", "The tide has turned, and begins to go out."),
		full("turned_low", "When low water has come.", "The tide is out. What it covers lies bare."),
		full("turned_flow", "When the flood begins.", "The tide has turned, and begins to come in."),
		part("high", `How high water is told within a sentence: "It is noon, and ...".`, "the tide is high"),
		part("ebb", "How the ebb is.", "the tide is going out"),
		part("low", "How low water is.", "the tide is out"),
		part("flow", "How the flood is.", "the tide is coming in"),
	}
}

// textPlaces says where in [Texts] a key stands, and plainTexts what is said without it.
//
//nolint:gochecknoglobals // immutable: made once from the tables above
var textPlaces, plainTexts = makeTexts()

func makeTexts() (map[TextKey]int, map[TextKey]string) {
	places, plain := map[TextKey]int{}, map[TextKey]string{}
	for i, t := 0, reflect.TypeFor[Texts](); i < t.NumField(); i++ {
		key, _, _ := strings.Cut(t.Field(i).Tag.Get("yaml"), ",")
		places[TextKey(key)] = i
	}
	for _, row := range TextRows() {
		plain[row.Key] = row.Plain
	}
	return places, plain
}

// PlainText is what is said when a pack has no words of its own.
func PlainText(key TextKey) string { return plainTexts[key] }

// Text returns one of the texts, "" when there is none of that key or the pack left it out.
func (t *Texts) Text(key TextKey) string {
	i, ok := textPlaces[key]
	if t == nil || !ok {
		return ""
	}
	return reflect.ValueOf(t).Elem().Field(i).String()
}

// texts returns those of the pack where people arrive.
func (s *State) texts() *Texts {
	for _, p := range Ordered(s.Packs) {
		return p.Texts
	}
	return nil
}

// text is one of the texts in the words of this world.
func (s *State) text(key TextKey) string {
	if own := s.texts().Text(key); own != "" {
		return own
	}
	return PlainText(key)
}

// GuestWords returns the words of which the names of guests are made; none when the pack has no words for it.
func (s *State) GuestWords() (first, last []string) {
	if t := s.texts(); t != nil {
		return t.GuestFirst, t.GuestLast
	}
	return nil, nil
}

// GuestWord reports whether a word can be part of a guest's name: 3 to 6 letters, the first a capital. Two of them and
// a tail are a name yet.
func GuestWord(s string) bool {
	const least, most = 3, 6
	for i := range len(s) {
		if c := s[i]; i == 0 && (c < 'A' || c > 'Z') || i > 0 && (c < 'a' || c > 'z') {
			return false
		}
	}
	return len(s) >= least && len(s) <= most
}

// standing is what stands about on a ground that nobody drew.
func (t *Texts) standing(isOutdoors bool) []string {
	switch {
	case isOutdoors && t != nil && len(t.Outdoors) > 0:
		return t.Outdoors
	case isOutdoors:
		return []string{"a boulder", "a post", "a fallen tree"}
	case t != nil && len(t.Indoors) > 0:
		return t.Indoors
	}
	return []string{"a crate", "a pillar", "a heap of rubble"}
}

// KindText is the kind of captions that hold the pack's words for an event: what was told stays what was told.
const KindText Kind = "text"

// worded adds the pack's words for an event to its captions. What a pack says plainly needs no words.
func (s *State) worded(e Event, have []Caption) []Caption {
	own := s.texts()
	if own == nil {
		return have
	}
	for _, key := range textsOf(e) {
		if text := own.Text(key); text != "" {
			have = append(have, Caption{ID: string(key), Kind: KindText, Name: text})
		}
	}
	return have
}

// textsOf says by which texts an event may be told.
func textsOf(e Event) []TextKey {
	switch e := e.(type) {
	case Died:
		if e.By != "" && e.By != e.Actor {
			return []TextKey{TextKilled}
		}
		return []TextKey{TextDied}
	case Moved:
		switch e.Manner {
		case Swept:
			return []TextKey{TextSwept, TextSweptAway, TextSweptUnseen, TextAshore, TextAshoreHeard}
		case Woke:
			return []TextKey{TextWoke}
		default:
			return nil
		}
	case ItemGone:
		if e.How == Decayed {
			return []TextKey{TextDecay}
		}
	case TideWarned:
		return []TextKey{BellText(e.Next), TextBellFelt}
	case TideTurned:
		return []TextKey{TurnedText(e.Now)}
	case SeaHurt:
		return []TextKey{TextBattered}
	default:
	}
	return nil
}

// BellText is the key of what announces a tide, TurnedText of what is told when it has come.
func BellText(next Tide) TextKey { return TextKey("bell_" + string(next)) }

// TurnedText is the key of what is told when a tide has come.
func TurnedText(now Tide) TextKey { return TextKey("turned_" + string(now)) }

// Text returns the words of the pack for what this notice tells, or the plain ones.
func (n *Notice) Text(key TextKey) string {
	for _, c := range n.Captions {
		if c.Kind == KindText && c.ID == string(key) {
			return c.Name
		}
	}
	if n.Rules < textsSince {
		return textBefore(key)
	}
	return PlainText(key)
}

// textsSince is the number of the rules since which packs have words of their own.
const textsSince = 2

// textBefore is what was told before packs had words of their own: what was told stays as it was told. All worlds spoke
// as the starter world does.
func textBefore(key TextKey) string {
	switch key {
	case TextKilled:
		return "{who} has killed you. It grows quiet, as the flats do at low water."
	case TextDied:
		return "You are dead. It grows quiet, as the flats do at low water."
	case TextWoke:
		return "For a while there is nothing but a sound like the tide going out. Then there is a cold floor, and you are " +
			"lying on it, alive, with empty hands."
	case TextDecay:
		return "The mud takes back {item}."
	case TextSwept:
		return "The sea comes in at the knees and then all at once. It takes your feet, your breath and your opinion in " +
			"the matter, rolls you over and over in the roaring brown dark, and lets go of you somewhere else."
	case TextSweptAway:
		return "The sea sweeps {who} away."
	case TextAshore:
		return "The sea throws up {who}, wet and sorry."
	case TextBattered:
		return "The sea has knocked the breath out of you ({harm})."
	case BellText(TideEbb):
		return "The tide bell strikes once. {soon} the sea will start to go out."
	case BellText(TideLow):
		return "The tide bell strikes twice. {soon} it will be low water, and the far flats will lie open."
	case BellText(TideFlow):
		return "The tide bell strikes three times: come home. {soon} the sea will turn and run in over the flats."
	case BellText(TideHigh):
		return "The tide bell strikes four times. {soon} it will be high water, and every path on the flats will be sea."
	case TurnedText(TideEbb):
		return "The tide has turned. The sea lets go of the wall with a long wet sigh, and begins to draw off."
	case TurnedText(TideLow):
		return "Low water. The sea has gone as far as it goes, and what it covers lies bare and shining."
	case TurnedText(TideFlow):
		return "The sea is coming back. It does not hurry, and it is faster than you are."
	case TurnedText(TideHigh):
		return "High water. The sea stands at the wall and looks in."
	case TextSweptUnseen, TextAshoreHeard, TextBellFelt: // as they are by default
	}
	return PlainText(key)
}

// TideAt is the tide of this world, "" where there is no sea: no room that the tide covers.
func (s *State) TideAt(now Time) Tide {
	if len(s.Index.Tidal) == 0 {
		return ""
	}
	return now.Tide()
}

// TideWords says how the sea stands, as the end of a sentence: "the tide is going out". No tide is no words.
func (s *State) TideWords(t Tide) string {
	if t == "" {
		return ""
	}
	return s.text(TextKey(t))
}
