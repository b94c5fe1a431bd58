package worldtest

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest/audit"
)

// errIdleTimer says that the loop would spin.
var errIdleTimer = errors.New("a timer is due and a tick does nothing")

// kindsOf says how often each kind of a body's action is drawn. What only the daemon does is drawn by Gamer.hosted.
var kindsOf = []world.Action{ //nolint:gochecknoglobals // immutable: a table
	world.Enter{}, world.Enter{}, world.Depart{},
	world.Move{}, world.Move{}, world.Move{}, world.Move{}, world.Follow{}, world.WorkDoor{}, world.WorkDoor{},
	world.WorkLid{}, world.WorkLid{},
	world.Take{}, world.Take{}, world.Take{}, world.Take{}, world.Drop{}, world.Put{}, world.Put{}, world.Give{},
	world.Give{}, world.Wear{}, world.Wear{}, world.Remove{}, world.GiveCoins{}, world.LayCoins{}, world.LayCoins{},
	world.Consume{}, world.DrinkFrom{}, world.Pour{}, world.Become{}, world.Make{}, world.StopMaking{}, world.Glean{},
	world.Deposit{}, world.Withdraw{}, world.Listen{}, world.Probe{}, world.Unearth{},
	world.Invoke{}, world.Invoke{},
	world.Wade{}, world.Wade{}, world.Hark{},
	world.Say{}, world.Shout{}, world.Tell{}, world.Whisper{}, world.Emote{}, world.Gesture{},
	world.Ignore{}, world.Ignore{}, world.Chat{}, world.Chat{}, world.SwitchChannel{},
	world.Hire{}, world.Hire{}, world.Dismiss{},
	world.PartyInvite{}, world.PartyInvite{}, world.PartyInvite{}, world.PartyJoin{}, world.PartyJoin{},
	world.PartyDecline{}, world.PartyLeave{}, world.PartyDrop{}, world.PartyLead{}, world.PartyTell{}, world.SplitCoins{},
	world.SendLetter{}, world.SendLetter{}, world.ReadLetter{}, world.DropLetter{},
	world.PinNote{}, world.PinNote{}, world.ReadPin{}, world.Unpin{},
	world.Befriend{}, world.Befriend{}, world.Introduce{}, world.Introduce{},
	world.Attack{}, world.Attack{}, world.Flee{}, world.AcceptQuest{}, world.AcceptQuest{}, world.AbandonQuest{},
	world.CompleteQuest{}, world.CompleteQuest{}, world.MintGrant{}, world.MintFor{}, world.RevokeGrant{},
	world.TuneGrant{}, world.StateIntent{}, world.AskOwner{}, world.AnswerHold{}, world.BanAgents{}, world.ShutAgents{},
	world.TendScript{}, world.TendScript{}, world.CapAgents{}, world.WriteLore{}, world.WriteLore{}, world.DropLore{},
	world.EditContent{}, world.EditContent{}, world.EditContent{}, world.UndoChange{}, world.UndoChange{},
	world.HoldDraft{}, world.HoldDraft{}, world.PublishDraft{}, world.PublishDraft{}, world.DiscardDraft{},
	world.Haul{}, world.Haul{}, world.Conjure{}, world.Conjure{}, world.Purge{}, world.ResetZone{}, world.SetField{},
	world.SetField{},
	world.Echo{}, world.Restore{}, world.Halt{}, world.ReadMind{},
	world.Report{}, world.CloseReport{}, world.BringBack{}, world.BringBack{}, world.BringBack{},
	world.Impose{}, world.Impose{}, world.Lift{}, world.Lift{}, world.Kick{}, world.Annotate{},
	world.Allow{}, world.Allow{}, world.Snoop{}, world.SetMotd{}, world.PostNews{}, world.PostNews{}, world.DropNews{},
	world.ReadNews{}, world.ReadNews{},
	world.UsePower{}, world.UsePower{}, world.UsePower{}, world.WizTalk{}, world.EchoAll{}, world.Send{}, world.Gather{},
	world.RestoreAll{}, world.ClearRoom{}, world.Unaffect{}, world.Switch{},
	world.Pacify{}, world.Slay{}, world.Rename{}, world.Redescribe{},
	world.DeleteCharacter{}, world.UndeleteCharacter{}, world.UndeleteCharacter{}, world.UndeleteCharacter{},
	world.Sit{}, world.Sit{}, world.Stand{}, world.WatchBoard{}, world.PlaceMark{}, world.PlaceMark{}, world.PlaceMark{},
	world.TauntAt{}, world.Rematch{},
	world.Buy{}, world.Sell{}, world.Haggle{}, world.Study{}, world.Quote{}, world.Teach{}, world.Promise{},
	world.OpenEncounter{}, world.OpenEncounter{}, world.JoinEncounter{}, world.RollInitiative{}, world.March{},
	world.March{}, world.EndTurn{}, world.EndTurn{},
	// Forbidden to bodies.
	world.Start{}, world.ApplyPack{}, world.Create{}, world.Embody{}, world.Sever{}, world.Tick{}, world.Anoint{},
	world.Erase{}, world.TellAnswer{}, world.HousePlay{}, world.HouseTaunt{}, world.HouseDeal{},
	world.Attempt{},
}

