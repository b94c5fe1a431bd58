package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// withSlip is a scene in which the keeper slips in so many of a hundred moves.
func withSlip(t *testing.T, slip int) *scene {
	t.Helper()
	c := newScene(t)
	p := worldtest.SmallPack()
	p.Hash = "slip"
	p.Mobs[0].Plays.Slip = slip
	if _, code := c.at(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: p}}); code != "" {
		t.Fatal(code)
	}
	return c
}

// against plays games with the keeper, choosing squares without sense, and returns how many each side won.
func against(c *scene, games int) (won, lost int) {
	c.Helper()
	c.does(anna, world.Sit{Board: barrel})
	c.wait(5 * world.Second)
	next := 0
	for range games {
		for c.board(barrel, anna).Status == world.MatchPlaying {
			if free := c.s.FreeSpots(anna); len(free) > 0 {
				next = (next*31 + 7) % 1009
				c.does(anna, world.PlaceMark(free[next%len(free)]))
			}
			c.wait(4 * world.Second)
		}
		switch r := c.board(barrel, anna); r.Winner {
		case "":
		case r.Mine:
			won++
		default:
			lost++
		}
		c.does(anna, world.Rematch{})
		c.wait(4 * world.Second)
	}
	return won, lost
}

// S4-26: a creature plays perfectly but for its slips.
func TestOpponent(t *testing.T) {
	t.Run("without slips it never loses", func(t *testing.T) {
		won, lost := against(withSlip(t, 0), 60)
		if won != 0 || lost < 20 {
			t.Errorf("against a perfect player %d games were won and %d lost", won, lost)
		}
	})
	t.Run("with slips it does", func(t *testing.T) {
		won, _ := against(withSlip(t, 100), 40)
		if won < 5 {
			t.Errorf("against one that always slips only %d games were won", won)
		}
	})
}

// PLAYERS C28: a creature has each of its taunts for a game once.
func TestNobodyTauntsTwiceAlike(t *testing.T) {
	c := newScene(t)
	c.does(anna, world.Sit{Board: barrel})
	c.wait(5 * world.Second)
	all := 0
	for range 40 {
		said := map[string]bool{}
		for c.board(barrel, anna).Status == world.MatchPlaying {
			if free := c.s.FreeSpots(anna); len(free) > 0 {
				c.does(anna, world.PlaceMark(free[0]))
			}
			c.wait(4 * world.Second)
		}
		for _, one := range c.board(barrel, anna).Taunts {
			if said[one.Text] {
				t.Fatalf("%q is said twice in one game", one.Text)
			}
			said[one.Text] = true
			all++
		}
		c.does(anna, world.Rematch{})
		c.wait(4 * world.Second)
	}
	if all < 10 {
		t.Errorf("only %d taunts were said in all, too few to tell", all)
	}
}

// joined seats Anna with the keeper, and waits until it is her turn.
func (c *scene) joined() {
	c.Helper()
	c.does(anna, world.Sit{Board: barrel})
	for range 2 { // it sits down, and then it may have to move
		c.wait(5 * world.Second)
	}
	if len(c.s.FreeSpots(anna)) == 0 {
		c.Fatalf("it is not her turn: %+v", c.board(barrel, anna))
	}
}

