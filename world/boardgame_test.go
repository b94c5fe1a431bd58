package world_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

const (
	barrel = world.BoardID("barrel") // on the quay, where the keeper plays
	slab   = world.BoardID("slab")   // in the market, where nobody does
	slate  = world.BoardID("slate")  // of the house, in the market
	keeper = world.ActorID("npc-keeper")
)

// begins seats Anna and Benno at the slab, and returns who begins and who does not.
func (c *scene) begins() (first, second world.ActorID) {
	c.Helper()
	c.goes(anna, worldtest.Market)
	c.goes(benno, worldtest.Market)
	c.emits(anna, world.Sit{Board: slab}, "SeatTaken")
	c.emits(benno, world.Sit{Board: slab}, "SeatTaken GameBegan")
	e := eventOf[world.GameBegan](c.T, c.last)
	if e.FirstSide != "X" || e.SecondSide != "O" {
		c.Errorf("got sides %s and %s", e.FirstSide, e.SecondSide)
	}
	return e.First, e.Second
}

func spot(name string) world.PlaceMark {
	return world.PlaceMark{Row: int(name[1] - '1'), Col: int(name[0] - 'a')}
}

// moves makes moves in turn: "a1 b2 c3".
func (c *scene) moves(first, second world.ActorID, squares string) {
	c.Helper()
	for i, name := range strings.Fields(squares) {
		c.does([]world.ActorID{first, second}[i%2], spot(name))
	}
}

func (c *scene) board(id world.BoardID, who world.ActorID) world.BoardReport {
	c.Helper()
	out, ok := c.s.Board(id, who)
	if !ok {
		c.Fatalf("there is no table %s", id)
	}
	return out
}

// S4-16, S4-18, S4-21, R6: whoever acts moves their own side, in turn, on a free square of a running game.
func TestPlaying(t *testing.T) {
	c := newScene(t)
	c.refused(anna, spot("b2"), world.CodeGameNotFound)
	c.goes(gast, worldtest.Market)
	first, second := c.begins()
	c.refused(gast, spot("b2"), world.CodeGameNotFound)
	c.refused(second, spot("b2"), world.CodeNotYourTurn)
	for _, at := range []world.PlaceMark{{Row: 5, Col: 5}, {Row: -1}, {Col: 3}} {
		c.refused(first, at, world.CodeOutOfBounds)
	}
	c.emits(first, spot("b2"), "MovePlayed")
	c.refused(first, spot("a1"), world.CodeNotYourTurn)
	c.refused(second, spot("b2"), world.CodeCellOccupied)
	c.moves(second, first, "a1 a2 c2 b1")
	if got := c.board(slab, second); got.Turn != "O" || got.Mine != "O" || got.Cells[4] != "X" || len(got.Moves) != 5 {
		t.Errorf("got %+v", got)
	}
	c.emits(second, spot("b3"), "MovePlayed")
	c.emits(first, spot("a3"), "MovePlayed")
	c.emits(second, spot("c1"), "MovePlayed")
	c.emits(first, spot("c3"), "MovePlayed GameEnded")
	got := c.board(slab, first)
	if got.Status != world.MatchDrawn || got.Winner != "" || got.Turn != "" || slices.Contains(got.Cells, "") {
		t.Errorf("a full board is %+v", got)
	}
	c.refused(second, spot("a1"), world.CodeGameOver)
	c.refused(second, world.PlaceMark{Row: 9}, world.CodeOutOfBounds)
}

