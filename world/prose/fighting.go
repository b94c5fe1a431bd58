package prose

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// fight speaks of blows, deaths and what is learnt from them. Whoever stands against the viewer is a foe.
func (v view) fight(e world.Event) Text {
	switch e := e.(type) {
	case world.FightBegan:
		if e.Answer {
			return nil // the first blow says it
		}
		switch {
		case v.did():
			return tell(Warning, "You turn on @!", v.whoAs(e.Target, Foe))
		case v.mine():
			return tell(Warning, "@ turns on you!", v.whoAs(e.Actor, Foe))
		case v.dark():
			return tell(Warning, "You hear a fight break out.")
		}
		return tell(Warning, "@ turns on @!", v.fighter(e.Actor), v.fighter(e.Target))
	case world.BlowLanded:
		return v.landed(e)
	case world.BlowMissed:
		return v.missed(e)
	case world.Outwitted:
		return Text{L(Gain, Clean(e.Text))}
	case world.FleeFailed:
		switch {
		case v.did():
			return tell(Warning, "You look for a way out, and cannot get clear!")
		case v.dark():
			return nil
		}
		return tell(Plain, "@ looks for a way out, and cannot get clear.", v.who(e.Actor))
	case world.Died:
		return v.died(e)
	case world.Learned:
		if !v.did() {
			return nil
		}
		text := tell(Gain, "You gain @ experience@.", plain(strconv.Itoa(e.XP)), sharedBy(e.Of))
		if e.Up {
			text = append(text, tell(Gain, "You are better at this than you were: level @!", plain(strconv.Itoa(e.Level)))...)
		}
		return text
	default:
		return nil
	}
}

// sharedBy says how many shared in what was gained.
func sharedBy(n int) Span {
	if n < 2 {
		return Span{}
	}
	return plain(" (shared by " + numeral(n) + ")")
}

func (v view) landed(e world.BlowLanded) Text {
	switch {
	case v.did():
		with := Span{}
		if e.With != "" {
			with = v.your(e.With)
		}
		return tell(Plain, "You @ @@@@ (@).", plain(verbOr(e.Verb)), v.whoAs(e.Target, Foe), force(e.Harm),
			withWord(e.With), with, number(e.Harm))
	case v.mine():
		with := Span{}
		if e.With != "" && v.sees() {
			with = v.some(e.With)
		}
		return tell(Loss, "@ @ you@@@ (@).", v.whoAs(e.Actor, Foe), plain(third(verbOr(e.Verb))), force(e.Harm),
			withWord(world.ItemID(with.Text)), with, number(e.Harm))
	case v.dark():
		return tell(Plain, "You hear a blow land@.", landing(e.Harm))
	}
	with := Span{}
	if e.With != "" {
		with = v.some(e.With)
	}
	return tell(Plain, "@ @ @@@@.", v.fighter(e.Actor), plain(third(verbOr(e.Verb))), v.fighter(e.Target),
		force(e.Harm), withWord(e.With), with)
}

// fighter is one of two who fight before the viewer's eyes. What has no name of its own counts as the foe.
func (v view) fighter(id world.ActorID) Span {
	if c := v.as(string(id)); v.sees() && (c.A != "" || isNumbered(c)) {
		return v.name(id, Foe)
	}
	return v.who(id)
}

// isNumbered reports whether a creature is told from others of its name by a number: "shore crab 2".
func isNumbered(c world.Caption) bool {
	at := strings.LastIndexByte(c.Name, ' ')
	if at < 0 || c.Kind != world.KindCreature {
		return false
	}
	_, err := strconv.Atoi(c.Name[at+1:])
	return err == nil
}

func withWord(id world.ItemID) Span {
	if id == "" {
		return Span{}
	}
	return plain(" with ")
}

// The harm from which a blow is called light, ordinary, hard, savage or terrible, in hit points. A new character
// has 30.
const (
	harmPlain    = 3
	harmHard     = 6
	harmSavage   = 10
	harmTerrible = 15
)

// force says how hard a blow was.
func force(harm int) Span {
	switch {
	case harm < harmPlain:
		return plain(" lightly")
	case harm < harmHard:
		return Span{}
	case harm < harmSavage:
		return plain(" hard")
	case harm < harmTerrible:
		return plain(" savagely")
	}
	return plain(" with terrible force")
}

