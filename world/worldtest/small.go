package worldtest

import (
	"fmt"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/script"
	"github.com/mudlark-mud/mudlark/world/worldtest/smallport"
)

// Seed is the seed of the dice in [Small].
const Seed = 42

// The rooms of [Small]; package smallport says what they are.
const (
	Quay   = smallport.Quay
	Market = smallport.Market
	Store  = smallport.Store
	Loft   = smallport.Loft
	Arena  = smallport.Arena
	Cave   = smallport.Cave
	Strand = smallport.Strand
	Rock   = smallport.Rock
)

// Small returns a small world at time 0: started and its pack applied, nobody in it. It panics when the rules refuse
// that, for then no test has a world.
func Small() *world.State {
	s := script.NewWorld(0)
	for _, in := range Genesis() {
		if _, r := s.Decide(0, in); r != nil {
			panic("worldtest: genesis was refused: " + r.Text)
		}
	}
	return s
}

// Genesis returns the inputs that make the small world out of nothing.
func Genesis() []world.Input {
	host := world.Via{Kind: world.ViaHost}
	return []world.Input{
		{Via: host, Action: world.Start{Build: "test", Wall: 1_700_000_000_000, Seed: Seed}},
		{Via: host, Action: world.ApplyPack{Pack: SmallPack()}},
	}
}

// Person is somebody to add to a world. A zero Role is a guest's without Account and a player's with one.
type Person struct {
	Name    string
	Account world.AccountID
	Role    world.Role
}

// Join creates a character and brings it into the world, and returns its id. It panics when the rules refuse.
func Join(s *world.State, now world.Time, p Person) world.ActorID {
	if p.Role == 0 {
		p.Role = world.RoleGuest
		if p.Account != "" {
			p.Role = world.RolePlayer
		}
	}
	rec, r := s.Decide(now, world.Input{
		Via: world.Via{Kind: world.ViaHost}, Action: world.Create{Account: p.Account, Name: p.Name, Role: p.Role},
	})
	if r != nil {
		panic(fmt.Sprintf("worldtest: create %s: %s", p.Name, r.Text))
	}
	made, ok := rec.Notices[0].Event.(world.Created)
	if !ok {
		panic("worldtest: creating somebody did not begin with Created")
	}
	if _, r := s.Decide(now, Typed(made.Actor, world.Enter{})); r != nil {
		panic(fmt.Sprintf("worldtest: enter %s: %s", p.Name, r.Text))
	}
	return made.Actor
}

// Typed is an input from somebody's keyboard.
func Typed(who world.ActorID, a world.Action) world.Input {
	return world.Input{Actor: who, Via: world.Via{Kind: world.ViaKeyboard}, Action: a}
}

// Timed is the input that lets timers fire.
func Timed() world.Input {
	return world.Input{Via: world.Via{Kind: world.ViaTimer}, Action: world.Tick{}}
}

// RunTimers lets everything happen that is due at a time, as the loop does, and returns the records of it.
func RunTimers(s *world.State, now world.Time) []*world.Record {
	var out []*world.Record
	for {
		due, ok := s.NextTimer(nil)
		if !ok || due > now {
			return out
		}
		rec, r := s.Decide(now, Timed())
		if r != nil || rec == nil {
			panic("worldtest: a timer is due and a tick does nothing")
		}
		out = append(out, rec)
	}
}

// SmallPack returns the pack of the small world. The caller may change it: nothing in it is shared.
func SmallPack() world.Pack { return smallport.Pack() }