// action draws an action of somebody. Draw makes one of every kind that exists; a test holds it to that.
func (g *Gamer) action(who world.ActorID) world.Action {
	return g.Fill(who, pick(g, "kind", kindsOf))
}

// Fill draws the arguments of a kind of action, or returns nil when it does not know the kind.
func (g *Gamer) Fill(who world.ActorID, kind world.Action) world.Action {
	switch kind.(type) {
	case world.Start:
		return world.Start{Build: g.text()}
	case world.ApplyPack:
		return g.applied()
	case world.Tick, world.Enter, world.Depart, world.Flee:
		return kind
	case world.Create:
		return world.Create{Name: "Zed", Role: world.RoleGuest}
	case world.Embody:
		return world.Embody{Body: pick(g, "body", []world.ProtoID{"pc-seren", "pc-seren", "rat", "nobody"})}
	case world.Anoint:
		return world.Anoint{Body: g.somebody(), Founds: g.oneIn(4)}
	case world.Sever:
		return world.Sever{Body: g.somebody()}
	case world.Erase:
		return world.Erase{Record: uint64(g.index("record", 20)), All: g.oneIn(2), Reason: g.text()}
	case world.Move:
		return world.Move{Dir: pick(g, "dir", append(g.exits(who), pick(g, "any dir", world.Dirs()), "sideways"))}
	case world.Follow:
		return world.Follow{Leader: g.near(who)}
	case world.WorkDoor:
		return world.WorkDoor{Door: g.door(who), Work: g.work()}
	case world.WorkLid:
		return world.WorkLid{Item: g.vessel(who), Work: g.work()}
	default: // drawn by topic below; TestGamerDraws holds the four to every kind
	}
	for _, draw := range []func(world.ActorID, world.Action) world.Action{
		g.fillThings, g.drawCraft, g.drawFigure, g.drawTrade, g.fillTalk, g.fillGroup, g.fillMail, g.fillBoard, g.fillHire,
	} {
		if a := draw(who, kind); a != nil {
			return a
		}
	}
	if a := g.fillCompany(kind); a != nil {
		return a
	}
	if a := drawOwner(g.s, who, kind, ownerDice{Roll: g.Roll, Text: g.text, Near: g.near}); a != nil {
		return a
	}
	if a := g.fillTable(who, kind); a != nil {
		return a
	}
	if a := DrawBuilding(g.s, who, kind, g.Roll); a != nil {
		return a
	}
	if a := audit.DrawTrade(g.s, who, kind, g.Roll); a != nil {
		return a
	}
	if a := audit.DrawFight(g.s, who, kind, g.Roll, g.near); a != nil {
		return a
	}
	return g.fillWizard(who, kind)
}

func (g *Gamer) exits(who world.ActorID) []world.Dir {
	var out []world.Dir
	if a := g.s.Actors[who]; a != nil && g.s.Rooms[a.Room] != nil {
		for _, e := range g.s.Rooms[a.Room].Exits {
			out = append(out, e.Dir, e.Dir)
		}
	}
	return out
}

// door draws a door where somebody stands, mostly.
func (g *Gamer) door(who world.ActorID) world.DoorID {
	var out []world.DoorID
	if a := g.s.Actors[who]; a != nil && g.s.Rooms[a.Room] != nil {
		for _, e := range g.s.Rooms[a.Room].Exits {
			if e.Door != "" {
				out = append(out, e.Door)
			}
		}
	}
	if len(out) == 0 || g.oneIn(10) {
		return pick(g, "any door", append(keys(g.s.Doors), "no-door"))
	}
	return pick(g, "door", out)
}

