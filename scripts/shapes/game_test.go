package shapes_test

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/audit"
	"github.com/mudlark-mud/mudlark/world/worldtest/smallport"
)

const (
	gameSteps = 700
	gameSeeds = 40 // tried until a game has every kind
	gameBuild = "golden"
	goldenMax = 300_000 // bytes of a kept game
)

// game is a game that is played through a real loop into a real journal: what is kept of a release.
type game struct {
	judge   *worldtest.Judge
	machine *loop.Machine
	journal *journal.Journal
	seen    map[string]bool // kinds of actions and events
	err     error           // of the journal
}

// playGame plays the game of a seed, which is the same whenever the rules are. It lies in a folder then.
func playGame(tb testing.TB, dir string, seed int) *game {
	tb.Helper()
	j, err := journal.Open(dir, journal.Options{NoSync: true})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = j.Close() })
	g := &game{judge: worldtest.NewJudge(), journal: j, seen: map[string]bool{}}
	g.machine = loop.NewMachine(g.judge.State, loop.MachineOptions{
		Limits: loop.Limits{CutDirty: 1 << 30, CutRecords: 50, CutAge: 1 << 50},
	})
	g.judge.Decide = g.decide
	rapid.Custom(func(t *rapid.T) bool {
		g.play(t)
		return true
	}).Example(seed)
	return g
}

// decide offers an input to the loop and has what comes of it written.
func (g *game) decide(s *world.State, now world.Time, in world.Input) (*world.Record, *world.Refusal) {
	if s != g.judge.State { // the judge decides again
		return s.Decide(now, in)
	}
	var reply loop.Reply
	g.machine.Offer(now, loop.Intent{
		Do:    func(*world.State, world.Time) loop.Step { return loop.Step{Input: &in} },
		Reply: func(r loop.Reply) { reply = r },
	})
	batch, more, err := g.machine.Cut(now)
	if more && err == nil {
		err = g.commit(batch)
	}
	if err != nil && g.err == nil {
		g.err = err
	}
	for _, out := range g.machine.Release() {
		out.Deliver()
	}
	if len(reply.Records) == 0 {
		return nil, reply.Refusal
	}
	rec := reply.Records[0]
	g.seen["action "+reflect.TypeOf(rec.Action).Name()] = true
	for i := range rec.Notices {
		g.seen["event "+reflect.TypeOf(rec.Notices[i].Event).Name()] = true
	}
	return rec, nil
}

func (g *game) commit(batch loop.Batch) error {
	b, err := batch.Encode()
	if err == nil {
		err = g.journal.Commit(b)
	}
	if err == nil && batch.Cut != nil {
		err = g.journal.Commit(journal.Batch{Cut: batch.Cut})
	}
	g.machine.Committed(batch.Number)
	return err
}

// player plays the parts of a game.
type player struct {
	*rapid.T
	g   *game
	now world.Time
}

func (p *player) do(in world.Input) *world.Refusal {
	_, r, err := p.g.judge.Do(p.now, in)
	if err != nil {
		p.Fatal(err)
	}
	return r
}

func (p *player) must(in world.Input) {
	if r := p.do(in); r != nil {
		p.Fatalf("%T by %q: %s", in.Action, in.Actor, r.Text)
	}
}

func hosted(a world.Action) world.Input {
	return world.Input{Via: world.Via{Kind: world.ViaHost}, Action: a}
}

const (
	anna, benno, gast, merla = world.ActorID("pc-anna"), world.ActorID("pc-benno"), world.ActorID("pc-gast"),
		world.ActorID("pc-merla")
)

func (g *game) play(t *rapid.T) {
	p := &player{T: t, g: g}
	for _, in := range worldtest.Genesis() {
		p.must(in)
	}
	for _, c := range []world.Create{
		{Account: "a-ann", Name: "Anna", Role: world.RolePlayer},
		{Account: "a-ben", Name: "Benno", Role: world.RolePlayer},
		{Name: "Gast", Role: world.RoleGuest}, {Account: "a-wiz", Name: "Merla", Role: world.RolePlayer},
	} {
		p.must(hosted(c))
	}
	p.must(hosted(world.Anoint{Body: merla, Founds: true}))
	for _, who := range []world.ActorID{anna, benno, gast, merla} {
		p.must(worldtest.Typed(who, world.Enter{}))
	}
	p.errand()
	p.decrees()
	p.seldom()
	p.asking()
	p.chores()
	p.wet()
	p.contest()
	p.flight()
	p.battle()
	p.minds()
	p.bests()
	p.drinks()
	p.trades()
	p.invokes()
	p.knacks()
	p.hires()
	gamer := worldtest.NewGamer(t, g.judge.State)
	for _, in := range gamer.Scatter(merla, []world.ActorID{anna, benno, gast}) {
		_ = p.do(in)
	}
	for i := range gameSteps {
		if i%8 == 0 {
			_ = p.do(gamer.Rewind(merla))
			continue
		}
		var err error
		if p.now, err = gamer.Play(g.judge, p.now); err != nil {
			t.Fatal(err)
		}
	}
}

