package result_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

func told(e world.Event, sense world.Sense) *loop.Told {
	return &loop.Told{Sense: sense, Notice: &world.Notice{Seq: 7, N: 1, At: 5, Event: e, Captions: []world.Caption{
		{ID: "pc-ann", Name: "Ann"}, {ID: "pc-bob", Name: "Bob"}, {ID: "hall", Name: "Hall"},
		{ID: "attic", Name: "Attic"},
		{ID: "key-1", A: "a", Name: "key"}, {ID: "hunt", Name: "The hunt"},
	}}}
}

// secret is an event, what somebody may know of it, and what they may not.
type secret struct {
	name          string
	event         world.Event
	sense         world.Sense
	has           []string
	lacks         []string
	isNobodysNews bool
}

// tradeSecrets are what passes over a counter: what was paid is between two, and a lesson is for one.
func tradeSecrets() []secret {
	return []secret{
		{"a purchase beside you", world.Bought{Actor: "pc-ann", From: "pc-bob", Item: "key-1", Coins: 7}, world.Saw,
			[]string{`"item":"key-1"`, `"target":"pc-bob"`, "Ann buys a key from Bob."}, []string{`"coins"`}, false},
		{"a purchase from you", world.Bought{Actor: "pc-ann", From: "pc-bob", Item: "key-1", Coins: 7},
			world.Mine | world.Saw, []string{`"coins":7`, `"item_name":"key"`}, nil, false},
		{"an offer to you", world.Haggled{Actor: "pc-ann", To: "pc-bob", Item: "pie", Name: "pie", A: "a", Sell: true,
			Coins: 3}, world.Mine | world.Saw, []string{`"item":"pie"`, `"coins":3`, `"for_sale":true`}, nil, false},
		{"a price for you", world.Quoted{Actor: "pc-ann", To: "pc-bob", Item: "pie", Name: "pie", A: "a", Coins: 3,
			Agreed: true, Until: 99}, world.Mine | world.Saw, []string{`"agreed":true`, `"until":99`}, nil, false},
		{"a price in the dark", world.Quoted{Actor: "pc-ann", To: "pc-bob", Name: "pie", Coins: 3}, world.Heard,
			[]string{"Someone names a price."}, []string{"pie", "pc-ann", "Bob", `"data"`}, false},
		{"a lesson beside you", world.Taught{Actor: "pc-ann", To: "pc-bob", Name: "knots", Text: "Over, under."},
			world.Saw | world.Heard, []string{`"target":"pc-bob"`}, []string{"knots", "Over"}, false},
		{"a lesson for you", world.Taught{Actor: "pc-ann", To: "pc-bob", Name: "knots", Text: "Over, under."},
			world.Mine | world.Saw, []string{`"text":"Over, under."`}, nil, false},
	}
}

// battleSecrets are what a fight by turns tells: its dice to whoever sees them fall, and to nobody what they fall from.
func battleSecrets() []secret {
	blow := world.AttackResolved{
		Encounter: "battle-1", Actor: "pc-ann", Target: "pc-bob", Roll: 17, Total: 19, AC: 12, Hit: true, Harm: 3, HP: 9,
		Verb: "hit", Dice: 4711,
	}
	way := world.MoveApplied{Encounter: "battle-1", Actor: "pc-ann", Path: []world.Cell{{X: 2, Y: 3}}, Left: 5}
	return []secret{
		{"a fight", world.EncounterOpened{
			Encounter: "battle-1", Actor: "pc-ann", Target: "pc-bob", Name: "Row", Seed: 987654321987654321, Clock: 30,
			Ground: world.Ground{Width: 20, Height: 15},
		}, world.Saw, []string{`"encounter":"battle-1"`, `"target_name":"Bob"`, `"clock":30`, `"width":20`},
			[]string{"987654321987654321", "seed"}, false},
		{"a blow by turns", blow, world.Saw, []string{`"roll":17`, `"total":19`, `"ac":12`, `"harm":3`, `"hit":true`},
			[]string{`"hp"`, "4711", "dice"}, false},
		{"a blow by turns against you", blow, world.Mine | world.Saw, []string{`"hp":9`}, []string{"4711"}, false},
		{"a blow by turns in the dark", blow, world.Heard, nil, []string{"pc-ann", "Ann", `"data"`, "17"}, false},
		{"a way", way, world.Saw, []string{`"path":[{"x":2,"y":3}]`, `"actor_name":"Ann"`}, []string{`"left"`}, false},
		{"your way", way, world.Did | world.Saw, []string{`"left":5`}, nil, false},
		{"a turn", world.TurnEnded{Encounter: "battle-1", Actor: "pc-bob", Next: "pc-ann", Round: 2}, world.Mine | world.Saw,
			[]string{`"next":"pc-ann"`, `"round":2`}, nil, false},
	}
}