func (g *Gamer) work() world.Work {
	return pick(g, "work", []world.Work{
		world.WorkUnlock, world.WorkOpen, world.WorkUnlock, world.WorkOpen, world.WorkClose, world.WorkLock, "kick",
	})
}

func (g *Gamer) fillThings(who world.ActorID, kind world.Action) world.Action {
	switch kind.(type) {
	case world.Take:
		if g.oneIn(3) {
			from := g.vessel(who)
			return world.Take{Items: g.things(g.s.Index.Inside[from]), From: from}
		}
		return world.Take{Items: g.things(g.floor(who))}
	case world.Drop:
		return world.Drop{Items: g.things(g.held(who))}
	case world.Put:
		return world.Put{Items: g.things(g.held(who)), Into: g.vessel(who)}
	case world.Give:
		return world.Give{Items: g.things(g.held(who)), To: g.near(who)}
	case world.GiveCoins:
		return world.GiveCoins{Coins: g.sum(who), To: g.near(who)}
	case world.LayCoins:
		if g.oneIn(2) {
			return world.LayCoins{Coins: g.sum(who)}
		}
		return world.LayCoins{Coins: g.sum(who), Into: g.vessel(who)}
	case world.Wear:
		return world.Wear{Items: g.things(g.held(who))}
	case world.Consume:
		for _, id := range g.things(slices.Concat(g.held(who), g.floor(who))) {
			return world.Consume{Item: id}
		}
		return world.Consume{}
	case world.Invoke:
		return g.drawUse(who)
	case world.Listen:
		return world.Listen{On: g.oneIn(2)}
	case world.Remove:
		return world.Remove{Items: g.things(g.held(who))}
	case world.AcceptQuest:
		return world.AcceptQuest{Quest: g.quest()}
	case world.AbandonQuest:
		return world.AbandonQuest{Quest: g.taken(who)}
	case world.CompleteQuest:
		return world.CompleteQuest{Quest: g.taken(who)}
	default: // of another topic, see Fill
	}
	return nil
}

// sum draws a number of coins, mostly one that somebody has.
func (g *Gamer) sum(who world.ActorID) int {
	have := 0
	if a := g.s.Actors[who]; a != nil {
		have = a.Coins
	}
	return pick(g, "sum", []int{1, 1, have, have/2 + 1, have + 1, 0, -1})
}

func (g *Gamer) quest() world.QuestID {
	return pick(g, "quest", append(keys(g.s.Quests), "no-quest"))
}

// taken draws a quest that somebody is on, mostly.
func (g *Gamer) taken(who world.ActorID) world.QuestID {
	if a := g.s.Actors[who]; a != nil && len(a.Quests) > 0 && !g.oneIn(8) {
		return pick(g, "taken quest", keys(a.Quests))
	}
	return g.quest()
}

func (g *Gamer) fillTalk(who world.ActorID, kind world.Action) world.Action {
	switch kind.(type) {
	case world.Say:
		if g.oneIn(3) {
			return world.Say{Text: "Ahoy there, keeper!"} // a quest wants it said
		}
		return world.Say{Text: g.text()}
	case world.Shout:
		return world.Shout{Text: g.text()}
	case world.Tell:
		return world.Tell{To: g.somebody(), Text: g.text()}
	case world.Whisper:
		return world.Whisper{To: g.near(who), Text: g.text()}
	case world.Emote:
		return world.Emote{Text: g.text()}
	case world.Ignore:
		if g.oneIn(8) {
			return world.Ignore{Off: true}
		}
		return world.Ignore{Who: g.somebody(), Off: g.oneIn(4)}
	case world.Chat:
		return world.Chat{Channel: g.channel(), Text: g.text(), Acts: g.oneIn(4)}
	case world.SwitchChannel:
		return world.SwitchChannel{Channel: g.channel(), Off: g.oneIn(2)}
	case world.Report:
		return world.Report{Text: g.text()}
	case world.Gesture:
		return world.Gesture{Social: pick(g, "social", append(keys(g.s.Socials), "jig")), To: g.near(who)}
	case world.Attack:
		return world.Attack{Target: g.near(who)}
	default: // of another topic, see Fill
	}
	return nil
}