// errand brings a quest to its end, which chance does not.
func (p *player) errand() {
	p.must(worldtest.Typed(merla, world.Haul{Body: anna, To: worldtest.Market}))
	for id, it := range world.Ordered(p.g.judge.State.Items) {
		if it.Proto == "pouch" && it.At.Room == worldtest.Market {
			p.must(worldtest.Typed(anna, world.Take{Items: []world.ItemID{id}}))
			break
		}
	}
	p.must(worldtest.Typed(anna, world.AcceptQuest{Quest: "errand"}))
	p.must(worldtest.Typed(anna, world.CompleteQuest{Quest: "errand"}))
}

// decrees has a wizard do what chance seldom does.
func (p *player) decrees() {
	does := func(who world.ActorID, a world.Action) { p.must(worldtest.Typed(who, a)) }
	does(merla, world.Gather{})
	does(merla, world.SetField{Actor: anna, Field: "hp", Value: 2})
	does(merla, world.RestoreAll{})
	does(merla, world.Redescribe{Who: anna, Text: "Tall."})
	does(merla, world.Rename{Who: benno, Name: "Bertil"})
	does(merla, world.Rename{Who: benno, Name: "Benno"})
	does(merla, world.Send{To: anna, Text: "You feel watched."})
	does(merla, world.Conjure{Item: "stone"})
	for _, id := range slices.Clone(p.g.judge.State.Index.Held[merla]) {
		if p.g.judge.State.Items[id].Proto == "stone" {
			does(merla, world.Consume{Item: id})
		}
	}
	does(merla, world.Conjure{Item: "ring"})
	does(merla, world.Conjure{Item: "tonic"})
	does(merla, world.Conjure{Item: "torch"})
	does(merla, world.SetField{Actor: merla, Field: "hp", Value: 2})
	for _, id := range slices.Clone(p.g.judge.State.Index.Held[merla]) {
		switch p.g.judge.State.Items[id].Proto {
		case "ring":
			does(merla, world.Wear{Items: []world.ItemID{id}})
		case "torch":
			does(merla, world.Wear{Items: []world.ItemID{id}})
			does(merla, world.Remove{Items: []world.ItemID{id}})
		case "tonic":
			does(merla, world.Consume{Item: id})
			does(merla, world.Unaffect{Actor: merla})
		}
	}
	does(merla, world.EchoAll{Text: "A bell rings under the water."})
	p.must(world.Input{
		Actor: anna, Via: world.Via{Kind: world.ViaForce, By: merla, Told: true}, Action: world.Say{Text: "I yield."},
	})
	for _, who := range []world.ActorID{merla, anna} {
		does(merla, world.Haul{Body: who, To: worldtest.Arena})
	}
	for _, id := range slices.Clone(p.g.judge.State.Index.Present[worldtest.Arena]) {
		if p.g.judge.State.Actors[id].Proto == "rat" {
			does(anna, world.Attack{Target: id})
			does(merla, world.Pacify{})
			does(merla, world.Slay{Target: id})
			break
		}
	}
	_ = p.do(worldtest.Typed(merla, world.ResetZone{Zone: "pit"})) // it lacks the rat, if there was one
	does(merla, world.Haul{Body: merla, To: worldtest.Quay})
	does(merla, world.Haul{Body: anna, To: worldtest.Market})
	does(merla, world.Haul{Body: merla, To: worldtest.Loft})
	does(merla, world.Conjure{Mob: "rat", Count: 2})
	for _, id := range slices.Clone(p.g.judge.State.Index.Present[worldtest.Loft]) {
		if p.g.judge.State.Actors[id].Proto == "rat" {
			does(merla, world.Switch{Who: id})
			does(merla, world.Switch{})
			break
		}
	}
	does(merla, world.ClearRoom{})
	does(merla, world.Haul{Body: merla, To: worldtest.Quay})
	does(merla, world.DeleteCharacter{Who: benno})
	does(merla, world.UndeleteCharacter{Who: benno})
	does(benno, world.Enter{})
}

