package main

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/world"
)

//go:embed testdata/lantern.txt
var lanternText string

// lantern is an evening that was played by people, with questions in other words than those that fell.
func lantern() (talk, error) {
	var t talk
	mem := memory.New(memory.Config{})
	isAsked := false
	for line := range strings.Lines(lanternText) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#"):
		case line == "---":
			isAsked = true
		case !isAsked:
			const anHour = 10 // things that happen
			at := world.Time(len(t.turns)) * world.GameHour / anHour
			r, _ := mem.Remember(memory.Row{Kind: memory.Event, Text: line, At: at, Importance: memory.RememberLeast})
			t.turns = append(t.turns, said{id: strconv.FormatUint(r.ID, 10), text: line})
		default:
			parts := strings.Split(line, " | ")
			q := question{text: parts[0], places: map[string]bool{}}
			for _, u := range t.turns {
				for _, part := range parts[1:] {
					if strings.Contains(u.text, part) {
						q.places[u.id] = true
					}
				}
			}
			if len(q.places) == 0 {
				return talk{}, fmt.Errorf("nothing answers %q", q.text)
			}
			t.questions = append(t.questions, q)
		}
	}
	t.recall = func(text string, most int) (out []int) {
		for _, f := range mem.Recall(memory.Query{Words: []string{text}, At: world.GameDay, Most: most}) {
			for i, u := range t.turns {
				if u.id == strconv.FormatUint(f.Row.ID, 10) {
					out = append(out, i)
					break
				}
			}
		}
		return out
	}
	return t, nil
}
