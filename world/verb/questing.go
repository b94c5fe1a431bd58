package verb

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

type questArgs struct {
	Quest string `json:"quest" take:"quest" in:"offered" opt:"yes" help:"the quest's name, if several are offered"`
}

type activeArgs struct {
	Quest string `json:"quest" take:"quest" in:"active" opt:"yes" help:"the quest's name, if you are on several"`
}

// only returns the quest that was named, or the only one there is.
func (c Ctx) only(named, where string) (world.QuestID, *world.Refusal) {
	if named != "" {
		return world.QuestID(named), nil
	}
	ready := where == "ready" // of those that one is on, what is done already comes first
	if ready {
		where = "active"
	}
	list := c.quests(where)
	if where == "active" {
		var here []candidate
		for _, q := range list {
			if c.State.Quests[world.QuestID(q.id)].Room == c.Actor.Room {
				here = append(here, q)
			}
		}
		if len(here) > 0 {
			list = here
		}
		if done := slices.DeleteFunc(slices.Clone(here), func(q candidate) bool {
			return !c.State.QuestReady(c.Actor, world.QuestID(q.id))
		}); ready && len(done) > 0 {
			list = done
		}
	}
	switch {
	case len(list) == 1:
		return world.QuestID(list[0].id), nil
	case len(list) == 0 && where == "offered":
		return "", refuse(world.CodeNotHere, "No quest is offered here.")
	case len(list) == 0:
		return "", refuse(world.CodeUnknown, "You are on no quest.")
	}
	var names []string
	for _, q := range list {
		names = append(names, q.bare)
	}
	return "", refuse(world.CodeUnclear, "Which quest: "+strings.Join(names, ", ")+"?")
}

func questCall(where string, act func(world.QuestID) world.Action) func(Ctx, string) Call {
	return func(c Ctx, named string) Call {
		id, r := c.only(named, where)
		if r != nil {
			return Call{Refusal: r}
		}
		return Call{Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: act(id)}}
	}
}

func questVerbs() []*Verb {
	abandon := questCall("active", func(q world.QuestID) world.Action { return world.AbandonQuest{Quest: q} })
	complete := questCall("ready", func(q world.QuestID) world.Action { return world.CompleteQuest{Quest: q} })
	return []*Verb{
		tells(Verb{
			Name: "quests", Aliases: []string{"quest", "journal"}, Topic: "Quests", Need: world.RoleGuest,
			Brief: "See what is offered here, what you are on, and what you have done.", Example: "quests",
		}, func(c Ctx, _ none) (any, *world.Refusal) { return c.questReport(), nil }),
		calls(Verb{
			Name: "accept", Topic: "Quests", Need: world.RoleGuest, Effect: Changes, Inline: true,
			Brief: "Take on the quest that is offered here.", Example: "accept",
			When: func(c Ctx) bool { return len(c.quests("offered")) > 0 },
		}, takeOn),
		calls(Verb{
			Name: "complete", Topic: "Quests", Need: world.RoleGuest, Effect: Destroys, Inline: true,
			Brief: "End a quest where it was offered, handing over what it asked for.", Example: "complete",
			When: func(c Ctx) bool {
				return slices.ContainsFunc(c.quests("active"), func(q candidate) bool {
					return c.State.QuestReady(c.Actor, world.QuestID(q.id))
				})
			},
		}, func(c Ctx, a activeArgs) Call { return complete(c, a.Quest) }),
		calls(Verb{
			Name: "abandon", Topic: "Quests", Need: world.RoleGuest, Effect: Destroys, Only: Typed,
			Brief: "Give a quest up.", Example: "abandon",
		}, func(c Ctx, a activeArgs) Call { return abandon(c, a.Quest) }),
	}
}

// takeOn takes a quest on, and tells what it asks for.
func takeOn(c Ctx, a questArgs) Call {
	id, r := c.only(a.Quest, "offered")
	if r != nil {
		return Call{Refusal: r}
	}
	return Call{
		Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: world.AcceptQuest{Quest: id}},
		Report: func(c Ctx) any {
			q := c.State.Quests[id]
			if q == nil {
				return nil
			}
			texts := []string{q.Active}
			needs, _, _ := c.State.QuestNeeds(c.Actor, q)
			for _, n := range needs {
				texts = append(texts, n.Text)
			}
			texts = slices.DeleteFunc(texts, func(s string) bool { return s == "" })
			if len(texts) == 0 {
				return nil
			}
			return DoneReport{Text: world.Clean(strings.Join(texts, " "))}
		},
	}
}

// QuestLine is one quest as its report shows it.
type QuestLine struct {
	ID    world.QuestID `json:"id"`
	Name  string        `json:"name"`
	Stage string        `json:"stage"` // available, active, completed
	Text  string        `json:"text"`
	Needs []QuestNeed   `json:"needs,omitempty"`
	Done  int           `json:"done"`
	Of    int           `json:"of"`
	Ends  string        `json:"ends,omitempty"`          // where it is completed
	Again int           `json:"again_seconds,omitempty"` // of one that is done: until it may be taken again
	Redo  bool          `json:"again_now,omitempty"`     // it was done, and may be taken again now

	Astray []string `json:"lent_astray,omitempty"` // what was lent for it, is wanted still, and is not in one's hands
}

