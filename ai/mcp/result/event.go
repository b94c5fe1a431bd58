package result

import (
	"reflect"
	"strings"
	"unicode"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Event is one event as a client is told of it. What players wrote stands in Data as they wrote it, and in Text between
// double quotation marks, of which there are none within; both are cleaned of everything that is not text.
type Event struct {
	Seq       uint64         `json:"seq"`             // of its record in the journal
	N         int            `json:"n"`               // its number within the record
	At        world.Time     `json:"at"`              // world time, milliseconds
	Kind      string         `json:"kind"`            // item_taken
	Text      string         `json:"text"`            // in plain words
	Actor     world.ActorID  `json:"actor,omitempty"` // whom it is about, if the perceiver knows
	ActorName string         `json:"actor_name,omitempty"`
	Sense     []string       `json:"sense"` // did, mine, saw, heard, left, far, close
	Data      map[string]any `json:"data,omitempty"`
}

// agentProfile is the profile under which the words of a notice are kept for all agents that perceived it alike.
type agentProfile struct{}

// EventText puts a notice into plain words; "" when it is nobody's news.
func EventText(t *loop.Told) string {
	text, _ := t.Render(agentProfile{}, func() any {
		if _, isActed := t.Event.(world.Emoted); isActed {
			return prose.Acted(t.Notice, t.Sense).String()
		}
		if words := prose.Of(t.Notice, t.Sense).String(); words != "" {
			return words
		}
		return ownMove(t)
	}).(string)
	return text
}

// ownMove tells somebody who reads their past where they went. Whoever walks is shown the room instead of words.
func ownMove(t *loop.Told) string {
	e, ok := t.Event.(world.Moved)
	if !ok || t.Sense&world.Did == 0 {
		return ""
	}
	to := world.Clean(t.Caption(string(e.To)).Name)
	if e.Dir == "" {
		return "You are now at " + to + "."
	}
	return "You go " + string(e.Dir) + ", to " + to + "."
}

// EventOf returns a notice as it is told, under the words that [EventText] gave.
func EventOf(t *loop.Told, text string) Event {
	out := Event{
		Seq: t.Seq, N: t.N, At: t.At, Kind: kindOf(t.Event), Text: text, Sense: senses(t.Sense), Data: dataOf(t),
	}
	if who := actorOf(t.Event); who != "" && knows(t) {
		out.Actor, out.ActorName = who, world.Clean(t.Caption(string(who)).Name)
	}
	return out
}

// kindOf names an event by its type: item_taken.
func kindOf(e world.Event) string {
	var b strings.Builder
	for i, r := range reflect.TypeOf(e).Name() {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// actorOf returns whom an event is about: all that happens to a body names it Actor.
func actorOf(e world.Event) world.ActorID {
	f := reflect.ValueOf(e).FieldByName("Actor")
	if !f.IsValid() {
		return ""
	}
	id, _ := reflect.TypeAssert[world.ActorID](f)
	return id
}

// knows reports whether the perceiver knows who it was: by sight, or because the words name them.
func knows(t *loop.Told) bool {
	return t.Sense&(world.Saw|world.Did|world.TraitsOf(t.Event).Names) != 0
}

// senseNames are the bits of a sense in their order.
var senseNames = []struct { //nolint:gochecknoglobals // immutable: nothing writes it
	bit  world.Sense
	name string
}{
	{world.Did, "did"}, {world.Mine, "mine"}, {world.Saw, "saw"}, {world.Heard, "heard"}, {world.Left, "left"},
	{world.Far, "far"}, {world.Close, "close"},
}

func senses(s world.Sense) []string {
	out := []string{}
	for _, n := range senseNames {
		if s&n.bit != 0 {
			out = append(out, n.name)
		}
	}
	return out
}

// dataOf returns what a program may want of an event, and no more than its words tell: an event knows things that its
// perceiver does not, such as where somebody went or how the dice fell. It names the kinds because it reads their
// fields: what a kind may tell is decided here and now, and of one that is not named nothing is told but the thing that
// it is about.
func dataOf(t *loop.Told) map[string]any {
	if said := world.TraitsOf(t.Event).Speech; said.To != 0 {
		return map[string]any{"text": world.Clean(said.Words)}
	}
	isMine := t.Sense&(world.Did|world.Mine) != 0
	switch e := t.Event.(type) {
	case world.LoreWritten:
		return map[string]any{"lore": e.Lore, "text": world.Clean(e.Text), "about": e.About}
	case world.LoreDropped:
		return map[string]any{"lore": e.Lore}
	case world.Moved:
		return movedData(t, e)
	case world.BlowLanded:
		out := map[string]any{"harm": e.Harm, "target": e.Target, "target_name": called(t, string(e.Target))}
		if t.Sense&world.Mine != 0 {
			out["hp"] = e.HP
		}
		return unlessDark(t, out)
	case world.Died:
		if e.By == "" || t.Sense&(world.Saw|world.Did) == 0 {
			return nil
		}
		return map[string]any{"by": e.By, "by_name": called(t, string(e.By))}
	case world.FightBegan:
		return unlessDark(t, map[string]any{"target": e.Target, "target_name": called(t, string(e.Target))})
	case world.ItemTaken:
		return takenData(t, e)
	case world.CoinsTaken:
		if isMine {
			return map[string]any{"coins": e.Coins}
		}
	case world.CoinsGiven:
		if isMine {
			return map[string]any{"coins": e.Coins, "to": e.To, "to_name": called(t, string(e.To))}
		}
	case world.CoinsLaid:
		if isMine {
			return map[string]any{"coins": e.Coins}
		}
	case world.Learned:
		return map[string]any{"xp": e.XP, "level": e.Level}
	case world.QuestAccepted:
		return map[string]any{"quest": called(t, string(e.Quest))}
	case world.QuestAdvanced:
		data := map[string]any{"quest": called(t, string(e.Quest)), "what": world.Clean(e.What),
			"done": e.Done, "of": e.Of}
		if e.Want > 1 {
			data["have"], data["want"] = e.Have, e.Want
		}
		return data
	case world.QuestDone:
		return map[string]any{"quest": called(t, string(e.Quest)), "coins": e.Coins}
	case world.SeaHurt:
		return map[string]any{"hp": e.HP}
	case world.ScriptHurt:
		return map[string]any{"hp": e.HP}
	default:
		if data, ok := boardData(t); ok {
			return data
		}
		if data, ok := tradeData(t); ok {
			return data
		}
		if data, ok := battleData(t); ok {
			return data
		}
		return itemData(t)
	}
	return nil
}

// takenData is what was taken, and whose it was if it was somebody's.
func takenData(t *loop.Told, e world.ItemTaken) map[string]any {
	data := itemData(t)
	if data != nil && e.Of != "" {
		data["of"], data["of_name"] = e.Of, called(t, string(e.Of))
	}
	return data
}

// movedData tells where somebody went as far as a bystander sees it.
func movedData(t *loop.Told, e world.Moved) map[string]any {
	if t.Sense&world.Did != 0 {
		return map[string]any{"direction": e.Dir, "to": e.To, "to_name": called(t, string(e.To))}
	}
	if e.Dir == "" || t.Sense&world.Saw == 0 {
		return nil
	}
	if t.Sense&world.Left != 0 {
		return map[string]any{"direction": e.Dir}
	}
	return nil
}

// itemData names the thing that an event is about.
func itemData(t *loop.Told) map[string]any {
	f := reflect.ValueOf(t.Event).FieldByName("Item")
	if !f.IsValid() {
		return nil
	}
	id, _ := reflect.TypeAssert[world.ItemID](f)
	return unlessDark(t, map[string]any{"item": id, "item_name": called(t, string(id))})
}

func unlessDark(t *loop.Told, data map[string]any) map[string]any {
	if t.Sense&(world.Saw|world.Did) == 0 {
		return nil
	}
	return data
}

func called(t *loop.Told, id string) string { return world.Clean(t.Caption(id).Name) }
