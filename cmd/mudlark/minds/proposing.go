package minds

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/proposer"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// proposing reads what people want to do in a fight by turns.
type proposing struct {
	proposer *proposer.Proposer
	model    housed
	log      *slog.Logger
	lines    *proposer.Log // nil unless an operator wants it
	to       io.Closer     // of a file
}

// aiLogMode lets nobody but the operator read what players typed.
const aiLogMode = 0o600

// OpenProposing makes the reader of plain words. Which model it has is seen anew with each question: minds come later,
// and an operator may switch their model off.
func OpenProposing(e *command.Env, v *Service, path string) (*proposing, error) {
	d := v.d
	p := &proposing{model: housed{v}, log: d.Log}
	switch path {
	case "":
	case "-":
		p.lines = proposer.NewLog(e.Stderr)
	default:
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, aiLogMode)
		if err != nil {
			return nil, command.Misuse(fmt.Errorf("--ai-log: %w", err))
		}
		p.lines, p.to = proposer.NewLog(file), file
	}
	p.proposer = proposer.New(proposer.Config{
		Broker: p.model, Named: d.Named, Log: d.Log, Lines: p.lines, Now: d.Now,
	})
	return p, nil
}

// Close ends the log.
func (p *proposing) Close(log *slog.Logger) {
	if p.to == nil {
		return
	}
	if err := p.to.Close(); err != nil {
		log.Error("could not close what is written down of plain words", slog.Any("err", err))
	}
}

// Host is what sessions have of it.
func (p *proposing) Host() session.ProposalHost {
	return session.ProposalHost{
		Ready: p.model.ready,
		Propose: func(ctx context.Context, a session.ProposalRequest) proposal.Proposal {
			return p.proposer.Propose(ctx, proposer.Question{
				Principal: string(a.Body), Body: a.Body, Summary: a.Summary, Words: a.Words, Mode: proposal.Real,
			})
		},
		Outcome: func(a session.ProposalRequest, made proposal.Proposal, engine string) {
			p.note(proposer.Entry{Who: string(a.Body), Words: a.Words, Proposal: made, Engine: engine})
		},
	}
}

// note writes down what came of words: the words themselves only where an operator wants them.
func (p *proposing) note(e proposer.Entry) {
	p.lines.Write(e)
	var act world.ActKind
	if e.Proposal.Action != nil {
		act = e.Proposal.Action.Type
	}
	code, _, _ := strings.Cut(strings.TrimPrefix(e.Engine, proposer.Rejected), ":") // its words may name somebody
	p.log.Debug("plain words were read", slog.String("actor", e.Who), slog.String("mode", string(e.Proposal.Mode)),
		slog.Bool("ok", e.Proposal.OK), slog.String("action", string(act)), slog.String("engine", code),
		slog.Duration("took", e.Proposal.Took))
}

// housed asks the model that the people of the world ask, while they have one.
type housed struct{ v *Service }

// Do implements proposer.Broker.
func (h housed) Do(ctx context.Context, c model.Call) model.Reply {
	m := h.v.Current.Load()
	if m == nil {
		return model.Reply{Failed: model.Off}
	}
	return m.broker.Do(ctx, c)
}

// ready reports whether there is a model, and it is switched on.
func (h housed) ready() bool {
	m := h.v.Current.Load()
	return m != nil && m.broker.State().On
}