// isReady reports whether nothing is left to do but to hand it in.
func (q QuestLine) isReady() bool {
	return q.Done == q.Of && !slices.ContainsFunc(q.Needs, func(n QuestNeed) bool { return n.Gone })
}

// QuestNeed is one thing that a quest asks for.
type QuestNeed struct {
	What  string         `json:"what"`
	Kind  world.NeedKind `json:"kind"` // find, slay, outwit, say, give, reach
	Met   bool           `json:"met"`
	Have  int            `json:"have,omitempty"`  // how often it was met, of what is wanted more than once
	Want  int            `json:"want,omitempty"`  // and how often it is wanted
	Waits bool           `json:"waits,omitempty"` // something before it in the list has to be done first
	Gone  bool           `json:"gone,omitempty"`  // it was found, and is not carried any more
	Text  string         `json:"text,omitempty"`  // what is told of it, once it is its turn
}

// QuestReport lists quests.
type QuestReport struct {
	Quests []QuestLine         `json:"quests"`
	Owed   []world.PromiseLine `json:"owed,omitempty"` // what one was promised and has not got
	Else   []QuestElsewhere    `json:"-"`              // and what could be taken on in other places
	Unseen int                 `json:"-"`              // how many more there are where one has never been
}

// unseenMost is how many quests of places where somebody has never been are named.
const unseenMost = 3

// QuestElsewhere is a quest that somebody could take on where they are not. Room is "" for where they have never been.
type QuestElsewhere struct{ Name, Room string }

// seenName is the name of a place that one has seen, or may go to at will; "" of any other.
func (c Ctx) seenName(r *world.RoomSpec) string {
	if c.Actor.Known[r.ID] || c.State.Roams(c.Actor, r.ID) {
		return r.Name
	}
	return ""
}

func (c Ctx) questReport() QuestReport {
	out := QuestReport{Quests: []QuestLine{}, Owed: c.State.Owed(c.Actor.ID)}
	var unseen []*world.QuestSpec
	for _, q := range world.Ordered(c.State.Quests) {
		line := c.questLine(q)
		if line.Stage != "" {
			out.Quests = append(out.Quests, line)
		}
		if line.Stage != "" && line.Stage != "completed" { // what is done may be there again
			continue
		}
		room := c.State.Rooms[q.Room]
		switch {
		case room == nil || !c.State.Admits(c.Actor, room) || c.State.QuestOpen(c.Actor, q, c.Now) != nil:
		case c.seenName(room) != "":
			out.Else = append(out.Else, QuestElsewhere{q.Name, room.Name})
		default:
			unseen = append(unseen, q)
		}
	}
	zone := c.State.Rooms[c.Actor.Room].Zone // what is near comes first
	far := func(q *world.QuestSpec) bool { return c.State.Rooms[q.Room].Zone != zone }
	slices.SortStableFunc(unseen, func(a, b *world.QuestSpec) int { return boolInt(far(a)) - boolInt(far(b)) })
	for i, q := range unseen {
		if i == unseenMost {
			out.Unseen = len(unseen) - unseenMost
			break
		}
		out.Else = append(out.Else, QuestElsewhere{Name: q.Name})
	}
	return out
}

// questLine tells of one quest; its stage is "" when it is neither offered here nor one that the actor has to do with.
func (c Ctx) questLine(q *world.QuestSpec) QuestLine {
	run, line := c.Actor.Quests[q.ID], QuestLine{ID: q.ID, Name: q.Name}
	switch {
	case run.Stage == world.QuestActive:
		line.Stage, line.Text = "active", q.Active
		line.Astray = c.State.Astray(c.Actor, q)
	case q.Room == c.Actor.Room && c.State.QuestOpen(c.Actor, q, c.Now) == nil:
		line.Stage, line.Text, line.Redo = "available", q.Offer, run.Done()
	case run.Done():
		line.Stage, line.Text = "completed", q.Done
		line.Again = int((c.State.QuestWait(c.Actor, q, c.Now) + world.Second - 1) / world.Second)
		line.Redo = c.State.QuestOpen(c.Actor, q, c.Now) == nil
	default:
		return line
	}
	if room := c.State.Rooms[q.Room]; room != nil {
		line.Ends = room.Name
	}
	needs, done, of := c.State.QuestNeeds(c.Actor, q)
	line.Done, line.Of = done, of
	for i, n := range needs {
		need := QuestNeed{
			What: n.What, Kind: n.Kind, Met: n.Met(), Waits: n.Waits, Gone: c.State.NeedGone(c.Actor, q, i),
			Text: n.Text,
		}
		if n.Want > 1 {
			need.Have, need.Want = n.Have, n.Want
		}
		line.Needs = append(line.Needs, need)
	}
	if line.Stage == "available" { // of one that was done before, too
		line.Done = 0
		for i := range line.Needs {
			line.Needs[i].Met, line.Needs[i].Have = false, 0
		}
	}
	return line
}
