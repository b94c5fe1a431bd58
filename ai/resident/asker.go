package resident

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/prompt"
	"github.com/mudlark-mud/mudlark/ai/reply"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Broker answers calls of models; *[model.Broker] is it.
type Broker interface {
	Do(ctx context.Context, c model.Call) model.Reply
}

// Asker is the [Model] of the people of the world: it renders what a mind asks, and has the broker ask it. The names of
// players that stand there are hidden from the model.
type Asker struct{ Broker Broker }

var _ Model = (*Asker)(nil)

// The failures of an [Asker] itself.
const (
	failedTemplate = "template" // the question could not be put into words
)

// Answer implements [Model].
func (a *Asker) Answer(ctx context.Context, body string, ask mind.Ask) mind.Reply {
	out := mind.Reply{ID: ask.ID}
	call, err := callOf(body, ask)
	if err != nil {
		out.Failed = failedTemplate
		return out
	}
	call.Deadline, _ = ctx.Deadline()
	r := a.Broker.Do(ctx, call)
	out.Text, out.Failed = r.Text, string(r.Failed)
	if r.Cassette != ([32]byte{}) {
		out.Cassette = hex.EncodeToString(r.Cassette[:])
	}
	return out
}

// schemas is the version of the verbs and of what they take, from which all tools' schemas are made: a hash of the page
// that lists them. immutable: made from the program's own table.
var schemas = sync.OnceValue(func() string {
	const shown = 12
	sum := sha256.Sum256([]byte(verb.New().Markdown()))
	return hex.EncodeToString(sum[:])[:shown]
})

// callOf puts what a mind asks into words.
func callOf(body string, ask mind.Ask) (model.Call, error) {
	t, err := prompt.GetTemplate(ask.Template)
	if err != nil {
		return model.Call{}, err //nolint:wrapcheck // it names the template
	}
	system, user, err := t.Render(ask.Data)
	if err != nil {
		return model.Call{}, err //nolint:wrapcheck // it names the template
	}
	context, err := json.Marshal(ask.Data) // maps are written in the order of their keys
	if err != nil {
		return model.Call{}, err //nolint:wrapcheck // it says what does not encode
	}
	call := model.Call{
		Purpose: t.Purpose, Template: t.Ref(), System: system, User: user, MaxTokens: t.MaxTokens,
		Temperature: t.Temperature, JSON: t.JSON, Context: sha256.Sum256(context), Mind: body, Player: ask.Player,
		Others: ask.Others, Tools: schemas(), Correlation: fmt.Sprintf("%s/%d", body, ask.ID),
	}
	if len(ask.Names) > 0 {
		call.Masks = reply.NewMasks(ask.Names, system, user)
	}
	if ask.Large || t.Tier == prompt.Large {
		call.Tier = model.Large
	}
	return call, nil
}
