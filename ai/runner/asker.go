package runner

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/output"
	"github.com/mudlark-mud/mudlark/ai/prompt"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// What minds ask of models. What leaves is made here and nowhere else, from the question alone, so that a question
// asked again, by a replay of the mind, is the same to the letter, and so that no name leaves that was not looked for.

// Broker answers calls of models; *[model.Broker] is it.
type Broker interface {
	Do(ctx context.Context, c model.Call) model.Reply
}

// Asker is the [Model] of the minds of a world: it renders what a mind asks, and has the broker ask it. The names of
// players that stand there are hidden from the model. It may be used from many goroutines.
type Asker struct {
	Broker Broker
	// Named tells which of some words, in lower case, are names of players of the world, of whom whoever asks may never
	// have heard but from somebody's mouth. Nil knows of none: from outside a world nobody can tell, and then those alone
	// are hidden whom the question names.
	Named func(ctx context.Context, words []string) ([]string, error)
}

// The failures of an [Asker] itself.
const (
	failedTemplate = "template" // the question could not be put into words
	failedNames    = "names"    // nobody could say whose names stand in it
)

// Answer asks what a mind of a body wants to know. It takes no longer than ctx, and says what failed.
func (a *Asker) Answer(ctx context.Context, body string, ask mind.Ask) mind.Reply {
	out := mind.Reply{ID: ask.ID}
	if a.Named != nil {
		var err error
		if out.Names, err = a.Named(ctx, called(ask)); err != nil {
			out.Failed = failedNames
			return out
		}
	}
	call, err := callOf(body, Hiding(ask, out))
	if err != nil {
		out.Failed = failedTemplate
		return out
	}
	call.Deadline, _ = ctx.Deadline()
	call.Home = ask.Home
	r := a.Broker.Do(ctx, call)
	out.Text, out.Failed = r.Text, string(r.Failed)
	if r.Cassette != ([32]byte{}) {
		out.Cassette = hex.EncodeToString(r.Cassette[:])
	}
	return out
}

// Hiding is a question with all the names that were hidden when it was put.
func Hiding(ask mind.Ask, r mind.Reply) mind.Ask {
	ask.Names = append(slices.Clone(ask.Names), r.Names...)
	return ask
}

// called lists the words of a question that could be names of players which it does not name, however they are written:
// so many letters from a to z, and nothing else. What the prompts themselves say is none, or a player could take a word
// out of them by its name; nor, where it stands in small letters, is what the builders wrote so of the mind.
func called(ask mind.Ask) []string {
	known := map[string]bool{}
	for _, name := range ask.Names {
		known[strings.ToLower(name)] = true
	}
	plain := map[string]bool{}
	for _, field := range authored() {
		for word := range wordsOf(ask.Data[field]) {
			plain[word] = word == strings.ToLower(word)
		}
	}
	var out []string
	for _, value := range world.Ordered(ask.Data) {
		for word := range wordsOf(value) {
			low := strings.ToLower(word)
			if !isName(low) || known[low] || plain[word] || wording()[low] {
				continue
			}
			known[low] = true
			out = append(out, low)
		}
	}
	return out
}

// authored are the fields of a question that hold nothing but what the builders of the world wrote.
func authored() []string {
	return []string{"persona", "traits", "wants", "voice", "relations", "place", "tide", "doing"}
}

// isName reports whether a player could be called that; world.State.NameFit has the last word.
func isName(low string) bool {
	return len(low) >= world.NameRunesMin && len(low) <= world.NameRunesMax &&
		!strings.ContainsFunc(low, func(r rune) bool { return r < 'a' || r > 'z' })
}

// wordsOf are the words of a field of a question.
func wordsOf(value any) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, text := range texts(value) {
			for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
				if !yield(word) {
					return
				}
			}
		}
	}
}

func texts(value any) []string {
	switch v := value.(type) {
	case string:
		return []string{v}
	case []string:
		return v
	}
	return nil
}

// wording are the words of the prompts.
//
//nolint:gochecknoglobals // immutable: made from the program's own templates
var wording = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, s := range prompt.Wording() {
		for word := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) }) {
			out[word] = true
		}
	}
	return out
})

// schemas is the version of the verbs and of what they take, from which all tools' schemas are made.
var schemas = sync.OnceValue(verb.Version) //nolint:gochecknoglobals // immutable: made from the program's own table

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
		call.Masks = output.NewMasks(ask.Names, system, user)
	}
	if ask.Large || t.Tier == prompt.Large {
		call.Tier = model.Large
	}
	return call, nil
}

// Answered reads a model's words from their cassette again, which must be the answer to what the mind asked.
func Answered(body, key string, ask mind.Ask, tape model.Tape) (string, error) {
	var at [32]byte
	if n, err := hex.Decode(at[:], []byte(key)); err != nil || n != len(at) {
		return "", fmt.Errorf("%q names no cassette", key)
	}
	call, err := callOf(body, ask)
	if err != nil {
		return "", err
	}
	kept, err := model.Play(tape, at, call)
	return kept.Text, err //nolint:wrapcheck // it names the cassette
}
