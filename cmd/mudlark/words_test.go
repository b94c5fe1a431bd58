package main

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/mudlark-mud/mudlark/ai/model/modeltest"
)

// cmdModel starts a language model that answers as a file says, and has the daemon that is started next ask it: a line
// of the file is what is typed, " => " and the answer, in which ME is the first id of the fight. What no line answers
// is INVALID.
func cmdModel(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) == 1, "model FILE")
	var lines [][2]string
	all := bufio.NewScanner(strings.NewReader(ts.ReadFile(args[0])))
	for all.Scan() {
		if words, answer, ok := strings.Cut(all.Text(), " => "); ok {
			lines = append(lines, [2]string{words, answer})
		}
	}
	fake := modeltest.New(modeltest.Says(args[0], func(q modeltest.Question) string {
		_, rest, _ := strings.Cut(q.User, `"id":"`)
		id, _, _ := strings.Cut(rest, `"`)
		for _, l := range lines {
			if strings.Contains(q.User, l[0]) {
				return strings.ReplaceAll(l[1], "ME", id)
			}
		}
		return `{"type":"INVALID","reason":"No such line"}`
	}))
	url, stop := fake.Start()
	ts.Defer(func() {
		stop()
		for _, fault := range fake.Faults() {
			ts.Logf("the model was sent what it should not have been: %s", fault)
		}
	})
	stageOf(ts).env = []string{
		"OPENAI_BASE_URL=" + url, "OPENAI_MODEL=gpt-4o-mini", "OPENAI_API_KEY=sk-story-key-0123456789",
	}
}

// S3-30: what a model needs stands in an example that names the variables that the program reads, and holds no key.
func TestEnvExample(t *testing.T) {
	text, err := os.ReadFile("../../.env.example")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"OPENAI_API_KEY=\n", "OPENAI_MODEL=gpt-4o-mini\n", "OPENAI_BASE_URL="} {
		if !strings.Contains(string(text), want) {
			t.Errorf(".env.example lacks %q", want)
		}
	}
}
