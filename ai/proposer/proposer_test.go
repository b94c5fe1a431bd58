package proposer_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/model/modeltest"
	"github.com/mudlark-mud/mudlark/ai/model/usage"
	"github.com/mudlark-mud/mudlark/ai/proposer"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// now is the wall clock, for brokers.
func now() func() time.Time { return time.Now }

// answers makes a model that always says the same.
func answers(text string) modeltest.Scenario {
	return modeltest.Says("fixed", func(modeltest.Question) string { return text })
}

// to is an answer in the ids that the prompt gives: the first is the player's.
func to(text string) modeltest.Scenario {
	return modeltest.Says("by id", func(q modeltest.Question) string {
		_, rest, _ := strings.Cut(q.User, `"id":"`)
		id, _, _ := strings.Cut(rest, `"`)
		return strings.ReplaceAll(text, "ME", id)
	})
}

// S3-31, S3-32, S3-33: what goes over the wire is fixed: the model, an object, 256 tokens, and a temperature that no
// caller gets above 0.3.
func TestWire(t *testing.T) {
	hot, cold, warm, no := 1.7, -3.0, 0.25, math.NaN()
	for name, tt := range map[string]struct {
		wanted *float64
		want   float64
	}{
		"the usual": {nil, 0}, "too hot": {&hot, 0.3}, "too cold": {&cold, 0}, "allowed": {&warm, 0.25},
		"no number": {&no, 0},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, to(`{"type":"END_TURN","entityId":"ME"}`), nil)
			q := questionOf(riddle)
			q.Temperature = tt.wanted
			if got := r.Propose(t.Context(), q); !got.OK || got.Mode != proposal.Real {
				t.Fatalf("got %+v", got)
			}
			var sent struct {
				Model          string  `json:"model"`
				Temperature    float64 `json:"temperature"`
				MaxTokens      int     `json:"max_tokens"`
				ResponseFormat struct {
					Type string `json:"type"`
				} `json:"response_format"`
			}
			if err := json.Unmarshal(r.fake.Requests()[0].Body, &sent); err != nil {
				t.Fatal(err)
			}
			if math.Abs(sent.Temperature-tt.want) > 1e-6 || sent.MaxTokens != 256 || sent.Model != "gpt-4o-mini" ||
				sent.ResponseFormat.Type != "json_object" {
				t.Errorf("sent %+v, want the temperature %v", sent, tt.want)
			}
		})
	}
}

// S3-33: an endpoint that takes a schema is sent one, which names the four actions and the way out.
func TestSchema(t *testing.T) {
	r := newRig(t, to(`{"type":"END_TURN","entityId":"ME"}`), func(c *model.Config) { c.Schemas = true })
	if got := r.Propose(t.Context(), questionOf(riddle)); !got.OK {
		t.Fatalf("got %+v", got)
	}
	var sent struct {
		ResponseFormat struct {
			Type       string `json:"type"`
			JSONSchema struct {
				Name   string `json:"name"`
				Schema struct {
					Properties struct {
						Type struct {
							Enum []string `json:"enum"`
						} `json:"type"`
					} `json:"properties"`
				} `json:"schema"`
			} `json:"json_schema"`
		} `json:"response_format"`
	}
	if err := json.Unmarshal(r.fake.Requests()[0].Body, &sent); err != nil {
		t.Fatal(err)
	}
	want := []string{"MOVE", "ATTACK", "END_TURN", "ROLL_INITIATIVE", "INVALID"}
	is := sent.ResponseFormat
	if is.Type != "json_schema" || is.JSONSchema.Name == "" ||
		cmp.Diff(want, is.JSONSchema.Schema.Properties.Type.Enum) != "" {
		t.Errorf("sent %+v", is)
	}
}

