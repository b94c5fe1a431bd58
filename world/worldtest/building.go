package worldtest

import (
	"fmt"

	"github.com/mudlark-mud/mudlark/world"
)

// DrawBuilding draws an edit of the content by somebody, mostly one that can be, or the undoing of one; nil for another
// kind of action. A roll is of a die with so many sides.
func DrawBuilding(s *world.State, who world.ActorID, kind world.Action, roll func(int) int) world.Action {
	switch kind.(type) {
	case world.EditContent:
		a := world.EditContent{}
		for range 1 + roll(2) {
			drawEntry(s, who, &a.Set, roll)
		}
		return a
	case world.UndoChange:
		last := len(s.Changes)
		return world.UndoChange{Change: max(last-roll(4), 0) + roll(2), All: roll(3) == 0}
	case world.HoldDraft:
		a := world.HoldDraft{Draft: drawDraft(s, who, roll)}
		if roll(4) == 0 {
			a.Room = world.RoomID(drawID(s, "room", roll))
		}
		return a
	case world.PublishDraft:
		a := world.PublishDraft{Draft: drawDraft(s, who, roll)}
		if d := s.Drafts[a.Draft]; d != nil {
			a.Read = []int{0, d.Version(), d.Version(), d.Version() - 1}[roll(4)]
		}
		return a
	case world.DiscardDraft:
		return world.DiscardDraft{Draft: drawDraft(s, who, roll)}
	default:
		return nil
	}
}

// drawDraft draws a draft, mostly the one that somebody has open; "" for none.
func drawDraft(s *world.State, who world.ActorID, roll func(int) int) world.DraftID {
	if d := s.DraftOf(who, false); d != nil && roll(2) == 0 {
		return d.ID
	}
	return []world.DraftID{"", "", "mill", "fair", "No slug"}[roll(5)]
}

// drawEntry sets or withdraws one entry.
func drawEntry(s *world.State, who world.ActorID, e *world.Entries, roll func(int) int) {
	kinds := world.EntryKinds()
	kind := kinds[roll(len(kinds))]
	switch roll(8) {
	case 0:
		drawNew(s, who, e, roll)
		return
	case 1: // whatever is in its way
		if id := drawID(s, kind, roll); id != "" {
			e.Put(kind, id, nil)
		}
		return
	}
	id := drawID(s, kind, roll)
	if kind == "zone" && roll(3) == 0 {
		drawZone(e, roll)
		return
	}
	says := fmt.Sprintf("It was changed %d times.", roll(5))
	switch was := s.Entry(kind, id).(type) {
	case world.RoomSpec:
		was.Desc, was.Safe = says, roll(2) == 0
		was.Scripts = drawScripts(s, was.Scripts, roll)
		e.Put(kind, id, was)
	case world.DoorSpec:
		was.Closed = roll(2) == 0
		e.Put(kind, id, was)
	case world.ItemSpec:
		was.Desc, was.Value, was.Fixed = says, roll(30), roll(4) == 0
		was.Scripts = drawScripts(s, was.Scripts, roll)
		e.Put(kind, id, was)
	case world.MobSpec:
		was.Desc, was.Level = says, roll(9)
		if was.Mind == nil && was.Ready == nil {
			was.Scripts = drawScripts(s, was.Scripts, roll)
		}
		e.Put(kind, id, was)
	case world.SpawnSpec:
		was.Every = roll(600)
		e.Put(kind, id, was)
	case world.QuestSpec:
		was.XP = roll(100)
		e.Put(kind, id, was)
	case world.RecipeSpec:
		was.Spoils = roll(40)
		e.Put(kind, id, was)
	case world.ScriptSpec:
		e.Put(kind, id, drawScript(was, roll))
	case world.ZoneSpec:
		was.Closed, was.Locked = roll(3) == 0, roll(6) == 0
		was.Builders = [][]string{nil, {"Merla"}, {"Anna", "Benno"}}[roll(3)]
		was.Testers = [][]string{nil, {"Gast"}}[roll(2)]
		was.Resets = append(world.ZoneResets(), "", "")[roll(4)]
		e.Put(kind, id, was)
	default:
		drawWords(e, kind, id, was, says)
	}
}

// drawWords changes what is said of an entry whose words are all that is changed here.
func drawWords(e *world.Entries, kind, id string, was any, says string) {
	switch was := was.(type) {
	case world.HelpSpec:
		was.Text = says
		e.Put(kind, id, was)
	case world.ChannelSpec:
		was.About = says
		e.Put(kind, id, was)
	case world.CraftSpec:
		was.About = says
		e.Put(kind, id, was)
	case world.FigureSpec:
		was.About = says
		e.Put(kind, id, was)
	case world.LiquidSpec:
		was.Text = says
		e.Put(kind, id, was)
	case world.SocialSpec:
		was.Alone = says
		e.Put(kind, id, was)
	case world.TableSpec:
		was.Desc = says
		e.Put(kind, id, was)
	}
}

