package world

// TryBent carries out an act as [Skirmish.Do] does, when what it leaves behind is bent before it is looked into.
func (k *Skirmish) TryBent(a Act, bend func(*Skirmish)) ([]Stroke, *Refusal) {
	return k.try(a, k.the, func(now, before *Skirmish) error {
		bend(now)
		return now.follows(before)
	})
}
