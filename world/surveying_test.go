package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

func TestSurveyHere(t *testing.T) {
	quay, cellar := room("quay", "down", "cellar"), room("cellar", "up", "quay")
	quay.Safe, quay.Light, cellar.Light = true, world.LightLit, world.LightDark
	s := placed(quay, cellar)
	explored(s, "quay", "quay", "cellar")
	me := s.Actors[walker]
	me.HP, me.HPMax = 7, 30
	s.Actors["rat"] = &world.Actor{
		ID: "rat", Num: 2, Name: "Rat", Presence: world.Here, Room: "cellar", HP: 2, HPMax: 2,
	}
	s.Actors["pc-ben"] = &world.Actor{ID: "pc-ben", Num: 3, Name: "Ben", Presence: world.Here, Room: "quay"}

	got := s.SurveyHere(me, 0)
	want := world.ConditionReport{HP: 7, HPMax: 30, Health: "close to death"}
	if !got.Safe || got.Room.ID != "quay" || got.You != want {
		t.Errorf("in peace: %+v", got)
	}
	me.Room, me.Fighting, me.Following = "cellar", "rat", "pc-ben"
	s.Reindex()
	got = s.SurveyHere(me, 0)
	want.Fighting, want.FoeHealth, want.Follows, want.Blind = "Rat", "in perfect health", "Ben", true
	if got.Safe || !got.Room.Dark || got.You != want {
		t.Errorf("in a dark fight: %+v", got)
	}
}