func TestOpponentsManners(t *testing.T) {
	t.Run("it joins whoever sits alone, and moves in its own time", func(t *testing.T) {
		c := newScene(t)
		c.does(anna, world.Sit{Board: barrel})
		c.wait(world.Second / 2)
		if got := len(c.board(barrel, "").Seats); got != 1 {
			t.Errorf("%d sit there at once", got)
		}
		c.wait(5 * world.Second)
		if got := c.board(barrel, anna); got.Status != world.MatchPlaying || got.Seats[1].Kind != "creature" {
			t.Errorf("five seconds later the table is %+v", got)
		}
		c.wait(5 * world.Second)
		if len(c.s.FreeSpots(anna)) == 0 {
			t.Fatalf("it does not move: %+v", c.board(barrel, anna))
		}
		if r := c.board(barrel, anna); len(r.Moves) > 0 && r.Moves[0].Source != world.SourceNPC {
			t.Errorf("its move came by %s", r.Moves[0].Source)
		}
		c.does(anna, world.PlaceMark(c.s.FreeSpots(anna)[0]))
		c.emits(anna, world.Rematch{}, "GameEnded GameBegan") // a creature never minds
	})
	t.Run("it gets up when nobody moves", func(t *testing.T) {
		c := newScene(t)
		c.joined()
		c.does(anna, world.PlaceMark(c.s.FreeSpots(anna)[0]))
		c.wait(10 * world.Second)
		c.wait(3 * world.Minute)
		if at, _ := c.s.Seated(keeper); at != "" {
			t.Errorf("it still sits at %s", at)
		}
		if got := c.board(barrel, anna); got.Status != world.MatchWaiting || c.s.Actors[anna].Games.Played != 0 {
			t.Errorf("the game is %+v", got)
		}
		c.wait(10 * world.Minute)
		if got := len(c.board(barrel, "").Seats); got != 1 {
			t.Errorf("it came back by itself: %d sit there", got)
		}
		c.emits(anna, world.Rematch{}, "RematchAsked")
		c.wait(5 * world.Second)
		if got := c.board(barrel, anna).Status; got != world.MatchPlaying {
			t.Errorf("asked for, it did not come: %s", got)
		}
	})
}

func TestOpponentsYield(t *testing.T) {
	t.Run("it gives its chair to a person, and not out of a game", func(t *testing.T) {
		c := newScene(t)
		c.joined()
		c.does(benno, world.Sit{Board: barrel})
		if r := c.board(barrel, anna); r.Seats[1].Actor != benno || r.Status != world.MatchPlaying {
			t.Errorf("got %+v", r)
		}
		c.does(benno, world.Stand{})
		c.wait(5 * world.Second)
		c.wait(5 * world.Second)
		c.does(anna, world.PlaceMark(c.s.FreeSpots(anna)[0]))
		c.refused(benno, world.Sit{Board: barrel}, world.CodeFull)
	})
	t.Run("it gets up with whoever gets up", func(t *testing.T) {
		c := newScene(t)
		c.joined()
		c.does(anna, world.Stand{})
		if got := len(c.board(barrel, "").Seats); got != 0 {
			t.Errorf("%d still sit there", got)
		}
		for id, timer := range world.Ordered(c.s.Timers) {
			if timer.Subject == string(barrel) {
				t.Errorf("the timer %s still waits", id)
			}
		}
	})
	t.Run("purged, it sits nowhere", func(t *testing.T) {
		c := newScene(t)
		c.joined()
		c.does(merla, world.Purge{Actor: keeper})
		if got := len(c.board(barrel, "").Seats); got != 1 {
			t.Errorf("%d sit there", got)
		}
	})
}

func TestOpponentsTaunt(t *testing.T) {
	t.Run("it taunts now and then, with its own words", func(t *testing.T) {
		c := withSlip(t, 0)
		against(c, 3)
		said := 0
		for range 20 {
			r := c.board(barrel, anna)
			said += len(r.Taunts)
			for _, x := range r.Taunts {
				if x.Source != world.SourceNPC || x.Text != "Hm." && x.Text != "Your go." {
					t.Errorf("it said %+v", x)
				}
			}
			if free := c.s.FreeSpots(anna); len(free) > 0 {
				c.does(anna, world.PlaceMark(free[0]))
			} else if c.board(barrel, anna).Status != world.MatchPlaying {
				c.does(anna, world.Rematch{})
			}
			c.wait(4 * world.Second)
		}
		if said == 0 {
			t.Error("it never said a word")
		}
	})
}
