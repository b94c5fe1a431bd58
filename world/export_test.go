package world

// TryBent carries out an act as [Skirmish.Do] does, when what it leaves behind is bent before it is looked into.
func (k *Skirmish) TryBent(a Act, bend func(*Skirmish)) ([]Stroke, *Refusal) {
	return k.try(a, k.the, func(now, before *Skirmish) error {
		bend(now)
		return now.follows(before)
	})
}

// ReferencesOf lists what an entry of content names, as kind/id.
func ReferencesOf(kind string, entry any) (out []string) {
	var e Entries
	e.Put(kind, "the-one", entry)
	e.setRefs(func(_ Key, kind, id string) { out = append(out, EntryKey(kind, id)) })
	return out
}

// IsCarried reports whether the words of an action reach people elsewhere.
func IsCarried(a Action) bool { _, ok := a.(carried); return ok }

// InWords is what an owner is asked for, without the words of the deed.
func InWords(s *State, a Action) string {
	what, _ := s.inWords(a)
	return what
}
