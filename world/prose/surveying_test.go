package prose_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

func TestSurveyWords(t *testing.T) {
	well := world.ConditionReport{HP: 30, HPMax: 30, Health: "in perfect health"}
	for name, c := range map[string]struct {
		survey world.SurveyReport
		want   string
	}{
		"in a safe place": {
			world.SurveyReport{Room: world.RoomReport{Name: "The Quay", More: 1}, You: well, Safe: true, Hour: 12},
			"You are at The Quay.\nYou have 30 of 30 hit points: you are in perfect health.\n" +
				"Nobody can attack you here.\nIt is noon.\nThere is no way out that you can see.\n" +
				"Somebody else is here too, in the crowd.",
		},
		"in the dark, at a table": {
			world.SurveyReport{
				Room: world.RoomReport{
					Name: "Darkness", Dark: true, Exits: []world.Way{{Dir: world.Up, To: "a", Name: "The Hall"}},
				},
				You:  world.ConditionReport{HP: 30, HPMax: 30, Health: "in perfect health", Blind: true, Seat: "corner table"},
				Hour: 3,
			},
			"You are in the dark.\nYou have 30 of 30 hit points: you are in perfect health.\n" +
				"You are sitting at the corner table.\nIt is three in the morning.\nUp: The Hall.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := prose.Survey(c.survey, prose.Style{}).String(); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestConditionWords(t *testing.T) {
	r := world.ConditionReport{
		HP: 7, HPMax: 30, Health: "badly hurt", Fighting: "the shore crab", FoeHealth: "scratched", Follows: "Ben",
		Seat: "corner table", Watches: true, Blind: true,
	}
	const want = "You have 7 of 30 hit points: you are badly hurt.\nYou are fighting the shore crab.\n" +
		"The shore crab is scratched.\nYou are following Ben.\nYou are looking on at the corner table.\n" +
		"It is too dark to see here."
	text := prose.Condition(r)
	if got := text.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := text[0].Spans[1].Role; got != prose.Loss {
		t.Errorf("a quarter of one's life is left in role %d, want %d", got, prose.Loss)
	}
}