// S2-22: no field tells more than the words do.
func TestSecrets(t *testing.T) {
	cases := []secret{
		{"speech in the dark", world.Said{Actor: "pc-ann", Text: "hi"}, world.Heard,
			[]string{`"kind":"said"`, `"text":"hi"`, "Someone says"}, []string{"Ann", "pc-ann"}, false},
		{"speech", world.Said{Actor: "pc-ann", Text: "hi"}, world.Saw | world.Heard,
			[]string{`"actor":"pc-ann"`, `"actor_name":"Ann"`, `"sense":["saw","heard"]`,
				`"seq":7,"n":1,"at":5`}, nil, false},
		{"a tell from afar", world.Told{Actor: "pc-ann", To: "pc-bob", Text: "psst"}, world.Mine | world.Heard,
			[]string{`"actor_name":"Ann"`, `"text":"psst"`}, nil, false},
		{"somebody leaves", world.Moved{Actor: "pc-ann", From: "hall", To: "attic", Dir: world.Up},
			world.Saw | world.Left, []string{`"kind":"moved"`, `"direction":"up"`}, []string{"attic", "Attic"}, false},
		{"somebody comes", world.Moved{Actor: "pc-ann", From: "attic", To: "hall", Dir: world.Down}, world.Saw,
			[]string{`"actor_name":"Ann"`}, []string{"attic"}, false},
		{"you go", world.Moved{Actor: "pc-ann", From: "hall", To: "attic", Dir: world.Up}, world.Did | world.Saw,
			[]string{"You go up, to Attic.", `"to":"attic"`}, nil, false},
		{"a blow beside you", world.BlowLanded{Actor: "pc-ann", Target: "pc-bob", Roll: 17, Harm: 3, HP: 9},
			world.Saw | world.Heard, []string{`"harm":3`}, []string{"17", `"hp"`}, false},
		{"a blow against you", world.BlowLanded{Actor: "pc-ann", Target: "pc-bob", Roll: 17, Harm: 3, HP: 9},
			world.Mine | world.Saw, []string{`"hp":9`}, []string{"17"}, false},
		{"a thing taken in the dark", world.ItemTaken{Actor: "pc-ann", Item: "key-1"}, world.Heard, nil, nil, true},
		{"a thing taken", world.ItemTaken{Actor: "pc-ann", Item: "key-1"}, world.Did | world.Saw,
			[]string{`"kind":"item_taken"`, `"item":"key-1"`, `"item_name":"key"`}, nil, false},
		{"somebody's thing taken", world.ItemTaken{Actor: "pc-ann", Item: "key-1", Of: "pc-bob"}, world.Saw,
			[]string{`"of":"pc-bob"`, `"of_name":"Bob"`}, nil, false},
		{"somebody's thing taken in the dark", world.ItemTaken{Actor: "pc-ann", Item: "key-1", Of: "pc-bob"}, world.Heard,
			nil, nil, true},
		{"a quest", world.QuestAdvanced{Actor: "pc-ann", Quest: "hunt", What: "key", Done: 1, Of: 3}, world.Did,
			[]string{`"quest":"The hunt"`, `"done":1`, `"of":3`}, nil, false},
		{"a move", world.MovePlayed{Board: "carved", N: 3, Actor: "pc-ann", Side: "X", Row: 1, Col: 1, Source: "terminal",
			Rows: 1, Cols: 1, Cells: []string{"X"}, Next: "O"}, world.Saw, []string{
			`"game_id":"carved-3"`, `"square":"b2"`, `"row":1`, `"source":"terminal"`, `"turn":"O"`, `"actor_name":"Ann"`,
		}, nil, false},
		{"a move in the dark", world.MovePlayed{Board: "carved", Actor: "pc-ann"}, world.Heard, nil, nil, true},
		{"a game at a table of the house", world.GameBegan{Board: "slate", N: 1, Game: "noughts", FirstChair: "ai",
			SecondChair: "human", FirstSide: "X", SecondSide: "O"}, world.Saw | world.Close,
			[]string{`"X":"ai"`, `"O":"human"`, `"sense":["saw","close"]`}, nil, false},
		{"a taunt in the dark", world.Taunted{Board: "carved", Actor: "pc-ann", Side: "X", Text: "Ha\x1b!"}, world.Heard,
			[]string{`"text":"Ha!"`, "Someone taunts"}, []string{"pc-ann", "Ann", "carved", `\u001b`}, false},
		{"a timer", world.TimerSet{}, world.Saw, nil, nil, true},
		{"control characters", world.Emoted{Actor: "pc-ann", Text: "a\x1b[2Jb\u202ec"}, world.Saw,
			[]string{"a[2Jbc"}, []string{`\u001b`, "\u202e"}, false},
	}
	for _, c := range slices.Concat(cases, tradeSecrets(), battleSecrets()) {
		t.Run(c.name, func(t *testing.T) {
			n := told(c.event, c.sense)
			text := result.EventText(n)
			if (text == "") != c.isNobodysNews {
				t.Fatalf("text %q", text)
			}
			if text == "" {
				return
			}
			raw, err := json.Marshal(result.EventOf(n, text))
			if err != nil {
				t.Fatal(err)
			}
			for _, part := range c.has {
				if !strings.Contains(string(raw), part) {
					t.Errorf("%s lacks %s", raw, part)
				}
			}
			if i := slices.IndexFunc(c.lacks, func(s string) bool { return strings.Contains(string(raw), s) }); i >= 0 {
				t.Errorf("%s tells %s", raw, c.lacks[i])
			}
		})
	}
}

