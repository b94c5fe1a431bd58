package game_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

func answered(grant world.GrantID, n int) *loop.Told {
	return &loop.Told{Notice: &world.Notice{Event: world.HoldAnswered{Grant: grant, Hold: n, Yes: true}}}
}

// A wait ends with the answer to its own question and no other, with its time, its caller, and the server.
func TestWord(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w game.ApprovalWaiter
		over := make(chan struct{})
		waited := func(ctx context.Context, n int) time.Duration {
			began := time.Now()
			w.Wait(ctx, n, time.Minute, over)
			return time.Since(began)
		}
		time.AfterFunc(time.Second, func() {
			w.Tell(answered("g-other", 1), "g")
			w.Tell(answered("g", 2), "g")
			w.Tell(&loop.Told{Notice: &world.Notice{Event: world.Said{}}}, "g")
		})
		time.AfterFunc(2*time.Second, func() { w.Tell(answered("g", 1), "g") })
		if got := waited(t.Context(), 1); got != 2*time.Second {
			t.Errorf("waited %s for the answer", got)
		}
		if got := waited(t.Context(), 2); got != 0 {
			t.Errorf("waited %s for an answer that had come", got)
		}
		if got := waited(t.Context(), 3); got != time.Minute {
			t.Errorf("waited %s for no answer", got)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if got := waited(ctx, 3); got != time.Second {
			t.Errorf("waited %s for a caller that went", got)
		}
		close(over)
		if got := waited(t.Context(), 3); got != 0 {
			t.Errorf("waited %s for a server that stops", got)
		}
		over = make(chan struct{})
		time.AfterFunc(time.Second, w.End)
		if got := waited(t.Context(), 3); got != time.Second {
			t.Errorf("waited %s for an owner who took the grant back", got)
		}
	})
}

func TestLine(t *testing.T) {
	for _, tt := range []struct{ tool, args, want string }{
		{"command", `{"line":"get lamp"}`, "get lamp"},
		{"pick_up", `{"item":"lamp","from":"chest"}`, "pick_up from=chest item=lamp"},
		{"say", `{"text":"\u001b[31mboo\n"}`, "say text=[31mboo"},
		{"look", `{}`, "look"},
		{"look", `nonsense`, "look"},
	} {
		if got := game.CallLine(tt.tool, json.RawMessage(tt.args)); got != tt.want {
			t.Errorf("%s %s: got %q, want %q", tt.tool, tt.args, got, tt.want)
		}
	}
	if got := game.CallLine("say", json.RawMessage(`{"text":"`+strings.Repeat("é", 300)+`"}`)); len(got) > 210 {
		t.Errorf("got %d bytes", len(got))
	}
}
