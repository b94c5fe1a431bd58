package prose

import "github.com/mudlark-mud/mudlark/world"

// deletion speaks of characters that are deleted. Whoever deletes another's reads it as the answer of the verb.
func (v view) deletion(e world.Event) Text {
	gone, ok := e.(world.CharacterDeleted)
	switch {
	case !ok || !v.mine() && gone.By != gone.Actor:
		return nil
	case gone.Whole:
		return tell(System, "Your account is deleted, and @ with it. What was yours here is erased after @.",
			v.name(gone.Actor, Person), plain(world.WallDate(gone.Until)))
	case gone.By == gone.Actor:
		return tell(System, "@ is deleted, and is kept until @. Until then a wizard can bring @ back.",
			v.name(gone.Actor, Person), plain(world.WallDate(gone.Until)), v.name(gone.Actor, Person))
	}
	return tell(System, "@ is deleted@. It is kept until @; until then a wizard can bring @ back.",
		v.name(gone.Actor, Person), v.decree(gone.By), plain(world.WallDate(gone.Until)), v.name(gone.Actor, Person))
}

// ofDeletions tells of it in the third person.
func (h teller) ofDeletions(e world.Event) Line {
	switch e := e.(type) {
	case world.CharacterDeleted:
		if e.Whole {
			return h.bare("@ is deleted with the account@", h.whom(e.Actor), h.by(e.By))
		}
		return h.bare("@ is deleted@", h.whom(e.Actor), h.by(e.By))
	case world.CharacterUndeleted:
		if e.Account != "" {
			return h.bare("@ is undeleted, and is another's from now on@", h.whom(e.Actor), h.by(e.By))
		}
		return h.bare("@ is undeleted@", h.whom(e.Actor), h.by(e.By))
	default:
		return Line{}
	}
}