// Every kind of event can be told in every way without a panic, and encodes.
func TestEveryKind(t *testing.T) {
	for _, e := range world.EventKinds() {
		for sense := range world.Sense(64) {
			n := told(e, sense)
			if _, err := json.Marshal(result.EventOf(n, result.EventText(n))); err != nil {
				t.Errorf("%T: %v", e, err)
			}
		}
	}
}

// S3-47: the names that programs of the first encounter knew are our kinds in capitals. What they were told of as
// ACTION_REJECTED is no event here, for nothing has happened: it is the answer of the tool declare.
func TestOriginNames(t *testing.T) {
	for origin, e := range map[string]world.Event{
		"ATTACK_RESOLVED": world.AttackResolved{Actor: "pc-ann", Target: "pc-bob", Verb: "hit"},
		"MOVE_APPLIED":    world.MoveApplied{Actor: "pc-ann", Path: []world.Cell{{X: 1, Y: 1}}},
		"INITIATIVE_ROLLED": world.InitiativeRolled{
			Actor: "pc-ann", Order: []world.ActorID{"pc-ann"}, Thrown: []int{3}, Totals: []int{4},
		},
		"TURN_ENDED": world.TurnEnded{Actor: "pc-ann", Next: "pc-bob"},
	} {
		n := told(e, world.Did|world.Saw)
		text := result.EventText(n)
		if got := strings.ToUpper(result.EventOf(n, text).Kind); got != origin || text == "" {
			t.Errorf("%T: %s, %q; want %s", e, got, text, origin)
		}
	}
}

// The dice of a fight are a secret while it lasts: nothing that tells of it, in whatever sense, has the seed, or how
// many dice were thrown, in any notation.
func TestSeedIsNobodysNews(t *testing.T) {
	const seed, thrown = 0xfeed5eed00c0ffee, 31_415_926
	for _, e := range world.EventKinds() {
		v := reflect.New(reflect.TypeOf(e)).Elem()
		isFight := false
		for name, value := range map[string]uint64{"Seed": seed, "Dice": thrown} {
			if f := v.FieldByName(name); f.IsValid() && f.Kind() == reflect.Uint64 {
				f.SetUint(value)
				isFight = true
			}
		}
		if !isFight {
			continue
		}
		full, _ := reflect.TypeAssert[world.Event](v)
		for sense := range world.Sense(128) {
			n := told(full, sense)
			raw, err := json.Marshal(result.EventOf(n, result.EventText(n)))
			if err != nil {
				t.Fatal(err)
			}
			for _, secret := range []string{
				strconv.FormatUint(seed, 10), strconv.FormatUint(seed, 16), strconv.Itoa(thrown), "seed", "Seed",
			} {
				if strings.Contains(string(raw), secret) {
					t.Errorf("%T, sense %d: %s tells %s", full, sense, raw, secret)
				}
			}
		}
	}
}