// seldom does what chance seldom does: coins are taken, an agent takes the helm and does something under a key.
func (p *player) seldom() {
	p.must(worldtest.Typed(anna, world.MintGrant{Grant: "g-keyed", Label: "agent"}))
	p.must(worldtest.Typed(merla, world.Haul{Body: merla, To: worldtest.Market}))
	p.must(worldtest.Typed(merla, world.Conjure{Item: "purse"}))
	for id, it := range world.Ordered(p.g.judge.State.Items) {
		if it.Proto == "purse" && it.At.Actor == merla {
			p.must(worldtest.Typed(merla, world.Drop{Items: []world.ItemID{id}}))
			p.must(worldtest.Typed(anna, world.Take{Items: []world.ItemID{id}}))
			break
		}
	}
	p.must(hosted(world.Erase{Record: 3, Reason: "asked for"}))
	p.must(worldtest.Typed(merla, world.Conjure{Item: "cap"}))
	for id, it := range world.Ordered(p.g.judge.State.Items) {
		if it.Proto == "cap" && it.At.Actor == merla {
			p.must(worldtest.Typed(merla, world.Wear{Items: []world.ItemID{id}}))
			p.must(worldtest.Typed(merla, world.Remove{Items: []world.ItemID{id}}))
		}
	}
	p.must(worldtest.Typed(anna, world.Report{Text: "somebody stole my boots"}))
	report := p.g.judge.State.Seq
	p.must(worldtest.Typed(anna, world.Depart{}))
	p.must(worldtest.Typed(merla, world.CloseReport{Report: report, To: anna, Text: "They are back."}))
	p.must(worldtest.Typed(anna, world.Enter{}))
	p.must(hosted(world.TellAnswer{Body: anna, Report: report, By: merla, Text: "They are back."}))
	_ = p.do(worldtest.Typed(anna, world.Ignore{Who: benno})) // she may do so already
	p.must(worldtest.Typed(anna, world.Ignore{Who: benno, Off: true}))
	via := world.Via{Kind: world.ViaGrant, Grant: "g-keyed"}
	p.must(world.Input{Actor: anna, Action: world.Enter{}, Via: via})
	via.Key, via.Sum = "k-1", "s-1"
	p.must(world.Input{Actor: anna, Action: world.Say{Text: "hello"}, Via: via})
	p.must(worldtest.Typed(anna, world.Enter{}))
}

// asking has an agent say what it is about, and ask its owner before it speaks, in vain and then not.
func (p *player) asking() {
	p.must(worldtest.Typed(anna, world.MintGrant{Grant: "g-asks", Label: "scout"}))
	p.must(worldtest.Typed(anna, world.TuneGrant{Grant: "g-asks", What: world.TuneAsk, Ask: world.AskAll}))
	via := world.Via{Kind: world.ViaGrant, Grant: "g-asks"}
	p.must(world.Input{Actor: anna, Action: world.Enter{}, Via: via})
	p.must(world.Input{Actor: anna, Action: world.StateIntent{Text: "greet people"}, Via: via})
	for i, text := range []string{"hello", "goodbye"} {
		say := world.Input{Actor: anna, Action: world.Say{Text: text}, Via: via}
		plea, _, _ := p.g.judge.State.Plea(p.now, say)
		p.must(world.Input{Actor: anna, Action: plea, Via: via})
		p.must(worldtest.Typed(anna, world.AnswerHold{Hold: i + 1, Yes: i == 1}))
		_ = p.do(say)
	}
	p.must(worldtest.Typed(anna, world.Enter{}))
}

// together has two people go about in a group.
func (p *player) together() {
	does := func(who world.ActorID, a world.Action) { p.must(worldtest.Typed(who, a)) }
	for _, id := range []world.ActorID{benno, gast} {
		_ = p.do(worldtest.Typed(id, world.PartyLeave{})) // chance may have brought them into one
		_ = p.do(worldtest.Typed(id, world.Ignore{Off: true}))
	}
	does(merla, world.SetField{Actor: benno, Field: "coins", Value: 9})
	_ = p.do(worldtest.Typed(benno, world.PartyInvite{Who: gast})) // and may have asked already
	does(gast, world.PartyJoin{By: benno})
	does(benno, world.SplitCoins{Coins: 4})
	does(benno, world.PartyTell{Text: "ahoy"})
	does(benno, world.PartyLead{Who: gast})
	does(gast, world.PartyDrop{Who: benno})
	_ = p.do(worldtest.Typed(benno, world.PartyInvite{Who: gast}))
	does(gast, world.PartyJoin{By: benno})
	does(gast, world.PartyLeave{})
	_ = p.do(worldtest.Typed(benno, world.PartyInvite{Who: gast}))
	does(gast, world.PartyDecline{By: benno})
	does(merla, world.Befriend{Who: benno})
	does(merla, world.Introduce{What: world.SelfAbout, Text: "I look after the bell."})
	does(benno, world.Depart{})
	does(benno, world.Enter{})
	does(merla, world.Befriend{Who: benno, Off: true})
	does(benno, world.SendLetter{To: merla, Text: "The boat leaves at noon."})
	box := p.g.judge.State.Actors[merla].Letters
	does(merla, world.ReadLetter{N: box[len(box)-1].N})
	does(merla, world.DropLetter{N: box[len(box)-1].N})
	p.boards()
}

