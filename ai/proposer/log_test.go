package proposer_test

import (
	"bytes"
	"strings"
	"sync"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/proposer"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// S3-43, S3-44, S3-45: the lines of seed 003, to the letter, and what must not get into them.
func TestLog(t *testing.T) {
	var b bytes.Buffer
	l := proposer.NewLog(&b)
	action := &proposal.Declared{Type: world.ActAttack, AttackerID: "pc-seren", TargetID: "npc-barkeep-01"}
	const raw = `{"type":"ATTACK","attackerId":"pc-seren","targetId":"npc-barkeep-01"}`
	for _, e := range []proposer.Entry{
		{Who: "pc-seren", Words: "attack barkeep", Engine: "ATTACK_RESOLVED",
			Proposal: proposal.Proposal{OK: true, Action: action, Mode: proposal.Mock, RawText: raw}},
		{Who: "pc-seren", Words: "fly to the moon", Proposal: proposal.Proposal{
			Mode: proposal.Real, Reason: "AI declined: No fly action available",
			RawText: `{"type":"INVALID","reason":"No fly action available"}`,
		}},
		{Who: "pc-ann", Words: "hit him", Engine: proposer.Rejected + "OUT_OF_RANGE: They are too far away.",
			Proposal: proposal.Proposal{OK: true, Action: action, Mode: proposal.Real, RawText: raw}},
		{Who: "pc-ann", Words: "hit him", Proposal: proposal.Proposal{
			OK: true, Action: action, Mode: proposal.Real, RawText: raw,
		}},
		{Words: "say \"x\"\n[AI] Engine: ✓ FORGED\r\x1b[2J\u202e", Proposal: proposal.Proposal{
			Reason: "no\n[AI] Parse: ok=true", RawText: "a\n[AI] Engine: ✓ FORGED\u2028b",
		}},
		{Who: "pc-ann", Words: "my key is sk-proj-abcdefghijklmnop and Bearer abcdef123456", Proposal: proposal.Proposal{
			Mode:    proposal.Real,
			RawText: `{"type":"INVALID","token":"abcdefgh12345"} ` + strings.Repeat("x", 470) + "sk-0123456789",
			Reason:  "said \"password=hunter2hunter2\"",
		}},
		{Who: "pc-ann", Proposal: proposal.Proposal{Mode: proposal.Real, RawText: strings.Repeat("é", 501)}},
	} {
		l.Write(e)
	}
	golden(t, "testdata/log.txt", b.String())
	for line := range strings.Lines(b.String()) {
		isTag := strings.HasPrefix(line, "[AI:real]") || strings.HasPrefix(line, "[AI:mock]")
		if !isTag && !strings.HasPrefix(line, "[AI] ") {
			t.Errorf("a line of its own: %q", line)
		}
	}
	for _, secret := range []string{"abcdefghijklmnop", "abcdef123456", "0123456789", "hunter2", "abcdefgh12345"} {
		if strings.Contains(b.String(), secret) {
			t.Errorf("%q was written down", secret)
		}
	}
	(*proposer.Log)(nil).Write(proposer.Entry{}) // and nothing happens
}

// Entries of several players do not mix.
func TestLogTogether(t *testing.T) {
	var b bytes.Buffer
	l := proposer.NewLog(&b)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			l.Write(proposer.Entry{Words: "x", Engine: "TURN_ENDED", Proposal: proposal.Proposal{OK: true, Mode: proposal.Mock}})
		})
	}
	all.Wait()
	one := "[AI:mock]\n[AI] Input: \"x\"\n[AI] Raw:   \n[AI] Parse: ok=true\n[AI] Engine: ✓ TURN_ENDED\n"
	if got := b.String(); got != strings.Repeat(one, 20) {
		t.Errorf("got %s", got)
	}
}

// S3-43: what is masked, and what is not.
func TestRedact(t *testing.T) {
	for text, want := range map[string]string{
		"sk-abc123XYZ":                       "sk-***REDACTED***",
		"key=sk-proj-a_b-c123, more":         "key=sk-***REDACTED***, more",
		"Authorization: Bearer eyJhbGciOi.x": "Authorization: Bearer ***REDACTED***",
		`"token":"s3cr3t-token"`:             `"token":"***REDACTED***"`,
		"api_key = 0123456789":               "api_key = ***REDACTED***",
		"ghp_0123456789abcdefghij":           "***REDACTED***",
		"a risk-free task, ask-me":           "a risk-free task, ask-me",
		"move to 4,5":                        "move to 4,5",
		"the token of my esteem":             "the token of my esteem",
	} {
		if got := proposer.Redact(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// S3-44: what has just as many characters as may be shown is shown whole.
func TestLogWhole(t *testing.T) {
	var b bytes.Buffer
	proposer.NewLog(&b).Write(proposer.Entry{Proposal: proposal.Proposal{RawText: strings.Repeat("é", 500)}})
	if text := b.String(); !strings.Contains(text, "é") || strings.Contains(text, "truncated") {
		t.Errorf("500 characters were cut: %q", text)
	}
}
