package runner_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/runner"
)

// eavesdropper is a broker that writes down what would leave, and answers with the last pseudonym that it saw.
type eavesdropper struct{ sent []string }

func (e *eavesdropper) Do(_ context.Context, c model.Call) model.Reply {
	system, user := c.System, c.User
	if c.Masks != nil {
		system, user = c.Masks.Hide(system), c.Masks.Hide(user)
	}
	e.sent = append(e.sent, system+user)
	return model.Reply{Text: "x"}
}

// Whoever is spoken of by somebody who agreed, and is known to nobody there, has a name of their own: it is hidden too.
// What no player can be called, and what the prompts and the builders themselves say, is not asked about or hidden.
func TestNamesOfStrangers(t *testing.T) {
	b := &eavesdropper{}
	var asked []string
	a := &runner.Asker{Broker: b, Named: func(_ context.Context, words []string) ([]string, error) {
		asked = append(asked, words...)
		if slices.Contains(words, "zedekiah") {
			return []string{"Zedekiah"}, nil
		}
		return nil, nil
	}}
	ask := mind.Ask{ID: 1, Template: "speak", Names: []string{"Ann"}, Data: map[string]any{
		"name": []string{"Hob"}, "place": []string{"The Lantern"}, "hour": []string{"It is 7 o'clock"},
		"persona": []string{"He mends nets and pots."},
		"said":    []string{"Ann: Hob, have you seen zedekiah's boat? Never trust Robin at the nets, nor Xavière."},
	}}
	r := a.Answer(t.Context(), "npc-hob", ask)
	sent := strings.ToLower(strings.Join(b.sent, "\n"))
	if len(b.sent) != 1 || strings.Contains(sent, "zedekiah") || strings.Contains(sent, "ann:") {
		t.Errorf("sent %q, with names of players", b.sent)
	}
	if !strings.Contains(b.sent[0], "Hob") || !slices.Equal(r.Names, []string{"Zedekiah"}) {
		t.Errorf("hidden were %q, want Zedekiah; sent %q", r.Names, b.sent)
	}
	for word, want := range map[string]bool{
		"robin": true, "boat": true, // however they are written
		"never": false, "ann": false, // a word of the prompts, and a name that is known
		"at": false, "xavière": false, // no player's name is that short, or has other letters
		"nets": false, // the mind's builder wrote of them
	} {
		if got := slices.Contains(asked, word); got != want {
			t.Errorf("asked about %q: %v, want %v", word, got, want)
		}
	}
	if len(ask.Names) != 1 {
		t.Errorf("the question itself was changed: %q", ask.Names)
	}

	a.Named = func(context.Context, []string) ([]string, error) { return nil, errors.New("the world is shut") }
	if r := a.Answer(t.Context(), "npc-hob", ask); r.Failed != "names" || len(b.sent) != 1 {
		t.Errorf("nobody knows whose names they are, and it says %+v after %d questions", r, len(b.sent))
	}
}