// boards has somebody write, read and take down a note where they stand.
func (p *player) boards() {
	does := func(who world.ActorID, a world.Action) { p.must(worldtest.Typed(who, a)) }
	here := p.g.judge.State.Actors[merla].Room
	room := *p.g.judge.State.Rooms[here]
	room.Board = &world.BoardSpec{Name: "the mast", Read: world.UseStaff, Write: world.UseStaff, Most: 5}
	does(merla, world.EditContent{Set: world.Entries{Rooms: []world.RoomSpec{room}}})
	does(merla, world.PinNote{Title: "Lost", Text: "One left boot."})
	n := p.g.judge.State.Pinboards[here].Last
	does(merla, world.PinNote{Text: "Found.", Re: n})
	does(merla, world.ReadPin{N: n + 1})
	does(merla, world.Unpin{N: n})
	does(merla, world.UndoChange{Change: slices.Max(slices.Collect(maps.Keys(p.g.judge.State.Changes)))})
}

// chores does in a row what a random game seldom has all of.
func (p *player) chores() {
	does := func(who world.ActorID, a world.Action) { p.must(worldtest.Typed(who, a)) }
	for id, it := range world.Ordered(p.g.judge.State.Items) {
		if it.Proto == "box" && it.At.Room == worldtest.Quay {
			does(benno, world.WorkLid{Item: id, Work: world.WorkOpen})
			break
		}
	}
	does(benno, world.WorkDoor{Door: "hatch", Work: world.WorkOpen})
	does(benno, world.Tell{To: anna, Text: "hello"})
	does(benno, world.Whisper{To: gast, Text: "psst"})
	does(benno, world.Emote{Text: "yawns."})
	does(benno, world.Shout{Text: "ahoy"})
	does(benno, world.Gesture{Social: "bow"})
	does(benno, world.Follow{Leader: gast})
	does(benno, world.Follow{})
	p.together()
	p.handle()
	does(benno, world.Move{Dir: world.North})
	does(benno, world.AcceptQuest{Quest: "vermin"})
	does(benno, world.AbandonQuest{Quest: "vermin"})
	does(anna, world.RevokeGrant{Grant: "g-keyed"})
	does(benno, world.Ignore{Who: gast})
	does(benno, world.Ignore{Who: gast, Off: true})
	does(benno, world.SwitchChannel{Channel: "quays", Off: true})
	does(benno, world.SwitchChannel{Channel: "quays"})
	does(merla, world.Echo{Text: "The floor trembles."})
	does(merla, world.CapAgents{What: world.CapAll, Most: 50})
	does(merla, world.ShutAgents{Reason: "a release"})
	does(merla, world.ShutAgents{Open: true})
	does(merla, world.BanAgents{Account: "a-ben"})
	does(merla, world.BanAgents{Account: "a-ben", Off: true})
	does(merla, world.Impose{Kind: world.SanctionMute, Who: gast, Span: world.Minute, Reason: "spam"})
	does(merla, world.Lift{Sanction: "mute-" + world.SanctionID(gast)})
	does(merla, world.Annotate{Who: benno, Text: "A good sort."})
	p.posts()
	p.scripts()
	does(merla, world.Kick{Who: gast, Reason: "noise"})
	does(gast, world.Enter{})
	does(merla, world.WriteLore{Lore: "bell", Text: "It rings by itself."})
	does(merla, world.DropLore{Lore: "bell"})
	does(merla, world.Halt{Seconds: 1, Reason: "a release"})
	p.now += 2 * world.Second
	for range 4 {
		_ = p.do(worldtest.Timed())
	}
}

// posts has Merla tell everybody what is new, and says who may do what.
func (p *player) posts() {
	does := func(who world.ActorID, a world.Action) { p.must(worldtest.Typed(who, a)) }
	does(merla, world.WizTalk{Text: "All is well."})
	does(merla, world.UsePower{Power: world.PowerNoHassle, On: true})
	does(merla, world.UsePower{Power: world.PowerNoHassle})
	does(merla, world.EditContent{Set: world.Entries{Help: []world.HelpSpec{{ID: "tide", Text: "Mind it."}}}})
	does(merla, world.UndoChange{Change: slices.Max(slices.Collect(maps.Keys(p.g.judge.State.Changes)))})
	does(merla, world.HoldDraft{Draft: "tide"})
	does(merla, world.EditContent{Set: world.Entries{Help: []world.HelpSpec{{ID: "tide", Text: "Mind it well."}}}})
	does(merla, world.PublishDraft{Draft: "tide"})
	does(merla, world.HoldDraft{Draft: "ebb"})
	does(merla, world.HoldDraft{})
	does(merla, world.HoldDraft{Draft: "ebb"})
	does(merla, world.DiscardDraft{Draft: "ebb"})
	does(merla, world.UndoChange{Change: slices.Max(slices.Collect(maps.Keys(p.g.judge.State.Changes)))})
	does(merla, world.SetMotd{Text: "Mind the tide."})
	does(merla, world.PostNews{Text: "The hatch is mended."})
	does(benno, world.ReadNews{})
	does(merla, world.DropNews{N: p.g.judge.State.Bulletin.Made})
	does(merla, world.Snoop{Who: benno})
	does(merla, world.ResetZone{Zone: "port"})
	does(merla, world.SetField{Actor: benno, Field: "role", Value: int(world.RoleBuilder)})
	does(merla, world.Allow{Who: benno, Commands: []string{"goto", "stat"}})
	does(merla, world.SetField{Actor: benno, Field: "role", Value: int(world.RolePlayer)})
	does(merla, world.Impose{Kind: world.SanctionJail, Who: gast, Span: world.Minute})
	does(merla, world.Lift{Sanction: "jail-" + world.SanctionID(gast)})
}

