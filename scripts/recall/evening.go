package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/data"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// An evening in the starter world's tavern is played by rule and dice, and its record is what is asked about: so the
// answers are known, and nobody has to judge them.

// tavern is where it is played.
const tavern world.RoomID = "drowned-lantern"

// deedsMost is how many things are tried of an evening.
const deedsMost = 900

// evening is an evening as one person there has it in memory.
type evening struct {
	state   *world.State
	now     world.Time
	dice    *rand.Rand
	guests  []world.ActorID
	witness world.ActorID
	mem     *memory.Memory
	truths  map[string]map[uint64]bool // for each question, the memories that answer it
	kinds   map[string]int             // and of which kind it is
	fault   error
}

func guestNames() []string {
	return []string{"Anselm", "Berta", "Cuthbert", "Dunstan", "Eadwig", "Frida"}
}

// playEvening plays one evening.
func playEvening(seed uint64) (*evening, error) {
	p, problems, err := pack.Check(data.Lowtide(), ".")
	if err != nil || p == nil {
		return nil, fmt.Errorf("read the starter world: %w %v", err, problems)
	}
	e := &evening{
		state: world.New(1), now: world.GameHour, dice: rand.New(rand.NewPCG(seed, seed)), //nolint:gosec // a game
		mem: memory.New(memory.Config{}), truths: map[string]map[uint64]bool{}, kinds: map[string]int{},
	}
	e.host(world.Start{Build: "recall", Seed: seed})
	e.host(world.ApplyPack{Pack: *p})
	wizard := e.join("Oswald", world.RoleWizard)
	e.witness = e.join("Wilfrid", world.RolePlayer)
	e.do(wizard, world.Haul{Body: e.witness, To: tavern})
	for _, name := range guestNames() {
		who := e.join(name, world.RolePlayer)
		e.guests = append(e.guests, who)
		e.do(wizard, world.Haul{Body: who, To: tavern})
	}
	e.do(wizard, world.Haul{Body: wizard, To: tavern})
	for i, proto := range []world.ProtoID{
		"mudlark-lamp", "storm-lantern", "mud-rake", "gutting-knife", "boathook", "sea-charm", "tin-tray", "finds-basket",
		"pickled-egg", "eel-pie", "toffee-fish", "silver-spoon", "shiny-button", "oilskin-coat", "souwester",
	} {
		e.do(wizard, world.Conjure{Item: proto})
		if held := e.state.Index.Held[wizard]; len(held) > 0 {
			e.do(wizard, world.Give{Items: slices.Clone(held[len(held)-1:]), To: e.guests[i%len(e.guests)]})
		}
	}
	for range deedsMost {
		e.now += world.Time(5+e.dice.IntN(60)) * world.Second
		e.deed()
	}
	return e, e.fault
}

func (e *evening) host(a world.Action) {
	e.decide(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: a})
}

func (e *evening) do(who world.ActorID, a world.Action) {
	e.decide(world.Input{Actor: who, Via: world.Via{Kind: world.ViaKeyboard}, Action: a})
}

func (e *evening) join(name string, role world.Role) world.ActorID {
	e.host(world.Create{Account: world.AccountID("a-" + strings.ToLower(name)), Name: name, Role: role})
	id := world.ActorID("pc-" + strings.ToLower(name))
	e.do(id, world.Enter{})
	if a := e.state.Actors[id]; a == nil || a.Presence == world.Away {
		e.fault = fmt.Errorf("%s did not come in", name)
	}
	return id
}

// decide has the world decide, and the witness remember what they perceive of it.
func (e *evening) decide(in world.Input) {
	rec, _ := e.state.Decide(e.now, in) // what is refused did not happen
	if rec == nil || e.witness == "" {
		return
	}
	me := e.state.Actors[e.witness]
	for i := range rec.Notices {
		n := &rec.Notices[i]
		if sense, ok := n.SenseOf(me.Num); ok {
			e.perceive(rec, n, prose.Of(n, sense).String())
		}
	}
}

