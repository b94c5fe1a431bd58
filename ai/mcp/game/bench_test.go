package game_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
)

// BenchmarkLook measures one look through guard-less handlers: the intent, the snapshot and the result.
func BenchmarkLook(b *testing.B) {
	h := open(b)
	ann, _ := h.tokens.Find(b.Context(), "ann")
	ctx := guard.WithPrincipal(b.Context(), ann)
	for _, tool := range h.game.Catalogue().Tools {
		if tool.Name != "look" {
			continue
		}
		for b.Loop() {
			if out := tool.Handler(ctx, ann, nil); out.IsError {
				b.Fatal(out.Text)
			}
		}
	}
}

// BenchmarkSay measures a deed: decided, committed to a journal in memory, told to the agent that did it.
func BenchmarkSay(b *testing.B) {
	h := open(b)
	ann, _ := h.tokens.Find(b.Context(), "ann")
	ctx := guard.WithPrincipal(b.Context(), ann)
	for _, tool := range h.game.Catalogue().Tools {
		if tool.Name != "say" {
			continue
		}
		for b.Loop() {
			if out := tool.Handler(ctx, ann, []byte(`{"text":"hello"}`)); out.IsError {
				b.Fatal(out.Text)
			}
		}
	}
}
