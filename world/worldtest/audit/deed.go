package audit

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// deed is one thing that a mind did.
type deed struct {
	*Warden
	by   world.ActorID
	me   *body
	mind *world.MindSpec
	at   world.Time
}

// judge objects to an event that a mind caused and that its pattern does not list.
func (d deed) judge(e world.Event) {
	switch e := e.(type) {
	case world.Said, world.Told, world.Whispered, world.Hushed, world.Emoted, world.Gestured, world.Taunted,
		world.SeatTaken, world.SeatLeft, world.WatchBegan, world.WatchEnded, world.GameBegan, world.MovePlayed,
		world.GameEnded, world.RematchAsked, world.BoardCleared, world.TimerSet, world.TimerGone, world.KeyKept,
		world.IntentStated, world.HelmTaken, world.FollowEnded, world.HeldBack, world.GiftCounted, world.Bested,
		world.PromiseKept, world.QuestAdvanced, world.HireEnded, world.PartyLeft, world.ThingsLeft, world.MostChanged,
		world.EffectBegan,
		world.EffectEnded, world.Refreshed, world.Loosed,
		world.Kindled, world.Doused,
		world.DealGone, world.Entered, world.Rejoined: // words, games, and what only follows from other deeds
	case world.Moved:
		d.moved(e)
	case world.DoorWorked:
		d.door(e)
	case world.LidWorked:
		if t := d.things[e.Item]; !slices.Contains(d.mind.Opens, t.proto) {
			d.object("%s worked the lid of %s", d.by, e.Item)
		}
	case world.ItemGiven:
		d.gave(e)
	case world.FightBegan:
		d.fought(e)
	case world.Quoted:
		d.quoted(e)
	case world.Taught:
		if !slices.ContainsFunc(d.mind.Teaches, func(l world.LessonSpec) bool {
			return e.Lesson == string(d.me.proto)+"/"+l.ID && l.Price == 0 && e.Text == l.Text && e.Coins == 0
		}) {
			d.object("%s taught %q for %d", d.by, e.Lesson, e.Coins)
		}
	case world.Practised:
		if e.Room != "" { // a lesson is given nowhere, and was looked at as such
			d.object("%s let %s practise %s", d.by, e.Actor, e.Craft)
		}
	case world.Promised:
		if !slices.ContainsFunc(d.mind.Promises, func(p world.PromiseSpec) bool {
			return e.Promise == p.ID && e.Text == p.Text && e.Item == p.Item && d.isEarned(p, e.To) && d.isTime(p.When)
		}) {
			d.object("%s promised %q", d.by, e.Promise)
		}
	default:
		if !d.contend(e) && !d.follows(e) {
			d.object("%s did what no list allows: %T %+v", d.by, e, e)
		}
	}
}

func (d deed) moved(e world.Moved) {
	switch {
	case d.felled[e.Actor] && e.Manner == world.Woke: // and wakes elsewhere
	case len(d.felled) > 0 && e.Manner == world.Settled: // who came there finds the others where they belong
	case e.Actor == d.by && e.Manner == world.Fled && d.near(d.me, d.mind, e.To):
	case e.Actor != d.by && e.Manner == world.Followed && e.Leader == d.by:
	case e.Actor != d.by || e.Manner != world.Walked:
		d.object("%s moved %s, %q", d.by, e.Actor, e.Manner)
	case !d.near(d.me, d.mind, e.To):
		d.object("%s went to %s, where it has no business", d.by, e.To)
	}
}

func (d deed) door(e world.DoorWorked) {
	isListed := slices.Contains(d.mind.Unlocks, e.Door)
	if e.Work == world.WorkLock || e.Work == world.WorkUnlock {
		if !isListed {
			d.object("%s turned the key of %s", d.by, e.Door)
		}
		return
	}
	for _, x := range d.rooms[d.me.room].Exits {
		if x.Door == e.Door && d.near(d.me, d.mind, x.To) && (isListed || d.leads(x.To)) {
			return
		}
	}
	d.object("%s worked %s, on the way to where it has no business", d.by, e.Door)
}

// leads reports whether a room lies on some way from where the creature is to where its day takes it: home, or one of
// its rounds. One behind which there is nothing of that is a cellar.
func (d deed) leads(room world.RoomID) bool {
	goals := map[world.RoomID]bool{d.home(d.me): true}
	for _, r := range d.mind.Rounds {
		goals[r.Room] = true
	}
	seen := map[world.RoomID]bool{d.me.room: true, room: true}
	for queue := []world.RoomID{room}; len(queue) > 0; queue = queue[1:] {
		if goals[queue[0]] {
			return true
		}
		for _, x := range d.rooms[queue[0]].Exits {
			if !seen[x.To] && d.near(d.me, d.mind, x.To) {
				seen[x.To] = true
				queue = append(queue, x.To)
			}
		}
	}
	return false
}