// S4-16: rows, columns and both diagonals win, and nothing else does.
func TestEveryLineWins(t *testing.T) {
	for line, others := range map[string]string{
		"a1 b1 c1": "a2 b2", "a2 b2 c2": "a1 b1", "a3 b3 c3": "a1 b1", "a1 a2 a3": "b1 b2", "b1 b2 b3": "a1 a2",
		"c1 c2 c3": "a1 a2", "a1 b2 c3": "b1 c1", "c1 b2 a3": "a1 b1",
	} {
		t.Run(line, func(t *testing.T) {
			c := newScene(t)
			first, second := c.begins()
			l, o := strings.Fields(line), strings.Fields(others)
			c.moves(first, second, strings.Join([]string{l[0], o[0], l[1], o[1]}, " "))
			c.emits(first, spot(l[2]), "MovePlayed GameEnded")
			e := eventOf[world.GameEnded](t, c.last)
			if e.How != world.EndWon || e.Winner != "X" || e.Actor != first || e.Other != second || len(e.Line) != 3 {
				t.Errorf("got %+v", e)
			}
			r := c.board(slab, second)
			if r.Status != world.MatchWon || r.Winner != "X" || r.Line[0].String() == "?" {
				t.Errorf("got %+v", r)
			}
			won, lost := c.s.Actors[first].Games, c.s.Actors[second].Games
			if won != (world.Tally{Played: 1, Won: 1}) || lost != (world.Tally{Played: 1}) {
				t.Errorf("the tallies are %+v and %+v", won, lost)
			}
		})
	}
}

