package minds

import (
	"errors"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
)

// S0-99: bounds that nobody could have meant are refused at the start, in words that say which and why.
func TestBudgetFlags(t *testing.T) {
	for _, tt := range []struct {
		name  string
		flags BudgetFlags
		says  string // "": it is fine
	}{
		{"none", BudgetFlags{}, ""},
		{"all", BudgetFlags{AITokens: 100, AITokensHour: 100, AIPlayer: 10, AINPC: 20, ForeignTokens: 500,
			AIPurpose: map[string]int{"npc_dialogue": 50, "retrieval": 0}}, ""},
		{"foreign alone", BudgetFlags{ForeignTokens: 500}, ""},
		{"less than none", BudgetFlags{AITokens: -1}, "--ai-tokens=-1: a number of tokens is meant, and 0 is the least"},
		{"foreign, less than none", BudgetFlags{ForeignTokens: -1}, "--foreign-ai-tokens=-1: "},
		{"a part of nothing", BudgetFlags{AIPlayer: 5},
			"--ai-player-tokens=5: it is a part of the day's tokens, and there are none: give --ai-tokens as well"},
		{"more than the whole", BudgetFlags{AITokens: 100, AITokensHour: 101},
			"--ai-tokens-hour=101: that is more than the 100 tokens a day of --ai-tokens"},
		{"an NPC's", BudgetFlags{AITokens: 100, AINPC: 101}, "--ai-npc-tokens=101: "},
		{"calls", BudgetFlags{AIPlayerCalls: 1000, AINPCCalls: 1}, ""},
		{"calls, less than none", BudgetFlags{AIPlayerCalls: -1}, "--ai-player-calls=-1: a number of calls is meant"},
		{"an NPC's calls, less than none", BudgetFlags{AINPCCalls: -2}, "--ai-npc-calls=-2: "},
		{"no purpose", BudgetFlags{AITokens: 100, AIPurpose: map[string]int{"chat": 50}},
			"--ai-purpose=chat=50: there is no such purpose; " +
				"there are ambience, npc_dialogue, quest_seed, classification, retrieval, propose"},
		{"a purpose, less than none", BudgetFlags{AITokens: 100, AIPurpose: map[string]int{"npc_dialogue": -5}},
			"--ai-purpose=npc_dialogue=-5: "},
		{"a purpose, too much", BudgetFlags{AITokens: 100, AIPurpose: map[string]int{"npc_dialogue": 500}},
			"--ai-purpose=npc_dialogue=500: that is more than"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.flags.Check()
			if tt.says == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil || !strings.HasPrefix(err.Error(), tt.says) || !errors.As(err, new(command.UsageError)) {
				t.Errorf("got %v, want %s", err, tt.says)
			}
		})
	}
}
