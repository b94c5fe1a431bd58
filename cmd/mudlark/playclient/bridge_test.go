package playclient

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/tui/client"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// duel is a fight as its summary has it.
func duel() proposal.Summary {
	return proposal.Summary{
		Map: proposal.Map{Name: "Tavern", Grid: proposal.Grid{Width: 8, Height: 8}, Terrain: []proposal.Terrain{}},
		Entities: []proposal.Entity{
			{ID: "npc-barkeep-01", Name: "barkeep", Side: world.SideB, HP: 9, AC: 10, Speed: 6},
			{
				ID:       "pc-seren",
				Name:     "Seren",
				Side:     world.SideA,
				Position: world.Cell{X: 2, Y: 3},
				HP:       18,
				AC:       14,
				Speed:    6,
			},
		},
		Combat: proposal.Combat{Mode: world.ModeExploration},
	}
}

// TestPlayBridge: S3-41: the bridge is asked as the document says, its answer is judged here too, a 429 is an error to
// be shown, and any other failure is one that nobody is told of.
func TestPlayBridge(t *testing.T) {
	for _, tt := range []struct {
		name    string
		status  int
		answer  string
		want    string // the type of the action, or the reason there is none
		refused string
		fails   bool
	}{
		{"an action", 200, `{"ok":true,"action":{"type":"END_TURN"},"mode":"mock","durationMs":1}`, "END_TURN", "", false},
		{"none", 200, `{"ok":false,"errors":["Mock parser could not understand: \"fly\""],"mode":"mock"}`,
			`Mock parser could not understand: "fly"`, "", false},
		{"one that nobody declares", 200, `{"ok":true,"action":{"type":"WIN"},"mode":"real"}`,
			"Disallowed action type", "", false},
		{"too many", 429, `{"ok":false,"errors":["Too many requests. \u001b[2JWait."],"mode":"real"}`, "",
			"Too many requests. [2JWait.", false},
		{"too many, without a word", 429, `busy`, "", "The bridge has been asked too often. Wait a few minutes.", false},
		{"broken", 500, `{"ok":true}`, "", "", true},
		{"no JSON", 200, `<html>`, "", "", true},
		{"elsewhere", 302, ``, "", "", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var asked struct {
				InputText, Mode string
				State           json.RawMessage
			}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				if err := json.Unmarshal(body, &asked); err != nil || r.Method != http.MethodPost ||
					r.URL.Path != "/api/propose" {
					t.Errorf("%s %s %s: %v", r.Method, r.URL, body, err)
				}
				w.Header().Set("Location", "http://127.0.0.1:1/")
				w.WriteHeader(tt.status)
				_, _ = io.WriteString(w, tt.answer)
			}))
			defer server.Close()
			b, err := newPlayBridge(server.URL)
			if err != nil {
				t.Fatal(err)
			}
			p, err := b.propose(t.Context(), "fly", duel(), "pc-seren")
			state, bad := proposal.Read(asked.State)
			if bad != nil || asked.InputText != "fly" || asked.Mode != "real" || len(state.Entities) != 2 ||
				state.Entities[0].ID != "pc-seren" {
				t.Errorf("asked %+v, %v", asked, bad)
			}
			no := client.Refused("")
			isRefused := errors.As(err, &no)
			switch {
			case string(no) != tt.refused, (err != nil && !isRefused) != tt.fails:
				t.Errorf("got %v", err)
			case err != nil:
			case p.OK && string(p.Action.Type) != tt.want, !p.OK && !strings.HasPrefix(p.Reason, tt.want):
				t.Errorf("got %+v, want %s", p, tt.want)
			}
		})
	}
}

// TestPlayBridgeAddress: only addresses of this machine are asked without encryption.
func TestPlayBridgeAddress(t *testing.T) {
	for address, good := range map[string]bool{
		"http://127.0.0.1:3002": true, "http://localhost:3002/": true, "http://[::1]:3002": true,
		"https://bridge.example.org": true, "http://bridge.example.org": false, "127.0.0.1:3002": false,
		"file:///etc": false, "http://me:secret@127.0.0.1:3002": false, "": false,
	} {
		if _, err := newPlayBridge(address); (err == nil) != good {
			t.Errorf("%s: %v", address, err)
		}
	}
}