// landing says it of a blow that is only heard.
func landing(harm int) Span {
	if harm < harmHard {
		return Span{}
	}
	return plain(", and it was not a light one")
}

func (v view) missed(e world.BlowMissed) Text {
	verb := verbOr(e.Verb)
	wide := e.Roll%2 == 0 // so that a long fight does not repeat one sentence
	switch {
	case v.did() && wide:
		return tell(Plain, "Your blow goes wide of @.", v.whoAs(e.Target, Foe))
	case v.did():
		return tell(Plain, "You try to @ @, and miss.", plain(verb), v.whoAs(e.Target, Foe))
	case v.mine() && wide:
		return tell(Plain, "@'s blow goes wide of you.", v.whoAs(e.Actor, Foe))
	case v.mine():
		return tell(Plain, "@ tries to @ you, and misses.", v.whoAs(e.Actor, Foe), plain(verb))
	case v.dark():
		return nil
	case wide:
		return tell(Plain, "@'s blow goes wide of @.", v.fighter(e.Actor), v.fighter(e.Target))
	}
	return tell(Plain, "@ tries to @ @, and misses.",
		v.fighter(e.Actor), plain(verb), v.fighter(e.Target))
}

func (v view) died(e world.Died) Text {
	switch {
	case v.did() && e.By != "" && e.By != e.Actor:
		return v.own(Loss, world.TextKilled, slotted{"{who}", v.whoAs(e.By, Foe)})
	case v.did():
		return v.own(Loss, world.TextDied)
	case v.mine() && !v.sees():
		return tell(Gain, "You have killed whatever it was.")
	case v.mine():
		return tell(Gain, "You have killed @.", v.whoAs(e.Actor, Foe))
	case v.dark():
		return tell(Warning, "You hear something fall, and not get up.")
	case e.By != "":
		return tell(Warning, "@ falls dead at @'s feet.", v.fighter(e.Actor), v.fighter(e.By))
	}
	return tell(Warning, "@ falls dead.", v.fighter(e.Actor))
}

// verbOr is a blow's verb, cleaned; never empty.
func verbOr(verb string) string {
	if verb = Clean(verb); verb != "" {
		return verb
	}
	return "hit"
}

func number(n int) Span { return plain(strconv.Itoa(n)) }

// fighting tells of blows and deaths.
func (h teller) fighting(e world.Event) Line {
	switch e := e.(type) {
	case world.FightBegan:
		if e.Answer {
			return h.told("@ fights back against @", h.whom(e.Actor), h.whom(e.Target))
		}
		return h.told("@ attacks @", h.whom(e.Actor), h.whom(e.Target))
	case world.BlowLanded:
		with := Span{}
		if e.With != "" {
			with = plain(" with " + h.the(e.With).Text)
		}
		return h.told("@ @ @@ for @ and leaves @,", h.whom(e.Actor), plain(third(Clean(e.Verb))), h.whom(e.Target), with,
			number(e.Harm), plain(count(e.HP, "hit point")))
	case world.BlowMissed:
		return h.told("@ misses @", h.whom(e.Actor), h.whom(e.Target))
	case world.FightEnded:
		return h.told("@ fights no more", h.whom(e.Actor))
	case world.Outwitted:
		return h.told("@ settles it with @ by wits", h.whom(e.Actor), h.whom(e.Foe))
	case world.FleeFailed:
		return h.told("@ finds no way out of a fight", h.whom(e.Actor))
	case world.Died:
		return h.told("@ is killed@", h.whom(e.Actor), h.by(e.By))
	case world.Healed:
		if e.By != "" {
			return h.told("@ restores @ to @", h.whom(e.By), h.whom(e.Actor), plain(count(e.HP, "hit point")))
		}
		return h.told("@ has @", h.whom(e.Actor), plain(count(e.HP, "hit point")))
	case world.Learned:
		if e.Up {
			return h.told("@ gains @ experience and reaches level @", h.whom(e.Actor), number(e.XP), number(e.Level))
		}
		return h.told("@ gains @ experience", h.whom(e.Actor), number(e.XP))
	default:
		return Line{}
	}
}