// S4-32: every move and every taunt says by which kind of hand it came.
func TestSources(t *testing.T) {
	c := newScene(t)
	first, second := c.begins()
	c.does(second, world.MintGrant{Grant: "g-x", Label: "x"})
	c.does(first, spot("b2"))
	agent := world.Via{Kind: world.ViaGrant, Grant: "g-x"}
	for _, a := range []world.Action{spot("a1"), world.TauntAt{Text: "Too easy!"}} {
		if _, code := c.at(world.Input{Actor: second, Via: agent, Action: a}); code != "" {
			t.Fatalf("%T: %s", a, code)
		}
	}
	c.does(first, world.TauntAt{Text: "Is it?"})
	force := world.Via{Kind: world.ViaForce, By: merla}
	if _, code := c.at(world.Input{Actor: first, Via: force, Action: spot("c3")}); code != "" {
		t.Fatal(code)
	}
	r := c.board(slab, "")
	var got []world.Source
	for _, m := range r.Moves {
		got = append(got, m.Source)
	}
	for _, m := range r.Taunts {
		got = append(got, m.Source)
	}
	want := []world.Source{"terminal", "mcp", "terminal", "mcp", "terminal"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// S4-12: a taunt reaches the table and the room, cleaned, bounded and not too often.
func TestTaunts(t *testing.T) {
	c := newScene(t)
	c.goes(gast, worldtest.Market)
	c.refused(anna, world.TauntAt{Text: "Ha!"}, world.CodeGameNotFound)
	first, second := c.begins()
	c.refused(first, world.TauntAt{Text: " \x07 "}, world.CodeMissing)
	c.refused(first, world.TauntAt{Text: strings.Repeat("é", world.TauntRunesMax+1)}, world.CodeBadValue)
	c.does(first, world.TauntAt{Text: "My \x1b[31mgrandmother\u202e plays better!"})
	n := c.last.Notices[0]
	if got := eventOf[world.Taunted](t, c.last).Text; got != "My [31mgrandmother plays better!" {
		t.Errorf("got %q", got)
	}
	for _, who := range []world.ActorID{first, second, gast} {
		if _, ok := n.SenseOf(c.s.Actors[who].Num); !ok {
			t.Errorf("%s does not hear it", who)
		}
	}
	c.refused(first, world.TauntAt{Text: "Again!"}, world.CodeTooSoon)
	c.does(second, world.TauntAt{Text: strings.Repeat("é", world.TauntRunesMax)})
	for range world.TauntsKept + 5 {
		c.wait(3 * world.Second)
		c.does(first, world.TauntAt{Text: "Again!"})
	}
	if got := len(c.board(slab, "").Taunts); got != world.TauntsKept {
		t.Errorf("%d taunts are kept, want %d", got, world.TauntsKept)
	}
}

// The first millisecond of a world is a time like any other: who taunted then has to wait like anybody else.
func TestTauntAtTheBeginning(t *testing.T) {
	s := worldtest.Small()
	taunts := func(now world.Time, want world.Code) {
		t.Helper()
		code := world.Code("")
		_, r := s.Decide(now, tableDoor(world.HouseTaunt{Board: slate, Seat: world.ChairAI, Text: "Nice try!"}))
		if r != nil {
			code = r.Code
		}
		if code != want {
			t.Errorf("at %d: got %q, want %q", now, code, want)
		}
	}
	taunts(0, "")
	taunts(0, world.CodeTooSoon)
	taunts(3*world.Second-1, world.CodeTooSoon)
	taunts(3*world.Second+1, "")
	taunts(3*world.Second+1, world.CodeTooSoon)
}

// S4-13: the dice give out the sides, each as likely as the other.
func TestSidesByDice(t *testing.T) {
	c := newScene(t)
	c.begins()
	annas := 0
	const games = 200
	for range games {
		if eventOf[world.GameBegan](t, c.anew()).First == anna {
			annas++
		}
	}
	if annas < games/3 || annas > games*2/3 {
		t.Errorf("anna began %d of %d games", annas, games)
	}
}

// anew has Benno get up, which calls the game off, and sit down again.
func (c *scene) anew() *world.Record {
	c.Helper()
	c.does(benno, world.Stand{})
	return c.does(benno, world.Sit{Board: slab})
}

func TestRematch(t *testing.T) {
	c := newScene(t)
	c.refused(anna, world.Rematch{}, world.CodeGameNotFound)
	first, second := c.begins()
	c.refused(first, world.Rematch{}, world.CodeAlready) // nobody has moved yet
	c.moves(first, second, "a1 b1")
	c.emits(second, world.Rematch{}, "RematchAsked")
	c.refused(second, world.Rematch{}, world.CodeAlready)
	c.emits(first, world.Rematch{}, "GameEnded GameBegan")
	if e := eventOf[world.GameEnded](t, c.last); e.How != world.EndOff {
		t.Errorf("both wanted a new game, and the old one ended %s", e.How)
	}
	e := eventOf[world.GameBegan](t, c.last)
	c.moves(e.First, e.Second, "a1 b1 a2 b2 a3")
	c.emits(e.Second, world.Rematch{}, "GameBegan")
	if got := c.s.Actors[e.First].Games.Played; got != 1 {
		t.Errorf("%d games count, want the one that was played to its end", got)
	}
	t.Run("a wish lapses with its game", func(t *testing.T) {
		e := eventOf[world.GameBegan](t, c.last)
		c.moves(e.First, e.Second, "a1")
		c.does(e.First, world.Rematch{})
		c.moves(e.Second, e.First, "b1 a2 b2 a3")
		e = eventOf[world.GameBegan](t, c.does(e.Second, world.Rematch{}))
		c.moves(e.First, e.Second, "a1")
		c.emits(e.First, world.Rematch{}, "RematchAsked")
	})
}

// Whoever leaves in the middle of a game forfeits it, however they leave; a body without anybody keeps its seat for a
// minute.
func TestLeavingATable(t *testing.T) {
	type leaving struct {
		why  world.Rising
		does func(c *scene, who world.ActorID)
	}
	host := world.Via{Kind: world.ViaHost}
	for name, l := range map[string]leaving{
		"getting up":   {world.RoseWilling, func(c *scene, who world.ActorID) { c.does(who, world.Stand{}) }},
		"walking away": {world.RoseWalked, func(c *scene, who world.ActorID) { c.does(who, world.Move{Dir: world.South}) }},
		"quitting":     {world.RoseEnded, func(c *scene, who world.ActorID) { c.does(who, world.Depart{}) }},
		"magic":        {world.RoseWalked, func(c *scene, who world.ActorID) { c.goes(who, worldtest.Arena) }},
		"a fight": {world.RoseFight, func(c *scene, who world.ActorID) {
			rat := eventOf[world.MobMade](c.T, c.conjured(worldtest.Market, "rat")).Actor
			c.does(who, world.Attack{Target: rat})
		}},
		"losing touch": {world.RoseLost, func(c *scene, who world.ActorID) {
			c.at(world.Input{Via: host, Action: world.Sever{Body: who}})
			c.wait(50 * world.Second)
			if at, _ := c.s.Seated(who); at != slab {
				c.Errorf("the seat was lost at once")
			}
			c.last = c.wait(15 * world.Second)[0]
		}},
	} {
		t.Run(name, func(t *testing.T) {
			c := newScene(t)
			first, second := c.begins()
			c.moves(first, second, "b2")
			l.does(c, second)
			left, ended := eventOf[world.SeatLeft](t, c.last), eventOf[world.GameEnded](t, c.last)
			if left.Why != l.why || ended.How != world.EndForfeit || ended.Actor != first || ended.Other != second {
				t.Errorf("got %+v and %+v", left, ended)
			}
			if at, _ := c.s.Seated(second); at != "" {
				t.Errorf("they are still at %s", at)
			}
			r := c.board(slab, first)
			if r.Status != world.MatchWon || !r.Forfeit || r.Winner != "X" {
				t.Errorf("got %+v", r)
			}
		})
	}
}

func TestKeepingASeat(t *testing.T) {
	host := world.Via{Kind: world.ViaHost}
	t.Run("before the first move nobody loses", func(t *testing.T) {
		c := newScene(t)
		first, second := c.begins()
		c.emits(second, world.Stand{}, "GameEnded SeatLeft")
		if e := eventOf[world.GameEnded](t, c.last); e.How != world.EndOff {
			t.Errorf("got %s", e.How)
		}
		if got := c.board(slab, first); got.Status != world.MatchWaiting || got.GameID != "" {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("coming back in time keeps the seat", func(t *testing.T) {
		c := newScene(t)
		first, second := c.begins()
		c.at(world.Input{Via: host, Action: world.Sever{Body: second}})
		c.wait(50 * world.Second)
		c.does(second, world.Enter{})
		c.wait(30 * world.Second)
		c.moves(first, second, "b2 a1")
	})
	t.Run("the dead do not play", func(t *testing.T) {
		c := newScene(t)
		first, second := c.begins()
		c.moves(first, second, "b2")
		crab := eventOf[world.MobMade](t, c.conjured(worldtest.Market, "crab")).Actor
		c.does(merla, world.SetField{Actor: second, Field: "hp", Value: 1})
		c.does(second, world.Attack{Target: crab})
		c.wait(2 * world.Minute)
		if at, _ := c.s.Seated(second); at != "" {
			t.Errorf("%s sits at %s", second, at)
		}
	})
}

// conjured has Merla make a creature in a room.
func (c *scene) conjured(room world.RoomID, mob world.ProtoID) *world.Record {
	c.Helper()
	c.goes(merla, room)
	return c.does(merla, world.Conjure{Mob: mob})
}

// S4-17: everybody in the room sees a move; who watches sees it closely, until they leave.
func TestWatching(t *testing.T) {
	c := newScene(t)
	c.goes(gast, worldtest.Market)
	first, second := c.begins()
	c.refused(first, world.WatchBoard{Board: slab}, world.CodeAlready)
	c.refused(gast, world.WatchBoard{Board: barrel}, world.CodeNotHere)
	sense := func(who world.ActorID) world.Sense {
		got, _ := c.last.Notices[0].SenseOf(c.s.Actors[who].Num)
		return got
	}
	c.does(first, spot("b2"))
	for who, want := range map[world.ActorID]world.Sense{
		first: world.Did | world.Saw | world.Heard, second: world.Mine | world.Saw, gast: world.Saw, merla: 0,
	} {
		if got := sense(who); got != want {
			t.Errorf("%s perceives a move by %08b, want %08b", who, got, want)
		}
	}
	c.emits(gast, world.WatchBoard{Board: slab}, "WatchBegan")
	c.refused(gast, world.WatchBoard{Board: slab}, world.CodeAlready)
	c.does(second, spot("a1"))
	if got := sense(gast); got != world.Saw|world.Close {
		t.Errorf("whoever watches perceives a move by %08b", got)
	}
	c.emits(gast, world.WatchBoard{Board: slate}, "WatchEnded WatchBegan")
	c.emits(gast, world.Move{Dir: world.South}, "Moved WatchEnded")
	if got := c.board(slab, "").Watching + c.board(slate, "").Watching; got != 0 {
		t.Errorf("%d still watch", got)
	}
}

// S4-30: there are as many games as tables, and everybody is told of their own.
func TestManyTables(t *testing.T) {
	c := newScene(t)
	first, _ := c.begins()
	if got, ok := c.s.BoardNear(first); !ok || got.ID != slab || got.GameID != "slab-1" || got.Mine != "X" {
		t.Errorf("where one sits: got %+v", got)
	}
	c.goes(gast, worldtest.Market)
	if got, ok := c.s.BoardNear(gast); !ok || got.ID != slab || got.Mine != "" {
		t.Errorf("of the room: got %+v", got)
	}
	c.does(gast, world.WatchBoard{Board: slate})
	if got, ok := c.s.BoardNear(gast); !ok || got.ID != slate {
		t.Errorf("what one watches: got %+v", got)
	}
	c.goes(gast, worldtest.Arena)
	if got, ok := c.s.BoardNear(gast); ok {
		t.Errorf("where there is none: got %+v", got)
	}
	if got, ok := c.s.HouseBoard(); !ok || got.ID != slate || !got.House || got.GameID != "slate-1" {
		t.Errorf("the house's: got %+v", got)
	}
	c.refused(gast, world.Sit{Board: slab}, world.CodeNotHere)
	c.goes(gast, worldtest.Market)
	c.refused(gast, world.Sit{Board: slate}, world.CodeCannot)
	c.refused(gast, world.Sit{Board: slab}, world.CodeFull)
	c.refused(first, world.Sit{Board: slab}, world.CodeAlready)
}

func tableDoor(a world.Action) world.Input {
	return world.Input{Via: world.Via{Kind: world.ViaTable}, Action: a}
}

// S4-23, S4-31, R6: at the house's table a fresh world has a game in which the machine's side begins; each chair moves
// its own side, and nothing but the chairs is moved by that door.
func TestHouseTable(t *testing.T) {
	c := newScene(t)
	got, ok := c.s.HouseBoard()
	want := []world.BoardSeat{{Side: "X", Name: "AI", Kind: "ai"}, {Side: "O", Name: "Human", Kind: "human"}}
	if !ok || got.Status != world.MatchPlaying || got.Turn != "X" || !slices.Equal(got.Seats, want) {
		t.Fatalf("a fresh world's table of the house is %+v", got)
	}
	refuses := func(a world.Action, want world.Code) {
		t.Helper()
		if _, code := c.at(tableDoor(a)); code != want {
			t.Errorf("%T%+v: got %q, want %q", a, a, code, want)
		}
	}
	plays := func(seat world.Chair, name string) {
		t.Helper()
		at := spot(name)
		refuses(world.HousePlay{Board: slate, Seat: seat, Row: at.Row, Col: at.Col}, "")
	}
	refuses(world.HousePlay{Board: slate, Seat: world.ChairHuman, Row: 1, Col: 1}, world.CodeNotYourTurn)
	refuses(world.HousePlay{Board: slate, Seat: "couch", Row: 1, Col: 1}, world.CodeBadValue)
	refuses(world.HousePlay{Board: slab, Seat: world.ChairAI}, world.CodeGameNotFound)
	refuses(world.HouseDeal{Board: barrel}, world.CodeGameNotFound)
	plays(world.ChairAI, "b2")
	plays(world.ChairHuman, "a1")
	if m := c.board(slate, "").Moves; m[0].Source != world.SourceMCP || m[1].Source != world.SourceTerminal {
		t.Errorf("the sources are %+v", m)
	}
	refuses(world.HouseTaunt{Board: slate, Seat: world.ChairAI, Text: "Nice try!"}, "")
	refuses(world.HouseTaunt{Board: slate, Seat: world.ChairAI, Text: "Nice try!"}, world.CodeTooSoon)
	plays(world.ChairAI, "a2")
	plays(world.ChairHuman, "a3")
	plays(world.ChairAI, "c2")
	refuses(world.HousePlay{Board: slate, Seat: world.ChairHuman, Row: 2, Col: 2}, world.CodeGameOver)
	c.wait(world.Minute) // and nothing moves by itself
	if r := c.board(slate, ""); r.Status != world.MatchWon || r.Winner != "X" || r.Taunts[0].By != "AI" {
		t.Errorf("got %+v", r)
	}
	began := map[world.Chair]int{}
	for range 60 {
		refuses(world.HouseDeal{Board: slate}, "")
		began[eventOf[world.GameBegan](t, c.last).FirstChair]++
	}
	if began[world.ChairAI] < 15 || began[world.ChairHuman] < 15 {
		t.Errorf("later games are begun by %v", began)
	}
	for _, a := range []world.Action{
		world.Say{Text: "hello"}, world.Sit{Board: slab}, spot("a1"), world.Echo{Text: "x"}, world.Tick{}, world.Enter{},
	} {
		refuses(a, world.CodeNotAllowed)
	}
	in := tableDoor(world.HouseDeal{Board: slate})
	for _, kind := range []world.ViaKind{world.ViaHost, world.ViaTimer} {
		in.Via.Kind = kind
		if _, code := c.at(in); code != world.CodeNotAllowed {
			t.Errorf("a table of the house was moved by %s: %q", kind, code)
		}
	}
}

// Onlookers of the house's table see what is chalked there.
func TestHouseTableIsSeen(t *testing.T) {
	c := newScene(t)
	c.goes(gast, worldtest.Market)
	c.at(tableDoor(world.HousePlay{Board: slate, Seat: world.ChairAI, Row: 1, Col: 1}))
	if _, ok := c.last.Notices[0].SenseOf(c.s.Actors[gast].Num); !ok {
		t.Error("nobody in its room sees a move")
	}
	if _, ok := c.last.Notices[0].SenseOf(c.s.Actors[anna].Num); ok {
		t.Error("somebody elsewhere sees it")
	}
}

// A pack that moves or takes away a table gets everybody up from it; one that only describes it anew leaves them alone.
func TestTablesOfAPack(t *testing.T) {
	apply := func(c *scene, hash string, change func(p *world.Pack)) {
		c.Helper()
		p := worldtest.SmallPack()
		p.Hash = hash
		change(&p)
		if _, code := c.at(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: p}}); code != "" {
			c.Fatal(code)
		}
	}
	c := newScene(t)
	first, second := c.begins()
	c.moves(first, second, "b2")
	apply(c, "h1", func(p *world.Pack) { p.Tables[1].Name, p.Tables[2].Desc = "stone slab", "Dusty." })
	if got := c.board(slab, ""); len(got.Moves) != 1 || got.Name != "stone slab" {
		t.Errorf("got %+v", got)
	}
	if got := c.board(slate, ""); got.GameID != "slate-1" {
		t.Errorf("a table of the house described anew has %s", got.GameID)
	}
	c.does(gast, world.WatchBoard{Board: barrel})
	apply(c, "h2", func(p *world.Pack) { p.Tables[1].Room, p.Tables = worldtest.Arena, p.Tables[1:] })
	for _, who := range []world.ActorID{first, second, gast} {
		if at, _ := c.s.Seated(who); at != "" {
			t.Errorf("%s is still at %s", who, at)
		}
	}
	if _, ok := c.s.Board(barrel, ""); ok || c.s.Actors[first].Games.Played != 0 {
		t.Error("the barrel is still there, or somebody lost by its going")
	}
	apply(c, "h3", func(*world.Pack) {})
	apply(c, "h4", func(p *world.Pack) { p.Rooms = p.Rooms[:1] })
}
