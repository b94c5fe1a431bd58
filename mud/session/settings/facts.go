package settings

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Read reads what a format needs to know of somebody. It runs on the world's writer, so it reads nothing more.
func Read(needs Needs, st *world.State, a *world.Actor, now world.Time) Facts {
	f := Facts{Name: a.Name, HP: st.HPNow(a, now), HPMax: a.HPMax, Fights: a.Fighting != ""}
	if needs&NeedSelf != 0 {
		you := st.Status(a, now)
		f.Level, f.XP, f.XPNext, f.Coins = you.Level, you.XP, you.XPNext, you.Coins
		f.Hour, f.Tide = prose.Hour(you.Hour), prose.TideWords(you.Tide)
	}
	if needs&NeedRoom != 0 && st.Rooms[a.Room] != nil && st.Bright(a.Room, now) {
		f.Room = st.Rooms[a.Room].Name
	}
	if needs&NeedExits != 0 {
		var b strings.Builder
		for _, w := range st.Ways(a.Room, a.ID, now) {
			b.WriteString(letter(w.Dir))
		}
		f.Exits = b.String()
	}
	if foe := st.Actors[a.Fighting]; needs&NeedFoe != 0 && foe != nil && st.Bright(a.Room, now) {
		f.Foe, f.FoeHealth = st.ActorRef(foe).Name, world.Health(st.HPNow(foe, now), foe.HPMax)
	}
	return f
}

// letter is how a way out is written in a prompt: north is n, and in is in, as i says nothing.
func letter(d world.Dir) string {
	if d == world.In || d == world.Out {
		return " " + string(d)
	}
	return string(d)[:1]
}