// S3-02, S3-14 to S3-19, S3-22, S3-25: whatever a model says, what comes out of it is one of four actions, by the gate,
// or the grammar's word.
func TestAnswers(t *testing.T) {
	end := &proposal.Declared{Type: world.ActEndTurn, EntityID: "pc-seren"}
	strike := &proposal.Declared{Type: world.ActAttack, AttackerID: "pc-seren", TargetID: "npc-barkeep-01"}
	walk := &proposal.Declared{Type: world.ActMove, EntityID: "pc-seren", Path: []world.Cell{{X: 2, Y: 2}, {X: 3, Y: 2}}}
	for name, tt := range map[string]struct {
		answer   string
		want     *proposal.Declared
		stripped []string
		fenced   bool
		reason   string // of a model that declines
	}{
		"a move":        {answer: `{"type":"MOVE","entityId":"ME","path":[{"x":2,"y":2},{"x":3,"y":2}]}`, want: walk},
		"a blow":        {answer: `{"type":"ATTACK","attackerId":"ME","targetId":"npc-barkeep-01"}`, want: strike},
		"nobody's turn": {answer: `{"type":"END_TURN"}`, want: end},
		"initiative":    {answer: `{"type":"ROLL_INITIATIVE"}`, want: &proposal.Declared{Type: world.ActInitiative}},
		"a fence": {answer: "```json\n{\"type\":\"END_TURN\",\"entityId\":\"ME\"}\n```", want: end,
			fenced: true},
		"dice of its own": {answer: `{"type":"ATTACK","attackerId":"ME","targetId":"npc-barkeep-01","roll":20,"damage":99}`,
			want: strike, stripped: []string{"roll", "damage"}},
		"a decline": {answer: `{"type":"INVALID","reason":"No fly action available"}`,
			reason: "AI declined: No fly action available"},
		"an action of the world's":  {answer: `{"type":"SETTLE","side":"a"}`},
		"an invented action":        {answer: `{"type":"BECOME_GOD"}`},
		"no object":                 {answer: `[{"type":"END_TURN"}]`},
		"two":                       {answer: `{"type":"END_TURN"}{"type":"END_TURN"}`},
		"a key twice":               {answer: `{"type":"END_TURN","type":"ROLL_INITIATIVE"}`},
		"prose":                     {answer: `Sure! {"type":"END_TURN"}`},
		"no target":                 {answer: `{"type":"ATTACK","attackerId":"ME"}`},
		"a path of words":           {answer: `{"type":"MOVE","entityId":"ME","path":"north"}`},
		"a cell that is a fraction": {answer: `{"type":"MOVE","entityId":"ME","path":[{"x":2.5,"y":2}]}`},
		"a script":                  {answer: `{"type":"END_TURN","entityId":"require('fs')"}`},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, to(tt.answer), nil)
			got := r.Propose(t.Context(), questionOf(riddle))
			switch {
			case tt.want != nil:
				want := proposal.Proposal{
					OK: true, Action: tt.want, Mode: proposal.Real, Stripped: tt.stripped, Fenced: tt.fenced,
					RawText: got.RawText, Took: got.Took,
				}
				if diff := cmp.Diff(want, got); diff != "" || got.Took <= 0 || got.RawText == "" {
					t.Errorf("-want +got: %s", diff)
				}
				return
			case tt.reason != "":
				if got.OK || got.Mode != proposal.Real || got.Reason != tt.reason || got.Action != nil {
					t.Errorf("got %+v, want %q", got, tt.reason)
				}
				return
			}
			if want := grammarAnswer(questionOf(riddle)); got.OK || got.Mode != proposal.Mock || got.Reason != want.Reason {
				t.Errorf("got %+v, want the grammar's %+v", got, want)
			}
			if text := r.lines.String(); !strings.Contains(text, "[AI:real] pc-seren\n") ||
				!strings.Contains(text, "[AI] Parse: ok=false — ") {
				t.Errorf("what the model said is not written down: %s", text)
			}
		})
	}
}

func grammarAnswer(q proposer.Question) proposal.Proposal {
	return proposal.Understand(q.Summary, q.Body, q.Words)
}

// S3-02: no model, however bad, gets an action past the gate that the gate refuses, and none keeps the grammar from
// answering.
func TestEveryModel(t *testing.T) {
	for _, s := range modeltest.Scenarios() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, s, nil)
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			defer cancel()
			got := r.Propose(ctx, questionOf("end my turn"))
			if got.Mode == proposal.Mock {
				want := grammarAnswer(questionOf("end my turn"))
				want.Took = got.Took
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("not the grammar's answer, -want +got: %s", diff)
				}
				return
			}
			if again := proposal.Parse(got.RawText); again.OK != got.OK || got.OK != (got.Action != nil) {
				t.Errorf("got %+v, and the gate says %+v", got, again)
			}
			if !got.OK && !strings.HasPrefix(got.Reason, "AI declined: ") {
				t.Errorf("got %+v", got)
			}
		})
	}
}

// S3-22, S3-30, S3-41: where there is no model, or it is not to be asked, the grammar answers, and says that it did.
func TestWithoutModel(t *testing.T) {
	away := func(c *model.Config) { c.BaseURL = "https://192.0.2.1/v1" }
	for name, tt := range map[string]struct {
		rig func(t *testing.T) *proposer.Proposer
		q   func(*proposer.Question)
	}{
		"there is none": {func(*testing.T) *proposer.Proposer { return proposer.New(proposer.Config{}) }, nil},
		"it is off": {func(t *testing.T) *proposer.Proposer {
			r := newRig(t, answers(`{"type":"ROLL_INITIATIVE"}`), nil)
			r.broker.Off()
			return r.Proposer
		}, nil},
		"no tokens are left": {func(t *testing.T) *proposer.Proposer {
			return newRig(t, answers(`{"type":"ROLL_INITIATIVE"}`), func(c *model.Config) {
				c.PurposeTokens = map[usage.Purpose]int{usage.Propose: 10}
			}).Proposer
		}, nil},
		"the words may not leave": {func(t *testing.T) *proposer.Proposer {
			return newRig(t, answers(`{"type":"ROLL_INITIATIVE"}`), away).Proposer
		}, nil},
		"the grammar was asked": {func(t *testing.T) *proposer.Proposer {
			return newRig(t, answers(`{"type":"ROLL_INITIATIVE"}`), nil).Proposer
		}, func(q *proposer.Question) { q.Mode = proposal.Mock }},
		"nobody said whom to ask": {func(t *testing.T) *proposer.Proposer {
			return newRig(t, answers(`{"type":"ROLL_INITIATIVE"}`), nil).Proposer
		}, func(q *proposer.Question) { q.Mode = "" }},
	} {
		t.Run(name, func(t *testing.T) {
			q := questionOf("End my turn")
			if tt.q != nil {
				tt.q(&q)
			}
			got := tt.rig(t).Propose(t.Context(), q)
			want := &proposal.Declared{Type: world.ActEndTurn, EntityID: "pc-seren"}
			if !got.OK || got.Mode != proposal.Mock || cmp.Diff(want, got.Action) != "" {
				t.Errorf("got %+v, want the grammar's end of the turn", got)
			}
		})
	}
}

