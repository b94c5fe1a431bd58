package game_test

import (
	"context"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// TestReport: an agent reports through the tool command and gets its receipt; nothing else of the record is its
// business, whoever owns the character.
func TestReport(t *testing.T) {
	var asked []verb.Asked
	refuses := false
	h := open(t, func(c *game.Config) {
		c.Report = func(_ context.Context, q verb.Asked) (any, error) {
			asked = append(asked, q)
			if refuses {
				return nil, &world.Refusal{Code: world.CodeFull, Text: "That is enough for an hour."}
			}
			return verb.ReceiptReport{Report: 48211, Receipt: "48211:3f2a", Lines: 2, Minutes: 5}, nil
		}
	})
	ann := h.dial("ann", modern)
	out := ann.ok("command", args{"line": "report The rat counted my coins."})
	if !strings.Contains(out.Texts[0], "48211:3f2a") || out.Room.ID == "" {
		t.Errorf("the receipt: %+v", out)
	}
	if len(asked) != 1 || asked[0].Via.Kind != world.ViaGrant || asked[0].Actor != "pc-ann" ||
		asked[0].Ask.Args[0] != "The rat counted my coins." {
		t.Errorf("the host was asked %+v", asked)
	}
	refuses = true
	out = ann.call("command", args{"line": "report Again."})
	if !out.IsError || out.Error.Code != string(world.CodeFull) {
		t.Errorf("a refusal came as %+v", out)
	}
	wiz := h.dial("wiz", modern)
	for line, code := range map[string]world.Code{
		"reports": world.CodeUnknown, "history ann": world.CodeKeyboard, // what a screen has shown is for who sits at it
		"provenance key": world.CodeUnknown, "rewind look here 10m": world.CodeUnknown,
	} {
		if out := wiz.call("command", args{"line": line}); !out.IsError || out.Error.Code != string(code) {
			t.Errorf("%s: %+v", line, out)
		}
	}
	if len(asked) != 2 {
		t.Errorf("the host was asked %d times", len(asked))
	}
}

func TestNobodyTakesReports(t *testing.T) {
	h := open(t)
	if out := h.dial("ann", modern).call("command", args{"line": "report x"}); !out.IsError {
		t.Errorf("got %+v", out)
	}
}
