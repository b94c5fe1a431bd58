package minds

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
)

// PEOPLE V6: a wizard who looks into a mind does not read what was whispered, neither as a memory nor in how a choice
// came about.
func TestConfidencesAreClosedToWizards(t *testing.T) {
	const secret = "I buried the flask under the third step"
	rows := []memory.Row{
		{ID: 1, Kind: memory.Claim, Text: `Ann says: "` + secret + `"`, Source: "pc-ann", Only: "pc-ann"},
		{ID: 2, Kind: memory.Event, Text: "Ann gave me a pearl."},
	}
	var told []string
	for _, r := range closedRows(rows) {
		told = append(told, remembered(r))
	}
	aloud := &mind.Trace{
		Queries: []string{"pearl"}, Added: []string{rows[0].Text},
		Found:  []mind.Recall{{ID: 1, Text: rows[0].Text}, {ID: 2, Text: rows[1].Text}},
		Scores: []mind.Score{{Action: "whisper text " + secret + " to Ann"}, {Action: "say text Good evening."}},
		Choice: &mind.Choice{Action: "say", Params: map[string]string{"text": "Good evening."}},
	}
	private := &mind.Trace{
		Queries: []string{secret}, Added: []string{secret}, Found: []mind.Recall{{ID: 9, Text: secret}},
		Choice: &mind.Choice{Action: "whisper", Params: map[string]string{"text": secret, "to": "Ann"}},
	}
	told = append(told, fmt.Sprint(whyReport("npc-hob", closedTrace(aloud, rows))),
		fmt.Sprint(whyReport("npc-hob", closedTrace(private, rows))))
	all := strings.Join(told, "\n")
	if strings.Contains(all, "flask") || strings.Contains(all, "third") {
		t.Errorf("it is read:\n%s", all)
	}
	for _, want := range []string{
		"said in confidence, 10 words (said by pc-ann) (in confidence, for pc-ann alone)", "Ann gave me a pearl.",
		"Good evening.", `text="said in confidence, 8 words"`,
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not told:\n%s", want, all)
		}
	}
	if aloud.Added[0] != rows[0].Text || private.Choice.Params["text"] != secret {
		t.Error("the trace itself was changed")
	}
}