// drawNew sets an entry that there may not have been.
func drawNew(s *world.State, who world.ActorID, e *world.Entries, roll func(int) int) {
	here := world.RoomID("nowhere")
	if a := s.Actors[who]; a != nil {
		here = a.Room
	}
	n := roll(4)
	item, mob := world.ProtoID(fmt.Sprintf("built-thing-%d", n)), world.ProtoID(fmt.Sprintf("built-beast-%d", n))
	switch roll(6) {
	case 4:
		id := fmt.Sprintf("built-%d", n)
		e.Put("script", id, drawScript(world.ScriptSpec{ID: world.ScriptID(id)}, roll))
	case 0:
		room := world.RoomID(fmt.Sprintf("built-%d", n))
		e.Put("room", string(room), world.RoomSpec{
			ID: room, Name: "Built Room", Desc: "It is new.", Exits: []world.ExitSpec{{Dir: world.Up, To: here}},
		})
	case 1:
		e.Put("item", string(item), world.ItemSpec{ID: item, Name: "built thing", Desc: "It is new."})
		spawn := "put-" + string(item)
		e.Put("spawn", spawn, world.SpawnSpec{ID: world.SpawnID(spawn), Item: item, Room: here, Max: 1 + roll(2), Every: 60})
	case 2:
		e.Put("mob", string(mob), world.MobSpec{
			ID: mob, Name: "built beast", Desc: "It is new.", HP: 5, Damage: world.Dice{N: 1, S: 2},
		})
		spawn := "put-" + string(mob)
		e.Put("spawn", spawn, world.SpawnSpec{ID: world.SpawnID(spawn), Mob: mob, Room: here, Max: 1})
	case 3:
		drawZone(e, roll)
	default:
		e.Put("help", fmt.Sprintf("built-%d", n), world.HelpSpec{ID: fmt.Sprintf("built-%d", n), Text: "It is new."})
	}
}

// drawScripts draws which scripts something has, mostly those that it had.
func drawScripts(s *world.State, was []world.ScriptID, roll func(int) int) []world.ScriptID {
	if roll(3) > 0 {
		return was
	}
	if id := drawID(s, "script", roll); id != "" && roll(3) > 0 {
		return []world.ScriptID{world.ScriptID(id)}
	}
	return nil
}

// drawScript gives a script another source: mostly one that runs, now and then one that cannot be.
func drawScript(sp world.ScriptSpec, roll func(int) int) world.ScriptSpec {
	sp.About = fmt.Sprintf("It was changed %d times.", roll(5))
	sp.Language, sp.On, sp.Words, sp.Number, sp.Examples = "", nil, "", 0, nil
	starlark := []string{
		"def on_say(e):\n    set('n', get('n', 0) + 1)\n    narrate('%d.' % get('n'))\n    after(2, on_say)",
		"def may_enter(e): return 'No way.'\ndef on_enter(e): tell(e.who.id, 'Psst.')",
		"def on_get(e):\n    make('stone')\n    after(4, later)\ndef later(e): narrate(e.self.name)",
		"def on_say(e):\n    for i in range(1 << 30): pass",
		"def on_sya(e): pass", "def on_say(e): narrate(1)", "def on_say(", "",
	}
	dg := []string{
		"say %actor.name%.\nwait 2 sec\n%echo% Late.\nremote n %actor%", "return 0", "%load% obj stone\n%purge% stone",
		"while 1\ndone", "if 1\ndone", "wait 3 sec\n%teleport% %actor% market\n%force% all bow",
	}
	if roll(2) == 0 {
		sp.Source = starlark[roll(len(starlark))]
		return sp
	}
	hooks := world.ScriptHooks()
	sp.Language, sp.Source, sp.Number, sp.Words = world.LanguageDG, dg[roll(len(dg))], 50+roll(51), "*"
	sp.On = []string{hooks[roll(len(hooks))].Name, "on_say"}
	return sp
}

// drawZone sets what is said of a zone of the small pack, or of one without rooms.
func drawZone(e *world.Entries, roll func(int) int) {
	id := []string{"port", "pit", "shore", "built"}[roll(4)]
	e.Put("zone", id, world.ZoneSpec{ID: world.ZoneID(id), Name: "Built Zone", Closed: roll(2) == 0})
}

// drawID draws the id of an entry of a kind.
func drawID(s *world.State, kind string, roll func(int) int) string {
	ids := s.EntryIDs(kind)
	if len(ids) == 0 {
		return ""
	}
	return ids[roll(len(ids))]
}

// walksInto objects to a player who walks into a zone that is closed to them.
func (a *Auditor) walksInto(b *body, e world.Moved) {
	z := a.zones[world.ZoneID(a.rooms[e.To].Zone)]
	if z.Closed && b.player && b.role < world.RoleBuilder && len(z.Testers) == 0 {
		a.object("%s walked into %s, which is closed", e.Actor, e.To)
	}
}