// gave judges a gift, with all that is inside it.
func (d deed) gave(e world.ItemGiven) {
	if e.Actor != d.by || e.To == d.by {
		d.object("%s made %s give %s", d.by, e.Actor, e.Item)
	}
	protos := []world.ProtoID{d.things[e.Item].proto}
	for _, t := range d.things {
		if t.in == e.Item {
			protos = append(protos, t.proto)
		}
	}
	for _, proto := range protos {
		if !slices.ContainsFunc(d.mind.Gives, func(g world.GiftSpec) bool { return g.Item == proto && d.may(g, e.To) }) {
			d.object("%s gave %s (%s) to %s", d.by, e.Item, proto, e.To)
		}
	}
	d.Warden.gave[gift{d.by, protos[0]}] = d.at
}

// may reports whether an entry of a creature's list lets it give to somebody now.
func (d deed) may(g world.GiftSpec, to world.ActorID) bool {
	last, ever := d.Warden.gave[gift{d.by, g.Item}]
	whom := d.bodies[to]
	switch {
	case whom == nil || whom.proto != "" && d.mobs[whom.proto].Mind == nil:
		return false
	case !d.isTime(g.When):
		return false
	case g.Every > 0 && ever && d.at-last < world.Time(g.Every)*world.Second:
		return false
	case g.To == world.GiftAnyone:
		return true
	case g.To == world.GiftFriend:
		return whom.proto == "" && d.friends(d.by, to)
	case g.To == world.GiftPromised:
		return d.promises[promise{d.by, to, g.Item}] > 0 && slices.ContainsFunc(d.mind.Promises,
			func(p world.PromiseSpec) bool { return p.Item == g.Item && d.isEarned(p, to) })
	}
	return false
}

// isTime reports whether tide and hour are as a condition has them; what else it asks for is not judged here.
func (d deed) isTime(w *world.WhenSpec) bool {
	if w == nil {
		return true
	}
	const day = 24
	inHours := len(w.Hours) == 0 || (d.at.Hour()-w.Hours[0]+day)%day < (w.Hours[1]-w.Hours[0]+day)%day
	return inHours && (len(w.Tide) == 0 || slices.Contains(w.Tide, d.at.Tide()))
}

// isEarned reports whether somebody did what a promise is for.
func (d deed) isEarned(p world.PromiseSpec, by world.ActorID) bool {
	return p.For.Beats == "" || d.beat[won{by, p.For.Beats}]
}

// fought judges the beginning of a fight: what began before it struck is no deed of its own.
func (d deed) fought(e world.FightBegan) {
	if e.Actor != d.by {
		if !e.Answer && d.bodies[e.Target].foe != e.Actor { // who has lost one foe turns to the next
			d.object("%s set %s on %s", d.by, e.Actor, e.Target)
		}
		return
	}
	if !d.mayFight(e.Target) {
		d.object("%s attacked %s unprovoked", d.by, e.Target)
	}
}

// mayFight reports whether a creature may begin a fight with somebody.
func (d deed) mayFight(target world.ActorID) bool {
	foe := d.bodies[target]
	isPerson := func(b *body) bool { return b != nil && b.proto != "" && d.mobs[b.proto].Mind != nil }
	victim := d.bodies[foe.foe]
	switch {
	case foe.foe == d.by, d.mobs[d.me.proto].Aggressive && !isPerson(foe):
		return true
	case !d.mind.Guards || victim == nil || victim.room != d.me.room:
		return false
	}
	if foe.proto == "" {
		return isPerson(victim)
	}
	return !isPerson(foe) // a beast, whoever it is at
}

// quoted judges a price that a creature named.
func (d deed) quoted(e world.Quoted) {
	list, isIn := d.mind.Buys, func(w world.WareSpec) bool {
		return e.Coins >= 0 && e.Coins <= max(w.Most, w.Price)
	}
	if e.Sell {
		list, isIn = d.mind.Sells, func(w world.WareSpec) bool {
			least := w.Price
			if w.Least > 0 {
				least = min(w.Least, w.Price)
			}
			return e.Coins >= least
		}
	}
	if !slices.ContainsFunc(list, func(w world.WareSpec) bool { return w.Item == e.Item && isIn(w) }) {
		d.object("%s named the price of %d for %s", d.by, e.Coins, e.Item)
	}
}
