package world

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// What a skirmish may hold. The same checks judge a skirmish that comes from elsewhere and what every act leaves.

// Limits of fighters. They are far beyond what any pack has; they keep a file that somebody made up from taking for
// ever.
const (
	soundBytesMost   = 300 // of a name or an id
	fighterDiceMost  = 100
	fighterSidesMost = 100_000
	fighterPlusMost  = 1_000_000_000 // of what is added to dice, of hit points, levels, skill and armour
	fighterSpeedMost = 1000
	rollsMost        = 1 << 40
	turnsMost        = 1<<31 - 1
)

// Valid returns an error that names what the skirmish may not hold, or nil.
func (k *Skirmish) Valid() error {
	if err := cmp.Or(k.Ground.sound(), k.soundFighters()); err != nil {
		return err
	}
	return k.soundTurns()
}

func (g *Ground) sound() error {
	most := GroundWidthMost * GroundHeightMost
	switch {
	case g.Width < groundLeast || g.Width > GroundWidthMost || g.Height < groundLeast || g.Height > GroundHeightMost:
		return fmt.Errorf("the ground is %d by %d", g.Width, g.Height)
	case len(g.Features) > most || len(g.StartsA) > most || len(g.StartsB) > most:
		return errors.New("the ground has more on it than cells")
	}
	for i, f := range g.Features {
		switch {
		case !g.Contains(Cell{f.X, f.Y}) || f.Cover < 0 || f.Cover > CoverMost || len(f.Name) > soundBytesMost:
			return fmt.Errorf("what is said to stand on %d,%d cannot be", f.X, f.Y)
		case i > 0 && cmp.Or(cmp.Compare(g.Features[i-1].Y, f.Y), cmp.Compare(g.Features[i-1].X, f.X)) >= 0:
			return errors.New("what stands on the ground is not in the order of rows, or two stand on one cell")
		}
	}
	for _, c := range slices.Concat(g.StartsA, g.StartsB) {
		if g.Blocked(c) {
			return fmt.Errorf("nobody can begin on %d,%d", c.X, c.Y)
		}
	}
	return nil
}

func (k *Skirmish) soundFighters() error {
	if len(k.Fighters) > FightersMost {
		return fmt.Errorf("%d fighters, and at most %d take part", len(k.Fighters), FightersMost)
	}
	for i := range k.Fighters {
		f := &k.Fighters[i]
		within := func(least, n, most int) bool { return n >= least && n <= most }
		switch {
		case len(f.ID)+len(f.Name)+len(f.Verb)+len(f.With) > 2*soundBytesMost:
			return errors.New("somebody has a name without end")
		case f.ID == "" || k.Fighter(f.ID) != f:
			return fmt.Errorf("two fighters are called %q", f.ID)
		case f.Side != SideA && f.Side != SideB:
			return fmt.Errorf("%s is on no side", f.ID)
		case f.HP < 0 || f.HP > f.HPMax || !within(1, f.HPMax, fighterPlusMost):
			return fmt.Errorf("%s has %d of %d hit points", f.ID, f.HP, f.HPMax)
		case !within(0, f.Damage.N, fighterDiceMost), !within(0, f.Damage.S, fighterSidesMost),
			!within(-fighterPlusMost, f.Damage.P, fighterPlusMost):
			return fmt.Errorf("%s strikes with %s", f.ID, f.Damage)
		case !within(-fighterPlusMost, f.AC, fighterPlusMost), !within(0, f.Level, fighterPlusMost),
			!within(-fighterPlusMost, f.Skill, fighterPlusMost), !within(0, f.Speed, fighterSpeedMost),
			!within(0, f.Reach, fighterSpeedMost), !within(0, f.Moved, fighterSpeedMost), f.Blows < 0:
			return fmt.Errorf("%s has numbers that cannot be", f.ID)
		case f.Stands() && (k.Ground.Blocked(f.At) || k.standing(f.At) != f):
			return fmt.Errorf("%s stands on %d,%d, which is taken", f.ID, f.At.X, f.At.Y)
		}
	}
	return nil
}

func (k *Skirmish) soundTurns() error {
	active := k.Fighter(k.Active)
	switch {
	case len(k.Encounter) > soundBytesMost:
		return errors.New("an encounter with a name without end")
	case k.Mode != ModeExploration && k.Mode != ModeCombat && k.Mode != ModeOver:
		return fmt.Errorf("a fight in the mode %q", k.Mode)
	case k.Rolls > rollsMost || k.Round < 0 || k.Round > turnsMost || k.Idle < 0 || k.Idle > turnsMost:
		return errors.New("more turns or dice than anybody could count")
	case k.Mode != ModeCombat && k.Active != "":
		return fmt.Errorf("it is the turn of %s, and nobody takes turns", k.Active)
	case k.Mode == ModeCombat && (active == nil || !active.Stands()):
		return fmt.Errorf("it is the turn of %q, who does not stand", k.Active)
	case k.Mode == ModeOver && k.Won != "" && k.Won != SideA && k.Won != SideB:
		return fmt.Errorf("it was won by %q", k.Won)
	case len(k.Order) > FightersMost:
		return errors.New("more turns in a round than anybody may take")
	}
	for i, id := range k.Order {
		if k.Fighter(id) == nil || slices.Index(k.Order, id) != i {
			return fmt.Errorf("%q has a turn in a round, and another or none to take it", id)
		}
	}
	if k.Mode != ModeCombat {
		return nil
	}
	for i := range k.Fighters {
		if f := &k.Fighters[i]; f.Stands() && !slices.Contains(k.Order, f.ID) {
			return fmt.Errorf("%s stands and has no turn", f.ID)
		}
	}
	return nil
}

// follows returns what cannot be in a skirmish that came of another by one act, or nil.
func (k *Skirmish) follows(before *Skirmish) error {
	if err := k.Valid(); err != nil {
		return err
	}
	switch {
	case k.Encounter != before.Encounter || k.Seed != before.Seed || k.Ground.Width != before.Ground.Width ||
		k.Ground.Height != before.Ground.Height || !slices.Equal(k.Ground.Features, before.Ground.Features):
		return errors.New("it is another fight on another ground")
	case k.Rolls < before.Rolls || k.Round < before.Round:
		return errors.New("dice were taken back, or a round")
	case k.Mode == ModeExploration && before.Mode != ModeExploration || before.Mode == ModeOver:
		return errors.New("what was over has begun again")
	case len(k.Fighters) < len(before.Fighters):
		return errors.New("somebody was never there")
	}
	for i := range before.Fighters {
		if k.Fighters[i].ID != before.Fighters[i].ID {
			return fmt.Errorf("%s became %s", before.Fighters[i].ID, k.Fighters[i].ID)
		}
	}
	return nil
}