// perceive remembers one event, and notes which questions it answers.
func (e *evening) perceive(rec *world.Record, n *world.Notice, text string) {
	if text == "" {
		return
	}
	name := func(id string) string { return n.Caption(id).Name }
	r := memory.Row{
		Seq: rec.Seq, At: rec.At, Kind: memory.Event, By: string(rec.Actor), Name: name(string(rec.Actor)), Text: text,
	}
	var asked []string
	kind := 0
	switch ev := n.Event.(type) {
	case world.ItemGiven:
		kind = 1
		r.Deed, r.Who = "item_given", []string{string(ev.Actor), string(ev.To)}
		from, to, what := name(string(ev.Actor)), name(string(ev.To)), bare(name(string(ev.Item)))
		asked = []string{
			"Who gave " + to + " the " + what + "?", "Who handed " + to + " a " + what + "?",
			"Where did " + to + " get that " + what + " from?",
			"What was " + from + "'s present to " + to + ", the " + what + "?",
		}
	case world.ItemTaken:
		kind = 2
		r.Deed = "item_taken"
		what := bare(name(string(ev.Item)))
		asked = []string{"Who picked up the " + what + "?", "Did " + r.Name + " grab the " + what + "?",
			"Who has fetched the " + what + "?"}
	case world.ItemDropped:
		kind = 3
		r.Deed = "item_dropped"
		what := bare(name(string(ev.Item)))
		asked = []string{"Who put down the " + what + "?", "Did " + r.Name + " discard the " + what + "?"}
	case world.Said:
		kind = 4
		r.Kind, r.Source, r.Deed = memory.Claim, string(ev.Actor), "said"
		asked = sayings(e.state, ev)
	case world.GameEnded:
		kind = 5
		r.Deed = "game_ended"
		if ev.Actor != "" && ev.Other != "" && ev.Winner != "" {
			won, lost := name(string(ev.Actor)), name(string(ev.Other))
			asked = []string{"Did " + won + " win against " + lost + "?", "Who defeated " + lost + " when " + won + " played?"}
		}
	case world.Emoted, world.Gestured:
		r.Deed = "emoted"
	case world.SeatTaken:
		r.Deed = "seat_taken"
	case world.GameBegan:
		r.Deed = "game_began"
	default: // nobody will be asked about it
		return
	}
	if r.Importance = memory.Importance(r.Deed, memory.Case{}); r.Importance == 0 {
		return
	}
	kept, _ := e.mem.Remember(r)
	for _, q := range asked {
		if e.truths[q] == nil {
			e.truths[q] = map[uint64]bool{}
		}
		e.truths[q][kept.ID] = true
		e.kinds[q] = kind
	}
}

// eveningKinds are the kinds of questions.
func eveningKinds() [6]string {
	return [6]string{1: "who gave what", 2: "who took what", 3: "who dropped what", 4: "what was said", 5: "who won"}
}

// talk is the evening as a set of questions: those whose answer is one to three memories.
func (e *evening) talk() talk {
	var t talk
	places := map[uint64]int{}
	for _, r := range e.mem.Rows() {
		places[r.ID] = len(t.turns)
		t.turns = append(t.turns, said{id: strconv.FormatUint(r.ID, 10), text: r.Text, session: int(r.At / world.GameHour)})
	}
	for text, ids := range world.Ordered(e.truths) {
		q := question{text: text, kind: e.kinds[text], places: map[string]bool{}}
		for id := range ids { // into a set
			if _, ok := places[id]; ok {
				q.places[strconv.FormatUint(id, 10)] = true
			}
		}
		const most = 3
		if len(q.places) > 0 && len(q.places) <= most {
			t.questions = append(t.questions, q)
		}
	}
	t.recall = func(text string, most int) (out []int) {
		for _, f := range e.mem.Recall(memory.Query{Words: []string{text}, At: e.now + world.GameDay, Most: most}) {
			out = append(out, places[f.Row.ID])
		}
		return out
	}
	return t
}

