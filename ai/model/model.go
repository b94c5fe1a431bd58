// Package model asks a language model, when there is one: any endpoint that speaks OpenAI's chat completions, in the
// next room or on this machine.
//
// Its one idea: nothing goes wrong for whoever asks. [Broker.Do] answers within [AnswerMax], whatever the endpoint
// does, and a failure is a [Reply] with a reason, after which the asker decides without a model. Before a word leaves,
// the broker has looked whether it is switched on, whether everybody whose words would leave has agreed, what is left
// of the budget, whether the same was asked before, and whether the endpoint has just been failing. What comes back is
// bounded, cleaned and kept as a [Cassette], so that an evening can be run again without the endpoint ([Play]).
//
// Nobody's words reach another machine without their consent. That is judged by the address that is dialled and not
// by a name: without consent the connection is made by a dialler that knows no way out of this machine. Proxies of the
// environment are not used, for a proxy is another machine; redirects are not followed.
//
// A Broker is for any number of goroutines. It starts none of its own.
package model

import (
	"crypto/sha256"
	"encoding/json"
	"slices"
	"time"

	"github.com/mudlark-mud/mudlark/ai/model/usage"
	"github.com/mudlark-mud/mudlark/ai/prompt"
)

// Tier is which of the two models is asked.
type Tier int

// The tiers.
const (
	Small Tier = iota // for queries, reports and short lines
	Large             // for choices and conversation
)

// Failure says why there is no answer. The empty one says that there is.
type Failure string

// The failures. Off, Consent, Budget, Breaker and Busy come before anything is sent and leave no cassette.
const (
	Off         Failure = "off"         // no model is in use
	Consent     Failure = "consent"     // somebody's words would leave without their yes
	Budget      Failure = "budget"      // calls or tokens are used up, or the prompt is too long for any budget
	Breaker     Failure = "breaker"     // the endpoint has been failing and is left alone for a while
	Busy        Failure = "busy"        // too many calls at once
	Timeout     Failure = "timeout"     // no answer in time
	Unreachable Failure = "unreachable" // no connection, or it broke
	Status      Failure = "status"      // an HTTP status other than 200
	Garbage     Failure = "garbage"     // no answer in what came back, or too much of it
	Refused     Failure = "refused"     // the model or its provider would not answer
	Cut         Failure = "cut"         // the answer was too long; Text holds its beginning
)

// Limits of one call. They fail closed.
const (
	// AnswerMax is how long a call may take, waiting and trying again included.
	AnswerMax = 12 * time.Second
	// promptBytesMax is how long System and User may be together.
	promptBytesMax = 64 << 10
	// responseBytesMax is how much of an HTTP response is read, after decompression.
	responseBytesMax = 256 << 10
	// textBytesMax is how long an answer may be; what asks for 800 tokens has no use for more.
	textBytesMax = 16 << 10
	// completionTokensMax is the most that a call may ask for (S0-75).
	completionTokensMax = 800
	// completionTokens is what a call asks for that does not say.
	completionTokens = 256
	// temperatureMax and temperatureMaxJSON bound the temperature, in thousandths. What must be parsed is asked for
	// coolly.
	temperatureMax     = 1000
	temperatureMaxJSON = 300
)

// Masks replaces the names of people before a prompt leaves, and puts them back into the answer. The same names must
// always get the same masks within a call's context, or nothing is found in the cache.
type Masks interface {
	Hide(text string) string
	Show(text string) string
}

// Call is a question for a model.
type Call struct {
	Purpose     usage.Purpose
	Tier        Tier
	Template    prompt.Ref
	Tools       string // version of the tools' schemas that the prompt speaks of
	System      string
	User        string
	MaxTokens   int // of the answer; 0 is 256, at most 800
	Temperature int // in thousandths, at most 1,000, and 300 with JSON
	JSON        bool
	Schema      string    // JSON schema of the answer, for endpoints that take one; the others are asked for an object
	Context     [32]byte  // hash of the canonical context
	Mind        string    // id of the creature that asks
	Player      string    // id of the player whom the call serves and whose words stand in it; "" for nobody
	Others      []string  // ids of other players whose words stand in it
	Home        bool      // words stand in it that may not leave this machine, whoever agreed to what
	Masks       Masks     // nil hides nothing
	Deadline    time.Time // zero, or sooner than [AnswerMax] from now
	Correlation string    // names the decision in records
}

// Reply is what came of a [Call]. Text is a model's words, bounded and free of control bytes, and nothing else is known
// of it: it may say anything.
type Reply struct {
	Text       string
	Failed     Failure // "": Text is an answer
	Model      string  // the model that was asked; "" when none was
	Cached     bool    // the same was asked before
	Prompt     int     // tokens, as the endpoint counts them or else estimated; 0 when cached
	Completion int
	Cassette   [32]byte // where the answer is kept; zero when nothing was sent
}

// settled returns the call as it will be sent: in bounds, and with people's names hidden.
func (c Call) settled() Call {
	if c.MaxTokens <= 0 {
		c.MaxTokens = completionTokens
	}
	c.MaxTokens = min(c.MaxTokens, completionTokensMax)
	hottest := temperatureMax
	if c.JSON {
		hottest = temperatureMaxJSON
	}
	c.Temperature = max(0, min(c.Temperature, hottest))
	if c.Masks != nil {
		c.System, c.User = c.Masks.Hide(c.System), c.Masks.Hide(c.User)
	}
	return c
}

// people returns the ids of all whose words stand in the call, sorted.
func (c Call) people() []string {
	people := slices.Clone(c.Others)
	if c.Player != "" {
		people = append(people, c.Player)
	}
	slices.Sort(people)
	return slices.Compact(people)
}

// key is the address of an answer to the settled call by a model: a hash over all that could make it another. Player
// and mind are part of it, so that no answer made for one is given to another.
func (c Call) key(model string) [32]byte {
	canonical, err := json.Marshal(struct {
		Format                 int
		Purpose                usage.Purpose
		Model                  string
		Template               prompt.Ref
		Tools, System, User    string
		MaxTokens, Temperature int
		JSON                   bool
		Schema                 string `json:",omitempty"`
		Context                [32]byte
		Mind                   string
		People                 []string
	}{
		cassetteFormat, c.Purpose, model, c.Template, c.Tools, c.System, c.User, c.MaxTokens, c.Temperature, c.JSON,
		c.Schema, c.Context, c.Mind, c.people(),
	})
	if err != nil {
		panic(err) // strings and numbers can always be written
	}
	return sha256.Sum256(canonical)
}

// estimate returns about how many tokens the prompt of a settled call has: English has some 3.5 bytes a token.
func (c Call) estimate() int {
	return (len(c.System)+len(c.User))*2/7 + 8
}