// Words that nobody could mean are asked of nobody.
func TestBounds(t *testing.T) {
	r := newRig(t, answers(`{"type":"ROLL_INITIATIVE"}`), nil)
	for _, words := range []string{"", " \t", strings.Repeat("x", proposer.WordsMax+1)} {
		if got := r.Propose(t.Context(), questionOf(words)); got.OK || got.Reason == "" || got.Mode != proposal.Mock {
			t.Errorf("%.20q: got %+v", words, got)
		}
	}
	if n := len(r.fake.Requests()); n != 0 {
		t.Errorf("%d questions were asked", n)
	}
}

// Names of players do not reach the model, in words, names or ids, and its answer is in the world's ids again.
func TestNamesStay(t *testing.T) {
	r := newRig(t, modeltest.Says("attacks whom the words name", func(q modeltest.Question) string {
		_, words, _ := strings.Cut(q.User, "hug ")
		name, _, _ := strings.Cut(words, " ")
		before, _, ok := strings.Cut(q.User, `,"name":"`+name+`"`)
		if !ok {
			return `{"type":"INVALID","reason":"` + name + ` is not here"}`
		}
		id := before[strings.LastIndex(before, `"id":"`)+len(`"id":"`):]
		return `{"type":"ATTACK","attackerId":"npc-barkeep-01","targetId":"` + strings.Trim(id, `"`) + `"}`
	}), nil)
	r.fake.Forbid("seren", "bertram", "wilhelmina")
	q := questionOf("hug Bertram hard, says Wilhelmina")
	q.Summary.Entities = append(q.Summary.Entities, proposal.Entity{
		ID: "pc-bertram", Name: "Bertram", Side: world.SideA, Position: world.Cell{X: 9, Y: 9}, HP: 3, AC: 10, Speed: 6,
	})
	var asked []string
	r.Proposer = proposer.New(proposer.Config{
		Broker: r.broker, Lines: proposer.NewLog(r.lines),
		Named: func(_ context.Context, words []string) ([]string, error) {
			asked = words
			return []string{"Wilhelmina"}, nil
		},
	})
	got := r.Propose(t.Context(), q)
	want := &proposal.Declared{Type: world.ActAttack, AttackerID: "npc-barkeep-01", TargetID: "pc-bertram"}
	if !got.OK || cmp.Diff(want, got.Action) != "" {
		t.Errorf("got %+v", got)
	}
	if !strings.Contains(strings.Join(asked, " "), "wilhelmina") {
		t.Errorf("it asked whether these are names: %v", asked)
	}
	q.Words = "hug Wilhelmina now"
	if got := r.Propose(t.Context(), q); got.Reason != "AI declined: Wilhelmina is not here" {
		t.Errorf("her name is not put back: %+v", got)
	}
	// When nobody can say whose names those are, nothing leaves.
	broken := proposer.New(proposer.Config{
		Broker: r.broker, Log: discard(),
		Named: func(context.Context, []string) ([]string, error) { return nil, errors.New("stopped") },
	})
	n := len(r.fake.Requests())
	if got := broken.Propose(t.Context(), q); got.Mode != proposal.Mock || len(r.fake.Requests()) != n {
		t.Errorf("got %+v after %d more questions", got, len(r.fake.Requests())-n)
	}
}

// S3-04: the same fight and the same words are the same proposal, out of what was kept, without asking again.
func TestSameAgain(t *testing.T) {
	r := newRig(t, to(`{"type":"ATTACK","attackerId":"ME","targetId":"npc-barkeep-01"}`), nil)
	first := r.Propose(t.Context(), questionOf(riddle))
	r.fake.Set(answers(`{"type":"ROLL_INITIATIVE"}`))
	again := r.Propose(t.Context(), questionOf(riddle))
	first.Took, again.Took = 0, 0
	if diff := cmp.Diff(first, again); diff != "" || !first.OK || len(r.fake.Requests()) != 1 {
		t.Errorf("%d questions, -first +again: %s", len(r.fake.Requests()), diff)
	}
}