// scripts has a script speak where Benno is, now and later, and fail.
func (p *player) scripts() {
	does := func(who world.ActorID, a world.Action) { p.must(worldtest.Typed(who, a)) }
	was := *p.g.judge.State.Rooms[p.g.judge.State.Actors[benno].Room]
	room := was
	room.Scripts = []world.ScriptID{"echo"}
	does(merla, world.EditContent{Set: world.Entries{
		Rooms: []world.RoomSpec{room},
		Scripts: []world.ScriptSpec{{ID: "echo", Source: "def on_say(e):\n  narrate('Hm.')\n  set('n', roll(6))\n" +
			"  set('last', e.text)\n  after(1, again, what=e.text)\n  after(2, later)\n\ndef again(e):\n" +
			"  narrate(e.data.what)\n\ndef later(e):\n  narrate(e.none)"}},
	}})
	does(merla, world.TendScript{Script: "echo", Do: world.TendTrace})
	does(benno, world.Say{Text: "Hello?"})
	said := p.g.judge.State.Seq
	p.now += 3 * world.Second
	_ = p.do(worldtest.Timed())
	p.must(hosted(world.Erase{Record: said, All: true, Reason: "asked for"}))
	does(merla, world.TendScript{Script: "echo", Do: world.TendResume})
	room.Scripts, room.Safe = []world.ScriptID{"rope"}, false
	does(merla, world.EditContent{Set: world.Entries{
		Rooms: []world.RoomSpec{room},
		Scripts: []world.ScriptSpec{{
			ID: "rope", Language: world.LanguageDG, On: []string{"on_command"}, Words: "pull", Number: 100,
			Source: "%damage% %actor% 1\nset pulled 1\nremote pulled %actor%\n%echoaround% %actor% A bell rings.",
		}},
	}})
	does(benno, world.Attempt{Word: "pull", Rest: "rope"})
	does(merla, world.EditContent{Set: world.Entries{
		Rooms: []world.RoomSpec{was}, Gone: world.Withdrawn{Scripts: []world.ScriptID{"echo", "rope"}},
	}})
}

// handle has Benno put something into something, drop and give something, and take coins that lie about.
func (p *player) handle() {
	does := func(who world.ActorID, a world.Action) { p.must(worldtest.Typed(who, a)) }
	made := map[world.ProtoID]world.ItemID{}
	for _, proto := range []world.ProtoID{"pouch", "stone", "pearl"} {
		does(merla, world.Conjure{Item: proto})
		held := slices.Clone(p.g.judge.State.Index.Held[merla])
		made[proto] = held[len(held)-1]
	}
	does(merla, world.Haul{Body: benno, To: worldtest.Market})
	does(merla, world.Give{Items: []world.ItemID{made["pouch"], made["stone"], made["pearl"]}, To: benno})
	does(benno, world.Put{Items: []world.ItemID{made["stone"]}, Into: made["pouch"]})
	does(benno, world.Drop{Items: []world.ItemID{made["pearl"]}})
	for _, id := range p.g.judge.State.Index.Floor[worldtest.Market] {
		if p.g.judge.State.Items[id].Proto == "purse" {
			does(benno, world.Take{Items: []world.ItemID{id}})
			break
		}
	}
	does(merla, world.Haul{Body: benno, To: worldtest.Store})
	does(benno, world.Move{Dir: world.Up}) // by a hidden way
	does(merla, world.Haul{Body: benno, To: worldtest.Market})
	does(merla, world.SetField{Actor: benno, Field: "coins", Value: 9})
	does(benno, world.GiveCoins{Coins: 1, To: merla})
	does(benno, world.LayCoins{Coins: 1})
	does(benno, world.LayCoins{Coins: 1, Into: made["pouch"]})
	does(merla, world.Conjure{Item: "anvil"}) // it cannot be taken; the stone can
	does(merla, world.Conjure{Item: "stone"})
	held := slices.Clone(p.g.judge.State.Index.Held[merla])
	does(merla, world.Drop{Items: held})
	does(merla, world.Take{Items: slices.Clone(p.g.judge.State.Index.Floor[worldtest.Market])})
	does(merla, world.SetField{Actor: benno, Field: "hp", Value: 7})
	does(merla, world.Restore{Actor: benno})
	does(merla, world.Haul{Body: benno, To: worldtest.Quay})
}

// wet leaves Anna on the strand until the water comes.
func (p *player) wet() {
	p.must(worldtest.Typed(merla, world.Haul{Body: anna, To: worldtest.Strand}))
	p.now += world.GameDay / 4
	for range 6 {
		_ = p.do(worldtest.Timed())
	}
}

