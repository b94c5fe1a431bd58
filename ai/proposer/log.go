package proposer

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world/proposal"
)

// Entry is what there is to say of a proposal.
type Entry struct {
	Who      string // who asked
	Words    string
	Proposal proposal.Proposal
	// Engine is what the world made of it: the name of an event, or a code and a text behind [Rejected]. "" is nothing:
	// it was not carried out, and Proposal says why or somebody did not want it.
	Engine string
}

// Rejected begins what an [Entry] says of an action that the world refused.
const Rejected = "✗ "

// Log writes down what was proposed, in the lines of seed 003 (S3-43 to S3-45):
//
//	[AI:mock] pc-seren
//	[AI] Input: "attack barkeep"
//	[AI] Raw:   {"type":"ATTACK","attackerId":"pc-seren","targetId":"npc-barkeep-01"}
//	[AI] Parse: ok=true
//	[AI] Engine: ✓ ATTACK_RESOLVED
//
// The first line says which way was gone, and for whom. An entry is written whole, so that those of several players do
// not mix. Keys and other secrets are masked, what is long is cut, and nothing that anybody typed or a model said can
// begin a line of its own. The nil Log writes nothing.
type Log struct {
	mu sync.Mutex
	to io.Writer
}

// NewLog makes a log that writes to to. An operator decides whether there is one: its lines hold what players typed.
func NewLog(to io.Writer) *Log { return &Log{to: to} }

// Write writes an entry.
func (l *Log) Write(e Entry) {
	if l == nil {
		return
	}
	text := e.lines()
	l.mu.Lock()
	defer l.mu.Unlock()
	_, _ = io.WriteString(l.to, text) // nobody plays worse for a console that is full
}

// lines are an entry's lines.
func (e Entry) lines() string {
	var b strings.Builder
	tag := "[AI:" + string(proposal.Mock) + "]"
	if e.Proposal.Mode == proposal.Real {
		tag = "[AI:" + string(proposal.Real) + "]"
	}
	fmt.Fprintf(&b, "%s\n", strings.TrimRight(tag+" "+plain(clipped(e.Who)), " "))
	fmt.Fprintf(&b, "[AI] Input: %s\n", strconv.Quote(clipped(e.Words)))
	fmt.Fprintf(&b, "[AI] Raw:   %s\n", plain(clipped(e.Proposal.RawText)))
	if !e.Proposal.OK {
		fmt.Fprintf(&b, "[AI] Parse: ok=false — %s\n", plain(clipped(e.Proposal.Reason)))
		return b.String()
	}
	fmt.Fprintf(&b, "[AI] Parse: ok=true\n")
	switch engine := plain(clipped(e.Engine)); {
	case engine == "":
	case strings.HasPrefix(engine, Rejected):
		fmt.Fprintf(&b, "[AI] Engine: %s\n", engine)
	default:
		fmt.Fprintf(&b, "[AI] Engine: ✓ %s\n", engine)
	}
	return b.String()
}

// rawMax is how many characters of a text are written down.
const rawMax = 500

// clipped masks secrets, and cuts what is long. The key is masked first, or half of one could stand at the end.
func clipped(text string) string {
	n := utf8.RuneCountInString(text)
	runes := []rune(Redact(text))
	if len(runes) <= rawMax {
		return string(runes)
	}
	return fmt.Sprintf("%s… [truncated, %d chars total]", string(runes[:rawMax]), n)
}

// plain escapes what could break a line, or hide in it.
func plain(text string) string {
	var b strings.Builder
	for _, r := range text {
		if strconv.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
	}
	return b.String()
}

// What tells a secret.
var (
	apiKey       = regexp.MustCompile(`\bsk-[A-Za-z0-9_-]{4,}`)
	bearerSecret = regexp.MustCompile(`(?i)\bbearer\s+[A-Za-z0-9._~+/=-]{6,}`)
	token        = regexp.MustCompile(
		`\b(?:gh[pousr]_|github_pat_|xox[abprs]-|pk-|mk[-_]|AKIA|AIza|eyJ)[A-Za-z0-9._-]{8,}`,
	)
	named = regexp.MustCompile(
		`(?i)\b((?:api[_-]?key|access[_-]?token|token|secret|password|authorization)["']?\s*[:=]` +
			`\s*["']?)[^\s"',;}{]{6,}`,
	)
)

// Redact masks what looks like a key: sk-…, what follows Bearer, tokens of well-known kinds, and what is called a key,
// a token, a secret or a password.
func Redact(text string) string {
	text = apiKey.ReplaceAllString(text, "sk-***REDACTED***")
	text = bearerSecret.ReplaceAllString(text, "Bearer ***REDACTED***")
	text = token.ReplaceAllString(text, "***REDACTED***")
	return named.ReplaceAllStringFunc(text, func(s string) string {
		m := named.FindStringSubmatch(s)
		if strings.Contains(s, "***REDACTED***") || strings.HasSuffix(strings.ToLower(s), "bearer") {
			return s
		}
		return m[1] + "***REDACTED***"
	})
}