// bare is a thing without its article.
func bare(name string) string {
	for _, a := range []string{"a ", "an ", "the ", "some "} {
		name = strings.TrimPrefix(name, a)
	}
	return name
}

// topic is what guests talk about: words of theirs, and words of whoever asks.
type topic struct{ said, asked string }

func topics() []topic {
	return []topic{
		{"my sister's boat sank off the east quay", "what became of the sister's ship"},
		{"the sexton hides coins under the altar", "where the money is hidden"},
		{"a thief took my purse on market day", "who was robbed"},
		{"there is a ghost in the lighthouse", "spirits haunting"},
		{"the beer here was better under the old landlord", "the ale and the innkeeper"},
		{"I was born on the causeway during a storm", "being born in a gale"},
		{"the guard at the gate takes bribes", "the corrupt watchman"},
		{"my brother married a fisherman's daughter", "his brother's wedding"},
		{"crabs bit me twice below the slipway", "being bitten by a crab"},
		{"the well on Bell Square has gone dry", "the dry well"},
		{"a wizard sold me a cursed ring", "the ring with a hex on it"},
		{"they drowned eleven thousand in one night", "how many drowned"},
		{"the ferry will not run at low water", "when the ferryman sails"},
		{"I owe the relic dealer three silver pieces", "debts to the antique merchant"},
		{"my grandmother could foretell the tides", "grandma's foresight of ebb and flood"},
		{"the chapel door was left unlocked", "whether the church was open"},
	}
}

// sayings are the questions that something said answers.
func sayings(s *world.State, ev world.Said) (out []string) {
	for _, t := range topics() {
		if strings.Contains(ev.Text, t.said) {
			who := s.Actors[ev.Actor].Name
			out = append(out, "What did "+who+" say about "+t.asked+"?", "What does "+who+" know of "+t.asked+"?")
		}
	}
	return out
}

func pick[V any](e *evening, list []V) V { return list[e.dice.IntN(len(list))] }

// deed is one thing that somebody tries.
func (e *evening) deed() {
	who, other := pick(e, e.guests), pick(e, e.guests)
	held := e.state.Index.Held[who]
	switch e.dice.IntN(8) {
	case 0, 1:
		if len(held) > 0 && who != other {
			e.do(who, world.Give{Items: []world.ItemID{pick(e, held)}, To: other})
		}
	case 2:
		if len(held) > 0 {
			e.do(who, world.Drop{Items: []world.ItemID{pick(e, held)}})
		}
	case 3:
		if on := e.state.Index.Floor[tavern]; len(on) > 0 {
			e.do(who, world.Take{Items: []world.ItemID{pick(e, on)}})
		}
	case 4:
		opening := pick(e, []string{"You know, ", "They say ", "Listen: ", "I tell you, "})
		e.do(who, world.Say{Text: opening + pick(e, topics()).said + "."})
	case 5:
		e.do(who, world.Emote{Text: pick(e, []string{"yawns.", "stares into the fire.", "hums a tune.", "counts coins."})})
	case 6:
		e.do(who, world.Say{Text: pick(e, []string{"Another round!", "What a night.", "Is it always this wet?", "Ha!"})})
	default:
		if who != other {
			e.game(who, other)
		}
	}
}

// game plays one game at the carved table.
func (e *evening) game(a, b world.ActorID) {
	for id, board := range world.Ordered(e.state.Boards) {
		if board.Room != tavern || len(board.Seats) > 0 {
			continue
		}
		e.do(a, world.Sit{Board: id})
		e.do(b, world.Sit{Board: id})
		const movesMost = 40
		for range movesMost {
			e.now += world.Second
			e.do(pick(e, []world.ActorID{a, b}), world.PlaceMark{Row: e.dice.IntN(3), Col: e.dice.IntN(3)})
			if m := e.state.Boards[id].Match; m != nil && (m.Status == world.MatchWon || m.Status == world.MatchDrawn) {
				break
			}
		}
		e.do(a, world.Stand{})
		e.do(b, world.Stand{})
		return
	}
}
