package npc

import (
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
)

// proposalsKept is how many of the last things that models had it say are known again.
const proposalsKept = 32

// proposals are hashes of what models proposed and it said, without what makes no other text of it: case, blanks and
// punctuation. What was said once is skipped when it is proposed again.
type proposals struct{ sums [][sha256.Size]byte }

// isNew reports whether a text is none of those.
func (p *proposals) isNew(text string) bool { return !slices.Contains(p.sums, contentOf(text)) }

// keep notes that a text was said.
func (p *proposals) keep(text string) {
	p.sums = append(p.sums, contentOf(text))
	p.sums = slices.Clone(p.sums[max(0, len(p.sums)-proposalsKept):])
}

func contentOf(text string) [sha256.Size]byte {
	return sha256.Sum256([]byte(strings.Join(dialogue.Split(text), " ")))
}