// contest has two play at a table, and everything happens there that can.
func (p *player) contest() {
	does := func(who world.ActorID, a world.Action) { p.must(worldtest.Typed(who, a)) }
	for _, who := range []world.ActorID{anna, benno} {
		if p.g.judge.State.Actors[who].Room != worldtest.Quay {
			p.must(worldtest.Typed(merla, world.Haul{Body: who, To: worldtest.Quay}))
		}
	}
	for _, seat := range []world.Chair{world.ChairHuman, world.ChairAI} {
		via := world.Via{Kind: world.ViaTable}
		_ = p.do(world.Input{Via: via, Action: world.HouseTaunt{Board: "slate", Seat: seat, Text: "Hm."}})
		_ = p.do(world.Input{Via: via, Action: world.HousePlay{Board: "slate", Seat: seat}})
	}
	does(anna, world.WatchBoard{Board: "barrel"})
	does(anna, world.Stand{})
	does(anna, world.Sit{Board: "barrel"})
	does(benno, world.Sit{Board: "barrel"})
	does(benno, world.TauntAt{Text: "My grandmother plays better!"})
	p.move(anna)
	p.move(benno)
	p.move(anna)
	does(benno, world.Stand{})
	does(anna, world.Stand{})
	does(anna, world.Sit{Board: "barrel"})
	does(benno, world.Sit{Board: "barrel"})
	p.move(anna)
	p.move(benno)
	does(anna, world.Rematch{})
	does(benno, world.Rematch{})
	does(benno, world.Stand{})
	does(anna, world.Stand{})
}

// move has somebody put a mark on the first free square, if it is their turn.
func (p *player) move(who world.ActorID) {
	if free := p.g.judge.State.FreeSpots(who); len(free) > 0 {
		p.must(worldtest.Typed(who, world.PlaceMark(free[0])))
	}
}

// flight has Anna run from a rat, and fail to.
func (p *player) flight() {
	p.must(worldtest.Typed(merla, world.Haul{Body: anna, To: worldtest.Arena}))
	for range 40 {
		s := p.g.judge.State
		if s.Actors[anna].Room != worldtest.Arena {
			_ = p.do(worldtest.Typed(merla, world.Haul{Body: anna, To: worldtest.Arena}))
		}
		for id, a := range world.Ordered(s.Actors) {
			if a.Proto == "rat" && s.Actors[anna].Fighting == "" {
				_ = p.do(worldtest.Typed(anna, world.Attack{Target: id}))
			}
		}
		_ = p.do(worldtest.Typed(anna, world.Flee{}))
		p.now += 5 * world.Second
	}
}

// minds has creatures with minds of their own in the world: they trade, teach, promise and give, one of them in the
// hands of an agent.
func (p *player) minds() {
	does := func(who world.ActorID, a world.Action) { p.must(worldtest.Typed(who, a)) }
	mind := func(who world.ActorID, a world.Action) {
		p.must(world.Input{Actor: who, Via: world.Via{Kind: world.ViaMind}, Action: a})
	}
	p.must(hosted(world.ApplyPack{Pack: audit.OpenMarket(audit.WardenPack(), worldtest.Quay)}))
	keeper, fence := world.ActorID("npc-keeper"), audit.Fence
	for _, who := range []world.ActorID{anna, benno, keeper} {
		if p.g.judge.State.Actors[who].Room != worldtest.Quay {
			does(merla, world.Haul{Body: who, To: worldtest.Quay})
		}
	}
	does(merla, world.SetField{Actor: anna, Field: "coins", Value: 50})
	does(merla, world.MintFor{Body: keeper, Grant: "g-keeper", Label: "afar"})
	does(anna, world.Say{Text: "Good evening."})
	held := func(who world.ActorID, proto world.ProtoID) []world.ItemID {
		id := p.g.judge.State.Carries(who, proto)
		return []world.ItemID{id}
	}
	p.must(world.Input{
		Actor: keeper, Via: world.Via{Kind: world.ViaGrant, Grant: "g-keeper"},
		Action: world.Give{Items: held(keeper, "cap"), To: benno},
	})
	p.must(worldtest.Typed(merla, world.ReadMind{Mind: fence, What: world.ReadWhy}))
	mind(fence, world.Promise{To: anna, Promise: "pearl"})
	mind(fence, world.Give{Items: held(fence, "pearl"), To: anna})
	mind(fence, world.Teach{To: anna, Lesson: "echo"})
	does(anna, world.Study{From: fence, Lesson: "tide"})
	does(anna, world.Sell{To: fence, Items: held(anna, "pearl")})
	does(anna, world.Haggle{To: fence, Ware: "cap", Coins: 5})
	mind(fence, world.Quote{To: anna, Item: "cap", Coins: 6, Sell: true})
	does(anna, world.Buy{From: fence, Item: "cap"})
	mind(fence, world.Promise{To: gast, Promise: "word"})
	does(gast, world.Depart{})
	p.now += 2 * 60 * world.Minute
	for range 12 { // until the guest is forgotten
		_ = p.do(worldtest.Timed())
	}
}

