package world

// Tactics of those who have no mind of their own: to whoever is nearest, by the way that ends in cover, and strike.

// Tactic returns what somebody does next on their turn, by rule. It depends on the skirmish alone.
func (k *Skirmish) Tactic(id ActorID) Act {
	f := k.Fighter(id)
	end := Act{Kind: ActEndTurn, Entity: id}
	if f == nil || !f.Stands() {
		return end
	}
	if !f.Struck {
		if foe := k.prey(f); foe != nil {
			return Act{Kind: ActAttack, Entity: id, Target: foe.ID}
		}
		if way := k.approach(f); len(way) > 0 {
			return Act{Kind: ActMove, Entity: id, Path: way}
		}
	}
	return end
}

// prey returns the weakest of those within reach, nil when there is nobody.
func (k *Skirmish) prey(f *Fighter) *Fighter {
	var best *Fighter
	for i := range k.Fighters {
		foe := &k.Fighters[i]
		if foe.Side == f.Side || !foe.Stands() || f.At.Steps(foe.At) > f.Reach {
			continue
		}
		if best == nil || foe.HP < best.HP || foe.HP == best.HP && foe.ID < best.ID {
			best = foe
		}
	}
	return best
}

// approach returns the way that brings somebody nearest to striking at somebody this turn: of all cells within their
// steps the one that is nearest to a foe, of those the one with the most cover, of those the nearest. Nothing when
// they stand best where they are.
func (k *Skirmish) approach(f *Fighter) []Cell {
	left := f.Speed - f.Moved
	steps := k.Reach(f.At)
	far := k.distances(f)
	type spot struct{ far, cover, steps int }
	better := func(a, b spot) bool {
		if a.far != b.far {
			return a.far < b.far
		}
		if a.cover != b.cover {
			return a.cover > b.cover
		}
		return a.steps < b.steps
	}
	best, at := spot{far: far[k.index(f.At)], cover: k.Ground.Cover(f.At)}, f.At
	for y := range k.Ground.Height {
		for x := range k.Ground.Width {
			c := Cell{x, y}
			n := steps[k.index(c)]
			if n < 1 || n > left {
				continue
			}
			if s := (spot{far[k.index(c)], k.Ground.Cover(c), n}); better(s, best) {
				best, at = s, c
			}
		}
	}
	if at == f.At {
		return nil
	}
	return k.Way(f.At, at)
}

// distances measures every cell by how many steps it is from there to where a foe could be struck at, around what is in
// the way and through friends, who move on.
func (k *Skirmish) distances(f *Fighter) []int {
	const never = 1 << 20
	plan, far := k.plan(), make([]int, k.Ground.Width*k.Ground.Height)
	for i := range far {
		far[i] = never
	}
	plan[k.index(f.At)] = planOpen
	var queue []Cell
	for i := range k.Fighters {
		foe := &k.Fighters[i]
		if foe.Side == f.Side || !foe.Stands() {
			continue
		}
		for y := max(0, foe.At.Y-f.Reach); y <= min(k.Ground.Height-1, foe.At.Y+f.Reach); y++ {
			for x := max(0, foe.At.X-f.Reach); x <= min(k.Ground.Width-1, foe.At.X+f.Reach); x++ {
				c := Cell{x, y}
				if n := k.index(c); c.Steps(foe.At) <= f.Reach && plan[n] == planOpen && far[n] != 0 {
					far[n] = 0
					queue = append(queue, c)
				}
			}
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, c := range queue[0].around() {
			if !k.Ground.Contains(c) {
				continue
			}
			at := plan[k.index(c)]
			if at == planBlocked || at > 0 && k.Fighters[at-1].Side != f.Side {
				continue
			}
			if next := far[k.index(queue[0])] + 1; next < far[k.index(c)] {
				far[k.index(c)] = next
				queue = append(queue, c)
			}
		}
	}
	return far
}
