package proposer

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/mudlark-mud/mudlark/ai/prompt"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// How a model is asked (AI_CONFIG of seed 003, S3-31). Which model is asked is settled with the endpoint: OPENAI_MODEL,
// and gpt-4o-mini where there is a key and no name.
const (
	temperature    = 0.0
	temperatureMax = 0.3 // whatever a caller wants (S3-32)
	maxTokens      = 256
	wantsJSON      = true // response_format json_object
)

// schema is what an answer looks like, for endpoints that take one (S3-33). The parser is the judge all the same.
const schema = `{"type":"object","properties":{` +
	`"type":{"enum":["MOVE","ATTACK","END_TURN","ROLL_INITIATIVE","INVALID"]},` +
	`"entityId":{"type":"string"},"attackerId":{"type":"string"},"targetId":{"type":"string"},` +
	`"path":{"type":"array","items":{"type":"object","properties":{"x":{"type":"integer"},"y":{"type":"integer"}},` +
	`"required":["x","y"],"additionalProperties":false}},"reason":{"type":"string"}},` +
	`"required":["type"],"additionalProperties":false}`

// The sizes of what a model is shown.
const (
	WordsMax = 500 // runes of somebody's words; more are not asked about
	lineMax  = 1900
	itemMax  = 900 // more than somebody comes to whose name is all escapes
)

// Message is one message of a chat.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// The roles of messages.
const (
	roleSystem = "system"
	roleUser   = "user"
)

// template is the prompt.
var template = sync.OnceValue(func() prompt.Template { //nolint:gochecknoglobals // immutable: the program's own file
	t, err := prompt.GetTemplate("propose")
	if err != nil {
		panic(err) // a test reads it first
	}
	return t
})

// SystemPrompt says what a model is to do: translate into one of four objects, and nothing else (S3-07).
func SystemPrompt() string { return strings.TrimSpace(template().System) }

// UserPrompt shows a model how a fight stands and what somebody wants, both as data (S3-08). Mover is whose body the
// words move; "" says nothing of it. It is an error when the state is larger than any ground of this world.
func UserPrompt(s proposal.Summary, mover world.ActorID, words string) (string, error) {
	lines, err := stateLines(s)
	if err != nil {
		return "", err
	}
	_, user, err := template().Render(map[string]any{"state": lines, "mover": string(mover), "words": words})
	if err != nil {
		return "", fmt.Errorf("put a fight into words: %w", err)
	}
	return user, nil
}

// Messages are all that a model is sent (S3-09).
func Messages(s proposal.Summary, mover world.ActorID, words string) ([]Message, error) {
	user, err := UserPrompt(s, mover, words)
	if err != nil {
		return nil, err
	}
	return []Message{{roleSystem, SystemPrompt()}, {roleUser, user}}, nil
}

// stateLines writes a summary as JSON in lines of bounded length, for a line of a prompt may not be longer.
func stateLines(s proposal.Summary) ([]string, error) {
	var w lines
	w.put(`{"map":{"name":`, s.Map.Name, `,"grid":`, s.Map.Grid, `,"terrain":[`)
	for i, t := range s.Map.Terrain {
		w.item(i, t)
	}
	w.line()
	w.put(`]},"entities":[`)
	w.line()
	for i, e := range s.Entities {
		w.item(i, e)
	}
	w.line()
	w.put(`],"combat":`, s.Combat, `}`)
	w.line()
	return w.done, w.err
}

// lines collects a text line by line.
type lines struct {
	done []string
	now  strings.Builder
	err  error
}

// put adds texts as they are when they are the first, third and so on, and between them values as JSON.
func (w *lines) put(parts ...any) {
	for i, p := range parts {
		if i%2 == 0 {
			text, _ := p.(string)
			w.now.WriteString(text)
			continue
		}
		raw, err := json.Marshal(p) // marks of HTML come out as escapes
		if err != nil {
			w.err = fmt.Errorf("write down how a fight stands: %w", err)
			return
		}
		w.now.Write(raw)
	}
}

// item adds a value of a list.
func (w *lines) item(i int, value any) {
	if w.now.Len() > lineMax-itemMax {
		w.line()
	}
	if i > 0 {
		w.now.WriteByte(',')
	}
	w.put("", value)
}

func (w *lines) line() {
	if w.now.Len() > 0 {
		w.done = append(w.done, w.now.String())
		w.now.Reset()
	}
}
