package proposer

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/model/usage"
	"github.com/mudlark-mud/mudlark/ai/prompt"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// Question is what somebody wants to do in a fight by turns, in their own words.
type Question struct {
	// Principal is who asks, and who pays: the id of a player's character, or of whoever else was let in. Whether their
	// words may go to a model on another machine the broker asks of them by this id. "" is nobody whom one could ask.
	Principal string
	Body      world.ActorID // whom the words move; "" is whoever is on turn
	Summary   proposal.Summary
	Words     string
	// Mode is whom to ask: [proposal.Real] a model if there is one, [proposal.Mock] or "" the grammar alone.
	Mode proposal.Mode
	// Temperature is another than the configured one; it is clamped to [0, 0.3] all the same. Nil is the configured
	// one.
	Temperature *float64
	// Asked is called when the question was sent to a model, whatever came of it. Nil tells nobody.
	Asked func()
}

// Broker answers calls of models; *[model.Broker] is it.
type Broker interface {
	Do(ctx context.Context, c model.Call) model.Reply
}

// Config are what a [Proposer] uses of its surroundings. Log must be there.
type Config struct {
	Broker Broker // nil: there is no model
	// Named tells which of some words, in lower case, are names of players. Nil: those alone are known whose ids say
	// it.
	Named func(ctx context.Context, words []string) ([]string, error)
	Log   *slog.Logger // of what is nobody's words
	// Lines are written of what a model said that could not be read: the answer that the asker has is the grammar's
	// then. Nil writes none.
	Lines *Log
	Now   func() time.Time // nil: the wall clock
}

// Proposer makes proposals of words. Make one with [New].
type Proposer struct{ needs Config }

// New makes a proposer.
func New(n Config) *Proposer {
	if n.Now == nil {
		n.Now = time.Now
	}
	return &Proposer{n}
}

// Propose says what the words of a question come to. It never fails, and takes no longer than a model's answer may. The
// proposal's Mode says who understood the words: a model was asked and did not answer where Real was wanted and it is
// Mock.
func (p *Proposer) Propose(ctx context.Context, q Question) proposal.Proposal {
	start := p.needs.Now()
	out := p.propose(ctx, q)
	out.Took = p.needs.Now().Sub(start)
	return out
}

func (p *Proposer) propose(ctx context.Context, q Question) proposal.Proposal {
	q.Words = strings.TrimSpace(q.Words)
	switch {
	case q.Words == "":
		return proposal.Proposal{Mode: proposal.Mock, Reason: "Nothing was said."}
	case utf8.RuneCountInString(q.Words) > WordsMax:
		return proposal.Proposal{Mode: proposal.Mock, Reason: fmt.Sprintf("Say it in %d letters at most.", WordsMax)}
	}
	if q.Mode == proposal.Real && p.needs.Broker != nil {
		if out, ok := p.ask(ctx, q); ok {
			return out
		}
	}
	out := proposal.Understand(q.Summary, q.Body, q.Words)
	out.Mode = proposal.Mock
	return out
}

// ask has a model translate. It is false when there is no answer, or none that could be read.
func (p *Proposer) ask(ctx context.Context, q Question) (proposal.Proposal, bool) {
	start := p.needs.Now()
	m, err := p.mask(ctx, q, cmp.Or(q.Body, q.Summary.Combat.ActiveEntityID))
	if err != nil {
		p.needs.Log.Warn("no model was asked", slog.Any("err", err))
		return proposal.Proposal{}, false
	}
	call, err := m.call(q)
	if err != nil {
		p.needs.Log.Info("no model was asked", slog.Any("err", err))
		return proposal.Proposal{}, false
	}
	reply := p.needs.Broker.Do(ctx, call)
	if q.Asked != nil && wasSent(reply) {
		q.Asked()
	}
	if reply.Failed != "" {
		return proposal.Proposal{}, false // the broker has said so, and counted it
	}
	out := proposal.Parse(reply.Text)
	out.Mode = proposal.Real
	if !out.OK && !strings.HasPrefix(out.Reason, declined) {
		out.Took = p.needs.Now().Sub(start)
		p.needs.Lines.Write(Entry{Who: q.Principal, Words: q.Words, Proposal: out})
		return proposal.Proposal{}, false
	}
	if d := out.Action; d != nil && d.Type == world.ActEndTurn && d.EntityID == "" {
		filled := *d
		filled.EntityID = m.mover // S3-12
		out.Action = &filled
	}
	return m.unmask(out), true
}

// wasSent reports whether a call went out, or an answer to it was kept from when it did.
func wasSent(r model.Reply) bool {
	switch r.Failed {
	case model.Off, model.Consent, model.Budget, model.Breaker, model.Busy:
		return false
	default:
		return true
	}
}

// declined begins the reason of a model that understood what it was asked, and that none of the actions is meant.
const declined = "AI declined: "

// call is the question as the broker is asked it.
func (m *masked) call(q Question) (model.Call, error) {
	messages, err := Messages(m.summary, m.mover, m.words)
	if err != nil {
		return model.Call{}, err
	}
	t := template()
	call := model.Call{
		Purpose: usage.Propose, Template: t.Ref(), System: messages[0].Content, User: messages[1].Content,
		MaxTokens: maxTokens, Temperature: milli(q.Temperature), JSON: wantsJSON, Schema: schema,
		Context: sha256.Sum256([]byte(messages[1].Content)), Player: q.Principal, Correlation: "propose",
	}
	if t.Tier == prompt.Large {
		call.Tier = model.Large
	}
	return call, nil
}

// milli is a temperature in thousandths, clamped (S3-32). What is no number is the configured one.
func milli(wanted *float64) int {
	t := temperature
	if wanted != nil && !math.IsNaN(*wanted) {
		t = *wanted
	}
	return int(math.Round(1000 * min(max(t, 0), temperatureMax)))
}
