package proposer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world/proposal"
	"github.com/mudlark-mud/mudlark/world/strictjson"
)

// isJSON reports whether a body is said to be plain JSON. A page cannot say so of another's server without being asked
// first whether it may (CORS), so it is wanted.
func isJSON(h http.Header) bool {
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && kind == "application/json" && h.Get("Content-Encoding") == ""
}

// readQuestion makes a question of a body, or says in words what is wrong with it. What it holds is data and believed
// for this one answer.
func readQuestion(body []byte) (Question, string) {
	var none Question
	if len(bytes.TrimSpace(body)) == 0 {
		return none, `the body is empty; {"inputText": ..., "state": ..., "mode": ...} is meant`
	}
	if err := strictjson.Check(body); err != nil {
		return none, "parse error: " + err.Error()
	}
	var fields map[string]json.RawMessage // exactly spelt, as a struct's would not have to be
	if err := json.Unmarshal(body, &fields); err != nil || fields == nil {
		return none, "the body must be a JSON object"
	}
	for _, name := range sortedNames(fields) {
		switch name {
		case "inputText", "state", "mode":
		default:
			return none, fmt.Sprintf("unknown field %q: inputText, state and mode are meant", bounded(name, nameCharsMax))
		}
	}
	words, wrong := readWords(fields["inputText"])
	if wrong != "" {
		return none, wrong
	}
	mode, wrong := readMode(fields["mode"])
	if wrong != "" {
		return none, wrong
	}
	state := bytes.TrimSpace(fields["state"])
	if len(state) == 0 || state[0] != '{' {
		return none, "state must be an object that says how the fight stands: map, entities and combat"
	}
	summary, err := proposal.Read(state)
	if err != nil {
		return none, "state: " + err.Error()
	}
	return Question{Summary: summary, Words: words, Mode: mode}, ""
}

// nameCharsMax is how much of a field's name is told.
const nameCharsMax = 40

func sortedNames(fields map[string]json.RawMessage) []string {
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func readWords(raw json.RawMessage) (words, wrong string) {
	if json.Unmarshal(raw, &words) != nil || strings.TrimSpace(words) == "" {
		return "", "inputText must be a non-empty string"
	}
	words = strings.TrimSpace(words)
	if n := utf8.RuneCountInString(words); n > InputCharsMax {
		return "", fmt.Sprintf("inputText has %d characters; it may have %d", n, InputCharsMax)
	}
	return words, ""
}

// readMode takes no mode for mock: whoever does not ask for a model does not get one.
func readMode(raw json.RawMessage) (mode proposal.Mode, wrong string) {
	if len(raw) == 0 {
		return proposal.Mock, ""
	}
	if json.Unmarshal(raw, &mode) != nil || mode != proposal.Real && mode != proposal.Mock {
		return "", `mode must be "real" or "mock"`
	}
	return mode, ""
}

// bounded cuts a text to so many characters.
func bounded(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}
