package proposer_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/proposer"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// FuzzBridge: whatever is sent and whatever a model answers, there is one JSON answer of the one shape and a bounded
// size, and an action in it is one that may be declared by and against those of whom the asker spoke.
func FuzzBridge(f *testing.F) {
	for _, words := range []string{
		"Move Seren to 4,5", "Attack the barkeep", "Roll initiative", "End my turn", "do a backflip",
	} {
		f.Add(request(words, "mock"), "", "http://localhost:3001")
		f.Add(request(words, "real"), `{"type":"END_TURN","entityId":"pc-seren"}`, "")
	}
	f.Add(request("a", "real"), "```json\n{\"type\":\"ROLL_INITIATIVE\"}\n```", "null")
	f.Add(`{"inputText":"\ud800","state":{},"mode":"real"}`,
		`{"type":"INVALID","reason":"`+strings.Repeat("x", 2000)+`"}`, "")
	f.Fuzz(func(t *testing.T, body, said, origin string) {
		h := local(says(func(q proposer.Question) proposal.Proposal {
			if q.Mode == proposal.Real {
				return proposal.Parse(said)
			}
			return proposal.Understand(q.Summary, q.Body, q.Words)
		}))
		w := ask(h, body, func(r *http.Request) {
			if origin != "" {
				r.Header["Origin"] = []string{origin}
			}
		})
		if w.Body.Len() > proposer.BodyBytesMax {
			t.Fatalf("the answer has %d bytes", w.Body.Len())
		}
		a := readQuestion(t, w)
		if *a.OK {
			if again := proposal.Parse(string(a.Action)); !again.OK || len(again.Stripped) > 0 {
				t.Fatalf("the action is none: %s: %s", a.Action, again.Reason)
			}
		}
	})
}
