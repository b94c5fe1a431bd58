package verb_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// TestNoTextOfANeedIsToldBeforeItsTurn: of each quest of the starter world that is told need by need, the list of
// quests tells what was reached and what is next, in words and as data, and nothing of what comes later. What may be
// done in any order is told from the start.
func TestNoTextOfANeedIsToldBeforeItsTurn(t *testing.T) {
	s := newLowtide(t)
	told := 0
	for id, q := range world.Ordered(s.state.Quests) {
		if len(q.Needs) == 0 || q.Needs[0].Text == "" {
			continue
		}
		if q.Order {
			told++
		}
		for met := range q.Needs {
			run := world.QuestRun{Stage: world.QuestActive, Found: make([]bool, len(q.Needs))}
			for i := range met {
				run.Found[i] = true
			}
			s.state.Actors[s.bob].Quests = map[world.QuestID]world.QuestRun{id: run}
			report := s.line(s.bob, "quests").report
			data, err := json.Marshal(report)
			if err != nil {
				t.Fatal(err)
			}
			for _, shown := range []string{words(report), unescaped(string(data))} {
				for i, n := range q.Needs {
					if has := strings.Contains(shown, n.Text); has != (!q.Order || i <= met) {
						t.Errorf("%s, %d met: what is told of need %d: %v", id, met, i, has)
					}
				}
			}
		}
	}
	if told < 4 {
		t.Errorf("%d quests are told need by need", told)
	}
}

func unescaped(data string) string { return strings.ReplaceAll(data, `\"`, `"`) }