// crowds has Benno follow Merla to where nobody else fits in.
func (p *player) crowds(pack world.Pack) {
	pack.Rooms = slices.Clone(pack.Rooms)
	for i := range pack.Rooms {
		if pack.Rooms[i].ID == worldtest.Arena {
			pack.Rooms[i].Fits = 1
		}
	}
	p.must(hosted(world.ApplyPack{Pack: pack}))
	for _, who := range []world.ActorID{merla, benno} {
		_ = p.do(worldtest.Typed(merla, world.Haul{Body: who, To: worldtest.Market})) // one who is there stays
	}
	p.must(worldtest.Typed(benno, world.Follow{Leader: merla}))
	p.must(worldtest.Typed(merla, world.Move{Dir: world.North}))
	p.must(worldtest.Typed(benno, world.Follow{}))
}

// knacks has Merla, who knows the mud, do what only that lets one do.
func (p *player) knacks() {
	does := func(a world.Action) { p.must(worldtest.Typed(merla, a)) }
	pack := audit.OpenMarket(audit.WardenPack(), worldtest.Quay)
	smallport.Crafts(&pack)
	p.crowds(pack)
	p.must(hosted(world.ApplyPack{Pack: pack}))
	does(world.SetField{Actor: merla, Field: "mudding", Value: 3})
	does(world.Haul{Body: merla, To: worldtest.Market})
	does(world.Probe{})
	_ = p.do(worldtest.Typed(merla, world.Unearth{})) // by night nobody sees to dig
	does(world.Conjure{Item: "pearl"})
	for _, id := range slices.Clone(p.g.judge.State.Index.Held[merla]) {
		if p.g.judge.State.Items[id].Proto == "pearl" {
			does(world.Hark{Item: id})
			break
		}
	}
	does(world.Haul{Body: merla, To: worldtest.Quay})
	for range 4 { // until the water comes in
		p.now = p.now.NextTide()
		for range 6 {
			_ = p.do(worldtest.Timed())
		}
		if p.now.Tide() == world.TideFlow {
			break
		}
	}
	_ = p.do(worldtest.Typed(merla, world.Wade{Dir: world.Down}))
	p.now += world.Minute
	for range 6 {
		_ = p.do(worldtest.Timed())
	}
}

// hires has Merla go about with the porter.
func (p *player) hires() {
	pack := audit.OpenMarket(audit.WardenPack(), worldtest.Quay)
	smallport.Companions(&pack)
	p.must(hosted(world.ApplyPack{Pack: pack}))
	if state := p.g.judge.State; state.Actors[merla].Room != worldtest.Quay {
		p.must(worldtest.Typed(merla, world.Haul{Body: merla, To: worldtest.Quay}))
	}
	p.must(worldtest.Typed(merla, world.Hire{Who: "npc-porter"}))
	p.must(worldtest.Typed(merla, world.Dismiss{Who: "npc-porter"}))
}

// drinks has Merla drink from a vessel, fill it, and choose what she is.
func (p *player) drinks() {
	pack := audit.OpenMarket(audit.WardenPack(), worldtest.Quay)
	smallport.Figures(&pack)
	p.must(hosted(world.ApplyPack{Pack: pack}))
	does := func(a world.Action) { p.must(worldtest.Typed(merla, a)) }
	does(world.Conjure{Item: "flask"})
	for _, id := range slices.Clone(p.g.judge.State.Index.Held[merla]) {
		if p.g.judge.State.Items[id].Proto == "flask" {
			does(world.DrinkFrom{Item: id})
			does(world.Pour{From: id})
			break
		}
	}
	does(world.Become{Figure: "smith"})
}

// trades has Merla make things at the quay.
func (p *player) trades() {
	pack := audit.OpenMarket(audit.WardenPack(), worldtest.Quay)
	smallport.Trade(&pack)
	p.must(hosted(world.ApplyPack{Pack: pack}))
	does := func(a world.Action) { p.must(worldtest.Typed(merla, a)) }
	for _, proto := range []world.ProtoID{"stone", "stone", "knife"} {
		does(world.Conjure{Item: proto})
	}
	does(world.Make{Recipe: "r-lamp"})
	does(world.StopMaking{})
	does(world.Haul{Body: merla, To: worldtest.Market})
	does(world.Make{Recipe: "r-cap"})
	does(world.Haul{Body: merla, To: worldtest.Quay})
	does(world.Glean{Item: "stone"})
	does(world.SetField{Actor: merla, Field: "coins", Value: 9})
	does(world.Deposit{Coins: 5})
	does(world.Withdraw{Coins: 2})
}

