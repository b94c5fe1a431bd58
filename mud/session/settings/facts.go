package settings

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Read reads what a format needs to know of somebody. It runs on the world's writer, so it reads nothing more.
func Read(needs Needs, st *world.State, a *world.Actor, now world.Time) Facts {
	f := Facts{Name: a.Name, HP: st.HPNow(a, now), HPMax: a.HPMost(), Fights: a.Fighting != ""}
	if e := st.EncounterOf(a.ID); e != nil {
		me := e.Fighter(a.ID)
		f.Turn, f.Speed, f.Steps = e.Active == a.ID, me.Speed, max(0, me.Speed-me.Moved)
	}
	if needs&NeedSelf != 0 {
		you := st.Status(a, now)
		f.Level, f.XP, f.XPNext, f.Coins = you.Level, you.XP, you.XPNext, you.Coins
		f.Hour, f.Tide = prose.Hour(you.Hour), prose.Clean(you.TideWords)
	}
	if needs&NeedRoom != 0 && st.Rooms[a.Room] != nil && st.BrightFor(a, now) {
		f.Room = st.Rooms[a.Room].Name
	}
	if needs&NeedExits != 0 {
		var b strings.Builder
		for _, w := range st.Ways(a.Room, a.ID, now) {
			b.WriteString(letter(w.Dir))
		}
		f.Exits = b.String()
	}
	if foe := st.Actors[a.Fighting]; needs&NeedFoe != 0 && foe != nil && st.BrightFor(a, now) {
		f.Foe, f.FoeHealth = st.ActorRef(foe).Name, world.Health(st.HPNow(foe, now), foe.HPMost())
	}
	return f
}

// Hear takes up what an event says that its character perceived, so that a prompt need not be read anew for it. It
// names kinds because it takes their numbers; what it does not know is in the prompt behind the next answer.
func (f *Facts) Hear(e world.Event, sense world.Sense) {
	did, mine := sense&world.Did != 0, sense&world.Mine != 0
	switch e := e.(type) {
	case world.BlowLanded:
		if mine {
			f.HP = e.HP
		}
	case world.SeaHurt:
		f.HP = e.HP
	case world.ScriptHurt:
		f.HP = e.HP
	case world.Stunned:
		if did {
			f.HP, f.Turn = e.HP, false
		}
	case world.FightBegan:
		f.Fights = f.Fights || did || mine
	case world.Stroke:
		f.hearStroke(e, did, mine)
	default:
	}
}

// hearStroke is Hear for what happens in a fight by turns.
func (f *Facts) hearStroke(e world.Stroke, did, mine bool) {
	switch e := e.(type) {
	case world.AttackResolved:
		if mine {
			f.HP = e.HP
		}
	case world.InitiativeRolled:
		f.Turn, f.Steps = mine || did && len(e.Order) > 0 && e.Order[0] == e.Actor, f.Speed
	case world.TurnEnded:
		f.Turn, f.Steps = mine || did && e.Next == e.Actor, f.Speed
	case world.MoveApplied:
		if did {
			f.Steps = e.Left
		}
	case world.FighterLeft:
		f.Turn = f.Turn && !did
	case world.EncounterEnded:
		f.Turn = false
	case world.FighterJoined, world.FighterChanged, world.FighterHeld: // it is nobody else's turn for that
	}
}

// turn says what is left of a turn in a fight by turns, behind a colon; nothing while it is another's.
func turn(f Facts) string {
	switch {
	case !f.Turn:
		return ""
	case f.Speed == 0:
		return ": your turn"
	case f.Steps == 1:
		return ": your turn, 1 step"
	}
	return ": your turn, " + strconv.Itoa(f.Steps) + " steps"
}

// letter is how a way out is written in a prompt: north is n, and in is in, as i says nothing.
func letter(d world.Dir) string {
	if d == world.In || d == world.Out {
		return " " + string(d)
	}
	return string(d)[:1]
}
