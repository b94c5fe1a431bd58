package client

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/mudlark-mud/mudlark/tui/panes"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// Reader reads what somebody says in plain words that they want to do in a fight by turns that stands so. An error that
// is [Refused] is shown to them; on any other the words are read here, by the grammar that needs nobody (S3-41).
type Reader func(ctx context.Context, words string, s proposal.Summary, me world.ActorID) (proposal.Proposal, error)

// Refused is why a reader would not read, in words for the person.
type Refused string

// Error implements error.
func (r Refused) Error() string { return string(r) }

// asking is what the person's words to gm come to, where somebody else than the MUD reads them. Guarded by the
// Client's lock.
type asking struct {
	waits  chan question // for the reader; there is one at a time
	number uint64        // of the newest; what comes of an earlier one is not looked at
	lines  []string      // what a yes sends; nil while nothing waits for one
}

// question is what is to be read.
type question struct {
	number uint64
	words  string
	fight  proposal.View
}

// gmVerb begins a line of plain words.
const gmVerb = "gm "

// asks takes a typed line that is for the reader, or an answer to what it made of one, and reports whether it was one.
// What is typed else takes back what was asked.
func (f *Client) asks(line string) bool {
	if f.c.Propose == nil {
		return false
	}
	f.mu.Lock()
	a, fight := &f.asking, f.own.fight
	lines, had := a.lines, a.lines != nil
	a.number++
	f.unasked()
	is, words := strings.ToLower(strings.TrimSpace(line)), ""
	if len(is) > len(gmVerb) && strings.HasPrefix(is, gmVerb) && fight != nil && fight.You != "" {
		words = strings.TrimSpace(strings.TrimSpace(line)[len(gmVerb):])
	}
	isYes, isNo := had && (is == "yes" || is == "y"), had && (is == "no" || is == "n")
	switch {
	case isNo:
		f.say("Then not.")
	case words != "":
		select {
		case a.waits <- question{a.number, words, *fight}:
			f.own.said.Reads = true
		default:
			f.say("Your last words are still being read. Say it again in a moment.")
		}
	}
	f.end()
	if isYes {
		for _, l := range lines {
			f.send(l)
		}
	}
	return isYes || isNo || words != ""
}

// unasked takes back what waits for a yes. The lock is held.
func (f *Client) unasked() {
	if f.asking.lines != nil || f.own.said.Reads {
		f.asking.lines, f.own.said, f.dirty = nil, panes.ArenaFacts{}, true
	}
}

// read has words read until the context ends.
func (f *Client) read(ctx context.Context) {
	for {
		select {
		case q := <-f.asking.waits:
			p, err := f.c.Propose(ctx, q.words, q.fight.Summary, q.fight.You)
			if ctx.Err() == nil {
				f.proposed(q, p, err)
			}
		case <-ctx.Done():
			return
		}
	}
}

// proposed shows what words came to: a line that could have been typed, which a yes sends.
func (f *Client) proposed(q question, p proposal.Proposal, err error) {
	no := Refused("")
	isRefused := errors.As(err, &no)
	if err != nil && !isRefused {
		p = proposal.Understand(q.fight.Summary, q.fight.You, q.words)
	}
	f.mu.Lock()
	defer f.end()
	if q.number != f.asking.number {
		return
	}
	f.unasked()
	if isRefused {
		f.say(string(no))
		return
	}
	if !p.OK || p.Action == nil {
		f.say((&ink{}).line(p.Reason).String())
		return
	}
	if _, r := p.Action.Action(q.fight.You); r != nil {
		f.say(r.Text)
		return
	}
	line := typed(*p.Action)
	is := line
	if p.Reason != "" { // what it leaves to be done
		is += ". " + (&ink{}).line(p.Reason).String()
	}
	f.asking.lines, f.own.said, f.dirty = []string{line}, panes.ArenaFacts{Text: is}, true
	f.say("That would be: " + is + " [yes/no]")
}

// typed is the line that declares the same. A way is named by its end: the world finds the shortest.
func typed(d proposal.Declared) string {
	switch d.Type {
	case world.ActMove:
		to := d.Path[len(d.Path)-1]
		return fmt.Sprintf("move %d,%d", to.X, to.Y)
	case world.ActAttack:
		return "attack " + string(d.TargetID)
	case world.ActInitiative:
		return "roll"
	default:
		return "end turn"
	}
}