// invokes has Merla read out a scroll that frees her of a hood.
func (p *player) invokes() {
	pack := audit.OpenMarket(audit.WardenPack(), worldtest.Quay)
	smallport.Powers(&pack)
	p.must(hosted(world.ApplyPack{Pack: pack}))
	p.must(worldtest.Typed(merla, world.Conjure{Item: "hood"}))
	p.must(worldtest.Typed(merla, world.Conjure{Item: "scroll"}))
	for _, id := range slices.Clone(p.g.judge.State.Index.Held[merla]) {
		if p.g.judge.State.Items[id].Proto == "scroll" {
			p.must(worldtest.Typed(merla, world.Invoke{Item: id}))
		}
	}
}

// bests has Anna win a game against somebody for whose defeat a promise is made.
func (p *player) bests() {
	pack := audit.OpenMarket(audit.WardenPack(), worldtest.Quay)
	pack.Hash += "-earned"
	for _, m := range pack.Mobs {
		if m.ID == "fence" {
			m.Mind.Promises = append(m.Mind.Promises, world.PromiseSpec{
				ID: "stone", Text: "A stone.", Item: "stone", For: world.PromiseFor{Beats: "fence"},
			})
		}
	}
	p.must(hosted(world.ApplyPack{Pack: pack}))
	state := p.g.judge.State
	for _, who := range []world.ActorID{anna, audit.Fence} {
		if at, _ := state.Seated(who); at != "" {
			p.must(worldtest.Typed(who, world.Stand{}))
		}
		if state.Actors[who].Room != worldtest.Quay {
			p.must(worldtest.Typed(merla, world.Haul{Body: who, To: worldtest.Quay}))
		}
	}
	mind := world.Via{Kind: world.ViaMind}
	p.must(worldtest.Typed(anna, world.Sit{Board: "barrel"}))
	p.must(world.Input{Actor: audit.Fence, Via: mind, Action: world.Sit{Board: "barrel"}})
	const games, moves = 8, 9
	for range games {
		for range moves { // she fills one row after another, and it plays about the middle of what is left
			p.move(anna)
			if free := state.FreeSpots(audit.Fence); len(free) > 0 {
				p.must(world.Input{Actor: audit.Fence, Via: mind, Action: world.PlaceMark(free[len(free)*2/3])})
			}
		}
		if p.g.seen["event Bested"] {
			break
		}
		p.must(worldtest.Typed(anna, world.Rematch{}))
	}
	p.must(worldtest.Typed(anna, world.Stand{}))
}

// missing lists the kinds that a game does not have.
func (g *game) missing() []string {
	var out []string
	for _, a := range world.ActionKinds() {
		out = append(out, "action "+reflect.TypeOf(a).Name())
	}
	for _, e := range world.EventKinds() {
		out = append(out, "event "+reflect.TypeOf(e).Name())
	}
	return slices.DeleteFunc(out, func(kind string) bool { return g.seen[kind] })
}

// wholeGame plays games until one has every kind, and returns it and its seed.
func wholeGame(t *testing.T) (*game, int) {
	t.Helper()
	var closest []string
	for seed := 1; seed <= gameSeeds; seed++ {
		g := playGame(t, filepath.Join(t.TempDir(), fmt.Sprint(seed)), seed)
		if g.err != nil {
			t.Fatal(g.err)
		}
		missing := g.missing()
		if len(missing) == 0 {
			return g, seed
		}
		if closest == nil || len(missing) < len(closest) {
			closest = missing
		}
	}
	t.Fatalf("%d games were played, and none has every kind; the best lacks %q: have p.play do it", gameSeeds, closest)
	return nil, 0
}

// slice writes the whole record of a game as one file.
func (g *game) slice(t *testing.T, dir string) []byte {
	t.Helper()
	book, err := archive.Open(dir, g.journal, archive.Options{Build: gameBuild})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	o := archive.SliceOptions{From: 1, To: book.Last(), Full: true, Build: gameBuild}
	_, err = archive.CutSlice(t.Context(), book, &out, o)
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestGameHasEveryKind plays the game that is kept of a release: it has every kind, keeps all promises, is small, and
// comes out byte for byte the same when it is played again.
func TestGameHasEveryKind(t *testing.T) {
	if testing.Short() {
		t.Skip("plays whole games")
	}
	g, seed := wholeGame(t)
	if err := g.judge.Close(); err != nil {
		t.Error(err)
	}
	kept := g.slice(t, t.TempDir())
	t.Logf("seed %d: %d records in %d bytes, head %v", seed, g.judge.Records(), len(kept), g.journal.Head())
	if len(kept) > goldenMax {
		t.Errorf("the game takes %d bytes, and %d are the most", len(kept), goldenMax)
	}
	again := playGame(t, t.TempDir(), seed)
	if got, want := again.journal.Head(), g.journal.Head(); got != want {
		t.Fatalf("played again: got head %v, want %v", got, want)
	}
	if !bytes.Equal(again.slice(t, t.TempDir()), kept) {
		t.Error("played again, the record is the same and the file is not")
	}
}