func (g *Gamer) channel() world.ChannelID {
	return pick(g, "channel", append(keys(g.s.Channels), "deep"))
}

func (g *Gamer) fillWizard(who world.ActorID, kind world.Action) world.Action {
	switch kind.(type) {
	case world.Haul:
		return world.Haul{Body: g.somebody(), To: pick(g, "room", append(keys(g.s.Rooms), "nowhere"))}
	case world.Conjure:
		if g.oneIn(2) {
			return world.Conjure{Mob: pick(g, "mob", append(keys(g.s.MobSpecs), "dragon"))}
		}
		return world.Conjure{
			Item: pick(g, "proto", append(keys(g.s.ItemSpecs), "grail")), Count: pick(g, "count", []int{0, 0, 0, 2, 21, -1}),
		}
	case world.Purge:
		if g.oneIn(2) {
			return world.Purge{Actor: g.somebody()}
		}
		return world.Purge{Item: pick(g, "purged", append(keys(g.s.Items), "no-thing"))}
	case world.ResetZone:
		return world.ResetZone{Zone: g.zone()}
	case world.SetField:
		return world.SetField{
			Actor: g.somebody(), Field: pick(g, "field", []string{
				"hp", "hpmax", "level", "xp", "coins", "role", "soul", "mudding", "mudding",
			}),
			Value: pick(g, "value", []int{-1, 0, 1, 2, 3, 4, 5, 7, 30, 100, 9999, math.MaxInt32}),
		}
	case world.Echo:
		return world.Echo{Text: g.text()}
	case world.Restore:
		return world.Restore{Actor: g.near(who)}
	case world.ReadMind:
		return world.ReadMind{Mind: g.somebody(), What: pick(g, "what", []string{world.ReadInspect, world.ReadWhy, "aloud"})}
	case world.CloseReport:
		return world.CloseReport{Report: uint64(g.index("report", 100)), To: g.somebody(), Text: g.text()}
	case world.TellAnswer:
		to := g.somebody()
		waiting := []uint64{0}
		if a := g.s.Actors[to]; a != nil {
			waiting = append(waiting, a.Answers...)
		}
		return world.TellAnswer{Body: to, Report: pick(g, "answer", waiting), By: g.somebody(), Text: g.text()}
	case world.BringBack:
		return g.back()
	case world.Halt:
		return world.Halt{
			Seconds: pick(g, "seconds", []int{-1, 0, 3, 40, 700, 3600, 5000}), Reason: g.text(),
			Off: g.oneIn(3), Again: g.oneIn(3),
		}
	default: // of another topic, see Fill
	}
	if a := g.drawDecree(who, kind); a != nil {
		return a
	}
	if a := g.drawDeletion(kind); a != nil {
		return a
	}
	return g.drawSanction(kind)
}

// Play draws the next input and how long to wait for it, lets the timers fire that are due by then (most times),
// and has the judge decide. It returns the time then.
func (g *Gamer) Play(j *Judge, now world.Time) (world.Time, error) {
	now += g.Wait()
	if !g.oneIn(10) { // else an input comes in before the timers had their turn
		for {
			due, ok := g.s.NextTimer(nil)
			if !ok || due > now {
				break
			}
			rec, _, err := j.Do(now, Timed())
			if err != nil {
				return now, err
			}
			if rec == nil {
				return now, errIdleTimer
			}
		}
	}
	in := g.Input()
	g.t.Logf("%d: %s by %+v: %T %.200s", now, in.Actor, in.Via, in.Action, fmt.Sprintf("%+v", in.Action))
	_, _, err := j.Do(now, in)
	return now, err
}

// Fills returns what a gamer makes of a kind of action, and whether it ever draws it; nil when it does not.
func Fills(tb rapid.TB, s *world.State, who world.ActorID, kind world.Action) (got world.Action) {
	for _, k := range kindsOf {
		if reflect.TypeOf(k) == reflect.TypeOf(kind) {
			rapid.Check(tb, func(t *rapid.T) { got = NewGamer(t, s).Fill(who, kind) })
			return got
		}
	}
	return nil
}

// zone draws a zone that has rooms, or one that there is not.
func (g *Gamer) zone() string {
	zones := []string{"no-zone"}
	for _, r := range world.Ordered(g.s.Rooms) {
		zones = append(zones, r.Zone)
	}
	return pick(g, "zone", zones)
}
