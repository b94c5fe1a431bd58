package session

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// ProposalCard is what a screen draws of a proposal beside the text. It does not change once it was handed over.
type ProposalCard struct {
	Words  string             // as they were typed; "" when there was none yet
	Asking bool               // a model reads them at this moment
	Open   bool               // it waits for yes or no
	Text   string             // what it would be, and what that leaves to be done; "" when nothing came of the words
	Action *proposal.Declared // what would be declared
	// Debug says that the debug view is wanted, and Trace is what stands in it.
	Debug bool
	Trace []string
}

// proposalRawMost is how many characters of an answer the debug view shows.
const proposalRawMost = 500

// proposalTrace are the lines of the debug view: what was typed, what the reader answered to the letter, and what was
// made of it. They are about somebody's own words, and nobody else sees them.
func proposalTrace(words string, p proposal.Proposal, engine string) []string {
	out := []string{
		"Input: " + oneLine(words),
		"Raw: " + oneLine(p.RawText),
		"Read by: " + readerName(p.Mode),
	}
	switch {
	case !p.OK:
		out = append(out, "Parse: ok=false — "+oneLine(p.Reason))
	case p.Fenced || len(p.Stripped) > 0:
		out = append(out, "Parse: ok=true, modified"+modifiedWords(p))
	default:
		out = append(out, "Parse: ok=true")
	}
	if engine != "" {
		out = append(out, "Engine: "+oneLine(engine))
	}
	return out
}

func readerName(m proposal.Mode) string {
	if m == proposal.Real {
		return "a model"
	}
	return "the grammar"
}

func modifiedWords(p proposal.Proposal) string {
	var what []string
	if p.Fenced {
		what = append(what, "taken out of a fence")
	}
	if len(p.Stripped) > 0 {
		what = append(what, "without "+oneLine(strings.Join(p.Stripped, ", ")))
	}
	return " (" + strings.Join(what, ", ") + ")"
}

// oneLine makes a line of what strangers may have written.
func oneLine(text string) string {
	text = world.Clean(strings.NewReplacer("\n", " ", "\r", " ", "\t", " ").Replace(text))
	if runes := []rune(text); len(runes) > proposalRawMost {
		text = string(runes[:proposalRawMost]) + "…"
	}
	if text == "" {
		return "(nothing)"
	}
	return text
}
