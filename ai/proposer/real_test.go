package proposer_test

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/proposer"
)

// broker is a model that always answers the same, and notes who asked.
type broker struct {
	reply model.Reply
	asked []string
}

func (b *broker) Do(_ context.Context, c model.Call) model.Reply {
	b.asked = append(b.asked, c.Player)
	return b.reply
}

// S3-34, S3-40, S3-41: with the proposer that the program has: a model's action comes out checked, a key that a model
// says does not, and where no model answers, the grammar does and the answer says so.
func TestWithAModel(t *testing.T) {
	const key = "sk-proj-0123456789abcdefABCDEF"
	for _, c := range []struct {
		name       string
		reply      model.Reply
		mode, want string
	}{
		{"an action", model.Reply{Text: `{"type":"END_TURN"}`}, "real", `{"type":"END_TURN","entityId":"pc-seren"}`},
		{"the key for a reason", model.Reply{Text: `{"type":"INVALID","reason":"It is ` + key + `"}`}, "real",
			"AI declined: It is sk-"},
		{"the key as it is", model.Reply{Text: key}, "mock", "Mock parser could not understand"},
		{"a budget that is used up", model.Reply{Failed: model.Budget}, "mock", "Mock parser could not understand"},
		{"no consent", model.Reply{Failed: model.Consent}, "mock", "Mock parser could not understand"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := &broker{reply: c.reply}
			h := proposer.NewHandler(proposer.HandlerConfig{
				DayMost: 1, Hide: proposer.Redact,
				Proposer: proposer.New(proposer.Config{Broker: b, Log: slog.New(slog.DiscardHandler)}),
			}).Local(nil)
			w := ask(h, request("do a backflip over the moon", "real"))
			text := w.Body.String()
			if a := readQuestion(t, w); w.Code != http.StatusOK || a.Mode != c.mode {
				t.Errorf("answer = %d by %s, want 200 by %s", w.Code, a.Mode, c.mode)
			}
			if !strings.Contains(text, c.want) || strings.Contains(text, "0123456789") {
				t.Errorf("answer = %s, want %q in it and no key", text, c.want)
			}
			if len(b.asked) != 1 || b.asked[0] != proposer.LocalPrincipal {
				t.Errorf("the model was asked for %v", b.asked)
			}
		})
	}
}

// S3-42: what a model was asked counts for the day, also when its answer was none; what it was not asked does not.
func TestWhatIsPaidForCounts(t *testing.T) {
	for name, c := range map[string]struct {
		reply model.Reply
		want  int // questions that reach the broker, of three
	}{
		"an answer that is none": {model.Reply{Text: "Sure!"}, 1},
		"no answer in time":      {model.Reply{Failed: model.Timeout}, 1},
		"cut off":                {model.Reply{Failed: model.Cut, Text: "{"}, 1},
		"no consent":             {model.Reply{Failed: model.Consent}, 3},
		"switched off":           {model.Reply{Failed: model.Off}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			b := &broker{reply: c.reply}
			h := proposer.NewHandler(proposer.HandlerConfig{
				DayMost:  1,
				Proposer: proposer.New(proposer.Config{Broker: b, Log: slog.New(slog.DiscardHandler)}),
			}).Local(nil)
			for range 3 {
				ask(h, request("do a backflip over the moon", "real"))
			}
			if len(b.asked) != c.want {
				t.Errorf("the model was asked %d times, want %d", len(b.asked), c.want)
			}
		})
	}
}
